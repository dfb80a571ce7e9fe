import type { WordRow } from './word-row.js';

/** Names of requests and their parts, for any client, and of calls that do not change a request. */
export const REQUEST_WORDS: readonly WordRow[] = [
  {
    kind: 'sends',
    words: 'request fetch api http call send query axios ajax invoke paginate',
    why: 'programs call the function that sends so: `acmeRequest`, `fetchAll`, `getAPIList`',
  },
  { kind: 'sends-first', words: 'get post put patch delete del head list', why: 'verbs of HTTP and of collections' },
  { kind: 'sends-last', words: 'get post put patch delete', why: 'verbs of HTTP; `head` and `list` end other names' },
  { kind: 'before-verb', words: 'do http api send make request', why: 'the method says its verb, and this is no noun' },

  {
    kind: 'reads',
    words:
      'get has keys values entries forEach toString toJSON getAll getSetCookie sort getHeader hasHeader getHeaders ' +
      'getHeaderNames hasOwnProperty',
    why: 'of headers and queries: they only look',
  },
  { kind: 'reads', words: 'map filter some every includes find slice concat join clone', why: 'they make a copy' },
  { kind: 'reads', words: 'on once off addEventListener then catch finally', why: 'they listen' },
  {
    kind: 'reads',
    words: 'end write send abort open setTimeout setNoDelay flushHeaders destroy overrideMimeType',
    why: 'of a request under way: its headers and query stay as they are',
  },
  {
    kind: 'pure',
    words:
      'console.* json/write list/of map/entries map/keys map/values Object.fromEntries Object.isFrozen Object.hasOwn ' +
      'request/of text/of url/encode url/encodePart url/resolve value/copy value/same Boolean Headers URLSearchParams ' +
      'expect assert',
    why: 'what the platform and assertions leave as it is',
  },
  { kind: 'takes', words: 'pipe pipeTo pipeline', why: 'the stream is written to, and nothing else of it changes' },
  { kind: 'takes', words: 'log debug info warn error trace', why: 'logs' },
  {
    kind: 'takes-request',
    words: 'log debug info warn error trace',
    why: 'logs; only `pipe` writes into its argument',
  },
  { kind: 'takes-request', words: 'push', why: 'a list keeps the request' },

  { kind: 'url-key', words: 'url path uri endpoint', why: 'what descriptions and options of requests call it' },
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
    why: 'what a client is made with is the start of all its paths: `new Client({ url })`',
  },
  { kind: 'method-key', words: 'method verb httpMethod requestMethod', why: 'what descriptions call it' },
  { kind: 'method-option', words: 'method type verb httpMethod', why: 'what options call it; `type` is of jQuery' },
  { kind: 'body-option', words: 'body data json payload', why: 'what options of clients call it' },
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
  { kind: 'route-key', words: 'reply intercept', why: 'a test says what is answered' },
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
  { kind: 'request-part', words: 'options request config data body json', why: 'what hooks of clients are given' },

  {
    kind: 'fetch-parameter',
    words: 'fetch fetchImpl fetchFn',
    why: 'a function that is handed in under the name of the platform, as libraries and tests do',
  },
  {
    kind: 'path-parameter',
    words: 'path* *Path *Url *URL url uri endpoint route resource',
    why: 'a wrapper appends it to the base URL of its client',
  },
  {
    kind: 'error-parameter',
    words: 'e er err* error* _e _er _err* _error*',
    why: 'a callback of Node is told of an error first; a handler of a route is not',
  },
];
