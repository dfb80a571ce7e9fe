import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { XmlElement, parseXml } from '@rgrove/parse-xml';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteCatalogue, siteFeeds } from '../data/index.js';
import { openSite } from './support.js';
import type { Site } from './support.js';

const OUT = fileURLToPath(new URL('../out/', import.meta.url));
const FILES = readdirSync(OUT, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
const read = (file: string): string => readFileSync(OUT + file, 'utf8');
const FEEDS = FILES.filter((file) => file.endsWith('.atom'));
const CALENDARS = FILES.filter((file) => file.endsWith('.ics'));

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

/** Values of a property in a calendar. */
function valuesOf(calendar: string, name: string): readonly string[] {
  return calendar
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .flatMap((line) => (line.startsWith(name) ? [line.slice(name.length)] : []));
}

/** Child elements of an element, with a name. */
function childrenOf({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name);
}

function feedIn(text: string): XmlElement {
  const { root } = parseXml(text);
  if (root === null) throw new Error('the feed has no element');
  return root;
}

function textsOf(element: XmlElement, name: string): readonly string[] {
  return childrenOf(element, name).map(({ text }) => text);
}

it('the page lists all announced ends by day, and those of the last twelve months', () => {
  const page = read('ends/index.html');
  const [, coming = '', ended = ''] = page.split('<ol class="ends"');
  const daysIn = (list: string): readonly string[] =>
    [...list.matchAll(/data-end="([^"]*)"/g)].map(([, day = '']) => day);
  const [, today = ''] = /this page was made, on (\d{4}-\d{2}-\d{2})/.exec(page) ?? [];
  expect(daysIn(coming).length).toBeGreaterThan(10);
  expect(daysIn(coming)).toEqual([...daysIn(coming)].sort());
  expect(daysIn(coming).every((day) => day >= today)).toBe(true);
  expect(daysIn(ended)).toEqual([...daysIn(ended)].sort().reverse());
  expect(daysIn(ended).every((day) => day < today && day >= `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`)).toBe(
    true,
  );
  expect(valuesOf(read('ends.ics'), 'DTSTART;VALUE=DATE:')).toEqual(
    daysIn(coming).map((day) => day.replaceAll('-', '')),
  );
});

it('days are counted from the day of reading, and an end of the past moves to the other list, and then away', async () => {
  const [, end = ''] =
    /.*<ol class="ends" data-ends="coming"[^>]*>[^]*data-end="([^"]*)"[^]*<ol class="ends"/.exec(
      read('ends/index.html'),
    ) ?? [];
  const dayAfterEnd = (days: number): Date => new Date(Date.parse(`${end}T12:00:00Z`) + days * 24 * 60 * 60 * 1000);
  // A clock applies to all pages of a browser, so this test opens its own.
  const other = await openSite();
  const page = await other.context.newPage();
  const item = page.locator(`.ends li[data-end="${end}"]`).last();
  for (const [days, words, list] of [
    [-9, '9 days left', 'coming'],
    [-1, '1 day left', 'coming'],
    [0, 'last day today', 'coming'],
    [1, 'ended yesterday', 'ended'],
    [20, 'ended 20 days ago', 'ended'],
  ] as const) {
    await page.clock.setFixedTime(dayAfterEnd(days));
    await page.goto(`${other.root}ends/`);
    await expect.poll(() => item.locator('.left').innerText()).toBe(words);
    expect(await item.locator('xpath=..').getAttribute('data-ends')).toBe(list);
  }
  await page.clock.setFixedTime(dayAfterEnd(366));
  await page.reload();
  await expect.poll(() => item.count()).toBe(0);
  await other.close();
});

it('the filter by vendor works with the keyboard, and its address shows the same list', async () => {
  const page = await site.context.newPage();
  await page.goto(`${site.root}ends/`);
  const vendors = (openPage = page): Promise<readonly string[]> =>
    openPage
      .locator('.ends li:visible')
      .evaluateAll((items) => [...new Set(items.map((item) => item.dataset['vendor'] ?? ''))].sort());
  await page.getByText('Filter by vendor').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: /OpenAI API/ }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => vendors()).toEqual(['openai']);
  expect(page.url()).toMatch(/\/ends\/\?vendor=openai$/);
  await page.getByRole('checkbox', { name: /Gemini API/ }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => vendors()).toEqual(['gemini', 'openai']);
  expect(await page.locator('#shown').innerText()).toMatch(/^\d+ to come, \d+ ended\.$/);
  const other = await site.context.newPage();
  await other.goto(page.url());
  await expect.poll(() => vendors(other)).toEqual(['gemini', 'openai']);
  expect(await other.getByRole('checkbox', { name: /Gemini API/ }).isChecked()).toBe(true);
  await other.close();
  await page.getByRole('button', { name: 'Show all' }).press('Enter');
  await expect.poll(async () => (await vendors()).length).toBeGreaterThan(15);
  expect(page.url()).toMatch(/\/ends\/$/);
  await page.goto(`${site.root}ends/?vendor=stripe`);
  const notice = 'None of the chosen vendors.';
  await expect.poll(() => page.locator('.none').allInnerTexts()).toEqual([notice, notice]);
  await page.close();
});

it('without scripts the page shows the days of the ends, and no filter', async () => {
  const withoutScripts = await openSite({ javaScriptEnabled: false });
  const page = await withoutScripts.context.newPage();
  await page.goto(`${withoutScripts.root}ends/`);
  expect(await page.locator('.ends time').first().innerText()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(await page.getByText('Filter by vendor').isVisible()).toBe(false);
  await withoutScripts.close();
});

it('there is a calendar and a feed for all, and for each vendor with an announced end', () => {
  expect(FEEDS).toContain('ends.atom');
  expect(FEEDS).toContain('vendors/openai/ends.atom');
  expect(FEEDS).not.toContain('vendors/stripe/ends.atom');
  expect(FEEDS.length).toBeGreaterThan(30);
  expect(CALENDARS.map((file) => file.replace(/ics$/, 'atom')).sort()).toEqual([...FEEDS].sort());
});

it.each(CALENDARS)('the calendar %s has lines of 75 octets, whole days and a stable id for each event', (file) => {
  const calendar = read(file);
  const lines = calendar.split('\r\n');
  expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(lines.at(-1)).toBe('');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  const count = valuesOf(calendar, 'BEGIN:VEVENT').length;
  expect(count).toBeGreaterThan(0);
  for (const name of ['END:VEVENT', 'DTSTART;VALUE=DATE:', 'DTEND;VALUE=DATE:', 'SUMMARY:', 'DTSTAMP:'])
    expect(valuesOf(calendar, name)).toHaveLength(count);
  const ids = valuesOf(calendar, 'UID:');
  expect(new Set(ids).size).toBe(count);
  expect(ids.filter((id) => !/^[\w./-]+@sunset-lint$/.test(id))).toEqual([]);
  const texts = [...valuesOf(calendar, 'SUMMARY:'), ...valuesOf(calendar, 'DESCRIPTION:')];
  expect(texts.filter((text) => /(?<!\\)(?:\\\\)*[,;]/.test(text))).toEqual([]);
});

it('a calendar escapes commas and folds long lines', () => {
  const calendar = read('vendors/openai/ends.ics');
  expect(calendar).toContain('gpt-image-1.5\\, gpt-image-1-mini');
  expect(calendar).toMatch(/\r\n [^\r]/);
});

it.each(FEEDS)(
  'the feed %s is well-formed, with all that Atom requires and no absolute address of the site',
  (file) => {
    const feed = feedIn(read(file));
    expect([feed.name, feed.attributes['xmlns']]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    const entries = childrenOf(feed, 'entry');
    expect(entries.length).toBeGreaterThan(0);
    for (const part of [feed, ...entries]) {
      expect(textsOf(part, 'id')).toEqual([
        expect.stringMatching(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      ]);
      expect(textsOf(part, 'title')).toEqual([expect.stringMatching(/\S/)]);
      expect(textsOf(part, 'updated')).toEqual([expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00Z$/)]);
    }
    expect(childrenOf(feed, 'author').flatMap((author) => textsOf(author, 'name'))).toEqual(['sunset-lint']);
    const ids = entries.flatMap((entry) => textsOf(entry, 'id'));
    expect(new Set(ids).size).toBe(ids.length);
    const links = [feed, ...entries].flatMap((part) => childrenOf(part, 'link'));
    expect(links.some(({ attributes }) => attributes['rel'] === 'self')).toBe(false);
    const folder = file.replace(/[^/]*$/, '');
    const pages = links.flatMap(({ attributes }) =>
      attributes['rel'] === 'alternate' ? [attributes['href'] ?? ''] : [],
    );
    const missing = pages.filter(
      (href) => !FILES.includes(new URL(`${href}index.html`, `file:///${folder}`).pathname.slice(1)),
    );
    expect(missing).toEqual([]);
  },
);

it('a feed says the end, the API and the replacement, with the same id in later builds and at any address', () => {
  const catalogue = siteCatalogue();
  const feedOn = (today: string, address?: string): readonly XmlElement[] => {
    const text =
      siteFeeds(catalogue, today, address).find(({ url }) => url === '/vendors/openai/ends.atom')?.text ?? '';
    return childrenOf(feedIn(text), 'entry');
  };
  const entryOn = (today: string, address?: string): XmlElement =>
    feedOn(today, address).find((entry) => textsOf(entry, 'title').some((title) => title.startsWith('GPT-5 ('))) ??
    new XmlElement('none');
  const firstBuild = entryOn('2026-11-25');
  const laterBuild = entryOn('2026-12-12');
  const publishedBuild = entryOn('2026-11-25', 'https://example.org/sunset/');
  expect(textsOf(firstBuild, 'title')).toEqual(['GPT-5 (OpenAI API) ends on 2026-12-11']);
  expect(textsOf(laterBuild, 'title')).toEqual(['GPT-5 (OpenAI API) ended on 2026-12-11']);
  expect(textsOf(firstBuild, 'summary')).toEqual(['Use instead: gpt-6.1-sol.']);
  expect(new Set([firstBuild, laterBuild, publishedBuild].flatMap((entry) => textsOf(entry, 'id'))).size).toBe(1);
  const [relative, absolute] = [firstBuild, publishedBuild].map(
    (entry) => childrenOf(entry, 'link')[0]?.attributes['href'],
  );
  expect([relative, absolute]).toEqual([
    '../../deprecations/openai/gpt-5/',
    'https://example.org/sunset/deprecations/openai/gpt-5/',
  ]);
});

it('a feed of a site with an address names its own', () => {
  const [, mainFeed] = siteFeeds(siteCatalogue(), '2026-11-25', 'https://example.org/sunset/');
  const links = childrenOf(feedIn(mainFeed?.text ?? ''), 'link').map(({ attributes }) => [
    attributes['rel'],
    attributes['href'],
  ]);
  expect(links).toEqual([
    ['alternate', 'https://example.org/sunset/ends/'],
    ['self', 'https://example.org/sunset/ends.atom'],
  ]);
});

it('the calendar keeps the id and the day of an event in later builds', () => {
  const catalogue = siteCatalogue();
  const [first = new Map<string, string>(), second = first] = ['2026-11-25', '2026-12-02'].map((today) => {
    const calendar = siteFeeds(catalogue, today).find(({ url }) => url === '/ends.ics')?.text ?? '';
    const events = calendar.matchAll(/^UID:(.*)\r\n[^]*?^DTSTART;VALUE=DATE:(.*)\r$/gm);
    return new Map([...events].map(([, id = '', day = '']) => [id, day]));
  });
  const commonEvents = [...first].filter(([id]) => second.has(id));
  expect(commonEvents.length).toBeGreaterThan(10);
  expect(commonEvents.filter(([id, day]) => second.get(id) !== day)).toEqual([]);
  expect([...first].filter(([id, day]) => !second.has(id) && day >= '20261202')).toEqual([]);
});
