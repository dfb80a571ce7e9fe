import { count } from '../lib/wording.js';
import { endsTable } from './markdown-ends.js';
import { findingsByFile, unknown } from './markdown.js';
import type { Given } from './markdown.js';
import { nextSteps, verdictOf } from './markdown-next.js';
import { MarkdownRoom } from './markdown-room.js';
import { codeSpan, escapeMarkdown } from './markdown-text.js';
import type { Report } from './report.js';
import { bySeverity, openFindings } from './severity.js';
import { coverageOf, headlineOf } from './words.js';

/**
 * Bytes for the parts that grow with the findings. GitHub takes comments of 65,536 characters, GitLab notes of
 * 1,000,000 (https://docs.gitlab.com/administration/instance_limits/).
 */
export const COMMENT_SIZE = { github: 56_000, gitlab: 900_000 } as const;

/** The format for one server. */
export function commentFor(server: keyof typeof COMMENT_SIZE): (report: Report, given: Given) => string {
  return (report, given) => formatComment(report, given, COMMENT_SIZE[server]);
}

/**
 * The report as one comment on a pull or merge request: the verdict, a table of ends of life, then folded the calls and
 * the unread parts. Its first line is a mark, by which the next run finds the comment that it replaces; with `none` in
 * it, no first comment is posted.
 *
 * @param size bytes of UTF-8
 */
export function formatComment(report: Report, given: Given, size: number): string {
  const open = bySeverity(openFindings(report));
  const { verdict } = given;
  const room = new MarkdownRoom(size);
  const known = report.findings.length - open.length;
  const next = nextSteps(report, verdict);
  const ends = open.length === 0 ? [] : endsTable(report, given, room);
  // Unread files and unresolved requests come before the calls use up the room.
  const unread = folded(unknown(report, given, room));
  const isNeeded = open.length > 0 || verdict?.status !== 'passed';
  const sections = [
    commentMark(given.prefix, isNeeded),
    '### Deprecated API operations',
    `**${verdictOf(verdict, report.coverage)}${escapeMarkdown(headlineOf(report))}**`,
    ...(verdict?.since === undefined ? [] : [`Only what came since ${codeSpan(verdict.since)} counts here.`]),
    ...ends,
    ...(known === 0
      ? []
      : [`Known before: ${count(known, 'finding')} in the baseline or behind a comment in the code.`]),
    ...(next.length === 0 ? [] : [next.join('\n')]),
    ...folded(findingsByFile(open, report, room)),
    ...unread,
    `<sub>${escapeMarkdown(coverageOf(report))}</sub>`,
  ];
  return `${sections.join('\n\n')}\n`;
}

/** One comment for each scanned folder of a repository. */
function commentMark(prefix: string | undefined, isNeeded: boolean): string {
  const name = encodeURIComponent(prefix ?? '').replaceAll('-', '%2D');
  return `<!-- sunset-lint ${name === '' ? '' : `${name} `}${isNeeded ? 'some' : 'none'} -->`;
}

/** A section of Markdown behind its title. */
function folded([title, ...body]: readonly string[]): readonly string[] {
  if (title === undefined) return [];
  return [`<details><summary>${title.replace(/^#+ /, '')}</summary>`, ...body, '</details>'];
}
