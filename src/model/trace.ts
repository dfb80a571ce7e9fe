import type { HttpMethod } from './endpoint.js';
import type { EvidenceStep, HostProof } from './evidence.js';
import type { LanguageId } from './language.js';
import type { Place } from './span.js';

/** History of one file, for people who ask why a finding is reported, or is not. */
export interface FileTrace {
  readonly file: string;
  /** Reason why it is not scanned, as the end of a sentence; absent where it is. */
  readonly notScanned?: string;
  readonly languages: readonly LanguageId[];
  /** Mentions of APIs in its text: a name, rare or common words of a path, or the reading of a part of a record. */
  readonly mentions: readonly {
    readonly language: LanguageId;
    readonly mention: 'api' | 'rare' | 'part' | 'common';
  }[];
  /** Files that it imports which say something of the APIs, or are looked at. */
  readonly leads: readonly string[];
  /** Whether it was parsed and its calls looked at. */
  readonly analysed: boolean;
  /** Why it could not be read in full, as a phrase. */
  readonly trouble?: string;
  /** In the order of the code. */
  readonly calls: readonly JudgedCall[];
}

/** History of one call in an analysed file, for people who ask why it is reported, or is not. */
export interface CallTrace {
  readonly at: Place;
  /**
   * `left-out`: nothing in or around it leads to the API, so it was not looked at. `no-request`: nothing that is known
   * to send, or spoken of as sending, is called. `test-double`: a test answers or expects the request.
   */
  readonly seen: 'left-out' | 'no-request' | 'test-double' | 'request';
  /** Several where a call can make several requests. */
  readonly requests: readonly RequestTrace[];
}

/** A call with the findings of the report that its requests gave, by their fingerprints. */
export interface JudgedCall extends CallTrace {
  readonly findings: readonly string[];
}

/** A request as far as it is known. */
export interface RequestTrace {
  /** `request`: a modelled client sends it; `call`: passed to something that is not known. */
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
  /** Why its operation is not known, as a short phrase without a full stop. */
  readonly gap?: string;
  /** Nobody knows where it goes, and its path does not rule out a deprecated operation. */
  readonly unknownTarget?: true;
  /** It is never reached with the arguments of the function around it. */
  readonly ruledOut?: true;
}

export interface UrlTrace {
  /** For people: `/zones/${zoneId}/pagerules`. */
  readonly shown: string;
  /** In the order of the URL. */
  readonly pieces: readonly UrlPiece[];
  /** How the URL begins; `own-origin`: a relative one, of a client that cannot leave the page's origin. */
  readonly host: HostProof | 'own-origin';
  readonly steps: readonly EvidenceStep[];
  /** Id of the API that it is read as going to; absent where it goes elsewhere, and where nothing says that it goes to one. */
  readonly api?: string;
  /** Address that is known although the URL does not begin with it: a caller or a file of settings gives it. */
  readonly base?: string;
  /** Below the base URL, `{}` where something is not known; absent where the URL goes elsewhere. */
  readonly path?: string;
}

/** A piece of a URL, and where it was written. */
export interface UrlPiece {
  readonly text: string;
  readonly at: Place;
  /** Why it is not known; absent where it is. */
  readonly unknown?: string;
}
