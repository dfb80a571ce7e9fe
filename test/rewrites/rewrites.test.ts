import { describe, expect, it } from 'vitest';
import { measure, programs } from './measure.js';
import { REWRITES } from './rewrites.js';
import { IS_LONG } from '../share.js';

/** Programs rewritten in every run, by a few rewrites; the long run applies every rewrite to every program. */
const SAMPLE = /^(?:wrappers\/(?:inherited|function)|url-building\/enums|modules\/commonjs-exports)$/;
const SAMPLED = /^(?:f\(|tsc ES5 CommonJS$|tsc ES2020 (?:AMD|System)|babel async$)/;

const rows = REWRITES.filter(({ name }) => IS_LONG || SAMPLED.test(name));
const fixtures = programs((name) => IS_LONG || SAMPLE.test(name));

describe('findings in rewritten programs', () => {
  it.each(rows)('are kept after the rewrite “$name”', { timeout: 600_000 }, async ({ name, rewrite, floor }) => {
    const { before, kept, lost, silent, unresolved } = await measure(fixtures, rewrite);
    const recall = (kept / before) * 100;
    if (IS_LONG) {
      const listed = lost.map((key) => `  ${silent.includes(key) ? 'silent  ' : 'listed  '}${key}`);
      const row = `${name}: ${recall.toFixed(1)} % of ${String(before)}, unresolved ${unresolved.join(' to ')}`;
      console.log([row, ...listed].join('\n'));
    }
    expect(before).toBeGreaterThan(5);
    expect(recall).toBeGreaterThanOrEqual(IS_LONG ? floor : 100);
  });
});
