import type { ClientModel, ClientOrigin } from '../model/client-model.js';

const MODULES = [
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

const NAMED = [
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
    ...MODULES.map((module): ClientOrigin => ({ module, export: 'default' })),
    ...NAMED.map((module): ClientOrigin => ({ module, export: 'fetch' })),
  ],
  requests: [{ member: '', url: 0, options: [1] }],
  options: { url: ['url'], method: ['method'], headers: ['headers'], body: ['body'] },
  relative: 'own-origin',
  closed: true,
};
