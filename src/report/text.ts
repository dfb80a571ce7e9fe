import colours from 'picocolors';
import type { IsoDate } from '../model/deprecation.js';
import { isOn } from '../engine/judge/describe-end.js';
import { breakCommands, escapeText } from '../lib/escape-text.js';
import { breakLine } from '../lib/terminal-text.js';
import type { Report, ReportFinding, ReportPosition } from './report.js';
import { isDated } from './severity.js';
import type { DatedFinding } from './severity.js';
import type { FrameOf } from './source-frame.js';
import { exemptionOf, formatDistance } from './words.js';
import { formatSummary, formatUnresolved } from './text-summary.js';

export interface TextOptions {
  readonly colour: 'on' | 'off';
  /** Show the steps that led to each finding. */
  readonly evidence?: boolean;
  /** List the requests to the API whose operation is not known. */
  readonly unresolved?: boolean;
  /** One line for each finding, nothing else. */
  readonly quiet?: boolean;
  readonly frameOf?: FrameOf;
  /** Width of the terminal that lines are broken for; without it they are not. */
  readonly columns?: number;
}

/** What is said of a finding stands behind its place. */
const INDENT = ' '.repeat(10);

type Paint = ReturnType<typeof colours.createColors>;

/** The report for people: grouped by file, with code, and a last word on what was looked at. */
export function formatText(report: Report, options: TextOptions): string {
  const paint = colours.createColors(options.colour === 'on');
  if (options.quiet === true)
    return breakCommands(report.findings.map((finding) => `${formatLine(finding, paint)}\n`).join(''));
  const sections: string[] = [];
  let file: string | undefined;
  for (const finding of report.findings) {
    if (finding.file !== file) sections.push(paint.underline(escapeText(finding.file)));
    file = finding.file;
    sections.push(formatFinding(finding, report.asOf, options, paint));
  }
  if (options.unresolved === true) sections.push(...formatUnresolved(report, paint, options.columns));
  sections.push(formatSummary(report, paint, options));
  return `${breakCommands(sections.join('\n\n'))}\n`;
}

function formatLine(finding: ReportFinding, paint: Paint): string {
  const place = `${escapeText(finding.file)}:${formatPosition(finding.range.start)}`;
  return `${paint.bold(place)} ${escapeText(finding.message)} ${paint.dim(escapeText(`[${tags(finding).join(', ')}]`))}`;
}

function formatFinding(finding: ReportFinding, asOf: IsoDate, options: TextOptions, paint: Paint): string {
  const { what, why, now } = finding.messageParts;
  const place = formatPosition(finding.range.start).padEnd(8);
  const mark = finding.lifecycle === 'deprecated' ? paint.yellow : paint.red;
  const reason = escapeText(isDated(finding) ? withDistance(why, finding, asOf) : why);
  const say = (text: string): readonly string[] => breakLine(text, options.columns, INDENT.length);
  const [first = '', ...rest] = say(escapeText(what)).map((line) => paint.bold(mark(line)));
  const lines = [
    `  ${paint.dim(place)}${first}`,
    ...[
      ...rest,
      ...say(reason),
      ...say(escapeText(now)),
      ...finding.notes.flatMap((note) => say(escapeText(note))),
      ...say(escapeText(tags(finding).join(' · '))).map((line) => paint.dim(line)),
    ].map((line) => `${INDENT}${line}`),
  ];
  const frame = options.frameOf?.(finding.file, finding.range);
  if (frame !== undefined) lines.push('', indent(frame));
  if (options.evidence === true) lines.push('', ...formatEvidence(finding, options, paint));
  return lines.join('\n');
}

/** The sentence with how far the day is, behind the day. */
function withDistance(why: string, finding: DatedFinding, asOf: IsoDate): string {
  const said = isOn(finding.endOfLifeMonth ?? finding.endOfLife);
  return why.replace(said, () => `${said} (${formatDistance(finding.endOfLife, asOf)})`);
}

function tags(finding: ReportFinding): readonly string[] {
  return [
    finding.deprecation,
    finding.lifecycle ?? 'mistake',
    ...(finding.confidence === 'certain' ? [] : [finding.confidence]),
    ...(finding.test ? ['test file'] : []),
    ...(finding.exempt === undefined ? [] : [`does not fail: ${exemptionOf(finding)}`]),
  ];
}

function formatEvidence(finding: ReportFinding, { columns }: TextOptions, paint: Paint): readonly string[] {
  const request = `evidence: ${escapeText(finding.client)} with ${escapeText(finding.url)}`;
  const steps = finding.evidence.flatMap((step, index) => {
    const place = `${escapeText(step.file)}:${formatPosition(step.range.start)}`;
    const mark = `${index + 1}. `;
    return breakLine(
      `${escapeText(step.note)} ${paint.dim(`(${escapeText(step.kind)}, ${place})`)}`,
      columns,
      INDENT.length + mark.length,
    ).map((line, part) => `${INDENT}${part === 0 ? `${paint.dim(mark.trimEnd())} ` : ' '.repeat(mark.length)}${line}`);
  });
  return [...breakLine(request, columns, INDENT.length).map((line) => `${INDENT}${paint.dim(line)}`), ...steps];
}

function formatPosition(position: ReportPosition): string {
  return `${position.line}:${position.column}`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `${INDENT}${line}`))
    .join('\n');
}
