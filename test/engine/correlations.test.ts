import { describe, expect, it } from 'vitest';
import { catalogueOf, evaluate, findings } from './support.js';

const CATALOGUE = catalogueOf({
  bells: [['GET DELETE', '/towers/{id}/bells']],
  hands: [['GET PUT DELETE', '/towers/{id}/hands']],
});

/** Lists findings as `certain: GET bells`, sorted. */
function found(source: string): readonly string[] {
  return findings({ 'a.ts': `const API = 'https://api.clock.test/rest/v2';\n${source}` }, CATALOGUE)
    .map(({ confidence, methods, deprecation }) => `${confidence}: ${[...methods].join('|')} ${deprecation}`)
    .sort();
}

const ROWS = `const ROWS = [
  { method: 'GET', path: '/towers/1/bells' },
  { method: 'DELETE', path: '/towers/1/hands' },
  { method: 'POST', path: '/towers/1/clocks' },
];`;

describe('method and path from one row of a table', () => {
  it.each([
    ['a for-of loop', 'for (const row of ROWS) fetch(API + row.path, { method: row.method });'],
    ['a for-of loop with a pattern', 'for (const { method, path } of ROWS) fetch(`${API}${path}`, { method });'],
    ['forEach', 'ROWS.forEach((row) => fetch(API + row.path, { method: row.method }));'],
    ['map with a pattern', 'export const all = ROWS.map(({ method, path }) => fetch(API + path, { method }));'],
    ['entries', 'for (const [, row] of ROWS.entries()) fetch(API + row.path, { method: row.method });'],
    ['an index', 'export const one = (i) => fetch(API + ROWS[i].path, { method: ROWS[i].method });'],
    ['a row by index', 'export const one = (i) => { const row = ROWS[i]; return fetch(API + row.path, { ...row }); };'],
    [
      'a wrapper',
      'const send = (method, path) => fetch(API + path, { method }); for (const row of ROWS) send(row.method, row.path);',
    ],
    [
      'a wrapper of rows',
      'const send = ({ method, path }) => fetch(API + path, { method }); ROWS.forEach((row) => send(row));',
    ],
    ['a filtered table', 'for (const row of ROWS.filter(Boolean)) fetch(API + row.path, { method: row.method });'],
    [
      'a copied table',
      'for (const row of [...ROWS]) { const r = { ...row, x: 1 }; fetch(API + r.path, { method: r.method }); }',
    ],
  ])('are combined row by row: %s', (_, loop) => {
    expect(found(`${ROWS}\n${loop}`)).toEqual(['certain: DELETE hands', 'certain: GET bells']);
  });

  it.each([
    [
      'tuples',
      "for (const [method, path] of [['GET', '/towers/1/bells'], ['DELETE', '/towers/1/hands']]) fetch(API + path, { method });",
    ],
    [
      'values of an object',
      "const T = { a: { method: 'GET', path: '/towers/1/bells' }, b: { method: 'DELETE', path: '/towers/1/hands' } }; for (const { method, path } of Object.values(T)) fetch(API + path, { method });",
    ],
    [
      'keys of an object',
      "const T = { a: { method: 'GET', path: '/towers/1/bells' }, b: { method: 'DELETE', path: '/towers/1/hands' } }; for (const k in T) fetch(API + T[k].path, { method: T[k].method });",
    ],
    [
      'properties of an object by name',
      "const T = { a: ['GET', '/towers/1/bells'], b: ['DELETE', '/towers/1/hands'] }; export const f = (name) => fetch(API + T[name][1], { method: T[name][0] });",
    ],
    [
      'two tables by one name',
      "const P = { a: '/towers/1/bells', b: '/towers/1/hands' }; const M = { a: 'GET', b: 'DELETE' }; for (const k of Object.keys(P)) fetch(API + P[k], { method: M[k] });",
    ],
    [
      'constants',
      "const M = { G: 'GET', D: 'DELETE' }; for (const r of [{ m: M.G, p: '/towers/1/bells' }, { m: M.D, p: '/towers/1/hands' }, { m: M.G, p: '/towers/1/clocks' }]) fetch(API + r.p, { method: r.m });",
    ],
    [
      'functions',
      "for (const r of [{ m: 'GET', p: (t) => `/towers/${t}/bells` }, { m: 'DELETE', p: (t) => `/towers/${t}/hands` }]) fetch(API + r.p(1), { method: r.m });",
    ],
    [
      'objects in rows',
      "for (const r of [{ q: { m: 'GET' }, u: { p: '/towers/1/bells' } }, { q: { m: 'DELETE' }, u: { p: '/towers/1/hands' } }]) fetch(API + r.u.p, { method: r.q.m });",
    ],
    [
      'lists in rows',
      "for (const g of [{ m: 'GET', ps: ['/towers/1/bells'] }, { m: 'DELETE', ps: ['/towers/1/hands', '/towers/1/clocks'] }]) for (const p of g.ps) fetch(API + p, { method: g.m });",
    ],
    [
      'one of two objects',
      "export const f = (x) => { const o = x() ? { m: 'GET', p: '/towers/1/bells' } : { m: 'DELETE', p: '/towers/1/hands' }; return fetch(API + o.p, { method: o.m }); };",
    ],
    [
      'the result of a function',
      "const pick = (x) => { if (x()) return { m: 'GET', p: '/towers/1/bells' }; return { m: 'DELETE', p: '/towers/1/hands' }; }; export const f = (x) => { const o = pick(x); return fetch(API + o.p, { method: o.m }); };",
    ],
    [
      'pieces of a path',
      "for (const r of [{ m: 'GET', s: 'towers', k: 'bells' }, { m: 'DELETE', s: 'towers', k: 'hands' }]) fetch(`${API}/${r.s}/1/${r.k}`, { method: r.m });",
    ],
  ])('are combined row by row: %s', (_, loop) => {
    expect(found(loop)).toEqual(['certain: DELETE hands', 'certain: GET bells']);
  });

  it('are combined if one text holds both', () => {
    const base = 'https://api.clock.test/rest/v2';
    expect(
      found(`for (const route of ['GET ${base}/towers/1/bells', 'DELETE ${base}/towers/1/hands']) fetch(route);`),
    ).toEqual(['certain: DELETE hands', 'certain: GET bells']);
  });

  it('leave the method unknown only for rows whose method is unknown', () => {
    expect(
      found(
        "for (const r of [{ p: '/towers/1/bells' }, { m: 'DELETE', p: '/towers/1/hands' }, { m: x(), p: '/towers/2/hands' }]) fetch(API + r.p, { method: r.m });",
      ),
    ).toEqual(['certain: DELETE hands', 'certain: GET bells', 'probable:  hands']);
  });

  it('are combined freely if they come from two tables, or from two reads of one table', () => {
    expect(
      found(
        "for (const m of ['GET', 'DELETE']) for (const p of ['/towers/1/bells', '/towers/1/hands']) fetch(API + p, { method: m });",
      ),
    ).toEqual(['certain: GET|DELETE bells', 'certain: GET|DELETE hands']);
    expect(
      found(
        `${ROWS} for (const a of ROWS.slice(0, 2)) for (const b of ROWS.slice(0, 2)) fetch(API + a.path, { method: b.method });`,
      ),
    ).toEqual(['certain: GET|DELETE bells', 'certain: GET|DELETE hands']);
    expect(
      found(`${ROWS} export const f = (i, j) => fetch(API + ROWS[i].path, { method: ROWS[j].method });`),
    ).toHaveLength(2);
  });

  it('are combined with the previous row if a loop carries the method over', () => {
    expect(
      found(
        `${ROWS} let method = 'PUT'; for (const row of ROWS) { fetch(API + row.path, { method }); method = row.method; }`,
      ),
    ).toContain('certain: PUT|GET|DELETE|POST hands');
  });

  it('keep their order when they are joined to a text', () => {
    expect(
      evaluate(
        "const t = [{ a: '1', b: 'x' }, { a: '2', b: 'y' }]; const result = (() => { for (const r of t) return r.a + r.b; })();",
      ),
    ).toEqual(['1x', '2y']);
  });
});
