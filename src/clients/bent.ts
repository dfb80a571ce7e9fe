import type { ClientModel } from '../model/client-model.js';

/** bent: made with method, base URL, encoding and status codes in any order, then called with path and body. */
export const bentClient: ClientModel = {
  name: 'bent',
  origins: [{ module: 'bent', export: 'default' }],
  requests: [{ member: '', made: true, url: 0, body: 1 }],
  derives: [{ member: '', anyOrder: true }],
  options: { method: ['method'] },
};
