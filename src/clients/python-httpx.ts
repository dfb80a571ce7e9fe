import type { ClientModel, ClientOrigin } from '../model/client-model.js';
import { PYTHON_VERBS } from './python-verbs.js';

const CLIENTS = ['Client', 'AsyncClient'];

/** httpx: functions of the module, and clients with a base URL. */
export const httpxClient: ClientModel = {
  name: 'httpx',
  origins: [
    { module: 'httpx', export: 'default', language: 'python' },
    ...CLIENTS.map((type): ClientOrigin => ({ type, module: 'httpx', language: 'python' })),
  ],
  requests: [
    ...PYTHON_VERBS,
    { member: 'stream', methodAt: 0, url: 1 },
    { member: 'build_request', methodAt: 0, url: 1 },
    { member: 'Request', methodAt: 0, url: 1 },
  ],
  derives: CLIENTS.map((member) => ({ member, defaults: 0 })),
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
