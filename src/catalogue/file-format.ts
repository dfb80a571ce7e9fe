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
  PackageDeprecation,
  NameList,
  NearMiss,
  QueryDeprecation,
  Replacement,
  Revival,
  SegmentDeprecation,
  SourceRef,
  UndetectableDeprecation,
  ValueDeprecation,
  ValueNote,
} from '../model/deprecation.js';
import type { Endpoint, PathTemplate } from '../model/endpoint.js';

/** The default API. */
export const BUILTIN_API = 'cloudflare';

/** A value as a file has it: paths are text. */
export type Stored<T> = T extends PathTemplate
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Stored<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Stored<T[Key]> }
      : T;

/** Live look-alikes with one reason. Each operation is `GET, POST /path`. */
export interface NearMissGroup {
  readonly deprecations: readonly string[];
  readonly status: NearMiss['status'];
  readonly why: string;
  readonly operations: readonly string[];
}

/** An endpoint as a file has it. Default: any method, and the area of the feature. */
type WrittenEndpoint = Omit<Stored<AreaEndpoint>, 'area' | 'methods'> & {
  readonly area?: string;
  readonly methods?: Endpoint['methods'];
};

/** End of one of several versions, and its own facts. */
type VersionEnd = Pick<WrittenEntry, 'deprecated' | 'announced' | 'history' | 'url' | 'note' | 'replacement'> & {
  readonly endOfLife: string | null;
};

/** Place of the version in a request: one of them. */
export interface VersionPlace {
  /** A path template with `{version}` in place of the version. */
  readonly path?: string;
  /** Name of a header. */
  readonly header?: string;
  /** Name of a parameter of the query. */
  readonly query?: string;
}

type CommonKeys = keyof Deprecation | 'endpoints';
/** Keys that only one kind has; `rules/catalogue.schema.json` defines which of them are required. */
type Own<One> = Partial<Omit<Stored<One>, CommonKeys>>;

/**
 * An entry in a file of format 2 or 3. With `kind` a whole deprecation, else a change to a known one. The kind
 * `versions` expands to an entry for each version.
 */
export interface WrittenEntry
  extends
    Own<SegmentDeprecation>,
    Own<FieldDeprecation>,
    Own<HeadersDeprecation>,
    Own<HeaderDeprecation>,
    Own<QueryDeprecation>,
    Own<ValueDeprecation>,
    Omit<Own<PackageDeprecation>, 'versions'>,
    Own<CipherSuitesDeprecation>,
    Own<UndetectableDeprecation> {
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
  /** Text: place of the withdrawal. */
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
  /** One of `packages`. */
  readonly package?: string;
  readonly in?: VersionPlace;
  /** For packages a range; else the end of each version. */
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
  /** The id alone: for a known API. */
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

/** A list of names as a file has it: each operation is `GET, POST /path`. */
export type WrittenNames = Omit<NameList, 'operations' | 'also'> & {
  readonly operations: readonly string[];
  readonly also?: readonly { readonly pointer: string; readonly operations: readonly string[] }[];
};

/** Several of them in one file. */
export interface CatalogueBundle {
  readonly $schema?: string;
  readonly format: 2 | 3;
  readonly catalogues: readonly CatalogueFile[];
}
