import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseBaseline } from '../../src/scan/baseline/baseline-file.js';
import { checkShape, pathFrom } from '../../src/config/checked-json.js';
import { directivesIn } from '../directives-support.js';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { cli } from '../cli/support.js';
import { folder } from '../scanner/support.js';

const doc = (name: string): string => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
const blocks = (name: string, language: string): readonly string[] =>
  [...doc(name).matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map((match) => match[1] ?? '');

describe('the documentation of the configuration', () => {
  it('shows valid configurations and every key', () => {
    const shown = blocks('configuration', 'json');
    expect(shown).toHaveLength(3);
    for (const block of shown) expect(() => checkShape(JSON.parse(block), 'config', pathFrom('$'))).not.toThrow();
    const { properties } = JSON.parse(
      readFileSync(new URL('../../rules/config.schema.json', import.meta.url), 'utf8'),
    ) as { readonly properties: object };
    expect(
      Object.keys(properties).filter((key) => !doc('configuration').includes(`\`${key}\``) && key !== '$schema'),
    ).toEqual([]);
  });

  it('shows a valid baseline entry', () => {
    const [entry = ''] = blocks('baseline', 'json');
    expect(parseBaseline('docs', `{"version":1,"findings":[${entry}]}`)).toHaveLength(1);
  });

  it('shows valid directives for existing deprecations', () => {
    const [text = ''] = blocks('baseline', 'ts');
    const known = new Set(loadCatalogue().deprecations.map(({ id }) => id));
    const { notes } = directivesIn({ file: 'docs.ts', text, findings: [], asOf: '2026-01-01', knownIds: known });
    // The directives are unused, because the example has no findings.
    expect(notes.map(({ kind }) => kind)).toEqual(['unused', 'unused', 'unused']);
  });

  it.each([['ci'], ['baseline'], ['configuration'], ['pre-commit']])('names only existing flags: %s', async (name) => {
    const helps = await Promise.all(
      [
        ['scan', '--help-all'],
        ['init', '--help'],
      ].map((command) => cli(folder({}), command)),
    );
    const out = helps.map((help) => help.out).join('');
    const text = doc(name).replaceAll(/\bnpm install .*/g, '');
    const flags = new Set([...text.matchAll(/(?<![\w-])--[a-z][\w-]+/g)].map(([flag]) => flag));
    const foreign = new Set(['--no-install', '--all-files', '--rm', '--network']);
    expect([...flags].filter((flag) => !foreign.has(flag) && !out.includes(flag))).toEqual([]);
  });
});
