/** Names under which objects of any kind say where a request goes. */
export const URL_NAMES: readonly string[] = ['url', 'path', 'uri', 'endpoint'];

/** Names that do so only in what is passed to a call that sends: elsewhere they are of pages and routes. */
export const SENT_URL_NAMES: readonly string[] = [...URL_NAMES, 'pathname', 'href', 'route', 'resource'];

/** Names of the URL that paths are below, in an object that describes requests or is a default of them. */
export const BASE_NAMES: readonly string[] = [
  'baseUrl',
  'baseURL',
  'base_url',
  'baseUri',
  'baseURI',
  'base',
  'prefixUrl',
  'rootUrl',
  'apiUrl',
  'apiBase',
  'apiBaseUrl',
  'host',
  'origin',
];

/** Names of the method in such an object. */
export const METHOD_NAMES: readonly string[] = ['method', 'verb', 'httpMethod', 'requestMethod'];
