import type colours from 'picocolors';
import { escapeText } from '../lib/escape-text.js';
import { breakLine } from '../lib/terminal-text.js';
import type { SkippedGroup } from '../model/skipped.js';
import type { Report } from './report.js';
import { count, languagesOf, statesOf } from './words.js';
import { editionsOf } from './editions.js';
import { sitesOf } from './sites.js';
import { SKIPPED } from './skipped-words.js';

type Paint = ReturnType<typeof colours.createColors>;

const MAX_LISTED = 10;

/** The last lines of the report: what was found, what was looked at, what was not. */
export function formatSummary(
  report: Report,
  paint: Paint,
  shown: { readonly unresolved?: boolean; readonly columns?: number },
): string {
  const { coverage } = report;
  const parsed = `${count(coverage.files, 'file')}, ${coverage.read} read, ${coverage.parsed} parsed`;
  const sites = sitesOf(coverage, shown.unresolved === true ? '' : ' (--unresolved lists them)');
  const lines = [
    headline(report, paint),
    `Looked at ${parsed}; ${sites}; ${count(report.catalogue.deprecations, 'deprecation')} in the catalogue${editionsOf(report)}, as of ${report.asOf}.`,
  ];
  if (coverage.belowThreshold > 0)
    lines.push(
      `${count(coverage.belowThreshold, 'finding')} below the confidence threshold (--min-confidence possible shows all).`,
    );
  if (coverage.syntaxErrors.length > 0)
    lines.push(`Syntax errors, analysed as far as possible: ${listPaths(coverage.syntaxErrors)}.`);
  if (coverage.skipped.length > 0) lines.push(`Skipped: ${coverage.skipped.map(formatGroup).join('; ')}.`);
  lines.push(...coverage.limits.map(escapeText));
  return lines.flatMap((line) => breakLine(line, shown.columns)).join('\n');
}

/** The requests to the API whose operation is not known, one line each. */
export function formatUnresolved(report: Report, paint: Paint, columns?: number): readonly string[] {
  if (report.unresolved.length === 0) return [];
  const lines = report.unresolved.flatMap((site) => {
    const { line, column } = site.range.start;
    const request = site.method === 'unknown' ? site.url : `${site.method} ${site.url}`;
    const text = `${escapeText(site.file)}:${line}:${column}  ${escapeText(request)}  ${paint.dim(escapeText(site.reason))}`;
    return breakLine(text, columns, 4).map((part, index) => `${index === 0 ? '  ' : '    '}${part}`);
  });
  return [
    [
      paint.underline('Requests to the API that could not be resolved, and addresses that no request uses'),
      ...lines,
    ].join('\n'),
  ];
}

function headline(report: Report, paint: Paint): string {
  const total = report.findings.length;
  if (total === 0) return paint.bold('No findings.');
  const tests = report.findings.filter((finding) => finding.test).length;
  const files = new Set(report.findings.map((finding) => finding.file)).size;
  const parts = [...statesOf(report.findings), ...(tests > 0 ? [`${tests} in tests`] : [])];
  return paint.bold(
    `${count(total, 'finding')} in ${count(files, 'file')}: ${parts.join(', ')}${languagesOf(report.findings)}.`,
  );
}

function formatGroup(group: SkippedGroup): string {
  // Some of many are told among the limits.
  const listed = group.paths.length >= group.count ? ` (${listPaths(group.paths)})` : '';
  return `${group.count} ${SKIPPED[group.reason]}${listed}`;
}

function listPaths(paths: readonly string[]): string {
  const names = paths.slice(0, MAX_LISTED).map(escapeText).join(', ');
  return paths.length > MAX_LISTED ? `${names} and ${paths.length - MAX_LISTED} more` : names;
}
