import { parseXml } from '@rgrove/parse-xml';
import { describe, expect, it } from 'vitest';
import { formatBadge, formatShields } from '../../src/report/badge.js';
import type { Report } from '../../src/report/report.js';
import { changed, emptyReport, hostileReport, suppressedReport } from './hostile.js';
import { report } from './support.js';

const shields = (source: Report): unknown => JSON.parse(formatShields(source));
const PAST = report();
const AHEAD = report({ asOf: '2024-12-01' });

describe('a badge', () => {
  it('is what shields.io reads', () => {
    expect(shields(PAST)).toEqual({
      schemaVersion: 1,
      label: 'deprecated API calls',
      message: '1 past end of life',
      color: 'e05d44',
    });
  });

  it('tells what ended from what ends, what is accepted, and nothing from not all', () => {
    expect(shields(AHEAD)).toMatchObject({ message: '1 ending, next 2025-01-06', color: 'dfb317' });
    expect(shields(emptyReport())).toMatchObject({ message: 'none', color: '4c1' });
    expect(shields(suppressedReport())).toMatchObject({ message: '2 past end of life' });
    const accepted = changed(PAST, (entry) => ({ ...entry, suppression: { kind: 'inSource', status: 'accepted' } }));
    expect(shields(accepted)).toMatchObject({ message: '1 accepted', color: 'dfb317' });
    expect(formatShields(emptyReport(), { verdict: { status: 'error', failing: 0 } })).toContain('not all');
  });

  it('is an SVG file by itself, whatever the code holds', () => {
    for (const source of [PAST, AHEAD, emptyReport(), hostileReport()]) {
      const svg = formatBadge(source);
      expect(parseXml(svg).root?.name).toBe('svg');
      expect(svg).not.toMatch(/script|href|team|src\//);
      expect(svg).toContain(`deprecated API calls: ${(shields(source) as { readonly message: string }).message}`);
    }
  });
});
