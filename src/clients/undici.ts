import type { ClientModel, ClientOrigin } from '../model/client-model.js';

const DISPATCHERS = ['Client', 'Pool', 'BalancedPool', 'Agent', 'ProxyAgent', 'RetryAgent', 'H2CClient'];

const OPTIONS = {
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
  options: OPTIONS,
  closed: true,
};

/** undici's dispatchers: `new Client(origin).request({ path, method })`. */
export const undiciDispatcher: ClientModel = {
  name: 'undici dispatcher',
  origins: DISPATCHERS.flatMap((name): ClientOrigin[] => [
    { module: 'undici', export: name },
    { type: name, module: 'undici' },
  ]),
  requests: ['request', 'stream', 'pipeline', 'dispatch'].map((member) => ({ member, options: [0] })),
  derives: [{ member: '', form: 'new', baseUrl: 0 }],
  options: OPTIONS,
};
