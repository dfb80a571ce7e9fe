import { count } from '../core/lib/wording.js';
import type colours from 'picocolors';
import { escapeText } from '../core/lib/escape.js';
import { breakLine } from '../core/lib/terminal-text.js';
import type { SkippedGroup } from '../core/model/skipped.js';
import type { Report, ReportFinding } from './report.js';
import { isOpen, openFindings } from './severity.js';
import { languagesOf, placeOf, sentRequest, statesOf } from './words.js';
import { ageRemarks, editionWords } from './editions.js';
import { limitLines, skippedWords } from './left-out.js';
import { requestWords, requestsOf, sdkLines, sitesOf, uncataloguedLines, unknownLines } from './requests.js';
import { otherPlaces, unresolvedGroups } from './overview.js';

type Paint = ReturnType<typeof colours.createColors>;

const MAX_LISTED = 10;

/** Number of places and APIs that a sentence lists without `--verbose`. */
const SHORT_LIST = 5;

interface Shown {
  readonly verbose?: boolean;
  readonly columns?: number;
}

/** The last lines of the report: number of findings, editions of the dates, scanned and unread parts. */
export function formatSummary(report: Report, paint: Paint, shown: Shown): string {
  const lines = [headline(report, paint), ...editionLine(report), ...coverageLines(report, shown)];
  return lines
    .flatMap((line) => {
      const indent = line.length - line.trimStart().length;
      return breakLine(line.trimStart(), shown.columns, indent).map((part) => `${' '.repeat(indent)}${part}`);
    })
    .join('\n');
}

/** Editions of the dates of the findings; without findings, those of the whole catalogue. */
function editionLine(report: Report): readonly string[] {
  const { catalogue, findings } = report;
  const { editions = [] } = catalogue;
  const apis = new Set(findings.map((finding) => finding.catalogue?.api));
  const used = editions.filter(({ api }) => apis.has(api));
  const words = editionWords({ catalogue: { ...catalogue, editions: used.length > 0 ? used : editions } });
  if (words === '') return [];
  return [`${findings.length > 0 ? 'Dates' : 'Looked for'}: ${words}.`, ...ageRemarks(report).map(escapeText)];
}

/** Sentences about the scanned files and requests, and the unresolved and unread ones. */
function coverageLines(report: Report, shown: Shown): readonly string[] {
  const { coverage, catalogue } = report;
  const { files, sites, addresses, belowThreshold, syntaxErrors, skipped } = coverage;
  const most = shown.verbose === true ? Infinity : SHORT_LIST;
  const lines: string[] = [];
  if (shown.verbose === true)
    lines.push(
      `Looked at ${count(files, 'file')}, ${coverage.read} read, ${coverage.parsed} parsed; ${sitesOf(coverage)}; ${count(catalogue.deprecations, 'deprecation')} in the catalogue, as of ${report.asOf}.`,
    );
  else lines.push(`Looked at ${count(files, 'file')} with ${requestWords(coverage)}.`);
  lines.push(...[...uncataloguedLines(coverage, most), ...sdkLines(coverage, most)].map(escapeText));
  const unknown = [
    ...(sites.unresolved > 0 ? [`${count(sites.unresolved, 'request')} to ${apiWords(coverage)}`] : []),
    ...(addresses > 0
      ? [`${addresses === 1 ? '1 address' : `${addresses} addresses`} of ${apiWords(coverage)} that no request uses`]
      : []),
  ];
  if (unknown.length > 0)
    lines.push(
      `Could not be resolved: ${unknown.join(', ')}${shown.verbose === true ? '' : ' (--verbose lists them)'}.`,
    );
  lines.push(...unknownLines(coverage, most).map(escapeText));
  if (belowThreshold > 0)
    lines.push(
      `${count(belowThreshold, 'low-confidence finding')} hidden (--min-confidence possible shows ${belowThreshold === 1 ? 'it' : 'them'})${hiddenPlaces(report, most)}.`,
    );
  if (syntaxErrors.length > 0)
    lines.push(`Analysed only in part because of syntax errors: ${listPaths(syntaxErrors)}.`);
  // Files that were not understood have a line of their own among the limits.
  const others = skipped.filter(({ reason }) => reason !== 'other-kind');
  if (others.length > 0) lines.push(`Skipped: ${others.map(formatGroup).join('; ')}.`);
  lines.push(...limitLines(coverage.limits, shown).map(escapeText));
  return lines;
}

/** Name of the API, `the OpenAI API`, where all catalogued requests go to one API. */
function apiWords(coverage: Report['coverage']): string {
  const [only, ...others] = requestsOf(coverage).checked;
  return only === undefined || others.length > 0 ? 'an API of the catalogues' : `the ${escapeText(only.title)}`;
}

/** Places of hidden findings, `: src/a.ts:3:5 (pagerules) and 2 more`; empty in a report of an older version. */
function hiddenPlaces({ hidden = [] }: Report, most: number): string {
  if (hidden.length === 0) return '';
  const places = hidden.slice(0, most).map((finding) => `${placeOf(finding)} (${escapeText(finding.deprecation)})`);
  return `: ${places.join(', ')}${hidden.length > most ? ` and ${hidden.length - most} more` : ''}`;
}

/** The requests to the API whose operation is not known, one line for each cause. */
export function formatUnresolved(report: Report, paint: Paint, columns?: number): readonly string[] {
  if (report.unresolved.length === 0) return [];
  const lines = unresolvedGroups(report.unresolved).flatMap((group) => {
    const site = group.first;
    const { line, column } = site.range.start;
    const text = `${escapeText(site.file)}:${line}:${column}  ${escapeText(sentRequest(site))}  ${paint.dim(escapeText(site.reason) + otherPlaces(group))}`;
    return breakLine(text, columns, 4).map((part, index) => `${index === 0 ? '  ' : '    '}${part}`);
  });
  return [
    [
      paint.underline(
        'Requests to APIs of the catalogues that could not be resolved, and addresses that no request uses',
      ),
      ...lines,
    ].join('\n'),
  ];
}

function headline(report: Report, paint: Paint): string {
  const open = openFindings(report);
  const closed = closedWords(report.findings.filter((finding) => !isOpen(finding)));
  if (open.length === 0) return paint.bold(closed === '' ? 'No findings.' : `No new findings; ${closed}.`);
  const tests = open.filter((finding) => finding.test).length;
  const files = new Set(open.map((finding) => finding.file)).size;
  const states = statesOf(open);
  const [state = ''] = states;
  // Where all are in one state, the number is not repeated.
  const stateWords =
    states.length === 1 ? `, ${state.replace(/^\d+ /, open.length === 1 ? '' : 'all ')}` : `: ${states.join(', ')}`;
  const inTests = tests > 0 ? `, ${tests} in tests` : '';
  const more = closed === '' ? '' : ` Not counted: ${closed}.`;
  return paint.bold(
    `${count(open.length, 'finding')} in ${count(files, 'file')}${stateWords}${inTests}${languagesOf(open)}.${more}`,
  );
}

/**
 * Numbers of findings in the baseline, and of those hidden by comments or the configuration: `3 known, 1 suppressed`.
 */
function closedWords(closed: readonly ReportFinding[]): string {
  const known = closed.filter(({ suppression }) => suppression?.kind === 'external' && suppression.by === undefined);
  const suppressed = closed.length - known.length;
  return [
    ...(known.length > 0 ? [`${known.length} known`] : []),
    ...(suppressed > 0 ? [`${suppressed} suppressed`] : []),
  ].join(', ');
}

/** Number of the files that were not read for one reason, with their names where they are few. */
export function formatGroup(group: SkippedGroup): string {
  // Long lists are among the limits.
  const listed = group.paths.length >= group.count ? ` (${listPaths(group.paths)})` : '';
  return `${group.count} ${skippedWords(group.reason, group.count)}${listed}`;
}

function listPaths(paths: readonly string[]): string {
  const names = paths.slice(0, MAX_LISTED).map(escapeText).join(', ');
  return paths.length > MAX_LISTED ? `${names} and ${paths.length - MAX_LISTED} more` : names;
}
