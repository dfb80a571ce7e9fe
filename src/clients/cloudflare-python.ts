import type { ClientModel, RequestRow } from '../model/client-model.js';
import { PYTHON_VERBS } from './python-verbs.js';
import { CLOUDFLARE_PYTHON_2_ROWS, CLOUDFLARE_PYTHON_ROWS } from './sdk-rows.js';

const BASE_URL = 'https://api.cloudflare.com/client/v4';

/** The `cloudflare` package of Python, majors 3 and 4: `Cloudflare(api_token=…)`. */
export const cloudflarePython: ClientModel = {
  name: 'cloudflare SDK (Python)',
  package: 'cloudflare',
  origins: [
    { module: 'cloudflare', export: 'Cloudflare', language: 'python' },
    { module: 'cloudflare', export: 'AsyncCloudflare', language: 'python' },
    { type: 'Cloudflare', module: 'cloudflare', language: 'python' },
    { type: 'AsyncCloudflare', module: 'cloudflare', language: 'python' },
  ],
  requests: [...CLOUDFLARE_PYTHON_ROWS, ...PYTHON_VERBS.filter(({ member }) => member !== 'request')],
  derives: ['', 'with_options', 'copy'].map((member) => ({ member, defaults: 0 })),
  options: { baseUrl: ['base_url'], headers: ['extra_headers'], body: ['body'], query: ['extra_query'] },
  baseUrl: BASE_URL,
};

/** Up to four identifiers and the parameters of the query come before the body. */
const BODY_AT = 5;

/** Major 2, whose members are the segments of a path: `CloudFlare.CloudFlare().zones.dns_records.get(zone)`. */
export const cloudflarePython2: ClientModel = {
  name: 'cloudflare SDK 2 (Python)',
  package: 'cloudflare',
  origins: [
    { module: 'CloudFlare', export: 'CloudFlare', language: 'python' },
    { type: 'CloudFlare', module: 'CloudFlare', language: 'python' },
  ],
  requests: CLOUDFLARE_PYTHON_2_ROWS.map((row): RequestRow => ({ ...row, body: BODY_AT })),
  derives: [{ member: '', defaults: 0 }],
  options: { baseUrl: ['base_url'], body: ['data'], query: ['params'] },
  baseUrl: BASE_URL,
};
