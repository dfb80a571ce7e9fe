import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import type { ClientModel } from '../../src/core/model/client-model.js';
import type {
  Catalogue,
  Deprecation,
  HeaderDeprecation,
  QueryDeprecation,
  ValueDeprecation,
} from '../../src/core/model/deprecation.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { catalogueOf, readerOf } from './support.js';

const BASE = 'https://api.clock.test/rest/v2';

const ENDPOINTS = catalogueOf({
  any: [
    ['GET', '/towers/{tower}/ring_tones'],
    ['POST PUT', '/towers/{tower}/ring_tones'],
  ],
});
const [anyEntry] = ENDPOINTS.deprecations;
const entry = expectDefined(anyEntry?.kind === 'endpoint' ? anyEntry : undefined, 'the catalogue has one entry');

const HEADER: HeaderDeprecation = {
  ...entry,
  id: 'chime-key',
  kind: 'header',
  name: 'X-Chime-Service-Key',
  endpoints: [],
};
const PLAIN: HeaderDeprecation = { ...HEADER, id: 'beta', name: 'Ringer', only: ['bells=v1'] };
const SOME: HeaderDeprecation = { ...PLAIN, endpoints: entry.endpoints };
const QUERY: QueryDeprecation = { ...entry, id: 'pitch', kind: 'query', parameter: 'pitch' };
const HIGH: QueryDeprecation = { ...QUERY, only: ['high'] };
const VALUE: ValueDeprecation = { ...entry, id: 'gong', kind: 'value', pointer: '/tone/kind', equals: ['gong'] };
const VALUES: ValueDeprecation = { ...VALUE, pointer: '/tones/*/kind' };

const SDK: ClientModel = {
  name: 'clock SDK',
  package: 'clock',
  origins: [{ module: 'clock', export: 'default' }],
  requests: [
    { member: 'ringTones.list', method: 'GET', template: '/towers/{tower}/ring_tones' },
    { member: 'ringTones.create', method: 'POST', template: '/towers/{tower}/ring_tones' },
  ],
  derives: [{ member: '', form: 'new', defaults: 0 }],
  options: { baseUrl: ['baseURL'], headers: ['headers', 'defaultHeaders'], query: ['query'] },
  baseUrl: BASE,
};

function found(deprecation: Deprecation, source: string): readonly string[] {
  const catalogue: Catalogue = { ...ENDPOINTS, deprecations: [deprecation] };
  const modules = readerOf({ 'a.ts': source });
  const { findings } = createAnalyser({ catalogue, modules, clients: [SDK] })('a.ts');
  return findings.map(({ rule, confidence }) => `${rule} ${confidence}`);
}

const TONES = `${BASE}/towers/1/ring_tones`;
const certainly = (rule: string): readonly string[] => [`${rule} certain`];

describe('a deprecated header', () => {
  it.each([
    `fetch('${TONES}', { headers: { 'X-Chime-Service-Key': key } });`,
    `fetch('${TONES}', { headers: { 'x-chime-service-key': key } });`,
    `const headers = new Headers(); headers.set('X-Chime-Service-Key', key); fetch('${TONES}', { headers });`,
    `fetch('${TONES}', { headers: [['X-Chime-Service-Key', key]] });`,
    `const auth = { 'X-Chime-Service-Key': key }; fetch('${BASE}/hands', { headers: { ...auth } });`,
  ])('is reported where it is sent: %s', (source) => {
    expect(found(HEADER, source)).toEqual(certainly('no-deprecated-transport'));
  });

  it.each([
    `import axios from 'axios'; const api = axios.create({ baseURL: '${BASE}', headers: { 'X-Chime-Service-Key': key } }); api.get('/hands');`,
    `import Clock from 'clock'; new Clock({ defaultHeaders: { 'X-Chime-Service-Key': key } }).ringTones.list();`,
    `import Clock from 'clock'; new Clock().ringTones.list({ tower: 1 }, { headers: { 'X-Chime-Service-Key': key } });`,
  ])('is reported if it is in the options of a client or SDK method: %s', (source) => {
    expect(found(HEADER, source)).toHaveLength(1);
  });

  it.each([
    [`fetch('https://bells.test/towers/1', { headers: { 'X-Chime-Service-Key': key } });`],
    [`fetch('${TONES}', { headers: { 'X-Chime-Key': key } });`],
    [`const API = '${BASE}'; fetch('https://bells.test', { headers: { 'X-Chime-Service-Key': key } });`],
    [`fetch('${TONES}', { headers: { 'X-Chime-Service-Key': undefined } });`],
    [`fetch('${TONES}'); const columns = { 'X-Chime-Service': 1 };`],
  ])('is not reported for other headers or hosts: %s', (source) => {
    expect(found(HEADER, source)).toEqual([]);
  });

  it('is possible at most if the host is not proved', () => {
    const source = `export const f = (base: string, key: string) => fetch(base + '/hands', { headers: { 'X-Chime-Service-Key': key } });`;
    expect(found(HEADER, source)).toEqual(['no-deprecated-transport possible']);
    expect(found(PLAIN, source.replace('X-Chime-Service-Key', 'Ringer').replace(': key }', ": 'bells=v1' }"))).toEqual(
      [],
    );
  });

  it('is possible if no request with it was found, in a module that names the API', () => {
    const written = `export const headers = { 'X-Chime-Service-Key': process.env.KEY };`;
    expect(found(HEADER, `export const API = '${BASE}';\n${written}`)).toEqual(['no-deprecated-transport possible']);
    expect(found(HEADER, written)).toEqual([]);
  });

  it.each([
    [`'bells=v1'`, ['no-deprecated-transport certain']],
    [`'Bells=V1'`, ['no-deprecated-transport certain']],
    [`'hands=v2, bells=v1'`, ['no-deprecated-transport certain']],
    [`'bells=v2'`, []],
    [`version`, ['no-deprecated-transport possible']],
    [`on ? 'bells=v1' : 'bells=v2'`, ['no-deprecated-transport certain']],
  ])('is reported only for deprecated values: %s', (value, expected) => {
    expect(found(PLAIN, `fetch('${TONES}', { headers: { Ringer: ${value} } });`)).toEqual(expected);
  });

  it('is reported only for its operations', () => {
    expect(found(SOME, `fetch('${TONES}', { headers: { Ringer: 'bells=v1' } });`)).toHaveLength(1);
    expect(found(SOME, `fetch('${BASE}/towers/1/hands', { headers: { Ringer: 'bells=v1' } });`)).toEqual([]);
    expect(found(SOME, `fetch('${TONES}', { method: 'DELETE', headers: { Ringer: 'bells=v1' } });`)).toEqual([]);
  });
});

describe('a deprecated query parameter', () => {
  it.each([
    `fetch('${TONES}?pitch=high');`,
    `fetch('${TONES}?page=1&pitch=' + pitch);`,
    `fetch('${TONES}?' + new URLSearchParams({ pitch: 'high' }));`,
    `const url = new URL('${TONES}'); url.searchParams.set('pitch', 'high'); fetch(url);`,
  ])('is reported in a URL: %s', (source) => {
    expect(found(QUERY, source)).toEqual(certainly('no-deprecated-endpoint'));
  });

  it.each([
    `import axios from 'axios'; axios.get('${TONES}', { params: { pitch: 'high' } });`,
    `import Clock from 'clock'; new Clock().ringTones.list({ tower: 1, pitch: 'high' });`,
    `import Clock from 'clock'; new Clock().ringTones.list({ tower: 1 }, { query: { pitch: 'high' } });`,
    `import 'clock'; export const f = (client: any) => client.ringTones.list({ pitch: 'high' });`,
    `const list = (query: Record<string, string>) => fetch('${TONES}?' + new URLSearchParams(query)); list({ pitch: 'high' });`,
    `import { format } from 'node:url'; fetch(format({ protocol: 'https', host: 'api.clock.test', pathname: '/rest/v2/towers/1/ring_tones', query: { pitch: 'high' } }));`,
  ])('is reported in options: %s', (source) => {
    expect(found(QUERY, source)).toHaveLength(1);
  });

  it.each([
    `fetch('${TONES}?pitched=high');`,
    `fetch('${TONES}');`,
    `fetch('${BASE}/towers/1/hands?pitch=high');`,
    `fetch('https://bells.test/towers/1/ring_tones?pitch=high');`,
    `fetch('${TONES}?pitch=high', { method: 'DELETE' });`,
    `import Clock from 'clock'; new Clock().ringTones.create({ tower: 1, pitch: 'high' });`,
  ])('is not reported for other parameters, operations or hosts: %s', (source) => {
    expect(found(QUERY, source)).toEqual([]);
  });

  it.each([
    ['pitch=high', ['no-deprecated-endpoint certain']],
    ['pitch=low', []],
    ['pitch=${pitch}', ['no-deprecated-endpoint possible']],
  ])('is reported only for deprecated values: %s', (query, expected) => {
    expect(found(HIGH, `export const f = (pitch: string) => fetch(\`${TONES}?${query}\`);`)).toEqual(expected);
  });
});

describe('a deprecated value of a field', () => {
  const post = (body: string): string =>
    `export const f = (kind: string, on: boolean) => fetch('${TONES}', { method: 'POST', body: JSON.stringify(${body}) });`;

  it.each([
    ['{ tone: { kind: "gong" } }', ['no-deprecated-field certain']],
    ['[{ tone: { kind: "gong" } }]', ['no-deprecated-field certain']],
    ['{ tone: { kind: on ? "gong" : "bell" } }', ['no-deprecated-field certain']],
    ['{ tone: { kind: "bell" } }', []],
    ['{ tone: { kind } }', []],
    ['{ kind: "gong" }', []],
  ])('is compared with the body: %s', (body, expected) => {
    expect(found(VALUE, post(body))).toEqual(expected);
  });

  it('is found in elements of a list', () => {
    expect(found(VALUES, post('{ tones: [{ kind: "bell" }, { kind: "gong" }] }'))).toEqual([
      'no-deprecated-field certain',
    ]);
  });

  it('is found in arguments of callers', () => {
    const send = `const send = (body: object) => fetch('${TONES}', { method: 'POST', body: JSON.stringify(body) });`;
    expect(found(VALUE, `${send} send({ tone: { kind: 'gong' } });`)).toHaveLength(1);
    expect(found(VALUE, `${send} send({ tone: { kind: 'bell' } });`)).toEqual([]);
  });

  it('is reported only for its operations', () => {
    expect(found(VALUE, post('{ tone: { kind: "gong" } }').replace('ring_tones', 'hands'))).toEqual([]);
    expect(found(VALUE, post('{ tone: { kind: "gong" } }').replace('api.clock.test', 'bells.test'))).toEqual([]);
    expect(found(VALUE, post('{ tone: { kind: "gong" } }').replace('POST', 'PATCH'))).toEqual([]);
  });

  it('is found in arguments of an SDK method', () => {
    expect(
      found(VALUE, "import Clock from 'clock'; new Clock().ringTones.create({ tower: 1, tone: { kind: 'gong' } });"),
    ).toEqual(['no-deprecated-field certain']);
  });
});
