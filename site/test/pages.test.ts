import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import { siteData } from '../data/index.js';
import { ANSWERED, faultsOf, openSite } from './support.js';
import type { Site } from './support.js';

const OUT = fileURLToPath(new URL('../out/', import.meta.url));
const FILES = readdirSync(OUT, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
const read = (file: string): string => readFileSync(OUT + file, 'utf8');

/** One page of each kind. */
const KINDS = [
  '',
  'playground/',
  'docs/ci/',
  'docs/rules/no-deprecated-field/',
  'deprecations/',
  'deprecations/page-rules-api/',
  'deprecations/openai/gpt-5/',
  'vendors/',
  'vendors/openai/',
  'ends/',
  'search/?q=baseline',
];

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

it.each(KINDS)(
  'the page /%s has no accessibility fault found by axe, and fits a phone, a tablet and a desktop screen',
  async (path) => {
    const page = await site.context.newPage();
    await page.goto(site.root + path);
    if (path === 'playground/') {
      await expect.poll(() => page.locator('#status').innerText()).toMatch(ANSWERED);
      for (const summary of await page.locator('summary').all()) await summary.click();
    }
    for (const [colorScheme, width] of [
      ['light', 360],
      ['dark', 360],
      ['light', 768],
      ['dark', 1280],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(Number(await page.evaluate('document.documentElement.scrollWidth'))).toBeLessThanOrEqual(width);
      expect(await faultsOf(page), `${colorScheme}, ${width} pixels`).toEqual([]);
    }
    await page.close();
  },
);

it('the site has all targets of its links', () => {
  const pages = FILES.filter((file) => file.endsWith('.html'));
  const ids = new Map(
    pages.map((file) => [file, new Set([...read(file).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]),
  );
  const missing = pages.flatMap((file) =>
    [...read(file).matchAll(/ (?:href|src|action)="([^"]*)"/g)].flatMap(([, link = '']) => {
      if (/^https?:/.test(link)) return [];
      const [path = '', hash] = link.split('#');
      const target =
        path === '' ? file : posix.join(posix.dirname(file), path.endsWith('/') ? `${path}index.html` : path);
      const isThere = FILES.includes(target) && (hash === undefined || ids.get(target)?.has(hash) === true);
      return isThere ? [] : [`${file}: ${link}`];
    }),
  );
  expect(missing).toEqual([]);
});

it('the site has a page for every deprecation and vendor at the address of its id', () => {
  const apis = packagedApis();
  const catalogues = [loadCatalogue({ apis }), loadCatalogue({ apis, edition: 'current' })];
  const ids = catalogues.flatMap(({ deprecations }) => deprecations.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(500);
  expect(ids.filter((id) => !FILES.includes(`deprecations/${id}/index.html`))).toEqual([]);
  expect(['cloudflare', ...apis].filter((id) => !FILES.includes(`vendors/${id}/index.html`))).toEqual([]);
});

it('the playground loads less than 1.5 MB, without the compiler', () => {
  const loaded = FILES.filter((file) => /^(?:playground\/.*\.|site\.)\w+$/.test(file) && !/compiler-/.test(file));
  const bytes = loaded.reduce((sum, file) => sum + gzipSync(readFileSync(OUT + file)).length, 0);
  expect(FILES.some((file) => /compiler-/.test(file))).toBe(true);
  expect(bytes).toBeGreaterThan(400_000);
  expect(bytes).toBeLessThan(1_500_000);
});

it('the playground has the library versions of the command line', () => {
  const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  const page = read('third-party-licenses/index.html');
  for (const name of ['@lezer/python', '@lezer/javascript', 'brace-expansion', 'jsonc-parser', 'unbash', 'yaml'])
    expect(page).toContain(`>${name} ${devDependencies[name] ?? ''}</h2>`);
});

it('the search finds words in sections of all pages', async () => {
  const page = await site.context.newPage();
  await page.goto(site.root);
  await page.getByRole('searchbox').fill('update baseline');
  await page.getByRole('searchbox').press('Enter');
  await expect.poll(() => page.locator('#results li').count()).toBeGreaterThan(1);
  const link = page.locator('#results a').first();
  const title = await link.innerText();
  await link.click();
  expect(page.url()).toContain('/docs/');
  expect(await page.locator('main').innerText()).toContain(title);
  await page.close();
});

it.each([
  ['silence', 'Silence or suppress a finding'],
  ['suppress', 'Silence or suppress a finding'],
  ['baseline', 'Baseline'],
  ['why not reported', 'Why is a call not reported?'],
  ['eslint baseline', 'One baseline'],
  ['semgrep', 'From grep or Semgrep'],
])('the search for %s has first: %s', async (words, title) => {
  const page = await site.context.newPage();
  await page.goto(`${site.root}search/?q=${encodeURIComponent(words)}`);
  await expect.poll(() => page.locator('#results a').count()).toBeGreaterThan(1);
  expect(await page.locator('#results a').first().innerText()).toBe(title);
  await page.close();
});

it('the page and the calendar have the same ends', () => {
  const calendar = read('ends.ics');
  const lines = calendar.split('\r\n');
  expect(lines.at(-1)).toBe('');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  const values = (name: string): readonly string[] =>
    calendar
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .flatMap((line) => (line.startsWith(name) ? [line.slice(name.length)] : []));
  const days = values('DTSTART;VALUE=DATE:');
  expect(days.length).toBeGreaterThan(0);
  expect(new Set(values('UID:')).size).toBe(days.length);
  const page = read('ends/index.html');
  expect([...page.matchAll(/<tr>\s*<td>/g)]).toHaveLength(days.length);
  const [, today = ''] = /As of (\d{4}-\d{2}-\d{2})/.exec(page) ?? [];
  const [first, last] = [today, `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`].map((day) =>
    day.replaceAll('-', ''),
  );
  expect(days.every((day) => day >= (first ?? '') && day <= (last ?? ''))).toBe(true);
  expect(values('DTSTAMP:').every((stamp) => stamp === `${first}T000000Z`)).toBe(true);
});

it('the calendar keeps the id and the day of an event in later builds', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const [first = new Map<string, string>(), second = first] = ['2026-11-25', '2026-12-02'].map((today) => {
    const events = siteData(root, today, new Set()).calendar.matchAll(
      /^UID:(.*)\r\n[^]*?^DTSTART;VALUE=DATE:(.*)\r$/gm,
    );
    return new Map([...events].map(([, id = '', day = '']) => [id, day]));
  });
  const both = [...first].filter(([id]) => second.has(id));
  expect(both.length).toBeGreaterThan(10);
  expect(both.filter(([id, day]) => second.get(id) !== day)).toEqual([]);
  expect([...first].filter(([id, day]) => !second.has(id) && day >= '20261202')).toEqual([]);
});

it('the site requests nothing from other servers', () => {
  expect(site.requests.filter((url) => !url.startsWith(site.root))).toEqual([]);
});
