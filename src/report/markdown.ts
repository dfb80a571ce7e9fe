import { count } from '../lib/wording.js';
import { groupBy } from '../lib/collections.js';
import type { FormatContext } from './format-context.js';
import { endsTable, line, placeCell } from './markdown-ends.js';
import { nextSteps, verdictOf } from './markdown-next.js';
import { MarkdownRoom } from './markdown-room.js';
import { cellCode, codeSpan, escapeMarkdown, markdownMessage } from './markdown-text.js';
import type { Report, ReportFinding } from './report.js';
import { sdkLines, uncataloguedSentences, unknownSentences } from './requests.js';
import { bySeverity, isOpen, openFindings } from './severity.js';
import { formatGroup } from './text-summary.js';
import { otherPlaces, unresolvedGroups } from './unresolved-groups.js';
import type { UnresolvedGroup } from './unresolved-groups.js';
import { coverageOf, exemptionOf, headlineOf, notesOf, stateOf } from './words.js';

/** A step summary may have 1 MiB; a comment far less. In bytes. */
const MAX_SIZE = 900_000;
const MAX_FINDINGS = 500;
const MAX_UNKNOWN = 20;

export type Given = Partial<Pick<FormatContext, 'prefix' | 'project' | 'verdict'>>;

/**
 * The report as Markdown, for a job summary or a comment: ends of life, unread and unresolved parts, next steps, then
 * all findings. Words of the code are code, never markup.
 */
export function formatMarkdown(report: Report, given: Given = {}): string {
  const open = bySeverity(openFindings(report));
  const { verdict } = given;
  const room = new MarkdownRoom(MAX_SIZE);
  const next = nextSteps(report, verdict);
  const sections = [
    '# Deprecated API operations',
    `**${verdictOf(verdict, report.coverage)}${escapeMarkdown(headlineOf(report))}**`,
    ...(verdict?.since === undefined ? [] : [`Only what came since ${codeSpan(verdict.since)}.`]),
    ...(open.length === 0 ? [] : endsTable(report, given, room)),
    ...(next.length === 0 ? [] : ['## Next', next.join('\n')]),
    ...unknown(report, given, room),
    ...findingsByFile(open, report, room),
    ...suppressed(report, given, room),
    escapeMarkdown(coverageOf(report)),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Lines on requests that were not resolved and files that were not read, which may hide a call. */
export function unknown(report: Report, links: Given, room: MarkdownRoom): readonly string[] {
  const { coverage } = report;
  const more = (left: number, of: string): readonly string[] => (left > 0 ? [`- ${left} more ${of}.`] : []);
  const groups = unresolvedGroups(report.unresolved);
  const sites = room.take(groups, MAX_UNKNOWN, (group) => unresolvedItem(group, links));
  const told = groups.slice(0, sites.texts.length).reduce((sum, { others }) => sum + 1 + others.length, 0);
  const broken = room.take(
    coverage.syntaxErrors,
    MAX_UNKNOWN,
    (file) => `- ${cellCode(file)}: syntax errors, analysed only in part`,
  );
  // The sentence among the limits counts all of them; these may be the reason for a missing finding.
  const hiding = (coverage.lostImports ?? []).filter(({ mayHide }) => mayHide);
  const lost = room.take(
    hiding,
    MAX_UNKNOWN,
    ({ file, specifier }) => `- ${cellCode(file)} imports ${cellCode(specifier)}, which is not found`,
  );
  const hidden = room.take(
    report.hidden ?? [],
    MAX_UNKNOWN,
    (finding) =>
      `- ${placeCell(finding, links)} ${cellCode(finding.deprecation)}: ${finding.confidence}, below the confidence asked for`,
  );
  const unchecked = room.take(
    [...uncataloguedSentences(coverage), ...sdkLines(coverage, MAX_UNKNOWN), ...unknownSentences(coverage)],
    MAX_UNKNOWN,
    (sentence) => `- ${escapeMarkdown(sentence)}`,
  );
  const limits = room.take(coverage.limits, MAX_UNKNOWN, (limit) => `- ${escapeMarkdown(limit)}`);
  const skipped = room.take(
    coverage.skipped,
    coverage.skipped.length,
    (group) => `- Skipped: ${escapeMarkdown(formatGroup(group))}`,
  );
  const lines = [
    ...sites.texts,
    ...more(report.unresolved.length - told, 'requests to APIs of the catalogues that could not be resolved'),
    ...unchecked.texts,
    ...more(unchecked.left, 'requests and APIs that were not checked'),
    ...hidden.texts,
    ...more(hidden.left, 'findings below the confidence asked for'),
    ...broken.texts,
    ...more(broken.left, 'files with syntax errors'),
    ...skipped.texts,
    ...lost.texts,
    ...more(lost.left, 'imports of files that are not found'),
    ...limits.texts,
    ...more(limits.left, 'of such reasons'),
  ];
  return lines.length === 0 ? [] : ['## Not resolved, not read', lines.join('\n')];
}

function unresolvedItem(group: UnresolvedGroup, links: Given): string {
  const site = group.first;
  const request = site.method === 'unknown' ? site.url : `${site.method} ${site.url}`;
  return `- ${placeCell(site, links)} ${cellCode(request)} could not be resolved: ${escapeMarkdown(site.reason + otherPlaces(group, links.prefix))}`;
}

/** Each finding, under the name of its file. */
export function findingsByFile(open: readonly ReportFinding[], report: Report, room: MarkdownRoom): readonly string[] {
  const blocks: string[] = [];
  let listed = 0;
  for (const [file, findings] of groupBy(open.slice(0, MAX_FINDINGS), (finding) => finding.file)) {
    const { texts } = room.take([`### ${codeSpan(file)}`], 1, (title) => title);
    const items = room.take(findings, findings.length, (finding) => item(finding, report));
    if (texts.length === 0 || items.texts.length === 0) break;
    listed += items.texts.length;
    blocks.push(...texts, items.texts.join('\n'));
  }
  const left = open.length - listed;
  return [
    ...(blocks.length === 0 ? [] : ['## Findings', ...blocks]),
    ...(left > 0 ? [`${count(left, 'more open finding')} not listed here.`] : []),
  ];
}

function item(finding: ReportFinding, report: Report): string {
  const { line, column } = finding.range.start;
  const tags = [
    stateOf(finding, report),
    ...(finding.confidence === 'certain' ? [] : [finding.confidence]),
    ...(finding.test ? ['test file'] : []),
    ...(finding.exempt === undefined ? [] : [`does not fail: ${exemptionOf(finding)}`]),
  ];
  const said = [finding.message, ...notesOf(finding)].map(markdownMessage).join(' ');
  return `- ${line}:${column} (${escapeMarkdown(tags.join(', '))}) ${said}`;
}

function suppressed(report: Report, links: Given, room: MarkdownRoom): readonly string[] {
  const findings = report.findings.filter((finding) => !isOpen(finding));
  if (findings.length === 0) return [];
  const { texts, left } = room.take(findings, MAX_FINDINGS, (finding) =>
    line([
      placeCell(finding, links),
      cellCode(finding.deprecation),
      finding.suppression?.kind === 'inSource' ? 'comment in the code' : 'baseline',
      escapeMarkdown(finding.suppression?.justification ?? ''),
    ]),
  );
  const head = ['Place', 'Id', 'By', 'Reason'];
  return [
    '## Suppressed',
    [line(head), line(head.map(() => '---')), ...texts].join('\n'),
    ...(left > 0 ? [`${left} more.`] : []),
  ];
}
