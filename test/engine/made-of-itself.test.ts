import { describe, expect, it } from 'vitest';
import { mayComplete } from '../../src/engine/analyse.js';
import { createFinder } from '../../src/engine/finder.js';
import { CallSite } from '../../src/engine/judge/site-view.js';
import { sentHeaders } from '../../src/engine/requests/sent/headers.js';
import { queryFacts } from '../../src/engine/requests/sent/query.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { forgetWork, work } from '../../src/core/lib/work.js';
import { catalogueOf, readerOf } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower_id}/bells']] });
const API = 'https://api.clock.test/rest/v2/towers/1/bells';

/** Lists names of headers and query parameters of all requests of a program, with the work of reading them. */
function readAll(source: string): {
  readonly names: readonly string[];
  readonly steps: number;
  readonly merged: number;
} {
  forgetWork();
  const finder = createFinder({ catalogue: CATALOGUE, modules: readerOf({ 'a.ts': source }) }, mayComplete);
  const { program } = finder.evaluator;
  const context = expectDefined(program.context('a.ts'), 'the source was lowered');
  program.begin();
  const names: string[] = [];
  for (const index of context.facts.calls.keys())
    for (const site of finder.sitesOf(context, index, undefined)) {
      if (site.kind !== 'request' || site.urls.length === 0) continue;
      const view = new CallSite(finder, context, index, site);
      names.push(...sentHeaders(finder, view).entries.map(({ name }) => name));
      for (const url of site.urls)
        names.push(...queryFacts(finder, finder.urlOf(url).query, view).entries.map(({ name }) => name));
    }
  return { names: [...new Set(names)].sort(), steps: work.steps, merged: work.entriesMerged };
}

/** Writes a loop in which each request derives a value from the previous one. */
const looped = (made: string, kept = 'headers'): string => `
${made}
export async function follow(url, init) {
  let options = { ...init };
  while (true) {
    const response = await fetch(url, options);
    if (response.ok) return response;
    const { ${kept} } = strip(options.${kept});
    options = { ...options, ${kept} };
  }
}
export const go = () => follow('${API}', { headers: { a: 'b' }, body: 'c' });`;

const SHAPES: Readonly<Record<string, string>> = {
  'headers of a list of headers': looped(
    'const strip = (h) => ({ headers: new Headers(Array.from(new Headers(h).entries())) });',
  ),
  'headers of a filtered list of headers': looped(
    "const strip = (h) => ({ headers: new Headers(Array.from(new Headers(h).entries()).filter(([k]) => k !== 'x')) });",
  ),
  'a function that makes headers later': looped(
    'const later = (h) => () => new Headers(new Headers(h));\nconst strip = (h) => ({ headers: later(h)() });',
  ),
  'headers that are reduced to an object': looped(
    'const strip = (h) => ({ headers: Array.from(new Headers(h).entries()).reduce((a, [k, v]) => ({ ...a, [k]: v }), new Headers(h)) });',
  ),
  'headers of headers': looped('const strip = (h) => ({ headers: new Headers(new Headers(h)) });'),
  'headers with one deleted': looped(
    "const strip = (h) => { const headers = new Headers(h); headers.delete('x'); return { headers }; };",
  ),
  'entries as an object': looped('const strip = (h) => ({ headers: Object.fromEntries(new Headers(h).entries()) });'),
  'headers spread into a list': looped('const strip = (h) => ({ headers: new Headers([...new Headers(h)]) });'),
  'a map of a map': looped('const strip = (h) => ({ headers: new Map(new Map(h)) });'),
  'a generator': looped(
    'function* each(h) { for (const one of new Headers(h)) yield one; yield* each(h); }\nconst strip = (h) => ({ headers: new Headers(each(h)) });',
  ),
  'a class with a getter': looped(
    'class Kept { constructor(h) { this.h = h; } get headers() { return new Headers(new Kept(this.h).headers); } }\nconst strip = (h) => new Kept(h);',
  ),
  'a request of a request': looped(
    `const strip = (h) => ({ headers: new Request(new Request('${API}', { headers: h })).headers });`,
  ),
  'a query of a query': looped(
    'const strip = (b) => ({ body: new URLSearchParams(Array.from(new URLSearchParams(b).entries())) });',
    'body',
  ),
  'a form of a form': looped('const strip = (b) => ({ body: new FormData(Array.from(new FormData(b))) });', 'body'),
  'json of json': looped('const strip = (b) => ({ body: JSON.stringify(JSON.parse(JSON.stringify(b))) });', 'body'),
  'functions that derive headers from each other': looped(
    'const one = (h) => new Headers(Array.from(two(h).entries()));\nconst two = (h) => new Headers(Array.from(one(h).entries()));\nconst strip = (h) => ({ headers: one(two(h)) });',
  ),
  'a choice of two, both derived from the first': looped(
    'const strip = (h) => ({ headers: h.ok ? new Headers(Array.from(new Headers(h).entries())) : new Headers(Array.from(new Headers([...h]).entries())) });',
  ),
  'a choice of three under conditions': looped(
    'const same = (h) => new Headers(Array.from(new Headers(h).entries()));\nconst strip = (h) => { if (h.a) return { headers: same(same(h)) }; if (h.b) return { headers: same(h) }; return { headers: same({ ...h, z: h }) }; };',
  ),
  'an address of an address': `
let url = new URL('${API}');
while (more()) url = new URL(url.toString() + '?' + new URLSearchParams(Array.from(new URLSearchParams(url.search).entries())));
fetch(url);`,
  'a query that extends itself': `
let query = '';
for (const one of many) query = query + '&' + new URLSearchParams(Array.from(new URLSearchParams(query).entries())).toString();
fetch('${API}?' + query);`,
  'a query in an option': `
import axios from 'axios';
let params = { a: 1 };
for (const one of many) params = new URLSearchParams(Array.from(new URLSearchParams(params).entries()));
axios.get('${API}', { params });`,
  'an object that contains itself': `const o = { headers: { a: 'b' } }; o.headers.self = o; o.headers = { ...o.headers, ...o }; fetch('${API}', o);`,
  'a list that is spread into itself': `let list = [['a', 'b']]; while (more()) list = [...list, ...list, ['c', 'd']]; fetch('${API}', { headers: list });`,
  'a text that grows': `let text = 'a'; while (more()) text = text + text; fetch('${API}', { headers: { [text]: text } });`,
  'a builder that returns itself': `
class Client { h = new Headers(); with(k) { this.h = new Headers(Array.from(new Headers(this.h).entries())); this.h.set(k, k); return this; } send() { return fetch('${API}', { headers: this.h }); } }
new Client().with('a').with('b').with('c').send();`,
  'a mixin of itself': `const M = (K) => class extends K { headers() { return new Headers(super.headers()); } }; let K = class { headers() { return { a: 'b' }; } }; while (more()) K = M(M(K)); fetch('${API}', { headers: new K().headers() });`,
  'a function that receives itself': `const Y = (f) => ((x) => x(x))((x) => f((y) => x(x)(y))); const make = Y((self) => (h) => new Headers(Array.from(self(new Headers(h)).entries()))); fetch('${API}', { headers: make({ a: 'b' }) });`,
  'layers by reduce': `const stack = [(n) => (h) => n(new Headers(h)), (n) => (h) => n(new Headers(Array.from(new Headers(h).entries())))]; const send = stack.reduce((next, layer) => layer(next), (headers) => fetch('${API}', { headers })); send({ a: 'b' });`,
  'a recursive sequence': `const fib = (n) => (n < 2 ? new Headers({ a: 'b' }) : new Headers([...fib(n - 1), ...fib(n - 2)])); fetch('${API}', { headers: fib(20) });`,
  'a promise of itself': `let p = Promise.resolve({ a: 'b' }); while (more()) p = p.then((h) => new Headers(Array.from(new Headers(h).entries()))); p.then((headers) => fetch('${API}', { headers }));`,
  'a function that changes its argument and passes it on': `
function add(h, n) { h.set('a' + n, 'b'); if (n) add(h, n - 1); else addOther(h, n); }
function addOther(h, n) { h.append('c', 'd'); add(h, n); add(h, n + 1); }
const h = new Headers(); add(h, 3); addOther(h, 2); fetch('${API}', { headers: h });`,
  'headers passed through thirty functions': `
${Array.from({ length: 30 }, (_, n) => `const f${n} = (h) => new Headers(Array.from(new Headers(f${n + 1}(h)).entries()));`).join('\n')}
const f30 = (h) => f0(h);
fetch('${API}', { headers: f0({ a: 'b' }) });`,
};

describe('a value that is derived from itself', () => {
  it.each(Object.entries(SHAPES))('is read in few steps: %s', (_, source) => {
    const { steps, merged } = readAll(source);
    expect(steps).toBeLessThan(2500);
    expect(merged).toBeLessThan(2500);
  });

  it('keeps the parts that are known', () => {
    expect(readAll(SHAPES['headers of a list of headers'] ?? '').names).toEqual(['a']);
  });
});

/** Writes functions that each call every function, themselves included. */
function calling(count: number, call: (from: number, to: number) => string): string {
  const all = Array.from({ length: count }, (_, index) => index);
  const sent = "return fetch('https://api.clock.test/rest/v2/towers' + p, o);";
  return [
    ...all.map((from) => `function f${from}(p, o) { ${all.map((to) => call(from, to)).join(' ')} ${sent} }`),
    "export const go = () => f0('/1/bells', { headers: {} });",
  ].join('\n');
}

describe('functions that call each other', () => {
  it.each([
    [6, 'under a condition, with the same', (_: number, to: number) => `if (o.k${to}) f${to}(p, o);`],
    [8, 'under a condition, with more', (_: number, to: number) => `if (o.k${to}) f${to}(p, { ...o, h: o });`],
    [10, 'with other paths', (from: number, to: number) => `if (o.k${to}) f${to}(p + '/${from}${to}', o);`],
  ])(
    'are read within the steps of one file: %i of them, %s',
    (count, _, call) => {
      const { steps, merged } = readAll(calling(count, call));
      expect(steps).toBeLessThan(700_000);
      expect(merged).toBeLessThan(steps);
    },
    120_000,
  );
});
