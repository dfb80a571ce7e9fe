import type { ClientModel, ClientOrigin } from '../model/client-model.js';
import { verbRows } from './verbs.js';

const MODULES = [
  'request',
  'request-promise',
  'request-promise-native',
  'request-promise-any',
  'requestretry',
  'postman-request',
  '@cypress/request',
  '@cypress/request-promise',
  'cloudscraper',
];

/** request and its relatives; `defaults` returns an instance. */
export const requestClient: ClientModel = {
  name: 'request',
  origins: MODULES.map((module): ClientOrigin => ({ module, export: 'default' })),
  requests: [{ member: '', url: 0, options: [1] }, ...verbRows('url-options')],
  derives: [{ member: 'defaults', defaults: 0 }],
  bodyBy: ['json', 'form', 'write', 'end'],
  options: {
    url: ['url', 'uri'],
    method: ['method'],
    baseUrl: ['baseUrl'],
    headers: ['headers'],
    body: ['json', 'body', 'form'],
    query: ['qs'],
    auth: ['auth', 'oauth'],
  },
};
