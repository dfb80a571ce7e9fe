import { codeSpan, cellCode, escapeMarkdown, markdownMessage } from './markdown-text.js';
import type { Report, ReportFinding } from './report.js';
import { bySeverity, isOpen, openFindings } from './severity.js';
import { groupBy } from '../lib/multimap.js';
import {
  byDate,
  count,
  countStates,
  coverageOf,
  endCell,
  exemptionOf,
  headlineOf,
  replacementOf,
  stateOf,
} from './words.js';

/** A step summary may hold 1 MiB; a comment far less. */
const MAX_SIZE = 900_000;
const MAX_LISTED = 500;

/** The report as Markdown, for a job summary or a comment. Words of the code are code, never markup. */
export function formatMarkdown(report: Report): string {
  const open = bySeverity(openFindings(report));
  const sections = [
    '# Deprecated API operations',
    `**${escapeMarkdown(headlineOf(report))}**`,
    escapeMarkdown(coverageOf(report)),
    ...(open.length === 0 ? [] : ['## By date', dates(report), '## By deprecation', deprecations(report)]),
    ...findingsByFile(open, report),
    ...suppressed(report),
    ...report.coverage.limits.map(escapeMarkdown),
  ];
  return `${sections.join('\n\n')}\n`;
}

function dates(report: Report): string {
  const rows = byDate(report).map(({ endOfLife, lifecycle, findings }) => [
    endOfLife,
    lifecycle === 'sunset' ? 'past' : 'to come',
    String(findings.length),
  ]);
  const { undated, mistakes } = countStates(openFindings(report));
  if (undated > 0) rows.push(['none announced', 'deprecated', String(undated)]);
  if (mistakes > 0) rows.push(['none', 'mistakes in migration requests', String(mistakes)]);
  return table(['End of life', 'State', 'Open calls'], rows);
}

function deprecations(report: Report): string {
  const groups = [...groupBy(openFindings(report), ({ deprecation }) => deprecation)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const rows = groups.flatMap(([id, findings]) => {
    const [first] = findings;
    if (first === undefined) return [];
    return [
      [
        linked(escapeMarkdown(first.feature), first.vendorUrl),
        cellCode(id),
        endCell(first),
        String(findings.length),
        escapeMarkdown(replacementOf(first.replacement)),
      ],
    ];
  });
  return table(['Deprecation', 'Id', 'End of life', 'Open calls', 'Replacement'], rows);
}

/** A text of ours as a link, where the address holds nothing that could end it. */
function linked(text: string, url: string | undefined): string {
  return url !== undefined && /^https:\/\/[^\s()<>|\\`]+$/.test(url) ? `[${text}](${url})` : text;
}

function findingsByFile(open: readonly ReportFinding[], report: Report): readonly string[] {
  const blocks: string[] = [];
  let listed = 0;
  let size = 0;
  for (const [file, findings] of groupBy(open.slice(0, MAX_LISTED), (finding) => finding.file)) {
    const block = [`### ${codeSpan(file)}`, findings.map((finding) => item(finding, report)).join('\n')];
    size += block.join('').length;
    if (size > MAX_SIZE) break;
    listed += findings.length;
    blocks.push(...block);
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
  const said = [finding.message, ...finding.notes].map(markdownMessage).join(' ');
  return `- ${line}:${column} (${escapeMarkdown(tags.join(', '))}) ${said}`;
}

function suppressed(report: Report): readonly string[] {
  const findings = report.findings.filter((finding) => !isOpen(finding));
  if (findings.length === 0) return [];
  const rows = findings
    .slice(0, MAX_LISTED)
    .map((finding) => [
      cellCode(`${finding.file}:${finding.range.start.line}`),
      cellCode(finding.deprecation),
      finding.suppression?.kind === 'inSource' ? 'comment in the code' : 'baseline',
      escapeMarkdown(finding.suppression?.justification ?? ''),
    ]);
  const left = findings.length - rows.length;
  return ['## Suppressed', table(['Place', 'Id', 'By', 'Reason'], rows), ...(left > 0 ? [`${left} more.`] : [])];
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
