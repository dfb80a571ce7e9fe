import type { ClientModel } from '../model/client-model.js';
import { verbRows } from './verbs.js';

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
