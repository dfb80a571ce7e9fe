import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import type { Catalogue, Deprecation } from '../../src/core/model/deprecation.js';
import { catalogueOf, deprecatedFields, readerOf } from './support.js';

const BASE = 'https://api.clock.test/rest/v2';
const LIMIT = 'the analysis limit for this file was reached';
const MANY = 'too many possible values';

const OLD_BELLS: Catalogue = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });
const OLD_NAME: Catalogue = {
  ...catalogueOf({}),
  deprecations: [deprecatedFields('bell-names', 'GET /bells', ['/oldName'])],
};

/** Counts findings in a file, and lists its messages about limits. */
function analysed(
  source: string,
  catalogue: Catalogue,
  file = 'a.ts',
): { readonly found: number; readonly limits: readonly string[] } {
  const { findings, limits = [] } = createAnalyser({ catalogue, modules: readerOf({ [file]: source }) })(file);
  return { found: findings.length, limits };
}

const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

describe('a record of a response that is passed through functions', () => {
  /** Passes the record through a number of functions to the one that reads it. */
  const handed = (functions: number): string => `
    async function ring() { const { result } = await (await fetch('${BASE}/bells')).json(); step1(result); }
    ${times(functions - 1, (index) => `function step${String(index + 1)}(bell) { step${String(index + 2)}(bell); }`)}
    function step${String(functions)}(bell) { log(bell.oldName); }`;

  it('is followed through four functions', () => {
    expect(analysed(handed(4), OLD_NAME)).toEqual({ found: 1, limits: [] });
  });

  it('reports the analysis limit for a fifth function', () => {
    expect(analysed(handed(5), OLD_NAME)).toEqual({ found: 0, limits: [LIMIT] });
  });

  it('does not reach the limit if a function calls itself', () => {
    expect(
      analysed('function walk(bell) { log(bell.oldName); for (const one of bell.bells) walk(one); }', OLD_NAME).limits,
    ).toEqual([]);
  });

  /** Writes a number of functions that pass the record on, each called as many times. */
  const ways = (count: number): string =>
    `function read(bell) { log(bell.oldName); }\n${times(
      count,
      (index) =>
        `function way${String(index)}(bell) { read(bell); }\n${times(count, () => `way${String(index)}(some());`)}`,
    )}`;

  it('reports a limit for more than 60 ways', () => {
    expect(analysed(ways(7), OLD_NAME).limits).toEqual([]);
    expect(analysed(ways(8), OLD_NAME).limits).toEqual([MANY]);
  });
});

describe('one assignment that can set several properties', () => {
  const choice = (letter: string, count: number): string =>
    `${times(count - 1, (index) => `n === ${String(index)} ? '${letter}${String(index)}' :`)} '${letter}'`;
  const set = (names: number): string => `export function f(n) {
      const options = {};
      options[${choice('a', names)}][${choice('b', 8)}] = 'x';
      return fetch('${BASE}/towers/1/bells', options);
    }`;

  it('reports a limit for more than 64 combinations', () => {
    expect(analysed(set(8), OLD_BELLS)).toEqual({ found: 1, limits: [] });
    expect(analysed(set(9), OLD_BELLS).limits).toContain(MANY);
  });
});

describe('aliases of a record whose type a condition decides', () => {
  const CHIMES: Catalogue = {
    ...catalogueOf({}),
    deprecations: [
      { ...deprecatedFields('chime-names', 'GET /bells', ['/oldName']), when: { pointer: '/kind', equals: 'chime' } },
    ],
  };
  const named = (names: number): string => `
    const { result: bell0 } = await (await fetch('${BASE}/bells')).json();
    ${times(names, (index) => `const bell${String(index + 1)} = bell${String(index)};`)}
    if (bell${String(names)}.kind === 'gong') log(bell0.oldName);`;

  it('are followed, which excludes the field', () => {
    expect(analysed(named(7), CHIMES)).toEqual({ found: 0, limits: [] });
  });

  it('report the analysis limit beyond eight names', () => {
    expect(analysed(named(8), CHIMES)).toEqual({ found: 1, limits: [LIMIT] });
  });
});

describe('functions that call each other', () => {
  /** Writes a ring of functions, each of which calls the next; the last one sends a request. */
  const ring = (count: number): string => `
    ${times(count - 1, (index) => `function f${String(index + 10)}(path) { return f${String(index + 11)}(path); }`)}
    function f${String(count + 9)}(path) { return path === '' ? f10(path) : fetch('${BASE}' + path); }
    f10('/towers/1/bells');`;

  it('are followed ten times', () => {
    expect(analysed(ring(9), OLD_BELLS)).toEqual({ found: 1, limits: [] });
  });

  it('report the analysis limit if they do not end', () => {
    expect(analysed(ring(12), OLD_BELLS).limits).toEqual([LIMIT]);
  });
});

describe('headers that must not be combined', () => {
  const PAIR: Deprecation = {
    ...deprecatedFields('pair', 'GET /bells', ['/x']),
    kind: 'headers',
    headers: ['X-Ring', 'X-Toll'],
  } as unknown as Deprecation;
  const sent = (rings: number): string => `export function f(n, v) {
      const headers = new Headers();
      ${times(rings, (index) => `if (n.a${String(index)}) headers.append('X-Ring', v.a${String(index)});`)}
      ${times(8, (index) => `if (n.b${String(index)}) headers.append('X-Toll', v.b${String(index)});`)}
      return fetch('${BASE}/towers', { headers });
    }`;

  it('report a limit for more than 64 combinations', () => {
    const catalogue = { ...catalogueOf({}), deprecations: [PAIR] };
    expect(analysed(sent(8), catalogue)).toEqual({ found: 1, limits: [] });
    expect(analysed(sent(9), catalogue)).toEqual({ found: 1, limits: [MANY] });
  });
});

describe('aliases of a query', () => {
  const PITCH = {
    ...catalogueOf({}),
    deprecations: [
      {
        ...deprecatedFields('pitch', 'GET /towers', ['/x']),
        kind: 'query',
        parameter: 'pitch',
      } as unknown as Deprecation,
    ],
  };
  const put = (names: number): string => `
    const query0 = \`?\${new URLSearchParams({ pitch: high })}\`;
    ${times(names, (index) => `const query${String(index + 1)} = query${String(index)};`)}
    fetch(\`${BASE}/towers\${query${String(names)}}\`);`;

  it('report the analysis limit beyond twenty-four names', () => {
    expect(analysed(put(20), PITCH).limits).toEqual([]);
    expect(analysed(put(26), PITCH).limits).toEqual([LIMIT]);
  });

  it('are not a cycle if a text is built step by step', () => {
    const source = `let url = '${BASE}/towers?'; url = url + 'a=1'; url = url + '&b=' + b; url = url + '&pitch=1'; fetch(url);`;
    expect(analysed(source, PITCH)).toEqual({ found: 1, limits: [] });
  });
});

describe('functions between a migration step and its start', () => {
  const ZONE = 'https://api.cloudflare.com/client/v4/zones/1';
  const migrating = (functions: number): string => `
    function f0() { return fetch('${ZONE}/rulesets/phases/http_request_firewall_managed/entrypoint?waf_migration=pending&phase_two=1', { method: 'PUT', body: '{}' }); }
    ${times(functions, (index) => `function f${String(index + 1)}() { return f${String(index)}(); }`)}`;

  it('report the analysis limit beyond three functions', () => {
    expect(analysed(migrating(3), loadCatalogue()).limits).toEqual([]);
    expect(analysed(migrating(4), loadCatalogue()).limits).toEqual([LIMIT]);
  });
});

describe('no limit', () => {
  it('applies to functions that pass a path to an unknown function', () => {
    const through = (functions: number): string => `
      import { send } from './lost';
      ${times(functions, (index) => `function f${String(index)}(path) { return f${String(index + 1)}(path); }`)}
      function f${String(functions)}(path) { return send(path); }
      f0('/towers/1/bells');`;
    const unresolved = (functions: number): number =>
      createAnalyser({
        catalogue: OLD_BELLS,
        modules: readerOf({ 'a.ts': `// api.clock.test\n${through(functions)}` }),
      })('a.ts').findings.length;
    expect([unresolved(1), unresolved(9)]).toEqual([unresolved(2), unresolved(2)]);
  });

  it('applies to functions that are called where they are written', () => {
    const nested = (depth: number): string =>
      depth === 0 ? "o.method = 'POST';" : `(function (o) { ${nested(depth - 1)} })(o);`;
    const both = catalogueOf({ bells: [['GET POST', '/towers/{id}/bells']] });
    const methods = (depth: number): readonly string[] | undefined => {
      const source = `const o = {}; ${nested(depth)} fetch('${BASE}/towers/1/bells', o);`;
      return createAnalyser({ catalogue: both, modules: readerOf({ 'a.ts': source }) })('a.ts').findings[0]?.methods;
    };
    expect([methods(2), methods(40)]).toEqual([['POST'], ['POST']]);
  });
});

it('cuts a long URL with an ellipsis', () => {
  const shown = (length: number): string | undefined => {
    const source = `fetch('${BASE}/towers/${'1'.repeat(length)}/bells');`;
    return createAnalyser({ catalogue: OLD_BELLS, modules: readerOf({ 'a.ts': source }) })('a.ts').findings[0]?.url;
  };
  expect(shown(155)).toBe(`${BASE}/towers/${'1'.repeat(155)}/bells`);
  expect(shown(157)).toMatch(/1\/bel…$/);
  expect(shown(157)).toHaveLength(200);
});
