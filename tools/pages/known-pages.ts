import { readFileSync } from 'node:fs';
import type { CatalogueFile } from '../../src/knowledge/catalogue/file-format.js';
import type { IsoDate } from '../../src/core/model/deprecation.js';
import { releasedFiles } from '../catalogue/release.js';

/** Page of a vendor that is a source of facts. */
export interface KnownPage {
  /** Address without fragment. */
  readonly url: string;
  readonly uses: readonly PageUse[];
}

/** Rows of one catalogue that cite a page. */
export interface PageUse {
  /** Path of the catalogue in `rules`. */
  readonly catalogue: string;
  /** Day on which the page was read for the catalogue. */
  readonly read: IsoDate | undefined;
  /** Ids of the entries that name the page; none if it is a source of the whole catalogue. */
  readonly entries: readonly string[];
}

/** Pages named by the catalogues below a project root, as sources or in entries. */
export function knownPages(root: string): readonly KnownPage[] {
  const pages = new Map<string, PageUse[]>();
  for (const catalogue of releasedFiles(root).filter((name) => name !== 'packaged-apis.json')) {
    const { edition, deprecations } = JSON.parse(readFileSync(`${root}/rules/${catalogue}`, 'utf8')) as CatalogueFile;
    const idsByUrl = new Map<string, Set<string>>();
    const readDays = new Map<string, IsoDate>();
    for (const { url, retrieved } of edition?.sources ?? []) {
      if (url === undefined) continue;
      idsByUrl.set(pageOf(url), new Set());
      if (retrieved !== undefined) readDays.set(pageOf(url), retrieved);
    }
    for (const entry of deprecations)
      for (const url of addressesIn(entry)) idsByUrl.set(url, (idsByUrl.get(url) ?? new Set()).add(entry.id));
    for (const [url, ids] of idsByUrl) {
      const use = { catalogue, read: readDays.get(url) ?? edition?.asOf, entries: [...ids] };
      pages.set(url, [...(pages.get(url) ?? []), use]);
    }
  }
  return [...pages].map(([url, uses]) => ({ url, uses })).sort((a, b) => (a.url < b.url ? -1 : 1));
}

function pageOf(url: string): string {
  return url.replace(/#.*$/, '').replace(/\/$/, '');
}

/** Addresses in an entry: its own, and those of its history and revivals. */
function addressesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^https?:\/\/\S+$/.test(value) ? [pageOf(value)] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : [];
}
