import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseReport } from '../../src/hosts/cli/reports/read-report.js';
import { jsonOf } from '../report/support.js';
import type { Report } from '../../src/report/report.js';
import { CALL, MAIN, shell, sunset } from '../faults/support.js';
import { bigReport } from '../report/hostile.js';
import { folder } from '../scanner/support.js';

describe('standard output', () => {
  it.skipIf(!existsSync('/dev/full'))('causes an error on a full disk', () => {
    const root = folder({ 'a.ts': CALL });
    for (const command of ['scan', 'scan --format json', 'catalogue', 'explain page-rules-api', 'schema report']) {
      const { code, err } = shell(root, `sunset-lint ${command} > /dev/full`);
      expect({ command, code }).toEqual({ command, code: 2 });
      expect(err).toMatch(/^error: cannot write to standard output: ENOSPC/m);
    }
  });

  it('may be closed early by its reader, and is complete for a slow reader', () => {
    const root = folder({ 'a.ts': CALL.repeat(300) });
    expect(shell(root, 'sunset-lint scan --format json | head -c 100 > /dev/null; exit ${PIPESTATUS[0]}').code).toBe(1);
    const { out } = shell(root, 'sunset-lint scan --format json | (sleep 1; cat)');
    expect((JSON.parse(out) as Report).findings).toHaveLength(300);
  });
});

describe('the system clock', () => {
  it.each([['an invalid date'], ['+010000-01-01T00:00:00Z'], ['-000001-01-01T00:00:00Z']])(
    'causes an error if it returns %s',
    (moment) => {
      const preload = `const { Date: Real } = globalThis; globalThis.Date = class extends Real { constructor(...given) { super(...(given.length === 0 ? ['${moment}'] : given)); } };`;
      const root = folder({ 'a.ts': CALL });
      for (const args of [['scan'], ['explain', 'page-rules-api']]) {
        const { code, err } = sunset(root, args, { preload });
        expect(code).toBe(2);
        expect(err).toMatch(/^error: the system clock is not in the years 0 to 9999\..*--as-of/);
      }
      expect(sunset(root, ['scan', '--as-of', '2026-01-01'], { preload }).code).toBe(1);
    },
  );
});

describe('--watch', () => {
  it.each([
    ['is removed', '.', (root: string) => rmSync(root, { recursive: true })],
    ['was named and is removed', 'in', (root: string) => rmSync(root, { recursive: true })],
    [
      'is replaced',
      '.',
      (root: string) => {
        rmSync(root, { recursive: true });
        mkdirSync(`${root}-other`);
        mkdirSync(root);
      },
    ],
  ])('ends with a message if its folder %s', async (_, path, change) => {
    const root = join(folder({ 'in/a.ts': CALL }), 'in');
    const child = spawn(process.execPath, [MAIN, 'scan', '--watch', '--no-config', path], {
      cwd: path === '.' ? root : join(root, '..'),
    });
    let err = '';
    child.stdout.resume();
    child.stderr.on('data', (data: Buffer) => {
      const waited = err.includes('Watching');
      err += data.toString();
      if (!waited && err.includes('Watching')) change(root);
    });
    const code = await new Promise((resolve) => child.on('exit', resolve));
    expect(err).toMatch(/error: (?:the watched folder|cannot watch) .*in'/);
    expect(code).toBe(2);
  });
});

describe('merge of a damaged report', () => {
  const good = JSON.parse(jsonOf(bigReport(2))) as Record<string, unknown>;
  const coverage = good['coverage'] as Record<string, unknown>;
  const { sites: _sites, ...old } = coverage;
  const findings = good['findings'] as readonly Record<string, unknown>[];

  it.each([
    ['an invalid date', { ...good, asOf: '2026-13-45' }, /has the date '2026-13-45', which is not a date/],
    ['a day that is a number', { ...good, asOf: 7 }, /asOf must be string/],
    ['an invalid end of life', { ...good, findings: [{ ...findings[0], endOfLife: '2025-02-30' }] }, /2025-02-30/],
    ['an older report', { ...good, coverage: old }, /was made by an older version/],
    ['an unknown confidence', { ...good, findings: [{ ...findings[0], confidence: '\u001b[31m' }] }, /confidence must/],
    ['no coverage', { ...good, coverage: null }, /coverage must be object/],
    ['texts in place of numbers', { ...good, coverage: { ...coverage, files: 'many' } }, /files must be integer/],
    ['findings that are null', { ...good, findings: [null] }, /findings\[0\] must be object/],
    ['another version', { ...good, schemaVersion: 2 }, /is not a report of version 1/],
  ])('is refused with a message for %s', (_, report, message) => {
    expect(() => parseReport('a.json', JSON.stringify(report))).toThrow(message);
  });

  it('accepts what scan writes, and does not quote a file that is not JSON', () => {
    expect(parseReport('a.json', JSON.stringify(good))).toEqual(good);
    expect(() => parseReport('a.json', 'TOP-SECRET')).toThrow(/^(?!.*TOP)/);
  });

  it('blames the report, not sunset-lint', () => {
    const root = folder({ 'a.json': JSON.stringify({ ...good, findings: [{ ...findings[0], range: null }] }) });
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'merge', 'a.json'], { cwd: root, encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: 'a\.json' is not a complete report: findings\[0\]\.range must be object/);
  });
});
