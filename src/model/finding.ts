import type { SuccessorChange } from './deprecation.js';
import type { HttpMethod } from './endpoint.js';
import type { Confidence, Evidence } from './evidence.js';
import type { LanguageId } from './language.js';
import type { RuleName } from './rules.js';
import type { Place, Span } from './span.js';

/** A request site that meets a deprecation. */
export interface Finding {
  readonly rule: RuleName;
  /** Subject, where that is not the request itself: its data, or a resource of infrastructure. */
  readonly about?: 'data' | 'resource';
  /** Language of the code; set with the fingerprint. */
  readonly language?: LanguageId;
  /** Id of the catalogue entry, or of a topic (`model/rules.ts`) where nothing deprecated is used. */
  readonly deprecation: string;
  /**
   * The matched operation; absent where the deprecation is not an operation, and where the catalogue does not list the
   * method. `path` is the catalogue's form; what stands below a dead segment is as written.
   */
  readonly operation?: { readonly method: HttpMethod; readonly path: string };
  /** Methods that the catalogue lists for the path, where the method of the request is not among them. */
  readonly listed?: { readonly path: string; readonly methods: readonly HttpMethod[] };
  /** Methods the request can have; empty where unknown. */
  readonly methods: readonly HttpMethod[];
  readonly at: Place;
  /** Where the cause can be mended, where that is another file than the one that was analysed. */
  readonly causedAt?: Place;
  /** Calls that send the request, or lead to it, in the file that was analysed; absent where no request is meant. */
  readonly sentAt?: readonly Place[];
  /** Missing part of its query (`chime=2`), where adding it is the whole fix. */
  readonly lacks?: string;
  readonly confidence: Confidence;
  readonly evidence: Evidence;
  /** The request as far as it is known, for people: `/zones/${zoneId}/pagerules`. */
  readonly url: string;
  /** Name of the client model, or the callee as written. */
  readonly client: string;
  /** A mock or a server of the same file answers the request. */
  readonly answered?: true;
  /** Stable across unrelated edits: no line numbers. Unique within a run. */
  readonly fingerprint: string;
  /** JSON pointers of the deprecated fields that were found, where the deprecation is of fields. */
  readonly fields?: readonly string[];
  /** The value of a field that was found, where the deprecation is of values. */
  readonly value?: string;
  /** Changes that the request needs with values in the place of this one. */
  readonly alsoChange?: readonly AlsoChange[];
  /** Problem, as one sentence, where it is more than the use of a deprecated feature. */
  readonly problem?: string;
  /** Why the problem matters, as one sentence. */
  readonly reason?: string;
  /** Remedy, as one sentence. */
  readonly remedy?: string;
  /** Further facts for the reader, each one sentence. */
  readonly notes: readonly string[];
}

/** A change that a request needs with one of some values. */
export interface AlsoChange extends Omit<SuccessorChange, 'fields' | 'operations'> {
  readonly names: readonly string[];
  readonly field: string;
  readonly source: string;
}

/**
 * A request that goes to the catalogued API (`host` exact) but whose operation is not known, or an address of the API
 * that no request was seen to use.
 */
export interface UnresolvedSite {
  readonly language?: LanguageId;
  readonly at: Place;
  readonly client: string;
  readonly url: string;
  readonly methods: readonly HttpMethod[];
  /** Why, as a short phrase without a full stop. */
  readonly reason: string;
  /** It is a text and no request site. */
  readonly address?: true;
  /** Place of the unknown part that decides the request; absent where it is not one thing. */
  readonly cause?: Cause;
}

/** A parameter, a call or a variable that keeps requests from being resolved. */
export interface Cause {
  readonly at: Place;
  /** It is the same thing wherever it is read, as a variable of the environment is. */
  readonly everywhere?: true;
}

/** An SDK of an API of which no method is known in the language that calls it. */
export interface UnknownSdk {
  /** Id of the API. */
  readonly api: string;
  readonly module: string;
}

/**
 * Where the requests of a call go: to an API of the catalogue, or to a host of none. `aside`: to nobody else, or their
 * path rules out what the catalogue is about. `unknown`: nobody knows.
 */
export type Destination =
  | { readonly kind: 'api'; readonly api: string }
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'aside' | 'unknown' };

/** A call that sends a request or leads to one, its destination, the client's name, and its lines once a scan knows them. */
export type SentCall = readonly [
  span: Span,
  to: Destination,
  client: string,
  lines?: readonly [first: number, last: number],
];

/** A name of an SDK that is called, as the module exports it. */
export interface SdkCall extends UnknownSdk {
  readonly name: string;
}

/** Result of the analysis of one file. Sorted by position, then deprecation. */
export interface FileAnalysis {
  readonly findings: readonly Finding[];
  readonly unresolved: readonly UnresolvedSite[];
  /** Requests and addresses, in this file or others, that calls in this file completed or used: they are not unresolved. */
  readonly completed: readonly Place[];
  /**
   * Request sites seen in the file: calls that send a request or lead to one. Those that are neither resolved nor have an
   * unknown target are in `unresolved`, one each.
   */
  readonly sites: number;
  /** Sites whose URL and host are known well enough to decide, deprecated operations included. */
  readonly resolved: number;
  /** Resolved sites that gave a finding. */
  readonly deprecated: number;
  /** Sites with an unknown host whose path does not rule out a deprecated operation. */
  readonly unknownTarget: number;
  /** The sites, one each. Absent where there are none. */
  readonly sent?: readonly SentCall[];
  /** Number of findings about resources that are reported only on request. Absent where there are none. */
  readonly withheld?: number;
  /** Imports of project source files that do not exist. Absent where there is none. */
  readonly lost?: readonly string[];
  /** Unknown SDKs that the file calls, where nothing else in it was understood. Absent where there is none. */
  readonly unknownSdks?: readonly UnknownSdk[];
  /** Methods of SDKs that it calls and whose requests are unknown. Absent where there are none. */
  readonly sdkCalls?: readonly SdkCall[];
  /** Limits of the analysis that were reached: not everything in the file was followed. Absent where none was. */
  readonly limits?: readonly string[];
  /** The calls of which not all was followed. Absent where there are none. */
  readonly cut?: CallsApart;
  /** The calls that were not looked at, and why. Absent where all were. */
  readonly left?: CallsApart & { readonly why: string };
}

/** How many calls of a file something is said of, and where the first of them begins, in UTF-16 code units. */
export interface CallsApart {
  readonly calls: number;
  readonly from: number;
}

/** The analysis of a file that was not looked at. */
export const NOTHING_ANALYSED: FileAnalysis = {
  findings: [],
  unresolved: [],
  completed: [],
  sites: 0,
  resolved: 0,
  deprecated: 0,
  unknownTarget: 0,
};
