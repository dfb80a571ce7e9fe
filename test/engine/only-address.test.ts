import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import { catalogueOf, findings, live, readerOf } from './support.js';

/** Catalogue whose paths end like live ones, so that a path alone does not identify the API. */
const CATALOGUE = catalogueOf(
  {
    chimes: [['GET', '/towers/{id}/chimes']],
    rules: [['GET', '/towers/{id}']],
  },
  [live('GET', '/guests/{id}/chimes'), live('GET', '/guests/{id}/towers')],
);

const BASE = `API_URL: 'https://api.clock.test/rest/v2',`;

function resource(path: string, fields = BASE): string {
  return `const Base = require('clock-resource');
    module.exports = Base.extend({ ${fields} get() { return this._request({ method: 'GET', path: '${path}' }); } });`;
}

function confidence(files: Readonly<Record<string, string>>): readonly string[] {
  return findings(files, CATALOGUE).map((one) => `${one.deprecation} ${one.confidence}`);
}

describe('a common path behind a base that cannot be evaluated', () => {
  it('is probable if the module names no other server', () => {
    expect(confidence({ 'a.ts': resource('towers/:id/chimes') })).toEqual(['chimes probable']);
    expect(confidence({ 'a.ts': resource('towers/:id') })).toEqual(['rules probable']);
  });

  it('is probable if an imported module names the API', () => {
    const files = {
      'a.ts': `require('./config'); ${resource('towers/:id/chimes', '')}`,
      'config.ts': `export const c = { ${BASE} };`,
    };
    expect(confidence(files)).toEqual(['chimes probable']);
  });

  it.each([
    ['a URL', `OTHER: 'https://guests.test/v1',`],
    ['a host in options', `other: { hostname: 'guests.test' },`],
    ['the name of another server', `} ); const BACKEND_API = process.env.BACKEND_API; module.exports.more = ({`],
    ['an address of this machine', `OTHER: 'http://localhost:3000/',`],
  ])('is possible beside %s', (_, other) => {
    expect(confidence({ 'a.ts': resource('towers/:id/chimes', BASE + other) })).toEqual(['chimes possible']);
  });

  it('is possible if an imported module names another server', () => {
    const files = {
      'a.ts': `require('./other'); ${resource('towers/:id/chimes')}`,
      'other.ts': `export const o = 'https://guests.test/v1';`,
    };
    expect(confidence(files)).toEqual(['chimes possible']);
  });

  it("is probable beside links in an error and to the vendor's pages", () => {
    const told = `${resource('towers/:id/chimes', `${BASE} docs: 'https://docs.clock.test/chimes',`)}
      throw new Error('https://help.test/chimes');`;
    expect(confidence({ 'a.ts': told })).toEqual(['chimes probable']);
  });

  it('is possible if the environment provides the base', () => {
    const source = `const known = 'https://api.clock.test/rest/v2';
      export const get = (id: string) => fetch(\`\${process.env.SERVER}/towers/\${id}/chimes\`);`;
    expect(confidence({ 'a.ts': source })).toEqual(['chimes possible']);
  });

  it('is listed as unresolved if it is not reported', () => {
    const source = resource('towers/:id', `${BASE} OTHER: 'https://guests.test/v1',`);
    const analyse = createAnalyser({ modules: readerOf({ 'a.ts': source }), catalogue: CATALOGUE });
    const { findings: found, unresolved } = analyse('a.ts');
    expect(found).toEqual([]);
    expect(unresolved).toContainEqual(
      expect.objectContaining({
        url: 'towers/:id',
        reason: 'the base URL is not known, and other APIs have this path too',
      }),
    );
  });
});
