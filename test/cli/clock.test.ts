import { describe, expect, it } from 'vitest';
import { CALL, sunset } from '../faults/support.js';
import { folder } from '../scanner/support.js';

/** Writes a preload script that stops the clock. */
function at(moment: string): string {
  return `const { Date: Real } = globalThis; globalThis.Date = class extends Real { constructor(...given) { super(...(given.length === 0 ? ['${moment}'] : given)); } };`;
}

describe('the day of a scan without --as-of', () => {
  it.each([
    ['Pacific/Kiritimati', '2026-01-01T23:59:59Z', '2026-01-01'],
    ['Pacific/Pago_Pago', '2026-01-02T00:00:00Z', '2026-01-02'],
    ['Asia/Kathmandu', '2026-01-01T20:00:00Z', '2026-01-01'],
    ['UTC', '2026-01-01T00:00:00Z', '2026-01-01'],
  ])('is the day in UTC, even in %s at %s', (zone, moment, day) => {
    const { out } = sunset(folder({ 'a.ts': CALL }), ['scan', '--verbose'], { env: { TZ: zone }, preload: at(moment) });
    expect(out).toContain(`Clock: ${day} (today, UTC).`);
  });
});
