import colours from 'picocolors';
import { breakCommands, escapeText } from '../core/lib/escape.js';
import { count } from '../core/lib/wording.js';
import { groupBy } from '../core/lib/collections.js';
import { alignColumns, breakLine } from '../core/lib/terminal-text.js';
import type { Report, ReportFinding } from './report.js';
import type { FrameOf } from './source-frame.js';
import { sortByUrgency, neverFails, openFindings } from './severity.js';
import { distanceOf, endText, exemptionWords, oneLineText, notesOf, placeOf } from './words.js';
import { formatSummary, formatUnresolved } from './text-summary.js';

export interface TextOptions {
  readonly colour: 'on' | 'off';
  /** One line for each finding, nothing else. */
  readonly quiet?: boolean;
  /** A line for each deprecation in place of the findings. */
  readonly statistics?: boolean;
  /** Show every finding in full with its evidence, requests whose operation is not known, and the coverage. */
  readonly verbose?: boolean;
  readonly frameOf?: FrameOf;
  /** Width of the terminal for line breaks; without it lines are not broken. */
  readonly columns?: number;
}

/** Number of findings of each deprecation that are shown with their code, in a short and in a long report. */
const FRAMES_PER_GROUP = { short: 5, long: 1 };

/** Number of findings from which a report is long. */
const LONG_REPORT_FINDINGS = 10;

/** Indentation of the lines below the place of a finding. */
const INDENT = ' '.repeat(4);

type Paint = ReturnType<typeof colours.createColors>;

/** The report as text for people: open findings, the most urgent first, then numbers, editions and unread parts. */
export function formatText(report: Report, options: TextOptions): string {
  const paint = colours.createColors(options.colour === 'on');
  const open = openFindings(report);
  if (options.quiet === true) return breakCommands(open.map((finding) => `${formatLine(finding, paint)}\n`).join(''));
  if (options.statistics === true)
    return `${breakCommands([...statisticLines(open, report), formatSummary(report, paint, options)].join('\n'))}\n`;
  const isVerbose = options.verbose === true;
  const framesPerGroup = isVerbose
    ? Infinity
    : open.length < LONG_REPORT_FINDINGS
      ? FRAMES_PER_GROUP.short
      : FRAMES_PER_GROUP.long;
  const sortedFindings = sortByUrgency(open);
  const sections: string[] = [];
  let isCodeOmitted = false;
  for (const [title, findings] of [
    [undefined, sortedFindings.filter(({ test }) => !test)],
    ['In tests:', sortedFindings.filter(({ test }) => test)],
  ] as const) {
    const groups = [...groupBy(findings, sentenceKey).values()].map((group) =>
      isVerbose ? group.map((finding) => [finding]) : foldEqualTexts(group),
    );
    const blocks = groups.map((places) => formatGroup(places, framesPerGroup, options, paint));
    // A title is useful only after other sections.
    if (title !== undefined && sections.length > 0 && blocks.length > 0) sections.push(title);
    sections.push(...blocks);
    isCodeOmitted ||= !isVerbose && groups.some((places) => omitsCode(places, framesPerGroup, options));
  }
  if (isCodeOmitted) {
    const shownPlaces = framesPerGroup === 1 ? 'first place' : `first ${framesPerGroup} places`;
    const hint = `The code of the ${shownPlaces} of each deprecation is shown; --verbose shows that of all.`;
    sections.push(breakLine(hint, options.columns).map(paint.dim).join('\n'));
  }
  if (isVerbose) sections.push(...formatUnresolved(report, paint, options.columns));
  sections.push(formatSummary(report, paint, options));
  return `${breakCommands(sections.join('\n\n'))}\n`;
}

/** `4 findings  2 files  2026-08-26  94 days ago  openai/assistants`, for each deprecation, the most frequent first. */
function statisticLines(open: readonly ReportFinding[], { asOf }: Report): readonly string[] {
  const groups = [...groupBy(open, ({ deprecation }) => deprecation)].sort(
    ([left, a], [right, b]) => b.length - a.length || (left < right ? -1 : 1),
  );
  const rows = groups.map(([id, group]) => {
    const [first] = group;
    const end = first === undefined ? '' : endText(first);
    return [
      count(group.length, 'finding'),
      count(new Set(group.map(({ file }) => file)).size, 'file'),
      end,
      distanceOf(group, asOf),
      escapeText(id),
    ];
  });
  return rows.length === 0 ? [] : [...alignColumns(rows), ''];
}

/** Whether the code of some places of a group is shown and that of others is not; false if no file is available. */
function omitsCode(places: readonly PlaceFindings[], framesPerGroup: number, { frameOf }: TextOptions): boolean {
  const hasFrame = ([first]: PlaceFindings): boolean =>
    first !== undefined && (frameOf?.(first.file, first.range) ?? '') !== '';
  return places.length > framesPerGroup && places.slice(0, framesPerGroup).some(hasFrame);
}

/** Grouping key of findings that share one sentence. */
function sentenceKey({ deprecation, grouped, message }: ReportFinding): string {
  return JSON.stringify([deprecation, grouped?.headline ?? message]);
}

/** Findings of one place, or of one file with the same text; the first of them is shown. */
type PlaceFindings = readonly ReportFinding[];

/** Findings of one deprecation: a sentence for all, then each place with its own words. */
function formatGroup(
  places: readonly PlaceFindings[],
  framesPerGroup: number,
  options: TextOptions,
  paint: Paint,
): string {
  const findings = places.flat();
  const [first] = findings;
  if (first === undefined) return '';
  if (places.length === 1) {
    const remarks = [...notesOf(first), first.advice.join(' ')];
    return formatPlace(findings, { text: first.message, remarks, tags: tagsOf(first) }, options, paint);
  }
  const { frameOf, ...withoutFrames } = options;
  const hasOneText = findings.every((finding) => callKey(finding) === callKey(first));
  const sharedWords = sharedBy(findings, first);
  const isShared = (words: string): boolean => sharedWords.has(words);
  const isUnshared = (words: string): boolean => !sharedWords.has(words);
  const headline = hasOneText ? first.message : (first.grouped?.headline ?? first.message);
  return [
    ...sentenceLines(
      `${painterOf(first, paint)(escapeText(headline))}${tagWords(tagsOf(first).filter(isShared), paint)}`,
      options,
    ),
    ...remarkLines([...notesOf(first).filter(isShared), first.advice.filter(isShared).join(' ')], options),
    ...places.map((place, index) => {
      const [finding = first] = place;
      const text = hasOneText ? '' : (finding.grouped?.call ?? finding.message);
      const words = {
        margin: '  ',
        text: [text, ...finding.advice.filter(isUnshared)].filter((text) => text !== '').join('. '),
        remarks: notesOf(finding).filter(isUnshared),
        tags: tagsOf(finding).filter(isUnshared),
      };
      return formatPlace(
        place,
        words,
        index < framesPerGroup && frameOf !== undefined ? options : withoutFrames,
        paint,
      );
    }),
  ].join('\n');
}

/** Notes, steps and tags that all findings share with the first. */
function sharedBy(findings: readonly ReportFinding[], first: ReportFinding): ReadonlySet<string> {
  const remarksOf = (finding: ReportFinding): readonly string[] => [
    ...notesOf(finding),
    ...finding.advice,
    ...tagsOf(finding),
  ];
  return new Set(remarksOf(first).filter((words) => findings.every((finding) => remarksOf(finding).includes(words))));
}

/** Key of the texts about the call of a finding: the message alone may omit the start of a long path. */
function callKey({ message, grouped }: ReportFinding): string {
  return JSON.stringify([message, grouped?.call]);
}

/** Smallest number of findings with the same text in a file that share one line. */
const FOLD_THRESHOLD = 3;

/** Groups findings of a file with the same text, at the position of the first of them; the others stay alone. */
function foldEqualTexts(findings: readonly ReportFinding[]): readonly PlaceFindings[] {
  const byText = groupBy(findings, (finding) =>
    JSON.stringify([finding.file, callKey(finding), notesOf(finding), finding.advice, tagsOf(finding)]),
  );
  const foldedByFirst = new Map(
    [...byText.values()].filter(({ length }) => length >= FOLD_THRESHOLD).map((group) => [group[0], group]),
  );
  const foldedFindings = new Set([...foldedByFirst.values()].flatMap((group) => group.slice(1)));
  return findings.flatMap((finding) => (foldedFindings.has(finding) ? [] : [foldedByFirst.get(finding) ?? [finding]]));
}

const LISTED_LINES = 8;

/** ` (and 9 more at lines 12, 15, …)`: the places of findings with the same text. */
function otherLinesWords(others: readonly ReportFinding[]): string {
  if (others.length === 0) return '';
  const lines = [...new Set(others.map(({ range }) => range.start.line))];
  const listedLines = lines.slice(0, LISTED_LINES).join(', ');
  return ` (and ${others.length} more at ${lines.length === 1 ? 'line' : 'lines'} ${listedLines}${lines.length > LISTED_LINES ? ', …' : ''})`;
}

/** Place and message, in a form that terminals turn into a link: `src/a.ts:3:33  …`. */
function formatLine(finding: ReportFinding, paint: Paint): string {
  return `${paint.bold(placeOf(finding))}  ${painterOf(finding, paint)(oneLineText(finding))}${tagWords(tagsOf(finding), paint)}`;
}

interface PlaceWords {
  readonly text: string;
  /** Lines below the code; empty ones are left out. */
  readonly remarks: readonly string[];
  readonly tags: readonly string[];
  readonly margin?: string;
}

/** A place with its text and its code, and the lines of findings with the same text in its file. */
function formatPlace(
  [finding, ...others]: PlaceFindings,
  { text, remarks, tags, margin = '' }: PlaceWords,
  options: TextOptions,
  paint: Paint,
): string {
  if (finding === undefined) return '';
  const words = `${escapeText(text)}${otherLinesWords(others)}`.trim();
  const lines = sentenceLines(
    `${paint.bold(placeOf(finding))}${words === '' ? '' : `  ${painterOf(finding, paint)(words)}`}${tagWords(tags, paint)}`,
    options,
    margin,
  );
  const frame = options.frameOf?.(finding.file, finding.range);
  if (frame !== undefined && frame !== '') lines.push(indent(frame));
  lines.push(...remarkLines(remarks, options));
  if (options.verbose === true) lines.push(...formatEvidence(finding, options, paint));
  return lines.join('\n');
}

function painterOf({ lifecycle }: ReportFinding, paint: Paint): (text: string) => string {
  return lifecycle === 'deprecated' ? paint.yellow : paint.red;
}

/** ` [page-rules, test file]`, or nothing. */
function tagWords(tags: readonly string[], paint: Paint): string {
  return tags.length === 0 ? '' : ` ${paint.dim(escapeText(`[${tags.join(', ')}]`))}`;
}

/** A sentence after a margin, broken for the terminal; all but its first line are indented. */
function sentenceLines(sentence: string, { columns }: Pick<TextOptions, 'columns'>, margin = ''): string[] {
  return breakLine(sentence, columns, INDENT.length).map((part, index) => `${index === 0 ? margin : INDENT}${part}`);
}

/** Indented lines of the remarks that are not empty. */
function remarkLines(remarks: readonly string[], { columns }: Pick<TextOptions, 'columns'>): readonly string[] {
  return remarks
    .filter((remark) => remark !== '')
    .flatMap((remark) => breakLine(escapeText(remark), columns, INDENT.length).map((line) => `${INDENT}${line}`));
}

function tagsOf(finding: ReportFinding): readonly string[] {
  return [
    finding.deprecation,
    ...(finding.owner === undefined ? [] : [`owned by ${finding.owner}`]),
    ...(finding.test ? ['test file'] : []),
    // An end after the horizon of the gate needs no tag: the sentence has its day, and the last lines count such ends.
    ...(neverFails(finding) ? [`does not fail: ${exemptionWords(finding)}`] : []),
  ];
}

function formatEvidence(finding: ReportFinding, { columns }: TextOptions, paint: Paint): readonly string[] {
  const request = `evidence: ${escapeText(finding.client)} with ${escapeText(finding.url)}`;
  const steps = finding.evidence.flatMap((step, index) => {
    const number = `${index + 1}. `;
    return breakLine(
      `${escapeText(step.note)} ${paint.dim(`(${escapeText(step.kind)}, ${placeOf(step)})`)}`,
      columns,
      INDENT.length + number.length,
    ).map(
      (line, part) => `${INDENT}${part === 0 ? `${paint.dim(number.trimEnd())} ` : ' '.repeat(number.length)}${line}`,
    );
  });
  return [...breakLine(request, columns, INDENT.length).map((line) => `${INDENT}${paint.dim(line)}`), ...steps];
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `${INDENT}${line}`))
    .join('\n');
}
