import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { possibleReport } from './kept-support.js';
import { NAMES, writeVariant } from './trees.js';
import { share } from '../share.js';

const STEPS = share(40);

const EDITS = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.nat({ max: 5 })), { minLength: STEPS, maxLength: STEPS });

/** Makes the edits in turn, and compares a run with cached results with a run without them after each edit. */
async function compareAfterEdits(edits: readonly (readonly [name: string, index: number])[]): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'sunset-edits-'));
  const cacheFolder = mkdtempSync(join(tmpdir(), 'sunset-kept-'));
  try {
    for (const name of NAMES) writeVariant(root, name, 0);
    for (const [name, index] of edits) {
      writeVariant(root, name, index);
      const fresh = await possibleReport(root, '--no-cache');
      expect(await possibleReport(root, '--cache-location', cacheFolder), `${name} ${index}`).toBe(fresh);
      expect(await possibleReport(root, '--cache-location', cacheFolder), `${name} ${index}, again`).toBe(fresh);
    }
    expect(readdirSync(cacheFolder).filter((name) => !name.endsWith('.read.json'))).toHaveLength(1);
    expect(readdirSync(cacheFolder).some((name) => name.endsWith('.read.json'))).toBe(true);
  } finally {
    for (const folder of [root, cacheFolder]) rmSync(folder, { recursive: true });
  }
}

// Summaries of recently changed files are not cached.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a run with cached results gives the same report as a run without them after every edit', () => {
  it.each<[name: string, edits: readonly (readonly [name: string, index: number])[]]>([
    [
      'a manifest becomes invalid before the last import of a package is removed',
      [
        ['packages/kit/src/other.ts', 1],
        ['package.json', 3],
        ['src/sdk.ts', 1],
      ],
    ],
    [
      'a manifest becomes invalid after the last import of a package is removed',
      [
        ['packages/kit/src/other.ts', 1],
        ['src/sdk.ts', 1],
        ['package.json', 3],
      ],
    ],
  ])('if %s', async (_, edits) => {
    await compareAfterEdits(edits);
  });

  it('for random edits', { timeout: 600_000 }, async () => {
    await fc.assert(fc.asyncProperty(EDITS, compareAfterEdits), { numRuns: 1, endOnFailure: true });
  });
});
