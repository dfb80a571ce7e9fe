import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/report/formats.js';
import { cli, repository } from '../cli/support.js';
import { folder } from '../scanner/support.js';
import { CALL, CLEAN, URL_OF_CALL, filesFound, sunset } from './support.js';

interface Listed {
  readonly findings: readonly { readonly file: string; readonly fingerprint: string; readonly range: unknown }[];
}

function report(root: string, ...args: readonly string[]): Listed['findings'] {
  return (JSON.parse(sunset(root, ['scan', '--format', 'json', ...args]).out) as Listed).findings;
}

describe('file names that differ in case only', () => {
  it.each([
    ['in a work tree of git', repository],
    ['in a plain folder', (root: string) => root],
  ])('are distinct in reports and in the baseline %s', (_, prepare) => {
    const root = prepare(folder({ 'A.ts': CALL, 'a.ts': CALL, 'Lib/x.ts': CALL, 'lib/x.ts': CLEAN }));
    const findings = report(root);
    expect(findings.map(({ file }) => file)).toEqual(['A.ts', 'Lib/x.ts', 'a.ts']);
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(3);
    expect(sunset(root, ['scan', '--update-baseline', '--quiet']).code).toBe(0);
    expect(sunset(root, ['scan', '--quiet'])).toMatchObject({ code: 0, out: '' });
    writeFileSync(join(root, 'lib/x.ts'), CALL);
    expect(filesFound(sunset(root, ['scan', '--quiet']))).toEqual(['lib/x.ts']);
  });

  it('are imported by the case that the import has', () => {
    const base = (host: string): string => `export const BASE = '${host}';\n`;
    const use = (from: string): string => `import { BASE } from './${from}.js';\nfetch(BASE + '/zones/1/pagerules');\n`;
    const root = folder({
      'Base.ts': base('https://api.cloudflare.com/client/v4'),
      'base.ts': base('https://example.com'),
      'upper.ts': use('Base'),
      'lower.ts': use('base'),
    });
    expect(filesFound(sunset(root, ['scan', '--quiet']))).toEqual(['upper.ts']);
  });
});

describe('line ends', () => {
  const text = `// one\nconst path = '/pagerules';\n/* two\n */ fetch(\n  \`${URL_OF_CALL.replace('/pagerules', '')}\${path}\`,\n);\n// sunset-lint-disable-next-line -- known\nfetch('${URL_OF_CALL}');\n${CALL}`;

  it.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('give the same locations and fingerprints as LF if they are %s', (_, end) => {
    const lf = folder({ 'a.ts': text });
    const other = folder({ 'a.ts': text.replaceAll('\n', end) });
    expect(report(lf).map(({ range }) => range)).toMatchObject([
      { start: { line: 2, column: 14 } },
      { start: { line: 8, column: 7 } },
      { start: { line: 9, column: 7 } },
    ]);
    expect(report(other).map(({ range, fingerprint }) => ({ range, fingerprint }))).toEqual(
      report(lf).map(({ range, fingerprint }) => ({ range, fingerprint })),
    );
  });

  it('change neither the baseline nor the new findings of a change after a checkout', () => {
    const root = repository(folder({ 'a.ts': text }));
    expect(sunset(root, ['scan', '--update-baseline', '--quiet']).code).toBe(0);
    const baseline = readFileSync(join(root, 'sunset-baseline.json'), 'utf8');
    writeFileSync(join(root, 'a.ts'), text.replaceAll('\n', '\r\n'));
    expect(sunset(root, ['scan', '--quiet'])).toMatchObject({ code: 0, out: '' });
    expect(sunset(root, ['scan', '--update-baseline', '--quiet']).code).toBe(0);
    expect(readFileSync(join(root, 'sunset-baseline.json'), 'utf8')).toBe(baseline);
    expect(sunset(root, ['scan', '--quiet', '--no-baseline', '--changed-since', 'HEAD'])).toMatchObject({
      code: 0,
      out: '',
    });
    writeFileSync(join(root, 'sunset-baseline.json'), baseline.replaceAll('\n', '\r\n'));
    expect(sunset(root, ['scan', '--quiet'])).toMatchObject({ code: 0, out: '' });
  });
});

describe('symbolic links', () => {
  it.each([
    ['in a work tree of git', repository],
    ['in a plain folder', (root: string) => root],
  ])('are skipped and named when they leave the root or form a loop %s', (_, prepare) => {
    const root = folder({ 'src/a.ts': CALL });
    const outside = folder({ 'b.ts': CALL });
    symlinkSync('..', join(root, 'src/loop'));
    symlinkSync(join(outside, 'b.ts'), join(root, 'src/away.ts'));
    symlinkSync('self.ts', join(root, 'src/self.ts'));
    prepare(root);
    const { code, out, err } = sunset(root, ['scan']);
    expect(out).toContain('1 finding in 1 file');
    expect(out).toMatch(/Skipped: .*src\/away\.ts/);
    expect(out).toMatch(/Skipped: .*src\/self\.ts/);
    expect({ code, err }).toEqual({ code: 1, err: '' });
  });

  it('are followed when given as paths, and end the run when they lead to themselves', () => {
    const root = folder({ 'src/a.ts': CALL });
    symlinkSync('src/a.ts', join(root, 'link.ts'));
    symlinkSync('self.ts', join(root, 'self.ts'));
    expect(filesFound(sunset(root, ['scan', '--quiet', 'link.ts']))).toEqual(['link.ts']);
    expect(sunset(root, ['scan', 'self.ts'])).toEqual({
      code: 2,
      out: '',
      err: "error: cannot scan 'self.ts': it is a link to itself.\n",
    });
  });
});

describe('file names with newlines and escape codes', () => {
  const HOSTILE = 'new\nline \u001b[31mred\u001b]0;title\u0007.ts';
  // The codes that a terminal or a reader of lines would act on.
  const ACTS = /\u001b|\u0007|new\nline/;

  it.each([
    ['one line each', ['--quiet']],
    ...Object.keys(FORMATS).map((format) => [format, ['--format', format]] as const),
  ] as const)('send no escape code to the terminal and break no line: %s', async (format, args) => {
    const root = folder({ [HOSTILE]: CALL });
    const { code, out, err } = await cli(root, ['scan', ...args]);
    expect(code).toBe(1);
    if (format !== 'badge') expect(out).toMatch(/page-rules-api|pagerules/i);
    expect(err).not.toMatch(ACTS);
    // A quoted field may contain a line break in CSV; no format may contain an escape code.
    expect(out).not.toMatch(format === 'csv' ? /\u001b|\u0007/ : ACTS);
  });

  it('are unchanged in JSON and match again in the baseline', () => {
    const root = repository(folder({ [HOSTILE]: CALL }));
    expect(report(root).map(({ file }) => file)).toEqual([HOSTILE]);
    expect(sunset(root, ['scan', '--update-baseline', '--quiet']).code).toBe(0);
    expect(sunset(root, ['scan', '--quiet'])).toMatchObject({ code: 0, out: '' });
    expect(JSON.parse(readFileSync(join(root, 'sunset-baseline.json'), 'utf8'))).toMatchObject({
      findings: [{ file: HOSTILE }],
    });
  });

  it('are escaped in error messages', () => {
    const { code, err } = sunset(folder({ 'a.ts': CALL }), ['scan', 'gone \u001b[31m\n.ts']);
    expect(code).toBe(2);
    expect(err).not.toMatch(/\u001b|gone .*\n\.ts/);
  });
});
