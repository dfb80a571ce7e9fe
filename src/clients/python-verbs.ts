import type { RequestRow } from '../model/client-model.js';
import { VERBS } from './verbs.js';

const SENDING = new Set(['post', 'put', 'patch']);

/** One row for each verb of Python clients: `client.get(url)`, `client.post(url, data)`; other arguments are named. */
export const PYTHON_VERBS: readonly RequestRow[] = [
  ...VERBS.filter(([verb]) => verb !== 'del').map(([member, method]): RequestRow =>
    SENDING.has(member) ? { member, method, url: 0, body: 1 } : { member, method, url: 0 },
  ),
  { member: 'request', methodAt: 0, url: 1 },
];
