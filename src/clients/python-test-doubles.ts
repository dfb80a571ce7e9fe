import type { ClientModel, ClientOrigin, RequestRow } from '../model/client-model.js';
import { VERBS } from './verbs.js';

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
export const PYTHON_TEST_DOUBLES: readonly ClientModel[] = [responses, requestsMock, respx, pytestHttpx, aioresponses];
