import type { CallFact } from '../../../model/facts.js';
import type { Place } from '../../../model/span.js';
import type { Frame, Parts, Value } from '../../values/value.js';
import type { ClientUse } from './client-match.js';
import type { FileContext } from '../../evaluate/program.js';
import { UNDEFINED } from '../../values/value.js';
import type { CommandRequest, MethodFacts } from './request-facts.js';

/** A place in the program that issues a request, with the known parts of the request. */
export interface Site {
  /** The call in the analysed file. */
  readonly at: Place;
  /** `request`: a modelled client sends it; `call`: passed to an unknown callee. */
  readonly kind: 'request' | 'call';
  /** Client model, or the callee as written. */
  readonly client: string;
  readonly urls: readonly Parts[];
  /** URLs of the same call with other methods, which are sites of their own. */
  readonly apart?: readonly Parts[];
  readonly method: MethodFacts;
  /** Headers from each source, the call's own first. */
  readonly headers: readonly Value[];
  readonly body: Value;
  /** The body is given as a text without a type. */
  readonly bodyAsText?: true;
  readonly query: Value;
  /** A relative URL cannot reach the API through this client. */
  readonly ownOrigin: boolean;
  /** The path lacks its scope (`bells` for `/towers/{id}/bells`). */
  readonly scoped: boolean;
  /** Names of the callee in the code. */
  readonly names: readonly string[];
  /** The package of an unknown callee. */
  readonly package?: { readonly module: string; readonly exported: string };
  /** Id of the API of the SDK that sends it. */
  readonly api?: string;
  /** The version of the SDK (`acme 2.9.1`) that does not have the called method. */
  readonly missing?: string;
  /** APIs whose values reach the callee, by the call graph. */
  readonly handed?: ReadonlySet<string>;
  /** The only API with an SDK that has the called chain of members; the program uses that SDK. */
  readonly soleApi?: string;
  /** An SDK method found by its name alone: the type of its client is unknown. */
  readonly named?: true;
  /** The request is sent by another server: its URL is inside the requested one. */
  readonly forwarded?: true;
  /** Calls inside the program that led to the request, from the outermost wrapper inwards. */
  readonly chain: readonly Place[];
  /** The sender is a parameter with the name of the platform's `fetch`, which no known caller fills. */
  readonly assumed?: true;
  /** The arguments of its function make it unreachable: it is not reported. */
  readonly ruledOut?: true;
  /** Values that describe the request outside of the call's arguments. */
  readonly made?: readonly Value[];
  /** The call of the modelled client that sends it. */
  readonly sender?: Sender;
}

/** Call of a modelled client in the source, inside the calls that led to it. */
export interface Sender {
  readonly context: FileContext;
  readonly index: number;
  readonly frame: Frame | undefined;
  readonly use: ClientUse;
  /** Request that its words describe, if the client is a command-line program. */
  readonly command?: CommandRequest;
}

/** The method of a request whose code names none. */
export const UNKNOWN_METHOD: MethodFacts = { known: [], unknown: true, open: false, at: undefined };

/** A site with an unknown method that sends nothing. */
export function bareSite(known: Pick<Site, 'at' | 'kind' | 'client' | 'urls'> & Partial<Site>): Site {
  return {
    method: UNKNOWN_METHOD,
    headers: [],
    body: UNDEFINED,
    query: UNDEFINED,
    ownOrigin: false,
    scoped: false,
    names: [],
    chain: [],
    ...known,
  };
}

/** A site with the call that makes it. */
export interface SentCall {
  readonly site: Site;
  readonly context: FileContext;
  readonly call: CallFact;
  /** Index of the call in the table of calls of its file. */
  readonly index: number;
}
