import type { ClientModel } from './client-model.js';
import type { Endpoint, HttpMethod, Operation } from './endpoint.js';
import type { LanguageId } from './language.js';

/** A calendar date `YYYY-MM-DD`, compared as text. */
export type IsoDate = string;

/** Source of a fact: a file of this project and a line in it (from 1). */
export interface SourceRef {
  readonly file: string;
  readonly line: number;
}

/**
 * Replacement of a deprecated feature. `none`: the source states that there is none; `unstated`: the source does not
 * mention one.
 */
export type Replacement =
  | { readonly kind: 'operation'; readonly operation: Operation; readonly note?: string }
  | { readonly kind: 'product'; readonly name: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unstated' };

/** Advice beyond the specification: a concrete replacement that works today. */
export interface Advice {
  readonly endpoint?: string;
  readonly sdk?: string;
  readonly terraform?: string;
  readonly caution?: string;
  /** Current equivalents, by old operation (`GET /towers/{id}`) or by method alone. */
  readonly operations?: Readonly<Record<string, string>>;
}

/** A live operation that looks like a deprecated one and must not be reported. */
export interface NearMiss {
  readonly method: HttpMethod;
  readonly path: string;
  readonly why: string;
  /** `live` look-alike, or `collision`: exactly a deprecated method and path that is in use again. */
  readonly status: 'live' | 'collision';
}

export interface FieldCondition {
  /** JSON pointer of the deciding field, relative to the record. */
  readonly pointer: string;
  readonly equals: string;
}

/** A condition on each record of a body: a value at a pointer, perhaps with certain texts. */
export interface ValueCondition {
  /** JSON pointer relative to the record; `*` is every element of a list. */
  readonly pointer: string;
  /** One of these texts, case-insensitive. */
  readonly equals?: readonly string[];
  /** A known text other than these. */
  readonly except?: readonly string[];
}

/** Effect of a deprecation on a value that a request to the operation sends. */
export interface ValueNote {
  /** Path templates of the operations, as spelled in the entry; none if it is only explained. */
  readonly paths?: readonly string[];
  readonly method?: HttpMethod;
  /** Conditions that some record of the body meets together. */
  readonly when?: readonly ValueCondition[];
  /** Conditions that no record of the body meets together. */
  readonly unless?: readonly ValueCondition[];
  /** One sentence; `{values}` is replaced by the matches of the last condition. */
  readonly note?: string;
  /** The note is the first step: it is shown before the replacement. */
  readonly first?: true;
  /** Explanation without a request: the note itself (`true`), another sentence, or the cells of a table row. */
  readonly explained?: true | string | readonly string[];
}

/** Fields in calls that the new value does not accept unchanged. */
export interface SuccessorChange {
  /** JSON pointers relative to the record. */
  readonly fields: readonly string[];
  /** Operations with this change: `POST /towers`. */
  readonly operations: readonly string[];
  /** Name of the replacement field. */
  readonly becomes?: string;
  /**
   * Replacements for the field, one of which is enough: another operation, `POST /bells`, or a field with its value,
   * `chime: none`.
   */
  readonly needs?: readonly string[];
  /** The required value: it is shown for calls without it. */
  readonly value?: string;
  /** Records with this value need no change. */
  readonly unless?: { readonly pointer: string; readonly equals: string };
  /** Source of the change, if it differs from that of the other changes. */
  readonly source?: string;
}

/** Values that replace others, with all changes that a request needs beside the value. */
export interface Successor {
  /** Names of the values in replacements; further text may follow a name. */
  readonly names: readonly string[];
  /** Source of the statement. */
  readonly source: string;
  readonly changes: readonly SuccessorChange[];
}

/** An earlier end of life of an entry, with its source; it was valid from `since` on. */
export interface DateChange {
  /** A day, a month `YYYY-MM`, or null if no end was announced. */
  readonly endOfLife: string | null;
  /** The day, month or year from which it was valid, as far as known. */
  readonly since?: string;
  /** Source: a page, a pull request, an address. */
  readonly source: string;
}

/** A deprecation that the vendor cancelled, for all operations or some. */
export interface Withdrawal {
  readonly since?: string;
  readonly source: string;
}

export interface Revival extends Withdrawal {
  /** Operations, such as `GET /towers/{id}`. */
  readonly operations: readonly string[];
}

interface Disputing {
  readonly edition: string;
  /** Publisher of the API; left out if its catalogue has none. */
  readonly vendor?: string;
}

/** Difference between another edition of the same catalogue and an entry. */
export type Dispute =
  | (Withdrawal & Disputing & { readonly kind: 'withdrawn' })
  | (Revival & Disputing & { readonly kind: 'revived' })
  | (Withdrawal &
      Disputing & {
        readonly kind: 'moved';
        /** As shown: a day, a month, or null if no end is announced. */
        readonly endOfLife: string | null;
      });

/** A catalogue that contributed to an entry: an edition, a package, a file, a configuration. */
export interface Layer {
  readonly kind: 'edition' | 'package' | 'file' | 'override';
  /** `specification`, the name of a package, or a path as written; with a line if there is one: `own.json:3`. */
  readonly name: string;
  /** End of life in this layer, as shown; absent if it has none for the entry. */
  readonly endOfLife?: string | null;
}

/**
 * Behaviour after the end of life: the request fails; another version answers it; it is no longer listed; it is no
 * longer supported.
 */
export const AFTER_END = ['error', 'falls-forward', 'delisted', 'unsupported'] as const;

export type AfterEnd = (typeof AFTER_END)[number];

interface DeprecationBase {
  readonly id: string;
  /** Id of its API. */
  readonly api: string;
  /** The feature's name in the end-of-life table. */
  readonly feature: string;
  /** Last day on which the feature works; null if no end is announced: deprecated, and never past its end. */
  readonly endOfLife: IsoDate | null;
  /** `YYYY-MM` if only the month is known: `endOfLife` is then its last day. */
  readonly endOfLifeMonth?: string;
  /** Callers for which the feature ends, if not all: `apps created after 2024-11-27`. */
  readonly appliesTo?: string;
  /** Day or month from which it is deprecated. */
  readonly deprecated?: string;
  /** Day or month of the announcement. */
  readonly announced?: string;
  /** Address of the vendor's announcement. */
  readonly url?: string;
  /** Earlier statements about the end of life, the oldest first. */
  readonly history?: readonly DateChange[];
  /** The vendor cancelled the deprecation: the entry is explained, and never reported. */
  readonly withdrawn?: Withdrawal;
  /** Operations that are supported again, and not reported. */
  readonly revived?: readonly Revival[];
  /** Differences in other editions. */
  readonly disputes?: readonly Dispute[];
  /** Sources that decided the content of the entry, the strongest last. */
  readonly layers: readonly Layer[];
  readonly replacement: Replacement;
  readonly source: SourceRef;
  /** A remark of the end-of-life table. */
  readonly note?: string;
  /** Areas of the endpoint table that belong to this entry. */
  readonly areas: readonly string[];
  readonly advice?: Advice;
  readonly nearMisses: readonly NearMiss[];
  /** Words of further requests that checks of this entry examine, in a path or as a query parameter. */
  readonly words?: readonly string[];
  /** Effects on values that requests send. */
  readonly values?: readonly ValueNote[];
  /**
   * Texts that a change of the scanned repository adds to the entry, without links; shown only when it is scanned.
   */
  readonly changeSays?: string;
}

/** Fields of all kinds except segments, whose `after` is a path. */
interface EndingDeprecation extends DeprecationBase {
  readonly after?: AfterEnd;
}

/** Returns the behaviour after the end of a deprecation, if its catalogue has it. */
export function afterEnd(deprecation: Deprecation): AfterEnd | undefined {
  return deprecation.kind === 'segment' ? undefined : deprecation.after;
}

export interface EndpointDeprecation extends EndingDeprecation {
  readonly kind: 'endpoint';
  readonly endpoints: readonly AreaEndpoint[];
}

/** An endpoint, and the title of the area that lists it. */
export interface AreaEndpoint extends Endpoint {
  readonly area: string;
  /** The specification does not list the operation, which is from the published API. */
  readonly added?: true;
  /** It is unknown whether the deprecation covers the operation: a use of it is at most possible. */
  readonly unsure?: true;
  /** For a value: the field in bodies of this operation, if it differs from that of the other operations. */
  readonly pointer?: string;
}

export interface SegmentDeprecation extends DeprecationBase {
  readonly kind: 'segment';
  /** Path template before the deprecated segment: `/zones/{zone_id}`. */
  readonly after: string;
  readonly segment: string;
  /** One segment, or several: `storage/kv`. */
  readonly replacedBy: string;
}

export interface FieldDeprecation extends EndingDeprecation {
  readonly kind: 'field';
  readonly endpoints: readonly AreaEndpoint[];
  /** JSON pointers into the record. */
  readonly pointers: readonly string[];
  readonly direction: 'request' | 'response' | 'both';
  readonly when?: FieldCondition;
  /** Values that clear the field, which is not a use of it. */
  readonly allowedValues?: readonly string[];
  /** JSON pointer of the field that replaces the deprecated ones: joined by dots, in the order of `pointers`. */
  readonly joinedInto?: string;
  /** Pointers of fields that other types of records share: alone they are not evidence of the type. */
  readonly shared?: readonly string[];
  /** Replacement in a request, as code: `name: '_chime._bell.example.com'`. */
  readonly instead?: string;
  /** Names of the SDK's types of the record, or their beginnings; case-insensitive. */
  readonly types?: readonly string[];
}

export interface HeadersDeprecation extends EndingDeprecation {
  readonly kind: 'headers';
  /** Header names that must not be present together. */
  readonly headers: readonly string[];
}

export interface CipherSuitesDeprecation extends EndingDeprecation {
  readonly kind: 'cipher-suites';
  readonly names: readonly string[];
  readonly codePoints: readonly number[];
  /** Reason why most users are not affected. */
  readonly note: string;
}

/** A forbidden header, or one with forbidden values. */
export interface HeaderDeprecation extends EndingDeprecation {
  readonly kind: 'header';
  /** Name, case-insensitive. */
  readonly name: string;
  /** Deprecated values, case-insensitive; absent: all. */
  readonly only?: readonly string[];
  /** Affected operations; none: all of the API. */
  readonly endpoints: readonly AreaEndpoint[];
}

/** A parameter of the query, or some values of it. */
export interface QueryDeprecation extends EndingDeprecation {
  readonly kind: 'query';
  readonly parameter: string;
  /** Deprecated values; absent: all. */
  readonly only?: readonly string[];
  /** Affected operations; none: all of the API. */
  readonly endpoints: readonly AreaEndpoint[];
}

/** A value of a field in the bodies of some operations. */
export interface ValueDeprecation extends EndingDeprecation {
  readonly kind: 'value';
  /** JSON pointer relative to the record; `*` is every element of a list. */
  readonly pointer: string;
  readonly equals: readonly string[];
  /** The field is a GraphQL text: the values are names of fields, types and mutations in it. */
  readonly within?: 'graphql';
  readonly endpoints: readonly AreaEndpoint[];
}

/** Packages that are deprecated, all versions or some. */
export interface PackageDeprecation extends EndingDeprecation {
  readonly kind: 'package';
  readonly packages: readonly string[];
  readonly language: LanguageId;
  /** The affected range of versions; absent: all. */
  readonly versions?: string;
}

export interface UndetectableDeprecation extends EndingDeprecation {
  readonly kind: 'undetectable';
  readonly reason: string;
}

/** One catalogue entry. */
export type Deprecation =
  | EndpointDeprecation
  | SegmentDeprecation
  | FieldDeprecation
  | HeadersDeprecation
  | CipherSuitesDeprecation
  | HeaderDeprecation
  | QueryDeprecation
  | ValueDeprecation
  | PackageDeprecation
  | UndetectableDeprecation;

/** A base URL of the catalogued API, without a trailing slash. */
export interface BaseUrl {
  readonly url: string;
  /** Names of the API in code (`acme`): weak evidence if a base URL is not resolved. */
  readonly names?: readonly string[];
}

/** Form in which one request carries several records: the segment below their collection, and the lists of its body. */
export interface Batch {
  readonly segment: string;
  readonly lists: readonly string[];
}

/** Form in which one request writes several records, each of which has a separate operation. */
export interface Bulk {
  /** Path template of their collection. */
  readonly path: string;
  /** Key of the body that lists them. */
  readonly list: string;
  /** Key of a listed record with its segment below the collection. */
  readonly key: string;
}

/** Use of an API in code, as described by its catalogue. Absent fields do not apply to the API. */
export interface Api {
  readonly id: string;
  /** Display name. */
  readonly title?: string;
  /** Publisher. */
  readonly vendor?: string;
  readonly baseUrls: readonly BaseUrl[];
  /** Packages of its SDK, with `*` for any scope (`@*\/acme`); absent: those with the name of the API. */
  readonly packages?: readonly string[];
  /** Names of this API in an SDK for several APIs: `towers-runtime` of `sdk.client('towers-runtime')`. */
  readonly services?: readonly string[];
  /** Member of every response that contains the requested data. */
  readonly envelope?: string;
  readonly batch?: Batch;
  readonly bulk?: Bulk;
  /** Models of its SDKs; a template in their rows is an operation of this API. */
  readonly clients?: readonly ClientModel[];
  /** Values that replace others, with all changes that a call needs beside the value. */
  readonly successors?: readonly Successor[];
  /** Live operations, `GET /towers/{id}`: a request that matches one of them better is not reported. */
  readonly live?: readonly Operation[];
  /** Known names of one kind; names with an entry are listed separately. */
  readonly names?: NameList;
}

/** A field with a name in some operations; `*` is every element of a list. */
export interface NamePlace {
  readonly pointer: string;
  readonly operations: readonly Operation[];
}

/** All names of one kind that an API accepts, such as its models, except those with an entry. */
export interface NameList {
  /** The kind of the names, as one word: `model`. */
  readonly of: string;
  /** The day on which the list was retrieved. */
  readonly read: IsoDate;
  /** JSON pointer of the body field with the name; absent: it is the parameter of that name in the path. */
  readonly pointer?: string;
  /** Character that ends the name inside a path segment: `:`. */
  readonly until?: string;
  /** Operations with such a name. */
  readonly operations: readonly Operation[];
  /** Operations with the name in another body field, such as a list of requests. */
  readonly also?: readonly NamePlace[];
  readonly living: readonly string[];
  /** Alternative names that the API accepts. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Forms of user-defined names; `*` is any text. */
  readonly own?: readonly string[];
}

/** Source of the facts of an edition. */
export interface EditionSource {
  readonly title: string;
  readonly url?: string;
  /** Day of retrieval. */
  readonly retrieved?: IsoDate;
  readonly sha256?: string;
  readonly licence?: string;
}

/** State of a catalogue that was used. */
export interface Edition {
  readonly id: string;
  /** Id of its API. */
  readonly api: string;
  /** The day for which its facts are valid. */
  readonly asOf: IsoDate;
  /** The day from which it should be reviewed. */
  readonly reviewBy?: IsoDate;
  /** The package of newer catalogues with this edition: `sunset-lint-catalogues@1.20261125.0`. */
  readonly package?: string;
  readonly sources?: readonly EditionSource[];
}

/** An entry that is explained, but never reported. */
export interface HiddenDeprecation {
  readonly deprecation: Deprecation;
  /**
   * `disabled` by a layer; `withdrawn` by the vendor; `revived`: all of its operations are supported again; `edition`:
   * only another edition has it.
   */
  readonly reason: 'disabled' | 'withdrawn' | 'revived' | 'edition';
  /** Layer with the reason. */
  readonly layer: Layer;
}

export interface Catalogue {
  /** APIs with their own base URLs, names and operations, independent of each other. */
  readonly apis: readonly Api[];
  readonly editions: readonly Edition[];
  readonly deprecations: readonly Deprecation[];
  /** Summary of all deprecations, for catalogues that take long to read. */
  readonly outline?: {
    readonly count: number;
    /** Last end of life of all deprecations; null if one has none. */
    readonly lastEnd: IsoDate | null;
  };
  /** Entries that are not reported. */
  readonly hidden?: readonly HiddenDeprecation[];
  /** Advice on users' own catalogues and overrides, one sentence each. */
  readonly warnings?: readonly string[];
  /** Digest of the catalogue's sources, shown in reports. */
  readonly digest: string;
}
