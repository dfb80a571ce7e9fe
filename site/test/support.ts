import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import { CHROMIUM, NO_CHROMIUM, openBrowser } from '../../test/report/chromium.js';
import { serve } from '../serve.mjs';

/** Path below the root of the host, because links must not depend on the address of the site. */
const BASE = '/below/some/path/';

export interface Site {
  readonly root: string;
  readonly context: BrowserContext;
  /** Addresses that pages requested. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/** Serves the built site, and opens a browser that records every request. */
export async function openSite(options: Parameters<typeof openBrowser>[0] = {}): Promise<Site> {
  if (CHROMIUM === undefined) throw new Error(NO_CHROMIUM);
  const server = await serve({ base: BASE });
  const { context, close } = await openBrowser(options);
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  return {
    ...{ context, requests },
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    close: async () => {
      await close();
      server.close();
    },
  };
}

/** Opens the site with the playground on a page. */
export async function openPlayground(): Promise<{ readonly site: Site; readonly page: Page }> {
  const site = await openSite();
  const page = await site.context.newPage();
  await page.goto(`${site.root}playground/`);
  return { site, page };
}

/** First words of the playground once it has an answer. */
export const ANSWER_STATUS = /^(?:No finding|\d+ findings?)\./;

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Color schemes and widths of a phone, a tablet and a desktop screen. */
const SCREENS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [390, 768, 1280].map((width) => ({ colorScheme, width })),
);

/** Accessibility faults and sideways overflows of a page on all `SCREENS`. */
export async function faultsOnScreens(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { colorScheme, width } of SCREENS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const pageWidth = Number(await page.evaluate('document.documentElement.scrollWidth'));
    const screenFaults = [...(pageWidth > width ? [`${pageWidth} pixels wide`] : []), ...(await faultsOf(page))];
    faults.push(...screenFaults.map((fault) => `${colorScheme}, ${width} pixels: ${fault}`));
  }
  return faults;
}

/** Accessibility faults of a page, each with its element. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE_SOURCE);
  const { violations } = await page.evaluate<{
    violations: readonly { id: string; nodes: readonly { html: string; failureSummary: string }[] }[];
  }>('axe.run()');
  return violations.map(({ id, nodes: [node] }) => `${id}: ${node?.html ?? ''} ${node?.failureSummary ?? ''}`);
}
