import { parseXml } from '@rgrove/parse-xml';
import { describe, expect, it } from 'vitest';
import { formatBadge } from '../../src/report/badge.js';
import { changed, emptyReport, hostileReport, suppressedReport } from './hostile.js';
import { report } from './support.js';

const AFTER_END = report();
const BEFORE_END = report({ asOf: '2024-12-01' });
const [RED, YELLOW, GREEN] = ['fill="#e05d44"', 'fill="#dfb317"', 'fill="#4c1"'];

describe('a badge', () => {
  it('distinguishes past from future ends, accepted findings, and an incomplete scan from a clean one', () => {
    const accepted = changed(AFTER_END, (entry) => ({
      ...entry,
      suppression: { kind: 'inSource', status: 'accepted' },
    }));
    for (const [source, message, colour] of [
      [AFTER_END, '1 past end of life', RED],
      [BEFORE_END, '1 ending, next 2025-01-06', YELLOW],
      [emptyReport(), 'none', GREEN],
      [suppressedReport(), '2 past end of life', RED],
      [accepted, '1 accepted', YELLOW],
    ] as const) {
      const svg = formatBadge(source);
      expect(svg).toContain(`<title>deprecated API calls: ${message}</title>`);
      expect(svg).toContain(colour);
    }
    expect(formatBadge(emptyReport(), { verdict: { status: 'error', failing: 0 } })).toContain('not all');
  });

  it('is a self-contained SVG file, even for a report with malicious texts', () => {
    for (const source of [AFTER_END, BEFORE_END, emptyReport(), hostileReport()]) {
      const svg = formatBadge(source);
      expect(parseXml(svg).root?.name).toBe('svg');
      expect(svg).not.toMatch(/script|href|team|src\//);
    }
  });
});
