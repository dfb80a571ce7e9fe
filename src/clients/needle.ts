import type { ClientModel } from '../model/client-model.js';
import { verbRows } from './verbs.js';

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
