import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { FileProbe } from '../../src/files/file-probe.js';
import { SpecifierResolver } from '../../src/files/resolve-specifier.js';
import { TsconfigPaths } from '../../src/files/tsconfig.js';
import { findWorkspaces } from '../../src/files/workspaces.js';
import { folder } from '../scanner/support.js';

type Files = Readonly<Record<string, string>>;

/** Folders of packages, and broken files, relative to the root. */
function workspaces(files: Files): { packages: Files; broken: readonly string[] } {
  const root = folder({ '.git/HEAD': '', ...files });
  const { packages, broken } = findWorkspaces(root, new FileProbe());
  return {
    packages: Object.fromEntries([...packages].map(([name, path]) => [name, relative(root, path)])),
    broken: broken.map((path) => relative(root, path)),
  };
}

const named = (name: string): string => JSON.stringify({ name });
const PACKAGES = {
  'packages/a/package.json': named('a'),
  'packages/b/package.json': named('b'),
  'packages/b/sub/package.json': named('sub'),
  'tools/t/package.json': named('t'),
};

describe('packages of a pnpm workspace', () => {
  it.each([
    ['block style', "packages:\n  # all\n  - 'packages/*'\ncatalog:\n  x: 1\n"],
    ['flow style', 'packages: ["packages/*"] # all\n'],
    ['flow style over lines', 'packages: [\n  packages/a,\n  packages/b,\n]\n'],
    ['quoted keys', '"packages":\n- packages/*\n'],
    ['anchors', 'x: &all\n  - packages/*\npackages: *all\n'],
    ['merged maps', 'x: &base\n  packages: [packages/*]\n<<: *base\n'],
    ['a mark and Windows line ends', '\uFEFFpackages:\r\n  - packages/*\r\n'],
  ])('are read in %s', (_, text) => {
    expect(workspaces({ ...PACKAGES, 'pnpm-workspace.yaml': text })).toEqual({
      packages: { a: 'packages/a', b: 'packages/b' },
      broken: [],
    });
  });

  it('are those that its globs match', () => {
    const of = (...globs: readonly string[]): Files =>
      workspaces({ ...PACKAGES, 'pnpm-workspace.yaml': JSON.stringify({ packages: globs }) }).packages;
    expect(of('packages/**')).toEqual({ a: 'packages/a', b: 'packages/b', sub: 'packages/b/sub' });
    expect(of('packages/**', '!packages/b')).toEqual({ a: 'packages/a', sub: 'packages/b/sub' });
    expect(of('packages/**', '!packages/b/**')).toEqual({ a: 'packages/a', b: 'packages/b' });
    expect(of('{packages,tools}/*', '!**/a')).toEqual({ b: 'packages/b', t: 'tools/t' });
    expect(of('./tools/t/', '**/sub')).toEqual({ t: 'tools/t', sub: 'packages/b/sub' });
    expect(of('tools')).toEqual({});
  });

  it.each([
    'packages:\n  - "a\n',
    'packages: [a\n',
    '- a\n',
    `a: &a [x]\n${'b: &b [*a]\n'.repeat(2)}packages: *gone\n`,
  ])('are unknown if the file is broken, which is reported: %j', (text) => {
    expect(workspaces({ ...PACKAGES, 'pnpm-workspace.yaml': text })).toEqual({
      packages: {},
      broken: ['pnpm-workspace.yaml'],
    });
  });

  it('may be missing', () => {
    expect(workspaces({ ...PACKAGES, 'pnpm-workspace.yaml': '# nothing\n' })).toEqual({ packages: {}, broken: [] });
    expect(workspaces({ ...PACKAGES, 'pnpm-workspace.yaml': 'catalog: {}\n' })).toEqual({ packages: {}, broken: [] });
  });
});

describe('packages of other workspaces', () => {
  it('are read from rush.json, with comments', () => {
    const text = `/** Rush */\n{\n  "projects": [\n    // one\n    { "packageName": "a", "projectFolder": "packages/a" },\n    { "packageName": "t", "projectFolder": "tools/t", },\n  ],\n}\n`;
    expect(workspaces({ ...PACKAGES, 'rush.json': text }).packages).toEqual({ a: 'packages/a', t: 'tools/t' });
  });

  it.each([
    ['deno.json', '{ "workspace": ["./packages/a", "./mod"] }'],
    ['deno.jsonc', '{ "workspace": { "members": ["packages/a", "./mod"] }, /* end */ }'],
  ])('are read from %s, with the names in their manifests', (name, text) => {
    const files = {
      ...PACKAGES,
      [name]: text,
      'mod/deno.jsonc': '{ "name": "@x/mod", // here\n "exports": "./mod.ts" }',
    };
    expect(workspaces(files).packages).toEqual({ a: 'packages/a', '@x/mod': 'mod' });
  });

  it.each(['package.json', 'lerna.json', 'deno.json', 'deno.jsonc', 'rush.json'])(
    'are reported as unknown if %s is broken',
    (name) => {
      expect(workspaces({ [name]: '{ "workspaces": [' }).broken).toEqual([name]);
    },
  );
});

describe('specifiers of Deno import maps', () => {
  const root = (): string =>
    folder({
      '.git/HEAD': '',
      'deno.jsonc':
        '{ "workspace": ["./lib"], "imports": { "@/": "./src/", "conf": "./conf.ts", "std": "jsr:@std/path" } } // top',
      'lib/deno.json':
        '{ "name": "@x/lib", "exports": { ".": "./main.ts", "./sub": "./src/sub.ts" }, "imports": { "@/own/": "./own/" } }',
      ...Object.fromEntries(
        ['src/a.ts', 'conf.ts', 'lib/main.ts', 'lib/src/sub.ts', 'lib/own/b.ts'].map((name) => [name, '']),
      ),
    });

  it.each([
    ['x.ts', '@/a.ts', 'src/a.ts'],
    ['lib/x.ts', '@/a.ts', 'src/a.ts'],
    ['lib/x.ts', '@/own/b.ts', 'lib/own/b.ts'],
    ['x.ts', '@/own/b.ts', 'cannot be resolved'],
    ['x.ts', 'conf', 'conf.ts'],
    ['x.ts', 'conf/more', undefined],
    ['x.ts', 'std', undefined],
    ['x.ts', '@x/lib', 'lib/main.ts'],
    ['x.ts', '@x/lib/sub', 'lib/src/sub.ts'],
  ])('resolve in %s, for %s, to %s', (from, specifier, file) => {
    const probe = new FileProbe();
    const resolver = new SpecifierResolver(root(), probe, new TsconfigPaths(probe, undefined));
    const outside = { kind: 'package', name: specifier };
    const lost = { kind: 'unresolved', reason: file };
    expect(resolver.resolve(from, specifier)).toEqual(
      file === undefined ? outside : file === 'cannot be resolved' ? lost : { kind: 'file', file },
    );
  });
});

describe('a scan of a workspace', () => {
  const files = {
    '.git/HEAD': '',
    'api/package.json': named('@acme/api'),
    'api/index.ts':
      "export const BASE = 'https://api.cloudflare.com/client/v4';\nexport const send = (p) => fetch(BASE + p);\n",
    'app/main.ts': "import { send } from '@acme/api';\nsend('/zones/1/pagerules');\n",
  };

  it('follows imports between packages, or names the file that prevents it', async () => {
    const report = async (text: string): Promise<readonly unknown[]> => {
      const { findings, coverage } = await scan({
        root: folder({ ...files, 'pnpm-workspace.yaml': text }),
        asOf: '2026-01-01',
      });
      return [findings.map(({ file }) => file), coverage.limits];
    };
    expect(await report('packages: [api, app]\n')).toEqual([['app/main.ts'], []]);
    expect(await report('packages: [api, app\n')).toEqual([
      [],
      ['pnpm-workspace.yaml cannot be read: imports from one package to another may not be followed.'],
    ]);
  });
});

describe('a workspace below the root of a scan', () => {
  const inner = (top: string, declared: Files): Files => ({
    '.git/HEAD': '',
    ...Object.fromEntries(Object.entries(declared).map(([name, text]) => [`${top}/${name}`, text])),
    [`${top}/packages/prov/package.json`]: '{ "name": "@acme/prov", "main": "src/index.ts" }',
    [`${top}/packages/prov/src/index.ts`]: 'export { OpenAI as Client } from "openai";\n',
    [`${top}/packages/app/package.json`]: named('app'),
    [`${top}/packages/app/src/a.ts`]: 'import { Client } from "@acme/prov"; new Client().beta.threads.create();\n',
  });
  const foundIn = async (files: Files): Promise<readonly string[]> => {
    const { findings } = await scan({
      root: folder(files),
      asOf: '2026-11-25',
      minConfidence: 'possible',
    });
    return findings.map(({ file }) => file);
  };

  it.each([
    ['npm', 'js', { 'package.json': '{ "workspaces": ["packages/*"] }' }],
    ['pnpm', 'js', { 'package.json': '{}', 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n' }],
    ['pnpm without a manifest', 'js', { 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n' }],
    ['Lerna', 'services/x/web', { 'lerna.json': '{ "packages": ["packages/*"] }' }],
    ['Rush', 'web', { 'rush.json': '{ "projects": [{ "projectFolder": "packages/prov" }] } // all' }],
  ])('is followed for %s in the folder %s', async (_, top, declared) => {
    expect(await foundIn(inner(top, declared))).toEqual([`${top}/packages/app/src/a.ts`]);
  });

  it('applies only to its own files', async () => {
    const files = {
      ...inner('js', { 'package.json': '{ "workspaces": ["packages/*"] }' }),
      'other/a.ts': 'import { Client } from "@acme/prov"; new Client().beta.threads.create();\n',
    };
    expect(await foundIn(files)).not.toContain('other/a.ts');
  });

  it('does not override packages of the outer workspace', async () => {
    const files = {
      ...inner('js', { 'package.json': '{ "workspaces": ["packages/app"] }' }),
      'package.json': '{ "workspaces": ["js/packages/prov"] }',
    };
    expect(await foundIn(files)).toEqual(['js/packages/app/src/a.ts']);
  });

  it('is reported if it cannot be read', async () => {
    const { coverage } = await scan({
      root: folder(inner('js', { 'pnpm-workspace.yaml': 'packages: [a\n' })),
      asOf: '2026-11-25',
    });
    expect(coverage.limits).toEqual([
      'js/pnpm-workspace.yaml cannot be read: imports from one package to another may not be followed.',
    ]);
  });
});
