import { describe, expect, it } from 'vitest';
import { ConfigError, ScanError, scan } from '../../src/scan/index.js';
import type { ScanProgress } from '../../src/scan/index.js';
import { CALL } from '../cli/support.js';
import { folder } from './support.js';

const many = (): string =>
  folder(Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`f${index}.ts`, CALL])));

describe('the scan function of the library', () => {
  it('gives a report without blocking the event loop', async () => {
    const root = many();
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    const report = await scan({ root, asOf: '2026-01-01' });
    clearInterval(timer);
    expect(report.findings).toHaveLength(600);
    expect(ticks).toBeGreaterThan(2);
  });

  it('stops when its signal is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const seen: ScanProgress[] = [];
    const onProgress = (progress: ScanProgress): void => {
      seen.push(progress);
      if (progress.phase === 'analyse') controller.abort(reason);
    };
    await expect(scan({ root: many(), asOf: '2026-01-01', signal: controller.signal, onProgress })).rejects.toBe(
      reason,
    );
    expect(seen.filter(({ phase }) => phase === 'analyse')).toHaveLength(1);
  });

  it('ignores deprecations by their ids, and rejects unknown ids', async () => {
    const root = folder({ 'a.ts': CALL });
    const { findings } = await scan({ root, asOf: '2026-01-01', ignore: ['page-rules-api'] });
    expect(findings).toEqual([]);
    const wrong = scan({ root, asOf: '2026-01-01', ignore: ['legacy/**'] });
    await expect(wrong).rejects.toBeInstanceOf(ConfigError);
    await expect(wrong).rejects.toThrow(
      "ignore[0] is 'legacy/**', which is not a deprecation. Files are left out by ignoreFiles, in ESLint by ignores.",
    );
  });

  it('does not begin if its signal is already aborted', async () => {
    await expect(
      scan({ root: folder({ 'a.ts': CALL }), asOf: '2026-01-01', signal: AbortSignal.abort() }),
    ).rejects.toThrow(/aborted/);
  });

  it('rejects its promise for a missing path', async () => {
    await expect(scan({ root: folder({}), asOf: '2026-01-01' })).rejects.toBeInstanceOf(ScanError);
    await expect(scan({ root: folder({ 'a.ts': '' }), paths: ['a.ts', 'gone'], asOf: '2026-01-01' })).rejects.toThrow(
      /cannot scan 'gone'/,
    );
    await expect(scan({ root: folder({ 'a.ts': '' }), asOf: 'today' })).rejects.toThrow(/is not a date/);
  });
});
