import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pageDigest, reportPage } from '../../tools/docs/report-page.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PICTURES = `${ROOT}/docs/pictures`;

// Needs `npm run build`, as everything about the command line does.
describe('docs/pictures/report.png', () => {
  it('shows the page that the command line writes', () => {
    const pictured = readFileSync(`${PICTURES}/report.sha256`, 'utf8').trim();
    expect(pageDigest(reportPage(ROOT)), 'the HTML report changed: run node build/report-picture.mjs').toBe(pictured);
  });

  it('is a picture of 1280 pixels that every page can afford', () => {
    const picture = readFileSync(`${PICTURES}/report.png`);
    expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(picture.readUInt32BE(16)).toBe(1280);
    expect(statSync(`${PICTURES}/report.png`).size).toBeLessThan(300_000);
  });
});

describe('pageDigest', () => {
  const page = (words: string, version = '1.0.0', catalogue = 'abc123'): string =>
    `<p>${words}, catalogue ${catalogue}</p><footer><p>tool ${version}, catalogue ${catalogue}, as of today.</p></footer>`;

  it('is that of what is shown, but for the version and the catalogue', () => {
    expect(pageDigest(page('4 calls', '0.2.0', 'def456'))).toBe(pageDigest(page('4 calls')));
    expect(pageDigest(page('5 calls'))).not.toBe(pageDigest(page('4 calls')));
  });
});
