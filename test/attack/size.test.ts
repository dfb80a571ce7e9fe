import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { work } from '../../src/core/lib/work.js';
import type { Report } from '../../src/report/report.js';
import { CALL, cli } from '../cli/support.js';
import { folder } from '../scanner/support.js';
import { runCase } from './surroundings-support.js';

const URL_OF_RULES = 'https://api.cloudflare.com/client/v4/zones/x/pagerules';

/**
 * Scans a file beside one with a finding; returns exit code, files with findings, files given up, limits and characters
 * parsed.
 */
async function scanBesideCall(name: string, text: string) {
  const before = work.charactersParsed;
  const { code, out, err } = await cli(folder({ 'call.ts': CALL, [name]: text }), ['scan', '--format', 'json']);
  const { findings, coverage } = JSON.parse(out) as Report;
  return {
    code,
    err,
    found: [...new Set(findings.map(({ file }) => file))],
    given: coverage.skipped.find(({ reason }) => reason === 'failed')?.paths ?? [],
    limits: coverage.limits,
    parsed: work.charactersParsed - before,
  };
}

describe('a file with too many tokens to parse', () => {
  it.each([
    ['here.sh', `curl ${URL_OF_RULES}\ncat <<EOT\n${'x $(a) ${b} `c`\n'.repeat(50_000)}EOT\n`, '450,000'],
    ['letters.js', `${CALL}\n${'a\n'.repeat(900_000)}`, '900,000'],
    ['table.py', `import requests\nrequests.get("${URL_OF_RULES}")\nt = [${'[1],\n'.repeat(300_000)}]\n`, '900,000'],
  ])('is not parsed, is named, and fails with 2: %s', async (name, text, most) => {
    const { code, err, found, given, limits, parsed } = await scanBesideCall(name, text);
    expect([code, found, given]).toEqual([2, ['call.ts'], [name]]);
    expect(parsed).toBeLessThanOrEqual(CALL.length);
    expect(limits).toContain(`${name}: not analysed: more than ${most} words and signs.`);
    expect(err).toContain(`1 file could not be analysed`);
  });

  it('is not parsed for suppression comments either', async () => {
    const text = `// sunset-lint-disable-next-line page-rules-api -- old\n${'a\n'.repeat(900_000)}`;
    expect(await scanBesideCall('letters.js', text)).toMatchObject({ code: 2, given: ['letters.js'] });
  });

  it.each([
    ['image.js', `${CALL}\nexport const image = '${'A7'.repeat(2_000_000)}';\n`],
    ['remarks.sh', `curl ${URL_OF_RULES}\n${'# what somebody wrote about it\n'.repeat(60_000)}`],
  ])('is parsed if its tokens are long, or fewer than the limit: %s', async (name, text) => {
    const { code, found, given } = await scanBesideCall(name, text);
    expect([code, found, given]).toEqual([1, ['call.ts', name], []]);
  });
});

describe('a file whose analysis exceeds the step limit', () => {
  const findings = (count: number): string => `curl ${URL_OF_RULES}\n`.repeat(count);
  const calls = (count: number): string =>
    `curl https://api.cloudflare.com/client/v4/zones/x/dns_records\n`.repeat(count);
  const wrapped = (index: string): string =>
    `const w${index} = (p) => fetch('https://api.cloudflare.com/client/v4' + p);\nw${index}('/zones/x/pagerules');\n`;
  const wrappers = (count: number): string =>
    Array.from({ length: count }, (_, index) => wrapped(String(index))).join('');
  const table = (count: number): string =>
    `import requests\nd = {${`"/zones/1/pagerules": "${URL_OF_RULES}",\n`.repeat(count)}}\nfor k in d: requests.get(d[k])\n`;

  it.each([
    ['findings.sh', findings(4000), '600,000', true],
    ['calls.sh', calls(9000), '600,000', false],
    ['table.py', table(14_000), '600,000', true],
    ['long.py', table(20_000), '800,027', true],
  ])(
    'keeps its findings, is named, and fails with 2: %s',
    async (name, text, most, isFound) => {
      const { code, found, given, limits } = await scanBesideCall(name, text);
      expect([code, found, given]).toEqual([2, isFound ? ['call.ts', name] : ['call.ts'], [name]]);
      expect(
        limits.find((limit) => limit.startsWith(`${name}: not analysed in full: more than ${most} steps`)),
      ).toMatch(/steps of analysis(; \d+ calls? from line \d+ on (was|were) not looked at)?\.$/);
    },
    60_000,
  );

  it('is analysed after a single call that exceeds the limit, which is named', { timeout: 60_000 }, async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const functions = names.map(
      (from) =>
        `function ${from}(p, o) { ${names.map((to) => `if (o.${to}) ${to}(p + '/${from}', { ...o, more: o });`).join(' ')} return fetch('https://api.cloudflare.com/client/v4/zones' + p, o); }`,
    );
    const text = `${functions.join('\n')}\nexport const go = () => a('/x', { headers: {} });\n${CALL}\n`;
    const { code, found, given, limits } = await scanBesideCall('calling.js', text);
    expect([code, found, given]).toEqual([1, ['call.ts', 'calling.js'], []]);
    expect(limits.find((limit) => limit.startsWith('calling.js: not resolved in full'))).toMatch(
      /\(\d+ calls?, the first at calling\.js:\d\)\.$/,
    );
  });

  it('is analysed in full if it is long enough for a higher limit', { timeout: 60_000 }, async () => {
    const call = `fetch('https://api.cloudflare.com/client/v4/zones/x/dns_records');`;
    const remark = `// ${'what somebody wrote about it '.repeat(8)}\n`;
    const { code, found, given } = await scanBesideCall('calls.js', `${CALL}\n${`${call} ${remark}`.repeat(9000)}`);
    expect([code, found, given]).toEqual([1, ['call.ts', 'calls.js'], []]);
  });

  it.each([
    ['findings.sh', findings(1000)],
    ['wrappers.js', wrappers(100)],
    ['table.py', table(500)],
  ])('is analysed in full below the limit: %s', async (name, text) => {
    const { code, found, given } = await scanBesideCall(name, text);
    expect([code, found, given]).toEqual([1, ['call.ts', name], []]);
  });
});

describe('a file of many short lines', () => {
  it.each([
    ['Makefile', `all:\n\tcurl ${URL_OF_RULES}\n${'A += a\n'.repeat(60_000)}`],
    ['Dockerfile', `RUN curl ${URL_OF_RULES}\n${'\n'.repeat(600_000)}`],
    ['words.sh', `curl ${URL_OF_RULES}\n${'set -- "$@" x\n'.repeat(20_000)}curl "$@"\n`],
    ['.gitlab-ci.yml', `a:\n  script:\n    - curl ${URL_OF_RULES}\n${'# \n'.repeat(90_000)}`],
  ])('is read line by line: %s', { timeout: 20_000 }, async (name, text) => {
    const { code, found } = await scanBesideCall(name, text);
    expect([code, found]).toEqual([1, name < 'call.ts' ? [name, 'call.ts'] : ['call.ts', name]]);
  });
});

describe('memory', () => {
  /** Scans fifty files of a hundred lines in a heap of 75 MB. */
  function scanned(line: (index: number) => string) {
    const text = Array.from({ length: 100 }, (_, index) => line(index)).join('');
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}.js`, text]));
    const cwd = folder(files);
    const { code } = runCase(cwd, ['scan', '--no-cache', '--format', 'json=report.json'], {}, 75);
    const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as Report;
    return { code, coverage: report.coverage, unresolved: report.unresolved };
  }
  const request = "(p) => fetch('https://api.cloudflare.com/client/v4' + p);\n";

  it('grows with the number of unresolved requests, each with its place', { timeout: 40_000 }, () => {
    const { code, coverage, unresolved } = scanned((index) => `export const f${index} = ${request}`);
    expect([code, coverage.skipped, coverage.limits]).toEqual([0, [], []]);
    expect(new Set(unresolved.map(({ file, range }) => `${file}:${range.start.line}`)).size).toBe(5000);
  });

  it('does not grow with the product of exports and declarations of one name', { timeout: 40_000 }, () => {
    const { code, coverage } = scanned(() => `export const f = ${request}`);
    expect([code, coverage.skipped, coverage.limits]).toEqual([0, [], []]);
  });
});
