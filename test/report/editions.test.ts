import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { validatorOf } from '../../src/core/lib/validators.js';
import type { Catalogue, Deprecation, Layer } from '../../src/core/model/deprecation.js';
import { buildReport } from '../../src/report/build-report.js';
import { formatExplanation } from '../../src/report/explain.js';
import { formatMarkdown } from '../../src/report/markdown.js';
import type { Report } from '../../src/report/report.js';
import { formatSarif } from '../../src/report/sarif.js';
import { isDated, isMistake, severityOf } from '../../src/report/severity.js';
import { formatText } from '../../src/report/text.js';
import { CATALOGUE, finding } from '../scanner/support.js';
import { CONTEXT, FORMATS, plain } from './every-format.js';
import { jsonOf, report as plainReport, SPAN, TEXT } from './support.js';

const URL = 'https://docs.acme.test/changes#towers';
const EDITION: Layer = { kind: 'edition', name: 'specification', endOfLife: '2025-01-06' };
const [KNOWN] = CATALOGUE.deprecations;

/** Report of one finding of a known entry, with changes to that entry. */
function reportOf(changes: Partial<Deprecation>, asOf = '2025-01-16', more: Partial<Catalogue> = {}): Report {
  const changed = { ...KNOWN, ...changes } as Deprecation;
  return buildReport({
    tool: { name: 'sunset-lint', version: '1.2.3' },
    catalogue: { ...CATALOGUE, deprecations: [changed], ...more },
    asOf,
    coverage: plainReport().coverage,
    findings: [finding('src/a.ts', { at: SPAN })],
    unresolved: [],
    textOf: () => TEXT,
    isTest: () => false,
    isDocument: () => false,
  });
}

/** End of life in the message, and the notes that qualify it. */
function endAndNotes(report: Report): readonly string[] {
  const [only] = report.findings;
  return [/(?:ended|ends|is deprecated)[^;]*/.exec(only?.message ?? '')?.[0] ?? '', ...(only?.notes ?? [])];
}

/** Formats of one line for each finding, with no room for more than a clause. */
const ONE_LINE = ['quiet', 'gitlab'];

describe('a deprecation without an announced end', () => {
  const undated = { endOfLife: null, deprecated: '2024-07-21' } as const;

  it('is dated from its deprecation in every format', async () => {
    const report = reportOf(undated);
    for (const [name, format] of Object.entries(FORMATS)) {
      const text = plain(await format(report));
      expect([name, text.includes('is deprecated since 2024-07-21; ')]).toEqual([name, true]);
      // The page offers to filter mistakes, whether there are any or not.
      if (name !== 'html') expect([name, /mistake/i.test(text)]).toEqual([name, false]);
    }
  });

  it('is a warning on every day, neither a mistake nor past its end', () => {
    for (const asOf of ['2024-07-21', '2099-01-01']) {
      const [only] = reportOf(undated, asOf).findings;
      if (only === undefined) throw new Error('no finding');
      expect([only.lifecycle, severityOf(only), isDated(only), isMistake(only)]).toEqual([
        'deprecated',
        'warning',
        false,
        false,
      ]);
    }
  });

  it('is counted separately', () => {
    expect(formatText(reportOf(undated), { colour: 'off' })).toContain(
      '1 finding in 1 file, without an announced end.',
    );
    expect(formatMarkdown(reportOf(undated))).toContain('| none announced | Rate Limits API (');
  });

  it('is a warning in SARIF, under a rule that does not mention mistakes', () => {
    const log = JSON.parse(formatSarif(reportOf(undated), CONTEXT)) as {
      runs: {
        tool: { driver: { rules: { shortDescription: { text: string }; defaultConfiguration: object }[] } };
        results: { level: string; properties: object }[];
      }[];
    };
    const [run] = log.runs;
    expect(run?.tool.driver.rules[0]).toMatchObject({
      shortDescription: { text: 'Rate Limits API: deprecated, no end of life announced.' },
      defaultConfiguration: { level: 'warning' },
    });
    expect(run?.results[0]).toMatchObject({
      level: 'warning',
      properties: { endOfLife: null, lifecycle: 'deprecated' },
    });
  });
});

describe('an end of life known only by its month', () => {
  const month = { endOfLife: '2026-01-31', endOfLifeMonth: '2026-01' } as const;

  it('is shown as the month, and applies after its last day', () => {
    const report = reportOf(month, '2026-01-31');
    expect(endAndNotes(report)).toEqual(['ends in January 2026']);
    expect(report.findings[0]).toMatchObject({ endOfLifeMonth: '2026-01', lifecycle: 'deprecated' });
    expect(reportOf(month, '2026-02-01').findings[0]?.lifecycle).toBe('sunset');
    expect(formatText(report, { colour: 'off', statistics: true })).toContain(
      '1 finding  1 file  2026-01  on the day of this report  rate-limits\n',
    );
    expect(endAndNotes(reportOf(month, '2026-02-01'))).toEqual(['ended in January 2026']);
  });

  it('is shown without a day', async () => {
    const report = reportOf(month);
    for (const [name, format] of Object.entries(FORMATS)) {
      if (name === 'json' || name === 'sarif') continue;
      expect([name, (await format(report)).includes('2026-01-31')]).toEqual([name, false]);
    }
    expect(formatMarkdown(report)).toMatch(/^\| 2026-01[^-]* \| Rate Limits API /m);
  });
});

describe("the page with the vendor's own words", () => {
  it('is linked in every format', async () => {
    const report = reportOf({ url: URL });
    for (const [name, format] of Object.entries(FORMATS))
      expect([name, plain(await format(report)).includes(URL)]).toEqual([name, !ONE_LINE.includes(name)]);
    expect(report.findings[0]?.vendorUrl).toBe(URL);
  });

  it('is omitted if there is none', () => {
    expect(reportOf({}).findings[0]).not.toHaveProperty('vendorUrl');
    expect(reportOf({}).findings[0]?.notes).toEqual([]);
  });
});

describe('a statement of another edition', () => {
  const source = 'acme-docs#15120';

  it('is shown as one clause, with its day, in every format', async () => {
    const report = reportOf({
      layers: [EDITION],
      disputes: [{ kind: 'withdrawn', edition: 'current', vendor: 'Acme', since: '2024-06-17', source }],
    });
    const sentence =
      'GET /zones/{zone_id}/rate_limits ends on 2025-01-06 by the published end-of-life table; Acme cancelled that on 2024-06-17, and it still works';
    for (const [name, format] of Object.entries(FORMATS))
      expect([name, plain(await format(report)).includes(sentence)]).toEqual([name, true]);
    expect(report.findings[0]).toMatchObject({ disputed: true, notes: [] });
    expect(report.findings[0]?.message).not.toMatch(/ended/);
  });

  it('that cancels the end is given in place of the time since then, in every format that has a state', async () => {
    const dispute = { kind: 'withdrawn', edition: 'current', vendor: 'Acme', since: '2024-06-17', source } as const;
    const cancelled = reportOf({ layers: [EDITION], disputes: [dispute] });
    const ended = reportOf({ layers: [EDITION] });
    for (const name of ['markdown', 'github-comment', 'html', 'junit'] as const) {
      const text = plain(await expectDefined(FORMATS[name], name)(cancelled));
      expect([name, /cancelled(?: or moved)? by the vendor/i.test(text)]).toEqual([name, true]);
      expect([name, /past the end of life,|10 days ago/.test(text)]).toEqual([name, false]);
      expect(plain(await expectDefined(FORMATS[name], name)(ended))).toContain('10 days ago');
    }
    expect(formatMarkdown(cancelled)).toContain('\n| 2025-01-06, cancelled by the vendor | ');
    expect(formatMarkdown(cancelled)).toContain(' (cancelled by the vendor) ');
  });

  it.each([
    ['2025-06-15', '2024-12', 'the vendor moved that to 2025-06-15 in December 2024, and it still works'],
    ['2025-06', '2024', 'the vendor moved that to June 2025 in 2024, and it still works'],
    [null, undefined, 'the vendor no longer announces an end, and it still works'],
  ])('is shown when it moves the end across the day of the report, to %s in %s', (endOfLife, since, clause) => {
    const dispute = { kind: 'moved', edition: 'current', endOfLife, source, ...(since === undefined ? {} : { since }) };
    const [only] = reportOf({ layers: [EDITION], disputes: [dispute as never] }).findings;
    expect(only?.message).toContain(`on 2025-01-06 by the published end-of-life table; ${clause}; `);
    expect(only?.disputed).toBe(true);
  });

  it('is shown when the vendor ended the operation before the day of the specification', () => {
    const dispute = { kind: 'moved', edition: 'current', endOfLife: '2024-12', source } as const;
    const [only] = reportOf({ layers: [EDITION], disputes: [dispute] }, '2025-01-06').findings;
    expect(only?.message).toContain(
      'on 2025-01-06 by the published end-of-life table; the vendor already ended it in December 2024; ',
    );
  });

  it('is omitted when the move changes nothing on the day of the report', () => {
    const dispute = { kind: 'moved', edition: 'current', endOfLife: '2025-06-15', source } as const;
    for (const day of ['2025-01-06', '2025-06-16']) {
      const report = reportOf({ layers: [EDITION], disputes: [dispute] }, day);
      expect(endAndNotes(report)).toEqual([day === '2025-01-06' ? 'ends on 2025-01-06' : 'ended on 2025-01-06']);
      expect(report.findings[0]).not.toHaveProperty('disputed');
    }
  });

  it('is omitted when the specification says the same', () => {
    const disputes = [{ kind: 'moved', edition: 'specification', endOfLife: '2024-05-01', source: 'x' }] as const;
    const layers: readonly Layer[] = [{ ...EDITION, name: 'current' }];
    expect(endAndNotes(reportOf({ layers, disputes }))).toEqual(['ended on 2025-01-06']);
  });

  it('is shown only for the operations that are in use again', () => {
    const revived = (operations: readonly string[]): string =>
      reportOf({
        layers: [EDITION],
        disputes: [{ kind: 'revived', edition: 'current', operations, since: '2026-04-06', source }],
      }).findings[0]?.message ?? '';
    expect(revived(['GET /zones/{other_name}/rate_limits'])).toContain(
      '`GET /zones/{zone_id}/rate_limits` ends on 2025-01-06 by the published end-of-life table; the vendor has supported it again since 2026-04-06; ',
    );
    expect(revived(['POST /zones/{zone_id}/rate_limits', 'GET /zones/{zone_id}/rate_limits/{id}'])).toContain(
      '`GET /zones/{zone_id}/rate_limits` ended on 2025-01-06; ',
    );
  });
});

describe('the source of an end of life', () => {
  it('is named when a layer of the user changes the day', () => {
    const layers: readonly Layer[] = [EDITION, { kind: 'file', name: 'sunset.json:3', endOfLife: '2027-01-01' }];
    expect(endAndNotes(reportOf({ endOfLife: '2027-01-01', layers }))).toEqual([
      'ends on 2027-01-01',
      'The day is from your sunset.json:3; the catalogue says 2025-01-06.',
    ]);
  });

  it('is not named when the layer keeps the day or changes another field', () => {
    const spoken = (layer: Layer): readonly string[] => endAndNotes(reportOf({ layers: [EDITION, layer] }));
    const as = ['ended on 2025-01-06'];
    expect(spoken({ kind: 'file', name: 'sunset.json:3' })).toEqual(as);
    expect(spoken({ kind: 'override', name: 'config', endOfLife: '2025-01-06' })).toEqual(as);
  });

  it('is in JSON for every finding, valid against the schema', () => {
    const layers: readonly Layer[] = [EDITION, { kind: 'file', name: 'sunset.json:3' }];
    const report = reportOf({ layers, url: URL }, '2025-01-16', {
      editions: [{ id: 'specification', api: 'acme', asOf: '2024-06-16', reviewBy: '2025-01-01' }],
    });
    expect(report.findings[0]?.catalogue).toEqual({
      api: 'acme',
      edition: 'specification',
      layer: { kind: 'file', name: 'sunset.json:3' },
      source: expect.stringMatching(/^.+:\d+$/) as string,
    });
    expect(report.catalogue.editions).toEqual([
      {
        ...{ id: 'specification', api: 'acme', asOf: '2024-06-16', reviewBy: '2025-01-01', stale: true },
        remark: 'Facts of acme were read on 2024-06-16; they were due for review on 2025-01-01.',
      },
    ]);
    expect(validatorOf('report')(JSON.parse(jsonOf(report)))).toEqual([]);
    expect(formatText(report, { colour: 'off', verbose: true })).toContain(
      'Dates: edition specification of 2024-06-16 (stale since 2025-01-01).',
    );
  });

  it('is not named in the sentence on a missing replacement', () => {
    const unstated = { replacement: { kind: 'unstated' } } as const;
    for (const layer of [EDITION, { kind: 'file', name: 'own.json:1' } as const, { ...EDITION, name: 'current' }])
      expect(reportOf({ ...unstated, layers: [layer] }).findings[0]?.message).toMatch(/; no replacement is named\.$/);
  });
});

describe('the explain command', () => {
  const explain = (id: string, edition: 'specification' | 'current'): string => {
    const found = loadCatalogue({ edition }).deprecations.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no ${id}`);
    return formatExplanation(found, '2026-11-22');
  };

  it('shows the history of a day, its page, and its source', () => {
    const text = explain('zone-settings-batch', 'current');
    expect(text).toContain('  Announced:   2026-06-16\n  Deprecated:  2025-04-23\n');
    expect(text).toContain('  From:        edition current (end of life 2027-03-31)\n');
    expect(text).toContain(
      'History of the end of life\n' +
        '  2026-09-15, since 2026-06-16 (cloudflare-docs#31502)\n' +
        '  2027-03-31, since 2026-07-27 (cloudflare-docs#32335)\n',
    );
    expect(text).toContain('https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2026-07-27');
    expect(text).not.toContain('pecification');
  });

  it('shows the statement of another edition, and the operations in use again', () => {
    expect(explain('page-rules-api', 'specification')).toContain(
      'Other editions differ\n  current: Cloudflare cancelled this deprecation on 2024-06-17 (cloudflare-docs#15120)\n',
    );
    expect(explain('argo-tunnel-api', 'current')).toContain(
      'In use again, and not reported\n  GET /accounts/{account_identifier}/tunnels, since January 2024 (',
    );
  });
});
