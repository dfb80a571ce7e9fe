import type { ClientModel } from '../model/client-model.js';
import { verbRows } from './verbs.js';

/** Angular's HttpClient, known by the type of the injected value. */
export const angularClient: ClientModel = {
  name: 'Angular HttpClient',
  origins: [
    { type: 'HttpClient', module: '@angular/common/http' },
    { module: '@angular/common/http', export: 'HttpClient' },
  ],
  requests: [{ member: 'request', methodAt: 0, url: 1, options: [2] }, ...verbRows('url-body-options')],
  derives: [{ member: '', form: 'new' }],
  options: { headers: ['headers'], body: ['body'], query: ['params'] },
  relative: 'own-origin',
};
