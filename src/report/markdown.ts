import { groupBy } from '../core/lib/collections.js';
import { count } from '../core/lib/wording.js';
import { codeLink } from './format-context.js';
import type { FormatContext, Verdict } from './format-context.js';
import { cellCode, codeSpan, escapeMarkdown, markdownMessage } from './markdown-text.js';
import { endGroups, otherPlaces, unresolvedGroups, verdictWords } from './overview.js';
import type { EndGroup, UnresolvedGroup } from './overview.js';
import { ownerNames } from './owners.js';
import type { Report, ReportFinding } from './report.js';
import { sdkLines, uncataloguedSentences, unknownSentences } from './requests.js';
import { sortBySeverity, canFail, isDated, isOpen, openFindings } from './severity.js';
import { formatGroup } from './text-summary.js';
import {
  coverageWords,
  endWithDistance,
  exemptionWords,
  headlineOf,
  notesOf,
  replacementOf,
  sentRequest,
  stateOf,
} from './words.js';

/** Largest size of a report; a step summary may have 1 MiB, a comment far less. */
const MAX_BYTES = 900_000;
const MAX_FINDINGS = 500;
const MAX_UNRESOLVED_ITEMS = 20;

export type MarkdownOptions = Partial<Pick<FormatContext, 'prefix' | 'project' | 'verdict'>>;

/**
 * The report as Markdown, for a job summary or a comment: ends of life, next steps, unresolved and unread parts, then
 * all findings. Text from code is never markup.
 */
export function formatMarkdown(report: Report, options: MarkdownOptions = {}): string {
  const open = sortBySeverity(openFindings(report));
  const { verdict } = options;
  const budget = new ByteBudget(MAX_BYTES);
  const nextStepLines = nextSteps(report, verdict);
  const sections = [
    '# Deprecated API operations',
    `**${verdictPrefix(verdict, report.coverage)}${escapeMarkdown(headlineOf(report))}**`,
    ...(verdict?.since === undefined ? [] : [`Only findings introduced since ${codeSpan(verdict.since)}.`]),
    ...(open.length === 0 ? [] : endsTable(report, options, budget)),
    ...(nextStepLines.length === 0 ? [] : ['## Next', nextStepLines.join('\n')]),
    ...unresolvedSection(report, options, budget),
    ...findingsByFile(open, report, budget),
    ...suppressedSection(report, options, budget),
    escapeMarkdown(coverageWords(report)),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Section about unresolved requests and unread files, which may hide a call. */
function unresolvedSection(report: Report, links: MarkdownOptions, budget: ByteBudget): readonly string[] {
  const { coverage } = report;
  const moreLine = (omitted: number, noun: string): readonly string[] =>
    omitted > 0 ? [`- ${omitted} more ${noun}.`] : [];
  const groups = unresolvedGroups(report.unresolved);
  const requestItems = budget.take(groups, MAX_UNRESOLVED_ITEMS, (group) => unresolvedItem(group, links));
  const shownRequests = groups
    .slice(0, requestItems.texts.length)
    .reduce((sum, { others }) => sum + 1 + others.length, 0);
  const syntaxErrorItems = budget.take(
    coverage.syntaxErrors,
    MAX_UNRESOLVED_ITEMS,
    (file) => `- ${cellCode(file)}: syntax errors, analysed only in part`,
  );
  // The limits of the coverage count all lost imports; only those that may hide a finding are listed.
  const hidingImports = (coverage.lostImports ?? []).filter(({ mayHide }) => mayHide);
  const lostImportItems = budget.take(
    hidingImports,
    MAX_UNRESOLVED_ITEMS,
    ({ file, specifier }) => `- ${cellCode(file)} imports ${cellCode(specifier)}, which is not found`,
  );
  const hiddenItems = budget.take(
    report.hidden ?? [],
    MAX_UNRESOLVED_ITEMS,
    (finding) =>
      `- ${placeCell(finding, links)} ${cellCode(finding.deprecation)}: ${finding.confidence}, below the requested confidence`,
  );
  const uncheckedItems = budget.take(
    [...uncataloguedSentences(coverage), ...sdkLines(coverage, MAX_UNRESOLVED_ITEMS), ...unknownSentences(coverage)],
    MAX_UNRESOLVED_ITEMS,
    (sentence) => `- ${escapeMarkdown(sentence)}`,
  );
  const limitItems = budget.take(coverage.limits, MAX_UNRESOLVED_ITEMS, (limit) => `- ${escapeMarkdown(limit)}`);
  const skippedItems = budget.take(
    coverage.skipped,
    coverage.skipped.length,
    (group) => `- Skipped: ${escapeMarkdown(formatGroup(group))}`,
  );
  const lines = [
    ...requestItems.texts,
    ...moreLine(
      report.unresolved.length - shownRequests,
      'requests to APIs of the catalogues that could not be resolved',
    ),
    ...uncheckedItems.texts,
    ...moreLine(uncheckedItems.omitted, 'requests and APIs that were not checked'),
    ...hiddenItems.texts,
    ...moreLine(hiddenItems.omitted, 'findings below the requested confidence'),
    ...syntaxErrorItems.texts,
    ...moreLine(syntaxErrorItems.omitted, 'files with syntax errors'),
    ...skippedItems.texts,
    ...lostImportItems.texts,
    ...moreLine(lostImportItems.omitted, 'imports of files that are not found'),
    ...limitItems.texts,
    ...moreLine(limitItems.omitted, 'of such reasons'),
  ];
  return lines.length === 0 ? [] : ['## Not resolved, not read', lines.join('\n')];
}

function unresolvedItem(group: UnresolvedGroup, links: MarkdownOptions): string {
  const site = group.first;
  return `- ${placeCell(site, links)} ${cellCode(sentRequest(site))} could not be resolved: ${escapeMarkdown(site.reason + otherPlaces(group, links.prefix))}`;
}

/** Each finding, under the name of its file. */
function findingsByFile(open: readonly ReportFinding[], report: Report, budget: ByteBudget): readonly string[] {
  const blocks: string[] = [];
  let listedCount = 0;
  for (const [file, findings] of groupBy(open.slice(0, MAX_FINDINGS), (finding) => finding.file)) {
    const { texts } = budget.take([`### ${codeSpan(file)}`], 1, (title) => title);
    const items = budget.take(findings, findings.length, (finding) => findingItem(finding, report));
    if (texts.length === 0 || items.texts.length === 0) break;
    listedCount += items.texts.length;
    blocks.push(...texts, items.texts.join('\n'));
  }
  const omitted = open.length - listedCount;
  return [
    ...(blocks.length === 0 ? [] : ['## Findings', ...blocks]),
    ...(omitted > 0 ? [`${count(omitted, 'more open finding')} not listed here.`] : []),
  ];
}

function findingItem(finding: ReportFinding, report: Report): string {
  const { line, column } = finding.range.start;
  const tags = [
    stateOf(finding, report),
    ...(finding.confidence === 'certain' ? [] : [finding.confidence]),
    ...(finding.test ? ['test file'] : []),
    ...(finding.exempt === undefined ? [] : [`does not fail: ${exemptionWords(finding)}`]),
  ];
  const text = [finding.message, ...notesOf(finding)].map(markdownMessage).join(' ');
  return `- ${line}:${column} (${escapeMarkdown(tags.join(', '))}) ${text}`;
}

function suppressedSection(report: Report, links: MarkdownOptions, budget: ByteBudget): readonly string[] {
  const findings = report.findings.filter((finding) => !isOpen(finding));
  if (findings.length === 0) return [];
  const { texts, omitted } = budget.take(findings, MAX_FINDINGS, (finding) =>
    tableRow([
      placeCell(finding, links),
      cellCode(finding.deprecation),
      finding.suppression?.kind === 'inSource' ? 'comment in the code' : 'baseline',
      escapeMarkdown(finding.suppression?.justification ?? ''),
    ]),
  );
  const headings = ['Place', 'Id', 'By', 'Reason'];
  return [
    '## Suppressed',
    [tableRow(headings), tableRow(headings.map(() => '---')), ...texts].join('\n'),
    ...(omitted > 0 ? [`${omitted} more.`] : []),
  ];
}

/** Largest number of table rows. A catalogue has some twenty deprecations; an imported one can have thousands. */
const MAX_ROWS = 100;
const MAX_PLACES = 3;

type LinkOptions = Partial<Pick<FormatContext, 'prefix' | 'project'>>;

/** A table of past and future ends, the earliest first: number of calls, first place, owner. */
function endsTable(report: Report, links: LinkOptions, budget: ByteBudget): readonly string[] {
  const hasOwners = openFindings(report).some(({ owner }) => owner !== undefined);
  const { texts, omitted } = budget.take(endGroups(report), MAX_ROWS, (findings) =>
    tableRow([...endCells(findings, report, links), ...(hasOwners ? [ownersCell(findings)] : [])]),
  );
  const headings = ['Ends', 'What', 'Use instead', 'Calls', 'First places', ...(hasOwners ? ['Owners'] : [])];
  return [
    [tableRow(headings), tableRow(headings.map(() => '---')), ...texts].join('\n'),
    ...(omitted > 0 ? [`${omitted} more not listed here.`] : []),
  ];
}

/** A row of a Markdown table. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The place of a finding, with a link where the host of the code is known. */
function placeCell(
  { file, range }: Pick<ReportFinding, 'file' | 'range'>,
  { prefix = '', project }: LinkOptions,
): string {
  return linkedText(cellCode(`${file}:${range.start.line}`), codeLink(project, prefix + file, range.start.line));
}

function endCells(findings: EndGroup, report: Report, links: LinkOptions): readonly string[] {
  const [first] = findings;
  const places = findings.slice(0, MAX_PLACES).map((finding) => placeCell(finding, links));
  const omitted = findings.length - places.length;
  return [
    endWithDistance(findings, report.asOf),
    `${linkedText(escapeMarkdown(first.feature), first.vendorUrl)} (${cellCode(first.deprecation)})`,
    escapeMarkdown(replacementOf(first.replacement)),
    String(findings.length),
    `${places.join(', ')}${omitted > 0 ? ` and ${omitted} more` : ''}`,
  ];
}

/** Owners as code, so that no user is mentioned and notified. */
function ownersCell(findings: readonly ReportFinding[]): string {
  const owners = [...new Set(findings.flatMap(ownerNames))];
  const omitted = owners.length - MAX_PLACES;
  return `${owners.slice(0, MAX_PLACES).map(cellCode).join(', ')}${omitted > 0 ? ` and ${omitted} more` : ''}`;
}

/** Trusted Markdown as a link, unless the address has a character that could end it. */
function linkedText(text: string, url: string | undefined): string {
  return url !== undefined && /^https?:\/\/[^\s()<>|\\`]+$/.test(url) ? `[${text}](${url})` : text;
}

/** The verdict in Markdown with a trailing space; empty without a verdict. */
function verdictPrefix(verdict: Verdict | undefined, coverage: Report['coverage']): string {
  return verdict === undefined ? '' : `${escapeMarkdown(verdictWords(verdict, coverage))} `;
}

/** Next steps for the reader, one line each; none where there is nothing to do. */
function nextSteps(report: Report, verdict: Verdict | undefined): readonly string[] {
  const open = sortBySeverity(openFindings(report));
  const first = open.find(canFail) ?? open[0];
  return [
    ...(verdict?.status === 'error'
      ? ['- The end of the log says what could not be examined, and why. Until then the findings are incomplete.']
      : []),
    ...(first === undefined ? [] : verdict?.status === 'passed' ? laterSteps(open) : failureSteps(first)),
  ];
}

function failureSteps({ deprecation }: ReportFinding): readonly string[] {
  return [
    `- ${codeSpan(`npx sunset-lint explain ${deprecation}`)} shows the replacement; it also does so for the other ids in the table.`,
    `- A call that has to stay gets a comment above it: ${codeSpan(`sunset-lint-disable-next-line ${deprecation} -- why`)}.`,
    `- ${codeSpan("npx sunset-lint scan --update-baseline --reason 'why'")} accepts all existing findings; commit the file that it writes, and only new calls fail.`,
  ];
}

function laterSteps(open: readonly ReportFinding[]): readonly string[] {
  const futureEnds = open.flatMap((finding) =>
    isDated(finding) && finding.lifecycle === 'deprecated' && finding.disputed !== true ? [finding.endOfLife] : [],
  );
  const [nextEnd] = futureEnds.sort();
  if (nextEnd === undefined) return [];
  const dueCalls = futureEnds.filter((other) => other === nextEnd).length;
  return [
    `- Nothing fails today. ${escapeMarkdown(`${count(dueCalls, 'call')} will have to be replaced by ${nextEnd}.`)}`,
  ];
}

/** Budget of bytes for a text. */
class ByteBudget {
  readonly #encoder = new TextEncoder();
  #bytesLeft: number;

  /** @param size bytes of UTF-8 */
  constructor(size: number) {
    this.#bytesLeft = size;
  }

  /** Returns the first texts that fit, at most `limit`, each on lines of its own, and the number of omitted ones. */
  take<T>(items: readonly T[], limit: number, textOf: (item: T) => string): { texts: string[]; omitted: number } {
    const texts: string[] = [];
    for (const item of items.slice(0, limit)) {
      const text = textOf(item);
      const size = this.#encoder.encode(text).length + 2;
      if (size > this.#bytesLeft) break;
      this.#bytesLeft -= size;
      texts.push(text);
    }
    return { texts, omitted: items.length - texts.length };
  }
}

/**
 * Bytes for the parts that grow with the findings. GitHub takes comments of 65,536 characters, GitLab notes of
 * 1,000,000 (https://docs.gitlab.com/administration/instance_limits/).
 */
export const COMMENT_BYTES = { github: 56_000, gitlab: 900_000 } as const;

/** Returns the comment format of a server. */
export function commentFor(server: keyof typeof COMMENT_BYTES): (report: Report, options: MarkdownOptions) => string {
  return (report, options) => formatComment(report, options, COMMENT_BYTES[server]);
}

/**
 * The report as one comment on a pull or merge request: verdict, table of ends of life, then collapsed calls and unread
 * parts. Its first line is a marker by which the next run finds the comment to replace. A comment with the marker
 * `none` only replaces an earlier one.
 *
 * @param size bytes of UTF-8
 */
export function formatComment(report: Report, options: MarkdownOptions, size: number): string {
  const open = sortBySeverity(openFindings(report));
  const { verdict } = options;
  const budget = new ByteBudget(size);
  const knownCount = report.findings.length - open.length;
  const nextStepLines = nextSteps(report, verdict);
  const endsLines = open.length === 0 ? [] : endsTable(report, options, budget);
  // Computed before the list of calls, which could use up the budget.
  const unreadSection = collapsedSection(unresolvedSection(report, options, budget));
  const isNeeded = open.length > 0 || verdict?.status !== 'passed';
  const sections = [
    commentMark(options.prefix, isNeeded),
    '### Deprecated API operations',
    `**${verdictPrefix(verdict, report.coverage)}${escapeMarkdown(headlineOf(report))}**`,
    ...(verdict?.since === undefined ? [] : [`Only findings introduced since ${codeSpan(verdict.since)} count here.`]),
    ...endsLines,
    ...(knownCount === 0
      ? []
      : [`Known before: ${count(knownCount, 'finding')} in the baseline or behind a comment in the code.`]),
    ...(nextStepLines.length === 0 ? [] : [nextStepLines.join('\n')]),
    ...collapsedSection(findingsByFile(open, report, budget)),
    ...unreadSection,
    `<sub>${escapeMarkdown(coverageWords(report))}</sub>`,
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Marker of the comment for a scanned folder of a repository. */
function commentMark(prefix: string | undefined, isNeeded: boolean): string {
  const name = encodeURIComponent(prefix ?? '').replaceAll('-', '%2D');
  return `<!-- sunset-lint ${name === '' ? '' : `${name} `}${isNeeded ? 'some' : 'none'} -->`;
}

/** Collapses a section of Markdown under its title. */
function collapsedSection([title, ...body]: readonly string[]): readonly string[] {
  if (title === undefined) return [];
  return [`<details><summary>${title.replace(/^#+ /, '')}</summary>`, ...body, '</details>'];
}
