import type { HttpMethod } from './endpoint.js';

/**
 * How one HTTP client makes requests: where its values come from, and one row for each way of
 * calling it. Rows only; the engine interprets them.
 */
export interface ClientModel {
  readonly name: string;
  readonly origins: readonly ClientOrigin[];
  /** Ways to issue a request. The first row whose `member` fits the call is used. */
  readonly requests: readonly RequestRow[];
  /** Ways to get another client with more defaults. */
  readonly derives?: readonly DeriveRow[];
  /** Property names of an options object. */
  readonly options?: OptionNames;
  /** How the base URL and the path are put together; default `append`. */
  readonly join?: 'append' | 'resolve';
  /** A relative URL goes to the page's own origin, or cannot be sent: never to the catalogued API. */
  readonly relative?: 'own-origin';
  /** The method where neither row nor options say one; default GET. */
  readonly defaultMethod?: HttpMethod;
  /** A default base URL that the client has of its own. */
  readonly baseUrl?: string;
}

export type ClientOrigin =
  /** An export of a package; `export` is 'default', '*' (the module itself) or a name. */
  | { readonly module: string; readonly export: string }
  | { readonly global: string }
  /** A value whose declared type has this name (imported from `module` where given). */
  | { readonly type: string; readonly module?: string }
  /** What `new X()` or `X()` of the origin gives, rather than X itself. */
  | { readonly module: string; readonly export: string; readonly made: 'new' | 'call' }
  | { readonly global: string; readonly made: 'new' };

/** An argument, or a property of one. */
export interface ArgRef {
  readonly arg: number;
  readonly property?: string;
}

export interface RequestRow {
  /** Member called on the client: 'get', 'firestore.get'; '' when the client itself is called. */
  readonly member: string;
  readonly form?: 'call' | 'new' | 'tag';
  /** Fixed method of the row. */
  readonly method?: HttpMethod;
  /** Where the method is passed, if it is not in an options object. */
  readonly methodAt?: ArgRef;
  /** Where the URL is passed: the first that is present. An object there is read by `options.url`. */
  readonly url: readonly ArgRef[];
  /** Argument index of options objects. */
  readonly options?: readonly number[];
  readonly body?: ArgRef;
}

export interface DeriveRow {
  readonly member: string;
  readonly form?: 'call' | 'new';
  /** Argument that holds the new defaults. */
  readonly defaults?: number;
  /** Argument that is the base URL itself. */
  readonly baseUrl?: number;
}

export interface OptionNames {
  readonly method?: readonly string[];
  readonly url?: readonly string[];
  readonly baseUrl?: readonly string[];
  readonly headers?: readonly string[];
  readonly body?: readonly string[];
  readonly query?: readonly string[];
  readonly protocol?: readonly string[];
  readonly host?: readonly string[];
  readonly path?: readonly string[];
}
