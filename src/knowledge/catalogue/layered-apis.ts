import { isDeepStrictEqual } from 'node:util';
import { didYouMean } from '../../core/lib/wording.js';
import type { Api, BaseUrl, Edition, NameList } from '../../core/model/deprecation.js';
import type { Operation, PathTemplate } from '../../core/model/endpoint.js';
import type { CatalogueFile, WrittenApi, WrittenNames } from './file-format.js';
import { below, readOperations } from './read-entry.js';
import type { ReadCatalogue } from './read-file.js';
import { failAt } from './source-text.js';
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
  notUsed: readonly Api['id'][],
): LayeredApis {
  const apis = new Map(known.apis);
  const apiOf = new Map(known.apiOf);
  const described = new Map<Api['id'], { readonly api: WrittenApi; readonly by: ReadCatalogue }>();
  const describing = level.filter(({ file }) => typeof file.api === 'object');
  for (const read of [...describing, ...level.filter((other) => !describing.includes(other))]) {
    const { api, baseUrls } = read.file;
    const place = placeIn(read, 'api');
    if (typeof api === 'object' && baseUrls !== undefined)
      throw failAt(placeIn(read, 'baseUrls'), 'the API is described here: write its base URLs in "api"');
    const urls = readBaseUrls(read, typeof api === 'object' ? (api.baseUrls ?? []) : (baseUrls ?? []));
    const owner = urls.map(({ url }) => ownerOf(url, apis)).find((id) => id !== undefined);
    const id = idOf(read, owner);
    if (id === undefined) {
      refuseWithoutApi(read);
      continue;
    }
    if (owner !== undefined && owner !== id)
      throw failAt(
        place,
        `one of its base URLs belongs to the API '${owner}'. Write "api": "${owner}" to add to that.`,
      );
    const earlier = apis.get(id);
    if (typeof api === 'object' && id === api.id) {
      const { baseUrls: _urls, ...description } = api;
      const other = described.get(id);
      if (other !== undefined && !isDeepStrictEqual(other.api, description))
        throw failAt(place, `the API '${id}' is described otherwise at ${other.by.name}. Keep one of the two.`);
      described.set(id, { api: description, by: read });
      apis.set(id, joinApi({ ...description, baseUrls: earlier?.baseUrls ?? [] }, earlier, urls, read));
    } else if (earlier === undefined) {
      throw failAt(place, unknownApi(id, [...apis.keys()], notUsed));
    } else {
      apis.set(id, joinApi(earlier, earlier, urls, read));
    }
    apiOf.set(read, id);
  }
  refuseWithoutHost(apis, described);
  const editions = level.flatMap((read): readonly Edition[] => {
    const api = apiOf.get(read);
    return read.file.edition === undefined || api === undefined ? [] : [{ ...read.file.edition, api }];
  });
  return { apis, editions: [...known.editions, ...editions], apiOf };
}

/** The API that a catalogue extends. In format 1, base URLs can identify it instead of a name. */
function idOf(read: ReadCatalogue, owner: Api['id'] | undefined): Api['id'] | undefined {
  if (read.migrated && owner !== undefined && isNamedByHost(read)) return owner;
  const { api } = read.file;
  return typeof api === 'object' ? api.id : api;
}

function refuseWithoutHost(
  apis: LayeredApis['apis'],
  described: ReadonlyMap<Api['id'], { readonly by: ReadCatalogue }>,
): void {
  for (const { id, baseUrls } of apis.values()) {
    const by = described.get(id)?.by;
    // Packages are found by imports, and need no host.
    if (baseUrls.length === 0 && by !== undefined && !by.file.deprecations.some(({ kind }) => kind === 'package'))
      throw failAt(placeIn(by, 'api'), `the API '${id}' has no base URL, so that no request could be one to it`);
  }
}

/** The API with a base URL. */
function ownerOf(url: string, apis: LayeredApis['apis']): Api['id'] | undefined {
  return [...apis.values()].find(({ baseUrls }) => baseUrls.some((base) => base.url === url))?.id;
}

/** `unknown API 'x'`, and advice. */
function unknownApi(id: string, used: readonly Api['id'][], notUsed: readonly Api['id'][]): string {
  if (notUsed.includes(id)) return `the API '${id}' is not in use. Name it with --api or in "apis".`;
  const guess = didYouMean(id, [...used, ...notUsed]);
  return `unknown API '${id}'${guess === '' ? `; in use: ${used.join(', ') || 'none'}` : guess}`;
}

/** Operations of `live`. */
function readLive({ live = [] }: CatalogueFile, read: ReadCatalogue): readonly Operation[] {
  return readOperations(live, placeIn(read, 'live')).map(restoreOperation);
}

function joinApi(base: Api, earlier: Api | undefined, urls: readonly BaseUrl[], read: ReadCatalogue): Api {
  const live = new Map(
    [...(earlier?.live ?? []), ...readLive(read.file, read)].map((operation) => [keyOfOperation(operation), operation]),
  );
  const names = read.file.names === undefined ? earlier?.names : readNames(read.file.names, read);
  const clients = [...(earlier?.clients ?? [])];
  for (const model of read.file.clients ?? [])
    if (!clients.some((other) => isDeepStrictEqual(other, model))) clients.push(model);
  return {
    ...base,
    baseUrls: joinBaseUrls(base.baseUrls, urls),
    ...(live.size === 0 ? {} : { live: [...live.values()] }),
    ...(clients.length === 0 ? {} : { clients }),
    ...(names === undefined ? {} : { names }),
  };
}

/** A list of names. Throws a CatalogueError if an operation has no place for a name. */
function readNames({ operations, also, ...names }: WrittenNames, read: ReadCatalogue): NameList {
  const place = placeIn(read, 'names', 'operations');
  const list = readOperations(operations, place).map(restoreOperation);
  const missing = names.pointer === undefined ? list.find(({ path }) => !hasParameter(path, names.of)) : undefined;
  if (missing !== undefined)
    throw failAt(place, `'${missing.path.text}' has no {${names.of}} in it, and no "pointer" says where the name is`);
  const others = also?.map((further, index) => ({
    ...further,
    operations: readOperations(further.operations, placeIn(read, 'names', 'also', String(index))).map(restoreOperation),
  }));
  return { ...names, operations: list, ...(others === undefined ? {} : { also: others }) };
}

function hasParameter({ segments }: PathTemplate, name: string): boolean {
  return segments.some((segment) => segment.kind === 'parameter' && segment.name === name);
}

function readBaseUrls(read: ReadCatalogue, urls: readonly BaseUrl[]): readonly BaseUrl[] {
  return urls.map(({ url, ...more }, index) => {
    const normal = normalBaseUrl(url);
    if (normal !== undefined) return { url: normal, ...more };
    const place = typeof read.file.api === 'object' ? placeIn(read, 'api', 'baseUrls') : placeIn(read, 'baseUrls');
    throw failAt(
      below(place, String(index), 'url'),
      `'${url}' is not a base URL. Write it like https://api.example.com/v4, without user, query and fragment; {name} marks a part that varies.`,
    );
  });
}

/** Whether a file of format 1 has an API only because of the host of its base URLs. */
function isNamedByHost({ file }: ReadCatalogue): boolean {
  return typeof file.api === 'object' && Object.keys(file.api).every((key) => key === 'id' || key === 'baseUrls');
}

function refuseWithoutApi(read: ReadCatalogue): void {
  const key = (['baseUrls', 'live', 'clients', 'edition', 'names'] as const).find(
    (name) => read.file[name] !== undefined,
  );
  if (key !== undefined) throw failAt(placeIn(read, key), 'belongs to no API. Write "api" at the top of the file.');
}

function placeIn({ source, at }: ReadCatalogue, ...keys: readonly string[]): Parameters<typeof failAt>[0] {
  return below({ source, at }, ...keys);
}

const URL_PARTS = /^(https?):\/\/([^/?#\\]+)(\/[^?#\\]*)?$/i;
const VARIABLE = '\\{[A-Za-z_][\\w-]*\\}';
const HOST = hostOf('A-Za-z0-9');
const ADDRESS = /^\[[0-9a-f:.]+\]$/i;
const SEGMENT = new RegExp(`^(?:${VARIABLE}|[^\\s{}]+)$`);
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * A base URL in its canonical form: lower case in the host, no default port, no slash at the end. Undefined for an
 * invalid one: with a user, a query or a fragment, with a variable at the end of its host, or with a variable that is
 * only a part of a segment.
 */
export function normalBaseUrl(text: string): string | undefined {
  const [, scheme = '', authority = '', path = ''] = URL_PARTS.exec(text.trim()) ?? [];
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  if (!(isHostName(host) || ADDRESS.test(host)) || Number(port ?? 0) > 65_535) return undefined;
  const segments = path.replace(/^\/|(?<!\/)\/+$/g, '').split('/');
  const isRoot = segments.length === 1 && segments[0] === '';
  if (!isRoot && segments.some((segment) => !SEGMENT.test(segment) || /^\.+$/.test(segment))) return undefined;
  const lowerHost = host
    .split(/(\{[^{}]*\})/)
    .map((part) => (part.startsWith('{') ? part : part.toLowerCase()))
    .join('');
  const shownPort = port === undefined || port === DEFAULT_PORTS[scheme.toLowerCase()] ? '' : `:${port}`;
  return `${scheme.toLowerCase()}://${lowerHost}${shownPort}${isRoot ? '' : `/${segments.join('/')}`}`;
}

/** Merges base URLs; duplicates get the names of both. */
export function joinBaseUrls(known: readonly BaseUrl[], more: readonly BaseUrl[]): readonly BaseUrl[] {
  const byUrl = new Map<string, BaseUrl>();
  for (const { url, names } of [...known, ...more]) {
    const all = [...new Set([...(byUrl.get(url)?.names ?? []), ...(names ?? [])])];
    byUrl.set(url, { url, ...(all.length === 0 && names === undefined ? {} : { names: all }) });
  }
  return [...byUrl.values()];
}

/** Whether a text is the name of a host. The expression for all letters takes long to compile, and is rarely needed. */
function isHostName(host: string): boolean {
  return (/[^ -~]/.test(host) ? hostOf('\\p{L}\\p{N}') : HOST).test(host);
}

/** A host with labels of these letters; all labels except the last may have variables. */
function hostOf(letters: string): RegExp {
  const label = `(?:[${letters}_-]|\\{[A-Za-z_][${letters}_-]*\\})+`;
  return new RegExp(`^(?:${label}(?:\\.${label})*\\.)?[${letters}_-]+$`, 'u');
}
