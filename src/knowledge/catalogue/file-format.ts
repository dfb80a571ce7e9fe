import { memoByObject } from '../../core/lib/collections.js';
import { AFTER_END } from '../../core/model/deprecation.js';
import type {
  Advice,
  Api,
  AreaEndpoint,
  BaseUrl,
  CipherSuitesDeprecation,
  DateChange,
  Deprecation,
  Edition,
  FieldDeprecation,
  HeaderDeprecation,
  HeadersDeprecation,
  NameList,
  NearMiss,
  PackageDeprecation,
  QueryDeprecation,
  Replacement,
  Revival,
  SegmentDeprecation,
  SourceRef,
  UndetectableDeprecation,
  ValueDeprecation,
  ValueNote,
} from '../../core/model/deprecation.js';
import type { Endpoint, HttpMethod, PathTemplate } from '../../core/model/endpoint.js';

/** The default API. */
export const BUILTIN_API = 'cloudflare';

/** The form of a value in a file: paths are texts. */
export type Stored<T> = T extends PathTemplate
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Stored<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Stored<T[Key]> }
      : T;

/** Look-alikes of deprecations, with a common reason. Each operation is `GET, POST /path`. */
export interface NearMissGroup {
  readonly deprecations: readonly string[];
  readonly status: NearMiss['status'];
  readonly why: string;
  readonly operations: readonly string[];
}

/** The form of an endpoint in a file. Default: any method, and the area of the feature. */
type WrittenEndpoint = Omit<Stored<AreaEndpoint>, 'area' | 'methods'> & {
  readonly area?: string;
  readonly methods?: Endpoint['methods'];
};

/** End of life of one version, with facts that override those of the entry. */
type VersionEnd = Pick<WrittenEntry, 'deprecated' | 'announced' | 'history' | 'url' | 'note' | 'replacement'> & {
  readonly endOfLife: string | null;
};

/** Place of the version in a request; exactly one is present. */
interface VersionPlace {
  /** A path template with `{version}` in place of the version. */
  readonly path?: string;
  /** Name of a header. */
  readonly header?: string;
  /** Name of a parameter of the query. */
  readonly query?: string;
}

type CommonKeys = keyof Deprecation | 'endpoints';
/** Keys that only one kind has; `rules/catalogue.schema.json` defines which of them are required. */
type KindSpecific<Kind> = Partial<Omit<Stored<Kind>, CommonKeys>>;

/**
 * An entry in a file of format 2 or 3. With `kind` it is a complete deprecation, else a change to a known one. The kind
 * `versions` expands to an entry for each version.
 */
export interface WrittenEntry
  extends
    KindSpecific<SegmentDeprecation>,
    KindSpecific<FieldDeprecation>,
    KindSpecific<HeadersDeprecation>,
    KindSpecific<HeaderDeprecation>,
    KindSpecific<QueryDeprecation>,
    KindSpecific<ValueDeprecation>,
    Omit<KindSpecific<PackageDeprecation>, 'versions'>,
    KindSpecific<CipherSuitesDeprecation>,
    KindSpecific<UndetectableDeprecation> {
  readonly id: string;
  readonly kind?: Deprecation['kind'] | 'versions';
  readonly disabled?: boolean;
  readonly replaces?: true;
  readonly feature?: string;
  /** A day, a month, or null. */
  readonly endOfLife?: string | null;
  readonly deprecated?: string;
  readonly announced?: string;
  readonly url?: string;
  readonly history?: readonly DateChange[];
  readonly state?: 'deprecated' | 'withdrawn';
  readonly since?: string;
  /** A text is the source of a withdrawal. */
  readonly source?: string | SourceRef;
  /** Each operation is `GET, POST /path`. */
  readonly revived?: readonly Revival[];
  readonly note?: string;
  readonly areas?: readonly string[];
  readonly replacement?: Stored<Replacement>;
  readonly advice?: Advice;
  readonly words?: readonly string[];
  readonly values?: readonly ValueNote[];
  readonly endpoints?: readonly WrittenEndpoint[];
  readonly appliesTo?: string;
  /** Behaviour after the end of life; for a segment the path before it. */
  readonly after?: string;
  /** A package, in addition to `packages`. */
  readonly package?: string;
  readonly in?: VersionPlace;
  /** For packages, a range; else the end of each version. */
  readonly versions?: string | Readonly<Record<string, string | null | VersionEnd>>;
}

/** Description of an API in a file. */
export type WrittenApi = Omit<Api, 'live' | 'clients' | 'baseUrls' | 'names'> & {
  readonly baseUrls?: readonly BaseUrl[];
};

/** A catalogue file of format 2 or 3: one API, or additions to one. */
export interface CatalogueFile {
  readonly $schema?: string;
  readonly format: 2 | 3;
  readonly generatedBy?: string;
  readonly digest?: string;
  /** A known API can be named by its id alone. */
  readonly api?: WrittenApi | string;
  readonly baseUrls?: readonly BaseUrl[];
  readonly edition?: Omit<Edition, 'api'>;
  readonly deprecations: readonly WrittenEntry[];
  /** Each is `GET, POST /path`. */
  readonly live?: readonly string[];
  readonly nearMisses?: readonly NearMissGroup[];
  readonly clients?: Api['clients'];
  readonly names?: WrittenNames;
}

/** The form of a list of names in a file: each operation is `GET, POST /path`. */
export type WrittenNames = Omit<NameList, 'operations' | 'also'> & {
  readonly operations: readonly string[];
  readonly also?: readonly { readonly pointer: string; readonly operations: readonly string[] }[];
};

/** Several catalogues in one file. */
export interface CatalogueBundle {
  readonly $schema?: string;
  readonly format: 2 | 3;
  readonly catalogues: readonly CatalogueFile[];
}

/** A construct that only format 3 has. */
export interface Format3Construct {
  /** JSON path in the catalogue. */
  readonly at: string;
  readonly what: string;
}

/** The first construct in a catalogue that format 2 lacks; undefined if format 2 is sufficient. */
export function findFormat3Construct({
  deprecations,
  live = [],
  names,
}: Pick<CatalogueFile, 'deprecations' | 'live' | 'names'>): Format3Construct | undefined {
  if (names !== undefined) return { at: '/names', what: `'names'` };
  for (const [index, entry] of deprecations.entries()) {
    const found = findInEntry(entry);
    if (found !== undefined) return { at: `/deprecations/${String(index)}/${found.at}`, what: found.what };
  }
  return findInPaths(live, '/live');
}

const FORMAT_3_KINDS: ReadonlySet<WrittenEntry['kind']> = new Set(['package', 'versions']);
const FORMAT_3_KEYS = ['appliesTo', 'package', 'packages', 'language', 'in', 'versions'] as const;

function findInEntry(entry: WrittenEntry): Format3Construct | undefined {
  const { kind, endpoints = [], replacement, revived = [] } = entry;
  if (FORMAT_3_KINDS.has(kind)) return { at: 'kind', what: `the kind '${kind ?? ''}'` };
  const key = FORMAT_3_KEYS.find((name) => entry[name] !== undefined);
  if (key !== undefined) return { at: key, what: `'${key}'` };
  if (isAfterEnd(entry)) return { at: 'after', what: `'after' of the end` };
  if (kind === 'value' && entry.endpoints === undefined) return { at: 'kind', what: 'a value without endpoints' };
  if (kind === 'query' && endpoints.length === 0) return { at: 'kind', what: 'a parameter of all operations' };
  for (const [index, { methods = [], path }] of endpoints.entries()) {
    const at = `endpoints/${String(index)}`;
    if (methods.length === 0) return { at, what: 'an endpoint of any method' };
    if (isFormat3Path(path)) return { at: `${at}/path`, what: `'${path}'` };
  }
  const path = replacement?.kind === 'operation' ? replacement.operation.path : '';
  if (isFormat3Path(path)) return { at: 'replacement/operation/path', what: `'${path}'` };
  for (const [index, { operations }] of revived.entries()) {
    const found = findInPaths(operations, `revived/${String(index)}/operations`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether `after` is the behaviour after the end, and not the path before a segment. */
export function isAfterEnd({ kind, after }: WrittenEntry): boolean {
  return after !== undefined && kind !== 'segment' && AFTER_END.some((known) => known === after);
}

function findInPaths(paths: readonly string[], at: string): Format3Construct | undefined {
  const index = paths.findIndex(isFormat3Path);
  return index < 0 ? undefined : { at: `${at}/${String(index)}`, what: `'${paths[index] ?? ''}'` };
}

/** Whether a path has a segment with a fixed part beside a parameter, or a wildcard rest. */
function isFormat3Path(path: string): boolean {
  return /[^/{]\{|\}[^/]|\/\*\*$/.test(path);
}

/** Placeholder for the version in the texts of an entry of the kind `versions`. */
export const VERSION_PLACEHOLDER = '{version}';

/**
 * Expands a checked entry of a file: the kind `versions` to an entry for each version, `package` to a list of packages.
 * A value without endpoints gets the operations in the `names` of the file.
 */
export function expandEntry(entry: WrittenEntry, { names }: Pick<CatalogueFile, 'names'>): readonly WrittenEntry[] {
  const { kind, versions, package: name, endpoints } = entry;
  if (kind === 'value' && endpoints === undefined && names !== undefined)
    return [{ ...entry, endpoints: endpointsOf(names) }];
  if (kind === 'versions' && typeof versions === 'object')
    return Object.entries(versions).map(([version, end]) =>
      entryOfVersion(entry, version, typeof end === 'object' && end !== null ? end : { endOfLife: end }),
    );
  if (name === undefined) return [entry];
  const { package: _name, packages = [], ...otherKeys } = entry;
  return [{ ...otherKeys, packages: [name, ...packages] }];
}

/** The operations of a list of names, each `GET, POST /towers`, as endpoints. */
const endpointsOf = memoByObject(({ operations, also = [] }: WrittenNames): NonNullable<WrittenEntry['endpoints']> => [
  ...operations.map(endpointOf),
  ...also.flatMap(({ pointer, operations: others }) => others.map((text) => ({ ...endpointOf(text), pointer }))),
]);

function endpointOf(text: string): { readonly methods: readonly HttpMethod[]; readonly path: string } {
  const at = text.lastIndexOf(' ');
  return { methods: text.slice(0, at).split(', ') as readonly HttpMethod[], path: text.slice(at + 1) };
}

function entryOfVersion(entry: WrittenEntry, version: string, changes: Partial<WrittenEntry>): WrittenEntry {
  const { id, kind: _kind, versions: _versions, in: place = {}, ...common } = entry;
  const merged = { ...common, ...changes };
  const withVersion = (key: 'feature' | 'url' | 'note'): Partial<WrittenEntry> => {
    const text = merged[key];
    return text === undefined ? {} : { [key]: text.replaceAll(VERSION_PLACEHOLDER, version) };
  };
  return {
    ...merged,
    ...{ ...withVersion('feature'), ...withVersion('url'), ...withVersion('note') },
    ...{ id: `${id}${version}`, ...subjectOfVersion(place, version) },
  };
}

/** The kind and subject of an entry about one version. */
function subjectOfVersion({ path, header, query }: VersionPlace, version: string): Partial<WrittenEntry> {
  if (header !== undefined) return { kind: 'header', name: header, only: [version] };
  if (query !== undefined) return { kind: 'query', parameter: query, only: [version] };
  return { kind: 'endpoint', endpoints: [{ path: (path ?? '').replaceAll(VERSION_PLACEHOLDER, version) }] };
}
