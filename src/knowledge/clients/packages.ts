import type { ClientModel, ClientOrigin, RequestRow } from '../../core/model/client-model.js';
import { verbRows } from './verbs.js';

/** axios: the default instance, created instances and their types; NestJS's service that wraps axios. */
export const axiosClient: ClientModel = {
  name: 'axios',
  origins: [
    { module: 'axios', export: 'default' },
    { module: 'axios', export: 'axios' },
    { module: 'axios-https-proxy-fix', export: 'default' },
    { module: 'axios-hooks', export: 'default' },
    { global: 'axios' },
    { type: 'AxiosInstance', module: 'axios' },
    { type: 'AxiosStatic', module: 'axios' },
    { type: 'Axios', module: 'axios' },
    { type: 'HttpService', module: '@nestjs/axios' },
  ],
  requests: [
    { member: '', url: 0, options: [1] },
    { member: 'request', url: 0, options: [1] },
    { member: 'axiosRef', url: 0, options: [1] },
    ...verbRows('url-body-options'),
    ...verbRows('url-body-options', 'axiosRef.'),
    { member: 'postForm', method: 'POST', url: 0, body: 1, options: [2] },
    { member: 'putForm', method: 'PUT', url: 0, body: 1, options: [2] },
    { member: 'patchForm', method: 'PATCH', url: 0, body: 1, options: [2] },
  ],
  derives: [
    { member: 'create', defaults: 0 },
    { member: 'default.create', defaults: 0 },
    { member: 'Axios', form: 'new', defaults: 0 },
  ],
  options: {
    url: ['url'],
    method: ['method'],
    baseUrl: ['baseURL'],
    headers: ['headers'],
    body: ['data'],
    query: ['params'],
    auth: ['auth'],
  },
  setOn: [
    ['defaults', 'headers', 'common'],
    ['defaults', 'headers'],
  ],
  relative: 'own-origin',
};

/** got; `prefixUrl` since 10, `baseUrl` before. */
export const gotClient: ClientModel = {
  name: 'got',
  origins: [
    { module: 'got', export: 'default' },
    { module: 'got', export: 'got' },
    { module: 'gotscraping', export: 'gotScraping' },
    { type: 'Got', module: 'got' },
  ],
  requests: [
    { member: '', url: 0, options: [1] },
    { member: 'stream', url: 0, options: [1] },
    { member: 'paginate', url: 0, options: [1] },
    { member: 'paginate.all', url: 0, options: [1] },
    { member: 'paginate.each', url: 0, options: [1] },
    ...verbRows('url-options'),
    ...verbRows('url-options', 'stream.'),
  ],
  derives: [{ member: 'extend', merges: true }],
  options: {
    url: ['url'],
    method: ['method'],
    baseUrl: ['prefixUrl', 'baseUrl'],
    headers: ['headers'],
    body: ['json', 'form', 'body'],
    query: ['searchParams', 'query'],
    auth: ['username'],
  },
};

/** ky and its isomorphic build. */
export const kyClient: ClientModel = {
  name: 'ky',
  origins: [
    { module: 'ky', export: 'default' },
    { module: 'ky-universal', export: 'default' },
    { type: 'KyInstance', module: 'ky' },
  ],
  requests: [{ member: '', url: 0, options: [1] }, ...verbRows('url-options')],
  derives: [
    { member: 'create', defaults: 0 },
    { member: 'extend', defaults: 0 },
  ],
  options: {
    url: ['url'],
    method: ['method'],
    baseUrl: ['prefixUrl', 'prefix', 'baseUrl'],
    headers: ['headers'],
    body: ['json', 'body'],
    query: ['searchParams'],
  },
  relative: 'own-origin',
};

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

/** wretch, a fluent client: the URL comes first, and the verb last, with an optional path to append. */
export const wretchClient: ClientModel = {
  name: 'wretch',
  origins: [
    { module: 'wretch', export: 'default' },
    { module: 'wretch', export: 'wretch' },
  ],
  requests: verbRows('url-options').map((row): RequestRow =>
    row.method === 'POST' || row.method === 'PUT' || row.method === 'PATCH'
      ? { member: row.member, method: row.method, body: 0, url: 1 }
      : { member: row.member, ...(row.method === undefined ? {} : { method: row.method }), url: 0 },
  ),
  derives: [
    { member: '', baseUrl: 0, defaults: 1 },
    { member: 'url', path: 0 },
  ],
  fluent: true,
  bodyBy: ['json', 'body', 'formData', 'formUrl'],
  options: { headers: ['headers'], body: ['body'] },
};

/** superagent, including its agents, and unirest, which is called in the same way. */
export const superagentClient: ClientModel = {
  name: 'superagent',
  origins: [
    { module: 'superagent', export: 'default' },
    { module: 'superagent', export: 'agent' },
    { module: 'unirest', export: 'default' },
  ],
  requests: [
    { member: '', methodAt: 0, url: 1 },
    { member: '', url: 0 },
    ...verbRows('url-body-options'),
    ...verbRows('url-body-options', 'agent.'),
  ],
  derives: [{ member: 'agent' }, { member: '' }],
  relative: 'own-origin',
  setLater: 'call',
  bodyBy: ['send'],
};

export const needleClient: ClientModel = {
  name: 'needle',
  origins: [{ module: 'needle', export: 'default' }],
  requests: [
    { member: '', methodAt: 0, url: 1, body: 2, options: [3] },
    { member: 'request', methodAt: 0, url: 1, body: 2, options: [3] },
    ...verbRows('url-body-options'),
  ],
  options: { headers: ['headers'], auth: ['username'] },
};

const REQUEST_MODULES = [
  'request',
  'request-promise',
  'request-promise-native',
  'request-promise-any',
  'requestretry',
  'postman-request',
  '@cypress/request',
  '@cypress/request-promise',
  'cloudscraper',
];

/** request and its forks and wrappers; `defaults` returns an instance. */
export const requestClient: ClientModel = {
  name: 'request',
  origins: REQUEST_MODULES.map((module): ClientOrigin => ({ module, export: 'default' })),
  requests: [{ member: '', url: 0, options: [1] }, ...verbRows('url-options')],
  derives: [{ member: 'defaults', defaults: 0 }],
  bodyBy: ['json', 'form', 'write', 'end'],
  options: {
    url: ['url', 'uri'],
    method: ['method'],
    baseUrl: ['baseUrl'],
    headers: ['headers'],
    body: ['json', 'body', 'form'],
    query: ['qs'],
    auth: ['auth', 'oauth'],
  },
};

/** bent: created with method, base URL, encoding and status codes in any order, then called with path and body. */
export const bentClient: ClientModel = {
  name: 'bent',
  origins: [{ module: 'bent', export: 'default' }],
  requests: [{ member: '', made: true, url: 0, body: 1 }],
  derives: [{ member: '', anyOrder: true }],
  options: { method: ['method'] },
};

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

/** Playwright, whose tests can send real requests. */
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
