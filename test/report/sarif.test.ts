import { execFileSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Log, Result, Run } from 'sarif';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import type { Report } from '../../src/report/report.js';
import { toolUrl } from '../../src/report/rule-url.js';
import { formatSarif } from '../../src/report/sarif.js';
import type { FormatContext } from '../../src/report/format-context.js';
import { finding, folder } from '../scanner/support.js';
import {
  bigReport,
  changed,
  CONTEXT,
  emptyReport,
  HOSTILE_CONTEXT,
  HOSTILE_NAMES,
  HOSTILE_TEXT,
  hostileReport,
  suppressedReport,
} from './hostile.js';
import { report, SPAN } from './support.js';

const MULTITOOL = findMultitool();
const schema =
  MULTITOOL === undefined
    ? undefined
    : (JSON.parse(readFileSync(join(dirname(MULTITOOL), 'sarif-2.1.0.json'), 'utf8')) as object);

/** Path of Microsoft's validator, if its package has a program for this machine. */
function findMultitool(): string | undefined {
  try {
    const file = createRequire(import.meta.url)('@microsoft/sarif-multitool') as string;
    accessSync(file, constants.X_OK);
    return file;
  } catch {
    return undefined;
  }
}

function run(source: Report, context: FormatContext = CONTEXT): Run {
  return expectDefined((JSON.parse(formatSarif(source, context)) as Log).runs[0], 'one run');
}

function results(source: Report, context: FormatContext = CONTEXT): readonly Result[] {
  return expectDefined(run(source, context).results, 'results');
}

const first = (source: Report, context?: FormatContext): Result =>
  expectDefined(results(source, context)[0], 'a result');

/** Report of a finding with a fix of two edits in its file, and of one that edits another file. */
function fixable(): Report {
  return changed(report(), (entry) => ({
    ...entry,
    suggestion: {
      title: 'Do so.',
      edits: [
        { file: entry.file, range: entry.range, text: "'new'" },
        { file: 'src/ä b.ts', range: entry.range, text: '' },
      ],
    },
  }));
}

const CASES: readonly (readonly [string, Report, FormatContext])[] = [
  ['one finding', report(), CONTEXT],
  ['no findings', emptyReport(), { ...CONTEXT, catalogue: loadCatalogue() }],
  ['hostile names and texts', hostileReport(), HOSTILE_CONTEXT],
  ['suppressions', suppressedReport(), CONTEXT],
  ['fixes', fixable(), CONTEXT],
  ['500 findings', bigReport(500), CONTEXT],
];

/** Log with an absolute name and a missing region, which the validator must reject. */
function refused(): string {
  const log = JSON.parse(formatSarif(report(), CONTEXT)) as Log;
  const place = expectDefined(log.runs[0]?.results?.[0]?.locations?.[0]?.physicalLocation, 'a place');
  place.artifactLocation = { uri: 'src\\a b.ts', uriBaseId: 'SRCROOT' };
  delete place.region;
  return JSON.stringify(log);
}

/** Messages of Microsoft's validator, with the rules for code scanning, by name of the log. */
function validated(logs: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const root = folder(logs);
  const names = Object.keys(logs);
  execFileSync(
    expectDefined(MULTITOOL, 'checked by who calls'),
    ['validate', ...names, '--rule-kind', 'Sarif;Ghas', '--level', 'Error;Warning', '-o', 'out.sarif'],
    { cwd: root, stdio: 'ignore' },
  );
  const told = JSON.parse(readFileSync(join(root, 'out.sarif'), 'utf8').replace(/^\uFEFF/, '')) as Log;
  const found = expectDefined(told.runs[0]?.results, 'results').map(({ ruleId = '', message, locations }) => ({
    file: basename(locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? ''),
    text: `${ruleId} ${JSON.stringify(message)}`,
  }));
  return Object.fromEntries(
    names.map((name) => [name, found.flatMap(({ file, text }) => (file === name ? [text] : []))]),
  );
}

describe('a SARIF report', () => {
  it('has the edits of a suggestion as a fix, grouped by file', () => {
    const { fixes, locations } = first(fixable());
    const region = locations?.[0]?.physicalLocation?.region;
    const { startLine, startColumn, endLine, endColumn } = expectDefined(region, 'a region');
    const deletedRegion = { startLine, startColumn, endLine, endColumn };
    expect(fixes).toEqual([
      {
        description: { text: 'Do so.' },
        artifactChanges: [
          {
            artifactLocation: locations?.[0]?.physicalLocation?.artifactLocation,
            replacements: [{ deletedRegion, insertedContent: { text: "'new'" } }],
          },
          {
            artifactLocation: { uri: 'src/%C3%A4%20b.ts', uriBaseId: 'SRCROOT' },
            replacements: [{ deletedRegion }],
          },
        ],
      },
    ]);
  });

  it.skipIf(schema === undefined)('is valid against the schema of SARIF 2.1.0', () => {
    const ajv = new Ajv2020({
      strict: false,
      formats: { uri: isUri, 'uri-reference': isUriReference, 'date-time': true, uuid: true },
    });
    const validate = ajv.compile(expectDefined(schema, 'checked above'));
    for (const [name, source, context] of CASES) {
      validate(JSON.parse(formatSarif(source, context)));
      expect(validate.errors, name).toBeNull();
    }
  });

  it.skipIf(MULTITOOL === undefined)("passes Microsoft's validator, which rejects a faulty log", () => {
    const logs = CASES.map(([, source, context], index) => [`${index}.sarif`, formatSarif(source, context)] as const);
    const told = validated({ ...Object.fromEntries(logs), 'refused.sarif': refused() });
    // A tool without a public address has none to give.
    const wished = toolUrl() === undefined ? /Warning_ProvideToolnformationUri/ : /^$/;
    for (const [index, [name]] of CASES.entries())
      expect(
        told[`${index}.sarif`]?.filter((text) => !wished.test(text)),
        name,
      ).toEqual([]);
    expect(told['refused.sarif']?.filter((text) => !wished.test(text)).length).toBeGreaterThan(0);
  });

  it('has all fields of a result that code scanning reads', () => {
    const result = first(report());
    expect(result).toMatchObject({
      ruleId: 'no-deprecated-endpoint.rate-limits',
      ruleIndex: 0,
      level: 'error',
      partialFingerprints: { 'sunsetLint/v1': 'src/a.ts:52' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/a.ts', uriBaseId: 'SRCROOT' },
            region: { startLine: 3, startColumn: 33, endLine: 3, endColumn: 86 },
          },
        },
      ],
      relatedLocations: [{ id: 1, message: { text: 'the URL is a literal' } }],
      codeFlows: [{ threadFlows: [{ locations: [{ location: { message: { text: 'the URL is a literal' } } }] }] }],
    });
    expect(result.message.text).toBe(
      '`GET /zones/{zone_id}/rate_limits` ended on 2025-01-06; no replacement is named. Evidence: [the URL is a literal](1).',
    );
    expect(Object.keys(result.partialFingerprints ?? {})).not.toContain('primaryLocationLineHash');
    expect(run(report())).toMatchObject({
      columnKind: 'utf16CodeUnits',
      tool: { driver: { semanticVersion: '1.2.3' } },
    });
  });

  it.each([
    [5, 'Evidence: [step 0](1), [step 1](2), [step 2](3), [step 3](4), [step 4](5).', 5],
    [120, 'Evidence: [step 0](1), [step 1](2), [step 2](3), [step 3](4), [step 4](5), and 115 more.', 100],
  ])('links to the first steps of its evidence, and counts the others: %s', (count, words, related) => {
    const steps = Array.from({ length: count }, (_, index) => ({
      kind: 'literal' as const,
      at: { file: 'src/a.ts', span: SPAN },
      note: `step ${String(index)}`,
    }));
    const whole = finding('src/a.ts', { at: SPAN });
    const result = first(report({ findings: [{ ...whole, evidence: { ...whole.evidence, steps } }] }));
    expect(result.message.text).toContain(words);
    expect(result.relatedLocations).toHaveLength(related);
  });

  it('describes each deprecation of the catalogue, with precision and severity', () => {
    const { rules } = run(report(), { ...CONTEXT, catalogue: loadCatalogue() }).tool.driver;
    const rule = expectDefined(
      rules?.find(({ id }) => id === 'no-deprecated-endpoint.page-rules-api'),
      'page rules',
    );
    expect(rule).toMatchObject({
      name: 'PageRulesApi',
      shortDescription: { text: 'Page Rules API: cancelled by the vendor.' },
      properties: { precision: 'very-high', 'problem.severity': 'error' },
    });
    expect(rule.help?.markdown).toContain('Cloudflare cancelled that on 2024-06-17, and it still works.');
    expect(rule.help?.markdown).not.toContain('after that date');
    const rateLimits = rules?.find(({ id }) => id === 'no-deprecated-endpoint.rate-limiting-api-previous');
    expect(rateLimits?.shortDescription?.text ?? 'Rate Limiting API: end of life').toContain(': end of life');
    expect(rule.help?.markdown).toContain('- `GET|POST /zones/{zone_id}/pagerules`');
    expect(rule.help?.markdown).toContain('`docs/rules/no-deprecated-endpoint.md` of the package');
    expect(rules?.length).toBeGreaterThan(15);
    expect(new Set(rules?.map(({ id }) => id)).size).toBe(rules?.length);
    expect(JSON.stringify(rules)).not.toContain('security-severity');
  });

  it('gives a rule the precision of its least certain finding', () => {
    const source = report({
      findings: [
        finding('a.ts', { at: SPAN }),
        finding('b.ts', { at: SPAN }, { confidence: 'possible', fingerprint: 'b' }),
      ],
    });
    expect(run(source).tool.driver.rules?.[0]?.properties).toMatchObject({ precision: 'medium' });
    expect(results(source).map(({ level, rank }) => [level, rank])).toEqual([
      ['error', 90],
      ['note', 30],
    ]);
  });

  it('has the level warning before the end of life', () => {
    expect(first(report({ asOf: '2025-01-06' })).level).toBe('warning');
    expect(run(report({ asOf: '2025-01-06' })).tool.driver.rules?.[0]?.properties?.['problem.severity']).toBe(
      'warning',
    );
  });

  it('gives file names relative to the root of the repository, in a reversible encoding', () => {
    expect(
      first(report(), { ...CONTEXT, prefix: 'packages/a b/' }).locations?.[0]?.physicalLocation?.artifactLocation?.uri,
    ).toBe('packages/a%20b/src/a.ts');
    const names = results(hostileReport(), HOSTILE_CONTEXT).map((result) =>
      expectDefined(result.locations?.[0]?.physicalLocation?.artifactLocation?.uri, 'a name'),
    );
    for (const uri of names) {
      const url = new URL(uri, 'file:///repository/');
      expect(url.pathname.startsWith('/repository/')).toBe(true);
      expect(url.search + url.hash).toBe('');
    }
    expect(names.map((uri) => decodeURIComponent(uri)).sort()).toEqual(
      HOSTILE_NAMES.map((name) => Buffer.from(name).toString()).sort(),
    );
  });

  it('counts columns in UTF-16 code units and shows the code', () => {
    const region = expectDefined(
      first(hostileReport(), HOSTILE_CONTEXT).locations?.[0]?.physicalLocation?.region,
      'a region',
    );
    const text = expectDefined(HOSTILE_TEXT.split('\n')[0], 'a line').slice(
      (region.startColumn ?? 0) - 1,
      (region.endColumn ?? 0) - 1,
    );
    expect(text).toBe("'https://api.acme.test/client/v9/zones/1/rate_limits'");
    expect(region.snippet?.text).toBe(text);
  });

  it('has suppressed findings, marked, at the end, or omits them', () => {
    expect(
      results(suppressedReport()).map(({ partialFingerprints, suppressions }) => [
        partialFingerprints?.['sunsetLint/v1'],
        suppressions,
      ]),
    ).toEqual([
      ['a', []],
      ['d', [{ kind: 'external', status: 'rejected', justification: 'too vague' }]],
      ['b', [{ kind: 'external', status: 'accepted', justification: 'migrates in March' }]],
      ['c', [{ kind: 'inSource', status: 'accepted' }]],
    ]);
    expect(
      results(suppressedReport(), { ...CONTEXT, suppressed: 'omitted' }).map(
        ({ partialFingerprints }) => partialFingerprints?.['sunsetLint/v1'],
      ),
    ).toEqual(['a', 'd']);
    expect(first(report())).not.toHaveProperty('suppressions');
  });

  it('has open findings before the limit of 5,000 and stays below the limit of 25,000', () => {
    const source = changed(bigReport(25_010), (entry, index) =>
      index < 20_000 ? { ...entry, lifecycle: 'deprecated' } : entry,
    );
    const made = run(source);
    const levels = expectDefined(made.results, 'results').map(({ level }) => level);
    expect(levels).toHaveLength(25_000);
    expect(levels.slice(0, 5000).every((level) => level === 'error')).toBe(true);
    expect(JSON.stringify(made.invocations)).toContain('10 results are left out');
  });

  it('links evidence whatever its text, and nothing else', () => {
    const base = finding('a.ts', { at: SPAN });
    const note = 'the [constant](1) \\ x';
    const source = report({
      findings: [
        {
          ...base,
          notes: ['See [this](http://x.test).'],
          evidence: { ...base.evidence, steps: [{ kind: 'constant', at: base.at, note }] },
        },
      ],
    });
    expect(first(source).message.text).toContain(
      'See \\[this](http://x.test). Evidence: [the \\[constant\\](1) \\\\ x](1).',
    );
  });
});

function isUri(text: string): boolean {
  return URL.canParse(text);
}

function isUriReference(text: string): boolean {
  return URL.canParse(text, 'file:///repository/') && !/[\s\\<>"{}|^`]/.test(text);
}
