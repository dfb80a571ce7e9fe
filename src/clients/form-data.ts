import type { ClientModel } from '../model/client-model.js';

/** form-data sends itself: `form.submit(url)`, or with the options of Node's `request`. */
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
