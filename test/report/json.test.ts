import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/core/model/rules.js';
import { SKIP_REASONS } from '../../src/core/model/skipped.js';
import { finding } from '../scanner/support.js';
import { jsonOf, report, SPAN } from './support.js';
import type { Given } from './support.js';
import { bigReport, changed, emptyReport, hostileReport, suppressedReport } from './hostile.js';

const schema = JSON.parse(readFileSync(new URL('../../rules/report.schema.json', import.meta.url), 'utf8')) as object;
const validate = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

function check(given: Given): unknown {
  validate(JSON.parse(jsonOf(report(given))));
  return validate.errors;
}

const other = (file: string, start: number, deprecation = 'rate-limits'): ReturnType<typeof finding> =>
  finding(file, { at: [start, start + 3] }, { deprecation, fingerprint: `${file}${start}${deprecation}` });

describe('a JSON report', () => {
  it('has every rule in its schema', () => {
    for (const rule of RULES) expect(check({ findings: [{ ...finding('a.ts', { at: SPAN }), rule }] })).toBeNull();
  });

  it('is valid against its published schema', () => {
    expect(check({})).toBeNull();
    expect(check({ findings: [] })).toBeNull();
    const { operation: _operation, ...rest } = finding('b.ts', { at: SPAN });
    expect(check({ findings: [{ ...rest, methods: [] }] })).toBeNull();
    expect(check({ findings: [{ ...rest, methods: ['GET', 'PATCH'] }] })).toBeNull();
    expect(
      check({
        unresolved: [{ at: { file: 'a.ts', span: SPAN }, client: 'fetch', url: '/x', methods: [], reason: 'r' }],
        coverage: {
          skipped: SKIP_REASONS.map((reason) => ({ reason, count: 1, paths: ['x'] })),
          syntaxErrors: ['a.ts'],
          limits: ['l.'],
        },
      }),
    ).toBeNull();
  });

  it('is valid with owners, suppressions, suggestions and hostile texts', () => {
    const full = changed(suppressedReport(), (entry) => ({
      ...entry,
      owner: '@a @b',
      suggestion: { title: 'Do so.', edits: [{ file: entry.file, range: entry.range, text: '' }] },
    }));
    for (const source of [full, hostileReport(), emptyReport(), bigReport(5000)]) {
      validate(JSON.parse(jsonOf(source)));
      expect(validate.errors).toBeNull();
    }
  });

  it('has a schema that rejects everything else', () => {
    const value = JSON.parse(jsonOf(report())) as { findings: Record<string, unknown>[] };
    expect(validate({ ...value, schemaVersion: 2 })).toBe(false);
    expect(validate({ ...value, findings: [{ ...value.findings[0], method: 'FETCH' }] })).toBe(false);
    expect(validate({ ...value, findings: [{ ...value.findings[0], endOfLife: undefined }] })).toBe(false);
  });

  it('has its keys in a fixed order, and lines and columns from 1', () => {
    const value = JSON.parse(jsonOf(report())) as { findings: Record<string, unknown>[] };
    expect(Object.keys(value)).toEqual([
      'schemaVersion',
      'tool',
      'catalogue',
      'asOf',
      'coverage',
      'findings',
      'unresolved',
    ]);
    expect(Object.keys(value.findings[0] ?? {})).toEqual([
      'rule',
      'deprecation',
      'feature',
      'endOfLife',
      'lifecycle',
      'replacement',
      'operation',
      'method',
      'confidence',
      'test',
      'file',
      'range',
      'message',
      'grouped',
      'notes',
      'advice',
      'url',
      'client',
      'evidence',
      'fingerprint',
      'catalogue',
    ]);
    expect(value.findings[0]).toMatchObject({
      endOfLife: '2025-01-06',
      lifecycle: 'sunset',
      replacement: { kind: 'unstated', value: null, note: null },
      operation: { method: 'GET', path: '/zones/{zone_id}/rate_limits' },
      method: 'GET',
      file: 'src/a.ts',
      range: { start: { line: 3, column: 33 }, end: { line: 3, column: 86 } },
    });
  });

  it('sorts findings by file, position and deprecation', () => {
    const findings = [
      other('b.ts', 5),
      other('a.ts', 40),
      other('a.ts', 30),
      other('a.ts', 30, 'filters'),
      other('B.ts', 1),
      other('a.ts', 4),
    ];
    expect(
      report({ findings }).findings.map((entry) => [entry.file, entry.range.start.column, entry.deprecation]),
    ).toEqual([
      ['B.ts', 2, 'rate-limits'],
      ['a.ts', 5, 'rate-limits'],
      ['a.ts', 11, 'filters'],
      ['a.ts', 11, 'rate-limits'],
      ['a.ts', 21, 'rate-limits'],
      ['b.ts', 6, 'rate-limits'],
    ]);
    expect(jsonOf(report({ findings }))).toBe(jsonOf(report({ findings: [...findings].reverse() })));
  });

  it('gives the lifecycle deprecated on the day of the end of life and sunset from the next', () => {
    const on = (asOf: string): unknown => report({ asOf }).findings[0]?.lifecycle;
    expect([on('2024-12-31'), on('2025-01-06'), on('2025-01-07')]).toEqual(['deprecated', 'deprecated', 'sunset']);
  });
});
