import { isDeepStrictEqual } from 'node:util';
import { didYouMean } from '../../core/lib/wording.js';
import type { Api, BaseUrl, Edition, NameList } from '../../core/model/deprecation.js';
import type { Operation, PathTemplate } from '../../core/model/endpoint.js';
import type { WrittenApi, WrittenNames } from './file-format.js';
import { placeBelow, readOperations } from './read-entry.js';
import type { ReadCatalogue } from './read-file.js';
import { errorAt } from './source-text.js';
import { keyOfOperation, restoreOperation } from './stored.js';

/** APIs and editions, merged from all catalogues so far. */
export interface LayeredApis {
  readonly apis: ReadonlyMap<Api['id'], Api>;
  readonly editions: readonly Edition[];
  /** The API that each catalogue extends. */
  readonly apiOf: ReadonlyMap<ReadCatalogue, Api['id']>;
}

/**
 * Adds the descriptions of APIs of one level of catalogues to the known ones.
 *
 * @throws CatalogueError with the place of a base URL that is invalid or belongs to another API, of an unknown API, and
 * of two different descriptions of one API.
 */
export function applyApis(
  known: LayeredApis,
  level: readonly ReadCatalogue[],
  unusedIds: readonly Api['id'][],
): LayeredApis {
  const apis = new Map(known.apis);
  const apiOf = new Map(known.apiOf);
  const described = new Map<Api['id'], { readonly api: WrittenApi; readonly catalogue: ReadCatalogue }>();
  const describers = level.filter(({ file }) => typeof file.api === 'object');
  for (const catalogue of [...describers, ...level.filter((other) => !describers.includes(other))]) {
    const { api, baseUrls } = catalogue.file;
    const place = placeIn(catalogue, 'api');
    if (typeof api === 'object' && baseUrls !== undefined)
      throw errorAt(placeIn(catalogue, 'baseUrls'), 'the API is described here: write its base URLs in "api"');
    const urls = readBaseUrls(catalogue, typeof api === 'object' ? (api.baseUrls ?? []) : (baseUrls ?? []));
    const owner = urls.map(({ url }) => ownerOf(url, apis)).find((id) => id !== undefined);
    const id = extendedApiOf(catalogue, owner);
    if (id === undefined) {
      refuseWithoutApi(catalogue);
      continue;
    }
    if (owner !== undefined && owner !== id)
      throw errorAt(
        place,
        `one of its base URLs belongs to the API '${owner}'. Write "api": "${owner}" to add to that.`,
      );
    const earlier = apis.get(id);
    if (typeof api === 'object' && id === api.id) {
      const { baseUrls: _urls, ...description } = api;
      const previous = described.get(id);
      if (previous !== undefined && !isDeepStrictEqual(previous.api, description))
        throw errorAt(
          place,
          `the API '${id}' is described otherwise at ${previous.catalogue.name}. Keep one of the two.`,
        );
      described.set(id, { api: description, catalogue });
      apis.set(id, mergeApi({ ...description, baseUrls: earlier?.baseUrls ?? [] }, earlier, urls, catalogue));
    } else if (earlier === undefined) {
      throw errorAt(place, unknownApi(id, [...apis.keys()], unusedIds));
    } else {
      apis.set(id, mergeApi(earlier, earlier, urls, catalogue));
    }
    apiOf.set(catalogue, id);
  }
  refuseWithoutHost(apis, described);
  const editions = level.flatMap((catalogue): readonly Edition[] => {
    const api = apiOf.get(catalogue);
    return catalogue.file.edition === undefined || api === undefined ? [] : [{ ...catalogue.file.edition, api }];
  });
  return { apis, editions: [...known.editions, ...editions], apiOf };
}

/** The API that a catalogue extends. In format 1, base URLs can identify it instead of a name. */
function extendedApiOf(catalogue: ReadCatalogue, owner: Api['id'] | undefined): Api['id'] | undefined {
  if (catalogue.migrated && owner !== undefined && isNamedByHost(catalogue)) return owner;
  const { api } = catalogue.file;
  return typeof api === 'object' ? api.id : api;
}

function refuseWithoutHost(
  apis: LayeredApis['apis'],
  described: ReadonlyMap<Api['id'], { readonly catalogue: ReadCatalogue }>,
): void {
  for (const { id, baseUrls } of apis.values()) {
    const describer = described.get(id)?.catalogue;
    // Packages are found by imports, and need no host.
    if (baseUrls.length > 0 || describer === undefined) continue;
    if (!describer.file.deprecations.some(({ kind }) => kind === 'package'))
      throw errorAt(
        placeIn(describer, 'api'),
        `the API '${id}' has no base URL, so that no request could be one to it`,
      );
  }
}

/** The API with a base URL. */
function ownerOf(url: string, apis: LayeredApis['apis']): Api['id'] | undefined {
  return [...apis.values()].find(({ baseUrls }) => baseUrls.some((base) => base.url === url))?.id;
}

/** Message about an unknown API, with advice. */
function unknownApi(id: string, usedIds: readonly Api['id'][], unusedIds: readonly Api['id'][]): string {
  if (unusedIds.includes(id)) return `the API '${id}' is not in use. Name it with --api or in "apis".`;
  const guess = didYouMean(id, [...usedIds, ...unusedIds]);
  return `unknown API '${id}'${guess === '' ? `; in use: ${usedIds.join(', ') || 'none'}` : guess}`;
}

/** Operations in `live` of a catalogue. */
function readLive(catalogue: ReadCatalogue): readonly Operation[] {
  return readOperations(catalogue.file.live ?? [], placeIn(catalogue, 'live')).map(restoreOperation);
}

function mergeApi(base: Api, earlier: Api | undefined, urls: readonly BaseUrl[], catalogue: ReadCatalogue): Api {
  const { file } = catalogue;
  const operations = [...(earlier?.live ?? []), ...readLive(catalogue)];
  const live = new Map(operations.map((operation) => [keyOfOperation(operation), operation]));
  const names = file.names === undefined ? earlier?.names : readNames(file.names, catalogue);
  const clients = [...(earlier?.clients ?? [])];
  for (const model of file.clients ?? [])
    if (!clients.some((other) => isDeepStrictEqual(other, model))) clients.push(model);
  return {
    ...base,
    baseUrls: joinBaseUrls(base.baseUrls, urls),
    ...(live.size === 0 ? {} : { live: [...live.values()] }),
    ...(clients.length === 0 ? {} : { clients }),
    ...(names === undefined ? {} : { names }),
  };
}

/** Reads a list of names. Throws a CatalogueError for an operation without a place for a name. */
function readNames({ operations, also, ...names }: WrittenNames, catalogue: ReadCatalogue): NameList {
  const place = placeIn(catalogue, 'names', 'operations');
  const list = readOperations(operations, place).map(restoreOperation);
  const missing = names.pointer === undefined ? list.find(({ path }) => !hasParameter(path, names.of)) : undefined;
  if (missing !== undefined)
    throw errorAt(place, `'${missing.path.text}' has no {${names.of}} in it, and no "pointer" says where the name is`);
  const others = also?.map((namePlace, index) => ({
    ...namePlace,
    operations: readOperations(namePlace.operations, placeIn(catalogue, 'names', 'also', String(index))).map(
      restoreOperation,
    ),
  }));
  return { ...names, operations: list, ...(others === undefined ? {} : { also: others }) };
}

function hasParameter({ segments }: PathTemplate, name: string): boolean {
  return segments.some((segment) => segment.kind === 'parameter' && segment.name === name);
}

function readBaseUrls(catalogue: ReadCatalogue, urls: readonly BaseUrl[]): readonly BaseUrl[] {
  return urls.map(({ url, ...names }, index) => {
    const canonicalUrl = normalBaseUrl(url);
    if (canonicalUrl !== undefined) return { url: canonicalUrl, ...names };
    const place =
      typeof catalogue.file.api === 'object' ? placeIn(catalogue, 'api', 'baseUrls') : placeIn(catalogue, 'baseUrls');
    throw errorAt(
      placeBelow(place, String(index), 'url'),
      `'${url}' is not a base URL. Write it like https://api.example.com/v4, without user, query and fragment; {name} marks a part that varies.`,
    );
  });
}

/** Whether the migration from format 1 named the API of a file after the host of a base URL. */
function isNamedByHost({ file }: ReadCatalogue): boolean {
  return typeof file.api === 'object' && Object.keys(file.api).every((key) => key === 'id' || key === 'baseUrls');
}

function refuseWithoutApi(catalogue: ReadCatalogue): void {
  const key = (['baseUrls', 'live', 'clients', 'edition', 'names'] as const).find(
    (name) => catalogue.file[name] !== undefined,
  );
  if (key !== undefined)
    throw errorAt(placeIn(catalogue, key), 'belongs to no API. Write "api" at the top of the file.');
}

function placeIn({ source, at }: ReadCatalogue, ...keys: readonly string[]): Parameters<typeof errorAt>[0] {
  return placeBelow({ source, at }, ...keys);
}

const URL_PARTS = /^(https?):\/\/([^/?#\\]+)(\/[^?#\\]*)?$/i;
const VARIABLE = '\\{[A-Za-z_][\\w-]*\\}';
const ASCII_HOST = hostPattern('A-Za-z0-9');
const IPV6_ADDRESS = /^\[[0-9a-f:.]+\]$/i;
const PATH_SEGMENT = new RegExp(`^(?:${VARIABLE}|[^\\s{}]+)$`);
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * A base URL in its canonical form: lower case in the host, no default port, no slash at the end. Undefined for an
 * invalid one: with a user, a query or a fragment, with a variable at the end of its host, or with a variable that is
 * only a part of a segment.
 */
export function normalBaseUrl(text: string): string | undefined {
  const [, scheme = '', authority = '', path = ''] = URL_PARTS.exec(text.trim()) ?? [];
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  if (!(isHostName(host) || IPV6_ADDRESS.test(host)) || Number(port ?? 0) > 65_535) return undefined;
  const segments = path.replace(/^\/|(?<!\/)\/+$/g, '').split('/');
  const isRoot = segments.length === 1 && segments[0] === '';
  if (!isRoot && segments.some((segment) => !PATH_SEGMENT.test(segment) || /^\.+$/.test(segment))) return undefined;
  const lowerHost = host
    .split(/(\{[^{}]*\})/)
    .map((part) => (part.startsWith('{') ? part : part.toLowerCase()))
    .join('');
  const shownPort = port === undefined || port === DEFAULT_PORTS[scheme.toLowerCase()] ? '' : `:${port}`;
  return `${scheme.toLowerCase()}://${lowerHost}${shownPort}${isRoot ? '' : `/${segments.join('/')}`}`;
}

/** Merges base URLs; duplicates get the names of both. */
export function joinBaseUrls(known: readonly BaseUrl[], added: readonly BaseUrl[]): readonly BaseUrl[] {
  const byUrl = new Map<string, BaseUrl>();
  for (const { url, names } of [...known, ...added]) {
    const allNames = [...new Set([...(byUrl.get(url)?.names ?? []), ...(names ?? [])])];
    byUrl.set(url, { url, ...(allNames.length === 0 && names === undefined ? {} : { names: allNames }) });
  }
  return [...byUrl.values()];
}

/** Whether a text is a host name. The pattern for letters of all scripts is slow to compile, and rarely needed. */
function isHostName(host: string): boolean {
  return (/[^ -~]/.test(host) ? hostPattern('\\p{L}\\p{N}') : ASCII_HOST).test(host);
}

/** Pattern of a host with labels of the given letters. All labels except the last may have variables. */
function hostPattern(letters: string): RegExp {
  const label = `(?:[${letters}_-]|\\{[A-Za-z_][${letters}_-]*\\})+`;
  return new RegExp(`^(?:${label}(?:\\.${label})*\\.)?[${letters}_-]+$`, 'u');
}
