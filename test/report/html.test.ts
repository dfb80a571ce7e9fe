import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectDefined } from '../../src/core/lib/collections.js';
import { formatHtml } from '../../src/report/html.js';
import { SCRIPT_HASH, STYLE, STYLE_HASH, embedJson, html } from '../../src/report/html-page.js';
import { SCRIPT } from '../../src/report/html-script.js';
import type { Report } from '../../src/report/report.js';
import { trendOf } from '../../src/report/trend.js';
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

/** Folder of screenshots, which git ignores. */
const PICTURES = fileURLToPath(new URL('../../.cache/pictures', import.meta.url));

const digest = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('an HTML report', () => {
  it('allows only its own style and script', () => {
    expect(STYLE_HASH).toBe(digest(STYLE));
    expect(SCRIPT_HASH).toBe(digest(SCRIPT));
    const page = formatHtml(hostileReport(), HOSTILE_CONTEXT);
    expect(page).toContain(
      `content="default-src 'none'; style-src '${STYLE_HASH}'; script-src '${SCRIPT_HASH}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page.match(/<script\b/g)).toHaveLength(2);
    expect(page).not.toMatch(/<(?:img|link|iframe|object|embed)\b/);
  });

  it('escapes all texts', () => {
    expect(html`<p>${'<b> & "q" \'a\' \u001b'}${3}${html`<i>${'<'}</i>`}</p>`.html).toBe(
      '<p>&lt;b&gt; &amp; &quot;q&quot; &#39;a&#39; \\x1b3<i>&lt;</i></p>',
    );
    const value = { text: '</script><!--<script>& \u2028' };
    expect(embedJson(value).html).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(embedJson(value).html)).toEqual(value);
  });

  it('has the same bytes for the same report', () => {
    expect(formatHtml(report(), CONTEXT)).toBe(formatHtml(report(), CONTEXT));
  });
});

describe.skipIf(CHROMIUM === undefined)(
  `an HTML report in Chromium${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  () => {
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

    const statusOf = (page: Page): Promise<string> => page.locator('#_status').innerText();
    const count = (page: Page): Promise<number> => page.locator('.findings tr[id]:visible').count();

    it('shows hostile names and code and runs nothing', async () => {
      const page = await open(hostileReport(), HOSTILE_CONTEXT);
      await page.getByRole('button', { name: 'Show 4 more of 4' }).click();
      expect(await count(page)).toBe(HOSTILE_NAMES.length);
      for (const button of await page.getByRole('button', { name: 'Details of' }).all()) await button.click();
      expect(await page.locator('img, iframe, object, b').count()).toBe(0);
      expect(await page.locator('script').count()).toBe(2);
      expect(
        await page.evaluate(
          "[...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames()).filter((name) => /^(?:on.*|style|src)$/.test(name))",
        ),
      ).toEqual([]);
      expect(
        await page.getByRole('rowheader').filter({ hasText: 'src/</script><img src=x onerror=alert(1)>.ts' }).count(),
      ).toBe(1);
      expect(await page.locator('article mark').first().innerText()).toBe(
        "'https://api.acme.test/client/v9/zones/1/rate_limits'",
      );
      expect(await page.locator('article pre').first().innerText()).toContain(
        '</script><script>alert(1)</script> ␛[2J',
      );
      expect(await page.locator('body').innerText()).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
      expect(problems).toEqual([]);
      expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
    });

    it('reports each violation of its content security policy to the console', async () => {
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
      expect(await page.locator('.group .facts').innerText()).toMatch(/Replacement\s+Rulesets <new>/);
      expect(await page.locator('.file').innerText()).toBe('src/a.ts @acme/web');
      expect(await article.locator('.way').isVisible()).toBe(false);
      await article.locator('summary').click();
      expect(await article.locator('.way > li').allInnerTexts()).toEqual([
        expect.stringMatching(/^Sources\s+the URL is a literal\s+\(literal, src\/a\.ts:3:33\)$/),
        expect.stringMatching(/^Request\s+GET \/zones\/\$\{zone\}\/rate_limits\s+sent by fetch$/),
      ]);
    });

    it('shows the way of a request through wrappers as an ordered list, side by side on a wide screen', async () => {
      const step = { range: { start: { line: 3, column: 1 }, end: { line: 3, column: 2 } } };
      const page = await open(
        changed(report(), (entry) => ({
          ...entry,
          evidence: [
            { ...step, kind: 'wrapper', note: 'the request is sent from here', file: 'src/outer.ts' },
            { ...step, kind: 'wrapper', note: 'the request is sent from here', file: 'src/inner.ts' },
            { ...step, kind: 'literal', note: 'the path is decided by `rate_limits`', file: 'src/a.ts' },
          ],
        })),
      );
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.locator('article summary').click();
      expect(await page.locator('ol.way > li > strong').allInnerTexts()).toEqual(['Sources', 'Wrappers', 'Request']);
      expect(await page.locator('.way > li:nth-child(2) bdi').allInnerTexts()).toEqual([
        'src/outer.ts:3:1',
        'src/inner.ts:3:1',
      ]);
      const places = (side: string): Promise<unknown> =>
        page.evaluate(
          `new Set([...document.querySelectorAll('.way > li')].map((one) => Math.round(one.getBoundingClientRect().${side}))).size`,
        );
      expect(await places('left')).toBe(3);
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await places('left')).toBe(1);
    });

    it('links the notice of the vendor once, and breaks paths only after a slash', async () => {
      const page = await open(
        changed(report(), (entry) => ({
          ...entry,
          vendorUrl: 'https://acme.test/changes#rate-limits',
          advice: [
            'Instead: `GET /rulesets`.',
            'More: `sunset-lint explain rate-limits`, https://acme.test/changes#rate-limits',
          ],
        })),
      );
      expect(await page.getByText('https://acme.test/changes').count()).toBe(0);
      expect(await page.locator('a[href="https://acme.test/changes#rate-limits"]').count()).toBe(1);
      expect(await page.locator('article').innerText()).toContain('Instead: GET /rulesets.');
      expect(await page.locator('.file bdi').innerHTML()).toBe('src/<wbr>a.ts');
      expect(formatHtml(report(), CONTEXT)).not.toMatch(/https:\/(?:<wbr>)?\/<wbr>/);
    });

    it('opens the details of the first two findings of a group, and ten rows of a long one', async () => {
      const few = changed(bigReport(8), (entry) => ({ ...entry, deprecation: 'filters' }));
      expect(await (await open(few)).locator('article').count()).toBe(2);
      const page = await open(changed(bigReport(40), (entry) => ({ ...entry, deprecation: 'filters' })));
      expect([await count(page), await page.locator('article').count()]).toEqual([10, 0]);
      await page.getByRole('button', { name: 'Show 30 more of 30' }).press('Enter');
      expect(await count(page)).toBe(40);
    });

    it('filters by state, confidence, text and owner, and shows how many are left', async () => {
      const source = changed(suppressedReport(), (entry, index) => ({
        ...entry,
        confidence: index === 0 ? 'certain' : 'probable',
        ...(index < 2 ? { owner: '@a @b' } : {}),
      }));
      const page = await open(source);
      expect(await statusOf(page)).toBe('');
      await page.locator('#_filters summary').click();
      await page.getByLabel('State').selectOption('Open');
      await expect.poll(() => statusOf(page)).toBe('2 of 4 findings match.');
      await page.getByLabel('State').selectOption('Suppressed');
      await expect
        .poll(() => page.locator('.group:visible').first().innerText())
        .toContain('Baseline, accepted: migrates in March');
      expect(await statusOf(page)).toBe('2 of 4 findings match.');
      await page.getByLabel('State').selectOption('All');
      await page.getByLabel('Confidence').selectOption('Certain');
      await expect.poll(() => statusOf(page)).toBe('1 of 4 findings match.');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      expect(await statusOf(page)).toBe('');
      await page.getByLabel('Owner', { exact: true }).selectOption('@b');
      await expect.poll(() => statusOf(page)).toBe('2 of 4 findings match.');
      await page.getByLabel('Owner', { exact: true }).selectOption('No owner');
      await page.getByLabel('Search').fill('SRC/D.ts');
      await expect.poll(() => statusOf(page)).toBe('1 of 4 findings match.');
      expect(await count(page)).toBe(1);
      await page.getByLabel('Search').fill('<no such text>');
      await expect.poll(() => statusOf(page)).toBe('No finding matches the filters.');
    });

    it('groups findings by deprecation, the earliest end first, and collapses many groups', async () => {
      const page = await open(
        changed(bigReport(20), (entry, index) => ({
          ...entry,
          feature: entry.deprecation === 'filters' ? 'Filters' : 'Rate limits',
          ...(entry.deprecation === 'filters' ? { endOfLife: '2025-03-01', lifecycle: 'deprecated' } : {}),
          ...(index < 10 ? { vendorUrl: 'https://acme.test/changes#rate-limits' } : {}),
        })),
        { ...CONTEXT, packageOf: (file) => (file === 'src/f0.ts' ? 'web' : 'api') },
      );
      expect(await page.locator('.group h3').allInnerTexts()).toEqual([
        'Rate limits past the end of life',
        'Filters before the end of life',
      ]);
      expect(await page.locator('.group > details > summary').allInnerTexts()).toEqual([
        '10 findings in 2 files',
        '10 findings in 2 files',
      ]);
      expect(await page.locator('#rate-limits .facts').innerText()).toMatch(/End of life\s+2025-01-06, 10 days ago/);
      expect(await page.locator('#rate-limits .facts a').first().getAttribute('href')).toBe(
        'https://acme.test/changes#rate-limits',
      );
      expect(await count(page)).toBe(0);
      await page.locator('#rate-limits summary').click();
      expect(await page.locator('#rate-limits h4').allInnerTexts()).toEqual(['api 5 findings', 'web 5 findings']);
      expect(await count(page)).toBe(10);
    });

    it('opens the target of a link in any group, whatever the filter', async () => {
      const page = await open(bigReport(300));
      const at = (anchor: string): Promise<unknown> => page.evaluate(`location.hash = '${anchor}'`);
      await at('finding_f298');
      await expect.poll(() => page.locator('#finding_f298').isVisible()).toBe(true);
      expect(await page.evaluate('document.activeElement.id')).toBe('finding_f298');
      expect(await page.locator('article').getAttribute('aria-label')).toBe('Finding at src/f29.ts:3:41');
      expect(await page.locator('#filters > details').first().getAttribute('open')).toBe(null);
      await page.getByLabel('Search').fill('src/f3.ts');
      await expect.poll(() => statusOf(page)).toBe('10 of 300 findings match.');
      await at('finding_f299');
      await expect.poll(() => page.locator('#finding_f299').isVisible()).toBe(true);
      expect(await statusOf(page)).toBe('');
      await at('nothing');
      expect(problems).toEqual([]);
    });

    it('names its project, and links lines on the code host and, on request, in the editor', async () => {
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
      const links = page.locator('article .links a');
      expect(await page.evaluate("[...document.querySelectorAll('.findings td > a')].map((one) => one.href)")).toEqual([
        `https://github.com/acme/web/blob/${commit}/apps/a%20b/src/a.ts#L3`,
      ]);
      await page.locator('#_open-in summary').click();
      await page.getByLabel('Folder of your copy').fill('/home/me/web/');
      expect(await links.nth(1).getAttribute('href')).toBe('vscode://file/home/me/web/apps/a%20b/src/a.ts:3:33');
      await page.getByLabel('Folder of your copy').fill('javascript:alert(1)');
      expect(await links.count()).toBe(1);
      expect(problems).toEqual([]);
    });

    it('lists unresolved requests and unread files', async () => {
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
      for (const summary of await page.locator('section[aria-labelledby="_seen"] summary').all()) await summary.click();
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
      // At a quarter of the four years after the first, and at their end.
      expect(places).toEqual([5, 28, 95]);
    });

    it('draws the trend since earlier reports, with the change in words', async () => {
      const day = (asOf: string, size: number): Report => ({ ...bigReport(size), asOf });
      const trend = trendOf([day('2025-01-01', 4), day('2025-01-11', 2), day('2025-01-21', 1)]);
      const page = await open(report(), { ...CONTEXT, trend });
      const section = page.locator('section[aria-labelledby="_trend"]');
      expect(await section.locator('svg').getAttribute('aria-label')).toBe(
        'Open calls fell from 4 on 2025-01-01 to 1 on 2025-01-21.',
      );
      expect(await section.locator('polyline').getAttribute('points')).toBe('4.0,4.0 300.0,30.0 596.0,43.0');
      expect(await section.locator('.ends').innerText()).toMatch(/^2025-01-01: 4\s+2025-01-21: 1$/);
      const alone = formatHtml(report(), { ...CONTEXT, trend: trendOf([report()]) });
      expect(alone).not.toContain('<h2 id="_trend">');
    });

    it('links each row of a table to its findings', async () => {
      const page = await open(bigReport(40));
      await page.getByText('By file').click();
      await page.getByRole('button', { name: 'src/f3.ts' }).click();
      expect(await statusOf(page)).toBe('10 of 40 findings match.');
      expect(await count(page)).toBe(10);
      expect(await page.evaluate('document.activeElement.id')).toBe('_findings');
    });

    it('works with the keyboard alone', async () => {
      const page = await open(bigReport(300));
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the findings');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.id')).toBe('_text');
      expect(
        await page.evaluate(
          'getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement).outlineWidth',
        ),
      ).toBe('solid3px');
      await page.keyboard.type('src/f2.ts');
      await expect.poll(() => statusOf(page)).toBe('10 of 300 findings match.');
      await page.getByLabel('Search').fill('');
      await expect.poll(() => statusOf(page)).toBe('');
      expect(await count(page)).toBe(0);
      await page.locator('#rate-limits summary').press('Enter');
      expect(await count(page)).toBe(100);
      await page.getByRole('button', { name: 'Show 50 more of 50' }).press('Enter');
      expect(await count(page)).toBe(150);
      expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(
        'Details of src/f27.ts:3:33',
      );
      await page.keyboard.press('Enter');
      expect(await page.locator('article').count()).toBe(1);
    });

    it('is quick with 5,000 findings', async () => {
      const page = await open(bigReport(5000));
      await page.locator('#filters summary').click();
      expect(await count(page)).toBe(100);
      await page.getByLabel('Search').fill('src/f499.ts');
      await expect.poll(() => statusOf(page)).toBe('10 of 5000 findings match.');
      expect(
        Number(await page.evaluate('performance.timing.loadEventEnd - performance.timing.navigationStart')),
      ).toBeLessThan(5000);
    });

    it.each([
      [{ status: 'failed', failing: 1, failOn: 'sunset' }, 'Failed. 1 finding fails the gate. (--fail-on sunset)'],
      [
        { status: 'passed', failing: 0, failOn: 'never', since: 'origin/main' },
        'Passed. (--fail-on never, findings introduced since origin/main)',
      ],
      [{ status: 'error', failing: 2 }, 'Not all could be looked at.'],
    ] as const)('begins with the verdict: %j', (verdict, words) => {
      const page = formatHtml(report(), { ...CONTEXT, verdict });
      const [, told = ''] = /<p class="verdict \w+">(.*?)<\/p>\n<p class="headline">/.exec(page) ?? [];
      expect(told.replaceAll(/<[^>]+>/g, '')).toBe(words);
    });

    it('says that nothing was found in an empty report', async () => {
      const page = await open(emptyReport());
      expect(await page.locator('.headline').innerText()).toBe('No open findings.');
      expect(await page.locator('section[aria-labelledby="_findings"]').innerText()).toContain(
        'There are no findings.',
      );
      expect(problems).toEqual([]);
    });

    it('shows every finding without a script, and opens the group of a link', async () => {
      const root = folder({ 'report.html': formatHtml(bigReport(40), CONTEXT) });
      const still = await openBrowser({ javaScriptEnabled: false });
      try {
        const page = await still.context.newPage();
        await page.goto(`${pathToFileURL(join(root, 'report.html')).href}#finding_f39`);
        expect(await page.locator('#finding_f39').isVisible()).toBe(true);
        expect(await count(page)).toBe(20);
        expect(await page.locator('#_filters').isVisible()).toBe(false);
        expect(await page.locator('noscript').innerText()).toContain('need JavaScript');
      } finally {
        await still.close();
      }
    });

    it('prints 720 findings as tables on at most 30 A4 pages', async () => {
      const page = await open(
        changed(bigReport(720), (entry, index) => ({ ...entry, file: `packages/web/src/pages/some/f${index}.ts` })),
      );
      const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } });
      const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      expect(pages).toBeGreaterThan(5);
      expect(pages).toBeLessThanOrEqual(30);
    });

    it.each([
      ['light', 1400],
      ['dark', 1400],
      ['light', 820],
      ['dark', 820],
      ['light', 390],
      ['dark', 390],
      ['light', 360],
    ] as const)(
      'has no accessibility fault found by axe, and fits the width, in %s at %i pixels',
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
        expect(await count(page)).toBe(4);
        await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
        expect(Number(await page.evaluate('document.documentElement.scrollWidth'))).toBeLessThanOrEqual(width);
        // Saves a screenshot for manual review, even if the checks below fail.
        const picture = await page.screenshot({
          path: join(PICTURES, `report-${colorScheme}-${width}.png`),
          fullPage: true,
        });
        expect(picture.readUInt32BE(16)).toBe(width);
        await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
        const found = await page.evaluate<Faults>('axe.run()');
        expect(found.violations.map(({ id, nodes }) => `${id}: ${expectDefined(nodes[0], 'a node').html}`)).toEqual([]);
        expect(await page.locator('.group .badge').allInnerTexts()).toEqual([
          'past the end of life',
          'before the end of life',
          'suppressed',
        ]);
      },
    );
  },
);
