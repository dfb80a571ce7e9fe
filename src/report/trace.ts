import { breakCommands, escapeText } from '../lib/escape-text.js';
import { LineIndex } from '../lib/line-index.js';
import { maskSecrets } from '../lib/mask-secrets.js';
import { LANGUAGE_WORDS } from '../model/language.js';
import type { Place } from '../model/span.js';
import type { CallTrace, FileTrace } from '../model/trace.js';
import type { ReportFinding, ReportRange } from './report.js';
import { describeCall } from './trace-calls.js';
import type { TraceContext } from './trace-calls.js';

/** A line of a file, and a column of it, from 1. */
export interface AskedPlace {
  readonly line: number;
  readonly column?: number;
}

/** Facts about a file that somebody asks about. */
export interface TraceInput {
  readonly trace: FileTrace;
  /** All of the file, hidden and less sure ones as well. */
  readonly findings: readonly ReportFinding[];
  readonly textOf: (file: string) => string | undefined;
  readonly inUse: TraceContext['inUse'];
  readonly whyOff: TraceContext['whyOff'];
  /** Why a finding is not in the report; undefined where it is. */
  readonly whyHidden: (finding: ReportFinding) => string | undefined;
  /** Only what is there. */
  readonly at?: AskedPlace;
}

/** The trace of a file, or of one place in it, as plain text. */
export function formatTrace(input: TraceInput): string {
  const { trace, textOf, inUse, whyOff, whyHidden, at } = input;
  const places = placesOf(trace.file, textOf);
  const { calls, findings: found } = askedOf(input);
  const context: TraceContext = {
    ...places,
    inUse,
    whyOff,
    found: (call) =>
      input.findings
        .filter((finding) => isInside(finding, places.range(call)))
        .map((finding) => ({
          deprecation: finding.deprecation,
          said: `at ${finding.range.start.line}:${finding.range.start.column}, ${stateOf(finding, whyHidden(finding))}`,
        })),
  };
  const where = at === undefined ? '' : `:${at.line}${at.column === undefined ? '' : `:${at.column}`}`;
  const lines = [
    `${trace.file}${where}: ${statusOf(trace)}`,
    ...(at === undefined || calls.length + found.length > 0 || !trace.analysed
      ? []
      : [nothingThere(trace, at, places.lines)]),
    ...calls.flatMap((call) => describeCall(call, context)).map((line) => `  ${line}`),
    ...found.flatMap((finding) => describeFound(finding, whyHidden(finding))).map((line) => `  ${line}`),
  ];
  return `${breakCommands(lines.map(escapeText).join('\n'))}\n`;
}

const MENTIONS = {
  api: 'names an API of the catalogue',
  rare: 'has words of deprecated paths',
  part: 'reads a field as records of an API have it',
  common: 'has only common words of deprecated paths',
} as const;

function statusOf({ notScanned, languages, mentions, leads, analysed, trouble }: FileTrace): string {
  if (notScanned !== undefined) return `not scanned: ${notScanned}.`;
  const said = mentions.map(({ mention }) => MENTIONS[mention]);
  return [
    `scanned as ${languages.map((language) => LANGUAGE_WORDS[language]).join(' and ')}`,
    `its text ${said.length === 0 ? 'says nothing of an API' : said.join(' and ')}`,
    ...(leads.length === 0 ? [] : [`it imports ${leads.join(', ')}`]),
    analysed ? 'its calls were looked at' : 'nothing leads from it to an API, so its calls were not looked at',
    ...(trouble === undefined ? [] : [trouble]),
  ]
    .join('; ')
    .concat('.');
}

/** `certain, reported`. */
function stateOf({ confidence }: ReportFinding, hidden: string | undefined): string {
  return `${confidence}, ${hidden === undefined ? 'reported' : `not reported: ${hidden}`}`;
}

function isInside({ range: { start, end } }: ReportFinding, around: ReportRange): boolean {
  const isBefore = (one: ReportRange['start'], other: ReportRange['start']): boolean =>
    one.line < other.line || (one.line === other.line && one.column <= other.column);
  return isBefore(around.start, start) && isBefore(end, around.end);
}

function describeFound(finding: ReportFinding, hidden: string | undefined): readonly string[] {
  const { range, deprecation, evidence } = finding;
  return [
    `Finding ${range.start.line}:${range.start.column} ${deprecation}, ${stateOf(finding, hidden)}.`,
    ...evidence.map(({ file, range: { start }, note }) => `    ${note}  ${file}:${start.line}:${start.column}`),
    `    More: sunset-lint explain ${deprecation}`,
  ];
}

interface Places extends Pick<TraceContext, 'place' | 'source'> {
  readonly range: (at: Place) => ReportRange;
  readonly lines: (at: Place) => readonly [first: number, last: number, column: number];
}

const MAX_SOURCE = 100;

function placesOf(own: string, textOf: TraceInput['textOf']): Places {
  const indexes = new Map<string, LineIndex>();
  const rangeOf = ({ file, span }: Place): ReturnType<LineIndex['range']> => {
    const index = indexes.get(file) ?? new LineIndex(textOf(file) ?? '');
    indexes.set(file, index);
    return index.range(span);
  };
  return {
    range: rangeOf,
    place: (at) => {
      const { line, column } = rangeOf(at).start;
      return `${at.file === own ? '' : `${at.file}:`}${line}:${column}`;
    },
    source: ({ file, span }) => {
      const text = maskSecrets(textOf(file) ?? '')
        .slice(...span)
        .replace(/\s+/g, ' ');
      return text.length > MAX_SOURCE ? `${text.slice(0, MAX_SOURCE)}…` : text;
    },
    lines: (at) => {
      const { start, end } = rangeOf(at);
      return [start.line, end.line, start.column];
    },
  };
}

/** The calls and findings of a file that an answer is about. */
export function askedOf({ trace, findings, textOf, at }: TraceInput): {
  readonly calls: readonly CallTrace[];
  readonly findings: readonly ReportFinding[];
} {
  if (at === undefined) return { calls: trace.calls, findings };
  const places = placesOf(trace.file, textOf);
  const calls = callsAt(trace, at, places.lines);
  const isAsked = (finding: ReportFinding): boolean =>
    (finding.range.start.line <= at.line && at.line <= finding.range.end.line) ||
    calls.some((call) => isInside(finding, places.range(call.at)));
  return { calls, findings: findings.filter(isAsked) };
}

/** The calls that begin in a line, or have a piece of a URL there; where there is none, the innermost around it. */
function callsAt(
  { file, calls }: FileTrace,
  { line, column }: AskedPlace,
  lines: Places['lines'],
): readonly CallTrace[] {
  const here = calls.filter(
    ({ at, requests }) =>
      lines(at)[0] === line ||
      requests.some(({ urls }) =>
        urls.some(({ pieces }) => pieces.some((piece) => piece.at.file === file && lines(piece.at)[0] === line)),
      ),
  );
  const exact = here.filter(({ at }) => column !== undefined && lines(at)[2] === column);
  if (exact.length > 0) return exact;
  if (here.length > 0) return here;
  const around = calls.filter(({ at }) => lines(at)[0] <= line && line <= lines(at)[1]);
  return around.slice(-1);
}

const MAX_NEAR = 10;

function nothingThere({ calls }: FileTrace, { line }: AskedPlace, lines: Places['lines']): string {
  const others = [...new Set(calls.map(({ at }) => lines(at)[0]))]
    .sort((a, b) => Math.abs(a - line) - Math.abs(b - line))
    .slice(0, MAX_NEAR)
    .sort((a, b) => a - b);
  return others.length === 0
    ? `  No call stands in line ${line}, nor anywhere in the file.`
    : `  No call stands in line ${line}; calls that are near it begin in ${others.length === 1 ? 'line' : 'lines'} ${others.join(', ')}.`;
}
