// Takes docs/pictures/report.png: the HTML report about the bundled example, as a browser shows it.
//
//   npm run build && node build/report-picture.mjs
//
// Needs Chromium (/usr/bin/chromium, or CHROMIUM_PATH). Beside the picture it writes the digest of the page that was
// pictured; test/docs/report-picture.test.ts fails once the page is another.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { pageDigest, reportPage } from '../dist/tools/report-page.js';

const MOST_BYTES = 300_000;
const SIZE = { width: 1280, height: 900 };
const MARGIN = 24;

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = join(root, 'docs/pictures');
const page = reportPage(root);
const folder = mkdtempSync(join(tmpdir(), 'sunset-lint-picture-'));
try {
  const file = join(folder, 'report.html');
  writeFileSync(file, page);
  mkdirSync(pictures, { recursive: true });
  await take(pathToFileURL(file).href, join(pictures, 'report.png'));
  writeFileSync(join(pictures, 'report.sha256'), `${pageDigest(page)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function take(address, file) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const tab = await browser.newPage({ viewport: SIZE, colorScheme: 'light', deviceScaleFactor: 1 });
    await tab.goto(address);
    // From the title to the end of the second group of findings.
    const { y, height } = await tab.locator('.group').nth(1).boundingBox();
    await tab.screenshot({
      path: file,
      fullPage: true,
      clip: { ...SIZE, x: 0, y: 0, height: Math.ceil(y + height) + MARGIN },
    });
  } finally {
    await browser.close();
  }
  const { size } = statSync(file);
  if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes, of ${MOST_BYTES} at most`);
  console.log(`wrote ${file}, ${size} bytes`);
}
