import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower}/bells']], tunes: [['GET', '/towers/{tower}/tunes']] });
const API = "const API = 'https://api.clock.test/rest/v2';\n";

/** Lists for each finding the text at its place, and the texts of the requests in its evidence. */
function places(source: string): readonly (readonly [at: string, sent: readonly string[]])[] {
  const text = API + source;
  return findings({ 'a.ts': text }, CATALOGUE).map(({ at, evidence }) => [
    text.slice(...at.span),
    evidence.steps.filter(({ kind }) => kind === 'wrapper').map((step) => text.slice(...step.at.span)),
  ]);
}

describe('the place of a finding', () => {
  const template = '`${API}/towers/1/${NAME}`';

  it.each([
    ['outside of functions', `const NAME = 'bells'; fetch(${template});`],
    ['in a function', `const NAME = 'bells'; export function f() { return fetch(${template}); }`],
    ['with the word in the same function', `export function f() { const NAME = 'bells'; return fetch(${template}); }`],
  ])('is the URL expression, not the word that decided it: %s', (_, source) => {
    expect(places(source)).toEqual([[template, []]]);
  });

  it.each([
    ['outside of functions', 'const url = `${API}/towers/1/bells`; fetch(url);'],
    ['in a function', 'export function f() { const url = `${API}/towers/1/bells`; return fetch(url); }'],
  ])('is the text of the URL, with a step to the request: %s', (_, source) => {
    expect(places(source)).toEqual([['`${API}/towers/1/bells`', ['fetch(url)']]]);
  });

  it('is the argument of the request if the URL is built in another scope', () => {
    expect(places('const url = `${API}/towers/1/bells`; export const f = () => fetch(url);')).toEqual([['url', []]]);
  });

  it('is the path returned by a function of a table, if any function of it may be called', () => {
    const table = 'const T = { a: { path: (t) => `/towers/${t}/bells` }, b: { path: (t) => `/towers/${t}/rooms` } };';
    const sent = ['fetch(API + route.path(1))'];
    const each = `${table} for (const route of Object.values(T)) fetch(API + route.path(1));`;
    expect(places(each)).toEqual([['/bells', sent]]);
    expect(places(`${table} fetch(API + T.a.path(1));`)).toEqual([['API + T.a.path(1)', []]]);
  });

  it('is the element of a list that a loop visits', () => {
    expect(places("for (const name of ['bells', 'tunes', 'rooms']) fetch(`${API}/towers/1/${name}`);")).toEqual([
      ["'bells'", ['fetch(`${API}/towers/1/${name}`)']],
      ["'tunes'", ['fetch(`${API}/towers/1/${name}`)']],
    ]);
  });
});
