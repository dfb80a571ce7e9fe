import type { ClientModel, ClientOrigin } from '../model/client-model.js';
import { PYTHON_VERBS } from './python-verbs.js';

const MODULES = [
  'requests',
  'requests.api',
  'requests.sessions',
  'curl_cffi.requests',
  'niquests',
  'cloudscraper',
  'treq',
];
const SESSIONS = ['Session', 'session', 'AsyncSession', 'create_scraper', 'sessions.Session'];

/** requests and its relatives: functions of the module, and sessions. */
export const pythonRequestsClient: ClientModel = {
  name: 'requests (Python)',
  origins: [
    ...MODULES.map((module): ClientOrigin => ({ module, export: 'default', language: 'python' })),
    { module: 'curl_cffi', export: 'requests', language: 'python' },
    { type: 'Session', module: 'requests', language: 'python' },
    { type: 'Session', module: 'requests.sessions', language: 'python' },
  ],
  requests: [...PYTHON_VERBS, { member: 'Request', methodAt: 0, url: 1 }],
  derives: SESSIONS.map((member) => ({ member, defaults: 0 })),
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
