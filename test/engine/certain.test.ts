import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import { catalogueOf, findings, readerOf } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });
const BASE = 'https://api.clock.test/rest/v2';
const OLD = `${BASE}/towers/1/bells`;

function confidences(source: string): readonly string[] {
  return findings({ 'a.ts': source }, CATALOGUE).map(({ confidence }) => confidence);
}

const CLIENT = `import axios from 'axios'; const c = axios.create({ baseURL: '${BASE}' });`;
const GET = `c.get('/towers/1/bells');`;
const GOT = `import got from 'got'; const c = got.extend({ prefixUrl: '${BASE}',`;

describe('a request that the program may change before it is sent', () => {
  it.each([
    [
      'an interceptor that writes the URL',
      `${CLIENT} c.interceptors.request.use((o) => { o.url = '/x'; return o; }); c.get('/towers/1/bells');`,
    ],
    [
      'an interceptor that returns another base URL',
      `${CLIENT} c.interceptors.request.use((o) => ({ ...o, baseURL: 'https://guests.test' })); c.get('/towers/1/bells');`,
    ],
    [
      'a named interceptor',
      `${CLIENT} function move(o) { o.url = '/x'; return o; } c.interceptors.request.use(move); c.get('/towers/1/bells');`,
    ],
    [
      'a hook in options',
      `${GOT} hooks: { beforeRequest: [(o) => { o.url = new URL('https://guests.test'); }] } }); c.get('towers/1/bells');`,
    ],
    ['an adapter for one request', `import axios from 'axios'; axios.get('${OLD}', { adapter: async () => ({}) });`],
    [
      'an adapter for all requests',
      `import axios from 'axios'; axios.defaults.adapter = async () => ({}); axios.get('${OLD}');`,
    ],
    ['a replaced fetch', `globalThis.fetch = (u) => console.log(u); fetch('${OLD}');`],
    ['a fetch that a test mocks', `global.fetch = jest.fn(); fetch('${OLD}');`],
    ['a client that a test mocks', `import axios from 'axios'; vi.mock('axios'); axios.get('${OLD}');`],
    [
      'a mock adapter',
      `import axios from 'axios'; import M from 'axios-mock-adapter'; new M(axios); axios.get('${OLD}');`,
    ],
    [
      'a mock agent of undici',
      `import { MockAgent, request } from 'undici'; new MockAgent().get('${BASE}'); request('${OLD}');`,
    ],
    [
      'a path that a subclass overrides',
      `class A { path() { return '/towers/1/bells'; } list() { return fetch('${BASE}' + this.path()); } }
       class B extends A { path() { return '/towers'; } } new B().list();`,
    ],
    [
      'a sending method that a subclass overrides',
      `class A { send(p) { return fetch('${BASE}' + p); } list() { return this.send('/towers/1/bells'); } }
       class B extends A { send() {} } new B().list();`,
    ],
    [
      'a method that is set on the instance',
      `class A { send(p) { return fetch('${BASE}' + p); } } const c = new A(); c.send = () => {}; c.send('/towers/1/bells');`,
    ],
    [
      'a method that is set on the prototype',
      `class A { list() { return fetch('${OLD}'); } } A.prototype.list = () => {}; new A().list();`,
    ],
    ['an interceptor of a package', `${CLIENT} import sign from 'sign'; c.interceptors.request.use(sign); ${GET}`],
    [
      'an interceptor of an unknown module',
      `${CLIENT} import { sign } from './gone'; c.interceptors.request.use(sign); ${GET}`,
    ],
    [
      'an interceptor that passes the request to an unknown function',
      `${CLIENT} import sign from 'sign'; c.interceptors.request.use((o) => sign(o)); ${GET}`,
    ],
    [
      'an interceptor that passes the request to an unknown function within an object',
      `${CLIENT} import sign from 'sign'; c.interceptors.request.use(async (o) => { const own = o; await sign({ own }); return o; }); ${GET}`,
    ],
    [
      'an interceptor that passes the request to a function that writes the URL',
      `${CLIENT} function move(o) { o.url = '/x'; return o; } c.interceptors.request.use((o) => move(o)); ${GET}`,
    ],
    [
      'an interceptor that passes the request through two functions to an unknown one',
      `${CLIENT} import s from 's'; function a(o) { return b(o); } function b(o) { return s(o); } c.interceptors.request.use((o) => a(o)); ${GET}`,
    ],
    [
      'an interceptor that writes computed properties',
      `${CLIENT} c.interceptors.request.use((o) => { for (const k of keys()) o[k] = get(k); return o; }); ${GET}`,
    ],
    [
      'an interceptor that spreads unknown options over the request',
      `${CLIENT} import m from 'm'; c.interceptors.request.use((o) => ({ ...o, ...m.more })); ${GET}`,
    ],
    [
      'an interceptor that assigns unknown options to the request',
      `${CLIENT} import m from 'm'; c.interceptors.request.use((o) => Object.assign(o, m.more)); ${GET}`,
    ],
    [
      'an interceptor that returns another object',
      `${CLIENT} import m from 'm'; c.interceptors.request.use((o) => m.other); ${GET}`,
    ],
    [
      'an instance of an unknown class as the interceptor',
      `${CLIENT} import S from 's'; c.interceptors.request.use(new S()); ${GET}`,
    ],
    ['a parameter as the interceptor', `${CLIENT} export function on(f) { c.interceptors.request.use(f); } ${GET}`],
    [
      'an interceptor of a client that is a parameter',
      `${CLIENT} export function on(a) { a.interceptors.request.use((o) => { o.url = '/x'; return o; }); } ${GET}`,
    ],
    [
      'a hook of a package',
      `import sign from 'sign'; ${GOT} hooks: { beforeRequest: [sign] } }); c.get('towers/1/bells');`,
    ],
    ['hooks of a package', `import hooks from 'hooks'; ${GOT} hooks }); c.get('towers/1/bells');`],
    [
      'a hook that passes its options to an unknown function',
      `import s from 's'; ${GOT} hooks: { beforeRequest: [(o) => { s.sign(o); }] } }); c.get('towers/1/bells');`,
    ],
    [
      'an adapter of a package',
      `import axios from 'axios'; import adapter from 'adapter'; axios.get('${OLD}', { adapter });`,
    ],
  ])('is probable with %s', (_, source) => {
    expect(new Set(confidences(source))).toEqual(new Set(['probable']));
  });

  it.each([
    ['undici without a mock agent', `import { request } from 'undici'; request('${OLD}');`],
    [
      'an interceptor that sets a header',
      `${CLIENT} c.interceptors.request.use((o) => { o.headers.token = 'x'; return o; }); c.get('/towers/1/bells');`,
    ],
    [
      'an interceptor of responses',
      `${CLIENT} c.interceptors.response.use((r) => { r.config.url = '/x'; return r; }); c.get('/towers/1/bells');`,
    ],
    [
      'a hook that sets a header',
      `${GOT} hooks: { beforeRequest: [(o) => { o.headers.token = 'x'; }], afterResponse: [(r) => { r.url = ''; }] } }); c.get('towers/1/bells');`,
    ],
    ['a fetch of a package', `import nodeFetch from 'node-fetch'; globalThis.fetch = nodeFetch; fetch('${OLD}');`],
    [
      'middleware of a server in the same file',
      `import axios from 'axios'; import express from 'express'; const app = express();
       app.use((q) => { q.url = '/x'; }); axios.get('${OLD}');`,
    ],
    [
      'a subclass beside an instance of the class itself',
      `class A { path() { return '/towers/1/bells'; } list() { return fetch('${BASE}' + this.path()); } }
       class B extends A { path() { return '/towers'; } } new B().list(); new A().list();`,
    ],
    [
      'a subclass that overrides another method',
      `class A { path() { return '/towers/1/bells'; } list() { return fetch('${BASE}' + this.path()); } }
       class B extends A { name() { return 'b'; } } new B().list();`,
    ],
    ['a method that is defined by assignment', `const c = {}; c.list = () => fetch('${OLD}'); c.list();`],
    ['an interceptor that logs', `${CLIENT} c.interceptors.request.use((o) => { console.log(o); return o; }); ${GET}`],
    [
      'an interceptor that logs through a function of the program',
      `${CLIENT} function note(o) { console.debug(o.url, { url: o.url }); } c.interceptors.request.use((o) => { note(o); return o; }); ${GET}`,
    ],
    [
      'an interceptor that passes the request to a function that sets a header',
      `${CLIENT} import get from 'token'; async function sign(o) { o.headers.token = await get(); return o; } c.interceptors.request.use(async (o) => sign(o)); ${GET}`,
    ],
    [
      'an interceptor that passes on the headers alone',
      `${CLIENT} import sign from 'sign'; c.interceptors.request.use((o) => { sign(o.headers); return o; }); ${GET}`,
    ],
    [
      'an interceptor that copies the request',
      `${CLIENT} c.interceptors.request.use((o) => ({ ...o, headers: { ...o.headers, a: 'b' } })); ${GET}`,
    ],
    [
      'an interceptor that assigns a header',
      `${CLIENT} c.interceptors.request.use((o) => Promise.resolve(Object.assign(o, { headers: {} }))); ${GET}`,
    ],
    [
      'an error interceptor that passes the error on',
      `${CLIENT} import t from 't'; c.interceptors.request.use((o) => o, (e) => t(e)); ${GET}`,
    ],
    [
      'an error interceptor of a package',
      `${CLIENT} import t from 't'; c.interceptors.request.use(undefined, t); ${GET}`,
    ],
    [
      'an adapter of the client itself',
      `import axios from 'axios'; axios.get('${OLD}', { adapter: axios.defaults.adapter });`,
    ],
    ['options without hooks', `import got from 'got'; import m from 'm'; got.get('${OLD}', { retry: m.retry });`],
  ])('is certain with %s', (_, source) => {
    expect(confidences(source)).toContain('certain');
  });
});

describe('a request in code that never runs', () => {
  const call = `fetch('${OLD}')`;

  function outcomes(files: Readonly<Record<string, string>>): readonly string[] {
    const analyse = createAnalyser({ modules: readerOf(files), catalogue: CATALOGUE });
    const { findings: found, unresolved } = analyse('a.ts');
    return [...found.map(({ confidence }) => confidence), ...unresolved.map(({ reason }) => reason)];
  }

  it.each([
    `if (false) ${call};`,
    `if (true) {} else ${call};`,
    `const ON = false; export function run() { if (ON) ${call}; }`,
    `const ON = false; export function run() { if (other() && ON) { ${call}; } }`,
    `const OFF = true; export function run() { if (!OFF) ${call}; }`,
    `const OFF = true; export function run() { if (OFF) return; ${call}; }`,
    `const ON = false; export const run = () => ON && ${call};`,
    `const ON = false; export const run = () => (ON ? ${call} : undefined);`,
    `export function run() { return; ${call}; }`,
    `export function run() { throw new Error('gone'); ${call}; }`,
    `function send(p) { return; fetch('${BASE}' + p); } send('/towers/1/bells');`,
    `for (const x of y()) { continue; ${call}; }`,
    `const ON = false; if (ON) { const u = '${OLD}'; keep(u); }`,
  ])('is listed as unresolved, not reported: %s', (source) => {
    const rows = outcomes({ 'a.ts': source });
    expect(rows).not.toContain('certain');
    expect(rows).not.toContain('probable');
    expect(rows).toContain('it is in code that never runs');
  });

  it('is recognised by a constant that another module exports', () => {
    const files = { 'a.ts': `import { ON } from './b'; if (ON) ${call};`, 'b.ts': `export const ON = false;` };
    expect(outcomes(files)).toEqual(['it is in code that never runs']);
  });

  it.each([
    `const ON = false; export function run() { if (!ON) ${call}; }`,
    `const ON = false; export function run() { if (ON) return; ${call}; }`,
    `let on = false; export function run() { if (on) ${call}; }`,
    `export function run(ON = false) { if (ON) ${call}; }`,
    `const ON = false; export function run(ON) { if (ON) ${call}; }`,
    `const ON = false; export function run() { if (ON || other()) ${call}; }`,
    `export function run() { return go(); function go() { return ${call}; } }`,
    `export function run(x) { if (x) return; ${call}; }`,
  ])('is reported if the code may run: %s', (source) => {
    expect(outcomes({ 'a.ts': source })).toEqual(['certain']);
  });
});
