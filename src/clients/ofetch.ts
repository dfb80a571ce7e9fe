import type { ClientModel } from '../model/client-model.js';

/** ofetch and the names under which Nuxt makes it available. */
export const ofetchClient: ClientModel = {
  name: 'ofetch',
  origins: [
    { module: 'ofetch', export: 'ofetch' },
    { module: 'ofetch', export: '$fetch' },
    { module: 'ohmyfetch', export: '$fetch' },
    { module: 'ohmyfetch', export: 'ohmyfetch' },
    { global: '$fetch' },
    { global: 'useFetch' },
    { global: 'useLazyFetch' },
    { type: '$Fetch', module: 'ofetch' },
  ],
  requests: [
    { member: '', url: 0, options: [1] },
    { member: 'raw', url: 0, options: [1] },
  ],
  derives: [{ member: 'create', defaults: 0 }],
  options: {
    method: ['method'],
    baseUrl: ['baseURL'],
    headers: ['headers'],
    body: ['body'],
    query: ['query', 'params'],
  },
  relative: 'own-origin',
};
