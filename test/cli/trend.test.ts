import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCRIPT_HASH, STYLE, STYLE_HASH } from '../../src/report/html-page.js';
import { SCRIPT } from '../../src/report/html-script.js';
import { folder } from '../scanner/support.js';
import { CALL, CLEAN, cli } from './support.js';

async function scannedOverMonths(): Promise<string> {
  const root = folder({ 'a.ts': `${CALL}${CALL}` });
  for (const [day, text] of [
    ['2026-01-01', `${CALL}${CALL}`],
    ['2026-02-01', CALL],
    ['2026-03-01', CLEAN],
  ] as const) {
    writeFileSync(join(root, 'a.ts'), text);
    await cli(root, ['scan', 'a.ts', '--quiet', '--as-of', day, '--format', `json=${day}.json`]);
  }
  return root;
}
const NAMES = ['2026-03-01.json', '2026-01-01.json', '2026-02-01.json'];

describe('trend', () => {
  it('summarises the reports of several scans', async () => {
    const root = await scannedOverMonths();
    const { code, out } = await cli(root, ['trend', ...NAMES]);
    expect(code).toBe(0);
    expect(out).toMatch(/^2025-01-06 {2}page-rules-api +2 +1 +0$/m);
    expect(out).toContain('Open calls fell from 2 on 2026-01-01 to 0 on 2026-03-01.');
    const json = JSON.parse((await cli(root, ['trend', ...NAMES, '--format', 'json'])).out) as unknown;
    expect(json).toMatchObject({ days: ['2026-01-01', '2026-02-01', '2026-03-01'], open: [2, 1, 0] });
  });

  it('writes an SVG file', async () => {
    const root = await scannedOverMonths();
    expect(await cli(root, ['trend', ...NAMES, '--format', 'svg', '-o', 'trend.svg'])).toMatchObject({
      code: 0,
      out: '',
    });
    expect(readFileSync(join(root, 'trend.svg'), 'utf8')).toMatch(/<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  });

  it('writes the last report as a page, with the trend and a valid policy', async () => {
    const root = await scannedOverMonths();
    const { code, out } = await cli(root, ['trend', ...NAMES.toReversed(), '--format', 'html']);
    expect(code).toBe(0);
    expect(out).toContain('Open calls fell from 2 on 2026-01-01 to 0 on 2026-03-01.');
    expect(out).toContain('<time datetime="2026-03-01">');
    expect(out).toContain(`style-src '${STYLE_HASH}'; script-src '${SCRIPT_HASH}'`);
    expect([out.includes(STYLE), out.includes(SCRIPT)]).toEqual([true, true]);
  });

  it.each([
    [[], /missing required argument 'reports'/],
    [['none.json'], /cannot read the report 'none\.json': the file does not exist/],
    [['a.ts'], /'a\.ts' is not a JSON report/],
    [['2026-01-01.json', '--format', 'pdf'], /Allowed choices are text, markdown, svg, html, json/],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await cli(await scannedOverMonths(), ['trend', ...args]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });
});
