import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectDefined } from '../../src/lib/expect-defined.js';
import { formatHtml } from '../../src/report/html.js';
import { SCRIPT_HASH, STYLE_HASH } from '../../src/report/html-hashes.js';
import { SCRIPT } from '../../src/report/html-script.js';
import { STYLE } from '../../src/report/html-style.js';
import { embedJson, html } from '../../src/report/html-text.js';
import type { Report } from '../../src/report/report.js';
import type { FormatContext } from '../../src/report/format-context.js';
import { finding, folder } from '../scanner/support.js';
import { CHROMIUM, NO_CHROMIUM, openBrowser } from './chromium.js';
import type { Browser } from './chromium.js';
import {
  bigReport,
  changed,
  CONTEXT,
  emptyReport,
  HOSTILE_CONTEXT,
  HOSTILE_NAMES,
  hostileReport,
  suppressedReport,
} from './hostile.js';
import { report, SPAN } from './support.js';

interface Faults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Git ignores it. */
const PICTURES = fileURLToPath(new URL('../../.cache/pictures', import.meta.url));

const digest = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('HTML', () => {
  it('allows its own style and script only', () => {
    expect(STYLE_HASH).toBe(digest(STYLE));
    expect(SCRIPT_HASH).toBe(digest(SCRIPT));
    const page = formatHtml(hostileReport(), HOSTILE_CONTEXT);
    expect(page).toContain(
      `content="default-src 'none'; style-src '${STYLE_HASH}'; script-src '${SCRIPT_HASH}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page.match(/<script\b/g)).toHaveLength(2);
    expect(page).not.toMatch(/<(?:img|link|iframe|object|embed)\b/);
  });

  it('escapes whatever it is given', () => {
    expect(html`<p>${'<b> & "q" \'a\' \u001b'}${3}${html`<i>${'<'}</i>`}</p>`.html).toBe(
      '<p>&lt;b&gt; &amp; &quot;q&quot; &#39;a&#39; \\x1b3<i>&lt;</i></p>',
    );
    const value = { text: '</script><!--<script>& \u2028' };
    expect(embedJson(value).html).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(embedJson(value).html)).toEqual(value);
  });

  it('writes the same bytes for the same report', () => {
    expect(formatHtml(report(), CONTEXT)).toBe(formatHtml(report(), CONTEXT));
  });
});

describe.skipIf(CHROMIUM === undefined)(`HTML in Chromium${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`, () => {
  let browser: Browser;
  const problems: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    browser.context.on('request', (request) => void requests.push(request.url()));
    browser.context.on('console', (message) => void problems.push(message.text()));
    browser.context.on('weberror', (error) => void problems.push(error.error().message));
    browser.context.on('dialog', (dialog) => {
      problems.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
  });
  afterAll(async () => {
    await browser.close();
  });

  async function open(source: Report, context: FormatContext = CONTEXT): Promise<Page> {
    const root = folder({ 'report.html': formatHtml(source, context) });
    const page = await browser.context.newPage();
    problems.length = 0;
    requests.length = 0;
    await page.goto(pathToFileURL(join(root, 'report.html')).href);
    return page;
  }

  const statusOf = (page: Page): Promise<string> => page.locator('#status').innerText();
  const count = (page: Page): Promise<number> => page.locator('article').count();

  it('shows hostile names and code and runs nothing', async () => {
    const page = await open(hostileReport(), HOSTILE_CONTEXT);
    expect(await count(page)).toBe(HOSTILE_NAMES.length);
    expect(await page.locator('img, iframe, object, b').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(2);
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames()).filter((name) => /^(?:on.*|style|src)$/.test(name))",
      ),
    ).toEqual([]);
    expect(
      await page.locator('article').filter({ hasText: 'src/</script><img src=x onerror=alert(1)>.ts:1:26' }).count(),
    ).toBe(1);
    expect(await page.locator('article mark').first().innerText()).toBe(
      "'https://api.acme.test/client/v9/zones/1/rate_limits'",
    );
    expect(await page.locator('article pre').first().innerText()).toContain('</script><script>alert(1)</script> ␛[2J');
    expect(await page.locator('body').innerText()).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
    expect(problems).toEqual([]);
    expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
  });

  it('would say so if the policy stopped something', async () => {
    const root = folder({
      'report.html': formatHtml(report(), CONTEXT).replace(
        '<main>',
        '<main><script>alert(1)</script><p style="color:red"><img src="http://127.0.0.1:9/x.png">',
      ),
    });
    const page = await browser.context.newPage();
    problems.length = 0;
    await page.goto(pathToFileURL(join(root, 'report.html')).href);
    expect(problems.filter((text) => text.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(3);
    expect(problems.filter((text) => text.startsWith('dialog'))).toEqual([]);
  });

  it('shows the steps of the evidence, the replacement and the owner', async () => {
    const page = await open(
      changed(report(), (entry) => ({
        ...entry,
        owner: '@acme/web',
        replacement: { kind: 'product', value: 'Rulesets <new>', note: null },
      })),
    );
    const article = page.locator('article');
    expect(await article.locator('.facts').innerText()).toMatch(/Replacement\s+Rulesets <new>[^]*Owner\s+@acme\/web/);
    expect(await article.locator('li').isVisible()).toBe(false);
    await article.locator('summary').click();
    expect(await article.locator('li').innerText()).toBe('the URL is a literal (literal, src/a.ts:3:33)');
  });

  it('filters by state, confidence, text and owner, and says how many are left', async () => {
    const source = changed(suppressedReport(), (entry, index) => ({
      ...entry,
      confidence: index === 0 ? 'certain' : 'probable',
      ...(index < 2 ? { owner: '@a @b' } : {}),
    }));
    const page = await open(source);
    expect(await statusOf(page)).toBe('Showing 2 of 2 matching findings, 4 in all.');
    await page.getByLabel('State').selectOption('Suppressed');
    await expect
      .poll(() => page.locator('article').first().innerText())
      .toContain('Baseline, accepted: migrates in March');
    expect(await statusOf(page)).toBe('Showing 2 of 2 matching findings, 4 in all.');
    await page.getByLabel('State').selectOption('All');
    await page.getByLabel('Confidence').selectOption('Certain');
    await expect.poll(() => statusOf(page)).toBe('Showing 1 of 1 matching finding, 4 in all.');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByLabel('State').selectOption('All');
    await page.getByLabel('Owner', { exact: true }).selectOption('@b');
    await expect.poll(() => statusOf(page)).toBe('Showing 2 of 2 matching findings, 4 in all.');
    await page.getByLabel('Owner', { exact: true }).selectOption('Nobody');
    await page.getByLabel('Text').fill('SRC/D.ts');
    await expect.poll(() => statusOf(page)).toBe('Showing 1 of 1 matching finding, 4 in all.');
    await page.getByLabel('Text').fill('<no such text>');
    await expect.poll(() => statusOf(page)).toBe('No finding matches the filters.');
  });

  it('counts the open calls at each date, with the day of the report among them', async () => {
    const findings = ['a', 'b', 'c'].map((name) => finding(`${name}.ts`, { at: SPAN }, { fingerprint: name }));
    const source = changed(report({ findings, asOf: '2025-01-16' }), (entry, index) =>
      index === 2 ? { ...entry, endOfLife: '2025-03-01', lifecycle: 'deprecated' } : entry,
    );
    const page = await open(source);
    expect(
      (await page.locator('.timeline li').allInnerTexts()).map((text) =>
        text
          .split(/\s*\n\s*/)
          .slice(0, 2)
          .join(' '),
      ),
    ).toEqual([
      '2025-01-06 past 10 days ago 2 open calls',
      '2025-01-16 day of this report',
      '2025-03-01 to come in 44 days 1 open call',
    ]);
  });

  it('says what it is about, and leads to the line on the host of the code and, if asked to, in the editor', async () => {
    const commit = 'c0ffee'.repeat(7).slice(0, 40);
    const origin = { kind: 'github', url: 'https://github.com/acme/web' } as const;
    const page = await open(report(), {
      ...CONTEXT,
      prefix: 'apps/a b/',
      project: { name: 'web <b>', branch: 'main', commit, origin },
    });
    expect(await page.locator('.about').innerText()).toMatch(
      /Project\s+web <b>\s+Branch\s+main\s+Commit\s+c0ffeec0ffee\s+Day\s+2025-01-16/,
    );
    const links = page.locator('article .place a');
    expect(await page.evaluate("[...document.querySelectorAll('article .place a')].map((one) => one.href)")).toEqual([
      `https://github.com/acme/web/blob/${commit}/apps/a%20b/src/a.ts#L3`,
    ]);
    await page.locator('#open-in summary').click();
    await page.getByLabel('Folder of your copy').fill('/home/me/web/');
    expect(await links.nth(1).getAttribute('href')).toBe('vscode://file/home/me/web/apps/a%20b/src/a.ts:3:33');
    await page.getByLabel('Folder of your copy').fill('javascript:alert(1)');
    expect(await links.count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('lists what was not resolved and what was not read', async () => {
    const unresolved = {
      at: { file: 'src/b.ts', span: SPAN },
      methods: [],
      url: 'https://api.acme.test/client/v9/${path}',
      client: 'fetch',
      reason: 'the path is not known',
    };
    const page = await open(
      report({
        unresolved: [unresolved],
        coverage: { syntaxErrors: ['src/c.ts'], skipped: [{ reason: 'too-large', count: 1, paths: ['src/big.js'] }] },
      }),
    );
    expect(await page.locator('section', { hasText: 'Not resolved' }).locator('tbody').innerText()).toMatch(
      /src\/b\.ts:3:33\s+https:\/\/api\.acme\.test\/client\/v9\/\$\{path\}\s+the path is not known/,
    );
    for (const summary of await page.locator('section[aria-labelledby="limits-title"] summary').all())
      await summary.click();
    expect(await page.locator('.paths').allInnerTexts()).toEqual(['src/c.ts', 'src/big.js']);
  });

  it('draws the time line to scale', async () => {
    const findings = ['a', 'b', 'c'].map((name) => finding(`${name}.ts`, { at: SPAN }, { fingerprint: name }));
    const ends = ['2024-01-01', '2025-01-01', '2028-01-01'];
    const page = await open(
      changed(report({ findings, asOf: '2026-01-01' }), (entry, index) => ({
        ...entry,
        endOfLife: ends[index] ?? '',
        lifecycle: index === 2 ? 'deprecated' : 'sunset',
      })),
    );
    const places = await page.evaluate(
      "[...document.querySelectorAll('.scale circle')].map((one) => Math.round(Number.parseFloat(one.getAttribute('cx'))))",
    );
    // A quarter of four years after the first, and all of them.
    expect(places).toEqual([5, 28, 95]);
  });

  it('leads from a table to its findings', async () => {
    const page = await open(bigReport(40));
    await page.getByRole('button', { name: 'src/f3.ts' }).click();
    expect(await statusOf(page)).toBe('Showing 10 of 10 matching findings, 40 in all.');
    expect(await page.evaluate('document.activeElement.id')).toBe('findings');
  });

  it('works by keyboard alone', async () => {
    const page = await open(bigReport(60));
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the findings');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('text');
    expect(
      await page.evaluate(
        'getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement).outlineWidth',
      ),
    ).toBe('solid3px');
    await page.keyboard.type('src/f2.ts');
    await expect.poll(() => statusOf(page)).toBe('Showing 10 of 10 matching findings, 60 in all.');
    await page.getByLabel('Text').fill('');
    await expect.poll(() => statusOf(page)).toBe('Showing 50 of 60 matching findings, 60 in all.');
    await page.getByRole('button', { name: 'Show more findings' }).press('Enter');
    expect(await count(page)).toBe(60);
    expect(
      await page.evaluate("document.activeElement.closest('article') === document.querySelectorAll('article')[50]"),
    ).toBe(true);
  });

  it('is quick with 5,000 findings', async () => {
    const page = await open(bigReport(5000));
    expect(await count(page)).toBe(50);
    await page.getByLabel('Text').fill('src/f499.ts');
    await expect.poll(() => statusOf(page)).toBe('Showing 10 of 10 matching findings, 5000 in all.');
    expect(
      Number(await page.evaluate('performance.timing.loadEventEnd - performance.timing.navigationStart')),
    ).toBeLessThan(5000);
  });

  it.each([
    [{ status: 'failed', failing: 1, failOn: 'sunset' }, 'Failed. 1 finding counts. (--fail-on sunset)'],
    [
      { status: 'passed', failing: 0, failOn: 'never', since: 'origin/main' },
      'Passed. (--fail-on never, what came since origin/main)',
    ],
    [{ status: 'error', failing: 2 }, 'Not all could be looked at.'],
  ] as const)('begins with the verdict: %j', (verdict, words) => {
    const page = formatHtml(report(), { ...CONTEXT, verdict });
    const [, told = ''] = /<p class="verdict \w+">(.*?)<\/p>\n<p class="headline">/.exec(page) ?? [];
    expect(told.replaceAll(/<[^>]+>/g, '')).toBe(words);
  });

  it('says that there is nothing where there is nothing', async () => {
    const page = await open(emptyReport());
    expect(await page.locator('.headline').innerText()).toBe('No open findings.');
    expect(await statusOf(page)).toBe('There are no findings.');
    expect(problems).toEqual([]);
  });

  it('needs no script for all but the list', async () => {
    const page = await open(report());
    const text = await page.evaluate(
      "new DOMParser().parseFromString(document.documentElement.outerHTML, 'text/html').querySelector('noscript').textContent",
    );
    expect(text).toContain('need JavaScript');
    expect(formatHtml(report(), CONTEXT)).toContain(
      '<form id="filters" role="search" aria-label="Filter the findings" hidden>',
    );
  });

  it.each([
    ['light', 1200],
    ['dark', 1200],
    ['light', 768],
    ['light', 360],
    ['dark', 360],
  ] as const)(
    'has no accessibility fault that axe finds, in %s at %i pixels, and fits the width',
    async (colorScheme, width) => {
      const page = await open(
        changed(suppressedReport(), (entry, index) => ({
          ...entry,
          owner: '@acme/web',
          ...(index === 3 ? { lifecycle: 'deprecated', endOfLife: '2026-01-06' } : {}),
        })),
      );
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.getByLabel('State').selectOption('All');
      await expect.poll(() => count(page)).toBe(4);
      await page.locator('summary').first().click();
      expect(Number(await page.evaluate('document.documentElement.scrollWidth'))).toBeLessThanOrEqual(width);
      // Kept for people to look at, whatever the checks below say.
      const picture = await page.screenshot({
        path: join(PICTURES, `report-${colorScheme}-${width}.png`),
        fullPage: true,
      });
      expect(picture.readUInt32BE(16)).toBe(width);
      await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
      const found = await page.evaluate<Faults>('axe.run()');
      expect(found.violations.map(({ id, nodes }) => `${id}: ${expectDefined(nodes[0], 'a node').html}`)).toEqual([]);
      expect(await page.locator('article .badge').allInnerTexts()).toEqual([
        'past the end of life',
        'before the end of life',
        'suppressed',
        'suppressed',
      ]);
    },
  );
});
