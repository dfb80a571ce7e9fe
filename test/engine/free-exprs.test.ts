import { expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import { forgetWork, work } from '../../src/core/lib/work.js';
import { catalogueOf, readerOf } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });

/** Counts findings in a file that calls a helper a number of times, and the expressions evaluated. */
function analysed(helper: string, calls: number): { readonly found: number; readonly expressions: number } {
  const lines = Array.from({ length: calls }, (_, index) => `fetch(bellsOf('${String(index)}'));\n`);
  const file = `import { bellsOf } from './helper';\n${lines.join('')}`;
  const analyse = createAnalyser({ catalogue: CATALOGUE, modules: readerOf({ 'a.ts': file, 'helper.ts': helper }) });
  forgetWork();
  const { findings } = analyse('a.ts');
  return { found: findings.length, expressions: work.expressions };
}

const CONFIG = `
const read = () => ['https:', '', 'api.clock.test'].map((part) => part.trim()).concat(['rest', 'v2']).join('/');
const base = () => read().replace('http:', 'https:');`;

it('evaluates an expression that does not depend on arguments once for all calls of a function', () => {
  const helper = `${CONFIG}
    export function bellsOf(id) {
      const root = base();
      return root + '/towers/' + id + '/bells';
    }`;
  const [few, many] = [analysed(helper, 2), analysed(helper, 12)];
  expect(few.found).toBe(2);
  expect(many.found).toBe(12);
  // Per call: the call, the helper, the sum, the parameter and its names; ten calls more.
  expect(many.expressions - few.expressions).toBeLessThan(120);
});

it.each([
  ['a variable that is set again', "let root = base();\nif (id === 'none') root = 'https://elsewhere.test/' + id;"],
  ['a collection that changes', "const parts = [base()];\nparts.push('towers', id, 'bells');\nreturn parts.join('/');"],
  ['an object whose property is set', 'const made = { root: base() };\nmade.id = id;\nconst root = made.root;'],
  ['a closure', 'const rootOf = () => base() + "/towers/" + id + "/bells";\nreturn rootOf();'],
])('evaluates %s anew in each call', (_, lines) => {
  const helper = `${CONFIG}
    export function bellsOf(id) {
      ${lines}
      return root + '/towers/' + id + '/bells';
    }`;
  expect(analysed(helper, 3).found).toBe(3);
});

it('stops when functions without parameters call each other', () => {
  const helper = `
    const one = () => (Math.random() ? other() : 'https://api.clock.test/rest/v2');
    const other = () => one();
    export function bellsOf(id) {
      return one() + '/towers/' + id + '/bells';
    }`;
  expect(analysed(helper, 2).found).toBe(2);
});
