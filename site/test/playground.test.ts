import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANSWERED, openPlayground } from './support.js';
import type { Site } from './support.js';

let site: Site;
let page: Page;

beforeAll(async () => {
  ({ site, page } = await openPlayground());
});

afterAll(() => site.close());

const statusOf = (on: Page): Promise<string> => on.locator('#status').innerText();

it('the playground shows evidence and an applicable fix for the first example', async () => {
  await expect.poll(() => statusOf(page)).toMatch(ANSWERED);
  const finding = page.locator('article').first();
  expect(await finding.locator('h3').innerText()).toMatch(/ended on 2022-07-01; use POST/);
  await finding.locator('summary').click();
  expect(await finding.locator('ol li').count()).toBeGreaterThan(1);
  expect(await finding.locator('del').innerText()).toBe('v1');
  expect(await finding.locator('ins').innerText()).toBe('v2');
  await finding.getByRole('button', { name: 'Apply the fix' }).click();
  await expect.poll(() => statusOf(page)).toMatch(/^No finding\./);
  expect(await page.locator('#code').inputValue()).toContain('/images/v2/direct_upload');
});

it('the playground shows the location of a finding in the code', async () => {
  await page.locator('#file').fill('a.sh');
  await page.locator('#code').fill('#!/bin/sh\ncurl https://api.cloudflare.com/client/v4/zones/1/rate_limits\n');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.locator('article .about .place').first().click();
  const chosen =
    'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)';
  expect(await page.evaluate(chosen)).toContain('/rate_limits');
});

it('the playground uses the selected day and catalogues', async () => {
  await page.locator('#file').fill('a.py');
  await page.locator('#code').fill('import stripe\nstripe.Invoice.upcoming(customer="c")\n');
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
  await page.locator('#code').fill('fetch("https://api.cloudflare.com/client/v4/zones/1/pagerules");\n');
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
  await page.locator('#code').fill(text);
  await page.locator('#day').fill('2024-12-01');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect.poll(() => page.url()).toContain('#1.');
  expect(await statusOf(page)).toMatch(/^The address of this page now holds the code/);
  const other = await site.context.newPage();
  await other.goto(page.url());
  await expect.poll(() => statusOf(other)).toBe('1 finding. 1 request seen, as of 2024-12-01.');
  expect(await other.locator('#code').inputValue()).toBe(text);
  expect(await other.locator('#file').inputValue()).toBe('lib/b.js');
  expect(await other.getByLabel('no other API').isChecked()).toBe(true);
  await other.close();
});

it('the playground opens normally with an invalid link', async () => {
  const other = await site.context.newPage();
  for (const hash of ['#1.AAAA', '#1.!!!', '#x', '#1.q1YqS8wBAA']) {
    await other.goto('about:blank');
    await other.goto(`${site.root}playground/${hash}`);
    await expect.poll(() => statusOf(other)).toMatch(ANSWERED);
  }
  await other.close();
});

it('the playground shows code, names and catalogues only as text', async () => {
  await page.locator('#file').fill('<img src=x onerror=alert(1)>.js');
  await page.locator('#code').fill('fetch(`https://api.cloudflare.com/client/v4/zones/<img src=x>/rate_limits`)');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => page.locator('article').count()).toBe(1);
  expect(await page.locator('#results img').count()).toBe(0);
});

it('the playground shows unread files first', async () => {
  await page.locator('#file').fill('a.ts');
  const line = 'const a = fetch("https://api.cloudflare.com/client/v4/zones/1/rate_limits");\n';
  await page.evaluate(`document.getElementById('code').value = ${JSON.stringify(line)}.repeat(4000)`);
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
  await page
    .locator('#code')
    .fill('const a = fetch("https://api.cloudflare.com/client/v4/zones/1/rate_limits");\n'.repeat(400));
  // In one step, because a fast machine has the answer before a second click of the test arrives.
  await page.evaluate(() => {
    for (const name of ['Check', 'Stop'])
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
  });
  expect(await statusOf(page)).toBe('Stopped.');
  await page.locator('#code').fill('fetch("https://api.cloudflare.com/client/v4/zones/1/rate_limits");');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => statusOf(page)).toMatch(/^1 finding\./);
});

it('the playground works without a network once it is loaded', async () => {
  await page.reload();
  await expect.poll(() => statusOf(page)).toMatch(ANSWERED);
  await site.context.setOffline(true);
  for (const label of await page.locator('#example option').allInnerTexts()) {
    await page.locator('#example').selectOption({ label });
    await expect.poll(() => statusOf(page), { message: label }).toMatch(/^\d+ findings?\./);
  }
  await site.context.setOffline(false);
});

it('the playground requests nothing from other servers', () => {
  expect(site.requests.length).toBeGreaterThan(10);
  expect(site.requests.filter((url) => !url.startsWith(site.root) && url !== 'about:blank')).toEqual([]);
  expect(site.requests.filter((url) => url.includes('?'))).toEqual([]);
});
