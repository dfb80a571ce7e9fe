import type { ClientModel, RequestRow } from '../model/client-model.js';
import { verbRows } from './verbs.js';

/** wretch: the URL comes first, the verb last, with an optional further path. */
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
