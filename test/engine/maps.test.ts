import { describe, expect, it } from 'vitest';
import { catalogueOf, evaluate, findings } from './support.js';

const evaluateAfter = (expression: string, before = ''): readonly (string | undefined)[] =>
  evaluate(`${before}\nconst result = ${expression};`);

describe('evaluating a Map', () => {
  const M = "const m = new Map([['a', '1'], ['b', '2'], ['a', '3']]);";

  it.each([
    ["m.get('b')", ['2']],
    ["m.get('a')", ['3']],
    ["m.get('c')", [undefined]],
    ['m.get(key)', ['1', '2', '3']],
    ["m.get(q ? 'a' : 'b')", ['3', '2']],
    ["m.get('c') ?? '4'", [undefined, '4']],
    ["m.get(key) ?? '4'", ['1', '2', '3', '4']],
  ])('returns its entries: %s', (expression, texts) => {
    expect(evaluateAfter(expression, M)).toEqual(texts);
  });

  it.each([
    ["new Map(Object.entries({ a: '1', b: '2' })).get('b')", ['2']],
    ["new Map([['a', { p: '1' }]]).get('a').p", ['1']],
    ["new Map(['1', '2'].map((v) => ['k' + v, v])).get('k2')", ['2']],
    ["new Map().set('a', '1').set('b', '2').get('b')", ['2']],
    ["new Map([['a', '1']]).set('a', '2').get('a')", ['2']],
    ["new Map(unknown).get('a')", [undefined]],
    ["[...new Map([['a', '1'], ['b', '2']]).values()].join('/')", ['1/2']],
  ])('supports each way of creating it: %s', (expression, texts) => {
    expect(evaluateAfter(expression)).toEqual(texts);
  });

  it('keeps the position of an entry that is set again', () => {
    expect(
      evaluateAfter("[...m.values()].join('/')", "const m = new Map([['a', '1'], ['b', '2']]); m.set('a', '3');"),
    ).toEqual(['3/2']);
  });

  it('includes entries that are set later', () => {
    expect(evaluateAfter("m.get('a')", "const m = new Map(); m.set('a', '1'); m.set('b', '2');")).toEqual(['1']);
    expect(
      evaluateAfter(
        "m.get('b')",
        "const m = new Map(); for (const [k, v] of Object.entries({ a: '1', b: '2' })) m.set(k, v);",
      ),
    ).toContain('2');
  });

  it('is unknown if another function may fill it', () => {
    expect(evaluateAfter("m.get('a')", 'const m = new Map(); fill(m);')).toEqual([undefined]);
  });

  it('includes entries that methods of its class set', () => {
    const C = (rest: string): string =>
      `class C { m = new Map([['a', '1']]); ${rest} get(k) { return this.m.get(k); } }`;
    expect(evaluateAfter("new C().get('a')", C(''))).toEqual(['1']);
    expect(evaluateAfter("new C().get('b')", C("add() { this.m.set('b', '2'); }"))).toEqual(['2', undefined]);
    expect(
      evaluateAfter("new C().get('b')", 'class C { static m = new Map([["b", "2"]]); get(k) { return C.m.get(k); } }'),
    ).toEqual(['2']);
  });
});

describe('a Map of routes', () => {
  const CATALOGUE = catalogueOf({
    bells: [['GET DELETE', '/towers/{id}/bells']],
    hands: [['GET DELETE', '/towers/{id}/hands']],
  });
  const found = (source: string): readonly string[] =>
    findings({ 'a.ts': `const API = 'https://api.clock.test/rest/v2';\n${source}` }, CATALOGUE)
      .map(({ confidence, methods, deprecation }) => `${confidence}: ${[...methods].join('|')} ${deprecation}`)
      .sort();

  it.each([
    "const R = new Map([['a', '/towers/1/clocks'], ['b', '/towers/1/bells']]); fetch(API + R.get('b'));",
    "const R = new Map([['a', '/towers/1/clocks'], ['b', '/towers/1/bells']]); export const f = (n) => fetch(API + R.get(n));",
    "const R = new Map([['a', '/towers/1/clocks'], ['b', '/towers/1/bells']]); R.forEach((path) => fetch(API + path));",
    "class Api { #r = new Map([['a', '/towers/1/bells']]); call(n) { return fetch(API + this.#r.get(n)); } }",
  ])('is searched for deprecated paths: %s', (source) => {
    expect(found(source)).toEqual(['certain: GET bells']);
  });

  it('lowers the confidence of an entry that the key does not select', () => {
    expect(
      found("const R = new Map([['a', '/towers/1/clocks'], ['b', '/towers/1/bells']]); fetch(API + R.get('a'));"),
    ).toEqual(['possible:  bells']);
  });

  it.each([
    'const r = R.get(n); return fetch(API + r.path, { method: r.method });',
    'const { path, method } = R.get(n); return fetch(API + path, { method });',
    'return fetch(API + R.get(n).path, { method: R.get(n).method });',
  ])('combines the values of one entry: %s', (body) => {
    const rows =
      "const R = new Map([['a', { method: 'GET', path: '/towers/1/bells' }], ['b', { method: 'DELETE', path: '/towers/1/hands' }]]);";
    expect(found(`${rows} export function f(n) { ${body} }`)).toEqual(['certain: DELETE hands', 'certain: GET bells']);
  });

  it.each([
    'R.forEach((method, path) => fetch(API + path, { method }));',
    'for (const [path, method] of R) fetch(API + path, { method });',
  ])('combines each key with its value: %s', (loop) => {
    const map = "const R = new Map([['/towers/1/bells', 'GET'], ['/towers/1/hands', 'DELETE']]);";
    expect(found(`${map} ${loop}`)).toEqual(['certain: DELETE hands', 'certain: GET bells']);
  });
});
