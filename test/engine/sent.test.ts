import { describe, expect, it } from 'vitest';
import { mayComplete } from '../../src/engine/analyse.js';
import { createFinder } from '../../src/engine/finder.js';
import { CallSite } from '../../src/engine/judge/site-view.js';
import { sentHeaders } from '../../src/engine/requests/sent/headers.js';
import { queryFacts } from '../../src/engine/requests/sent/query.js';
import { sentTogether } from '../../src/engine/requests/sent/sent.js';
import type { Sent } from '../../src/engine/requests/sent/sent.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { catalogueOf, readerOf } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower_id}/bells']] });
const BEGIN = "const API = 'https://api.clock.test/rest/v2/towers/1/bells';\n";

/** Reads the headers or the query of the last request of a program. */
function sentBy(kind: 'headers' | 'query', source: string, imports = ''): Sent {
  const finder = createFinder(
    { catalogue: CATALOGUE, modules: readerOf({ 'a.ts': imports + BEGIN + source }) },
    mayComplete,
  );
  const context = expectDefined(finder.evaluator.program.context('a.ts'), 'the source was lowered');
  finder.evaluator.program.begin();
  const views = context.facts.calls.flatMap((_call, index) =>
    finder
      .sitesOf(context, index, undefined)
      .filter((site) => site.kind === 'request' && site.urls.length > 0)
      .map((site) => new CallSite(finder, context, index, site)),
  );
  const view = expectDefined(views.at(-1), 'there is a request');
  if (kind === 'headers') return sentHeaders(finder, view);
  return queryFacts(finder, finder.urlOf(expectDefined(view.site.urls[0], 'it has a URL')).query, view);
}

/** Shows names, with `?` if optional; `…` if there can be others. */
function namesOf({ entries, complete, open }: Sent): string {
  const names = entries.map(({ name, isAlwaysSent }) => `${name}${isAlwaysSent ? '' : '?'}`);
  return [...names, ...(complete ? [] : [open === 'here' ? '…' : '(…)'])].join(' ');
}

const AXIOS = "import axios from 'axios';\n";
const HTTPS = "import https from 'node:https';\n";

describe('the headers of a request', () => {
  it.each([
    ['fetch(API);', ''],
    ["fetch(API, { headers: { A: '1', B: two } });", 'a b'],
    ["const h = { A: '1' }; h.B = '2'; delete h.A; fetch(API, { headers: h });", 'b'],
    ["const h = { A: '1' }; fetch(API, { headers: h }); h.B = '2';", 'a'],
    ["const h = { A: '1' }; h[name] = '2'; fetch(API, { headers: h });", 'a? …'],
    ["const h = { A: '1' }; addTo(h); fetch(API, { headers: h });", 'a? …'],
    [
      "function addTo(g) { g.set('B', '1'); } const h = new Headers({ A: '1' }); addTo(h); fetch(API, { headers: h });",
      'a b',
    ],
    ["fetch(API, { headers: { A: '1', ...given } });", 'a? …'],
    ["const r = new Request(API, { headers: { A: '1' } }); r.headers.set('B', '2'); fetch(r);", 'a b'],
    [
      "const h = new Headers(); h.append('A', '1'); const o = { headers: h }; o.headers.append('B', '1'); fetch(API, o);",
      'a b',
    ],
    ["const h = [['A', '1']]; h.push(['B', '1']); fetch(API, { headers: h });", 'a b'],
    ["const x = new XMLHttpRequest(); x.open('GET', API); x.setRequestHeader('A', '1'); x.send();", 'a'],
    ["export const h = { A: '1' }; fetch(API, { headers: h });", 'a (…)'],
    ["globalThis.fetch = other; fetch(API, { headers: { A: '1' } });", 'a …'],
    [
      "const send = (u, o) => fetch(u, { ...o, headers: { ...o.headers, B: '1' } }); send(API, { headers: { A: '1' } });",
      'a b',
    ],
  ])('are read from %s', (source, expected) => {
    expect(namesOf(sentBy('headers', source))).toBe(expected);
  });

  it.each([
    [HTTPS, "const r = https.request(API, { headers: { A: '1' } }); r.setHeader('B', '2'); r.end();", 'a b'],
    [HTTPS, "https.get(API, { auth: 'me:word' });", 'authorization'],
    [HTTPS, 'const r = https.request(API); sign(r); r.end();', '…'],
    ["import { request } from 'undici';\n", "request(API, { headers: ['A', '1', 'B', '2'] });", 'a b'],
    [AXIOS, "axios.get(API, { headers: { A: '1' } });", 'a (…)'],
    [AXIOS, "const c = axios.create({ headers: { A: '1' } }); c.get(API, { headers: { B: '1' } });", 'a b (…)'],
    [AXIOS, "const c = axios.create(); c.interceptors.request.use(sign); c.get(API, { headers: { A: '1' } });", 'a …'],
    [
      AXIOS,
      "const c = axios.create(); c.defaults.headers.common['B'] = t; c.get(API, { headers: { A: '1' } });",
      'b a …',
    ],
    ["import got from 'got';\n", "got.get(API, { headers: { A: '1' }, hooks: { beforeRequest: [sign] } });", 'a …'],
    [
      "import superagent from 'superagent';\n",
      "superagent.get(API).set('A', '1').auth('me', 'word');",
      'a authorization (…)',
    ],
  ])('are read from other clients: %s%s', (imports, source, expected) => {
    expect(namesOf(sentBy('headers', source, imports))).toBe(expected);
  });
});

describe('two headers of one request', () => {
  const together = (source: string): string => {
    const { entries } = sentBy('headers', source);
    const one = expectDefined(
      entries.find(({ name }) => name === 'a'),
      'one',
    );
    return sentTogether(
      one,
      expectDefined(
        entries.find(({ name }) => name === 'b'),
        'the other',
      ),
    );
  };

  it.each([
    ["const h = {}; if (x) h.A = '1'; else h.B = '2'; fetch(API, { headers: h });", 'never'],
    ["const h = new Headers(); x ? h.set('A', '1') : h.set('B', '2'); fetch(API, { headers: h });", 'never'],
    ["fetch(API, { headers: { ...(x ? { A: '1' } : { B: '2' }) } });", 'never'],
    ["const h = {}; switch (x) { case 1: h.A = '1'; break; default: h.B = '2'; } fetch(API, { headers: h });", 'never'],
    ["const h = { A: '1' }; if (x) { delete h.A; h.B = '2'; } fetch(API, { headers: h });", 'never'],
    ["const h = {}; if (x) { h.A = '1'; h.B = '2'; } fetch(API, { headers: h });", 'always'],
    ["const h = { A: '1' }; if (x) h.B = '2'; fetch(API, { headers: h });", 'always'],
    ["const h = {}; if (x) h.A = '1'; if (!x) h.B = '2'; fetch(API, { headers: h });", 'maybe'],
    ["fetch(API, { headers: { A: x ? '1' : undefined, B: '2' } });", 'maybe'],
  ])('are sent together or not: %s: %s', (source, expected) => {
    expect(together(source)).toBe(expected);
  });

  it('are not mixed from two branches with a request each', () => {
    const { entries } = sentBy(
      'headers',
      "function send(x) { const h = {}; if (x) { h.A = '1'; return fetch(API, { headers: h }); } h.B = '2'; return fetch(API, { headers: h }); }",
    );
    expect(entries.map(({ name }) => name)).toEqual(['b']);
  });
});

describe('the query of a request', () => {
  it.each([
    ['fetch(API);', ''],
    ['fetch(`${API}?a=1&b=${two}`);', 'a b'],
    ['fetch(`${API}?a=1&${more}`);', 'a …'],
    ["const u = new URL(API); u.searchParams.set('a', '1'); fetch(u);", 'a'],
    ["const u = new URL(API); u.searchParams.append('a', '1'); fetch(u.href);", 'a'],
    ["const u = new URL(API); u.search = '?a=1'; fetch(`${u}`);", 'a'],
    ['const u = new URL(API); for (const [k, v] of Object.entries(given)) u.searchParams.set(k, v); fetch(u);', '…'],
    ["const s = new URLSearchParams(); s.set('a', '1'); fetch(`${API}?${s}`);", 'a'],
    ["const s = new URLSearchParams({ a: '1' }); if (x) s.delete('a'); fetch(API + '?' + s.toString());", 'a?'],
    ["const u = new URL(API); const send = (to) => fetch(to); u.searchParams.set('a', '1'); send(u.href);", 'a'],
    ["const make = () => { const u = new URL(API); u.searchParams.set('a', '1'); return u; }; fetch(make());", 'a'],
    ["const add = (u) => { u.searchParams.set('a', '1'); return u; }; fetch(add(new URL(API)));", 'a'],
    ["const u = new URL(API); if (x) u.searchParams.set('a', '1'); fetch(u);", 'a?'],
    [
      "const one = () => { const u = new URL(API); u.searchParams.set('a', '1'); return u; }; const two = () => `${API}?b=2`; fetch((x ? one : two)());",
      'a? b?',
    ],
    [
      "const one = () => { const u = new URL(API); u.searchParams.set('a', '1'); return u; }; function next(n) { return (n ? next : one)(n - 1); } fetch(next(more));",
      'a? …',
    ],
    ["const u = new URL(API); fetch(u); u.searchParams.set('a', '1');", ''],
    ["const u = new URL(API + '?a=1'); u.searchParams.delete('a'); fetch(u);", ''],
    ["fetch(x ? API : API + '?a=1');", ''],
    [
      "const h = { a: '1' }; function run() { fetch(`${API}?${new URLSearchParams(h)}`); h['b'] = '2'; } run(); run();",
      'a b?',
    ],
  ])('is read from %s', (source, expected) => {
    expect(namesOf(sentBy('query', source))).toBe(expected);
  });

  it.each([
    [AXIOS, 'const c = axios.create({ params: { a: 1 } }); c.get(API, { params: { b: 2 } });', 'a b (…)'],
    ["import superagent from 'superagent';\n", 'superagent.get(API).query({ a: 1 });', 'a (…)'],
    ["import $ from 'jquery';\n", '$.ajax({ url: API, data: { a: 1 } });', 'a (…)'],
  ])('is read from other clients: %s%s', (imports, source, expected) => {
    expect(namesOf(sentBy('query', source, imports))).toBe(expected);
  });
});

it('keeps the values of all branches of a header, even of more branches than are evaluated separately', () => {
  const set = Array.from({ length: 80 }, (_, index) => `if (kind === ${String(index)}) h.A = 'v${String(index)}';`);
  const { entries } = sentBy(
    'headers',
    `const h = {}; if (none) h.A = undefined; ${set.join(' ')} axios.get(API, { headers: h });`,
    AXIOS,
  );
  const values = new Set(entries.flatMap((entry) => entry.values ?? []));
  expect([0, 40, 79].map((index) => values.has(`v${String(index)}`))).toEqual([true, true, true]);
});
