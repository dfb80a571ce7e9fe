import type { HttpMethod } from '../../../model/endpoint.js';
import type { Place } from '../../../model/span.js';
import type { Correlations } from '../../values/correlation.js';
import type { Parts, Value } from '../../values/value.js';

/** Methods a request can have. `open`: one of them depends on a parameter of an enclosing function. */
export interface MethodFacts {
  readonly known: readonly HttpMethod[];
  readonly unknown: boolean;
  readonly open: boolean;
  readonly at: Place | undefined;
  /** The method for each URL, if both come from elements of one collection. */
  readonly ways?: readonly MethodWay[];
}

/** A method that comes from some elements of a collection. */
export interface MethodWay {
  readonly method: Pick<MethodFacts, 'known' | 'unknown' | 'open' | 'at'>;
  readonly correlations: Correlations;
  /** It represents the elements beyond the limit. */
  readonly isRest: boolean;
}

/** Known parts of a request. */
export interface RequestFacts {
  readonly urls: readonly Parts[];
  readonly method: MethodFacts;
  /** Headers from each source, the call's own first. */
  readonly headers: readonly Value[];
  readonly body: Value;
  /** The body is given as a text without a type; a body with a type of its own is a form. */
  readonly bodyAsText?: true;
  readonly query: Value;
}

/** A header that a command sends. */
export interface CommandHeader {
  readonly name: string;
  readonly value: Value;
  readonly at: Place;
}

/** A request of a command, with its headers for each list of words that the command can have. */
export interface CommandRequest extends RequestFacts {
  readonly ways: readonly { readonly headers: readonly CommandHeader[]; readonly isOpen: boolean }[];
  /** The request connects to another server than its URL names. */
  readonly rerouted?: true;
}
