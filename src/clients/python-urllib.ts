import type { ClientModel, ClientOrigin } from '../model/client-model.js';

const MODULES = ['urllib.request', 'urllib2', 'six.moves.urllib.request'];

/** Python's own `urlopen`; a `Request` is an options object. */
export const urllibClient: ClientModel = {
  name: 'urllib',
  origins: [
    ...MODULES.map((module): ClientOrigin => ({ module, export: 'default', language: 'python' })),
    { module: 'urllib', export: 'request', language: 'python' },
    { module: 'six.moves.urllib', export: 'request', language: 'python' },
  ],
  requests: [
    { member: 'urlopen', url: 0 },
    { member: 'open', url: 0 },
    { member: 'urlretrieve', url: 0 },
  ],
  derives: [{ member: 'build_opener' }],
  options: { url: ['url'], method: ['method'], headers: ['headers'], body: ['data'] },
  relative: 'own-origin',
};

/** urllib3: pools, and the function of the module. */
export const urllib3Client: ClientModel = {
  name: 'urllib3',
  origins: [
    { module: 'urllib3', export: 'default', language: 'python' },
    { type: 'PoolManager', module: 'urllib3', language: 'python' },
  ],
  requests: ['request', 'urlopen', 'request_encode_url', 'request_encode_body'].map((member) => ({
    member,
    methodAt: 0,
    url: 1,
  })),
  derives: [
    { member: 'PoolManager', defaults: 0 },
    { member: 'ProxyManager', defaults: 1 },
    { member: 'HTTPSConnectionPool', baseUrl: 0, defaults: 0 },
    { member: 'connection_from_url', baseUrl: 0, defaults: 0 },
  ],
  options: { url: ['url'], method: ['method'], headers: ['headers'], body: ['json', 'body', 'fields'] },
};

/** http.client: one connection to a host. */
export const pythonHttpClient: ClientModel = {
  name: 'http.client',
  origins: [
    { module: 'http.client', export: 'default', language: 'python' },
    { module: 'httplib', export: 'default', language: 'python' },
    { type: 'HTTPSConnection', module: 'http.client', language: 'python' },
  ],
  requests: [
    { member: 'request', methodAt: 0, url: 1, body: 2, options: [3] },
    { member: 'putrequest', methodAt: 0, url: 1 },
  ],
  derives: ['HTTPSConnection', 'HTTPConnection'].map((member) => ({ member, baseUrl: 0, defaults: 0 })),
  options: { url: ['url'], method: ['method'], headers: ['headers'], body: ['body'] },
};
