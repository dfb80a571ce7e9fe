import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';

const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of a browser; without one, tests that need it are skipped. CI installs it. */
export const CHROMIUM = PLACES.find((place) => place !== undefined && place !== '' && existsSync(place));

/** Reason of a skipped test. */
export const NO_CHROMIUM = 'no Chromium found: install the package chromium, or name one in CHROMIUM_PATH';

export interface Browser {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

/** Opens a headless browser with a profile of its own and no background requests. */
export async function openBrowser(
  options: Pick<BrowserContextOptions, 'javaScriptEnabled' | 'serviceWorkers'> = {},
): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'sunset-lint-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    headless: true,
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
