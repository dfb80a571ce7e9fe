import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { amend, restrict, subtract, union } from '../../src/scan/report-algebra.js';
import { SPAN, TEXT, report } from '../report/support.js';
import { finding } from './support.js';

/** A report with something in each list, half of it in `a.ts` and half in `b.ts`. */
function both(): Report {
  return report({
    findings: [finding('a.ts', { at: SPAN }), finding('b.ts', { at: SPAN })],
    unresolved: ['a.ts', 'b.ts'].map((file) => ({
      at: { file, span: SPAN },
      methods: [],
      url: '/zones/{}',
      client: 'fetch',
      reason: 'the path is not known',
    })),
    coverage: {
      syntaxErrors: ['a.ts', 'b.ts'],
      requests: {
        all: 4,
        checked: [],
        uncatalogued: [
          {
            kind: 'host',
            name: 'api.other.test',
            requests: 2,
            places: [
              { file: 'a.ts', line: 1 },
              { file: 'b.ts', line: 2 },
            ],
          },
        ],
        bySdk: [],
        elsewhere: 0,
        inTests: 0,
        byText: 0,
        unknown: ['a.ts', 'b.ts'].map((file) => ({ file, line: 3, client: 'fetch', reason: 'it is given' })),
      },
      skipped: [{ reason: 'failed', count: 2, paths: ['a.ts', 'b.ts'] }],
      lostImports: ['a.ts', 'b.ts'].map((file) => ({ file, specifier: './gone.js', mayHide: false })),
      unknownSdks: ['a.ts', 'b.ts'].map((file) => ({ file, api: 'acme', title: 'Acme API', module: 'acme' })),
      limits: [
        'a.ts: not analysed: it is odd.',
        'Very many files import an API client: not all of them were analysed.',
      ],
      unread: ['a.ts', 'b.ts'].map((file) => ({ file, reason: 'partly' as const })),
    },
  });
}

/** The rows of a report about files. */
function rowsOf({ findings, unresolved, coverage }: Report): unknown {
  const { syntaxErrors, requests, skipped, lostImports, unknownSdks, unread } = coverage;
  const counts = [coverage.findings, coverage.unresolved];
  return { findings, unresolved, counts, syntaxErrors, requests, skipped, lostImports, unknownSdks, unread };
}

function scanned(of: Report, text = TEXT): Parameters<typeof subtract>[0] {
  return { report: of, textOf: () => text, stopped: undefined };
}

const AB = new Set(['a.ts', 'b.ts']);

describe('restrict', () => {
  it('leaves the rows as they are where all files are wanted', () => {
    const whole = both();
    expect(rowsOf(restrict(whole, AB))).toEqual(
      rowsOf({ ...whole, coverage: { ...whole.coverage, unresolved: 2, findings: 2 } }),
    );
  });

  it('keeps the rows of one file, and says nothing of the others', () => {
    const { coverage, findings, unresolved } = restrict(both(), new Set(['a.ts']));
    expect([findings, unresolved].map((rows) => rows.map(({ file }) => file))).toEqual([['a.ts'], ['a.ts']]);
    expect(coverage).toMatchObject({
      files: 3,
      findings: 1,
      unresolved: 1,
      syntaxErrors: ['a.ts'],
      requests: { all: 3, uncatalogued: [{ requests: 2, places: [{ file: 'a.ts', line: 1 }] }] },
      skipped: [{ reason: 'failed', count: 1, paths: ['a.ts'] }],
      lostImports: [{ file: 'a.ts' }],
      unread: [{ file: 'a.ts', reason: 'partly' }],
      limits: [
        "1 file that uses the Acme API was not understood, because no method of the SDK is known: a.ts ('acme').",
        "1 import could not be resolved; calls through it may be missed: './gone.js' in a.ts.",
        'a.ts: not analysed: it is odd.',
      ],
    });
  });

  it('has no list of unread files where none of them is wanted', () => {
    const { coverage, findings } = restrict(both(), new Set(['c.ts']));
    expect(findings).toEqual([]);
    expect(Object.keys(coverage)).not.toContain('unread');
    expect(coverage.limits).toEqual([]);
  });
});

describe('subtract', () => {
  it('leaves no finding of a report without itself', () => {
    const { report: left, known } = subtract(scanned(both()), scanned(both()), () => true);
    expect(left.findings).toEqual([]);
    expect(left.coverage.findings).toBe(0);
    expect(left.coverage.limits.at(-1)).toBe('2 findings that the change did not introduce.');
    expect([...known].map(([now, before]) => [now.file, before.file])).toEqual([
      ['a.ts', 'a.ts'],
      ['b.ts', 'b.ts'],
    ]);
  });

  it('changes nothing where the earlier report has no finding', () => {
    const whole = both();
    const nothing = report({ findings: [] });
    expect(subtract(scanned(whole), scanned(nothing), () => true).report.findings).toEqual(whole.findings);
  });

  it('keeps the requests that are not known, which a change may have had before', () => {
    const { report: left } = subtract(scanned(both()), scanned(both()), () => true);
    expect(left.unresolved.map(({ file }) => file)).toEqual(['a.ts', 'b.ts']);
  });

  it('names the files that the earlier scan did not come to', () => {
    const before = report({ findings: [], coverage: { skipped: [{ reason: 'stopped', count: 1, paths: ['a.ts'] }] } });
    const { coverage } = subtract(
      scanned(both()),
      { ...scanned(before), stopped: 'after 1 s (timeout)' },
      () => true,
    ).report;
    expect(coverage.skipped.at(-1)).toEqual({ reason: 'stopped', count: 1, paths: ['a.ts'] });
    expect(coverage.limits.at(-1)).toBe('Stopped after 1 s (timeout): the earlier findings are not known in full.');
  });
});

describe('union', () => {
  it('puts the rows of disjoint parts together again', () => {
    const whole = restrict(both(), AB);
    const joined = union([restrict(whole, new Set(['a.ts'])), restrict(whole, new Set(['b.ts']))]);
    const { requests: _joined, ...rows } = rowsOf(joined) as { readonly requests: unknown };
    const { requests: _whole, ...expected } = rowsOf(whole) as { readonly requests: unknown };
    expect(rows).toEqual(expected);
    expect(joined.coverage.requests?.uncatalogued[0]?.places).toEqual([
      { file: 'a.ts', line: 1 },
      { file: 'b.ts', line: 2 },
    ]);
  });

  it('counts the same finding once, and adds the counters up', () => {
    const { coverage, findings } = union([both(), both()]);
    expect(findings.map(({ file }) => file)).toEqual(['a.ts', 'b.ts']);
    expect(coverage).toMatchObject({ files: 6, findings: 2, sites: { deprecated: 2, unknownTarget: 2 } });
  });

  it('covers the whole scan, and no longer a part of it', () => {
    expect(Object.keys(union([{ ...both(), part: { index: 1, of: 1 } }]))).not.toContain('part');
  });
});

describe('amend', () => {
  it('counts the findings that replace others, and adds rows to lists', () => {
    const { coverage, findings } = amend(both(), { findings: [], limits: ['A part is missing.'] });
    expect([findings.length, coverage.findings, coverage.limits.at(-1)]).toEqual([0, 0, 'A part is missing.']);
  });
});
