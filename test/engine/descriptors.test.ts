import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({
  bells: [['GET POST DELETE', '/towers/{id}/bells']],
  hands: [['PUT', '/towers/{id}/hands/{hand}']],
});

const API = 'https://api.clock.test/rest/v2';

/** Lists findings as `confidence: GET POST id`. */
function found(source: string): readonly string[] {
  return findings({ 'a.ts': source }, CATALOGUE).map(
    ({ confidence, methods, deprecation }) => `${confidence}: ${[...methods, deprecation].join(' ')}`,
  );
}

describe('a descriptor whose URL is a function', () => {
  it.each([
    ['arrow', `{ url: (p) => \`${API}/towers/\${p.tower}/bells\`, method: 'GET' }`],
    ['arrow with a body', `{ url: (p) => { return \`${API}/towers/\${p.tower}/bells\`; }, method: 'GET' }`],
    ['function', `{ url: function (p) { return '${API}/towers/' + p.tower + '/bells'; }, method: 'GET' }`],
    ['method', `{ url(p) { return \`${API}/towers/\${p.tower}/bells\`; }, method: 'GET' }`],
    ['getter', `{ get url() { return '${API}/towers/1/bells'; }, method: 'GET' }`],
    [
      'function that puts a URL together',
      `{ url: (p) => { const u = new URL(\`${API}/towers/\${p.tower}/bells\`); u.searchParams.set('page', p.page); return u.toString(); }, method: 'GET' }`,
    ],
    [
      'function with a method that is a function',
      `{ url: (p) => \`${API}/towers/\${p.tower}/bells\`, method: () => 'GET' }`,
    ],
    [
      'function beside functions for headers and body',
      `{ url: (p) => \`${API}/towers/\${p.tower}/bells\`, method: 'GET', headers: (p) => ({ Authorization: p.key }), body: (p) => p.body }`,
    ],
  ])('is reported as a request: %s', (_, object) => {
    expect(found(`export const tool = { id: 'list', request: ${object} };`)).toEqual(['probable: GET bells']);
    expect(found(`export default ${object};`)).toEqual(['probable: GET bells']);
  });

  it('can have any method if it names none', () => {
    expect(found(`export const tool = { url: (p) => \`${API}/towers/\${p.tower}/bells\` };`)).toEqual([
      'probable: bells',
    ]);
  });

  it('can have any method if its method cannot be evaluated', () => {
    expect(
      found(
        `import { Verb } from 'verbs'; export const a = { url: (p) => \`${API}/towers/\${p}/bells\`, method: Verb.Get };`,
      ),
    ).toEqual(['probable: bells']);
  });

  it('takes its method from an enum or a constant', () => {
    const url = `url: (p) => \`${API}/towers/\${p}/bells\``;
    expect(found(`enum Verb { Get = 'GET', Drop = 'DELETE' } export const a = { ${url}, method: Verb.Drop };`)).toEqual(
      ['probable: DELETE bells'],
    );
    expect(found(`const VERBS = { drop: 'delete' } as const; export const a = { ${url}, verb: VERBS.drop };`)).toEqual([
      'probable: DELETE bells',
    ]);
  });

  it('is recognised by a complete URL, whatever its other properties', () => {
    expect(
      found(
        `export const a = { title: 'Bells', url: (p) => \`${API}/towers/\${p}/bells\`, method: 'GET', run: () => 1 };`,
      ),
    ).toEqual(['probable: GET bells']);
  });

  it.each([
    ['another operation', `{ url: (p) => \`${API}/towers/\${p}/clocks\`, method: 'GET' }`],
    ['another host', "{ url: (p) => `https://other.test/rest/v2/towers/${p}/bells`, method: 'GET' }"],
  ])('is not reported for %s', (_, object) => {
    expect(found(`export const tool = { request: ${object} };`)).toEqual([]);
  });
});

describe('a request descriptor with a base URL', () => {
  it.each([
    ['beside the path', `{ baseUrl: '${API}', path: (t) => \`/towers/\${t}/bells\`, method: 'POST' }`],
    ['in the middle of the path', `{ baseUrl: \`${API}/towers/\${t}\`, path: '/bells', method: 'POST' }`],
    ['that is a host', "{ host: 'api.clock.test', path: (t) => `/rest/v2/towers/${t}/bells`, method: 'POST' }"],
    [
      'of an enclosing object',
      `{ baseURL: '${API}', endpoints: { list: { path: '/towers/{id}/bells', method: 'POST' } } }`,
    ],
    ['spread into the descriptor', `{ ...{ baseURL: '${API}' }, path: '/towers/{id}/bells', method: 'POST' }`],
    [
      'in defaults of an enclosing object',
      `{ requestDefaults: { baseURL: '${API}' }, items: [{ routing: { request: { method: 'POST', url: '=/towers/{{$parameter.tower}}/bells' } } }] }`,
    ],
  ])('has its path resolved against the base URL %s', (_, object) => {
    expect(found(`declare const t: string; export const a = ${object};`)).toEqual(['probable: POST bells']);
  });

  it('is not reported if the base URL is of another host', () => {
    for (const base of ["baseUrl: 'https://other.test/rest/v2'", "requestDefaults: { baseURL: 'https://other.test' }"])
      expect(
        found(
          `const api = '${API}'; export const a = { ${base}, all: { path: '/towers/{id}/bells', method: 'POST' } };`,
        ),
      ).toEqual([]);
  });
});

describe('a declarative node with request descriptors', () => {
  it('treats template expressions as unknown values', () => {
    const node = (url: string): string =>
      `export const node = { requestDefaults: { baseURL: '${API}' }, items: [{ name: 'All', routing: { request: { method: 'GET', url: '${url}' } } }] };`;
    expect(found(node('=/towers/{{$parameter["tower"]}}/bells'))).toEqual(['probable: GET bells']);
    expect(found(node('=/towers/{{ $json.a / 2 }}/bells'))).toEqual(['probable: GET bells']);
    expect(found(node(`=${API}/towers/{{$value}}/bells`))).toEqual(['probable: GET bells']);
    expect(found(node('=/towers/{{$value}}/clocks'))).toEqual([]);
    expect(found(node('=https://other.test/towers/{{$value}}/bells'))).toEqual([]);
  });

  it('can keep its operations in another module', () => {
    const files = {
      'a.ts':
        "import { key } from './node'; export const items = [{ routing: { request: { method: 'GET', url: '=/towers/{{$value}}/bells' } } }];",
      'node.ts': `import { items } from './a'; export const node = { requestDefaults: { baseURL: '${API}' }, items };`,
    };
    expect(findings(files, CATALOGUE)).toMatchObject([{ deprecation: 'bells', methods: ['GET'] }]);
  });
});

describe('a class that describes a request', () => {
  it.each([
    ['static', "class ListBells { static endpoint = '/towers/{id}/bells'; static method = 'GET'; }"],
    ['fields', "class ListBells extends Operation { path = '/towers/{id}/bells'; method = 'GET'; }"],
    ['methods', "class ListBells { path(t) { return `/towers/${t}/bells`; } method() { return 'GET'; } }"],
    [
      'getters',
      "class ListBells { get path() { return '/towers/' + this.t + '/bells'; } get method() { return 'GET'; } }",
    ],
    ['a base URL', `class ListBells { baseUrl = '${API}'; path = (t) => \`/towers/\${t}/bells\`; method = 'GET'; }`],
    [
      'a base URL of the parent class',
      `class Op { static baseUrl = '${API}'; static method = 'GET'; } class ListBells extends Op { static path = '/towers/{id}/bells'; }`,
    ],
  ])('is reported as a request: %s', (_, source) => {
    expect(found(`const api = '${API}'; export ${source}`)).toEqual(['probable: GET bells']);
  });

  it.each([
    ['handles a route itself', "class Bells { path = '/towers/:id/bells'; method = 'GET'; handle(request) {} }"],
    ['has no method and no base', "class Bells { path = '/towers/:id/bells'; }"],
    [
      'goes elsewhere',
      "class Bells { static baseUrl = 'https://other.test'; static path = '/towers/:id/bells'; static method = 'GET'; }",
    ],
    ['is another operation', "class Bells { static path = '/towers/:id/clocks'; static method = 'GET'; }"],
  ])('is not reported if it %s', (_, source) => {
    expect(found(`const api = '${API}'; export ${source}`).filter((line) => line.startsWith('probable'))).toEqual([]);
  });
});

describe('a request builder with path and method in separate calls', () => {
  it.each([
    ['path first', "fetcher.path('/towers/{id}/bells').method('get').create()"],
    ['method first', "request().method('GET').path(`/towers/${t}/bells`).send()"],
    ['verb', "client.path('/towers/{id}/bells').get()"],
  ])('is reported as a request: %s', (_, call) => {
    expect(found(`const api = '${API}'; export const bells = ${call};`)).toEqual(['probable: GET bells']);
  });

  it('has an unknown method if the base URL is set in the chain', () => {
    const call = `builder().baseUrl('${API}').path('/towers/1/bells').method('GET')`;
    expect(found(`const api = '${API}'; export const bells = ${call};`)).toEqual(['probable: bells']);
  });

  it.each([
    ['is given a handler', "app.path('/towers/:id/bells').get((request, reply) => reply.send())"],
    ['goes elsewhere', "builder().baseUrl('https://other.test').path('/towers/1/bells').method('GET')"],
    ['is another operation', "fetcher.path('/towers/{id}/clocks').method('get')"],
  ])('is not reported if it %s', (_, call) => {
    expect(found(`const api = '${API}'; export const bells = ${call};`)).toEqual([]);
  });
});
