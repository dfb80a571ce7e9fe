import type { ClientModel } from '../model/client-model.js';
import { verbRows } from './verbs.js';

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
