import type { ReportFinding, ReportRange } from './report.js';

interface Placed {
  readonly file: string;
  readonly range: ReportRange;
}

/** The order of places: by file, then by position. */
export function comparePlaces(a: Placed, b: Placed): number {
  const [{ start, end }, { start: otherStart, end: otherEnd }] = [a.range, b.range];
  return (
    compareText(a.file, b.file) ||
    start.line - otherStart.line ||
    start.column - otherStart.column ||
    end.line - otherEnd.line ||
    end.column - otherEnd.column
  );
}

/** The order of the findings of a report. */
export function compareFindings(a: ReportFinding, b: ReportFinding): number {
  return comparePlaces(a, b) || compareText(a.deprecation, b.deprecation) || compareText(a.fingerprint, b.fingerprint);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
