import { describe, expect, it } from 'vitest';
import { isIsoDate } from '../../src/core/lib/iso-date.js';

describe('a calendar date', () => {
  it.each(['2024-02-29', '2000-02-29', '2023-02-28', '2026-12-31', '2026-04-30', '0000-02-29', '9999-01-01'])(
    'can be %s',
    (text) => expect(isIsoDate(text)).toBe(true),
  );

  it.each([
    ...['2023-02-29', '1900-02-29', '2024-02-30', '2026-04-31', '2026-00-10', '2026-13-01', '2026-01-00', '2026-01-32'],
    ...['2026-1-01', '26-01-01', '2026-01-01T00:00:00Z', ' 2026-01-01', '12026-01-01', ''],
  ])('cannot be %j', (text) => expect(isIsoDate(text)).toBe(false));
});
