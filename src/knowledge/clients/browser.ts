import type { ClientModel, ClientOrigin } from '../../core/model/client-model.js';
import { verbRows } from './verbs.js';

const FETCH_DEFAULT_EXPORTS = [
  'node-fetch',
  'cross-fetch',
  'isomorphic-fetch',
  'isomorphic-unfetch',
  'unfetch',
  'make-fetch-happen',
  'minipass-fetch',
  'node-fetch-native',
  'electron-fetch',
  'fetch-h2',
  'fetch',
  'ember-fetch',
];

const FETCH_NAMED_EXPORTS = [
  'cross-fetch',
  'undici',
  'whatwg-fetch',
  'node-fetch-native',
  '@whatwg-node/fetch',
  'undici-types',
  'bun',
  'fetch-h2',
  'zx',
  '@tauri-apps/plugin-http',
  '@tauri-apps/api/http',
];

/** The Fetch API and the packages that provide it. */
export const fetchClient: ClientModel = {
  name: 'fetch',
  origins: [
    { global: 'fetch' },
    ...FETCH_DEFAULT_EXPORTS.map((module): ClientOrigin => ({ module, export: 'default' })),
    ...FETCH_NAMED_EXPORTS.map((module): ClientOrigin => ({ module, export: 'fetch' })),
  ],
  requests: [{ member: '', url: 0, options: [1] }],
  options: { url: ['url'], method: ['method'], headers: ['headers'], body: ['body'] },
  relative: 'own-origin',
  closed: true,
};

/** XMLHttpRequest, whose `open` has method and URL. */
export const xhrClient: ClientModel = {
  name: 'XMLHttpRequest',
  origins: [
    { global: 'XMLHttpRequest' },
    { module: 'xmlhttprequest', export: 'XMLHttpRequest' },
    { module: 'xhr2', export: 'default' },
  ],
  requests: [{ member: 'open', methodAt: 0, url: 1 }],
  derives: [{ member: '', form: 'new' }],
  relative: 'own-origin',
  closed: true,
  setLater: 'receiver',
  bodyBy: ['send'],
};

export const beaconClient: ClientModel = {
  name: 'navigator.sendBeacon',
  origins: [{ global: 'navigator' }],
  requests: [{ member: 'sendBeacon', method: 'POST', url: 0, body: 1 }],
  relative: 'own-origin',
  closed: true,
};

export const eventSourceClient: ClientModel = {
  name: 'EventSource',
  origins: [
    { global: 'EventSource' },
    { module: 'eventsource', export: 'default' },
    { module: 'eventsource', export: 'EventSource' },
  ],
  requests: [{ member: '', form: 'new', method: 'GET', url: 0 }],
  relative: 'own-origin',
  closed: true,
};

/** Functions of user scripts and of Google Apps Script that send requests to any host. */
export const scriptHostClient: ClientModel = {
  name: 'script host',
  origins: [{ global: 'GM_xmlhttpRequest' }, { global: 'GM' }, { global: 'UrlFetchApp' }],
  requests: [
    { member: '', url: 0 },
    { member: 'xmlHttpRequest', url: 0 },
    { member: 'fetch', url: 0, options: [1] },
  ],
  options: { url: ['url'], method: ['method'], headers: ['headers'], body: ['data', 'payload'] },
  closed: true,
};

/** form-data, which can send a form: `form.submit(url)`, or with the options of Node's `request`. */
export const formDataClient: ClientModel = {
  name: 'form-data',
  origins: [
    { module: 'form-data', export: 'default' },
    { type: 'FormData', module: 'form-data' },
  ],
  requests: [{ member: 'submit', url: 0 }],
  derives: [{ member: '', form: 'new' }],
  options: {
    method: ['method'],
    headers: ['headers'],
    protocol: ['protocol'],
    host: ['hostname', 'host'],
    path: ['path', 'pathname'],
    auth: ['auth'],
  },
  defaultMethod: 'POST',
};

export const jqueryClient: ClientModel = {
  name: 'jQuery',
  origins: [
    { global: '$' },
    { global: 'jQuery' },
    { module: 'jquery', export: 'default' },
    { module: 'cash-dom', export: 'default' },
    { module: 'zepto', export: 'default' },
  ],
  requests: [
    { member: 'ajax', url: 0, options: [1] },
    { member: 'get', method: 'GET', url: 0 },
    { member: 'getJSON', method: 'GET', url: 0 },
    { member: 'post', method: 'POST', url: 0, body: 1 },
  ],
  options: { url: ['url'], method: ['method', 'type'], headers: ['headers'], body: ['data'], queryOfGet: ['data'] },
  relative: 'own-origin',
};

/** Angular's HttpClient, recognised by the type of the injected value. */
export const angularClient: ClientModel = {
  name: 'Angular HttpClient',
  origins: [
    { type: 'HttpClient', module: '@angular/common/http' },
    { module: '@angular/common/http', export: 'HttpClient' },
  ],
  requests: [{ member: 'request', methodAt: 0, url: 1, options: [2] }, ...verbRows('url-body-options')],
  derives: [{ member: '', form: 'new' }],
  options: { headers: ['headers'], body: ['body'], query: ['params'] },
  relative: 'own-origin',
};
