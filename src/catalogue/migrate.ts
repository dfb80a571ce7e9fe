import { splitBaseUrl } from '../api/base-url.js';
import type { BaseUrl } from '../model/deprecation.js';
import { BUILTIN_API } from './file-format.js';
import type { CatalogueFile, WrittenApi, WrittenEntry } from './file-format.js';

/** A catalogue file of format 1. */
interface FirstFormat {
  readonly format?: 1;
  readonly $schema?: string;
  readonly baseUrls?: readonly BaseUrl[];
  readonly api?: Omit<WrittenApi, 'baseUrls'>;
  readonly deprecations: readonly WrittenEntry[];
  readonly nearMisses?: CatalogueFile['nearMisses'];
}

/**
 * A checked file of format 1 as one of format 2; a newer one as it is. Base URLs without an API are one of their
 * own, called as their host is, where the file has new entries; else they, and entries without base URLs, belong to the
 * packaged API. What a generator wrote of itself is left out.
 */
export function migrateCatalogue(value: FirstFormat | CatalogueFile): CatalogueFile {
  if (isSecondFormat(value)) return value;
  const { $schema, baseUrls = [], api, deprecations, nearMisses } = value;
  return {
    ...($schema === undefined ? {} : { $schema }),
    format: 2,
    ...apiOf(baseUrls, api, deprecations),
    deprecations,
    ...(nearMisses === undefined ? {} : { nearMisses }),
  };
}

function apiOf(
  baseUrls: readonly BaseUrl[],
  api: FirstFormat['api'],
  entries: readonly WrittenEntry[],
): Pick<CatalogueFile, 'api' | 'baseUrls'> {
  // An API without base URLs is the packaged one described anew, or one that another file brings.
  if (api !== undefined) return { api: baseUrls.length === 0 ? api : { ...api, baseUrls } };
  const [first] = baseUrls;
  if (first === undefined) return { api: BUILTIN_API };
  if (entries.every(({ kind }) => kind === undefined)) return { api: BUILTIN_API, baseUrls };
  const id = splitBaseUrl(first.url)
    .host.toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '');
  return { api: { id: id === '' ? 'api' : id, baseUrls } };
}

function isSecondFormat(value: FirstFormat | CatalogueFile): value is CatalogueFile {
  return value.format === 2 || value.format === 3;
}
