import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { judgeGate } from '../../src/scan/baseline/gate.js';
import { settingsOf } from '../../src/config/settings.js';
import { pathFrom } from '../../src/config/checked-json.js';
import { formatCsv } from '../../src/report/csv.js';
import { formatGithub } from '../../src/report/github.js';
import { formatGitlab } from '../../src/report/gitlab.js';
import { formatHtml } from '../../src/report/html.js';
import { formatJunit } from '../../src/report/junit.js';
import { formatMarkdown } from '../../src/report/markdown.js';
import { formatRdjson } from '../../src/report/rdjson.js';
import type { Report } from '../../src/report/report.js';
import { formatSarif } from '../../src/report/sarif.js';
import { formatText } from '../../src/report/text.js';
import { CATALOGUE, finding } from '../scanner/support.js';
import { CONTEXT } from './hostile.js';
import { parseCsv } from './readers.js';
import { jsonOf, report, SPAN } from './support.js';

const schema = JSON.parse(readFileSync(new URL('../../rules/report.schema.json', import.meta.url), 'utf8')) as object;
const validate = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

/** Report with a call of a deprecated operation and a mistaken request of the migration. */
function mixed(asOf: string): Report {
  return report({
    asOf,
    findings: [
      finding('src/a.ts', { at: SPAN }),
      finding(
        'src/b.ts',
        { at: SPAN },
        {
          rule: 'valid-waf-migration',
          deprecation: 'waf-migration',
          operation: { method: 'GET', path: '/zones/{zone_id}/waf_migration/check' },
          problem: 'This migration request lacks the query parameter `phase_two=1`.',
          reason: 'The migration is specified so.',
          remedy: 'Add `phase_two=1` to the query.',
        },
      ),
    ],
  });
}

const FORMATS = {
  text: (of: Report) => formatText(of, { colour: 'off' }),
  quiet: (of: Report) => formatText(of, { colour: 'off', quiet: true }),
  json: jsonOf,
  html: (of: Report) => formatHtml(of, CONTEXT),
  markdown: formatMarkdown,
  sarif: (of: Report) => formatSarif(of, CONTEXT),
  github: (of: Report) => formatGithub(of, CONTEXT),
  gitlab: (of: Report) => formatGitlab(of, CONTEXT),
  junit: (of: Report) => formatJunit(of, CONTEXT),
  rdjson: (of: Report) => formatRdjson(of, CONTEXT),
  csv: formatCsv,
} as const;

/** The report without its first finding, which has an end of life. */
function alone(of: Report): Report {
  return { ...of, findings: of.findings.slice(1) };
}

describe('a mistake in a request of a live operation', () => {
  it.each(Object.entries(FORMATS))('has no end of life in %s', (_name, format) => {
    const text = format(alone(mixed('2026-01-01')));
    expect(text).toContain('lacks the query parameter');
    expect(text).not.toMatch(/days? ago|in \d+ days?\b|past the end of life,|2025-01-06/);
  });

  it('is counted separately', () => {
    const headline = '2 findings in 2 files: 1 past the end of life, 1 mistake in migration requests.';
    expect(FORMATS.text(mixed('2026-01-01'))).toContain(headline);
    const open = '2 open findings in 2 files: 1 before the end of life, 1 mistake in migration requests.';
    expect(FORMATS.markdown(mixed('2023-01-01'))).toContain(open);
    expect(FORMATS.html(mixed('2023-01-01'))).toContain('<dt>Mistakes in migration requests</dt><dd>1</dd>');
    expect(FORMATS.html(report())).not.toContain('Mistakes in migration');
  });

  it('is titled as a mistake in the request', () => {
    expect(FORMATS.text(mixed('2026-01-01'))).toContain('[waf-migration]');
    expect(FORMATS.github(mixed('2026-01-01'))).toContain(
      'title=Migration to the new WAF Managed Rules%3A mistake in the request',
    );
    expect(FORMATS.junit(mixed('2026-01-01'))).toContain('mistake in the request; certain');
    const rows = parseCsv(FORMATS.csv(mixed('2026-01-01')));
    const column = rows[0]?.indexOf('end_of_life') ?? -1;
    expect(rows.map((row) => [row[column], row[column + 1]])).toEqual([
      ['end_of_life', 'lifecycle'],
      ['2025-01-06', 'sunset'],
      ['', ''],
    ]);
  });

  it('has null as its end of life, lifecycle and replacement in JSON', () => {
    const [, mistake] = mixed('2026-01-01').findings;
    expect([mistake?.endOfLife, mistake?.lifecycle, mistake?.replacement]).toEqual([null, null, null]);
    validate(JSON.parse(FORMATS.json(mixed('2026-01-01'))));
    expect(validate.errors).toBeNull();
  });

  it('fails the gate on every day, also before the end of life of the deprecation', () => {
    for (const asOf of ['2019-01-01', '2023-01-01', '2026-01-01']) {
      const gate = judgeGate(alone(mixed(asOf)), CATALOGUE, { failOn: 'sunset', warnWithin: 9999 });
      expect([gate.verdict, gate.failing.length, gate.soon, gate.next]).toEqual(['failed', 1, [], undefined]);
    }
    expect(judgeGate(alone(mixed('2026-01-01')), CATALOGUE, { failOn: 'never' }).verdict).toBe('passed');
  });

  it('is an error in every format that has levels', () => {
    const levels = (of: Report): string[] =>
      (JSON.parse(FORMATS.sarif(of)) as { runs: { results: { level: string }[] }[] }).runs.flatMap(({ results }) =>
        results.map(({ level }) => level),
      );
    expect(levels(alone(mixed('2019-01-01')))).toEqual(['error']);
    expect(levels(mixed('2019-01-01')).sort()).toEqual(['error', 'warning']);
    expect(FORMATS.gitlab(alone(mixed('2019-01-01')))).toContain('"severity": "critical"');
  });

  it('is ignored only by its own id', () => {
    const ignore = (ids: readonly string[]): ReadonlySet<string> =>
      settingsOf({ ignore: ids }, { place: pathFrom('config'), folder: '.' }).ignore;
    expect([...ignore(['waf-migration'])]).toEqual(['waf-migration']);
    expect([...ignore(['waf-managed-rules-api'])]).toEqual(['waf-managed-rules-api']);
    expect(() => ignore(['waf-migratio'])).toThrow("Did you mean 'waf-migration'");
  });
});
