import type { ClientModel, ClientOrigin, RequestRow } from '../../core/model/client-model.js';
import { VERBS } from './verbs.js';

const VERBS_WITH_BODY = new Set(['post', 'put', 'patch']);

/** One row for each verb of Python clients: `client.get(url)`, `client.post(url, data)`; other arguments are named. */
export const PYTHON_VERBS: readonly RequestRow[] = [
  ...VERBS.filter(([verb]) => verb !== 'del').map(([member, method]): RequestRow =>
    VERBS_WITH_BODY.has(member) ? { member, method, url: 0, body: 1 } : { member, method, url: 0 },
  ),
  { member: 'request', methodAt: 0, url: 1 },
];

const REQUESTS_MODULES = [
  'requests',
  'requests.api',
  'requests.sessions',
  'curl_cffi.requests',
  'niquests',
  'cloudscraper',
  'treq',
];
const SESSION_CREATORS = ['Session', 'session', 'AsyncSession', 'create_scraper', 'sessions.Session'];

/** requests and similar packages: functions of the module, and sessions. */
export const pythonRequestsClient: ClientModel = {
  name: 'requests (Python)',
  origins: [
    ...REQUESTS_MODULES.map((module): ClientOrigin => ({ module, export: 'default', language: 'python' })),
    { module: 'curl_cffi', export: 'requests', language: 'python' },
    { type: 'Session', module: 'requests', language: 'python' },
    { type: 'Session', module: 'requests.sessions', language: 'python' },
  ],
  requests: [...PYTHON_VERBS, { member: 'Request', methodAt: 0, url: 1 }],
  derives: SESSION_CREATORS.map((member) => ({ member, defaults: 0 })),
  options: {
    url: ['url'],
    method: ['method'],
    headers: ['headers'],
    body: ['json', 'data'],
    query: ['params'],
    auth: ['auth'],
  },
  setOn: [['headers']],
  relative: 'own-origin',
};

/** A session with a base URL. */
export const pythonBaseUrlSession: ClientModel = {
  name: 'requests-toolbelt',
  origins: [
    { module: 'requests_toolbelt.sessions', export: 'BaseUrlSession', language: 'python' },
    { module: 'requests_toolbelt', export: 'sessions', language: 'python' },
    { module: 'requests_toolbelt.sessions', export: 'default', language: 'python' },
  ],
  requests: PYTHON_VERBS,
  derives: ['', 'BaseUrlSession'].map((member) => ({ member, defaults: 0, baseUrl: 0 })),
  options: { ...pythonRequestsClient.options, baseUrl: ['base_url'] },
  setOn: [['headers']],
  join: 'resolve',
};

const HTTPX_CLIENTS = ['Client', 'AsyncClient'];

/** httpx: functions of the module, and clients with a base URL. */
export const httpxClient: ClientModel = {
  name: 'httpx',
  origins: [
    { module: 'httpx', export: 'default', language: 'python' },
    ...HTTPX_CLIENTS.map((type): ClientOrigin => ({ type, module: 'httpx', language: 'python' })),
  ],
  requests: [
    ...PYTHON_VERBS,
    { member: 'stream', methodAt: 0, url: 1 },
    { member: 'build_request', methodAt: 0, url: 1 },
    { member: 'Request', methodAt: 0, url: 1 },
  ],
  derives: HTTPX_CLIENTS.map((member) => ({ member, defaults: 0 })),
  options: {
    url: ['url'],
    method: ['method'],
    baseUrl: ['base_url'],
    headers: ['headers'],
    body: ['json', 'data', 'content'],
    query: ['params'],
    auth: ['auth'],
  },
  setOn: [['headers']],
};

/** Test clients that call the program's own application. */
export const pythonTestClient: ClientModel = {
  name: 'test client (Python)',
  origins: [
    { module: 'fastapi.testclient', export: 'TestClient', language: 'python' },
    { module: 'starlette.testclient', export: 'TestClient', language: 'python' },
    { module: 'django.test', export: 'Client', language: 'python' },
    { module: 'django.test', export: 'RequestFactory', language: 'python' },
    { module: 'rest_framework.test', export: 'APIClient', language: 'python' },
    { type: 'TestClient', module: 'fastapi.testclient', language: 'python' },
    { type: 'FlaskClient', module: 'flask.testing', language: 'python' },
  ],
  requests: PYTHON_VERBS,
  derives: [{ member: '', defaults: 0 }],
  options: { url: ['url', 'path'] },
  relative: 'own-origin',
};

/** aiohttp: sessions, which can have a base URL. */
export const aiohttpClient: ClientModel = {
  name: 'aiohttp',
  origins: [
    { module: 'aiohttp', export: 'default', language: 'python' },
    { module: 'aiohttp.client', export: 'default', language: 'python' },
    { type: 'ClientSession', module: 'aiohttp', language: 'python' },
  ],
  requests: PYTHON_VERBS,
  derives: [{ member: 'ClientSession', defaults: 0, baseUrl: 0 }],
  options: {
    url: ['url'],
    method: ['method'],
    baseUrl: ['base_url'],
    headers: ['headers'],
    body: ['json', 'data'],
    query: ['params'],
    auth: ['auth'],
  },
  setOn: [['headers']],
  join: 'resolve',
};

const URLLIB_MODULES = ['urllib.request', 'urllib2', 'six.moves.urllib.request'];

/** Python's own `urlopen`; a `Request` is an options object. */
export const urllibClient: ClientModel = {
  name: 'urllib',
  origins: [
    ...URLLIB_MODULES.map((module): ClientOrigin => ({ module, export: 'default', language: 'python' })),
    { module: 'urllib', export: 'request', language: 'python' },
    { module: 'six.moves.urllib', export: 'request', language: 'python' },
  ],
  requests: [
    { member: 'urlopen', url: 0 },
    { member: 'open', url: 0 },
    { member: 'urlretrieve', url: 0 },
  ],
  derives: [{ member: 'build_opener' }],
  options: { url: ['url'], method: ['method'], headers: ['headers'], body: ['data'] },
  relative: 'own-origin',
};

/** urllib3: pools, and the function of the module. */
export const urllib3Client: ClientModel = {
  name: 'urllib3',
  origins: [
    { module: 'urllib3', export: 'default', language: 'python' },
    { type: 'PoolManager', module: 'urllib3', language: 'python' },
  ],
  requests: ['request', 'urlopen', 'request_encode_url', 'request_encode_body'].map((member) => ({
    member,
    methodAt: 0,
    url: 1,
  })),
  derives: [
    { member: 'PoolManager', defaults: 0 },
    { member: 'ProxyManager', defaults: 1 },
    { member: 'HTTPSConnectionPool', baseUrl: 0, defaults: 0 },
    { member: 'connection_from_url', baseUrl: 0, defaults: 0 },
  ],
  options: { url: ['url'], method: ['method'], headers: ['headers'], body: ['json', 'body', 'fields'] },
};

/** http.client: one connection to a host. */
export const pythonHttpClient: ClientModel = {
  name: 'http.client',
  origins: [
    { module: 'http.client', export: 'default', language: 'python' },
    { module: 'httplib', export: 'default', language: 'python' },
    { type: 'HTTPSConnection', module: 'http.client', language: 'python' },
  ],
  requests: [
    { member: 'request', methodAt: 0, url: 1, body: 2, options: [3] },
    { member: 'putrequest', methodAt: 0, url: 1 },
  ],
  derives: ['HTTPSConnection', 'HTTPConnection'].map((member) => ({ member, baseUrl: 0, defaults: 0 })),
  options: { url: ['url'], method: ['method'], headers: ['headers'], body: ['body'] },
};
