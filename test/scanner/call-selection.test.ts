import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/load.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import type { Report } from '../../src/report/report.js';
import { listFixtures } from '../fixtures-support.js';
import { scanSteps } from '../../src/scan/scan-tree.js';
import { drainAsync } from '../../src/scan/steps.js';

/** The report of a fixture, with the selected calls looked at, or with all of them. */
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

describe('calls that are left alone', () => {
  it.each([...new Set(listFixtures().map(({ theme }) => theme))])(
    'take nothing from the findings in %s',
    async (theme) => {
      for (const { name, root } of listFixtures().filter((fixture) => fixture.theme === theme)) {
        const [selected, all] = [await scan(join(root), 'selected'), await scan(join(root), 'all')];
        expect({ name, ...selected }).toEqual({ name, ...all });
      }
    },
  );
});
