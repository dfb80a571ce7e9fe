import { describe, expect, it } from 'vitest';
import { ResourceLimit } from '../../src/scan/resource-limit.js';
import { drainAsync, StepTooLong, setCurrentFile } from '../../src/scan/steps.js';
import type { Steps } from '../../src/scan/steps.js';

const SHORT = { stepTime: () => 200 };

/** Expression that takes exponential time for a text of forty characters. */
const ENDLESS = /^(?:a+)+$/;

function* endless(file: string): Steps<string> {
  setCurrentFile('before.js');
  yield;
  setCurrentFile(file);
  ENDLESS.test(`${'a'.repeat(40)}b`);
  yield;
  return 'never';
}

describe('the steps of a scan', () => {
  it('are interrupted inside an endless regular expression, with an error that names the file', async () => {
    const error: unknown = await drainAsync(endless('src/a.js'), undefined, SHORT).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StepTooLong);
    expect(error).toMatchObject({ name: 'ScanError', file: 'src/a.js' });
    expect(String(error)).toContain("'src/a.js' took more than 0.2 s in one piece, and the scan was ended.");
  });

  it('run normally after other steps were interrupted', async () => {
    await drainAsync(endless('src/a.js'), undefined, SHORT).catch(() => undefined);
    const done = drainAsync(
      (function* (): Steps<number> {
        yield;
        yield Promise.resolve();
        return 7;
      })(),
      undefined,
      SHORT,
    );
    expect(await done).toBe(7);
  });

  it('pass on their errors, and run their cleanup', async () => {
    const closed: string[] = [];
    const work = (function* (): Steps<number> {
      try {
        yield;
        throw new Error('of the work');
      } finally {
        closed.push('closed');
      }
    })();
    await expect(drainAsync(work, undefined, SHORT)).rejects.toThrow('of the work');
    expect(closed).toEqual(['closed']);
  });

  it('run their cleanup when the signal is aborted', async () => {
    const closed: string[] = [];
    const work = (function* (): Steps<number> {
      try {
        for (;;) yield;
      } finally {
        closed.push('closed');
      }
    })();
    await expect(drainAsync(work, AbortSignal.timeout(30))).rejects.toThrow('timeout');
    expect(closed).toEqual(['closed']);
  });

  it('may take the rest of the time limit, and a second to finish', () => {
    const left = new ResourceLimit({ timeout: 5000 }).stepTime();
    expect(left).toBeGreaterThan(5500);
    expect(left).toBeLessThanOrEqual(6000);
    expect(new ResourceLimit().stepTime()).toBe(600_000);
  });
});
