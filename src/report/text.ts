import colours from 'picocolors';
import { breakCommands, escapeText } from '../lib/escape-text.js';
import { count } from '../lib/count.js';
import { groupBy } from '../lib/multimap.js';
import { breakLine, columnsOf, padColumns } from '../lib/terminal-text.js';
import type { Report, ReportFinding } from './report.js';
import type { FrameOf } from './source-frame.js';
import { byUrgency, isDated, neverFails, openFindings } from './severity.js';
import { endCell, exemptionOf, formatDistance, lineOf, notesOf, placeOf } from './words.js';
import { formatSummary, formatUnresolved, isLong } from './text-summary.js';

export interface TextOptions {
  readonly colour: 'on' | 'off';
  /** One line for each finding, nothing else. */
  readonly quiet?: boolean;
  /** A line for each deprecation in place of the findings. */
  readonly statistics?: boolean;
  /** Show every finding in full with the steps that led to it, requests whose operation is not known, and what was looked at. */
  readonly verbose?: boolean;
  readonly frameOf?: FrameOf;
  /** Width of the terminal that lines are broken for; without it they are not. */
  readonly columns?: number;
}

/** Findings of one deprecation that are shown with their code; of the others, each has a line. */
const IN_FULL = 5;

/** Indentation of the lines below the place of a finding. */
const INDENT = ' '.repeat(4);

type Paint = ReturnType<typeof colours.createColors>;

/**
 * The report for people: each open finding with its place first, the most urgent on top, then what ended, what was not
 * seen, and what to do.
 */
export function formatText(report: Report, options: TextOptions): string {
  const paint = colours.createColors(options.colour === 'on');
  const open = openFindings(report);
  if (options.quiet === true)
    return breakCommands(open.map((finding) => `${formatLine(finding, lineOf(finding), {}, paint)}\n`).join(''));
  if (options.statistics === true)
    return `${breakCommands([...statisticLines(open, report), formatSummary(report, paint, options)].join('\n'))}\n`;
  const isVerbose = options.verbose === true;
  const urgent = byUrgency(open);
  const sections: string[] = [];
  const seen: Seen = new Map();
  for (const [title, findings] of [
    [undefined, urgent.filter(({ test }) => !test)],
    ['In tests:', urgent.filter(({ test }) => test)],
  ] as const) {
    const folds = isVerbose ? findings.map((finding) => [finding]) : foldAlike(findings);
    const blocks = formatFolds(folds, seen, { ...options, isLong: isLong(open) }, paint);
    // A title says something only beside others.
    if (blocks !== '') sections.push(title === undefined || sections.length === 0 ? blocks : `${title}\n\n${blocks}`);
  }
  const short = [...seen.values()].reduce((sum, number) => sum + Math.max(number - IN_FULL, 0), 0);
  if (short > 0 && !isVerbose)
    sections.push(
      ...breakLine(
        paint.dim(
          `The code of the first ${IN_FULL} findings of each deprecation is shown; --verbose shows that of all.`,
        ),
        options.columns,
      ),
    );
  if (isVerbose) sections.push(...formatUnresolved(report, paint, options.columns));
  sections.push(formatSummary(report, paint, options));
  return `${breakCommands(sections.join('\n\n'))}\n`;
}

/** `4 findings  2 files  2026-08-26  94 days ago  openai/assistants`, for each deprecation, the most frequent first. */
function statisticLines(open: readonly ReportFinding[], { asOf }: Report): readonly string[] {
  const groups = [...groupBy(open, ({ deprecation }) => deprecation)].sort(
    ([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1),
  );
  const rows = groups.map(([id, group]) => {
    const [first] = group;
    const end = first === undefined ? '' : endCell(first);
    return [
      count(group.length, 'finding'),
      count(new Set(group.map(({ file }) => file)).size, 'file'),
      end,
      first !== undefined && isDated(first) ? formatDistance(first.endOfLife, asOf) : '',
      escapeText(id),
    ];
  });
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => columnsOf(row[column] ?? ''))));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => padColumns(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.length === 0 ? [] : [...lines, ''];
}

/** How often each deprecation was shown. */
type Seen = Map<string, number>;

/** Findings of which the first one is shown for all, in blocks with their code, or as lines that stand together. */
function formatFolds(
  folds: readonly (readonly ReportFinding[])[],
  seen: Seen,
  options: TextOptions & { readonly isLong: boolean },
  paint: Paint,
): string {
  const blocks: string[] = [];
  let isCompact = false;
  for (const [finding, ...others] of folds) {
    if (finding === undefined) continue;
    const number = (seen.get(finding.deprecation) ?? 0) + 1;
    seen.set(finding.deprecation, number);
    const isFull = options.verbose === true || number <= IN_FULL;
    // Advice is given once, here or in the summary.
    const advice = number === 1 && !options.isLong ? finding.advice : [];
    const block = isFull
      ? formatFinding(finding, others, advice, options, paint)
      : formatLine(finding, `${lineOf(finding)}${moreOf(others)}`, options, paint);
    if (blocks.length > 0) blocks.push(isCompact && !isFull ? '\n' : '\n\n');
    blocks.push(block);
    isCompact = !isFull;
  }
  return blocks.join('');
}

/** From so many findings on that say the same of one file, one line speaks for all. */
const ALIKE = 3;

/** Findings in their order, those of a file that say the same in the place of the first of them. */
function foldAlike(findings: readonly ReportFinding[]): readonly (readonly ReportFinding[])[] {
  const alike = groupBy(findings, (finding) =>
    JSON.stringify([finding.file, finding.deprecation, finding.message, finding.notes, tags(finding)]),
  );
  const heads = new Map([...alike.values()].filter(({ length }) => length >= ALIKE).map((group) => [group[0], group]));
  const folded = new Set([...heads.values()].flatMap((group) => group.slice(1)));
  return findings.flatMap((finding) => (folded.has(finding) ? [] : [heads.get(finding) ?? [finding]]));
}

const LINES_SHOWN = 8;

/** ` (and 9 more at lines 12, 15, …)`: the places of findings that say the same. */
function moreOf(others: readonly ReportFinding[]): string {
  if (others.length === 0) return '';
  const lines = [...new Set(others.map(({ range }) => range.start.line))];
  const shown = lines.slice(0, LINES_SHOWN).join(', ');
  return ` (and ${others.length} more at ${lines.length === 1 ? 'line' : 'lines'} ${shown}${lines.length > LINES_SHOWN ? ', …' : ''})`;
}

/** Place and what is said, which terminals make a link of: `src/a.ts:3:33  …`. */
function formatLine(
  finding: ReportFinding,
  said: string,
  { columns }: Pick<TextOptions, 'columns'>,
  paint: Paint,
): string {
  const mark = finding.lifecycle === 'deprecated' ? paint.yellow : paint.red;
  const line = `${paint.bold(placeOf(finding))}  ${mark(said)} ${paint.dim(escapeText(`[${tags(finding).join(', ')}]`))}`;
  return breakLine(line, columns, INDENT.length)
    .map((part, index) => (index === 0 ? part : `${INDENT}${part}`))
    .join('\n');
}

function formatFinding(
  finding: ReportFinding,
  others: readonly ReportFinding[],
  advice: readonly string[],
  options: TextOptions,
  paint: Paint,
): string {
  const lines = [formatLine(finding, `${escapeText(finding.message)}${moreOf(others)}`, options, paint)];
  const frame = options.frameOf?.(finding.file, finding.range);
  if (frame !== undefined && frame !== '') lines.push(indent(frame));
  for (const note of [...notesOf(finding), ...(advice.length === 0 ? [] : [advice.join(' ')])])
    lines.push(...breakLine(escapeText(note), options.columns, INDENT.length).map((line) => `${INDENT}${line}`));
  if (options.verbose === true) lines.push(...formatEvidence(finding, options, paint));
  return lines.join('\n');
}

function tags(finding: ReportFinding): readonly string[] {
  return [
    finding.deprecation,
    ...(finding.owner === undefined ? [] : [`owned by ${finding.owner}`]),
    ...(finding.test ? ['test file'] : []),
    // The day is in the sentence, and the last lines say how many end later than the gate looks.
    ...(neverFails(finding) ? [`does not fail: ${exemptionOf(finding)}`] : []),
  ];
}

function formatEvidence(finding: ReportFinding, { columns }: TextOptions, paint: Paint): readonly string[] {
  const request = `evidence: ${escapeText(finding.client)} with ${escapeText(finding.url)}`;
  const steps = finding.evidence.flatMap((step, index) => {
    const mark = `${index + 1}. `;
    return breakLine(
      `${escapeText(step.note)} ${paint.dim(`(${escapeText(step.kind)}, ${placeOf(step)})`)}`,
      columns,
      INDENT.length + mark.length,
    ).map((line, part) => `${INDENT}${part === 0 ? `${paint.dim(mark.trimEnd())} ` : ' '.repeat(mark.length)}${line}`);
  });
  return [...breakLine(request, columns, INDENT.length).map((line) => `${INDENT}${paint.dim(line)}`), ...steps];
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `${INDENT}${line}`))
    .join('\n');
}
