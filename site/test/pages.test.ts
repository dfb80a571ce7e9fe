import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import { writePages } from '../eleventy.config.mjs';
import { siteAddress } from '../links.mjs';
import { ANSWER_STATUS, faultsOnScreens, openSite } from './support.js';
import type { Site } from './support.js';

const OUT = fileURLToPath(new URL('../out/', import.meta.url));
const FILES = readdirSync(OUT, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
const read = (file: string): string => readFileSync(OUT + file, 'utf8');

/** One page of each kind. */
const PAGE_PATHS = [
  '',
  'readme/',
  'playground/',
  'docs/ci/',
  'docs/rules/no-deprecated-field/',
  'deprecations/',
  'deprecations/page-rules-api/',
  'deprecations/openai/gpt-5/',
  'vendors/',
  'vendors/openai/',
  'vendors/cloudflare/',
  'ends/?vendor=openai&vendor=gemini',
  'search/?q=baseline',
];

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

it.each(PAGE_PATHS)(
  'the page /%s has no accessibility fault found by axe, and fits each screen, in both color schemes',
  async (path) => {
    const page = await site.context.newPage();
    await page.goto(site.root + path);
    if (path === 'playground/') {
      await expect.poll(() => page.locator('#status').innerText()).toMatch(ANSWER_STATUS);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await page.locator('article .about .place').first().click();
    }
    if (path.startsWith('search/')) await expect.poll(() => page.locator('.excerpt mark').count()).toBeGreaterThan(20);
    expect(await faultsOnScreens(page)).toEqual([]);
    await page.close();
  },
  180_000,
);

/** Whether a fragment is a program for the playground. */
function isProgram(file: string, hash: string): boolean {
  return file === 'playground/index.html' && /^2\.[\w-]+$/.test(hash);
}

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
      const isPresent =
        FILES.includes(target) &&
        (hash === undefined || isProgram(target, hash) || ids.get(target)?.has(hash) === true);
      return isPresent ? [] : [`${file}: ${link}`];
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
  const loadedFiles = FILES.filter((file) => /^(?:playground\/.*\.|site\.)\w+$/.test(file) && !/compiler-/.test(file));
  const bytes = loadedFiles.reduce((sum, file) => sum + gzipSync(readFileSync(OUT + file)).length, 0);
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

it('the first page has a program, the findings that the engine reports for it, and a link that opens it', async () => {
  const page = await site.context.newPage();
  await page.goto(site.root);
  expect(await page.locator('figcaption').allInnerTexts()).toEqual(['limits.ts', 'edge.ts', 'assistant.ts']);
  const messages = await page.locator('.finding .message').allInnerTexts();
  expect(messages).toEqual([
    'GET /zones/{zone_id}/rate_limits ended on 2025-06-15; use Rate limiting rules (new version, ruleset-engine based).',
    expect.stringMatching(/^model: gpt-4o in POST \/chat\/completions end(?:s|ed) on 2027-01-14; use gpt-/),
  ]);
  expect(await page.locator('.graph .node .place').allInnerTexts()).toEqual([
    'edge.ts, line 1',
    'limits.ts, line 3',
    'limits.ts, line 3',
    'edge.ts, line 4',
  ]);
  await page.getByRole('link', { name: 'Open the program in the playground' }).click();
  await expect.poll(() => page.locator('#status').innerText()).toMatch(/^2 findings\./);
  expect((await page.locator('article h3').allInnerTexts()).sort()).toEqual([...messages].sort());
  await page.close();
});

it('the first page links all vendors, and says the reasons and the commands of the read-me file', () => {
  const home = read('index.html');
  expect([...home.matchAll(/<li><a href="vendors\/[^"]+\/">/g)]).toHaveLength(packagedApis().length + 1);
  for (const text of ['It resolves requests', 'It proves the host', 'npx sunset-lint init', 'npm ci'])
    expect(home).toContain(text);
  expect(read('readme/index.html')).toContain('<h2 id="install">');
});

it('the page of a vendor has what is found, the day of its facts, ends and sources from its catalogue', () => {
  const page = read('vendors/slack/index.html');
  expect(page).toContain('9 deprecations: 5 ended, 4 without an announced end.');
  expect(page).toMatch(/Facts of 2026-11-24; (?:next review|a review was due) by 2027-02-28\./);
  expect(page).toMatch(/<td>@slack\/web-api<\/td>\s*<td>TypeScript, JavaScript<\/td>/);
  expect(page).toMatch(/<td>slack_sdk \(Python\)<\/td>\s*<td>Python<\/td>/);
  expect(page).toMatch(/<td>Operations or versions, by path<\/td>\s*<td>9, with \d+ operations<\/td>/);
  expect(page).toContain('href="https://docs.slack.dev/changelog">Slack: Changelog</a>, read on 2026-11-22');
  expect(read('vendors/linkedin-versions/index.html')).toContain('<td>Headers, or values of them</td>');
  expect(read('vendors/aws-sdk-js-v2/index.html')).toMatch(/<td>Packages, by version<\/td>/);
});

it('the page of every vendor has calls that the engine found for it', () => {
  const idsWithoutCalls = ['cloudflare', ...packagedApis()].filter(
    (id) => !read(`vendors/${id}/index.html`).includes('<h3 id="calls-from-the-tests">'),
  );
  expect(idsWithoutCalls).toEqual([]);
});

it('every page has a title and a description for cards, and no address of a site that is not published', () => {
  const pages = FILES.filter((file) => file.endsWith('.html'));
  const texts = pages.map((file) => [file, read(file)] as const);
  expect(texts.filter(([, text]) => !/<meta property="og:title" content="[^"]+">/.test(text))).toEqual([]);
  expect(texts.filter(([, text]) => !/<meta property="og:description" content="[^"]+">/.test(text))).toEqual([]);
  expect(texts.filter(([, text]) => /og:url|og:image|rel="canonical"/.test(text))).toEqual([]);
});

it('a build with an address has it in cards, and nowhere else in a page', async () => {
  const out = mkdtempSync(join(tmpdir(), 'sunset-lint-site-'));
  try {
    const documents = new Map([
      ['docs/one.md', '# One `page`\n\nA first paragraph of a page that is long enough to be a description.\n'],
    ]);
    const facts = { documents, data: { pages: [], apis: [] }, today: '2026-11-25', version: '1.0.0' };
    await writePages(out, { ...facts, address: 'https://example.org/sunset/' });
    const page = readFileSync(join(out, 'docs/one/index.html'), 'utf8');
    expect(page).toContain('<meta property="og:title" content="One page">');
    expect(page).toContain('content="A first paragraph of a page that is long enough to be a description."');
    expect(page).toContain('<meta property="og:url" content="https://example.org/sunset/docs/one/">');
    expect(page).toContain('<link rel="canonical" href="https://example.org/sunset/docs/one/">');
    expect(page.match(/example\.org/g)).toHaveLength(2);
  } finally {
    rmSync(out, { recursive: true });
  }
});

it('an address of the site is refused unless it is one of HTTP without a query', () => {
  expect(siteAddress(undefined)).toBeUndefined();
  expect(siteAddress('')).toBeUndefined();
  expect(siteAddress('https://example.org/sunset')).toBe('https://example.org/sunset/');
  for (const text of ['example.org', 'ftp://example.org/', 'https://example.org/?a', 'https://example.org/#a'])
    expect(() => siteAddress(text), text).toThrow('is not the address of a site');
});

it('a printed page has no navigation and no forms, and the addresses of its links', async () => {
  const page = await site.context.newPage();
  await page.goto(`${site.root}vendors/openai/`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.locator('header nav').isVisible()).toBe(false);
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
  const externalLink = page.locator('main a[href^="https:"]').first();
  expect(await externalLink.evaluate((link) => getComputedStyle(link, '::after').content)).toContain('(https://');
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  await page.close();
});

it('the site requests nothing from other servers', () => {
  expect(site.requests.filter((url) => !url.startsWith(site.root))).toEqual([]);
});
