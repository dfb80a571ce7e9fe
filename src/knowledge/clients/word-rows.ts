/**
 * Meaning of a name without further evidence. Packages, receivers, callees, keys and parameters have separate kinds;
 * `src/engine/requests` draws the conclusions.
 */
export type WordKind =
  /** Packages that only process their arguments: they send nothing. */
  | 'package-handles'
  /** Packages whose verbs declare routes of the program's own server, or answers of a test double. */
  | 'package-routes'
  /** First names of calls that accept paths and send nothing. */
  | 'root-takes-paths'
  /** First names of calls, in any case, whose arguments are for people or a test. */
  | 'root-tells'
  /** Names of a logger, in any case and after any other names: `this.logger.info(…)`. */
  | 'logger'
  /** First names of calls: globals of the language whose methods compute values and send nothing. */
  | 'root-makes-values'
  /** Callees, in any case, that log, throw, or describe the expectations and answers of a test. */
  | 'tells'
  /** Callees that compare or cut texts, and store none of their arguments. */
  | 'compares'
  /** Methods of texts whose names have no other meaning: on any receiver they send nothing. */
  | 'text-methods'
  /** Methods of patterns and texts; other objects have methods of these names that send. */
  | 'matches'
  /** Callees that store or transform a text: its use is analysed where it is sent. */
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
  /** Methods that pass an object to a writer or to a log. */
  | 'takes'
  /** Methods that accept a request and set no body on it. */
  | 'takes-request'
  /** Keys of the URL in objects of any kind, in the order of look-up. */
  | 'url-key'
  /** Keys of the URL only in the arguments of a call that sends: elsewhere they belong to pages and routes. */
  | 'sent-url-key'
  /** Keys of a base URL. */
  | 'base-key'
  /** Keys of a base URL in functions that create clients. */
  | 'maker-base-key'
  /** Keys of the method in an object that describes a request. */
  | 'method-key'
  /** Keys of the method in the arguments of a call. */
  | 'method-option'
  /** Keys of the body in the arguments of a call. */
  | 'body-option'
  /** Keys that, beside a path, are only in routes of the program's own server or page, or in descriptions of an API. */
  | 'route-key'
  /** Keys that, beside a path, may contain a function: it computes a part of the request, and is not a handler. */
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
  /** Objects of test tools that represent a page in a browser. */
  | 'page'
  /** Methods of a page that answer its requests, or wait for them. */
  | 'page-request'
  /** Matchers around an expected value. */
  | 'matcher'
  /** Objects of test tools that replace functions and modules. */
  | 'mocking-tool'
  /** Methods of a mocking tool that replace functions and modules. */
  | 'mocking-method'
  /** Transports of clients, by their name in the platform's API. */
  | 'transport';

/**
 * Words of one kind with one reason. In a word, `*` is any number of letters, digits and underscores, and `[A-Z_]` one
 * character: `define*`, `set[A-Z]*`. For packages, only `@scope/*` is allowed.
 */
export interface WordRow {
  readonly kind: WordKind;
  /** Separated by spaces. */
  readonly words: string;
  readonly why: string;
}

/** Names of requests and their parts, for any client, and of calls that do not change a request. */
export const REQUEST_WORDS: readonly WordRow[] = [
  {
    kind: 'sends',
    words: 'request fetch api http call send query axios ajax invoke paginate',
    why: 'usual names of functions that send: `acmeRequest`, `fetchAll`, `getAPIList`',
  },
  { kind: 'sends-first', words: 'get post put patch delete del head list', why: 'verbs of HTTP and of collections' },
  { kind: 'sends-last', words: 'get post put patch delete', why: 'verbs of HTTP; `head` and `list` end other names' },
  {
    kind: 'before-verb',
    words: 'do http api send make request',
    why: 'the method names its verb, and this word is not a noun',
  },

  {
    kind: 'reads',
    words:
      'get has keys values entries forEach toString toJSON getAll getSetCookie sort getHeader hasHeader getHeaders ' +
      'getHeaderNames hasOwnProperty',
    why: 'methods of headers and queries that only read',
  },
  { kind: 'reads', words: 'map filter some every includes find slice concat join clone', why: 'they make a copy' },
  { kind: 'reads', words: 'on once off addEventListener then catch finally', why: 'they listen' },
  {
    kind: 'reads',
    words: 'end write send abort open setTimeout setNoDelay flushHeaders destroy overrideMimeType',
    why: 'methods of an open request that leave its headers and query unchanged',
  },
  {
    kind: 'pure',
    words:
      'console.* json/write list/of map/entries map/keys map/values Object.fromEntries Object.isFrozen Object.hasOwn ' +
      'request/of text/of url/encode url/encodePart url/resolve value/copy value/same Boolean Headers URLSearchParams ' +
      'expect assert',
    why: 'arguments that the platform and assertions leave unchanged',
  },
  { kind: 'takes', words: 'pipe pipeTo pipeline', why: 'the stream is written to, and nothing else changes' },
  { kind: 'takes', words: 'log debug info warn error trace', why: 'logs' },
  {
    kind: 'takes-request',
    words: 'log debug info warn error trace',
    why: 'logs; only `pipe` writes into its argument',
  },
  { kind: 'takes-request', words: 'push', why: 'a list keeps the request' },

  { kind: 'url-key', words: 'url path uri endpoint', why: 'its names in descriptions and options of requests' },
  { kind: 'sent-url-key', words: 'pathname href route resource', why: 'in options the URL, elsewhere a page' },
  {
    kind: 'base-key',
    words: 'baseUrl baseURL base_url baseUri baseURI base prefixUrl rootUrl apiUrl apiBase apiBaseUrl host origin',
    why: 'a default of requests, or the start of all paths of a description',
  },
  {
    kind: 'maker-base-key',
    words:
      'baseUrl baseURL base_url base prefixUrl prefix url uri root rootUrl rootURL endpoint apiUrl apiURL apiBase server ' +
      'serverUrl origin host',
    why: 'an option of a client that begins all its paths: `new Client({ url })`',
  },
  { kind: 'method-key', words: 'method verb httpMethod requestMethod', why: 'its names in descriptions' },
  { kind: 'method-option', words: 'method type verb httpMethod', why: 'its names in options; `type` is from jQuery' },
  { kind: 'body-option', words: 'body data json payload', why: 'its names in options of clients' },
  {
    kind: 'route-key',
    words:
      'handle handler handlers component element children middleware middlewares loader view controller action ' +
      'permission render redirect lazy preHandler',
    why: 'a route of a server or a page',
  },
  {
    kind: 'route-key',
    words: 'responses response200 operationId summary tags description',
    why: 'an OpenAPI description',
  },
  { kind: 'route-key', words: 'meta icon label title config', why: 'an entry of a menu or of a table of pages' },
  { kind: 'route-key', words: 'reply intercept', why: 'a test defines the answer' },
  {
    kind: 'sent-key',
    words:
      'headers body data json payload params query qs searchParams auth parse parseResponse transform ' +
      'transformRequest transformResponse validateStatus',
    why: 'parts of a request and of its answer, which functions make and read',
  },
  {
    kind: 'redirecting-option',
    words:
      'url baseUrl base_url prefixUrl uri path pathname href origin host hostname protocol port method data body json ' +
      'adapter',
    why: 'a hook that sets one of these sends another request',
  },
  { kind: 'request-part', words: 'options request config data body json', why: 'arguments of hooks of clients' },

  {
    kind: 'fetch-parameter',
    words: 'fetch fetchImpl fetchFn',
    why: 'a function passed in under the name of the platform, as in libraries and tests',
  },
  {
    kind: 'path-parameter',
    words: 'path* *Path *Url *URL url uri endpoint route resource',
    why: 'a wrapper appends it to the base URL of its client',
  },
  {
    kind: 'error-parameter',
    words: 'e er err* error* _e _er _err* _error*',
    why: 'a callback of Node receives an error first; a handler of a route does not',
  },
];

/** Names of test tools, by the objects they replace or the calls they expect. The tools are in `test-doubles.ts`. */
export const TEST_WORDS: readonly WordRow[] = [
  {
    kind: 'expects',
    words:
      'toHaveBeenCalledWith toHaveBeenLastCalledWith toHaveBeenNthCalledWith toHaveBeenCalledExactlyOnceWith ' +
      'toBeCalledWith lastCalledWith nthCalledWith',
    why: 'Jest and Vitest',
  },
  {
    kind: 'expects',
    words: 'calledWith calledWithExactly calledWithMatch calledOnceWith calledOnceWithExactly calledOnceWithMatch',
    why: 'Sinon',
  },
  {
    kind: 'test-helper',
    words: 'mock[A-Z_]* stub[A-Z_]* fake[A-Z_]* nock[A-Z_]* intercept[A-Z_]*',
    why: "usual names of test helpers: `mockGet('/towers/1/bells')`",
  },
  { kind: 'page', words: 'page context browserContext', why: 'Playwright: names under which tests receive them' },
  {
    kind: 'page-request',
    words:
      'route unroute waitForRequest waitForResponse wait_for_request wait_for_response expect_request expect_response',
    why: 'Playwright: the page sends the request',
  },
  { kind: 'makes-test-double', words: 'fn mockImplementation mockImplementationOnce', why: 'Jest and Vitest' },
  { kind: 'makes-test-double', words: 'callsFake', why: 'Sinon' },
  { kind: 'makes-test-double', words: 'mock', why: 'the second argument of `vi.mock` makes the module' },
  { kind: 'answers', words: 'reply replyOnce', why: 'nock and axios-mock-adapter' },
  {
    kind: 'answers',
    words: 'mockResolvedValue mockResolvedValueOnce mockReturnValue mockReturnValueOnce',
    why: 'Jest and Vitest',
  },
  { kind: 'answers', words: 'resolves returns', why: 'Sinon' },
  {
    kind: 'matcher',
    words: 'stringContaining stringMatching objectContaining objectMatching match',
    why: 'matchers of Jest, Vitest and Sinon: the URL is their argument',
  },
  { kind: 'mocking-tool', words: 'vi jest mock sinon td', why: 'Vitest, Jest, node:test, Sinon, testdouble' },
  {
    kind: 'mocking-method',
    words: 'mock doMock unstable_mockModule spyOn stubGlobal stub replace method',
    why: 'their methods that replace something',
  },
  { kind: 'transport', words: 'fetch XMLHttpRequest WebSocket $fetch', why: 'a test replaces these' },
];
