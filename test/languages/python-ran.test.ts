import { describe, expect, it } from 'vitest';
import { loadCatalogue, scan } from '../../src/scan/index.js';
import type { ReportFinding } from '../../src/scan/index.js';
import { writeProgram } from './python-programs.js';
import { hasPython, withRuns } from './python-runs.js';
import type { Sent } from './python-runs.js';
import { seedOr, share } from '../share.js';

const PROGRAMS = share(60);
const SEED = seedOr(1);
const BATCH = 500;

const OPERATIONS = loadCatalogue().deprecations.flatMap((deprecation) =>
  deprecation.kind === 'endpoint'
    ? deprecation.endpoints.flatMap(({ path, methods }) => methods.map((method) => ({ path: path.text, method })))
    : [],
);

function sameAs({ method, url }: Sent): (operation: { readonly method: string; readonly path: string }) => boolean {
  const path = new URL(url).pathname.replace(/^\/client\/v4/, '');
  return (operation) =>
    operation.method === method && new RegExp(`^${operation.path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`).test(path);
}

/** Requests that were missed, and certain findings that were never requested. */
async function faultsOf(seeds: readonly number[]): Promise<readonly string[]> {
  const programs = seeds.map(writeProgram);
  return await withRuns(programs, async (folder, runs) => {
    const { findings, unresolved } = await scan({ root: folder, asOf: '2026-01-01', minConfidence: 'possible' });
    const wrong: string[] = [];
    for (const [index, { sent, error }] of runs.entries()) {
      const file = `p${String(index)}.py`;
      const own = findings.filter((finding) => finding.file === file);
      const isOpen = unresolved.some((site) => site.file === file);
      const addFault = (what: string): unknown =>
        wrong.push(`seed ${String(seeds[index])}: ${what}\n${programs[index] ?? ''}`);
      if (error !== null) addFault(`does not run: ${error}`);
      for (const request of sent) {
        const isDeprecated = OPERATIONS.some(sameAs(request));
        if (isDeprecated && !isOpen && !own.some(({ operation }) => operation !== null && sameAs(request)(operation)))
          addFault(`missed ${request.method} ${request.url}`);
      }
      for (const finding of own.filter(isCertain))
        if (!sent.some((request) => finding.operation !== null && sameAs(request)(finding.operation)))
          addFault(`untrue: ${finding.message}`);
    }
    return wrong;
  });
}

function isCertain({ confidence }: ReportFinding): boolean {
  return confidence === 'certain';
}

describe.skipIf(!hasPython())('findings in generated Python programs (skipped without python3)', () => {
  it(
    'include every deprecated request of a run, and no certain finding without its request',
    { timeout: 60_000 + PROGRAMS * 200 },
    async () => {
      const wrong: string[] = [];
      for (let done = 0; done < PROGRAMS; done += BATCH) {
        const seeds = Array.from({ length: Math.min(BATCH, PROGRAMS - done) }, (_, index) => SEED + done + index);
        wrong.push(...(await faultsOf(seeds)));
      }
      expect(wrong.slice(0, 5)).toEqual([]);
    },
  );
});
