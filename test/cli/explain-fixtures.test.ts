import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { traceRequestedFiles } from '../../src/hosts/cli/scanning/requested-files.js';
import { parseScan } from '../../src/hosts/cli/settings/settings.js';
import { guardOutput } from '../../src/hosts/cli/shared/io.js';
import { LineIndex } from '../../src/core/lib/line-index.js';
import { escapeRegExp } from '../../src/core/lib/escape.js';
import type { Report, ReportFinding } from '../../src/report/report.js';
import { formatTrace } from '../../src/report/trace.js';
import { apisOf, listFixtures } from '../fixtures-support.js';
import type { Fixture } from '../fixtures-support.js';
import { cli, configFlags } from './support.js';

const FIXTURES = listFixtures().filter(({ silent }) => !silent);
const settingsOfAll = (): readonly string[] =>
  configFlags({ alsoReport: ['tests', 'documents', 'testDoubles', 'resources'] });

/** Places with another call on the line of the finding, which is not reported itself. */
const BESIDE: readonly string[] = [
  // The result of the first call of a curried wrapper is called: the report has a row for it too.
  'wrappers/curried curried.ts:9',
  'wrappers/curried curried.ts:10',
  'modules/workspace-client packages/app/src/report.ts:7',
  // The wrapper's own command, which the line runs.
  'shell/gitlab .gitlab-ci.yml:42',
  // Another answer of the same mock.
  'test-doubles/axios-mock-adapter settings.test.js:7',
  // A call of the wrapper that gives the header whose absence is found.
  'waf-migration/wrappers migrate.mjs:17',
];

/** Lists contradictions between the report on a fixture and the explanations of its findings. */
async function contradictions({ name, root }: Fixture): Promise<readonly string[]> {
  const own = join(root, 'catalogue.json');
  const flags = [
    ...[...settingsOfAll(), '--as-of', '2026-01-01', '--min-confidence', 'possible'],
    ...(existsSync(own) ? ['--catalogue', own] : []),
    ...apisOf(name).flatMap((api) => ['--api', api]),
  ];
  const { findings } = JSON.parse((await cli(root, ['scan', '--format', 'json', ...flags])).out) as Report;
  const places = findings.map(({ file, range }) => ({ file, at: { line: range.start.line } }));
  if (places.length === 0) return [];
  const nothing = (): void => undefined;
  const today = (): string => '2026-01-01';
  const io = { cwd: root, env: {}, today, out: nothing, err: nothing, outIsTerminal: false, errIsTerminal: false };
  const inputs = await traceRequestedFiles(await parseScan(flags, [], guardOutput(io)), guardOutput(io), places);
  return findings.flatMap((finding, index) => {
    const input = inputs[index];
    if (input === undefined) return [`${name} ${finding.file}: not explained`];
    const text = new LineIndex(input.textOf(finding.file) ?? '');
    const { line } = finding.range.start;
    const first = input.trace.calls
      .filter(({ seen }) => seen === 'request' || seen === 'test-double')
      .map(({ at }) => text.range(at.span))
      .filter(({ start, end }) => start.line < line && line <= end.line)
      .map(({ start }) => start.line);
    return [line, ...new Set(first)].flatMap((asked) => {
      const said = formatTrace({ ...input, at: { line: asked } });
      const place = `${name} ${finding.file}:${asked}`;
      return contradictionsOf(said, finding, BESIDE.includes(place)).map((why) => `${place}: ${why}\n${said}`);
    });
  });
}

function contradictionsOf(said: string, finding: ReportFinding, isBeside: boolean): readonly string[] {
  const { deprecation, confidence, disputed, endOfLife, endOfLifeMonth, lifecycle } = finding;
  const day = endOfLifeMonth ?? endOfLife ?? 'none announced';
  const end = lifecycle === null ? '' : `, end of life ${day}`;
  const id = escapeRegExp(deprecation);
  const states = new RegExp(`${id}(?:, (?:cancelled|moved)[a-z ]*)?${end}(?:, at [^,]+)?, ${confidence}, reported\\.`);
  return [
    ...(states.test(said) ? [] : ['id, day and confidence of the finding are missing']),
    ...(!isBeside && /=> (?:No finding|Not resolved|Perhaps)/.test(said) ? ['it denies the finding'] : []),
    ...(said.includes('There is no call on line') ? ['it sees no call'] : []),
    ...((disputed === true || lifecycle === null) && new RegExp(`Deprecated: ${id}[,.]`).test(said)
      ? ['it says that something in use is deprecated']
      : []),
  ];
}

describe('the explanation of the place of a finding', () => {
  for (const theme of new Set(FIXTURES.map((fixture) => fixture.theme)))
    it(`agrees with the report in id, date and confidence: ${theme}`, { timeout: 120_000 }, async () => {
      const found: string[] = [];
      for (const fixture of FIXTURES) if (fixture.theme === theme) found.push(...(await contradictions(fixture)));
      expect(found).toEqual([]);
    });
});
