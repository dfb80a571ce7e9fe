import { buildReport } from '../../src/report/build-report.js';
import { jsonPieces } from '../../src/report/json.js';
import type { Report, ReportCoverage } from '../../src/report/report.js';
import type { Finding, UnresolvedSite } from '../../src/core/model/finding.js';
import { CATALOGUE, finding } from '../scanner/support.js';

export const TEXT =
  "import x from 'x';\n\nexport const list = () => fetch('https://api.acme.test/client/v9/zones/1/rate_limits');\n";
const START = TEXT.indexOf("'https");
export const SPAN = [START, TEXT.indexOf("')") + 1] as const;

const COVERAGE: ReportCoverage = {
  files: 3,
  read: 2,
  parsed: 1,
  syntaxErrors: [],
  requestSites: 2,
  sites: { deprecated: 1, other: 0, unresolved: 0, inWrappers: 0, unknownTarget: 1 },
  resolved: 1,
  unresolved: 0,
  addresses: 0,
  findings: 1,
  belowThreshold: 0,
  skipped: [],
  limits: [],
};

export interface Given {
  readonly findings?: readonly Finding[];
  readonly unresolved?: readonly UnresolvedSite[];
  readonly coverage?: Partial<ReportCoverage>;
  readonly asOf?: string;
  readonly text?: string;
}

export function report(given: Given = {}): Report {
  return buildReport({
    tool: { name: 'sunset-lint', version: '1.2.3' },
    catalogue: CATALOGUE,
    asOf: given.asOf ?? '2025-01-16',
    coverage: { ...COVERAGE, ...given.coverage },
    findings: given.findings ?? [finding('src/a.ts', { at: SPAN })],
    unresolved: given.unresolved ?? [],
    textOf: () => given.text ?? TEXT,
    isTest: (file) => file.includes('test'),
    isDocument: (file) => file.endsWith('.md'),
  });
}

/** Report in the format `json`. */
export function jsonOf(written: Report): string {
  return [...jsonPieces(written)].join('');
}
