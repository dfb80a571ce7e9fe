import { describe, expect, it } from 'vitest';
import { mayComplete } from '../../src/engine/analyse.js';
import { createFinder } from '../../src/engine/finder.js';
import { CallSite } from '../../src/engine/judge/site-view.js';
import { sentHeaders } from '../../src/engine/requests/sent/headers.js';
import type { Sent } from '../../src/engine/requests/sent/sent.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { startCpuClock } from '../cpu-time.js';
import { catalogueOf, readerOf } from '../engine/support.js';
import { BASE, MOST_STEPS, repeat } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });

/** Programs of a given size that build headers, by the part that grows. All send `a`, if only sometimes. */
const PROGRAMS: Readonly<Record<string, (size: number) => string>> = {
  'arms of `else if` that set one header': (size) =>
    `const h = {}; ${repeat(size, (index) => `if (kind === ${index}) h.A = 'v${index}';`, ' else ')}`,
  'arms of `else if` that set headers of their own': (size) =>
    `const h = {}; ${repeat(size, (index) => `if (kind === ${index}) { h.A = '1'; h.H${index} = '2'; }`, ' else ')}`,
  'arms that read a table of headers': (size) =>
    `const table = { ${repeat(size, (index) => `w${index}: { headers: { A: '${index}' } }`, ',')} };
     const h = { ...(table[kind].headers ?? {}), ...(given ?? {}) };
     ${repeat(size, (index) => `if (kind === ${index}) h.A = table.w${index}.headers.A;`, ' else ')}`,
  'assignments of what a thing is already': (size) =>
    `let h = { A: '1' }; ${repeat(size, (index) => `h = h ?? {}; if (kind === ${index}) h.A = '2';`)}`,
  'spreads of the thing itself': (size) =>
    `let h = { A: '1' }; ${repeat(size, (index) => `h = { ...h, H${index}: '1' };`)}`,
  'branches, each of which spreads the thing itself': (size) =>
    `let h = { A: '1' }; ${repeat(size, (index) => `h = kind === ${index} ? { ...h, A: '2' } : { ...h };`)}`,
  'functions that change the headers handed to them': (size) =>
    `${repeat(size, (index) => `function f${index}(g) { g.A = '${index}'; }`)}
     const h = {}; ${repeat(size, (index) => `f${index}(h);`)}`,
};

interface Read {
  readonly sent: Sent;
  readonly steps: number;
  readonly milliseconds: number;
}

function read(source: string): Read {
  const program = `${source}\nfetch('${BASE}/towers/1/bells', { headers: h });`;
  const finder = createFinder({ catalogue: CATALOGUE, modules: readerOf({ 'a.ts': program }) }, mayComplete);
  const { evaluator } = finder;
  const context = expectDefined(evaluator.program.context('a.ts'), 'the source was lowered');
  evaluator.program.begin();
  const index = context.facts.calls.findLastIndex(({ callee }) => callee.kind === 'name' && callee.name === 'fetch');
  const [site] = finder.sitesOf(context, index, undefined);
  const view = new CallSite(finder, context, index, expectDefined(site, 'there is a request'));
  const { budget } = evaluator.program;
  const elapsed = startCpuClock();
  const sent = sentHeaders(finder, view, new Set(['a']));
  return { sent, steps: budget - evaluator.program.budget, milliseconds: elapsed() };
}

describe('the cost of deriving the headers of a request', () => {
  it.each(Object.entries(PROGRAMS))('grows linearly with %s', (_, programOf) => {
    const small = read(programOf(100));
    const large = read(programOf(400));
    expect(small.sent.entries.some(({ name }) => name === 'a')).toBe(true);
    expect(large.sent.complete && large.sent.entries.length === 0).toBe(false);
    // Four times the size: quadratic cost would be sixteen times.
    expect(large.steps).toBeLessThanOrEqual(2 * 4 * (small.steps + 100));
    // Other work of the machine only adds time, so a second or third run may show that the first was not slow.
    let { milliseconds } = large;
    const most = 10 * (small.milliseconds + 20);
    for (let run = 1; run < 3 && milliseconds >= most; run += 1)
      milliseconds = Math.min(milliseconds, read(programOf(400)).milliseconds);
    expect(milliseconds).toBeLessThan(most);
  });

  it('stops at the budget of the file when calls build headers from results of other calls', () => {
    const { sent, steps } = read(
      `function add(o) { o.h = o.h ?? {}; if (jar) o.h.A = jar; }
       const options = { h: {} }; ${repeat(600, () => 'add(options);')} const h = options.h;`,
    );
    expect(steps).toBeLessThan(MOST_STEPS);
    expect(sent.complete).toBe(false);
  });
});
