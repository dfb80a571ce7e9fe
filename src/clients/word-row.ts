/**
 * Meaning of a name where nothing else is known. Packages, receivers, callees, keys and parameters have kinds of
 * their own; `src/engine/requests` draws the conclusions.
 */
export type WordKind =
  /** Packages that only handle what they are given: they send nothing. */
  | 'package-handles'
  /** Packages whose verbs declare routes of one's own server, or answers of a test double. */
  | 'package-routes'
  /** Names that a call begins with: it takes paths and sends nothing. */
  | 'root-takes-paths'
  /** Names that a call begins with, in any case: people or a test read what it is given. */
  | 'root-tells'
  /** Names of a logger, in any case and after any other names: `this.logger.info(…)`. */
  | 'logger'
  /** Names that a call begins with: globals of the language, which make values of values. */
  | 'root-makes-values'
  /** Callees, in any case, that log, throw, or state the expectations and answers of a test. */
  | 'tells'
  /** Callees that compare or cut texts, and keep none of their arguments. */
  | 'compares'
  /** Methods of texts that nothing else has in another meaning: whatever they stand on, they send nothing. */
  | 'of-texts'
  /** Methods of patterns and texts; other things have methods of these names that send. */
  | 'matches'
  /** Callees that store or transform a text whose use is seen elsewhere. */
  | 'keeps'
  /** Methods by which a list, a set or a map is asked with something else in hand. */
  | 'looks-up'
  /** Parts of names, in any case, that speak of sending: `acmeRequest`, `getAPIList`. */
  | 'sends'
  /** Verbs that do so, in any case, as the first word of a name: `getTowers`, `_list`. */
  | 'sends-first'
  /** Verbs that do so, in any case, as the last word of a name: `acmePut`. */
  | 'sends-last'
  /** Words, in any case, that may stand before the verb in the name of a method: `doPut`. */
  | 'before-verb'
  /** Methods that never change what a request sends, on any receiver. */
  | 'reads'
  /** Functions of the platform that only look at what they are given, or copy it. */
  | 'pure'
  /** Methods that hand a thing over to be written to, or to a log. */
  | 'takes'
  /** Methods that take a request and give it no body. */
  | 'takes-request'
  /** Keys under which objects of any kind say where a request goes, in the order of asking. */
  | 'url-key'
  /** Keys that do so only in what is passed to a call that sends: elsewhere they are of pages and routes. */
  | 'sent-url-key'
  /** Keys of the URL that paths are below. */
  | 'base-key'
  /** Keys under which makers of clients take it. */
  | 'maker-base-key'
  /** Keys of the method in an object that describes a request. */
  | 'method-key'
  /** Keys of the method in what is passed to a call. */
  | 'method-option'
  /** Keys of the body in what is passed to a call. */
  | 'body-option'
  /** Keys that only routes of one's own server or page, or descriptions of an API, have beside a path. */
  | 'route-key'
  /** Keys beside a path under which a function makes or reads a part of the request, and handles none. */
  | 'sent-key'
  /** Options, in any case, that decide the target and the content of a request. */
  | 'redirecting-option'
  /** Parts of the argument of a hook that any receiver can change. */
  | 'request-part'
  /** Parameters and globals that are a `fetch`. */
  | 'fetch-parameter'
  /** Parameters that are a path. */
  | 'path-parameter'
  /** Parameters that are an error: the function is told of an answer. */
  | 'error-parameter'
  /** Methods that say which call a test expects. */
  | 'expects'
  /** Helpers of tests. */
  | 'test-helper'
  /** Calls whose callback stands in for a function. */
  | 'makes-test-double'
  /** Members whose arguments are what a test double answers. */
  | 'answers'
  /** Objects of test tools that stand for a page of a browser. */
  | 'page'
  /** Their methods that answer requests of the page, or wait for them. */
  | 'page-request'
  /** Matchers that are about what they are given. */
  | 'matcher'
  /** Objects of test tools that replace what a program uses. */
  | 'mocking-tool'
  /** Their methods that do so. */
  | 'mocking-method'
  /** Transports of clients, by their name in the platform's API. */
  | 'transport';

/**
 * Words of one kind that are there for one reason. In a word `*` is any number of letters, digits and underscores, and
 * `[A-Z_]` one character: `define*`, `set[A-Z]*`. Of packages only `@scope/*` is known.
 */
export interface WordRow {
  readonly kind: WordKind;
  /** Between spaces. */
  readonly words: string;
  readonly why: string;
}
