import { describe, expect, it } from 'vitest';
import { API, lint } from './support.js';

const CALLS = `fetch('${API}/zones/1/pagerules');\nfetch('${API}/zones/1/rate_limits');\n`;

function linesOf(...args: Parameters<typeof lint>): readonly number[] {
  return lint(...args).map(({ line }) => line);
}

function entry(deprecation: string, path: string, more: Readonly<Record<string, string>> = {}): string {
  const url = `${API}${path.replace('{zone_id}', '1')}`;
  const finding = { file: 'a.js', deprecation, method: 'GET', path, url, accepted: '2026-11-01', ...more };
  return JSON.stringify({ version: 1, findings: [finding] });
}

describe('the project configuration in ESLint', () => {
  it('selects the edition, as on the command line', () => {
    expect(linesOf({ 'a.js': CALLS })).toEqual([1, 2]);
    expect(linesOf({ 'a.js': CALLS, 'sunset-lint.config.json': '{ "edition": "current" }' })).toEqual([2]);
    expect(linesOf({ 'a.js': CALLS, 'package.json': '{ "sunsetLint": { "edition": "current" } }' })).toEqual([2]);
  });

  it('is ignored if the ESLint configuration has its own settings', () => {
    const files = { 'a.js': CALLS, 'sunset-lint.config.json': '{ "edition": "current" }' };
    expect(linesOf(files, { settings: { minConfidence: 'certain' } })).toEqual([1, 2]);
  });

  it('can ignore a deprecation, and rejects an unknown id', () => {
    const config = (id: string): string => `{ "ignore": ["${id}"] }`;
    expect(linesOf({ 'a.js': CALLS, 'sunset-lint.config.jsonc': config('rate-limiting-api') })).toEqual([1]);
    expect(() => lint({ 'a.js': CALLS, 'sunset-lint.config.jsonc': config('rate-limit-api') })).toThrow(
      /sunset-lint\.config\.jsonc:1:14: \$\.ignore\[0\] is 'rate-limit-api', which is not a deprecation/,
    );
  });

  it('is not run if it is a program', () => {
    expect(linesOf({ 'a.js': CALLS, 'sunset-lint.config.js': 'throw new Error("run");' })).toEqual([1, 2]);
  });
});

describe('a baseline in ESLint', () => {
  const PATH = '/zones/{zone_id}/rate_limits';

  it('hides only the calls that it accepts', () => {
    expect(linesOf({ 'a.js': CALLS, 'sunset-baseline.json': entry('rate-limiting-api', PATH) })).toEqual([1]);
    expect(linesOf({ 'b.js': CALLS, 'sunset-baseline.json': entry('rate-limiting-api', PATH) })).toEqual([1, 2]);
    const twice = `${CALLS}fetch('${API}/zones/1/rate_limits');\n`;
    expect(linesOf({ 'a.js': twice, 'sunset-baseline.json': entry('rate-limiting-api', PATH) })).toEqual([1, 3]);
  });

  it('no longer hides a call after the last day of the entry', () => {
    const files = { 'a.js': CALLS, 'sunset-baseline.json': entry('rate-limiting-api', PATH, { until: '2026-11-10' }) };
    expect(linesOf(files, { settings: { asOf: '2026-11-10' } })).toEqual([1]);
    expect(linesOf(files, { settings: { asOf: '2026-11-11' } })).toEqual([1, 2]);
  });

  it('is read from the configured path, and ignored if it is set to false', () => {
    const files = {
      'a.js': CALLS,
      'sunset-lint.config.json': '{ "baseline": "known.json" }',
      'known.json': entry('rate-limiting-api', PATH),
    };
    expect(linesOf(files)).toEqual([1]);
    expect(linesOf(files, { settings: { baseline: false } })).toEqual([1, 2]);
    expect(() => lint({ ...files, 'known.json': 'x' })).toThrow(/known\.json/);
  });
});
