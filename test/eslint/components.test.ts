import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as typescriptParser from '@typescript-eslint/parser';
import * as astroParser from 'astro-eslint-parser';
import { Linter } from 'eslint';
import { Parser } from 'htmlparser2';
import * as svelteParser from 'svelte-eslint-parser';
import { describe, expect, it } from 'vitest';
import * as vueParser from 'vue-eslint-parser';
import plugin from '../../src/index.js';
import { findingsOf, listFixtures } from '../fixtures-support.js';
import { lintIn } from './support.js';
import { readFileSync } from 'node:fs';

/** Place and confidence of a finding, from either host. */
interface HostFinding {
  readonly line: number;
  readonly column: number;
  readonly confidence: string;
}

const COMPONENTS = fileURLToPath(new URL('../../fixtures/components/', import.meta.url));
const FIXTURES = new Map(
  listFixtures()
    .filter(({ theme }) => theme === 'components')
    .map((fixture) => [fixture.name.slice('components/'.length), fixture]),
);

function scanned(project: string, file: string): readonly HostFinding[] {
  const fixture = FIXTURES.get(project);
  if (fixture === undefined) throw new Error(`no fixture ${project}`);
  const text = readFileSync(join(COMPONENTS, project, file), 'utf8');
  return findingsOf(fixture)
    .map(({ finding }) => finding)
    .filter(({ at }) => at.file === file)
    .map(({ at, confidence }) => {
      const before = text.slice(0, at.span[0]).split('\n');
      return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, confidence };
    })
    .sort((a, b) => a.line - b.line);
}

function linted(project: string, file: string, languageOptions: Linter.LanguageOptions): readonly HostFinding[] {
  const root = join(COMPONENTS, project);
  const text = readFileSync(join(root, file), 'utf8');
  return placesOf(lintIn(root, file, { languageOptions }, { [file]: text }));
}

function placesOf(messages: readonly Linter.LintMessage[]): readonly HostFinding[] {
  expect(messages.filter(({ fatal }) => fatal === true)).toEqual([]);
  return messages.map(({ line, column, messageId = '' }) => ({ line, column, confidence: messageId }));
}

const parserOptions = { parser: typescriptParser };

describe('the scanner and ESLint find the same', () => {
  it.each([
    ['vue', 'src/components/PageRules.vue', { parser: vueParser, parserOptions }, 4],
    ['vue', 'src/components/Legacy.vue', { parser: vueParser, parserOptions }, 1],
    ['svelte', 'src/Zone.svelte', { parser: svelteParser, parserOptions }, 2],
    ['svelte', 'src/Reactive.svelte', { parser: svelteParser, parserOptions }, 2],
  ])('in a component of %s: %s', (project, file, languageOptions, count) => {
    const found = scanned(project, file);
    expect(found).toHaveLength(count);
    expect(linted(project, file, languageOptions)).toEqual(found);
  });

  it('in an Astro component, except in browser scripts, which only its processor passes to ESLint', () => {
    const [above, below, ...others] = scanned('astro', 'src/Rules.astro');
    expect(others).toEqual([]);
    expect(below?.line).toBe(33);
    expect(linted('astro', 'src/Rules.astro', { parser: astroParser, parserOptions })).toEqual([above]);
  });

  it('in an HTML page, whose scripts a processor passes to ESLint one by one', () => {
    const text = readFileSync(join(COMPONENTS, 'html/src/index.html'), 'utf8');
    const linter = new Linter({ cwd: join(COMPONENTS, 'html'), configType: 'flat' });
    const messages = modulesIn(text).flatMap((script) =>
      linter.verify(script, [plugin.configs.recommended], { filename: join(COMPONENTS, 'html/src/index.html.js') }),
    );
    const modules = scanned('html', 'src/index.html').filter(({ line }) => line > 20);
    expect(modules).toHaveLength(2);
    expect(placesOf(messages)).toEqual(modules);
  });
});

/** Lists the modules of a page, with lines and columns kept. */
function modulesIn(text: string): readonly string[] {
  const scripts: string[] = [];
  let isModule = false;
  const parser = new Parser({
    onopentag: (name, { type }) => (isModule = name === 'script' && type === 'module'),
    ontext(code) {
      if (isModule) scripts.push(text.slice(0, parser.startIndex).replace(/[^\n]/g, ' ') + code);
    },
    onclosetag: () => (isModule = false),
  });
  parser.end(text);
  return scripts;
}
