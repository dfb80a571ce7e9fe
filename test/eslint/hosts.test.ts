import { spawnSync } from 'node:child_process';
import type { SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as babelParser from '@babel/eslint-parser';
import * as typescriptParser from '@typescript-eslint/parser';
import * as astroParser from 'astro-eslint-parser';
import { Linter } from 'eslint';
import * as svelteParser from 'svelte-eslint-parser';
import { describe, expect, it } from 'vitest';
import * as vueParser from 'vue-eslint-parser';
import plugin from '../../src/index.js';
import { API, folder, lint, summary } from './support.js';

const LinterOfEight = olderLinter('eslint-8');
const LinterOfNine = olderLinter('eslint-9');
const LinterOfOldestNine = olderLinter('eslint-9.0');

const PATHS = `export const PATH = '${API}/zones/1/pagerules';\n`;
const FOUND = (line: number): readonly string[] => [
  `${String(line)}:7-${String(line)}:11 sunset/no-deprecated-endpoint certain`,
];

describe('the plugin finds an imported path with the parser', () => {
  const script = "import { PATH } from './paths.js';\nfetch(PATH);\n";

  it.each([
    ['espree', 'a.js', script, {}, 2],
    [
      '@typescript-eslint/parser',
      'a.ts',
      script.replace('fetch(PATH)', 'fetch(PATH as string)'),
      { parser: typescriptParser },
      2,
    ],
    [
      'vue-eslint-parser',
      'a.vue',
      `<template><p>{{ PATH }}</p></template>\n<script setup>\n${script}</script>\n`,
      { parser: vueParser, parserOptions: { parser: typescriptParser } },
      4,
    ],
    [
      'vue-eslint-parser with parsers by language',
      'a.vue',
      `<script lang="ts">\n${script}</script>\n`,
      { parser: vueParser, parserOptions: { parser: { ts: typescriptParser, js: typescriptParser } } },
      3,
    ],
    [
      'vue-eslint-parser with parsers by language, one as a package name',
      'a.vue',
      `<script lang="ts">\n${script}</script>\n`,
      { parser: vueParser, parserOptions: { parser: { ts: typescriptParser, js: 'espree' } } },
      3,
    ],
    [
      'svelte-eslint-parser with a parser as a package name',
      'a.svelte',
      `<script lang="ts">\n${script}</script>\n`,
      { parser: svelteParser, parserOptions: { parser: '@typescript-eslint/parser' } },
      3,
    ],
    [
      'svelte-eslint-parser',
      'a.svelte',
      `<script lang="ts">\n${script}</script>\n<p>{PATH}</p>\n`,
      { parser: svelteParser, parserOptions: { parser: typescriptParser } },
      3,
    ],
    [
      'astro-eslint-parser',
      'a.astro',
      `---\n${script}---\n<p>{PATH}</p>\n`,
      { parser: astroParser, parserOptions: { parser: typescriptParser } },
      3,
    ],
  ])('%s', (_, file, text, languageOptions, line) => {
    expect(summary(lint({ [file]: text, 'paths.js': PATHS }, { languageOptions }))).toEqual(FOUND(line));
  });

  it('@babel/eslint-parser, with ESLint 9 on Node 20', () => {
    const root = folder({ 'a.js': script, 'paths.js': PATHS });
    const languageOptions = { parser: babelParser, parserOptions: { requireConfigFile: false } };
    const linter = new LinterOfNine({ cwd: root, configType: 'flat' });
    const messages = linter.verify(script, [plugin.configs.recommended, { languageOptions }], {
      filename: join(root, 'a.js'),
    });
    expect(summary(messages)).toEqual(FOUND(2));
  });

  it.each([
    ['vue', vueParser],
    ['svelte', svelteParser],
    ['astro', astroParser],
  ])("%s without an inner parser, with modules parsed by ESLint's parser", (extension, parser) => {
    const [open, close] = extension === 'astro' ? ['---', '---'] : ['<script>', '</script>'];
    const text = `${open}\n${script}fetch('${API}/zones/1/pagerules');\n${close}\n`;
    const messages = lint({ [`a.${extension}`]: text, 'paths.js': PATHS }, { languageOptions: { parser } });
    expect(summary(messages)).toEqual([...FOUND(3), '4:7-4:63 sunset/no-deprecated-endpoint certain']);
  });
});

describe('the plugin reports and suggests in ESLint version', () => {
  it.each([
    ['10', Linter],
    ['9', LinterOfNine],
    ['9.0.0', LinterOfOldestNine],
    ['8.57', LinterOfEight],
  ])('%s', (version, Host) => {
    const root = folder({ 'a.js': '', 'paths.js': PATHS });
    const linter = new Host({ cwd: root, configType: 'flat' });
    expect(linter.version.startsWith(version)).toBe(true);
    const text = `import { PATH } from './paths.js';\nfetch(PATH);\nfetch('${API}/zones/1/script_monitor');\n`;
    const messages = linter.verify(text, [plugin.configs.recommended], { filename: join(root, 'a.js') });
    expect(messages.map(({ line, messageId, suggestions }) => [line, messageId, suggestions?.[0]?.fix.text])).toEqual([
      [2, 'certain', undefined],
      [3, 'certain', 'page_shield'],
    ]);
  });
});

describe('a file of another language', () => {
  // Minimal language, as @eslint/json and others define one.
  const language = {
    fileType: 'text',
    lineStart: 1,
    columnStart: 0,
    nodeTypeKey: 'type',
    validateLanguageOptions: () => undefined,
    parse: () => ({ ok: true, ast: { type: 'Document' } }),
    createSourceCode: ({ body }: { readonly body: string }, { ast }: { readonly ast: object }) => ({
      text: body,
      ast,
      traverse: () => [{ kind: 1, type: 'visit', target: ast, phase: 1, args: [ast] }],
      getLoc: () => ({ start: { line: 1, column: 0 }, end: { line: 1, column: 0 } }),
      getRange: () => [0, 0],
    }),
  };

  it('is skipped even if it names the API', () => {
    const config = [
      plugin.configs.strict,
      { files: ['**/*.json'], plugins: { other: { languages: { data: language } } }, language: 'other/data' },
    ] as unknown as Linter.Config[];
    const verify = (file: string): unknown =>
      new Linter({ configType: 'flat' }).verify(`fetch("${API}/zones/1/pagerules");`, config, { filename: file });
    expect(verify('a.json')).toEqual([]);
    expect(verify('a.js')).toMatchObject([{ messageId: 'certain' }]);
  });
});

describe('an .eslintrc configuration', () => {
  const files = {
    'a.js': `import { PATH } from './paths.js';\nfetch(PATH);\nfetch('${API}/zones/1/script_monitor');\n`,
    'paths.js': PATHS,
    'near.js': `fetch('${API}/zones/1/page_shield');\n`,
  };

  it.each([
    ['eslint-8', 'legacy-recommended', [2, 3]],
    ['eslint-9', 'legacy-recommended', [2, 3]],
    ['eslint-8', 'legacy-strict', [2, 3]],
  ])('of %s loads the plugin by its package name, with the configuration %s', (host, config, lines) => {
    const eslintrc = {
      root: true,
      extends: [`plugin:sunset/${config}`],
      parserOptions: { ecmaVersion: 2022, sourceType: 'module' },
    };
    const { status, stdout, stderr } = lintWithEslintrc(host, eslintrc, files);
    expect(stderr).not.toMatch(/error/i);
    const results = JSON.parse(stdout) as readonly {
      readonly filePath: string;
      readonly messages: readonly { readonly line: number; readonly ruleId: string }[];
    }[];
    expect(
      Object.fromEntries(
        results.map(({ filePath, messages }) => [basename(filePath), messages.map(({ line }) => line)]),
      ),
    ).toEqual({ 'a.js': lines, 'near.js': [], 'paths.js': [1] });
    expect(status).toBe(1);
  });

  it('accepts settings and rule options', () => {
    const eslintrc = {
      root: true,
      plugins: ['sunset'],
      parserOptions: { ecmaVersion: 2022, sourceType: 'module' },
      settings: { sunset: { ignore: ['page-rules-api'] } },
      rules: { 'sunset/no-deprecated-endpoint': ['error', { ignore: ['page-shield-script-monitor'] }] },
    };
    expect(lintWithEslintrc('eslint-8', eslintrc, files).status).toBe(0);
    expect(lintWithEslintrc('eslint-8', { ...eslintrc, settings: {} }, files).status).toBe(1);
  });

  function lintWithEslintrc(host: string, eslintrc: object, texts: typeof files): SpawnSyncReturns<string> {
    const root = folder({ ...texts, '.eslintrc.json': JSON.stringify(eslintrc) });
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(fileURLToPath(new URL('../..', import.meta.url)), join(root, 'node_modules/eslint-plugin-sunset'));
    const program = createRequire(new URL(`hosts/${host}/package.json`, import.meta.url)).resolve(
      'eslint/package.json',
    );
    return spawnSync(process.execPath, [join(dirname(program), 'bin/eslint.js'), '--format', 'json', '.'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ESLINT_USE_FLAT_CONFIG: 'false' },
    });
  }
});

// Installed separately, because its builds for other systems make a lock file that `npm ci` refuses: see .ci/run.
const OXLINT = fileURLToPath(new URL('../../.cache/oxlint/node_modules/oxlint/bin/oxlint', import.meta.url));

describe.skipIf(!existsSync(OXLINT))('oxlint', () => {
  const entry = fileURLToPath(new URL('../../dist/bundle/index.js', import.meta.url));

  it('reports findings in a file and through its imports, and honours directives', () => {
    expect(existsSync(entry), 'npm run build comes first').toBe(true);
    const root = folder({
      'oxlintrc.json': JSON.stringify({
        jsPlugins: [{ name: 'sunset', specifier: entry }],
        categories: { correctness: 'off' },
        rules: Object.fromEntries(Object.keys(plugin.rules).map((name) => [`sunset/${name}`, 'error'])),
        settings: { sunset: { ignore: ['brotli-setting-api'] } },
      }),
      'a.ts': [
        `const id: string = 'x';`,
        `fetch(\`${API}/zones/\${id}/pagerules\`);`,
        `fetch('${API}/zones/1/settings/brotli');`,
        `fetch('${API}/zones/1/rate_limits'); // oxlint-disable-line sunset/no-deprecated-endpoint`,
        `fetch('${API}/zones/1/script_monitor');`,
        "import { PATH } from './paths.js';",
        'fetch(PATH);',
      ].join('\n'),
      'paths.js': PATHS,
      'silent.js': 'export const nothing = 1;\n',
    });
    const { stdout } = spawnSync(process.execPath, [OXLINT, '-c', 'oxlintrc.json', '--format', 'json', '.'], {
      cwd: root,
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: {
        message: string;
        code: string;
        filename: string;
        labels: { span: { line: number; column: number } }[];
      }[];
    };
    expect(
      diagnostics
        .map(
          ({ code, filename, labels }) =>
            `${filename}:${String(labels[0]?.span.line)}:${String(labels[0]?.span.column)} ${code}`,
        )
        .sort(),
    ).toEqual([
      'a.ts:2:7 sunset(no-deprecated-endpoint)',
      'a.ts:5:7 sunset(no-deprecated-endpoint)',
      'a.ts:7:7 sunset(no-deprecated-endpoint)',
      'paths.js:1:21 sunset(no-deprecated-endpoint)',
    ]);
    const said = lint({ 'a.js': `fetch('${API}/zones/1/script_monitor');` }).map(({ message }) => message);
    expect(diagnostics.map(({ message }) => message)).toEqual(expect.arrayContaining(said));
  });
});

function olderLinter(host: string): typeof Linter {
  const from = createRequire(new URL(`hosts/${host}/package.json`, import.meta.url));
  return (from('eslint') as { readonly Linter: typeof Linter }).Linter;
}
