import { describe, expect, it } from 'vitest';
import { API, lint } from './support.js';

const CALLS = `fetch('${API}/zones/1/pagerules');\nfetch('${API}/zones/1/rate_limits');\n`;

function lines(...args: Parameters<typeof lint>): readonly number[] {
  return lint(...args).map(({ line }) => line);
}

function entry(deprecation: string, path: string, more: Readonly<Record<string, string>> = {}): string {
  const url = `${API}${path.replace('{zone_id}', '1')}`;
  const finding = { file: 'a.js', deprecation, method: 'GET', path, url, accepted: '2026-11-01', ...more };
  return JSON.stringify({ version: 1, findings: [finding] });
}

describe('the configuration of the project', () => {
  it('decides the edition for the rules as for the command line', () => {
    expect(lines({ 'a.js': CALLS })).toEqual([1, 2]);
    expect(lines({ 'a.js': CALLS, 'sunset-lint.config.json': '{ "edition": "current" }' })).toEqual([2]);
    expect(lines({ 'a.js': CALLS, 'package.json': '{ "sunsetLint": { "edition": "current" } }' })).toEqual([2]);
  });

  it('is left out where the configuration of ESLint has settings of its own', () => {
    const files = { 'a.js': CALLS, 'sunset-lint.config.json': '{ "edition": "current" }' };
    expect(lines(files, { settings: { minConfidence: 'certain' } })).toEqual([1, 2]);
  });

  it('may ignore a deprecation, and says where an id is none', () => {
    const config = (id: string): string => `{ "ignore": ["${id}"] }`;
    expect(lines({ 'a.js': CALLS, 'sunset-lint.config.jsonc': config('rate-limiting-api') })).toEqual([1]);
    expect(() => lint({ 'a.js': CALLS, 'sunset-lint.config.jsonc': config('rate-limit-api') })).toThrow(
      /sunset-lint\.config\.jsonc:1:14: \$\.ignore\[0\] is 'rate-limit-api', which is not a deprecation/,
    );
  });

  it('is not run where it is a program', () => {
    expect(lines({ 'a.js': CALLS, 'sunset-lint.config.js': 'throw new Error("run");' })).toEqual([1, 2]);
  });
});

describe('a baseline', () => {
  const PATH = '/zones/{zone_id}/rate_limits';

  it('hides the calls that it accepts, and no other', () => {
    expect(lines({ 'a.js': CALLS, 'sunset-baseline.json': entry('rate-limiting-api', PATH) })).toEqual([1]);
    expect(lines({ 'b.js': CALLS, 'sunset-baseline.json': entry('rate-limiting-api', PATH) })).toEqual([1, 2]);
    const twice = `${CALLS}fetch('${API}/zones/1/rate_limits');\n`;
    expect(lines({ 'a.js': twice, 'sunset-baseline.json': entry('rate-limiting-api', PATH) })).toEqual([1, 3]);
  });

  it('hides nothing once the last day of the entry has passed', () => {
    const files = { 'a.js': CALLS, 'sunset-baseline.json': entry('rate-limiting-api', PATH, { until: '2026-11-10' }) };
    expect(lines(files, { settings: { asOf: '2026-11-10' } })).toEqual([1]);
    expect(lines(files, { settings: { asOf: '2026-11-11' } })).toEqual([1, 2]);
  });

  it('is read where the configuration names it, and left out with false', () => {
    const files = {
      'a.js': CALLS,
      'sunset-lint.config.json': '{ "baseline": "known.json" }',
      'known.json': entry('rate-limiting-api', PATH),
    };
    expect(lines(files)).toEqual([1]);
    expect(lines(files, { settings: { baseline: false } })).toEqual([1, 2]);
    expect(() => lint({ ...files, 'known.json': 'x' })).toThrow(/known\.json/);
  });
});
