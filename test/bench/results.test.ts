import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FORMAT, heading, misplaced } from '../../bench/layout.mjs';

const RESULTS = readFileSync(new URL('../../bench/results.md', import.meta.url), 'utf8');

describe('bench/results.md', () => {
  it('has the current format, and names its commit', () => {
    expect(misplaced(RESULTS)).toEqual([]);
    expect(RESULTS).toMatch(/^Format \d+\. Written by `npm run bench` at commit [0-9a-f]{7}\b/m);
  });

  it('contains no path of the machine that it was written on', () => {
    expect(RESULTS).not.toMatch(/\/(?:tmp|home|root|work|Users)\b/);
  });

  it.each([
    ['another format', RESULTS.replace(`Format ${FORMAT}.`, `Format ${FORMAT - 1}.`), `begin with format ${FORMAT}`],
    ['a missing column', RESULTS.replace(' now : memory |', ''), "table of 'Scan' has the columns"],
    ['a section of another name', RESULTS.replace('## Growth', '## Sizes'), "no section is called 'Sizes'"],
    ['a missing section', RESULTS.replace(/^## Work\n[^]*?(?=^## )/m, ''), "no section 'Work'"],
  ])('is rejected for %s', (_what, text, why) => {
    expect(misplaced(text).join('\n')).toContain(why);
  });
});

describe('the heading of the results', () => {
  it('names the measured commit and the one compared with it', () => {
    const run = { node: 'v24.0.0', cores: 2, runs: 5 };
    expect(heading({ ...run, commit: 'abc1234', before: 'sunset-lint at def5678' })).toContain(
      'at commit abc1234, beside sunset-lint at def5678, on Node v24.0.0, 2 cores; medians of 5 runs',
    );
    expect(heading({ ...run, commit: 'abc1234' })).toContain('at commit abc1234, on Node');
  });
});
