import { FileKinds } from '../../src/languages/table.js';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../src/files/list-files.js';
import { createModuleReader } from '../../src/scan/module-reader.js';
import { TextReader } from '../../src/files/read-text.js';
import { SkipLog } from '../../src/files/skip-log.js';
import { SourceStore } from '../../src/scan/source-store.js';
import { CATALOGUE, folder } from './support.js';

function readerFor(files: Readonly<Record<string, string>>, tsconfig?: string): ReturnType<typeof createModuleReader> {
  const root = folder({ '.git/HEAD': '', ...files });
  const list = listFiles(
    { root, paths: ['.'], include: [], ignore: [], tests: 'mark', names: new FileKinds(['javascript']) },
    new SkipLog(),
  );
  return createModuleReader({
    store: new SourceStore(root, new TextReader()),
    files: list.files,
    catalogue: CATALOGUE,
    tsconfig: tsconfig === undefined ? undefined : `${root}/${tsconfig}`,
  });
}

const json = (value: unknown): string => JSON.stringify(value);

describe('resolution of imports', () => {
  it('follows relative specifiers to sources', () => {
    const reader = readerFor({
      'src/a.ts': '',
      'src/b.tsx': '',
      'src/c/index.mts': '',
      'src/d.js': '',
      'src/index.ts': '',
      'e.mts': '',
      'f.json': '{}',
      'b.test.ts': '',
    });
    const file = (specifier: string): unknown => reader.resolve('src/x/y.ts', specifier);
    expect(file('../a')).toEqual({ kind: 'file', file: 'src/a.ts' });
    expect(file('../a.js')).toEqual({ kind: 'file', file: 'src/a.ts' });
    expect(file('../a.ts')).toEqual({ kind: 'file', file: 'src/a.ts' });
    expect(file('../b.js')).toEqual({ kind: 'file', file: 'src/b.tsx' });
    expect(file('../c')).toEqual({ kind: 'file', file: 'src/c/index.mts' });
    expect(file('../d?raw')).toEqual({ kind: 'file', file: 'src/d.js' });
    expect(file('..')).toEqual({ kind: 'file', file: 'src/index.ts' });
    expect(file('../../e.mjs')).toEqual({ kind: 'file', file: 'e.mts' });
    expect(file('../../b.test')).toEqual({ kind: 'file', file: 'b.test.ts' });
    expect(file('../../f.json')).toEqual({ kind: 'file', file: 'f.json' });
    expect(file('node:fs')).toEqual({ kind: 'package', name: 'node:fs' });
    expect(file('axios/lib/core')).toEqual({ kind: 'package', name: 'axios/lib/core' });
  });

  it('uses the configuration of the importing folder, whatever the order of requests', () => {
    const paths = (target: string): string => json({ compilerOptions: { paths: { '@/*': [target] } } });
    const reader = readerFor({
      'tsconfig.json': paths('./src/*'),
      'src/tone.ts': '',
      'app/tsconfig.json': paths('./lib/*'),
      'app/lib/tone.ts': '',
      'kit/package.json': json({ name: 'ringer', main: 'tone.ts' }),
      'kit/tone.ts': '',
    });
    const from = (file: string, specifier = '@/tone'): unknown => reader.resolve(file, specifier);
    expect(from('src/deep/a.ts')).toEqual({ kind: 'file', file: 'src/tone.ts' });
    expect(from('app/deep/a.ts')).toEqual({ kind: 'file', file: 'app/lib/tone.ts' });
    expect(from('other/a.ts')).toEqual({ kind: 'file', file: 'src/tone.ts' });
    expect(from('src/a.ts', 'ringer')).toEqual({ kind: 'package', name: 'ringer' });
    expect(from('kit/deep/a.ts', 'ringer')).toEqual({ kind: 'file', file: 'kit/tone.ts' });
  });

  it('follows tsconfig paths, including inherited and referenced ones', () => {
    const reader = readerFor({
      'app/tsconfig.json': '{ // comment\n "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      'app/tsconfig.app.json': json({
        extends: '../tsconfig.base.json',
        compilerOptions: { paths: { '@/*': ['./src/*'], config: ['./conf/main.ts'] } },
      }),
      'tsconfig.base.json': json({ compilerOptions: { strict: true } }),
      'tsconfig.json': json({ compilerOptions: { baseUrl: 'lib' } }),
      'app/src/api/client.ts': '',
      'app/conf/main.ts': '',
      'lib/tools/x.ts': '',
    });
    expect(reader.resolve('app/src/a.ts', '@/api/client')).toEqual({ kind: 'file', file: 'app/src/api/client.ts' });
    expect(reader.resolve('app/src/a.ts', 'config')).toEqual({ kind: 'file', file: 'app/conf/main.ts' });
    expect(reader.resolve('app/src/a.ts', '@/gone')).toEqual({ kind: 'unresolved', reason: 'cannot be resolved' });
    expect(reader.resolve('other/a.ts', 'tools/x')).toEqual({ kind: 'file', file: 'lib/tools/x.ts' });
  });

  it('reads the path mappings of a config once, whatever the number of its folders', () => {
    const parts = Array.from({ length: 150 }, (_, index) => `part${String(index)}`);
    const folders = Array.from({ length: 100 }, (_, index) => `app/folder${String(index)}`);
    const reader = readerFor({
      'app/tsconfig.json': json({ references: parts.map((part) => ({ path: `../${part}` })) }),
      ...Object.fromEntries(
        parts.map((part) => [`${part}/tsconfig.json`, json({ compilerOptions: { paths: { [part]: ['./a.ts'] } } })]),
      ),
      'part149/a.ts': '',
      ...Object.fromEntries(folders.map((folder) => [`${folder}/a.ts`, ''])),
    });
    for (const folder of folders)
      expect(reader.resolve(`${folder}/a.ts`, 'part149')).toEqual({ kind: 'file', file: 'part149/a.ts' });
    expect(reader.limits()).toEqual([]);
  });

  it('reports too many references once, and only if the referenced projects have paths', () => {
    const referring = (names: readonly string[]): string =>
      json({ references: names.map((name) => ({ path: `./${name}` })) });
    const names = Array.from({ length: 120 }, (_, index) => `part${String(index)}`);
    const withPaths = (paths: object): ReturnType<typeof readerFor> =>
      readerFor({
        ...Object.fromEntries(
          names.map((name) => [
            `${name}/tsconfig.json`,
            json({ references: names.map((other) => ({ path: `../${other}` })), compilerOptions: paths }),
          ]),
        ),
        'tsconfig.json': referring(names),
        'a.ts': '',
        'part1/a.ts': '',
        'part2/a.ts': '',
      });
    const shortfallsOf = (reader: ReturnType<typeof readerFor>): readonly string[] => {
      for (const file of ['a.ts', 'part1/a.ts', 'part2/a.ts']) reader.resolve(file, 'x');
      return reader.shortfalls();
    };
    expect(shortfallsOf(withPaths({ strict: true }))).toEqual([]);
    expect(shortfallsOf(withPaths({ paths: { x: ['./x.ts'] } }))).toEqual([
      'tsconfig.json and 2 other files: it refers to too many projects with paths: not all of them are used.',
    ]);
  });

  it('prefers the tsconfig given as an option', () => {
    const reader = readerFor(
      {
        'conf/ts.json': json({ compilerOptions: { paths: { '~/*': ['../src/*'] } } }),
        'src/a.ts': '',
        'tsconfig.json': '{}',
      },
      'conf/ts.json',
    );
    expect(reader.resolve('src/b.ts', '~/a')).toEqual({ kind: 'file', file: 'src/a.ts' });
  });

  it.each([
    ['package.json', { 'package.json': json({ name: 'top', workspaces: ['packages/*'] }) }],
    ['package.json with an object', { 'package.json': json({ workspaces: { packages: ['packages/**'] } }) }],
    [
      'pnpm',
      {
        'package.json': '{}',
        'pnpm-workspace.yaml': "packages:\n  # all\n  - 'packages/*'\n  - '!packages/old'\ncatalog:\n  - x\n",
      },
    ],
    ['lerna', { 'lerna.json': json({ packages: ['packages/*'] }) }],
  ])('follows packages of a workspace declared by %s, to their sources', (_name, files) => {
    const reader = readerFor({
      ...files,
      'packages/core/package.json': json({
        name: '@acme/core',
        main: 'dist/index.js',
        exports: { '.': { import: './dist/main.mjs' }, './http/*': './dist/http/*.js' },
      }),
      'packages/core/src/main.mts': '',
      'packages/core/src/http/get.ts': '',
      'packages/core/src/deep/x.ts': '',
    });
    expect(reader.resolve('packages/app/a.ts', '@acme/core')).toEqual({
      kind: 'file',
      file: 'packages/core/src/main.mts',
    });
    expect(reader.resolve('packages/app/a.ts', '@acme/core/http/get')).toEqual({
      kind: 'file',
      file: 'packages/core/src/http/get.ts',
    });
    expect(reader.resolve('packages/app/a.ts', '@acme/core/deep/x')).toEqual({
      kind: 'file',
      file: 'packages/core/src/deep/x.ts',
    });
    expect(reader.resolve('packages/app/a.ts', '@acme/other')).toEqual({ kind: 'package', name: '@acme/other' });
  });

  it("follows a package's own name and its #imports", () => {
    const reader = readerFor({
      'package.json': json({ name: 'me', exports: './lib/me.js', imports: { '#util/*': './src/util/*.js' } }),
      'lib/me.js': '',
      'src/util/a.ts': '',
    });
    expect(reader.resolve('src/x.ts', 'me')).toEqual({ kind: 'file', file: 'lib/me.js' });
    expect(reader.resolve('src/x.ts', '#util/a')).toEqual({ kind: 'file', file: 'src/util/a.ts' });
  });
});

describe('the search for APIs in a file', () => {
  it('finds base URLs, not links to documentation', () => {
    const reader = readerFor({
      'a.ts': "'https://api.acme.test/client/v9'",
      'b.ts': "const host = 'api.acme.test';",
      'c.ts': '// see https://api.acme.test/#zones-list',
      'd.ts': '`${HOST}/client/v9/x`',
    });
    expect(['a.ts', 'b.ts', 'c.ts', 'd.ts', 'gone.ts'].map((file) => reader.mentionsApi(file))).toEqual([
      ['acme'],
      ['acme'],
      [],
      ['acme'],
      undefined,
    ]);
  });
});

describe('the search for importers', () => {
  it('finds the importers of a file by every form of import', () => {
    const reader = readerFor({
      'package.json': json({ name: 'me', exports: { '.': './src/index.ts' } }),
      'tsconfig.json': json({ compilerOptions: { paths: { '@api': ['./src/api/client.ts'] } } }),
      'src/api/client.ts': 'export const x = 1;',
      'src/api/index.ts': "export * from './client';",
      'src/index.ts': '',
      'a.ts': "import { x } from './src/api/client.js';",
      'b.ts': "const c = require('./src/api');",
      'c.ts': "import { x } from '@api';",
      'd.ts': "export { x } from\n  './src/api/client';",
      'e.ts': "const m = await import('./src/api/client');",
      'f.ts': "import './src/other/client';",
      'g.ts': "import 'me';",
      'src/api/h.ts': "import '.';",
    });
    expect(reader.importers('src/api/client.ts')).toEqual(['a.ts', 'c.ts', 'd.ts', 'e.ts', 'src/api/index.ts']);
    expect(reader.importers('src/api/index.ts')).toEqual(['b.ts', 'src/api/h.ts']);
    expect(reader.importers('src/index.ts')).toEqual(['g.ts']);
    expect(reader.importers('a.ts')).toEqual([]);
    expect(reader.importers('src/api/client.ts', new Set())).toEqual([]);
  });

  it('finds importers with a word, in a folder of any name', () => {
    const reader = readerFor({
      'odd\nfolder/bells.ts': 'export const ring = 1;',
      'odd\nfolder/towers.ts': "import { ring } from './bells';",
      'odd\nfolder/others.ts': "import './bells';",
    });
    expect(reader.importers('odd\nfolder/bells.ts', new Set(['ring']))).toEqual(['odd\nfolder/towers.ts']);
  });
});

describe('the test for a possible export', () => {
  const files = {
    'own.ts': 'export const bell = 1;',
    'none.ts': 'export const tower = 1;',
    'barrel.ts': "export * from './none.js';\nexport * from './own.js';",
    'commented.ts': "export /* all */ * from './own.js';",
    'circle.ts': "export * from './circle.js';\nexport * from './none.js';",
    'others.ts': "import { tower } from './own.js';\nexport const ring = tower;",
    'whole.js': "module.exports = require('./own.js');",
    'assigned.ts': "import own = require('./own.js');\nexport = own;",
    'wrapped.js': "define(['./own.js'], (own) => own);",
    'escaped.ts': 'export const b\\u0065ll = 1;',
    'data.ts': "export * from './data.json';",
    'data.json': '{ "other": 1 }',
    'page.vue': '<script>export const tower = 1;</script>',
  };

  it('is true for files that may export the name', () => {
    const reader = readerFor(files);
    const may = Object.keys(files).filter((file) => reader.mayDeclare?.(file, 'bell'));
    expect(may).toEqual([
      'own.ts',
      'barrel.ts',
      'commented.ts',
      'whole.js',
      'assigned.ts',
      'wrapped.js',
      'escaped.ts',
      'data.ts',
      'data.json',
      'page.vue',
    ]);
    expect(reader.mayDeclare?.('missing.ts', 'bell')).toBe(true);
  });
});

describe('the list of imports of a file', () => {
  it('has the specifiers and targets, without parsing', () => {
    const reader = readerFor({
      'a.ts': "import { b } from './b.js';\nimport 'acme';\nexport * from './missing.js';",
      'b.ts': '',
      'data.json': '{ "text": "import \'./b.js\'" }',
    });
    expect(reader.importsOf?.('a.ts')).toEqual([
      { specifier: './b.js', target: 'b.ts' },
      { specifier: 'acme', target: undefined },
      { specifier: './missing.js', target: undefined },
    ]);
    expect(reader.importsOf?.('data.json')).toEqual([]);
  });
});
