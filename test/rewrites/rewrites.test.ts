import { describe, expect, it } from 'vitest';
import { measure, programs } from './measure.js';
import { REWRITES } from './rewrites.js';

/** Programs that are rewritten in every run; with `LONG=1` it is all of them, and every row. */
const SAMPLE = /^(?:wrappers\/(?:inherited|function)|url-building\/enums|modules\/commonjs-exports)$/;
const SAMPLED = /^(?:f\(|tsc ES5 CommonJS$|tsc ES2020 (?:AMD|System)|babel async$)/;

const isLong = process.env['LONG'] === '1';
const rows = REWRITES.filter(({ name }) => isLong || SAMPLED.test(name));
const chosen = programs((name) => isLong || SAMPLE.test(name));

describe('findings in rewritten programs', () => {
  it.each(rows)('are kept: $name', { timeout: 600_000 }, async ({ name, rewrite, floor }) => {
    const { before, kept, lost, silent, unresolved } = await measure(chosen, rewrite);
    const recall = (kept / before) * 100;
    if (isLong) {
      const listed = lost.map((key) => `  ${silent.includes(key) ? 'silent  ' : 'listed  '}${key}`);
      const row = `${name}: ${recall.toFixed(1)} % of ${String(before)}, unresolved ${unresolved.join(' to ')}`;
      console.log([row, ...listed].join('\n'));
    }
    expect(before).toBeGreaterThan(5);
    expect(recall).toBeGreaterThanOrEqual(isLong ? floor : 100);
  });
});
