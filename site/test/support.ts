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
export async function openSite(): Promise<Site> {
  if (CHROMIUM === undefined) throw new Error(NO_CHROMIUM);
  const server = await serve({ base: BASE });
  const { context, close } = await openBrowser();
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
export const ANSWERED = /^(?:No finding|\d+ findings?)\./;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Accessibility faults of a page, each with its element. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{
    violations: readonly { id: string; nodes: readonly { html: string; failureSummary: string }[] }[];
  }>('axe.run()');
  return violations.map(({ id, nodes: [node] }) => `${id}: ${node?.html ?? ''} ${node?.failureSummary ?? ''}`);
}
