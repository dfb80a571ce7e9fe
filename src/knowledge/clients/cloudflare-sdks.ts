import python2Methods from '../../../rules/sdk-methods-python-2.json' with { type: 'json' };
import pythonMethods from '../../../rules/sdk-methods-python.json' with { type: 'json' };
import nodeMethods from '../../../rules/sdk-methods.json' with { type: 'json' };
import type { ClientModel, RequestRow } from '../../core/model/client-model.js';
import { PYTHON_VERBS } from './python.js';
import { verbRows } from './verbs.js';

/** Methods of the SDK for Node that request an operation of the catalogue. */
const CLOUDFLARE_SDK_ROWS = rowsOf(nodeMethods);

/** Methods of the SDK for Python that request an operation of the catalogue. */
const CLOUDFLARE_PYTHON_ROWS = rowsOf(pythonMethods);

/** Methods of major 2 of the SDK for Python. */
const CLOUDFLARE_PYTHON_2_ROWS = rowsOf(python2Methods);

/** The form of a method in a file of `rules`. */
interface RecordedMethod extends Pick<RequestRow, 'method' | 'versions' | 'fill'> {
  readonly call: string;
  readonly path: string;
}

function rowsOf(file: unknown): readonly RequestRow[] {
  const { methods } = file as { readonly methods: readonly RecordedMethod[] };
  return methods.map(({ call, path, ...row }) => ({ member: call, template: path, ...row }));
}

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

/** Position of the body, after up to four identifiers and the parameters of the query. */
const BODY_POSITION = 5;

/** Major 2, whose members are the segments of a path: `CloudFlare.CloudFlare().zones.dns_records.get(zone)`. */
export const cloudflarePython2: ClientModel = {
  name: 'cloudflare SDK 2 (Python)',
  package: 'cloudflare',
  origins: [
    { module: 'CloudFlare', export: 'CloudFlare', language: 'python' },
    { type: 'CloudFlare', module: 'CloudFlare', language: 'python' },
  ],
  requests: CLOUDFLARE_PYTHON_2_ROWS.map((row): RequestRow => ({ ...row, body: BODY_POSITION })),
  derives: [{ member: '', defaults: 0 }],
  options: { baseUrl: ['base_url'], body: ['data'], query: ['params'] },
  baseUrl: BASE_URL,
};
