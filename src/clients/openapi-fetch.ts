import type { ClientModel } from '../model/client-model.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** openapi-fetch: one member for each method, literal templates as paths. */
export const openapiFetchClient: ClientModel = {
  name: 'openapi-fetch',
  origins: [
    { module: 'openapi-fetch', export: 'default' },
    { module: 'openapi-fetch', export: 'createPathBasedClient' },
  ],
  requests: METHODS.map((method) => ({ member: method, method, url: 0, options: [1] })),
  derives: [{ member: '', defaults: 0 }],
  options: { baseUrl: ['baseUrl'], headers: ['headers'], body: ['body'], query: ['params'] },
  relative: 'own-origin',
};
