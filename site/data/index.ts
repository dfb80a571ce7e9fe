import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import { calendarOf } from '../../packages/catalogue-tools/src/export-calendar.js';
import { isIsoDate } from '../../src/core/lib/iso-date.js';
import type { Catalogue, Deprecation, IsoDate } from '../../src/core/model/deprecation.js';
import { formatDeprecationPage } from '../../tools/docs/deprecation-page.js';
import { readSdkMethods, sdkMethodsOf } from '../../tools/docs/sdk-methods.js';
import { endsPage } from './ends-page.js';
import { vendorIndex, vendorPage, vendorsOf } from './vendor-pages.js';

/** Page in Markdown. */
export interface Page {
  /** Address in the site, such as `/vendors/openai/`. */
  readonly url: string;
  readonly text: string;
  /** Path of the file in the repository to which its links are relative; absent if its links are site addresses. */
  readonly source?: string;
}

export interface SiteData {
  readonly pages: readonly Page[];
  /** Calendar of the next twelve months by RFC 5545. */
  readonly calendar: string;
  /** APIs that a visitor can select, with id and name. */
  readonly apis: readonly { readonly id: string; readonly title: string }[];
}

/**
 * Data of the site from the catalogues on a day. `written`: ids of deprecations with a page in `docs`.
 */
export function siteData(root: string, today: IsoDate, written: ReadonlySet<string>): SiteData {
  if (!isIsoDate(today)) throw new Error(`'${today}' is not a day`);
  const catalogue = loadCatalogue({ edition: 'current', apis: packagedApis() });
  const methods = readSdkMethods(root);
  const vendors = vendorsOf(catalogue, loadCatalogue());
  const coming = endingFrom(catalogue, today);
  return {
    pages: [
      vendorIndex(vendors),
      ...vendors.map(vendorPage),
      endsPage(coming, today),
      ...catalogue.deprecations
        .filter(({ id }) => !written.has(id))
        .map((deprecation): Page => {
          const edition = editionOf(catalogue, deprecation);
          const facts = {
            ...{ deprecation, example: undefined, sdk: sdkMethodsOf(deprecation, methods) },
            editions: edition === undefined ? [] : [{ edition, entry: deprecation }],
          };
          return {
            url: `/deprecations/${deprecation.id}/`,
            text: formatDeprecationPage(facts),
            source: `docs/deprecations/${deprecation.id}.md`,
          };
        }),
    ],
    calendar: calendarOf(coming, today).text,
    apis: vendors.filter(({ id }) => packagedApis().includes(id)).map(({ id, title }) => ({ id, title })),
  };
}

function editionOf({ editions }: Catalogue, { api }: Deprecation): Catalogue['editions'][number] | undefined {
  return editions.find((edition) => edition.api === api);
}

/** Deprecations that end within a year from a day, the earliest first. */
function endingFrom({ deprecations }: Catalogue, today: IsoDate): readonly Deprecation[] {
  const last = `${String(Number(today.slice(0, 4)) + 1).padStart(4, '0')}${today.slice(4)}`;
  return deprecations
    .filter(({ endOfLife }) => endOfLife !== null && endOfLife >= today && endOfLife <= last)
    .sort((a, b) => compare(a.endOfLife ?? '', b.endOfLife ?? '') || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
