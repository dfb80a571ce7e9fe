import { count } from '../core/lib/wording.js';
import { escapeText } from '../core/lib/escape.js';
import type { FormatContext } from './format-context.js';
import type { Report, ReportFinding } from './report.js';
import { ruleUrl } from './rule-url.js';
import { sortBySeverity, isDated, isMistake, openFindings, severityOf } from './severity.js';
import type { Severity } from './severity.js';
import { framesOf } from './source-frame.js';
import { formatText } from './text.js';
import { groupBy } from '../core/lib/collections.js';
import { disputeWords, endText, oneLineText } from './words.js';

/** Number of annotations that GitHub shows for each level in a step; it drops the rest silently. */
const MAX_ANNOTATIONS = 10;

/** Number of lines that an annotation lists. */
const MAX_LINES = 10;

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/**
 * Annotations of GitHub Actions, then the plain report. If there are more findings than a step shows, findings of one
 * deprecation in one file share an annotation, and the last notice counts the findings without one.
 */
export function formatGithub(report: Report, context: FormatContext): string {
  const levels = groupBy(sortBySeverity(openFindings(report)), severityOf);
  const lines: string[] = [];
  let hidden = 0;
  for (const level of ['error', 'warning', 'note'] as const) {
    // The last notice is reserved for the number of omitted findings.
    const limit = level === 'note' ? MAX_ANNOTATIONS - 1 : MAX_ANNOTATIONS;
    const findings = levels.get(level) ?? [];
    const groups =
      findings.length <= limit
        ? findings.map((finding) => [finding])
        : [...groupBy(findings, ({ file, deprecation }) => JSON.stringify([file, deprecation])).values()];
    lines.push(...groups.slice(0, limit).map((group) => annotation(level, group, report.tool.version, context)));
    hidden += groups.slice(limit).reduce((sum, group) => sum + group.length, 0);
  }
  if (hidden > 0)
    lines.push(
      command(
        'notice',
        { title: 'sunset-lint' },
        `${count(hidden, 'finding')} without an annotation: a step shows ${MAX_ANNOTATIONS} of each level. The log has all of them.`,
      ),
    );
  return `${lines.map((line) => `${line}\n`).join('')}${plainReport(report, context)}`;
}

function annotation(level: Severity, group: readonly ReportFinding[], version: string, context: FormatContext): string {
  const [first] = group;
  if (first === undefined) return '';
  const { start, end } = first.range;
  const properties = {
    // Control characters must not reach the log. An escaped name matches no file, so the annotation has no place then.
    file: escapeText(`${context.prefix}${first.file}`),
    line: start.line,
    endLine: end.line,
    // Columns are shown only within one line; the end is inclusive here.
    ...(start.line === end.line ? { col: start.column, endColumn: Math.max(start.column, end.column - 1) } : {}),
    title: `${escapeText(first.feature)}: ${titleOf(first)}`,
  };
  return command(
    COMMANDS[level],
    properties,
    `${oneLineText(first)}${furtherLines(group)}${idAndLink(first, version)}`,
  );
}

function idAndLink({ rule, deprecation, vendorUrl }: ReportFinding, version: string): string {
  const url = vendorUrl ?? ruleUrl(rule, version);
  return escapeText(` [${deprecation}]${url === undefined ? '' : ` ${url}`}`);
}

function titleOf(finding: ReportFinding): string {
  if (isMistake(finding)) return 'mistake in the request';
  if (finding.disputed === true) return disputeWords([finding]);
  return isDated(finding) ? `end of life ${endText(finding)}` : 'deprecated, no end of life announced';
}

/** Sentence on the further findings of an annotation; empty if there are none. */
function furtherLines(group: readonly ReportFinding[]): string {
  const lines = [...new Set(group.slice(1).map(({ range }) => range.start.line))];
  if (lines.length === 0) return group.length > 1 ? ` ${group.length - 1} more on this line.` : '';
  const shown = lines.slice(0, MAX_LINES).join(', ');
  return ` ${group.length - 1} more in this file: line${lines.length === 1 ? '' : 's'} ${shown}${lines.length > MAX_LINES ? ' and others' : ''}.`;
}

/** Formats a workflow command, with the escapes that the runner decodes. */
function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${list.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/**
 * Wraps the report in `stop-commands`: otherwise the runner would execute a workflow command in any line, such as in a
 * file name.
 */
function plainReport(report: Report, { textOf }: FormatContext): string {
  const open = openFindings(report);
  const suppressed = report.findings.length - open.length;
  const text =
    formatText({ ...report, findings: open }, { colour: 'off', frameOf: framesOf(textOf, { colour: 'off' }) }) +
    (suppressed > 0 ? `${count(suppressed, 'suppressed finding')} not shown.\n` : '');
  let number = 1;
  while (text.includes(resumeToken(number))) number++;
  return `::stop-commands::${resumeToken(number)}\n${text}::${resumeToken(number)}::\n`;
}

/** Token that ends the effect of `stop-commands`. */
function resumeToken(number: number): string {
  return `sunset-lint-report-${number}-end`;
}
