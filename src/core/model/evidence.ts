import type { HttpMethod } from './endpoint.js';
import type { LanguageId } from './language.js';
import type { Place } from './span.js';

/** One step on the way from the reported expression to the operation. */
export interface EvidenceStep {
  readonly kind:
    'literal' | 'constant' | 'import' | 'base-url' | 'default' | 'wrapper' | 'option' | 'module-graph' | 'client';
  readonly at: Place;
  /** Fact learned in this step, as a short phrase without a full stop. */
  readonly note: string;
}

/**
 * `exact`: the base URL is resolved to the catalogued API. `set`: it is a variable that a settings file sets to a base
 * URL of the API. `graph`: it is not resolved, but the file or a module it imports names the API's base URL. `version`:
 * it is not resolved, but the path begins with the version path of the API. `named`: only a name in the expression
 * points to the API. `unknown`: the base URL cannot be resolved. `other`: resolved to another host.
 */
export type HostProof = 'exact' | 'set' | 'graph' | 'version' | 'named' | 'unknown' | 'other';

/** Owner of a server by its name: the API, or another. */
export type NameSign = 'api' | 'other';

/** Evidence that a request goes to the API without a module that names it. */
export type HostWitness = 'value' | 'chain';

export interface Evidence {
  readonly host: HostProof;
  /** Owner of an unresolved base URL, by its name and the client's: the API or another. */
  readonly name?: NameSign;
  /**
   * Only for `graph` without a witness module: a value of the API reaches the call, or only its SDK has such a chain.
   */
  readonly by?: HostWitness;
  /** `exact`: every literal segment of the template is known text; `partial`: the path was completed by inference. */
  readonly path: 'exact' | 'partial';
  /** `listed`: known and in the catalogue; `unlisted`: known, not listed for the path; `unknown`. */
  readonly method: 'listed' | 'unlisted' | 'unknown';
  /**
   * `request`: reaches a modelled client; `call`: passed to an unresolved call; `descriptor`: an object that describes
   * a request; `forwarded`: inside the URL of another request, whose server may send it; `loose`: a text that reaches
   * no call; `test-double`: an answer or an expectation of a test.
   */
  readonly site: 'request' | 'call' | 'descriptor' | 'forwarded' | 'loose' | 'test-double';
  /** The installed version of the SDK does not have the method. */
  readonly missing?: true;
  readonly steps: readonly EvidenceStep[];
}

/** Confidence of a finding, from its evidence alone. */
export type Confidence = 'certain' | 'probable' | 'possible';

export const CONFIDENCES: readonly Confidence[] = ['possible', 'probable', 'certain'];

/** History of one file, to explain why a finding is reported, or is not. */
export interface FileTrace {
  readonly file: string;
  /** Reason why it is not scanned, as the end of a sentence; absent if it is scanned. */
  readonly notScanned?: string;
  readonly languages: readonly LanguageId[];
  /** Mentions of APIs in its text: a name, rare or common words of a path, or access to a part of a record. */
  readonly mentions: readonly {
    readonly language: LanguageId;
    readonly mention: 'api' | 'rare' | 'part' | 'common';
  }[];
  /** Its imports that mention the APIs, or are examined. */
  readonly leads: readonly string[];
  /** Whether it was parsed and its calls examined. */
  readonly analysed: boolean;
  /** Reason why it could not be read in full, as a phrase. */
  readonly trouble?: string;
  /** In the order of the code. */
  readonly calls: readonly JudgedCall[];
}

/** History of one call in an analysed file, to explain why it is reported, or is not. */
export interface CallTrace {
  readonly at: Place;
  /**
   * `left-out`: nothing in or around the call refers to the API, so it was not examined. `no-request`: the callee is
   * not known to send, and its name does not suggest it. `test-double`: a test answers or expects the request.
   */
  readonly seen: 'left-out' | 'no-request' | 'test-double' | 'request';
  /** Possible requests of the call. */
  readonly requests: readonly RequestTrace[];
}

/** A call with the reported findings of its requests, by their fingerprints. */
export interface JudgedCall extends CallTrace {
  readonly findings: readonly string[];
}

/** The known parts of a request. */
export interface RequestTrace {
  /** `request`: a modelled client sends it; `call`: passed to an unknown callee. */
  readonly kind: 'request' | 'call';
  readonly client: string;
  /** Calls inside the program that led to the request, from the outermost wrapper inwards. */
  readonly chain: readonly Place[];
  readonly methods: readonly HttpMethod[];
  /** Whether no other method is possible. */
  readonly methodKnown: boolean;
  readonly methodAt?: Place;
  readonly urls: readonly UrlTrace[];
  /** Ids of the deprecated operations that it may request. */
  readonly deprecations: readonly string[];
  /** Reason why its operation is unknown, as a short phrase without a full stop. */
  readonly gap?: string;
  /** Whether its destination is unknown, and its path does not rule out a deprecated operation. */
  readonly unknownTarget?: true;
  /** Whether the arguments of its function make it unreachable. */
  readonly ruledOut?: true;
}

export interface UrlTrace {
  /** For display: `/zones/${zoneId}/pagerules`. */
  readonly shown: string;
  /** In the order of the URL. */
  readonly pieces: readonly UrlPiece[];
  /** Proof of the host; `own-origin`: a relative URL of a client that cannot leave the page's origin. */
  readonly host: HostProof | 'own-origin';
  readonly steps: readonly EvidenceStep[];
  /** Id of the API to which the URL belongs; absent if it goes elsewhere, or without evidence for an API. */
  readonly api?: string;
  /** Base URL from a caller or a settings file, if the URL does not begin with it. */
  readonly base?: string;
  /** Below the base URL, `{}` for unknown parts; absent if the URL goes elsewhere. */
  readonly path?: string;
}

/** A piece of a URL, with the place where it was written. */
export interface UrlPiece {
  readonly text: string;
  readonly at: Place;
  /** Reason why it is unknown; absent if it is known. */
  readonly unknown?: string;
}

/**
 * Kinds of evidence of a request. `host`: a known client calls an address of that host. `named`: an address without a
 * seen call. `package`: the SDK of an API is imported. `unknown`: the argument of a known client is computed. `client`:
 * a client has computed options. `aside`: the request goes to this machine, or to the page's own server.
 */
export type SentKind = 'host' | 'named' | 'package' | 'unknown' | 'client' | 'aside';

/** A line of a text with evidence of a request, and the host, the module or the client. */
export type SentText = readonly [line: number, kind: SentKind, name: string];
