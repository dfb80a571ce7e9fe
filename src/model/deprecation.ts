import type { ClientModel } from './client-model.js';
import type { Endpoint, HttpMethod, Operation } from './endpoint.js';
import type { LanguageId } from './language.js';

/** A calendar date `YYYY-MM-DD`, compared as text. */
export type IsoDate = string;

/** Where a fact was read: a file of this project and a line in it (from 1). */
export interface SourceRef {
  readonly file: string;
  readonly line: number;
}

/**
 * Replacement of a deprecated feature. `none`: the source states that there is nothing; `unstated`: the source is
 * silent. The two are different facts.
 */
export type Replacement =
  | { readonly kind: 'operation'; readonly operation: Operation; readonly note?: string }
  | { readonly kind: 'product'; readonly name: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unstated' };

/** Advice that goes beyond the specification: a concrete way to do the same thing today. */
export interface Advice {
  readonly endpoint?: string;
  readonly sdk?: string;
  readonly terraform?: string;
  readonly caution?: string;
  /** The operation that does the same today, by the old operation (`GET /towers/{id}`) or by its method alone. */
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
  /** JSON pointer of the field that decides, relative to the record. */
  readonly pointer: string;
  readonly equals: string;
}

/** A question to each record of a body: is there a value at a pointer, and which one? */
export interface ValueCondition {
  /** JSON pointer relative to the record; `*` is every element of a list. */
  readonly pointer: string;
  /** One of these texts, in any case. */
  readonly equals?: readonly string[];
  /** A known text that is none of these. */
  readonly except?: readonly string[];
}

/** Effect of a deprecation on a value that a request to the operation sends. */
export interface ValueNote {
  /** Path templates of the operations, as the entry spells them; none where it is only explained. */
  readonly paths?: readonly string[];
  readonly method?: HttpMethod;
  /** Some record of the body meets all of them. */
  readonly when?: readonly ValueCondition[];
  /** No record of the body meets all of them. */
  readonly unless?: readonly ValueCondition[];
  /** One sentence; `{values}` is replaced by the matches of the last condition. */
  readonly note?: string;
  /** The note is the first step: it is shown before the replacement. */
  readonly first?: true;
  /** Explanation without a request: the note itself (`true`), another sentence, or the cells of a table row. */
  readonly explained?: true | string | readonly string[];
}

/** Fields that calls send and that their new value does not take as they are. */
export interface SuccessorChange {
  /** JSON pointers relative to the record. */
  readonly fields: readonly string[];
  /** Operations of which this holds: `POST /towers`. */
  readonly operations: readonly string[];
  /** Name of the field that takes its place. */
  readonly becomes?: string;
  /** Ways to keep it, one of which is enough: another operation, `POST /bells`, or a field with its value, `chime: none`. */
  readonly needs?: readonly string[];
  /** The value that it must have: it is named for calls that lack it. */
  readonly value?: string;
  /** Nothing changes for a record with this value in it. */
  readonly unless?: { readonly pointer: string; readonly equals: string };
  /** Where that is said, if elsewhere than the rest. */
  readonly source?: string;
}

/** Values that take the place of others, with all that must change beside the value. */
export interface Successor {
  /** As replacements name them, whatever follows the name. */
  readonly names: readonly string[];
  /** Where that is said. */
  readonly source: string;
  readonly changes: readonly SuccessorChange[];
}

/** A value of an entry that was said once, and where: each is what held from `since` on. */
export interface DateChange {
  /** A day, a month `YYYY-MM`, or null where no end was announced. */
  readonly endOfLife: string | null;
  /** The day, month or year from which it was said, as far as it is known. */
  readonly since?: string;
  /** Where: a page, a pull request, an address. */
  readonly source: string;
}

/** The vendor took a deprecation back, all of it or some operations of it. */
export interface TakenBack {
  readonly since?: string;
  readonly source: string;
}

export interface Revival extends TakenBack {
  /** `GET /towers/{id}`, each. */
  readonly operations: readonly string[];
}

interface Disputing {
  readonly edition: string;
  /** Who publishes the API; left out where its catalogue does not say. */
  readonly vendor?: string;
}

/** Difference between another edition of the same catalogue and an entry. */
export type Dispute =
  | (TakenBack & Disputing & { readonly kind: 'withdrawn' })
  | (Revival & Disputing & { readonly kind: 'revived' })
  | (TakenBack &
      Disputing & {
        readonly kind: 'moved';
        /** As it is shown: a day, a month, or null where no end is announced. */
        readonly endOfLife: string | null;
      });

/** A catalogue that had a say in an entry: an edition, a package, a file, a configuration. */
export interface Layer {
  readonly kind: 'edition' | 'package' | 'file' | 'override';
  /** `specification`, the name of a package, a path as it was written; with a line where there is one: `own.json:3`. */
  readonly name: string;
  /** End of life there, as shown; absent where the edition has none for the entry. */
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
  /** Id of the API it belongs to. */
  readonly api: string;
  /** The feature as the end-of-life table names it. */
  readonly feature: string;
  /** Last day on which it works; null where no end is announced: deprecated, and never past its end. */
  readonly endOfLife: IsoDate | null;
  /** `YYYY-MM` where only the month is known: `endOfLife` is its last day then. */
  readonly endOfLifeMonth?: string;
  /** For whom it ends, where that is not everybody: `apps created after 2024-11-27`. */
  readonly appliesTo?: string;
  /** Day or month from which it is deprecated. */
  readonly deprecated?: string;
  /** Day or month on which that was announced. */
  readonly announced?: string;
  /** Address of the vendor's own words. */
  readonly url?: string;
  /** Earlier statements about the end of life, the oldest first. */
  readonly history?: readonly DateChange[];
  /** The vendor took it back: such an entry is explained, and never reported. */
  readonly withdrawn?: TakenBack;
  /** Operations of it that are in use again: they are not reported. */
  readonly revived?: readonly Revival[];
  /** Objections of other editions. */
  readonly disputes?: readonly Dispute[];
  /** Sources that decided the content of the entry, the strongest last. */
  readonly layers: readonly Layer[];
  readonly replacement: Replacement;
  readonly source: SourceRef;
  /** A remark of the end-of-life table. */
  readonly note?: string;
  /** Areas of the endpoint table that belong to this row. */
  readonly areas: readonly string[];
  readonly advice?: Advice;
  readonly nearMisses: readonly NearMiss[];
  /** Words of other requests that checks of this entry look at, in a path or as a parameter of a query. */
  readonly words?: readonly string[];
  /** Effects on values that requests send. */
  readonly values?: readonly ValueNote[];
  /** Note that a change of the scanned repository gives the entry, without links; shown as such, and nowhere else. */
  readonly changeSays?: string;
}

/** Field that a segment lacks: its `after` is a path. */
interface EndingDeprecation extends DeprecationBase {
  readonly after?: AfterEnd;
}

/** Returns the behaviour after the end of a deprecation, where its catalogue has it. */
export function afterEnd(deprecation: Deprecation): AfterEnd | undefined {
  return deprecation.kind === 'segment' ? undefined : deprecation.after;
}

export interface EndpointDeprecation extends EndingDeprecation {
  readonly kind: 'endpoint';
  readonly endpoints: readonly AreaEndpoint[];
}

/** An endpoint and the area title it was listed under. */
export interface AreaEndpoint extends Endpoint {
  readonly area: string;
  /** The specification does not list it: taken from the published API. */
  readonly added?: true;
  /** Nothing says that the operation is one of those that are meant: a use of it is possible, no more. */
  readonly unsure?: true;
  /** Of a value: the field that holds it in bodies of this operation, where that is another one than in the others. */
  readonly pointer?: string;
}

export interface SegmentDeprecation extends DeprecationBase {
  readonly kind: 'segment';
  /** The segment before the dead one, as a path template prefix: `/zones/{zone_id}`. */
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
  /** Values that clear the field, and so are no use of it. */
  readonly allowedValues?: readonly string[];
  /** JSON pointer of the field of the record that holds the deprecated ones instead: joined by dots, in the order of `pointers`. */
  readonly joinedInto?: string;
  /** Pointers of fields that records of other types have as well: alone they are no sign of the type. */
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
  /** Why most users are not affected. */
  readonly note: string;
}

/** A header that must not be sent, or not with some values. */
export interface HeaderDeprecation extends EndingDeprecation {
  readonly kind: 'header';
  /** Its name, in any case. */
  readonly name: string;
  /** Values that are meant, in any case; left out, all. */
  readonly only?: readonly string[];
  /** Operations that are meant; none: all of the API. */
  readonly endpoints: readonly AreaEndpoint[];
}

/** A parameter of the query, or some values of it. */
export interface QueryDeprecation extends EndingDeprecation {
  readonly kind: 'query';
  readonly parameter: string;
  /** Values that are meant; left out, all. */
  readonly only?: readonly string[];
  /** Operations that are meant; none: all of the API. */
  readonly endpoints: readonly AreaEndpoint[];
}

/** A value of a field in the bodies of some operations. */
export interface ValueDeprecation extends EndingDeprecation {
  readonly kind: 'value';
  /** JSON pointer relative to the record; `*` is every element of a list. */
  readonly pointer: string;
  readonly equals: readonly string[];
  /** The field holds a text of GraphQL: the values are names of fields, types and mutations in it. */
  readonly within?: 'graphql';
  readonly endpoints: readonly AreaEndpoint[];
}

/** Packages that nobody should import any more, or not in some versions. */
export interface PackageDeprecation extends EndingDeprecation {
  readonly kind: 'package';
  readonly packages: readonly string[];
  readonly language: LanguageId;
  /** The range of versions that is meant; left out, all. */
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
  /** Words with which code names the API (`acme`): weak evidence if a base URL is not resolved. */
  readonly names?: readonly string[];
}

/** How one request carries several records: the segment below their collection, and the lists of its body. */
export interface Batch {
  readonly segment: string;
  readonly lists: readonly string[];
}

/** How one request writes several things that each have an operation of their own. */
export interface Bulk {
  /** Path template of their collection. */
  readonly path: string;
  /** Key of the body that lists them. */
  readonly list: string;
  /** Key of a listed item that holds the item's segment below the collection. */
  readonly key: string;
}

/** How an API is used from code, as its catalogue describes it. What is left out does not apply to the API. */
export interface Api {
  readonly id: string;
  /** Display name. */
  readonly title?: string;
  /** Publisher. */
  readonly vendor?: string;
  readonly baseUrls: readonly BaseUrl[];
  /** Packages of its SDK, with `*` for any scope (`@*\/acme`); left out, those that are called as the API is. */
  readonly packages?: readonly string[];
  /** Words by which a package of many APIs is asked for this one: `towers-runtime` of `sdk.client('towers-runtime')`. */
  readonly services?: readonly string[];
  /** Member of every answer that holds what was asked for. */
  readonly envelope?: string;
  readonly batch?: Batch;
  readonly bulk?: Bulk;
  /** Models of its SDKs; a template in their rows is an operation of this API. */
  readonly clients?: readonly ClientModel[];
  /** Values that take the place of others, with all that must change in calls beside the value. */
  readonly successors?: readonly Successor[];
  /** Operations that are in use, `GET /towers/{id}`: a request that one of them fits better is not reported. */
  readonly live?: readonly Operation[];
  /** Names that it takes in one place; those of entries that end are beside them. */
  readonly names?: NameList;
}

/** A field of some operations that holds a name; `*` is every element of a list. */
export interface NamePlace {
  readonly pointer: string;
  readonly operations: readonly Operation[];
}

/** All names that an API takes for something, such as its models, beside those that entries are about. */
export interface NameList {
  /** The kind of thing that has the names, as one word: `model`. */
  readonly of: string;
  /** The day on which they were read. */
  readonly read: IsoDate;
  /** JSON pointer of the field of a body that holds one; left out, it is the parameter of that name in the path. */
  readonly pointer?: string;
  /** Where the name ends in a segment of the path that goes on: `:`. */
  readonly until?: string;
  /** Operations that take one. */
  readonly operations: readonly Operation[];
  /** Others whose bodies hold it in another field, such as a list of requests. */
  readonly also?: readonly NamePlace[];
  readonly living: readonly string[];
  /** Names that the API takes in place of another one. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Forms of names that users make; `*` is any text. */
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

/** Which state of a catalogue was used. */
export interface Edition {
  readonly id: string;
  /** Id of the API that it is about. */
  readonly api: string;
  /** The day whose facts it holds. */
  readonly asOf: IsoDate;
  /** The day from which it should be looked through again. */
  readonly reviewBy?: IsoDate;
  /** The package of newer catalogues that it comes from: `sunset-lint-catalogues@1.20261125.0`. */
  readonly package?: string;
  readonly sources?: readonly EditionSource[];
}

/** An entry that is known and explained, and never reported. */
export interface HiddenDeprecation {
  readonly deprecation: Deprecation;
  /**
   * `disabled` by a layer; `withdrawn` by the vendor; `revived`: all of its operations are in use again; `edition`: only
   * another edition has it.
   */
  readonly reason: 'disabled' | 'withdrawn' | 'revived' | 'edition';
  /** Who says so. */
  readonly layer: Layer;
}

export interface Catalogue {
  /** Each with its own base URLs, names and operations: what is said of one says nothing of another. */
  readonly apis: readonly Api[];
  readonly editions: readonly Edition[];
  readonly deprecations: readonly Deprecation[];
  /** Summary of all deprecations that needs no reading, where reading them takes long. */
  readonly outline?: {
    readonly count: number;
    /** The last day on which one of them works; null where one has no end. */
    readonly lastEnd: IsoDate | null;
  };
  /** Entries that are not reported. */
  readonly hidden?: readonly HiddenDeprecation[];
  /** Advice on people's own catalogues and overrides, one sentence each. */
  readonly warnings?: readonly string[];
  /** Digest of the sources the catalogue was generated from, shown in reports. */
  readonly digest: string;
}
