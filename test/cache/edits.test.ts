import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cli } from '../cli/support.js';
import { NAMES, put } from './trees.js';

/** Edits in one run; more where they are asked for. */
const STEPS = Number(process.env['STEPS'] ?? 40);

const EDITS = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.nat({ max: 5 })), { minLength: STEPS, maxLength: STEPS });

async function report(root: string, ...more: readonly string[]): Promise<string> {
  const { out, err } = await cli(root, [
    'scan',
    '--format',
    'json',
    '--min-confidence',
    'possible',
    '--no-baseline',
    ...more,
  ]);
  return out + err;
}

it('says after every edit what a run without results of earlier ones says', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(EDITS, async (edits) => {
      const root = mkdtempSync(join(tmpdir(), 'sunset-edits-'));
      const kept = mkdtempSync(join(tmpdir(), 'sunset-kept-'));
      try {
        for (const name of NAMES) put(root, name, 0);
        for (const [name, index] of edits) {
          put(root, name, index);
          const fresh = await report(root, '--no-cache');
          expect(await report(root, '--cache-location', kept), `${name} ${index}`).toBe(fresh);
        }
        expect(readdirSync(kept)).toHaveLength(1);
      } finally {
        for (const folder of [root, kept]) rmSync(folder, { recursive: true });
      }
    }),
    { numRuns: 1 },
  );
});
