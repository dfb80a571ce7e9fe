import type { CallFact } from '../../../model/facts.js';
import type { Place } from '../../../model/span.js';
import type { Frame, Parts, Value } from '../../values/value.js';
import type { ClientUse } from './client-match.js';
import type { FileContext } from '../../evaluate/program.js';
import { UNDEFINED } from '../../values/value.js';
import type { CommandRequest, MethodFacts } from './request-facts.js';

/** A place in the program that issues a request, as far as it is known. */
export interface Site {
  /** The call in the analysed file. */
  readonly at: Place;
  /** `request`: a modelled client sends it; `call`: passed to something that is not known. */
  readonly kind: 'request' | 'call';
  /** Client model, or the callee as written. */
  readonly client: string;
  readonly urls: readonly Parts[];
  /** URLs of the same call that go with other methods, and are sites of their own. */
  readonly apart?: readonly Parts[];
  readonly method: MethodFacts;
  /** Headers from each source, the call's own first. */
  readonly headers: readonly Value[];
  readonly body: Value;
  /** The body is given as a text, which says nothing of its type. */
  readonly bodyAsText?: true;
  readonly query: Value;
  /** A relative URL cannot reach the API through this client. */
  readonly ownOrigin: boolean;
  /** The path lacks its scope (`bells` for `/towers/{id}/bells`). */
  readonly scoped: boolean;
  /** Names under which code refers to what is called. */
  readonly names: readonly string[];
  /** The package that something unknown which is called comes from. */
  readonly package?: { readonly module: string; readonly exported: string };
  /** Id of the API of the SDK that sends it. */
  readonly api?: string;
  /** The version of the SDK (`acme 2.9.1`) that does not have the method that is called. */
  readonly missing?: string;
  /** APIs whose values get to what is called, by the flow of the program. */
  readonly handed?: ReadonlySet<string>;
  /** The API that alone has an SDK with the chain of members that is called; the program uses that SDK. */
  readonly soleApi?: string;
  /** It is a method of an SDK by its name alone: whose client it is called on is not known. */
  readonly named?: true;
  /** The request is sent by another server: its URL is inside the requested one. */
  readonly forwarded?: true;
  /** Calls inside the program that led to the request, from the outermost wrapper inwards. */
  readonly chain: readonly Place[];
  /** It is sent by a parameter under the name of the platform's `fetch`, which no known caller fills. */
  readonly assumed?: true;
  /** With what is given to the function that it stands in, it is never reached: nothing is said of it. */
  readonly ruledOut?: true;
  /** Values that describe the request and stand elsewhere than in the call's arguments. */
  readonly made?: readonly Value[];
  /** The call that sends it, where a modelled client does. */
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

/** A site that sends nothing, with an unknown method. */
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
  /** Place of the call in the table of calls of its file. */
  readonly index: number;
}
