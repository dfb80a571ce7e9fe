import { afterEach, expect, it, vi } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from './support.js';

afterEach(() => void vi.useRealTimers());

it('a scan without a given day counts from today in UTC', async () => {
  const root = folder({ 'a.ts': 'export {};\n' });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-01-06T23:30:00-05:00') });
  expect((await scan({ root })).asOf).toBe('2025-01-07');
  expect((await scan({ root, asOf: '2024-02-29' })).asOf).toBe('2024-02-29');
});
