import type { ClientModel, ClientOrigin } from '../../core/model/client-model.js';

const HTTP_MODULES = ['http', 'https', 'follow-redirects/http', 'follow-redirects/https'];

/** Node's http and https, which take a URL, options, or both. */
export const nodeHttpClient: ClientModel = {
  name: 'node:https',
  origins: [
    ...HTTP_MODULES.map((module): ClientOrigin => ({ module, export: 'default' })),
    { module: 'follow-redirects', export: 'http' },
    { module: 'follow-redirects', export: 'https' },
  ],
  requests: [
    { member: 'request', url: 0, options: [1] },
    { member: 'get', url: 0, options: [1] },
  ],
  options: {
    method: ['method'],
    headers: ['headers'],
    protocol: ['protocol'],
    host: ['hostname', 'host'],
    path: ['path', 'pathname'],
    auth: ['auth'],
  },
  closed: true,
  setLater: 'call',
  bodyBy: ['write', 'end'],
};

/** Node's http2, with the origin in `connect`, and method and path as pseudo headers. */
export const nodeHttp2Client: ClientModel = {
  name: 'node:http2',
  origins: [{ module: 'http2', export: 'default' }],
  requests: [{ member: 'request', options: [0] }],
  derives: [{ member: 'connect', baseUrl: 0 }],
  options: { method: [':method'], path: [':path'], host: [':authority'], protocol: [':scheme'] },
  join: 'resolve',
  bodyBy: ['write', 'end'],
};

const DISPATCHER_CLASSES = ['Client', 'Pool', 'BalancedPool', 'Agent', 'ProxyAgent', 'RetryAgent', 'H2CClient'];

const UNDICI_OPTIONS = {
  method: ['method'],
  baseUrl: ['origin'],
  path: ['path'],
  headers: ['headers'],
  body: ['body'],
  query: ['query'],
} as const;

/** undici's own functions; its `fetch` belongs to the fetch model. */
export const undiciClient: ClientModel = {
  name: 'undici',
  origins: ['request', 'stream', 'pipeline'].map((name): ClientOrigin => ({ module: 'undici', export: name })),
  requests: [{ member: '', url: 0, options: [1] }],
  options: UNDICI_OPTIONS,
  closed: true,
};

/** undici's dispatchers: `new Client(origin).request({ path, method })`. */
export const undiciDispatcher: ClientModel = {
  name: 'undici dispatcher',
  origins: DISPATCHER_CLASSES.flatMap((name): ClientOrigin[] => [
    { module: 'undici', export: name },
    { type: name, module: 'undici' },
  ]),
  requests: ['request', 'stream', 'pipeline', 'dispatch'].map((member) => ({ member, options: [0] })),
  derives: [{ member: '', form: 'new', baseUrl: 0 }],
  options: UNDICI_OPTIONS,
};
