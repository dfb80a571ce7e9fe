import { describe, expect, it } from 'vitest';
import { exemptLater, judgeGate } from '../../src/scan/baseline/gate.js';
import type { GateOptions } from '../../src/scan/baseline/gate.js';
import type { Report, ReportFinding } from '../../src/report/report.js';
import { report } from '../report/support.js';
import { CATALOGUE } from '../scanner/support.js';

const AS_OF = '2026-01-01';

function gate(
  findings: readonly Partial<ReportFinding>[],
  options: Partial<GateOptions> = {},
): ReturnType<typeof judgeGate> {
  const base = report({ asOf: AS_OF });
  const [sample] = base.findings;
  if (sample === undefined) throw new Error('no sample');
  const made: Report = { ...base, findings: findings.map((finding) => ({ ...sample, ...finding })) };
  return judgeGate(made, CATALOGUE, { failOn: 'deprecated', ...options });
}

const PAST = { endOfLife: '2025-12-31', lifecycle: 'sunset' } as const;
const AHEAD = { endOfLife: '2026-03-01', lifecycle: 'deprecated' } as const;
const KNOWN = { suppression: { kind: 'external', status: 'accepted' } } as const;
const EXPIRED = { suppression: { kind: 'external', status: 'rejected' } } as const;

describe('the gate', () => {
  it.each([
    ['deprecated', [AHEAD], 'failed'],
    ['deprecated', [], 'passed'],
    ['sunset', [AHEAD], 'passed'],
    ['sunset', [AHEAD, PAST], 'failed'],
    ['never', [AHEAD, PAST], 'passed'],
    ['deprecated', [{ ...PAST, ...KNOWN }], 'passed'],
    ['deprecated', [{ ...PAST, ...EXPIRED }], 'failed'],
  ] as const)('with --fail-on %s and %j: %s', (failOn, findings, verdict) => {
    expect(gate(findings, { failOn }).verdict).toBe(verdict);
  });

  it('passes up to maxFindings findings', () => {
    expect(gate([PAST, PAST], { maxFindings: 2 }).verdict).toBe('passed');
    expect(gate([PAST, PAST, AHEAD], { maxFindings: 2 }).verdict).toBe('failed');
    expect(gate([PAST, { ...PAST, ...KNOWN }], { maxFindings: 1 }).verdict).toBe('passed');
  });

  it('lists ends of life within warnWithin, including the last day', () => {
    expect(gate([AHEAD], { warnWithin: 59 }).soon).toHaveLength(1);
    expect(gate([AHEAD], { warnWithin: 58 }).soon).toHaveLength(0);
    expect(gate([PAST], { warnWithin: 9999 }).soon).toHaveLength(0);
  });

  it('forecasts the next end of life with its number of calls, including known ones', () => {
    expect(gate([PAST, AHEAD, { ...AHEAD, ...KNOWN }, { ...AHEAD, endOfLife: '2027-01-01' }]).next).toEqual({
      date: '2026-03-01',
      findings: 2,
    });
    expect(gate([PAST]).next).toBeUndefined();
    expect(gate([{ ...AHEAD, endOfLife: AS_OF }]).next).toEqual({ date: AS_OF, findings: 1 });
  });

  it('says whether the catalogue has only past dates', () => {
    expect(gate([]).catalogueIsPast).toBe(true);
    const [first] = CATALOGUE.deprecations;
    if (first === undefined) throw new Error('empty catalogue');
    const ahead = judgeGate(
      report({ asOf: AS_OF }),
      { deprecations: [{ ...first, endOfLife: AS_OF }] },
      { failOn: 'never' },
    );
    expect(ahead.catalogueIsPast).toBe(false);
  });
});

describe('the horizon of the gate', () => {
  const later = (finding: Partial<ReportFinding>, options: Partial<GateOptions> = {}): ReportFinding['exempt'] => {
    const [sample] = report({ asOf: AS_OF }).findings;
    if (sample === undefined) throw new Error('no sample');
    const all = { failOn: 'deprecated', within: 90, ...options } as const;
    return exemptLater([{ ...sample, ...finding }], all, AS_OF)[0]?.exempt;
  };
  const at = (endOfLife: string): Partial<ReportFinding> => ({ ...AHEAD, endOfLife });

  it('exempts findings that end after its last day', () => {
    expect(later(at('2026-04-01'))).toBeUndefined();
    expect(later(at('2026-04-02'))).toBe('later');
    expect(later(at('2026-04-02'), { within: 91 })).toBeUndefined();
    expect(later(at('2099-01-01'), { within: Infinity })).toBeUndefined();
    expect(later(at('2026-01-02'), { within: 0 })).toBe('later');
    expect(later(PAST, { within: 0 })).toBeUndefined();
  });

  it('does not exempt findings without an end, or decided by other settings', () => {
    expect(later({ lifecycle: 'deprecated', endOfLife: null })).toBeUndefined();
    expect(later({ lifecycle: null, endOfLife: null })).toBeUndefined();
    expect(later(at('2099-01-01'), { failOn: 'sunset' })).toBeUndefined();
    expect(later({ ...at('2099-01-01'), exempt: 'document' })).toBe('document');
  });

  it('is applied again to merged reports', () => {
    expect(later({ ...at('2026-02-01'), exempt: 'later' })).toBeUndefined();
    expect(later({ ...at('2099-01-01'), exempt: 'later' })).toBe('later');
  });
});
