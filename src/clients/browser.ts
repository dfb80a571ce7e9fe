import type { ClientModel } from '../model/client-model.js';

/** XMLHttpRequest: the request is known at `open`. */
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

/** Requests of user scripts and of Google Apps Script, which reach any host. */
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
