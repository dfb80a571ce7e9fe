import { symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import * as typescriptParser from '@typescript-eslint/parser';
import type { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { API, folder, lint, lintIn, summarise, write } from './support.js';

const CALL = "import { PATH } from './paths.js';\nfetch(PATH);\n";
const FOUND = ['2:7-2:11 sunset/no-deprecated-endpoint certain'];

describe('imports of a linted file', () => {
  it.each([
    ['by its name', 'paths.js', './paths.js'],
    ['without extension', 'paths.js', './paths'],
    ['of a folder', 'paths/index.js', './paths'],
    ['of a folder through a parent folder', 'paths/index.js', './sub/../paths/'],
  ])('are followed to a file %s', (_, file, specifier) => {
    const files = {
      'a.js': `import { PATH } from '${specifier}';\nfetch(PATH);\n`,
      [file]: `export const PATH = '${API}/zones/1/pagerules';`,
    };
    expect(summarise(lint(files))).toEqual(FOUND);
  });

  it('are followed although links beside them form a cycle', () => {
    const files = { 'a.js': CALL, 'paths.js': `export const PATH = '${API}/zones/1/pagerules';` };
    const root = folder(files);
    for (const [from, to] of [
      ['before', 'after'],
      ['after', 'before'],
    ] as const)
      symlinkSync(to, join(root, from));
    expect(summarise(lintIn(root, 'a.js', {}, files))).toEqual(FOUND);
  });

  it('are parsed by the parser of the linted file', () => {
    const files = { 'a.ts': CALL, 'paths.ts': `export const PATH: string = '${API}/zones/1/pagerules' as const;` };
    const linted = lintIn(folder(files), 'a.ts', { languageOptions: { parser: typescriptParser } }, files);
    expect(summarise(linted)).toEqual(FOUND);
  });

  it('are parsed without the project of the parser, which would be expensive', () => {
    const receivedOptions: Readonly<Record<string, unknown>>[] = [];
    const parser: Linter.Parser = {
      parse(text, options: Readonly<Record<string, unknown>>) {
        receivedOptions.push(options);
        return typescriptParser.parse(text, { ...options, project: null });
      },
    };
    const files = { 'a.ts': CALL, 'paths.ts': `export const PATH: string = '${API}/zones/1/pagerules' as const;` };
    expect(
      summarise(lint(files, { languageOptions: { parser, parserOptions: { project: './tsconfig.json', own: 1 } } })),
    ).toEqual(FOUND);
    expect(
      receivedOptions.map(({ project, own, filePath }) => [project, own, String(filePath).replace(/.*\//, '')]),
    ).toEqual([
      ['./tsconfig.json', 1, 'a.ts'],
      [undefined, 1, 'paths.ts'],
    ]);
  });

  it.each([
    ['are parsed without the configured TypeScript parser', 'typescript-eslint/parser', 'string', 'a.ts', FOUND],
    ['are parsed by a wrapper of the TypeScript parser', 'ours', 'string', 'a.ts paths.ts', FOUND],
    [
      'are parsed by the TypeScript parser if they have syntax errors',
      'typescript-eslint/parser',
      '',
      'a.ts paths.ts paths.ts paths.ts',
      [],
    ],
  ])('to TypeScript %s', (_, name, type, expectedFiles, expectedFindings) => {
    const parsedFiles: string[] = [];
    const parser: Linter.Parser = {
      meta: { name },
      parseForESLint(text, options: { readonly filePath: string }) {
        parsedFiles.push(options.filePath.replace(/.*[\\/]/, ''));
        return typescriptParser.parseForESLint(text, options) as unknown as Linter.ESLintParseResult;
      },
    };
    const files = { 'a.ts': CALL, 'paths.ts': `export const PATH: ${type} = '${API}/zones/1/pagerules';` };
    expect(summarise(lint(files, { languageOptions: { parser } }))).toEqual(expectedFindings);
    expect(parsedFiles.join(' ')).toBe(expectedFiles);
  });

  it('are followed from JavaScript to TypeScript, unless it has syntax errors', () => {
    const importing = (type: string): Record<string, string> => ({
      'a.js': CALL,
      'paths.ts': `export const PATH: ${type} = '${API}/zones/1/pagerules' as const;`,
    });
    expect(summarise(lint(importing('string')))).toEqual(FOUND);
    expect(summarise(lint(importing('')))).toEqual([]);
  });

  it('are not followed into TypeScript that is too deeply nested, while other imports are', () => {
    const deep = `${'[\n'.repeat(5000)}${']'.repeat(5000)}`;
    const files = {
      'a.ts': `${CALL}import { OTHER } from './other.js';\nfetch(OTHER);\n`,
      'paths.ts': `export const PATH = '${API}/zones/1/pagerules';\nexport const deep = ${deep};`,
      'other.ts': `export const OTHER = '${API}/zones/1/pagerules';`,
    };
    expect(summarise(lint(files, { languageOptions: { parser: typescriptParser } }))).toEqual([
      '4:7-4:12 sunset/no-deprecated-endpoint certain',
    ]);
  });

  it('are followed through barrels, cycles and files with syntax errors', () => {
    const files = {
      'a.js': "import { PATH } from './barrel.js';\nfetch(PATH);\n",
      'barrel.js': "export * from './broken.js';\nexport * from './a.js';\nexport * from './paths.js';",
      'broken.js': 'export const = ;',
      'paths.js': `export * from './barrel.js';\nexport const PATH = '${API}/zones/1/pagerules';`,
    };
    expect(summarise(lint(files))).toEqual(FOUND);
  });

  it('include settings files, which set environment variables to base URLs', () => {
    const code = "fetch(process.env.CF_API + '/zones/1/filters');\n";
    const files = { 'src/a.js': code, '.env': `CF_API=${API}\n` };
    const root = folder(files);
    expect(summarise(lintIn(root, 'src/a.js', {}, files))).toEqual(['1:7-1:46 sunset/no-deprecated-endpoint probable']);
    write(root, '.env', 'CF_API=https://api.example.com/client\n');
    const changedFiles = { ...files, '.env': 'CF_API=https://api.example.com/client\n' };
    expect(summarise(lintIn(root, 'src/a.js', {}, changedFiles))).toEqual([]);
  });

  it('are not followed to packages or undeclared aliases', () => {
    const paths = `export const PATH = '${API}/zones/1/pagerules';`;
    for (const specifier of ['@/paths.js', '~/paths.js', '#paths', 'paths']) {
      expect(
        lint({
          'a.js': CALL.replace('./paths.js', specifier),
          'paths.js': paths,
          'node_modules/paths/index.js': paths,
        }),
      ).toEqual([]);
    }
  });

  it('are not followed if followImports is false', () => {
    const files = { 'a.js': CALL, 'paths.js': `export const PATH = '${API}/zones/1/pagerules';` };
    expect(lint(files, { settings: { followImports: false } })).toEqual([]);
  });

  it('lead to new results after a change of the imported file', () => {
    const files = {
      'a.js': `// cloudflare: '${API}'\n${CALL}`,
      'paths.js': `export const PATH = '${API}/zones/1/pagerules';`,
    };
    const root = folder(files);
    expect(lintIn(root, 'a.js', {}, files)).toHaveLength(1);
    write(root, 'paths.js', `export const PATH = '${API}/zones/1/rulesets';`);
    expect(lintIn(root, 'a.js', {}, files)).toEqual([]);
    write(root, 'paths.js', `export const PATH = '${API}/zones/1/pagerules';`);
    utimesSync(join(root, 'paths.js'), 1, 1);
    expect(lintIn(root, 'a.js', {}, files)).toHaveLength(1);
  });

  it('are followed to a limited depth', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`m${String(index)}.js`, `export * from './m${String(index + 1)}.js';`]),
    );
    const lastFile = { 'm12.js': `export const PATH = '/pagerules';` };
    const importingFrom = (start: number): string =>
      `import { PATH } from './m${String(start)}.js';\nfetch('${API}/zones/1' + PATH);\n`;
    expect(lint({ 'a.js': importingFrom(8), ...chain, ...lastFile })).toHaveLength(1);
    expect(lint({ 'a.js': importingFrom(1), ...chain, ...lastFile })).toEqual([]);
  });

  it('are not followed for names whose values contain no deprecated path', () => {
    const module = `export const PATH = '${API}/zones/1/pagerules';\nexport const get = (url) => fetch(url);\n`;
    const importOfName = { 'a.js': "import { get } from './paths.js';\nget('/zones/1/bells');\n", 'paths.js': module };
    expect(lint(importOfName)).toEqual([]);
    const importOfNamespace = {
      'a.js': "import * as all from './paths.js';\nall.get(all.PATH);\n",
      'paths.js': module,
    };
    expect(lint(importOfNamespace)).toHaveLength(1);
  });

  it('are ignored in minified files, which are not linted either, as in a scan', () => {
    const code = `import{PATH}from'./paths.js';fetch(PATH);fetch('${API}/zones/1/pagerules');`;
    const padding = 'f(a.b,c);'.repeat(1000);
    const files = { 'a.js': code + padding, 'paths.js': `export const PATH = '${API}/zones/1/pagerules';` };
    expect(lint(files)).toEqual([]);
    expect(lint({ ...files, 'a.js': code + padding.replaceAll(';', ';\n') })).toHaveLength(2);
    expect(lint({ ...files, 'a.js': code })).toHaveLength(2);
  });
});

describe('a JSON file that is imported', () => {
  const call = `import config from './api.json' with { type: 'json' };
fetch(config.base + config.rules);
fetch(config.base + config.live);
`;
  const config = (base: string): string =>
    JSON.stringify({ base, rules: '/zones/1/pagerules', live: '/zones/1/dns_records' });

  it('is evaluated as a module', () => {
    expect(lint({ 'a.mjs': call, 'api.json': config(API) }).map(({ line }) => line)).toEqual([2]);
  });

  it('excludes findings if its base URL is of another host', () => {
    expect(lint({ 'a.mjs': call, 'api.json': config('https://api.example.com') })).toEqual([]);
  });

  it('is read again after a change', () => {
    const files = { 'a.mjs': call, 'api.json': config('https://api.example.com') };
    const root = folder(files);
    const before = lintIn(root, 'a.mjs', {}, files).length;
    write(root, 'api.json', config(API));
    expect([before, lintIn(root, 'a.mjs', {}, { 'a.mjs': `${call}\n` }).length]).toEqual([0, 1]);
  });
});
