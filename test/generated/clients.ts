import type { HttpMethod } from '../../src/core/model/endpoint.js';

/** Form in which a client gets a URL: whole, or as a path relative to an origin or base URL of the client. */
export interface ClientWriter {
  /** Part of the URL before the path. */
  readonly start: '' | '/client/v4' | 'whole';
  /** Source of the declaration, for a host. */
  declare(origin: string): string;
  /** Source of one request; undefined where the client cannot send the method. */
  send(method: HttpMethod, url: string): string | undefined;
}

const WRITES = new Set<HttpMethod>(['POST', 'PUT', 'PATCH']);

const verb = (method: HttpMethod): string => method.toLowerCase();
const withBody = (method: HttpMethod, url: string, rest = ''): string =>
  `.${verb(method)}(${url}${WRITES.has(method) ? ', {}' : ''}${rest})`;

function whole(declaration: string, send: ClientWriter['send']): ClientWriter {
  return { start: 'whole', declare: () => declaration, send };
}

/** Writers of requests for every client model, by its name. */
export const WRITERS: Readonly<Record<string, readonly ClientWriter[]>> = {
  'cloudflare SDK': [
    {
      start: '',
      declare: (origin) =>
        `import Cloudflare from 'cloudflare';\nconst client = new Cloudflare({ apiToken, baseURL: '${origin}/client/v4' });`,
      send: (method, url) => `client.${verb(method)}(${url}, {})`,
    },
  ],
  fetch: [
    whole('', (method, url) => `fetch(${url}, { method: '${method}' })`),
    whole("import fetch from 'node-fetch';", (method, url) => `fetch(new Request(${url}, { method: '${method}' }))`),
  ],
  axios: [
    whole("import axios from 'axios';", (method, url) => `axios${withBody(method, url)}`),
    {
      start: '',
      declare: (origin) => `import axios from 'axios';\nconst http = axios.create({ baseURL: '${origin}/client/v4' });`,
      send: (method, url) => `http.request({ method: '${verb(method)}', url: ${url} })`,
    },
  ],
  got: [
    whole("import got from 'got';", (method, url) => `got(${url}, { method: '${method}' })`),
    {
      start: '',
      declare: (origin) => `import got from 'got';\nconst api = got.extend({ prefixUrl: '${origin}/client/v4' });`,
      send: (method, url) => `api.${verb(method)}(${url})`,
    },
  ],
  ky: [whole("import ky from 'ky';", (method, url) => `ky.${verb(method)}(${url}).json()`)],
  ofetch: [whole("import { ofetch } from 'ofetch';", (method, url) => `ofetch(${url}, { method: '${method}' })`)],
  wretch: [
    whole("import wretch from 'wretch';", (method, url) => `wretch(${url}).auth('x').${verb(method)}()`),
    {
      start: '',
      declare: (origin) => `import wretch from 'wretch';\nconst api = wretch('${origin}/client/v4');`,
      send: (method, url) => `api.url(${url}).${verb(method)}()`,
    },
  ],
  superagent: [
    whole("import superagent from 'superagent';", (method, url) => `superagent.${verb(method)}(${url}).set('x', 'y')`),
  ],
  bent: [whole("const bent = require('bent');", (method, url) => `bent('${method}', 'json')(${url})`)],
  needle: [whole("const needle = require('needle');", (method, url) => `needle('${verb(method)}', ${url})`)],
  request: [
    whole(
      "const request = require('request-promise');",
      (method, url) => `request({ uri: ${url}, method: '${method}', json: true })`,
    ),
  ],
  undici: [whole("import { request } from 'undici';", (method, url) => `request(${url}, { method: '${method}' })`)],
  'undici dispatcher': [
    {
      start: '/client/v4',
      declare: (origin) => `import { Pool } from 'undici';\nconst pool = new Pool('${origin}');`,
      send: (method, url) => `pool.request({ path: ${url}, method: '${method}' })`,
    },
  ],
  'node:https': [
    whole("import https from 'node:https';", (method, url) => `https.request(${url}, { method: '${method}' })`),
    {
      start: '/client/v4',
      declare: (origin) => `import * as https from 'https';\nconst hostname = '${origin.replace('https://', '')}';`,
      send: (method, url) => `https.request({ hostname, path: ${url}, method: '${method}' })`,
    },
  ],
  'node:http2': [
    {
      start: '/client/v4',
      declare: (origin) => `import http2 from 'node:http2';\nconst session = http2.connect('${origin}');`,
      send: (method, url) => `session.request({ ':method': '${method}', ':path': ${url} })`,
    },
  ],
  'form-data': [
    whole("const FormData = require('form-data');", (method, url) =>
      method === 'POST' ? `new FormData().submit(${url})` : undefined,
    ),
  ],
  XMLHttpRequest: [whole('const xhr = new XMLHttpRequest();', (method, url) => `xhr.open('${method}', ${url})`)],
  'navigator.sendBeacon': [
    whole('', (method, url) => (method === 'POST' ? `navigator.sendBeacon(${url}, '')` : undefined)),
  ],
  EventSource: [whole('', (method, url) => (method === 'GET' ? `new EventSource(${url})` : undefined))],
  'script host': [whole('', (method, url) => `GM_xmlhttpRequest({ method: '${method}', url: ${url} })`)],
  jQuery: [whole('', (method, url) => `$.ajax({ type: '${method}', url: ${url} })`)],
  'Angular HttpClient': [
    {
      start: 'whole',
      declare: () =>
        "import { HttpClient } from '@angular/common/http';\nconst make = (http: HttpClient) => http;\nlet http: HttpClient;",
      send: (method, url) => `http${withBody(method, url)}`,
    },
  ],
  'openapi-fetch': [
    {
      start: '',
      declare: (origin) =>
        `import createClient from 'openapi-fetch';\nconst api = createClient({ baseUrl: '${origin}/client/v4' });`,
      send: (method, url) => `api.${method}(${url}, {})`,
    },
  ],
  'Playwright request': [
    whole(
      "import { request } from '@playwright/test';\nconst context = await request.newContext();",
      (method, url) => `context.${verb(method)}(${url})`,
    ),
  ],
  'Cypress request': [whole('', (method, url) => `cy.request({ method: '${method}', url: ${url} })`)],
  k6: [whole("import http from 'k6/http';", (method, url) => `http.request('${method}', ${url})`)],
};
