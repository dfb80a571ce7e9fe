import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import { forgetWork, work } from '../../src/core/lib/work.js';
import type { FileAnalysis } from '../../src/core/model/finding.js';
import { catalogueOf, readerOf } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });
const LIMIT = 'the analysis limit for this file was reached';

/** Functions that each call the next one four times, so that one call leads to a million. */
const CHIMES = Array.from({ length: 10 }, (_, level) => {
  const next = ['a', 'b', 'c', 'd'].map((way) => `chime${String(level + 1)}(x + '${way}')`);
  return `const chime${String(level)} = (x) => [${next.join(', ')}];\n`;
}).join('');

const FILES = {
  'towers.ts':
    `${CHIMES}const chime10 = (x) => x;\n` +
    "export const ring = (path) => fetch('https://api.clock.test/rest/v2' + path);\n" +
    "export const toll = (path) => { chime0('').ring(); return ring(path); };\n",
  'first.ts':
    "import { toll } from './towers';\ntoll('/towers/1/bells');\nfetch('https://api.clock.test/rest/v2/towers/1/bells');\n",
  'second.ts': "import { toll } from './towers';\ntoll('/towers/2/bells');\n",
  'beside.ts': "import { ring } from './towers';\nring('/towers/3/bells');\n",
};

/** Analyses files one after the other with one analyser, and counts the steps of each. */
function analysed(...order: readonly (keyof typeof FILES)[]): readonly (FileAnalysis & { readonly steps: number })[] {
  const analyse = createAnalyser({ catalogue: CATALOGUE, modules: readerOf(FILES) });
  return order.map((file) => {
    forgetWork();
    return { ...analyse(file), steps: work.steps };
  });
}

describe('a function that exceeds the analysis limit', () => {
  it('is evaluated once, and reported in each file that calls it', () => {
    const [first, second] = analysed('first.ts', 'second.ts');
    expect(first?.limits).toEqual([LIMIT]);
    expect(second?.limits).toEqual([LIMIT]);
    expect(second?.steps).toBeLessThan((first?.steps ?? 0) / 1000);
  });

  it('does not use up the budget of the files that call it', () => {
    const [first] = analysed('first.ts');
    expect(first?.findings.map(({ deprecation }) => deprecation)).toEqual(['bells']);
  });

  it('does not affect files that do not call it', () => {
    const [, beside] = analysed('first.ts', 'beside.ts');
    expect(beside?.findings.map(({ deprecation }) => deprecation)).toEqual(['bells']);
    expect(beside?.limits ?? []).toEqual([]);
  });
});
