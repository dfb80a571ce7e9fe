import { breakCommands, escapeText } from '../core/lib/escape.js';
import type { Report, ReportFinding } from './report.js';
import { shownEnd } from '../core/lib/iso-date.js';
import { messageLines, replacementOf } from './words.js';

type Column = readonly [name: string, valueOf: (finding: ReportFinding) => string | number];

const COLUMNS: readonly Column[] = [
  ['file', ({ file }) => file],
  ['line', ({ range }) => range.start.line],
  ['column', ({ range }) => range.start.column],
  ['end_line', ({ range }) => range.end.line],
  ['end_column', ({ range }) => range.end.column],
  ['rule', ({ rule }) => rule],
  ['deprecation', ({ deprecation }) => deprecation],
  ['feature', ({ feature }) => feature],
  ['end_of_life', (finding) => shownEnd(finding) ?? ''],
  ['lifecycle', ({ lifecycle }) => lifecycle ?? ''],
  ['confidence', ({ confidence }) => confidence],
  ['method', ({ method }) => method],
  ['operation', ({ operation }) => (operation === null ? '' : `${operation.method} ${operation.path}`)],
  ['url', ({ url }) => url],
  ['client', ({ client }) => client],
  ['replacement', ({ replacement }) => replacementOf(replacement)],
  ['test', ({ test }) => (test ? 'yes' : 'no')],
  ['owner', ({ owner }) => owner ?? ''],
  ['suppression', ({ suppression }) => suppression?.kind ?? ''],
  ['suppression_status', ({ suppression }) => suppression?.status ?? ''],
  ['justification', ({ suppression }) => suppression?.justification ?? ''],
  ['message', (finding) => messageLines(finding).join(' ')],
  ['fingerprint', ({ fingerprint }) => fingerprint],
  ['api', ({ catalogue }) => catalogue?.api ?? ''],
  ['edition', ({ catalogue }) => catalogue?.edition ?? ''],
  ['vendor_url', ({ vendorUrl }) => vendorUrl ?? ''],
  ['disputed', ({ disputes = [] }) => disputes.map(({ kind }) => kind).join(' ')],
  ['language', ({ language }) => language ?? ''],
  ['exempt', ({ exempt }) => exempt ?? ''],
];

/** All findings as CSV (RFC 4180) with a header. No spreadsheet reads a cell as a formula. */
export function formatCsv(report: Report): string {
  const rows = [
    COLUMNS.map(([name]) => name),
    ...report.findings.map((finding) => COLUMNS.map(([, valueOf]) => valueOf(finding))),
  ];
  return rows.map(csvLine).join('');
}

/** A CSV row with its line break. No spreadsheet reads a cell as a formula. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number): string {
  const text = breakCommands(escapeText(String(value)));
  // A leading apostrophe turns a formula into text; full-width signs start formulas too.
  const safeText = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return /[",\r\n;]|^\s|\s$/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}
