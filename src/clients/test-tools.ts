import type { ClientModel } from '../model/client-model.js';
import { verbRows } from './verbs.js';

/** Tools that send real requests from tests: Playwright, Cypress, k6. */
export const playwrightClient: ClientModel = {
  name: 'Playwright request',
  origins: [
    { type: 'APIRequestContext', module: '@playwright/test' },
    { type: 'APIRequestContext', module: 'playwright' },
    { module: '@playwright/test', export: 'request' },
    { module: 'playwright', export: 'request' },
  ],
  requests: [{ member: 'fetch', url: 0, options: [1] }, ...verbRows('url-options')],
  derives: [{ member: 'newContext', defaults: 0 }],
  options: {
    method: ['method'],
    baseUrl: ['baseURL'],
    headers: ['extraHTTPHeaders', 'headers'],
    body: ['data'],
    query: ['params'],
  },
};

export const cypressClient: ClientModel = {
  name: 'Cypress request',
  origins: [{ global: 'cy' }],
  requests: [
    { member: 'request', methodAt: 0, url: 1, body: 2 },
    { member: 'request', url: 0, body: 1 },
  ],
  options: { url: ['url'], method: ['method'], headers: ['headers'], body: ['body'], query: ['qs'] },
  relative: 'own-origin',
};

export const k6Client: ClientModel = {
  name: 'k6',
  origins: [{ module: 'k6/http', export: 'default' }],
  requests: [
    { member: 'request', methodAt: 0, url: 1, body: 2, options: [3] },
    { member: 'asyncRequest', methodAt: 0, url: 1, body: 2, options: [3] },
    ...verbRows('url-body-options'),
  ],
  options: { headers: ['headers'] },
};
