import { parseXml } from '@rgrove/parse-xml';
import { describe, expect, it } from 'vitest';
import type { Report, ReportFinding } from '../../src/report/report.js';
import { trendOf } from '../../src/report/trend.js';
import { trendMarkdown, trendSvg, trendText } from '../../src/report/trend-formats.js';
import { report } from './support.js';

const [FINDING] = report().findings as readonly [ReportFinding];
const of = (deprecation: string, endOfLife: string | null, more: Partial<ReportFinding> = {}): ReportFinding => ({
  ...FINDING,
  deprecation,
  feature: `The ${deprecation}`,
  endOfLife,
  lifecycle: 'deprecated',
  ...more,
});
const on = (asOf: string, findings: readonly ReportFinding[]): Report => ({ ...report(), asOf, findings });

const FILTERS = of('filters', '2026-06-15');
const RATES = of('rates', '2026-03-01', { lifecycle: 'sunset' });
const UNDATED = of('beta', null);
const REPORTS = [
  on('2026-04-01', [RATES, FILTERS]),
  on('2026-01-01', [of('rates', '2026-03-01'), of('rates', '2026-03-01'), FILTERS, UNDATED]),
  on('2026-02-01', [FILTERS]),
  on('2026-02-01', [FILTERS, { ...FILTERS, suppression: { kind: 'external', status: 'accepted' } }, UNDATED]),
];

describe('a trend', () => {
  it('counts open calls by the last report of each day, with the earliest end first', () => {
    const trend = trendOf(REPORTS);
    expect(trend.days).toEqual(['2026-01-01', '2026-02-01', '2026-04-01']);
    expect(trend.rows.map(({ deprecation, calls }) => [deprecation, ...calls])).toEqual([
      ['rates', 2, 0, 1],
      ['filters', 1, 1, 1],
      ['beta', 1, 1, 0],
    ]);
    expect([trend.open, trend.past]).toEqual([
      [4, 2, 2],
      [0, 0, 1],
    ]);
  });

  it('can be a table for a terminal', () => {
    expect(trendText(trendOf(REPORTS))).toBe(
      `Ends           Deprecation           2026-01-01  2026-02-01  2026-04-01
2026-03-01     rates                          2           0           1
2026-06-15     filters                        1           1           1
not announced  beta                           1           1           0
               open calls                     4           2           2
               past the end of life           0           0           1
Open calls fell from 4 on 2026-01-01 to 2 on 2026-04-01.
`,
    );
  });

  it('can be a Markdown table, without markup from names', () => {
    const text = trendMarkdown(trendOf([on('2026-01-01', [of('a|b', null, { feature: '<img src=x>' })])]));
    expect(text).toContain('One day');
    expect(text).not.toContain('<img');
    expect(text.split('\n')[2]?.match(/(?<!\\)\|/g)).toHaveLength(4);
  });

  it('shows the first and the last of many days', () => {
    const many = Array.from({ length: 28 }, (_, day) => on(`2026-02-${String(day + 1).padStart(2, '0')}`, [FILTERS]));
    const [head = ''] = trendText(trendOf(many)).split('\n');
    expect(head.match(/2026-02-\d\d/g)).toHaveLength(6);
    expect(head).toMatch(/2026-02-01.*2026-02-28$/);
  });

  it('can be a chart with a line for each deprecation with a near end, and one for the others', () => {
    const svg = trendSvg(trendOf(REPORTS));
    const names = JSON.stringify(parseXml(svg));
    expect(svg.match(/<polyline/g)).toHaveLength(3);
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(2);
    expect(names).toContain('1 open, ends 2026-06-15');
    const ten = Array.from({ length: 10 }, (_, index) => of(`d${index}<b>`, '2040-01-01'));
    const large = trendSvg(trendOf([on('2026-01-01', ten)]));
    expect(large.match(/<polyline/g)).toHaveLength(7);
    expect(large).toContain('4 others');
    // A distant end is named but not drawn.
    expect(large).not.toContain('stroke-dasharray');
    expect(large).not.toContain('<b>');
  });
});
