import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { anchorsOf, headingsOf, linksOf, read, ROOT } from './docs/pages.js';

interface Packed {
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Kinds of necessary files. Other files are in the package by mistake. */
const NEEDED = {
  'of every package': /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md)$/,
  'the command line': /^dist\/program\/[\w-]+\.cjs$/,
  'the modules': /^dist\/bundle\/[\w-]+\.js$/,
  'their types': /^dist\/types\/(?:index|scanner|config)\.d\.ts$/,
  'libraries that only some runs load': /^dist\/libraries\/(?:@\w+\/)?[\w-]+\.cjs$/,
  'the search with which most runs begin': /^dist\/libraries\/search-[0-9a-f]{16}\.bin$/,
  'schemas as programs': /^dist\/validators\/[\w-]+\.cjs$/,
  'licences and the bill of materials': /^dist\/bundle\/(?:THIRD-PARTY-LICENSES\.md|sbom\.cdx\.json)$/,
  'the catalogues':
    /^rules\/(?:catalogue|packaged-apis|release|apis\/[\w-]+|editions\/[\w-]+)\.json$|^rules\/apis\/README\.md$/,
  'the public key of catalogue publishers': /^rules\/release-key\.pem$/,
  'schemas for editors and programs': /^rules\/[\w-]+\.schema\.json$/,
  'the documentation': /^docs\/(?!(?:architecture|limits)\b)(?:[\w-]+\/)*[\w-]+\.(?:md|svg)$/,
  'the action, which runs in the folder of the package': /^action\.(?:yml|sh)$/,
  'a CI job to include, and the script that comments for it': /^templates\/(?:gitlab-ci\.yml|post-comment\.mjs)$/,
} as const;

// Needs `npm run build`, like all tests of published files.
describe('the packed package', () => {
  const { unpackedSize, files } = pack('.');
  const paths = files.map(({ path }) => path);
  const pages = paths.filter((path) => path.endsWith('.md') && !path.startsWith('dist/'));

  it('contains the necessary files only', () => {
    expect(paths.filter((path) => !Object.values(NEEDED).some((kind) => kind.test(path)))).toEqual([]);
    const missing = Object.entries(NEEDED).filter(([, kind]) => !paths.some((path) => kind.test(path)));
    expect(missing).toEqual([]);
  });

  it('lists the compiler of the TypeScript parser with its licence', () => {
    const licences = readFileSync('dist/bundle/THIRD-PARTY-LICENSES.md', 'utf8');
    expect(licences).toMatch(
      /^## typescript 6\.\d+\.\d+\n\nApache-2\.0\n\n```text\nApache License\n\nVersion 2\.0, January 2004/m,
    );
    const { components } = JSON.parse(readFileSync('dist/bundle/sbom.cdx.json', 'utf8')) as {
      readonly components: readonly { readonly name: string; readonly licenses: unknown }[];
    };
    expect(components.find(({ name }) => name === 'typescript')?.licenses).toEqual([{ license: { id: 'Apache-2.0' } }]);
  });

  it('is smaller than 6.7 MB', () => {
    expect(unpackedSize).toBeLessThan(6_700_000);
    expect(paths.length).toBeLessThan(220);
  });

  it('contains every file that its manifest names', () => {
    const manifest = JSON.parse(read('package.json')) as { readonly bin: object; readonly exports: object };
    const named = JSON.stringify([manifest.bin, manifest.exports]).match(/(?<=")\.\/[^"]+\.\w+(?=")/g) ?? [];
    const leading = named.filter((path) => !/^\.\/[\w.]+$/.test(path) || path === './package.json');
    expect(leading.length).toBeGreaterThan(10);
    expect(leading.map((path) => path.slice(2)).filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('contains the targets of all links in its pages', () => {
    expect(pages).toContain('README.md');
    expect(pages).toContain('docs/rules/no-deprecated-endpoint.md');
    const dead = pages.flatMap((page) =>
      linksOf(read(page))
        .map((link) => posix.normalize(posix.join(posix.dirname(page), decodeURI(link))).replace(/\/$/, ''))
        .filter((target) => !paths.some((path) => path === target || path.startsWith(`${target}/`)))
        .map((target) => `${page}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  it('contains the headings of all links in its pages', () => {
    const dead = pages.flatMap((page) =>
      anchorsOf(read(page))
        .map(([file, anchor]) => [file === '' ? page : posix.join(posix.dirname(page), file), anchor] as const)
        .filter(([file, anchor]) => !existsSync(new URL(file, ROOT)) || !headingsOf(read(file)).includes(anchor))
        .map(([file, anchor]) => `${page}: ${file}#${anchor}`),
    );
    expect(dead).toEqual([]);
  });
});

describe.each(['catalogue-tools', 'waf-plan'])('the packed package of %s', (name) => {
  const { unpackedSize, files } = pack(`packages/${name}`);

  it('contains only its command, licences and a page', () => {
    const paths = files.map(({ path }) => path);
    const others = paths.filter((path) => !/^dist\/[\w-]+\.cjs$/.test(path));
    expect(others).toEqual(['LICENSE', 'README.md', 'dist/THIRD-PARTY-LICENSES.md', 'package.json']);
    expect(paths).toContain('dist/index.cjs');
    expect(unpackedSize).toBeLessThan(230_000);
  });

  it('has the version and licence of the program', () => {
    const fieldsOf = (path: string): unknown[] => {
      const { version, license, engines } = JSON.parse(read(path)) as Readonly<Record<string, unknown>>;
      return [version, license, engines];
    };
    expect(fieldsOf(`packages/${name}/package.json`)).toEqual(fieldsOf('package.json'));
    expect(read(`packages/${name}/LICENSE`)).toBe(read('LICENSE'));
  });
});

function pack(folder: string): Packed {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: fileURLToPath(new URL(folder, ROOT)),
    encoding: 'utf8',
    // npm is a script on Windows.
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(stderr);
  const [packed] = JSON.parse(stdout) as readonly Packed[];
  if (packed === undefined) throw new Error('nothing was packed');
  return packed;
}
