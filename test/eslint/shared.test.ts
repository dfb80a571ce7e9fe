import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SunsetPlugin } from '../../src/hosts/eslint/plugin-types.js';
import { API, folder, summary, write } from './support.js';
import type { Files } from './support.js';

/** Nested wrappers, a barrel, a cycle; the API's host and paths are in different files. */
const FILES: Files = {
  'base.js': `export const BASE = '${API}';\n`,
  'client.js': `import { BASE } from './base.js';\nimport { log } from './log.js';\nexport function send(path) { log(path); return fetch(BASE + path); }\n`,
  'log.js': `import { send } from './client.js';\nexport function log(path) { if (path === 1) send(path); }\n`,
  'zones.js': `import { send } from './lib/index.js';\nexport const inZone = (zone, rest) => send('/zones/' + zone + rest);\n`,
  'lib/index.js': `export * from '../client.js';\nexport * from './paths.js';\n`,
  'lib/paths.js': `export const RULES = '/pagerules';\nexport const OTHER = '/rulesets';\n`,
  'a.js': `import { inZone } from './zones.js';\nimport { RULES } from './lib/index.js';\ninZone(zone, RULES);\n`,
  'b.js': `import { inZone } from './zones.js';\nimport { OTHER } from './lib/paths.js';\ninZone(zone, OTHER);\n`,
  'c.js': `import { send } from './client.js';\nsend('/zones/1/pagerules');\n`,
  'd.js': `import { thing } from './missing.js';\nimport { send } from './client.js';\nsend('/zones/1' + thing);\n`,
};

const EDITS: readonly (readonly [file: string, text: string | undefined])[] = [
  ['lib/paths.js', `export const RULES = '/rulesets';\nexport const OTHER = '/pagerules';\n`],
  ['base.js', `export const BASE = 'https://api.example.com/client/v4';\n`],
  ['base.js', FILES['base.js']],
  ['missing.js', `export const thing = '/pagerules';\n`],
  ['client.js', `export function send(path) { return path; }\n`],
  ['client.js', FILES['client.js']],
  ['missing.js', undefined],
  ['missing.ts', `export const thing = '/pagerules';\n`],
  ['lib/index.js', `export * from './paths.js';\nexport const send = () => 1;\n`],
  ['lib/index.js', FILES['lib/index.js']],
  ['lib/paths.js', FILES['lib/paths.js']],
  ['zones.js', `export const inZone = (zone, rest) => fetch('https://other.example.com/zones/' + zone + rest);\n`],
];

describe('files linted in one process', () => {
  it('have the same findings in any order', async () => {
    const root = folder(FILES);
    const names = Object.keys(FILES);
    const expected = new Map<string, readonly string[]>();
    for (const name of names) expected.set(name, lintFile(await freshPlugin(), root, name, FILES));
    expect([...expected].filter(([, found]) => found.length > 0).map(([name]) => name)).toEqual(['a.js', 'c.js']);
    for (const order of [names, names.toReversed(), names.toSorted(), [...names, ...names.toReversed()]]) {
      const plugin = await freshPlugin();
      for (const name of order) expect([name, lintFile(plugin, root, name, FILES)]).toEqual([name, expected.get(name)]);
    }
  });

  it('have the findings of a new process after each edit', async () => {
    const files = { ...FILES };
    const root = folder(files);
    const plugin = await freshPlugin();
    const seen = new Set<string>();
    for (const name of Object.keys(files)) lintFile(plugin, root, name, files);
    for (const [index, [edited, text]] of EDITS.entries()) {
      if (text === undefined) {
        rmSync(join(root, edited));
        Reflect.deleteProperty(files, edited);
      } else {
        // An editor lints unsaved text, and again after saving.
        lintFile(plugin, root, edited, { [edited]: `${text}// not saved` });
        files[edited] = text;
        write(root, edited, text);
        lintFile(plugin, root, edited, files);
      }
      const names = index % 2 === 0 ? Object.keys(files) : Object.keys(files).toReversed();
      const fresh = await freshPlugin();
      for (const name of names) {
        const found = lintFile(plugin, root, name, files);
        expect([edited, name, found]).toEqual([edited, name, lintFile(fresh, root, name, files)]);
        if (found.length > 0) seen.add(`${String(index)} ${name}`);
      }
    }
    // Findings appear and disappear with the edits.
    expect([...seen].toSorted()).toEqual(
      // prettier-ignore
      ['0 b.js', '0 c.js', '10 a.js', '10 c.js', '10 d.js', '11 c.js', '11 d.js', '2 b.js', '2 c.js', '3 b.js', '3 c.js', '3 d.js', '5 b.js', '5 c.js', '5 d.js', '6 b.js', '6 c.js', '7 b.js', '7 c.js', '7 d.js', '8 c.js', '8 d.js', '9 b.js', '9 c.js', '9 d.js'],
    );
  });

  it('see saved text of other files and unsaved text of their own', async () => {
    const root = folder(FILES);
    const plugin = await freshPlugin();
    const found = lintFile(plugin, root, 'a.js', FILES);
    expect(found).toHaveLength(1);
    const typed = { 'lib/paths.js': `export const RULES = '/rulesets';\n` };
    expect(lintFile(plugin, root, 'lib/paths.js', typed)).toEqual([]);
    expect(lintFile(plugin, root, 'a.js', FILES)).toEqual(found);
    expect(lintFile(plugin, root, 'a.js', { 'a.js': FILES['b.js'] ?? '' })).toEqual([]);
    expect(lintFile(plugin, root, 'a.js', FILES)).toEqual(found);
  });

  it('are parsed at most once more when other files import them', async () => {
    const parsed: string[] = [];
    const parser: Linter.Parser = {
      parseForESLint(text, options: { readonly filePath: string }) {
        parsed.push(options.filePath.replace(/.*\//, ''));
        return typescriptParser.parseForESLint(text, options) as unknown as Linter.ESLintParseResult;
      },
    };
    const files = Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name.replace(/\.js$/, '.ts'), text]));
    const root = folder(files);
    const plugin = await freshPlugin();
    const names = Object.keys(files);
    for (const name of [...names, ...names]) lintFile(plugin, root, name, files, { parser });
    const times = (name: string): number => parsed.filter((one) => one === name).length;
    // Each file is linted twice; `base.ts` is never parsed again for files that import it.
    expect(times('base.ts')).toBe(2);
    expect(Math.max(...names.map((name) => times(name.replace(/.*\//, ''))))).toBeLessThanOrEqual(3);
  });

  it('are looked up again only after a change, not after a time', async () => {
    const files = { ...FILES };
    const root = folder(files);
    // Stamps of very recent changes are not trusted.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const plugin = await freshPlugin();
    const { work } = await import('../../src/core/lib/work.js');
    let since = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + since);
    onTestFinished(() => void vi.restoreAllMocks());
    const lintAll = (): readonly string[] =>
      Object.keys(files).filter((name) => lintFile(plugin, root, name, files).length > 0);
    expect([lintAll(), lintAll()]).toEqual([
      ['a.js', 'c.js'],
      ['a.js', 'c.js'],
    ]);
    const { pathsProbed, filesParsed, importsResolved } = work;
    expect(pathsProbed).toBeGreaterThan(0);
    for (let round = 0; round < 3; round += 1) {
      since += 40_000;
      expect(lintAll()).toEqual(['a.js', 'c.js']);
    }
    expect(work).toMatchObject({ pathsProbed, filesParsed, importsResolved });
    since += 40_000;
    write(root, 'missing.js', `export const thing = '/pagerules';\n`);
    expect(lintAll()).toEqual(['a.js', 'c.js', 'd.js']);
    expect(work.pathsProbed).toBeGreaterThan(pathsProbed);
  });

  it('are not looked up again when a configuration file is linted, unless it has changed', async () => {
    const config = (folderOfPaths: string): string =>
      `export default { resolve: { alias: { '~lib': '/${folderOfPaths}' } } };\n`;
    const files: Record<string, string> = {
      ...FILES,
      'vite.config.js': config('lib'),
      'e.js': `import { send } from './client.js';\nimport { RULES } from '~lib/paths.js';\nsend('/zones/1' + RULES);\n`,
    };
    const root = folder(files);
    // Stamps of very recent changes are not trusted.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const plugin = await freshPlugin();
    const { work } = await import('../../src/core/lib/work.js');
    // Cached lookups expire on a slow machine, which is not tested here.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => void vi.restoreAllMocks());
    const found = lintFile(plugin, root, 'e.js', files);
    expect(found).toHaveLength(1);
    const { pathsProbed } = work;
    expect(pathsProbed).toBeGreaterThan(0);
    expect(lintFile(plugin, root, 'vite.config.js', files)).toEqual([]);
    expect(lintFile(plugin, root, 'e.js', files)).toEqual(found);
    expect(work.pathsProbed).toBe(pathsProbed);

    files['vite.config.js'] = config('elsewhere');
    write(root, 'vite.config.js', files['vite.config.js']);
    expect(lintFile(plugin, root, 'vite.config.js', files)).toEqual([]);
    expect(lintFile(plugin, root, 'e.js', files)).toEqual([]);
    expect(work.pathsProbed).toBeGreaterThan(pathsProbed);
  });

  it('are followed with the parser and options of each linted file', async () => {
    // Only the TypeScript parser accepts the annotation.
    const root = folder({ ...FILES, 'lib/paths.js': `export const RULES: string = '/pagerules';\n` });
    const plugin = await freshPlugin();
    for (let round = 0; round < 2; round += 1) {
      expect(lintFile(plugin, root, 'a.js', FILES)).toEqual([]);
      expect(lintFile(plugin, root, 'a.js', FILES, { parser: typescriptParser })).toHaveLength(1);
    }
  });
});

/** Loads the plugin as a new process does. */
async function freshPlugin(): Promise<SunsetPlugin> {
  vi.resetModules();
  return (await import('../../src/index.js')).default;
}

function lintFile(
  plugin: SunsetPlugin,
  root: string,
  name: string,
  files: Files,
  languageOptions: Linter.LanguageOptions = {},
): readonly string[] {
  const config: Linter.Config[] = [
    plugin.configs.recommended,
    { files: ['**/*.{js,ts}'], languageOptions: { ...languageOptions } },
  ];
  const linter = new Linter({ cwd: root, configType: 'flat' });
  return summary(linter.verify(files[name] ?? '', config, { filename: join(root, name) }));
}
