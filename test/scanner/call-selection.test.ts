import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/load.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import type { Report } from '../../src/report/report.js';
import { listFixtures } from '../fixtures-support.js';
import { runScan } from './support.js';

/** The report of a fixture, with the selected calls looked at, or with all of them. */
function scan(root: string, calls: 'selected' | 'all'): Pick<Report, 'findings'> {
  const { report } = runScan(
    { root, asOf: '2026-01-01', minConfidence: 'possible' },
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
  return { findings: report.findings };
}

describe('calls that are left alone', () => {
  it.each([...new Set(listFixtures().map(({ theme }) => theme))])('take nothing from the findings in %s', (theme) => {
    for (const { name, root } of listFixtures().filter((fixture) => fixture.theme === theme)) {
      expect({ name, ...scan(join(root), 'selected') }).toEqual({ name, ...scan(join(root), 'all') });
    }
  });
});
