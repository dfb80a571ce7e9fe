import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compare, keptAfter, readKept, unexplained } from '../../bench/figures.mjs';
import type { Kept } from '../../bench/figures.mjs';

const HERE = fileURLToPath(new URL('../..', import.meta.url));

/** Files of recorded figures, and the tolerance of each. */
const FILES = [
  ['bench/counters.json', 0.02],
  ['bench/ratios.json', 0.1],
] as const;

const git = (...args: readonly string[]): string =>
  spawnSync('git', args, { cwd: HERE, encoding: 'utf8', maxBuffer: 1 << 26 }).stdout.trim();

/** Finds the last committed version of a file that differs from the current one. */
function before(file: string): Kept | undefined {
  const now = JSON.stringify(readKept(HERE + file));
  for (const commit of git('log', '-2', '--format=%H', '--', file).split('\n')) {
    const text = commit === '' ? '' : git('show', `${commit}:${file}`);
    const kept = text === '' ? {} : (JSON.parse(text) as Partial<Kept>);
    if (kept.figures !== undefined && JSON.stringify(kept) !== now) return kept as Kept;
  }
  return undefined;
}

describe('recorded figures', () => {
  it.each(FILES)('in %s give a reason for each increase', (file, tolerance) => {
    const kept = readKept(HERE + file);
    const older = before(file);
    expect(older === undefined ? [] : unexplained(older, kept, tolerance)).toEqual([]);
  });

  it.each(FILES)('in %s have no reason for an outdated figure', (file) => {
    const { figures, raised } = readKept(HERE + file);
    expect(Object.entries(raised).filter(([name, { to }]) => figures[name] !== to)).toEqual([]);
  });
});

describe('a benchmark figure', () => {
  const KEPT: Kept = { figures: { read: 100, parsed: 0 }, raised: {} };

  it.each([
    [{ read: 103, parsed: 0 }, ['read']],
    [{ read: 102, parsed: 0 }, []],
    [{ read: 100, parsed: 1 }, ['parsed']],
    [{ read: 50, parsed: 0 }, []],
  ])('of %j is worse by more than 2 %: %j', (now, worse) => {
    expect(compare(KEPT.figures, now, 0.02).worse).toEqual(worse);
  });

  it('is reported if it fell, is new, or no longer exists', () => {
    expect(compare(KEPT.figures, { read: 50, merged: 1 }, 0.02)).toEqual({
      worse: [],
      better: ['read'],
      unknown: ['merged'],
      gone: ['parsed'],
    });
  });

  it('is recorded with an increase only with a reason', () => {
    const now = { read: 200, parsed: 0 };
    expect(() => keptAfter(KEPT, now, 0.02)).toThrow(/raise read\b.*--why/);
    const kept = keptAfter(KEPT, now, 0.02, 'manifests are read as well');
    expect(kept.raised).toEqual({ read: { from: 100, to: 200, why: 'manifests are read as well' } });
    expect(unexplained(KEPT, kept, 0.02)).toEqual([]);
    // The reason is removed with its figure.
    expect(keptAfter(kept, { read: 150, parsed: 0 }, 0.02).raised).toEqual({});
  });

  it.each([
    ['no reason', {}],
    ['a reason for another figure', { parsed: { from: 100, to: 200, why: 'manifests are read as well' } }],
    ['a reason for another increase', { read: { from: 100, to: 120, why: 'manifests are read as well' } }],
    ['a reason that is too short', { read: { from: 100, to: 200, why: 'ok' } }],
  ])('is refused after an increase with %s', (_what, raised) => {
    expect(unexplained(KEPT, { figures: { read: 200, parsed: 0 }, raised }, 0.02)).toEqual([
      'read: 100 → 200, without a reason',
    ]);
  });
});
