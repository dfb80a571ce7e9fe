import { deflateRawSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANSWER_STATUS, openPlayground, openSite } from './support.js';
import type { Site } from './support.js';

let site: Site;
let page: Page;

beforeAll(async () => {
  ({ site, page } = await openPlayground());
});

afterAll(() => site.close());

/** The editor, in its shadow tree. */
const codeOf = (openPage: Page): Locator => openPage.getByRole('textbox', { name: /^Code of / });

async function textOf(openPage: Page): Promise<string> {
  return (await openPage.locator('.cm-line').allInnerTexts()).map((line) => line.replace(/^\n$/, '')).join('\n');
}

/** Text that is selected in the editor. */
const selectedText = (openPage: Page): Promise<string> => openPage.evaluate('getSelection().toString()');

/** Replaces the code as the clipboard does: input of thousands of lines takes a browser minutes. */
async function paste(text: string): Promise<void> {
  await codeOf(page).press('ControlOrMeta+a');
  await codeOf(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

const dayOf = (openPage: Page): Promise<string> => openPage.locator('#day').inputValue();

const tabsOf = (openPage: Page): Promise<readonly string[]> => openPage.getByRole('tab').allInnerTexts();

const statusOf = (openPage: Page): Promise<string> => openPage.locator('#status').innerText();

it('the first example has a client in one file and its calls in another, with evidence in both', async () => {
  await expect.poll(() => statusOf(page)).toBe(`2 findings. 3 requests seen, as of ${await dayOf(page)}.`);
  expect(await tabsOf(page)).toEqual(['http.ts', 'waf.ts']);
  expect(await page.getByRole('tab', { name: 'waf.ts' }).getAttribute('aria-selected')).toBe('true');
  const finding = page.locator('article').first();
  await finding.locator('summary').click();
  expect(await finding.locator('.graph .stage').allInnerTexts()).toEqual(['Values', 'Call', 'Request']);
  expect(await finding.locator('.graph .place').allInnerTexts()).toEqual([
    'waf.ts, line 4, column 36',
    'waf.ts, line 8, column 41',
    'waf.ts, line 8, column 26',
    'http.ts, line 5, column 12',
  ]);
  await finding.locator('.graph .place').last().click();
  expect(await page.getByRole('tab', { name: 'http.ts' }).getAttribute('aria-selected')).toBe('true');
  expect(await selectedText(page)).toBe('fetch(`${this.base}${path}`)');
  expect(await page.locator('.cm-activeLine').innerText()).toContain('return fetch(');
});

it('without the client, its calls are only probable, and so is the one to another host', async () => {
  const confidences = page.locator('article .about');
  expect((await confidences.allInnerTexts()).map((text) => text.split(', ').at(-1))).toEqual(['certain', 'certain']);
  await page.getByRole('tab', { name: 'http.ts' }).click();
  await page.getByRole('button', { name: 'Remove this file' }).click();
  expect(await tabsOf(page)).toEqual(['waf.ts']);
  expect(await page.getByRole('button', { name: 'Remove this file' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => statusOf(page)).toMatch(/^3 findings\./);
  expect((await confidences.allInnerTexts()).map((text) => text.split(', ').at(-1))).toEqual([
    'probable',
    'probable',
    'probable',
  ]);
  await expect.poll(() => page.locator('.cm-lintRange-warning').count()).toBe(3);
});

it('a finding and its code are highlighted from each other', async () => {
  await page.locator('#example').selectOption('0');
  await expect.poll(() => page.locator('article').count()).toBe(2);
  await expect.poll(() => page.locator('.cm-lintRange-error').count()).toBe(2);
  await page.locator('article .about .place').nth(1).click();
  expect(await selectedText(page)).toBe('`/zones/${zone}/firewall/waf/overrides`');
  const current = page.locator('article[aria-current=true]');
  expect(await current.count()).toBe(1);
  expect(await current.locator('h3').innerText()).toMatch(/^POST /);
  await page.keyboard.press('Control+Home');
  expect(await current.count()).toBe(0);
  await page.keyboard.press('F8');
  await expect.poll(() => current.locator('h3').innerText()).toMatch(/^GET /);
});

it('the graph of evidence is an ordered list, opens with its finding, and shows the code of a node anywhere in it', async () => {
  await page.locator('#example').selectOption({ label: 'TypeScript' });
  await expect.poll(() => page.locator('article ins').count()).toBe(1);
  const finding = page.locator('article').first();
  expect(await finding.locator('details').getAttribute('open')).toBeNull();
  await finding.locator('.about .place').click();
  const stages = finding.locator('ol.graph > li');
  expect(await stages.locator('.stage').allInnerTexts()).toEqual(['Values', 'Request']);
  const node = stages.last().locator('.node');
  expect(await node.locator('strong').innerText()).toBe('Request');
  expect(await node.innerText()).toContain('/images/v1/direct_upload, sent by ');
  await page.keyboard.press('Control+Home');
  await node.locator('strong').click({ position: { x: 2, y: 2 }, force: true });
  expect(await selectedText(page)).toContain('/images/v1/direct_upload');
  await page.locator('#example').selectOption('0');
  await expect.poll(() => page.locator('article').count()).toBe(2);
});

it('the playground is operated with the keyboard alone', async () => {
  await page.getByRole('tab', { name: 'waf.ts' }).focus();
  await page.keyboard.press('ArrowLeft');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('http.ts');
  expect(await page.locator('#file').inputValue()).toBe('http.ts');
  await codeOf(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => statusOf(page)).toMatch(/^2 findings\./);
  expect(await page.evaluate('document.activeElement.id')).toBe('code');
  const textBefore = await textOf(page);
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.id')).toBe('code');
  expect(await textOf(page)).toBe(`  ${textBefore}`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Check');
  expect(await textOf(page)).toBe(`  ${textBefore}`);
});

it('a file is added, renamed and refused under the name of another or of a folder', async () => {
  await page.getByRole('button', { name: 'Add a file' }).click();
  expect(await tabsOf(page)).toEqual(['http.ts', 'waf.ts', 'file3.ts']);
  await page.keyboard.type('waf.ts');
  expect(await tabsOf(page)).toEqual(['http.ts', 'waf.ts', 'waf.ts']);
  await page.getByRole('button', { name: 'Check' }).click();
  expect(await statusOf(page)).toBe('Give each file a name of its own: two are called waf.ts.');
  await page.locator('#file').fill('waf.ts/a.ts');
  await page.getByRole('button', { name: 'Check' }).click();
  expect(await statusOf(page)).toBe('Give a file another name: waf.ts is also a folder.');
  await page.getByRole('button', { name: 'Remove this file' }).click();
  expect(await tabsOf(page)).toEqual(['http.ts', 'waf.ts']);
});

it('the playground shows evidence and an applicable fix for an example', async () => {
  await page.locator('#example').selectOption({ label: 'TypeScript' });
  await expect.poll(() => page.locator('article ins').count()).toBe(1);
  const finding = page.locator('article').first();
  expect(await finding.locator('h3').innerText()).toMatch(/ended on 2022-07-01; use POST/);
  await finding.locator('summary').click();
  expect(await finding.locator('.graph .node').count()).toBeGreaterThan(1);
  expect(await finding.locator('del').innerText()).toBe('v1');
  expect(await finding.locator('ins').innerText()).toBe('v2');
  await finding.getByRole('button', { name: 'Apply the fix' }).click();
  await expect.poll(() => statusOf(page)).toMatch(/^No finding\./);
  expect(await textOf(page)).toContain('/images/v2/direct_upload');
});

it('the playground shows the location of a finding in the code', async () => {
  await page.locator('#file').fill('a.sh');
  await codeOf(page).fill('#!/bin/sh\ncurl https://api.cloudflare.com/client/v4/zones/1/rate_limits\n');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.locator('article .about .place').first().click();
  expect(await selectedText(page)).toContain('/rate_limits');
});

it('the playground uses the selected day and catalogues', async () => {
  await page.locator('#file').fill('a.py');
  await codeOf(page).fill('import stripe\nstripe.Invoice.upcoming(customer="c")\n');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => page.locator('article').count()).toBe(1);
  await page.getByText('Catalogues of other APIs').click();
  await page.getByLabel('no other API').check();
  await page.locator('#day').fill('2020-01-01');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => statusOf(page)).toBe('No finding. 0 requests seen, as of 2020-01-01.');
});

it('the playground starts with the current dates, and offers those of the published table', async () => {
  expect(await page.locator('#edition').inputValue()).toBe('current');
  await page.getByLabel('no other API').uncheck();
  await page.locator('#file').fill('a.js');
  await codeOf(page).fill('fetch("https://api.cloudflare.com/client/v4/zones/1/pagerules");\n');
  await page.locator('#day').fill('2025-02-01');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => statusOf(page)).toBe('No finding. 1 request seen, as of 2025-02-01.');
  await page.locator('#edition').selectOption('specification');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => statusOf(page)).toBe('1 finding. 1 request seen, as of 2025-02-01.');
  await page.locator('#edition').selectOption('current');
  await page.getByLabel('no other API').check();
});

it('a shared link gives the same result, with the code in its fragment, which no server sees', async () => {
  const text = 'fetch("https://api.cloudflare.com/client/v4/zones/1/rate_limits"); // Grüße 😀\n';
  await page.locator('#file').fill('lib/b.js');
  await codeOf(page).fill(text);
  await page.locator('#day').fill('2024-12-01');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect.poll(() => page.url()).toContain('#2.');
  expect(await statusOf(page)).toMatch(/^The address of this page now contains the code/);
  const other = await site.context.newPage();
  await other.goto(page.url());
  await expect.poll(() => statusOf(other)).toBe('1 finding. 1 request seen, as of 2024-12-01.');
  expect(await textOf(other)).toBe(text);
  expect(await other.locator('#file').inputValue()).toBe('lib/b.js');
  expect(await other.getByLabel('no other API').isChecked()).toBe(true);
  await other.close();
});

it('a shared link holds several files, and links of the first form are still read', async () => {
  const other = await site.context.newPage();
  await other.goto(`${site.root}playground/`);
  await expect.poll(() => statusOf(other)).toMatch(/^2 findings\./);
  await other.getByRole('button', { name: 'Make a link' }).click();
  await expect.poll(() => other.url()).toContain('#2.');
  await other.reload();
  await expect.poll(() => statusOf(other)).toMatch(/^2 findings\./);
  expect(await tabsOf(other)).toEqual(['http.ts', 'waf.ts']);
  const oldQuestion = { file: 'old.js', text: 'fetch("https://api.cloudflare.com/client/v4/zones/1/rate_limits");' };
  const question = JSON.stringify({ ...oldQuestion, apis: [], edition: 'current', asOf: '2026-01-01' });
  await other.goto('about:blank');
  await other.goto(`${site.root}playground/#1.${deflateRawSync(question).toString('base64url')}`);
  await expect.poll(() => statusOf(other)).toBe('1 finding. 1 request seen, as of 2026-01-01.');
  expect(await tabsOf(other)).toEqual(['old.js']);
  await other.close();
});

it('the playground opens normally with an invalid link', async () => {
  const other = await site.context.newPage();
  for (const hash of ['#1.AAAA', '#1.!!!', '#x', '#1.q1YqS8wBAA']) {
    await other.goto('about:blank');
    await other.goto(`${site.root}playground/${hash}`);
    await expect.poll(() => statusOf(other)).toMatch(ANSWER_STATUS);
  }
  await other.close();
});

it('the playground shows code, names and catalogues only as text', async () => {
  await page.locator('#file').fill('<img src=x onerror=alert(1)>.js');
  await codeOf(page).fill('fetch(`https://api.cloudflare.com/client/v4/zones/<img src=x>/rate_limits`)');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => page.locator('article').count()).toBe(1);
  expect(await page.locator('#results img').count()).toBe(0);
});

it('the playground shows unread files first', async () => {
  await page.locator('#file').fill('a.ts');
  const line = 'const a = fetch("https://api.cloudflare.com/client/v4/zones/1/rate_limits");\n';
  await paste(line.repeat(4000));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect
    .poll(() => statusOf(page))
    .toMatch(/^Not all was read: not analysed in full: nested too deeply, or too much/);
  expect(await page.locator('article').count()).toBe(200);
  expect(await page.locator('#results').innerText()).toMatch(/\d more findings not shown here/);
  expect(await page.locator('#results li').last().innerText()).toMatch(
    /^a\.ts: not analysed in full: more than 600,000 steps of analysis; \d+ calls from line \d+ on were not looked at/,
  );
});

it('the playground rejects an invalid file name', async () => {
  for (const name of ['../a.ts', '/a.ts', 'a/./b.ts', '.']) {
    await page.locator('#file').fill(name);
    await page.getByRole('button', { name: 'Check' }).click();
    await expect.poll(() => statusOf(page)).toMatch(/^Give the file a name/);
  }
});

it('the playground can be stopped, and asked again', async () => {
  await page.locator('#file').fill('a.ts');
  await paste('const a = fetch("https://api.cloudflare.com/client/v4/zones/1/rate_limits");\n'.repeat(400));
  // In one step, because a fast machine has the answer before a second click of the test arrives.
  await page.evaluate(() => {
    for (const name of ['Check', 'Stop'])
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
  });
  expect(await statusOf(page)).toBe('Stopped.');
  await codeOf(page).fill('fetch("https://api.cloudflare.com/client/v4/zones/1/rate_limits");');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => statusOf(page)).toMatch(/^1 finding\./);
});

it('the playground fetches the engine again after a failure, and shows a second failure until it is asked again', async () => {
  const other = await openSite({ serviceWorkers: 'block' });
  let failureCount = 0;
  let failureLimit = 1;
  await other.context.route(/\/playground\/browser-/, (route) =>
    failureCount++ < failureLimit ? route.abort() : route.continue(),
  );
  const otherPage = await other.context.newPage();
  await otherPage.goto(`${other.root}playground/`);
  await expect.poll(() => statusOf(otherPage)).toMatch(/^2 findings\./);
  expect(failureCount).toBe(2);
  failureLimit = 4;
  await otherPage.reload();
  await expect.poll(() => statusOf(otherPage)).toMatch(/^Failed to fetch .*\/browser-/);
  expect(failureCount).toBe(4);
  await otherPage.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => statusOf(otherPage)).toMatch(/^2 findings\./);
  await other.close();
});

it('the playground works without a network once it is loaded, even after a reload', async () => {
  const other = await site.context.newPage();
  await other.goto(`${site.root}playground/`);
  await expect.poll(() => other.locator('#offline').innerText()).toBe('This page now works without a network too.');
  await site.context.setOffline(true);
  await other.reload();
  await expect.poll(() => statusOf(other)).toMatch(/^2 findings\./);
  expect(await other.locator('header').evaluate((header) => getComputedStyle(header).display)).toBe('flex');
  for (const label of await other.locator('#example option').allInnerTexts()) {
    await other.locator('#example').selectOption({ label });
    await expect.poll(() => statusOf(other), { message: label }).toMatch(/^\d+ findings?\./);
  }
  // Other pages are not cached.
  await expect(other.goto(`${site.root}docs/`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  await site.context.setOffline(false);
  await other.close();
});

it('the playground requests nothing from other servers', () => {
  expect(site.requests.length).toBeGreaterThan(10);
  expect(site.requests.filter((url) => !url.startsWith(site.root) && url !== 'about:blank')).toEqual([]);
  expect(site.requests.filter((url) => url.includes('?'))).toEqual([]);
});
