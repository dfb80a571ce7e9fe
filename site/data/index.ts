import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import { isIsoDate } from '../../src/core/lib/iso-date.js';
import type { Catalogue, Deprecation, IsoDate } from '../../src/core/model/deprecation.js';
import { formatDeprecationPage } from '../../tools/docs/deprecation-page.js';
import { readSdkMethods, sdkMethodsOf } from '../../tools/docs/sdk-methods.js';
import { endsOf, endsPage } from './ends-page.js';
import { foundCalls, liveExample } from './engine-runs.js';
import { feedsOf } from './feeds.js';
import type { SiteFile } from './feeds.js';
import { homePage } from './home-page.js';
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
  /** Calendars and feeds. */
  readonly files: readonly SiteFile[];
  /** APIs that a visitor can select, with id and name. */
  readonly apis: readonly { readonly id: string; readonly title: string }[];
}

export interface SiteOptions {
  /** Folder of the repository, with a slash at its end. */
  readonly root: string;
  readonly today: IsoDate;
  /** Ids of deprecations with a page in `docs`. */
  readonly documentedIds: ReadonlySet<string>;
  /** Address of the published site, with a slash at its end; absent: the site has no absolute address. */
  readonly address?: string | undefined;
}

/** All facts of the site: the catalogues of the current edition. */
export function siteCatalogue(): Catalogue {
  return loadCatalogue({ edition: 'current', apis: packagedApis() });
}

/** Data of the site from the catalogues, and from runs of the engine, on a day. */
export async function siteData({ root, today, documentedIds, address }: SiteOptions): Promise<SiteData> {
  if (!isIsoDate(today)) throw new Error(`'${today}' is not a day`);
  const catalogue = siteCatalogue();
  const methods = readSdkMethods(root);
  const vendors = vendorsOf(catalogue, loadCatalogue());
  const titles = new Map(vendors.map(({ id, title }) => [id, title]));
  const ends = endsOf(catalogue, today);
  const calls = await foundCalls(root, catalogue, today);
  const example = await liveExample(root, catalogue, today);
  return {
    pages: [
      homePage(root, example, { titles, coming: ends.coming, total: catalogue.deprecations.length }),
      vendorIndex(vendors, calls, today),
      ...vendors.map((vendor) => vendorPage(vendor, { calls: calls.get(vendor.id) ?? [], today })),
      endsPage(ends, titles, today),
      ...catalogue.deprecations
        .filter(({ id }) => !documentedIds.has(id))
        .map((deprecation): Page => {
          const edition = editionOf(catalogue, deprecation);
          const facts = {
            ...{ deprecation, example: undefined, sdkMethods: sdkMethodsOf(deprecation, methods) },
            editions: edition === undefined ? [] : [{ edition, entry: deprecation }],
          };
          return {
            url: `/deprecations/${deprecation.id}/`,
            text: formatDeprecationPage(facts),
            source: `docs/deprecations/${deprecation.id}.md`,
          };
        }),
    ],
    files: siteFeeds(catalogue, today, address),
    apis: vendors.filter(({ id }) => packagedApis().includes(id)).map(({ id, title }) => ({ id, title })),
  };
}

/** Calendars and feeds of the coming ends, and of all ends of each API. */
export function siteFeeds(catalogue: Catalogue, today: IsoDate, address?: string): readonly SiteFile[] {
  const titles = new Map(catalogue.apis.map(({ id, title }) => [id, title ?? id]));
  const facts = { titles, editions: catalogue.editions, today, address };
  const siteFeed = { place: '/ends', page: '/ends/', title: 'Announced ends of APIs and models' };
  return [
    ...feedsOf(endsOf(catalogue, today).coming, siteFeed, facts),
    ...catalogue.apis.flatMap(({ id }) => {
      const datedEntries = catalogue.deprecations.filter(({ api, endOfLife }) => api === id && endOfLife !== null);
      const vendorFeed = {
        place: `/vendors/${id}/ends`,
        page: `/vendors/${id}/`,
        title: `Ends of ${titles.get(id) ?? id}`,
      };
      return datedEntries.length === 0 ? [] : feedsOf(datedEntries, vendorFeed, facts);
    }),
  ];
}

function editionOf({ editions }: Catalogue, { api }: Deprecation): Catalogue['editions'][number] | undefined {
  return editions.find((edition) => edition.api === api);
}
