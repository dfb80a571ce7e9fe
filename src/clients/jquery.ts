import type { ClientModel } from '../model/client-model.js';

export const jqueryClient: ClientModel = {
  name: 'jQuery',
  origins: [
    { global: '$' },
    { global: 'jQuery' },
    { module: 'jquery', export: 'default' },
    { module: 'cash-dom', export: 'default' },
    { module: 'zepto', export: 'default' },
  ],
  requests: [
    { member: 'ajax', url: 0, options: [1] },
    { member: 'get', method: 'GET', url: 0 },
    { member: 'getJSON', method: 'GET', url: 0 },
    { member: 'post', method: 'POST', url: 0, body: 1 },
  ],
  options: { url: ['url'], method: ['method', 'type'], headers: ['headers'], body: ['data'], queryOfGet: ['data'] },
  relative: 'own-origin',
};
