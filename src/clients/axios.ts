import type { ClientModel } from '../model/client-model.js';
import { verbRows } from './verbs.js';

/** axios: the default instance, made instances and their types; NestJS's service around it. */
export const axiosClient: ClientModel = {
  name: 'axios',
  origins: [
    { module: 'axios', export: 'default' },
    { module: 'axios', export: 'axios' },
    { module: 'axios-https-proxy-fix', export: 'default' },
    { module: 'axios-hooks', export: 'default' },
    { global: 'axios' },
    { type: 'AxiosInstance', module: 'axios' },
    { type: 'AxiosStatic', module: 'axios' },
    { type: 'Axios', module: 'axios' },
    { type: 'HttpService', module: '@nestjs/axios' },
  ],
  requests: [
    { member: '', url: 0, options: [1] },
    { member: 'request', url: 0, options: [1] },
    { member: 'axiosRef', url: 0, options: [1] },
    ...verbRows('url-body-options'),
    ...verbRows('url-body-options', 'axiosRef.'),
    { member: 'postForm', method: 'POST', url: 0, body: 1, options: [2] },
    { member: 'putForm', method: 'PUT', url: 0, body: 1, options: [2] },
    { member: 'patchForm', method: 'PATCH', url: 0, body: 1, options: [2] },
  ],
  derives: [
    { member: 'create', defaults: 0 },
    { member: 'default.create', defaults: 0 },
    { member: 'Axios', form: 'new', defaults: 0 },
  ],
  options: {
    url: ['url'],
    method: ['method'],
    baseUrl: ['baseURL'],
    headers: ['headers'],
    body: ['data'],
    query: ['params'],
    auth: ['auth'],
  },
  setOn: [
    ['defaults', 'headers', 'common'],
    ['defaults', 'headers'],
  ],
  relative: 'own-origin',
};
