import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import type { Report } from '../../src/report/report.js';
import { listFixtures } from '../fixtures-support.js';
import { scanSteps } from '../../src/scan/open-scan.js';
import { drainAsync } from '../../src/scan/steps.js';
import { sample } from '../share.js';

/** Findings of a fixture, with only the selected calls analysed, or all of them. */
async function scan(root: string, calls: 'selected' | 'all'): Promise<Pick<Report, 'findings'>> {
  const steps = scanSteps(
    { root, asOf: '2026-01-01', minConfidence: 'possible', documents: true },
    {
      catalogue: loadCatalogue(),
      createAnalyser: ({ selection, ...context }) =>
        createAnalyser({
          ...context,
          resources: 'report',
          testDoubles: 'report',
          ...(calls === 'all' || selection === undefined ? {} : { selection }),
        }),
    },
  );
  const { report } = await drainAsync(steps, undefined);
  return { findings: report.findings };
}

describe('skipped calls', () => {
  it.each(sample(listFixtures(), 5))('change no finding in $name', async ({ root }) => {
    expect(await scan(root, 'selected')).toEqual(await scan(root, 'all'));
  });
});
