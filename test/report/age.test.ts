import { describe, expect, it } from 'vitest';
import { editionsOf, reviewWarnings } from '../../src/report/editions.js';
import type { ReportEdition } from '../../src/report/report.js';

const SPECIFICATION: ReportEdition = { id: 'specification', api: 'acme', asOf: '2024-06-16' };
const CURRENT: ReportEdition = { id: 'current', api: 'acme', asOf: '2026-10-02', reviewBy: '2027-01-31' };
const STALE: ReportEdition = { ...CURRENT, stale: true };

function reportWith(asOf: string, editions?: readonly ReportEdition[]) {
  return { asOf, catalogue: { digest: 'abc', deprecations: 2, ...(editions === undefined ? {} : { editions }) } };
}

describe('the age of a catalogue', () => {
  it('is told with the edition and its day', () => {
    expect(editionsOf(reportWith('2026-11-22', [CURRENT]))).toBe(' (edition current of 2026-10-02)');
    expect(editionsOf(reportWith('2026-11-22', [CURRENT, { ...SPECIFICATION, api: 'bells' }]))).toBe(
      ' (editions acme current of 2026-10-02, bells specification of 2024-06-16)',
    );
    expect(editionsOf(reportWith('2027-02-01', [STALE]))).toBe(
      ' (edition current of 2026-10-02 (stale since 2027-01-31))',
    );
    expect(editionsOf(reportWith('2026-11-22', [{ ...CURRENT, package: 'facts@1.20261125.0' }]))).toBe(
      ' (edition current of 2026-10-02, from facts@1.20261125.0)',
    );
    expect(editionsOf(reportWith('2026-11-22', []))).toBe('');
    expect(editionsOf(reportWith('2026-11-22'))).toBe('');
  });

  it('is a warning from the day after its review was due, by the day of the report', () => {
    expect(reviewWarnings(reportWith('2027-01-31', [CURRENT, SPECIFICATION]))).toEqual([]);
    expect(reviewWarnings(reportWith('2027-02-01', [STALE, SPECIFICATION]))).toEqual([
      "the edition 'current' of 'acme' is of 2026-10-02, 122 days before 2027-02-01, and was to be looked through by 2027-01-31: dates may have moved. Update the package.",
    ]);
    expect(reviewWarnings(reportWith('2027-02-01'))).toEqual([]);
  });
});
