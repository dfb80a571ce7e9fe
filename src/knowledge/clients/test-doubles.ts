import type { ClientModel, ClientOrigin, RequestRow } from '../../core/model/client-model.js';
import { VERBS, verbRows } from './verbs.js';

const VERB_ROWS: readonly RequestRow[] = VERBS.map(([member, method]) => ({ member, method, url: 0 }));

const responses: ClientModel = {
  name: 'responses (Python)',
  origins: [
    { module: 'responses', export: 'default', language: 'python' },
    { type: 'RequestsMock', module: 'responses', language: 'python' },
  ],
  requests: [
    ...['add', 'replace', 'upsert', 'add_callback', 'remove'].map((member) => ({ member, methodAt: 0, url: 1 })),
    ...VERB_ROWS,
  ],
  derives: [{ member: 'RequestsMock' }],
  options: { url: ['url'], method: ['method'] },
};

const requestsMock: ClientModel = {
  name: 'requests-mock',
  origins: [
    { module: 'requests_mock', export: 'default', language: 'python' },
    { type: 'Mocker', module: 'requests_mock', language: 'python' },
  ],
  requests: [...VERB_ROWS, { member: 'register_uri', methodAt: 0, url: 1 }, { member: 'request', methodAt: 0, url: 1 }],
  derives: [{ member: 'Mocker' }, { member: 'mock' }, { member: 'Adapter' }],
  options: { url: ['url'], method: ['method'] },
};

const respx: ClientModel = {
  name: 'respx',
  origins: [
    { module: 'respx', export: 'default', language: 'python' },
    { type: 'MockRouter', module: 'respx', language: 'python' },
    { type: 'Router', module: 'respx', language: 'python' },
  ],
  requests: [...VERB_ROWS, { member: 'request', methodAt: 0, url: 1 }, { member: 'route' }, { member: 'add' }],
  derives: [
    { member: 'mock', defaults: 0 },
    { member: 'MockRouter', defaults: 0 },
  ],
  options: { url: ['url', 'url__startswith'], method: ['method'], baseUrl: ['base_url'], path: ['path'] },
};

const pytestHttpx: ClientModel = {
  name: 'pytest-httpx',
  origins: [{ type: 'HTTPXMock', module: 'pytest_httpx', language: 'python' }],
  requests: [{ member: 'add_response' }, { member: 'add_callback' }, { member: 'add_exception' }],
  options: { url: ['url'], method: ['method'] },
};

const aioresponses: ClientModel = {
  name: 'aioresponses',
  origins: [
    { module: 'aioresponses', export: 'aioresponses', language: 'python' },
    { type: 'aioresponses', module: 'aioresponses', language: 'python' } satisfies ClientOrigin,
  ],
  requests: [...VERB_ROWS, { member: 'add', url: 0, methodAt: 1 }],
  derives: [{ member: '' }],
  options: { url: ['url'], method: ['method'] },
};

/** Tools that answer requests in tests of Python programs. */
const PYTHON_TEST_DOUBLES: readonly ClientModel[] = [responses, requestsMock, respx, pytestHttpx, aioresponses];

const nock: ClientModel = {
  name: 'nock',
  origins: [
    { module: 'nock', export: 'default' },
    { module: 'nock', export: 'nock' },
  ],
  requests: [{ member: 'intercept', url: 0, methodAt: 1, body: 2 }, ...verbRows('url-body-options')],
  derives: [{ member: '', baseUrl: 0 }],
  fluent: true,
};

const msw: ClientModel = {
  name: 'msw',
  origins: [
    { module: 'msw', export: 'http' },
    { module: 'msw', export: 'rest' },
  ],
  requests: [...verbRows('url-options').map(withoutOptions), { member: 'all', url: 0 }],
  relative: 'own-origin',
};

const FETCH_MOCKS = [
  'fetch-mock',
  'fetch-mock-jest',
  '@fetch-mock/jest',
  '@fetch-mock/vitest',
  'fetch-mock/esm/client',
];
const MEMBER_SUFFIXES = ['', 'Once', 'Any', 'AnyOnce'];

const fetchMock: ClientModel = {
  name: 'fetch-mock',
  origins: FETCH_MOCKS.map((module): ClientOrigin => ({ module, export: 'default' })),
  requests: [
    ...verbRows('url-options').flatMap((row) =>
      MEMBER_SUFFIXES.map((suffix): RequestRow => ({ ...withoutOptions(row), member: `${row.member}${suffix}` })),
    ),
    ...['mock', 'route', 'once', 'sticky'].map((member): RequestRow => ({ member, url: 0, options: [2, 0] })),
  ],
  options: { url: ['url'], method: ['method'] },
  fluent: true,
};

const axiosMockAdapter: ClientModel = {
  name: 'axios-mock-adapter',
  origins: [
    { module: 'axios-mock-adapter', export: 'default' },
    { module: 'axios-mock-adapter', export: 'AxiosMockAdapter' },
  ],
  requests: [...verbRows('url-options').map(onVerb), { member: 'onAny', url: 0 }],
  derives: [{ member: '', form: 'new' }],
  fluent: true,
};

const undiciMock: ClientModel = {
  name: 'undici MockAgent',
  origins: [{ module: 'undici', export: 'MockAgent' }],
  requests: [{ member: 'intercept', options: [0] }],
  derives: [
    { member: '', form: 'new' },
    { member: 'get', baseUrl: 0 },
  ],
  options: { path: ['path'], method: ['method'] },
};

const cypressIntercept: ClientModel = {
  name: 'Cypress intercept',
  origins: [{ global: 'cy' }],
  requests: [{ member: 'intercept', methodAt: 0, url: 1 }],
};

/** Drops the options: the arguments after the URL describe an answer, not a request. */
function withoutOptions({ member, method }: RequestRow): RequestRow {
  return { member, url: 0, ...(method === undefined ? {} : { method }) };
}

/** Row of the member that mocks a verb: `onGet` for `get`. */
function onVerb(row: RequestRow): RequestRow {
  return { ...withoutOptions(row), member: `on${row.member.charAt(0).toUpperCase()}${row.member.slice(1)}` };
}

/** Tools that answer requests in tests. They send nothing, but name operations that a program is expected to call. */
export const TEST_DOUBLES: readonly ClientModel[] = [
  nock,
  msw,
  fetchMock,
  axiosMockAdapter,
  undiciMock,
  cypressIntercept,
  ...PYTHON_TEST_DOUBLES,
];
