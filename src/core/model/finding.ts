import type { SuccessorChange } from './deprecation.js';
import type { HttpMethod } from './endpoint.js';
import type { Confidence, Evidence } from './evidence.js';
import type { LanguageId } from './language.js';
import type { RuleName } from './rules.js';
import type { Place, Span } from './span.js';

/** A request site that matches a deprecation. */
export interface Finding {
  readonly rule: RuleName;
  /** Subject, if it is not a request itself: the data of a request, or a resource of infrastructure. */
  readonly about?: 'data' | 'resource';
  /** Language of the code; set with the fingerprint. */
  readonly language?: LanguageId;
  /** Id of the catalogue entry, or of a topic (`model/rules.ts`) for a mistake without a deprecation. */
  readonly deprecation: string;
  /**
   * The matched operation; absent if the deprecation is not an operation, or the catalogue does not list the method.
   * `path` is the catalogue's form; segments below a deprecated one are as written.
   */
  readonly operation?: { readonly method: HttpMethod; readonly path: string };
  /** Methods that the catalogue lists for the path, if the method of the request is not among them. */
  readonly listed?: { readonly path: string; readonly methods: readonly HttpMethod[] };
  /** Possible methods of the request; empty if unknown. */
  readonly methods: readonly HttpMethod[];
  readonly at: Place;
  /** Place to fix, if it is in another file than the analysed one. */
  readonly causedAt?: Place;
  /** Calls that send the request, or lead to it, in the analysed file; absent for findings without a request. */
  readonly sentAt?: readonly Place[];
  /** Missing part of its query (`chime=2`), if adding it is the whole fix. */
  readonly lacks?: string;
  readonly confidence: Confidence;
  readonly evidence: Evidence;
  /** The known part of the request, for display: `/zones/${zoneId}/pagerules`. */
  readonly url: string;
  /** Name of the client model, or the callee as written. */
  readonly client: string;
  /** A mock or a server of the same file answers the request. */
  readonly answered?: true;
  /** Stable across unrelated edits: no line numbers. Unique within a run. */
  readonly fingerprint: string;
  /** JSON pointers of the deprecated fields that were found, if the deprecation covers fields. */
  readonly fields?: readonly string[];
  /** The found value of a field, if the deprecation covers values. */
  readonly value?: string;
  /** Changes that the request needs along with the replacement of its value. */
  readonly alsoChange?: readonly AlsoChange[];
  /** Problem, as one sentence, if it is more than the use of a deprecated feature. */
  readonly problem?: string;
  /** Consequence of the problem, as one sentence. */
  readonly reason?: string;
  /** Remedy, as one sentence. */
  readonly remedy?: string;
  /** Further facts for the reader, each one sentence. */
  readonly notes: readonly string[];
}

/** A change that a request needs along with one of some values. */
export interface AlsoChange extends Omit<SuccessorChange, 'fields' | 'operations'> {
  readonly names: readonly string[];
  readonly field: string;
  readonly source: string;
}

/**
 * A request that goes to the catalogued API (`host` exact) but whose operation is unknown, or an address of the API
 * that no seen request uses.
 */
export interface UnresolvedSite {
  readonly language?: LanguageId;
  readonly at: Place;
  readonly client: string;
  readonly url: string;
  readonly methods: readonly HttpMethod[];
  /** Reason, as a short phrase without a full stop. */
  readonly reason: string;
  /** The site is a text, not a request. */
  readonly address?: true;
  /** Place of the unknown part that decides the request; absent if there are several. */
  readonly cause?: Cause;
}

/** A parameter, a call or a variable that keeps requests from being resolved. */
export interface Cause {
  readonly at: Place;
  /** The value is the same at every read, like that of an environment variable. */
  readonly everywhere?: true;
}

/** An SDK of which no method is known in the language that calls it. */
export interface UnknownSdk {
  /** Id of the API. */
  readonly api: string;
  readonly module: string;
}

/**
 * Destination of the requests of a call: an API of the catalogue, or a host outside the catalogue. `aside`: another
 * host, or a path that the catalogue rules out. `unknown`: not resolved.
 */
export type Destination =
  | { readonly kind: 'api'; readonly api: string }
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'aside' | 'unknown' };

/** A call that sends or leads to a request, its destination, the client's name, and its lines after a scan. */
export type SentCall = readonly [
  span: Span,
  to: Destination,
  client: string,
  lines?: readonly [first: number, last: number],
];

/** A called export of an SDK. */
export interface SdkCall extends UnknownSdk {
  readonly name: string;
}

/** Result of the analysis of one file. Sorted by position, then deprecation. */
export interface FileAnalysis {
  readonly findings: readonly Finding[];
  readonly unresolved: readonly UnresolvedSite[];
  /** Requests and addresses, in any file, that calls in this file completed or used: they are not unresolved. */
  readonly completed: readonly Place[];
  /**
   * Request sites seen in the file: calls that send a request or lead to one. Sites that are neither resolved nor have
   * an unknown target are in `unresolved`, one entry each.
   */
  readonly sites: number;
  /** Sites with a URL and host that are known well enough to decide, deprecated operations included. */
  readonly resolved: number;
  /** Resolved sites with a finding. */
  readonly deprecated: number;
  /** Sites with an unknown host whose path does not rule out a deprecated operation. */
  readonly unknownTarget: number;
  /** The sites, one entry each. Absent if there are none. */
  readonly sent?: readonly SentCall[];
  /** Number of findings about resources that are reported only on request. Absent if there are none. */
  readonly withheld?: number;
  /** Imports of project source files that do not exist. Absent if there are none. */
  readonly lost?: readonly string[];
  /** Unknown SDKs that the file calls, if none of its requests was resolved. Absent if there are none. */
  readonly unknownSdks?: readonly UnknownSdk[];
  /** Called SDK methods with unknown requests. Absent if there are none. */
  readonly sdkCalls?: readonly SdkCall[];
  /** Limits of the analysis that were reached: a part of the file was not followed. Absent if there are none. */
  readonly limits?: readonly string[];
  /** The calls that were not followed to the end. Absent if there are none. */
  readonly cut?: SkippedCalls;
  /** The calls that were not examined, with the reason. Absent if all were. */
  readonly left?: SkippedCalls & { readonly why: string };
}

/** Number of calls of a file, and the start of the first, in UTF-16 code units. */
export interface SkippedCalls {
  readonly calls: number;
  readonly from: number;
}

/** The analysis of a file that was not examined. */
export const NOTHING_ANALYSED: FileAnalysis = {
  findings: [],
  unresolved: [],
  completed: [],
  sites: 0,
  resolved: 0,
  deprecated: 0,
  unknownTarget: 0,
};

/** Findings that fail a run, from the strictest gate to the mildest: all, those past their end of life, or none. */
export const FAIL_ON = ['deprecated', 'sunset', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];
