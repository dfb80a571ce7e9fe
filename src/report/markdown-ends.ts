import { endGroups } from './ends.js';
import type { EndGroup } from './ends.js';
import type { FormatContext } from './format-context.js';
import { cellCode, escapeMarkdown } from './markdown-text.js';
import type { MarkdownRoom } from './markdown-room.js';
import { ownerNames } from './owners.js';
import { codeLink } from './project.js';
import type { Report, ReportFinding } from './report.js';
import { isDated, openFindings } from './severity.js';
import { endCell, formatDistance, replacementOf } from './words.js';

/** Rows of the table. A catalogue has some twenty deprecations; an imported one can have thousands. */
const MAX_ROWS = 100;
const MAX_PLACES = 3;

type Links = Partial<Pick<FormatContext, 'prefix' | 'project'>>;

/** A table of past and future ends, the earliest first: number of calls, first place, owner. */
export function endsTable(report: Report, links: Links, room: MarkdownRoom): readonly string[] {
  const isOwned = openFindings(report).some(({ owner }) => owner !== undefined);
  const { texts, left } = room.take(endGroups(report), MAX_ROWS, (findings) =>
    line([...cellsOf(findings, report, links), ...(isOwned ? [ownersCell(findings)] : [])]),
  );
  const head = ['Ends', 'What', 'Use instead', 'Calls', 'First places', ...(isOwned ? ['Owners'] : [])];
  return [
    [line(head), line(head.map(() => '---')), ...texts].join('\n'),
    ...(left > 0 ? [`${left} more not listed here.`] : []),
  ];
}

/** A row of a table of Markdown. */
export function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The place of a finding, with a link where the host of the code is known. */
export function placeCell(
  { file, range }: Pick<ReportFinding, 'file' | 'range'>,
  { prefix = '', project }: Links,
): string {
  return linked(cellCode(`${file}:${range.start.line}`), codeLink(project, prefix + file, range.start.line));
}

function cellsOf(findings: EndGroup, report: Report, links: Links): readonly string[] {
  const [first] = findings;
  const distance = isDated(first) ? `, ${formatDistance(first.endOfLife, report.asOf)}` : '';
  const places = findings.slice(0, MAX_PLACES).map((finding) => placeCell(finding, links));
  const more = findings.length - places.length;
  return [
    `${endCell(first)}${distance}`,
    `${linked(escapeMarkdown(first.feature), first.vendorUrl)} (${cellCode(first.deprecation)})`,
    escapeMarkdown(replacementOf(first.replacement)),
    String(findings.length),
    `${places.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ];
}

/** Owners as code, so that no user is mentioned and notified. */
function ownersCell(findings: readonly ReportFinding[]): string {
  const owners = [...new Set(findings.flatMap(ownerNames))];
  const more = owners.length - MAX_PLACES;
  return `${owners.slice(0, MAX_PLACES).map(cellCode).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Trusted Markdown as a link, unless the address has a character that could end it. */
function linked(text: string, url: string | undefined): string {
  return url !== undefined && /^https?:\/\/[^\s()<>|\\`]+$/.test(url) ? `[${text}](${url})` : text;
}
