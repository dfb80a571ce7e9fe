import type { ClientModel } from '../model/client-model.js';
import { PYTHON_VERBS } from './python-verbs.js';

/** aiohttp: sessions, which can have a base URL. */
export const aiohttpClient: ClientModel = {
  name: 'aiohttp',
  origins: [
    { module: 'aiohttp', export: 'default', language: 'python' },
    { module: 'aiohttp.client', export: 'default', language: 'python' },
    { type: 'ClientSession', module: 'aiohttp', language: 'python' },
  ],
  requests: PYTHON_VERBS,
  derives: [{ member: 'ClientSession', defaults: 0, baseUrl: 0 }],
  options: {
    url: ['url'],
    method: ['method'],
    baseUrl: ['base_url'],
    headers: ['headers'],
    body: ['json', 'data'],
    query: ['params'],
    auth: ['auth'],
  },
  setOn: [['headers']],
  join: 'resolve',
};
