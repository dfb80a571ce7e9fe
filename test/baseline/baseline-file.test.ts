import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { formatBaseline, parseBaseline } from '../../src/scan/baseline/baseline-file.js';
import { expiryOf } from '../../src/scan/baseline/entry.js';
import type { BaselineEntry } from '../../src/scan/baseline/entry.js';

const ENTRY: BaselineEntry = {
  file: 'src/a.ts',
  deprecation: 'page-rules-api',
  method: 'GET',
  path: '/zones/{zone_id}/pagerules',
  url: '/zones/${zone}/pagerules',
  accepted: '2026-01-01',
};
const parse = (value: unknown): readonly BaselineEntry[] =>
  parseBaseline('b.json', typeof value === 'string' ? value : JSON.stringify(value));

describe('baseline files', () => {
  it('can be read again, and are always sorted', () => {
    const entries = [
      { ...ENTRY, file: 'z.ts' },
      { ...ENTRY, reason: 'old client', owner: '@web', until: '2026-06-30' },
    ];
    expect(parse(formatBaseline(entries))).toEqual([entries[1], entries[0]]);
    expect(formatBaseline([...entries].reverse())).toBe(formatBaseline(entries));
    expect(formatBaseline(entries)).toMatch(/^\{\n {2}"version": 1,\n[^]*\}\n$/);
  });

  it('conform to their schema', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../rules/baseline.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const validate = new Ajv({ formats: { date: true } }).compile(schema);
    validate(JSON.parse(formatBaseline([{ ...ENTRY, until: 'soon' }])));
    expect(validate.errors).toBeNull();
    expect(validate({ version: 2, findings: [] })).toBe(false);
  });

  it.each([
    ['{', /it is not JSON/],
    ['<<<<<<< HEAD\n{}\n=======\n', /merge conflict markers/],
    [[], /it is not an object/],
    [{ version: 2, findings: [] }, /its version is 2, this program reads version 1/],
    [{ findings: [] }, /its version is undefined/],
    [{ version: 1, finding: [] }, /\$ has an unknown key 'finding'; did you mean 'findings'\?/],
    [{ version: 1, findings: {} }, /\$\.findings is not a list/],
    [{ version: 1, findings: [ENTRY, 3] }, /\$\.findings\[1\] is not an object/],
    [
      { version: 1, findings: [{ ...ENTRY, resaon: 'x' }] },
      /\$\.findings\[0\] has an unknown key 'resaon'; did you mean 'reason'\?/,
    ],
    [{ version: 1, findings: [{ ...ENTRY, file: undefined }] }, /\$\.findings\[0\]\.file is missing/],
    [{ version: 1, findings: [{ ...ENTRY, until: 3 }] }, /\$\.findings\[0\]\.until is not a text/],
    [{ version: 1, findings: [{ ...ENTRY, accepted: '2026-02-30' }] }, /\$\.findings\[0\]\.accepted is '2026-02-30'/],
  ])('are refused with the place of the mistake: %j', (value, message) => {
    expect(() => parse(value)).toThrow(message);
    expect(() => parse(value)).toThrow(/Nothing was written/);
  });
});

describe('the until date of a baseline entry', () => {
  it.each([
    [undefined, undefined],
    ['2026-01-01', undefined],
    ['2026-01-02', undefined],
    ['2025-12-31', 'passed'],
    ['2026-02-30', 'malformed'],
    ['next year', 'malformed'],
    ['', 'malformed'],
  ])('%s has on 2026-01-01 the expiry %s', (until, expiry) => {
    expect(expiryOf({ ...ENTRY, ...(until === undefined ? {} : { until }) }, '2026-01-01')).toBe(expiry);
  });
});
