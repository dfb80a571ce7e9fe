import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPTIONS, findSections } from '../search-query.mjs';
import { openSite } from './support.js';
import type { Site } from './support.js';

const INDEX = fileURLToPath(new URL('../out/search.json', import.meta.url));

let site: Site;
let index: MiniSearch;

beforeAll(async () => {
  index = MiniSearch.loadJSON(readFileSync(INDEX, 'utf8'), OPTIONS);
  site = await openSite();
});

afterAll(() => site.close());

it.each([
  ['silence', 'docs/silence-a-finding/'],
  ['suppress', 'docs/silence-a-finding/'],
  ['baseline', 'docs/baseline/'],
  ['why not reported', 'docs/silence-a-finding/#why-is-a-call-not-reported'],
  ['eslint baseline', 'docs/eslint/#one-baseline'],
  ['exit code', 'docs/command-line/#exit-codes'],
  ['pre-commit', 'docs/pre-commit/#pre-commit'],
  ['monorepo', 'docs/monorepos/'],
  ['openai models', 'docs/models/'],
  ['python', 'docs/python/'],
  ['terraform', 'docs/terraform/'],
  ['playground', 'playground/'],
  ['offline', 'docs/faq/'],
  ['privacy', 'docs/faq/'],
  ['github action', 'docs/ci/#github-actions'],
  ['sarif', 'docs/reports/#github-code-scanning-sarif'],
  ['own api', 'docs/your-own-api/'],
  ['false alarm', 'docs/troubleshooting/#a-finding-is-wrong'],
  ['dates', 'docs/catalogues/#dates'],
  ['upgrade', 'docs/upgrading/'],
  ['semgrep', 'docs/from-grep-or-semgrep/'],
])('the first three results for %s have %s', (words, address) => {
  const hits = findSections(index, words).slice(0, 3);
  expect(hits.map((hit) => String(hit['url']))).toContain(address);
});

it('the search finds nothing for a word of no page', () => {
  expect(findSections(index, 'kangaroo')).toEqual([]);
});

it('the index has less than 1.5 MB, 300 kB of them sent, and no texts', () => {
  expect(statSync(INDEX).size).toBeLessThan(1_500_000);
  expect(gzipSync(readFileSync(INDEX)).length).toBeLessThan(300_000);
  expect(readFileSync(INDEX, 'utf8')).not.toContain('Scanned code is never run');
});

it('results have a passage of their section, with the found words marked', async () => {
  const page = await site.context.newPage();
  await page.goto(site.root);
  await page.getByRole('searchbox').fill('update baseline');
  await page.getByRole('searchbox').press('Enter');
  const result = page.locator('#results li', { has: page.getByRole('link', { name: 'Update it' }) });
  await expect.poll(() => result.locator('.excerpt mark').count()).toBeGreaterThan(1);
  const markedWords = await result.locator('mark').allInnerTexts();
  expect(new Set(markedWords.map((word) => word.toLowerCase()))).toEqual(new Set(['update', 'baseline']));
  const passage = await result.locator('.excerpt').innerText();
  expect(passage.length).toBeGreaterThan(100);
  expect(passage.length).toBeLessThan(250);
  await result.getByRole('link').click();
  expect(page.url()).toMatch(/\/docs\/baseline\/#update-it$/);
  const words = passage.replaceAll('…', '').trim();
  expect((await page.locator('main').innerText()).replaceAll(/\s+/g, ' ')).toContain(words.slice(0, 40));
  await page.close();
});

it('the words of a search are shown as text', async () => {
  const page = await site.context.newPage();
  await page.goto(`${site.root}search/?q=${encodeURIComponent('<img src=x> baseline')}`);
  await expect.poll(() => page.locator('#status').innerText()).toContain('<img src=x> baseline');
  expect(await page.locator('main img').count()).toBe(0);
  await page.close();
});
