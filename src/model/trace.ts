import type { HttpMethod } from './endpoint.js';
import type { EvidenceStep, HostProof } from './evidence.js';
import type { LanguageId } from './language.js';
import type { Place } from './span.js';

/** History of one file, to explain why a finding is reported, or is not. */
export interface FileTrace {
  readonly file: string;
  /** Reason why it is not scanned, as the end of a sentence; absent if it is scanned. */
  readonly notScanned?: string;
  readonly languages: readonly LanguageId[];
  /** Mentions of APIs in its text: a name, rare or common words of a path, or the read of a part of a record. */
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
   * `left-out`: nothing in or around it leads to the API, so it was not examined. `no-request`: the callee is not known
   * to send, and its name does not suggest it. `test-double`: a test answers or expects the request.
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
  /** No other method is possible. */
  readonly methodKnown: boolean;
  readonly methodAt?: Place;
  readonly urls: readonly UrlTrace[];
  /** Ids of the deprecated operations that it may request. */
  readonly deprecations: readonly string[];
  /** Reason why its operation is unknown, as a short phrase without a full stop. */
  readonly gap?: string;
  /** Its destination is unknown, and its path does not rule out a deprecated operation. */
  readonly unknownTarget?: true;
  /** The arguments of its function make it unreachable. */
  readonly ruledOut?: true;
}

export interface UrlTrace {
  /** For display: `/zones/${zoneId}/pagerules`. */
  readonly shown: string;
  /** In the order of the URL. */
  readonly pieces: readonly UrlPiece[];
  /** Start of the URL; `own-origin`: a relative one, of a client that cannot leave the page's origin. */
  readonly host: HostProof | 'own-origin';
  readonly steps: readonly EvidenceStep[];
  /** Id of the API in the reading of the URL; absent if it goes elsewhere, and without evidence for an API. */
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
