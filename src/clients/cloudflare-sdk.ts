import type { ClientModel } from '../model/client-model.js';
import { CLOUDFLARE_SDK_ROWS } from './sdk-rows.js';
import { verbRows } from './verbs.js';

/**
 * The `cloudflare` package, majors 2 to 7: `new Cloudflare()`, version 2's `cloudflare({…})`, the
 * tree-shakable `createClient({…})`, and the generic requests that every major has.
 */
export const cloudflareSdk: ClientModel = {
  name: 'cloudflare SDK',
  package: 'cloudflare',
  origins: [
    { module: 'cloudflare', export: 'default' },
    { module: 'cloudflare', export: 'Cloudflare' },
    { module: 'cloudflare/tree-shakable', export: 'createClient' },
    { type: 'Cloudflare', module: 'cloudflare' },
    { type: 'PartialCloudflare', module: 'cloudflare/tree-shakable' },
  ],
  requests: [...CLOUDFLARE_SDK_ROWS, ...verbRows('url-options'), { member: 'getAPIList', url: 0, options: [2] }],
  derives: [
    { member: '', defaults: 0 },
    { member: 'withOptions', defaults: 0 },
  ],
  options: { baseUrl: ['baseURL'], method: ['method'], headers: ['headers'], body: ['body'], query: ['query'] },
  baseUrl: 'https://api.cloudflare.com/client/v4',
};
