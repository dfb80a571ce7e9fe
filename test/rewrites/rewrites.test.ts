import { describe, expect, it } from 'vitest';
import { measure, programs } from './measure.js';
import { REWRITES } from './rewrites.js';
import { IS_LONG } from '../share.js';

/** Programs that are rewritten in every run, in a few ways; the long run rewrites all of them, in every way. */
const SAMPLE = /^(?:wrappers\/(?:inherited|function)|url-building\/enums|modules\/commonjs-exports)$/;
const SAMPLED = /^(?:f\(|tsc ES5 CommonJS$|tsc ES2020 (?:AMD|System)|babel async$)/;

const rows = REWRITES.filter(({ name }) => IS_LONG || SAMPLED.test(name));
const chosen = programs((name) => IS_LONG || SAMPLE.test(name));

describe('findings in rewritten programs', () => {
  it.each(rows)('are kept: $name', { timeout: 600_000 }, async ({ name, rewrite, floor }) => {
    const { before, kept, lost, silent, unresolved } = await measure(chosen, rewrite);
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
