import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { prose, table } from '../../tools/docs/markdown.js';
import { deprecationPages } from '../../tools/docs/deprecation-pages.js';
import { scan } from '../../src/scan/index.js';
import { folder } from '../scanner/support.js';

const ROOT = new URL('../../', import.meta.url);
const FOLDER = new URL('docs/deprecations/', ROOT);
const { deprecations } = loadCatalogue();
const IDS = deprecations.map(({ id }) => id);
const readText = (url: URL): string => readFileSync(url, 'utf8').replaceAll('\r\n', '\n');
const page = (id: string): string => readText(new URL(`${id}.md`, FOLDER));

/** Finds the blocks of code of a page by the word above each. */
function blocks(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/^(\w+):\n\n```ts\n([^]*?)^```$/gm)].map(([, title = '', code = '']) => [title, code]),
  );
}

/** Lists ids of findings in each file. */
async function foundIn(files: Readonly<Record<string, string>>): Promise<Readonly<Record<string, readonly string[]>>> {
  const { findings } = await scan({ root: folder(files), asOf: '2026-11-22', minConfidence: 'possible' });
  return Object.fromEntries(
    Object.keys(files).map((name) => [
      name,
      findings.filter(({ file }) => file === name).map(({ deprecation }) => deprecation),
    ]),
  );
}

describe('docs/deprecations', () => {
  let wanted: ReadonlyMap<string, string>;
  beforeAll(async () => {
    wanted = await deprecationPages(fileURLToPath(ROOT));
  });

  it('contains a page for each deprecation, an index, and no other file', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(['README.md', ...IDS.map((id) => `${id}.md`)].sort());
  });

  it('is up to date with the catalogue', () => {
    const current = [...wanted.keys()].map((file) => [file, readText(new URL(file, ROOT))] as const);
    expect(new Map(current)).toEqual(new Map(wanted));
  });

  it('shows deprecated code that a scan reports', async () => {
    const files = Object.fromEntries(IDS.map((id) => [`${id}.ts`, blocks(page(id)).get('Before') ?? '']));
    const found = await foundIn(files);
    expect(found).toEqual(Object.fromEntries(IDS.map((id) => [`${id}.ts`, [id]])));
  });

  it('shows replacement code that a scan does not report', async () => {
    const files = Object.fromEntries(
      IDS.flatMap((id) => {
        const after = blocks(page(id)).get('After');
        return after === undefined ? [] : [[`${id}.ts`, after]];
      }),
    );
    expect(Object.keys(files).length).toBeGreaterThan(11);
    expect(Object.values(await foundIn(files)).flat()).toEqual([]);
  });

  it('names each operation and its end of life', () => {
    for (const deprecation of deprecations) {
      const text = page(deprecation.id);
      const paths = 'endpoints' in deprecation ? deprecation.endpoints.map((endpoint) => endpoint.path.text) : [];
      expect(paths.filter((path) => !text.includes(`${path}\``))).toEqual([]);
      expect(text).toContain(`| \`specification\` | 2024-06-16 | ${deprecation.endOfLife ?? ''} |`);
    }
  });

  it('names differences between the editions', () => {
    expect(page('page-rules-api')).toMatch(/^\| `current` \| [\d-]+ \| cancelled \|/m);
    expect(page('brotli-setting-api')).toMatch(/^\| `current` \| [\d-]+ \| 2024-08-15 \|/m);
  });

  it('links only to URLs in the catalogue', () => {
    const known = JSON.stringify([loadCatalogue(), loadCatalogue({ edition: 'current' })]);
    const given = ['README', ...IDS].flatMap((id) =>
      [...page(id).matchAll(/\]\((https?:[^)]+)\)/g)].map((match) => match[1] ?? ''),
    );
    expect(given.length).toBeGreaterThan(40);
    expect(given.filter((url) => !known.includes(`"${url}"`))).toEqual([]);
  });

  it('lists all deprecations, and below them those of the other edition alone', () => {
    const [own = '', more = ''] = page('README').split('\n## ');
    const rows = (text: string): readonly string[] =>
      [...text.matchAll(/^\|.*?\| `([\w-]+)` \|/gm)].map((match) => match[1] ?? '');
    expect(rows(own)).toEqual(IDS);
    expect([...own.matchAll(/\]\(([\w-]+)\.md\)/g)].map((match) => match[1])).toEqual(IDS);
    const current = loadCatalogue({ edition: 'current' }).deprecations.map(({ id }) => id);
    expect(rows(more)).toEqual(current.filter((id) => !IDS.includes(id)));
  });

  it('says whether --fix can change the code', () => {
    expect(page('page-shield-script-monitor')).toContain('`npx sunset-lint --fix` makes this change.');
    expect(page('rate-limiting-api')).toContain('`--fix` leaves this to you');
  });
});

describe('generated Markdown', () => {
  it('escapes tags, emphasis and ends of cells', () => {
    expect(prose('<b> of members.*, 2 < 3')).toBe('&lt;b> of members.\\*, 2 < 3');
    expect(table(['A'], [['x | y']])).toBe('| A |\n|---|\n| x \\| y |');
  });
});
