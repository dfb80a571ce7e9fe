/**
 * Meaning of a name without further evidence. Packages, receivers, callees, keys and parameters have separate kinds;
 * `src/engine/requests` draws the conclusions.
 */
export type WordKind =
  /** Packages that only process their arguments: they send nothing. */
  | 'package-handles'
  /** Packages whose verbs declare routes of the program's own server, or answers of a test double. */
  | 'package-routes'
  /** First names of calls that take paths and send nothing. */
  | 'root-takes-paths'
  /** First names of calls, in any case, whose arguments are for people or a test. */
  | 'root-tells'
  /** Names of a logger, in any case and after any other names: `this.logger.info(…)`. */
  | 'logger'
  /** First names of calls: globals of the language, which compute values from values. */
  | 'root-makes-values'
  /** Callees, in any case, that log, throw, or describe the expectations and answers of a test. */
  | 'tells'
  /** Callees that compare or cut texts, and keep none of their arguments. */
  | 'compares'
  /** Methods of texts whose names have no other meaning: on any receiver they send nothing. */
  | 'of-texts'
  /** Methods of patterns and texts; other objects have methods of these names that send. */
  | 'matches'
  /** Callees that store or transform a text whose use is seen elsewhere. */
  | 'keeps'
  /** Methods that look up a value in a list, a set or a map. */
  | 'looks-up'
  /** Parts of names, in any case, that suggest sending: `acmeRequest`, `getAPIList`. */
  | 'sends'
  /** Verbs that suggest sending, in any case, as the first word of a name: `getTowers`, `_list`. */
  | 'sends-first'
  /** Verbs that suggest sending, in any case, as the last word of a name: `acmePut`. */
  | 'sends-last'
  /** Words, in any case, that may precede the verb in the name of a method: `doPut`. */
  | 'before-verb'
  /** Methods that never change a request, on any receiver. */
  | 'reads'
  /** Functions of the platform that only read or copy their arguments. */
  | 'pure'
  /** Methods that pass an object on to be written to, or to a log. */
  | 'takes'
  /** Methods that take a request and set no body on it. */
  | 'takes-request'
  /** Keys of the URL in objects of any kind, in the order of look-up. */
  | 'url-key'
  /** Keys of the URL only in the arguments of a call that sends: elsewhere they are of pages and routes. */
  | 'sent-url-key'
  /** Keys of a base URL. */
  | 'base-key'
  /** Keys of a base URL in functions that make clients. */
  | 'maker-base-key'
  /** Keys of the method in an object that describes a request. */
  | 'method-key'
  /** Keys of the method in the arguments of a call. */
  | 'method-option'
  /** Keys of the body in the arguments of a call. */
  | 'body-option'
  /** Keys that, beside a path, are only in routes of the program's own server or page, or in descriptions of an API. */
  | 'route-key'
  /** Keys that, beside a path, have a function for a part of the request, and no handler. */
  | 'sent-key'
  /** Options, in any case, that decide the destination and the content of a request. */
  | 'redirecting-option'
  /** Parts of a hook's argument that any receiver can change. */
  | 'request-part'
  /** Parameters and globals with a `fetch`. */
  | 'fetch-parameter'
  /** Parameters with a path. */
  | 'path-parameter'
  /** Parameters with an error: the function handles an answer. */
  | 'error-parameter'
  /** Methods that describe the call that a test expects. */
  | 'expects'
  /** Helpers of tests. */
  | 'test-helper'
  /** Calls with a callback that replaces a function. */
  | 'makes-test-double'
  /** Members whose arguments are the answer of a test double. */
  | 'answers'
  /** Objects of test tools that represent a page of a browser. */
  | 'page'
  /** Methods of a page that answer its requests, or wait for them. */
  | 'page-request'
  /** Matchers around an expected value. */
  | 'matcher'
  /** Objects of test tools that replace functions and modules. */
  | 'mocking-tool'
  /** Methods of a mocking tool that replace them. */
  | 'mocking-method'
  /** Transports of clients, by their name in the platform's API. */
  | 'transport';

/**
 * Words of one kind with one reason. In a word `*` is any number of letters, digits and underscores, and `[A-Z_]` one
 * character: `define*`, `set[A-Z]*`. Of packages only `@scope/*` is allowed.
 */
export interface WordRow {
  readonly kind: WordKind;
  /** Separated by spaces. */
  readonly words: string;
  readonly why: string;
}
