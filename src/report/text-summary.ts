import { count } from '../core/lib/wording.js';
import type colours from 'picocolors';
import { escapeText } from '../core/lib/escape.js';
import { breakLine } from '../core/lib/terminal-text.js';
import type { SkippedGroup } from '../core/model/skipped.js';
import type { Report, ReportFinding } from './report.js';
import { isOpen, openFindings } from './severity.js';
import { languagesOf, placeOf, sentRequest, statesOf } from './words.js';
import { ageRemarks, editionWords } from './editions.js';
import { limitLines, skippedWords } from './unread-words.js';
import { requestWords, requestsOf, sdkLines, siteWords, uncataloguedLines, unknownLines } from './requests.js';
import { otherPlaces, unresolvedGroups } from './overview.js';

type Paint = ReturnType<typeof colours.createColors>;

const MAX_LISTED_PATHS = 10;

/** Number of places and APIs that a sentence lists without `--verbose`. */
const SHORT_LIST = 5;

interface SummaryOptions {
  readonly verbose?: boolean;
  readonly columns?: number;
}

/** The last lines of the report: number of findings, editions of the dates, scanned and unread parts. */
export function formatSummary(report: Report, paint: Paint, options: SummaryOptions): string {
  const lines = [headline(report, paint), ...editionLine(report), ...coverageLines(report, options)];
  return lines
    .flatMap((line) => {
      const indent = line.length - line.trimStart().length;
      return breakLine(line.trimStart(), options.columns, indent).map((part) => `${' '.repeat(indent)}${part}`);
    })
    .join('\n');
}

/** Editions of the dates of the findings; without findings, those of the whole catalogue. */
function editionLine(report: Report): readonly string[] {
  const { catalogue, findings } = report;
  const { editions = [] } = catalogue;
  const apis = new Set(findings.map((finding) => finding.catalogue?.api));
  const usedEditions = editions.filter(({ api }) => apis.has(api));
  const words = editionWords({
    catalogue: { ...catalogue, editions: usedEditions.length > 0 ? usedEditions : editions },
  });
  if (words === '') return [];
  return [`${findings.length > 0 ? 'Dates' : 'Looked for'}: ${words}.`, ...ageRemarks(report).map(escapeText)];
}

/** Sentences about the scanned files and requests, and the unresolved and unread ones. */
function coverageLines(report: Report, options: SummaryOptions): readonly string[] {
  const { coverage, catalogue } = report;
  const { files, sites, addresses, belowThreshold, syntaxErrors, skipped } = coverage;
  const maxItems = options.verbose === true ? Infinity : SHORT_LIST;
  const lines: string[] = [];
  if (options.verbose === true)
    lines.push(
      `Looked at ${count(files, 'file')}, ${coverage.read} read, ${coverage.parsed} parsed; ${siteWords(coverage)}; ${count(catalogue.deprecations, 'deprecation')} in the catalogue, as of ${report.asOf}.`,
    );
  else lines.push(`Looked at ${count(files, 'file')} with ${requestWords(coverage)}.`);
  lines.push(...[...uncataloguedLines(coverage, maxItems), ...sdkLines(coverage, maxItems)].map(escapeText));
  const unresolvedPhrases = [
    ...(sites.unresolved > 0 ? [`${count(sites.unresolved, 'request')} to ${apiWords(coverage)}`] : []),
    ...(addresses > 0
      ? [`${addresses === 1 ? '1 address' : `${addresses} addresses`} of ${apiWords(coverage)} that no request uses`]
      : []),
  ];
  if (unresolvedPhrases.length > 0)
    lines.push(
      `Could not be resolved: ${unresolvedPhrases.join(', ')}${options.verbose === true ? '' : ' (--verbose lists them)'}.`,
    );
  lines.push(...unknownLines(coverage, maxItems).map(escapeText));
  if (belowThreshold > 0)
    lines.push(
      `${count(belowThreshold, 'low-confidence finding')} hidden (--min-confidence possible shows ${belowThreshold === 1 ? 'it' : 'them'})${hiddenPlaces(report, maxItems)}.`,
    );
  if (syntaxErrors.length > 0)
    lines.push(`Analysed only in part because of syntax errors: ${listPaths(syntaxErrors)}.`);
  // Files of other kinds have a line of their own among the limits.
  const otherGroups = skipped.filter(({ reason }) => reason !== 'other-kind');
  if (otherGroups.length > 0) lines.push(`Skipped: ${otherGroups.map(formatGroup).join('; ')}.`);
  lines.push(...limitLines(coverage.limits, options).map(escapeText));
  return lines;
}

/** Name of the API, `the OpenAI API`, where all catalogued requests go to one API. */
function apiWords(coverage: Report['coverage']): string {
  const [onlyApi, ...otherApis] = requestsOf(coverage).checked;
  return onlyApi === undefined || otherApis.length > 0
    ? 'an API of the catalogues'
    : `the ${escapeText(onlyApi.title)}`;
}

/** Places of hidden findings, `: src/a.ts:3:5 (pagerules) and 2 more`; empty in a report of an older version. */
function hiddenPlaces({ hidden = [] }: Report, maxItems: number): string {
  if (hidden.length === 0) return '';
  const places = hidden.slice(0, maxItems).map((finding) => `${placeOf(finding)} (${escapeText(finding.deprecation)})`);
  return `: ${places.join(', ')}${hidden.length > maxItems ? ` and ${hidden.length - maxItems} more` : ''}`;
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
  const suppressed = suppressedWords(report.findings.filter((finding) => !isOpen(finding)));
  if (open.length === 0) return paint.bold(suppressed === '' ? 'No findings.' : `No new findings; ${suppressed}.`);
  const testCount = open.filter((finding) => finding.test).length;
  const fileCount = new Set(open.map((finding) => finding.file)).size;
  const states = statesOf(open);
  const [state = ''] = states;
  // If all findings are in one state, their number is not repeated.
  const stateWords =
    states.length === 1 ? `, ${state.replace(/^\d+ /, open.length === 1 ? '' : 'all ')}` : `: ${states.join(', ')}`;
  const inTests = testCount > 0 ? `, ${testCount} in tests` : '';
  const suppressedNote = suppressed === '' ? '' : ` Not counted: ${suppressed}.`;
  return paint.bold(
    `${count(open.length, 'finding')} in ${count(fileCount, 'file')}${stateWords}${inTests}${languagesOf(open)}.${suppressedNote}`,
  );
}

/**
 * Numbers of findings in the baseline, and of those hidden by comments or the configuration: `3 known, 1 suppressed`.
 */
function suppressedWords(findings: readonly ReportFinding[]): string {
  const knownCount = findings.filter(
    ({ suppression }) => suppression?.kind === 'external' && suppression.by === undefined,
  );
  const suppressedCount = findings.length - knownCount.length;
  return [
    ...(knownCount.length > 0 ? [`${knownCount.length} known`] : []),
    ...(suppressedCount > 0 ? [`${suppressedCount} suppressed`] : []),
  ].join(', ');
}

/** Number of files that were not read for one reason, with their names if the list is short. */
export function formatGroup(group: SkippedGroup): string {
  // Long lists are among the limits.
  const pathList = group.paths.length >= group.count ? ` (${listPaths(group.paths)})` : '';
  return `${group.count} ${skippedWords(group.reason, group.count)}${pathList}`;
}

function listPaths(paths: readonly string[]): string {
  const names = paths.slice(0, MAX_LISTED_PATHS).map(escapeText).join(', ');
  return paths.length > MAX_LISTED_PATHS ? `${names} and ${paths.length - MAX_LISTED_PATHS} more` : names;
}
