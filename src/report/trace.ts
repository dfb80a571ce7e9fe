import { memoByObject } from '../core/lib/collections.js';
import { breakCommands, escapeText } from '../core/lib/escape.js';
import { LineIndex } from '../core/lib/line-index.js';
import { maskSecrets } from '../core/lib/mask-secrets.js';
import type { FileTrace, JudgedCall, RequestTrace, UrlTrace } from '../core/model/evidence.js';
import { LANGUAGE_WORDS } from '../core/model/language.js';
import type { Place } from '../core/model/span.js';
import type { ReportFinding, ReportRange, ReportUnresolved } from './report.js';
import { isMistake } from './severity.js';
import { endText, disputeWords } from './words.js';

/** Line of a file, and optionally a column, both from 1. */
export interface TracePlace {
  readonly line: number;
  readonly column?: number;
}

/** Inputs of the trace of a file. */
export interface TraceInput {
  readonly trace: FileTrace;
  /** Findings of the file, and of its calls in other files, including hidden and less certain ones. */
  readonly findings: readonly ReportFinding[];
  readonly unresolved: readonly ReportUnresolved[];
  readonly textOf: (file: string) => string | undefined;
  readonly inUsePhrases: TraceContext['inUsePhrases'];
  readonly reasonEntryUnlisted: TraceContext['reasonEntryUnlisted'];
  /** Reason why a finding is not in the report; undefined where it is. */
  readonly reasonFindingHidden: (finding: ReportFinding) => string | undefined;
  /** Restricts the trace to this place. */
  readonly at?: TracePlace;
}

/** The trace of a file, or of one place in it, as plain text. */
export function formatTrace(input: TraceInput): string {
  const { trace, textOf, inUsePhrases, reasonEntryUnlisted, reasonFindingHidden, at } = input;
  const places = placesOf(trace.file, textOf);
  const { calls, findings: tracedFindings } = tracedParts(input);
  const context: TraceContext = {
    ...places,
    inUsePhrases,
    reasonEntryUnlisted,
    verdictsOf: memoByObject((call) =>
      findingsOfCall(call, input, places).map((finding) =>
        verdictOf(finding, trace.file, reasonFindingHidden(finding)),
      ),
    ),
    isListed: (call) => {
      const { start } = places.range(call.at);
      return input.unresolved.some(
        ({ file, range }) =>
          file === call.at.file && range.start.line === start.line && range.start.column === start.column,
      );
    },
  };
  const placeSuffix = at === undefined ? '' : `:${at.line}${at.column === undefined ? '' : `:${at.column}`}`;
  const lines = [
    `${trace.file}${placeSuffix}: ${statusOf(trace)}`,
    ...(at === undefined || calls.length + tracedFindings.length > 0 || !trace.analysed
      ? []
      : [noCallSentence(trace, at, places.lineRange)]),
    ...calls.flatMap((call) => describeCall(call, context)).map((line) => `  ${line}`),
    ...tracedFindings
      .flatMap((finding) => describeFinding(finding, reasonFindingHidden(finding)))
      .map((line) => `  ${line}`),
  ];
  return `${breakCommands(lines.map(escapeText).join('\n'))}\n`;
}

const MENTION_PHRASES = {
  api: 'mentions a known API',
  rare: 'contains words of deprecated paths',
  part: 'reads a field of records of an API',
  common: 'contains only common words of deprecated paths',
} as const;

function statusOf({ notScanned, languages, mentions, leads, analysed, trouble }: FileTrace): string {
  if (notScanned !== undefined) return `not scanned: ${notScanned}.`;
  const phrases = mentions.map(({ mention }) => MENTION_PHRASES[mention]);
  return [
    `scanned as ${languages.map((language) => LANGUAGE_WORDS[language]).join(' and ')}`,
    `its text ${phrases.length === 0 ? 'mentions no API' : phrases.join(' and ')}`,
    ...(leads.length === 0 ? [] : [`it imports ${leads.join(', ')}`]),
    analysed ? 'its calls were examined' : 'no import or value connects it to an API, so its calls were not examined',
    ...(trouble === undefined ? [] : [trouble]),
  ]
    .join('; ')
    .concat('.');
}

/** State of a finding: `page-rules-api, end of life 2025-01-06, certain, reported`. */
function stateOf(finding: ReportFinding, hiddenReason: string | undefined, at = ''): string {
  const { deprecation, confidence, disputed } = finding;
  const disputeNote = disputed === true ? `, ${disputeWords([finding])}` : '';
  const end = isMistake(finding) ? '' : `, end of life ${endText(finding)}`;
  return `${deprecation}${disputeNote}${end}${at}, ${confidence}, ${hiddenReason === undefined ? 'reported' : `not reported: ${hiddenReason}`}`;
}

/** The verdict that a finding gives on its call, or on a call around it. */
function verdictOf(finding: ReportFinding, tracedFile: string, hiddenReason: string | undefined): FindingVerdict {
  const { deprecation, disputed, file, range } = finding;
  const kind = disputed === true ? '' : isMistake(finding) ? 'Mistake: ' : 'Deprecated: ';
  const place = `${file === tracedFile ? '' : `${file}:`}${range.start.line}:${range.start.column}`;
  return { deprecation, summary: `${kind}${stateOf(finding, hiddenReason, `, at ${place}`)}` };
}

/** Findings of the requests of a call, and those inside it. */
function findingsOfCall(call: JudgedCall, { trace, findings }: TraceInput, places: Places): readonly ReportFinding[] {
  const fingerprints = new Set(call.findings);
  const callRange = places.range(call.at);
  return findings.filter(
    (finding) => fingerprints.has(finding.fingerprint) || (finding.file === trace.file && isInside(finding, callRange)),
  );
}

function isInside({ range: { start, end } }: ReportFinding, outer: ReportRange): boolean {
  const isBefore = (left: ReportRange['start'], right: ReportRange['start']): boolean =>
    left.line < right.line || (left.line === right.line && left.column <= right.column);
  return isBefore(outer.start, start) && isBefore(end, outer.end);
}

function describeFinding(finding: ReportFinding, hiddenReason: string | undefined): readonly string[] {
  const { range, deprecation, evidence } = finding;
  return [
    `Finding ${range.start.line}:${range.start.column} ${stateOf(finding, hiddenReason)}.`,
    ...evidence.map(({ file, range: { start }, note }) => `    ${note}  ${file}:${start.line}:${start.column}`),
    `    More: sunset-lint explain ${deprecation}`,
  ];
}

interface Places extends Pick<TraceContext, 'place' | 'source'> {
  readonly range: (at: Place) => ReportRange;
  readonly lineRange: (at: Place) => readonly [first: number, last: number, column: number];
}

const MAX_SOURCE_CHARACTERS = 100;

function placesOf(tracedFile: string, textOf: TraceInput['textOf']): Places {
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
      return `${at.file === tracedFile ? '' : `${at.file}:`}${line}:${column}`;
    },
    source: ({ file, span }) => {
      const text = maskSecrets(textOf(file) ?? '')
        .slice(...span)
        .replace(/\s+/g, ' ');
      return text.length > MAX_SOURCE_CHARACTERS ? `${text.slice(0, MAX_SOURCE_CHARACTERS)}…` : text;
    },
    lineRange: (at) => {
      const { start, end } = rangeOf(at);
      return [start.line, end.line, start.column];
    },
  };
}

/** Calls and findings of the file, or of the place that the trace is restricted to. */
export function tracedParts(input: TraceInput): {
  readonly calls: readonly JudgedCall[];
  readonly findings: readonly ReportFinding[];
} {
  const { trace, textOf, at } = input;
  const findings = input.findings.filter(({ file }) => file === trace.file);
  if (at === undefined) return { calls: trace.calls, findings };
  const places = placesOf(trace.file, textOf);
  const calls = callsAt(trace, at, places.lineRange);
  const findingsOfCalls = new Set(calls.flatMap((call) => findingsOfCall(call, input, places)));
  const isAtPlace = (finding: ReportFinding): boolean =>
    (finding.range.start.line <= at.line && at.line <= finding.range.end.line) || findingsOfCalls.has(finding);
  return { calls, findings: findings.filter(isAtPlace) };
}

/** Calls that begin on a line or have a piece of a URL there; without any, the innermost call around the line. */
function callsAt(
  { file, calls }: FileTrace,
  { line, column }: TracePlace,
  lineRange: Places['lineRange'],
): readonly JudgedCall[] {
  const callsOnLine = calls.filter(
    ({ at, requests }) =>
      lineRange(at)[0] === line ||
      requests.some(({ urls }) =>
        urls.some(({ pieces }) => pieces.some((piece) => piece.at.file === file && lineRange(piece.at)[0] === line)),
      ),
  );
  const callsAtColumn = callsOnLine.filter(({ at }) => column !== undefined && lineRange(at)[2] === column);
  if (callsAtColumn.length > 0) return callsAtColumn;
  if (callsOnLine.length > 0) return callsOnLine;
  const enclosingCalls = calls.filter(({ at }) => lineRange(at)[0] <= line && line <= lineRange(at)[1]);
  return enclosingCalls.slice(-1);
}

const MAX_NEAR_LINES = 10;

function noCallSentence({ calls }: FileTrace, { line }: TracePlace, lineRange: Places['lineRange']): string {
  const nearLines = [...new Set(calls.map(({ at }) => lineRange(at)[0]))]
    .sort((a, b) => Math.abs(a - line) - Math.abs(b - line))
    .slice(0, MAX_NEAR_LINES)
    .sort((a, b) => a - b);
  return nearLines.length === 0
    ? `  There is no call on line ${line} or anywhere else in the file.`
    : `  There is no call on line ${line}; the nearest calls begin on ${nearLines.length === 1 ? 'line' : 'lines'} ${nearLines.join(', ')}.`;
}

/** Lookups for the descriptions of calls. */
interface TraceContext {
  /** Returns `src/a.ts:2:9`, or `2:9` in the traced file. */
  readonly place: (at: Place) => string;
  /** Source of a place, on one line. */
  readonly source: (at: Place) => string;
  /** Phrases of the catalogue that say which operation in use a request calls; empty if it has none. */
  readonly inUsePhrases: (method: string | undefined, path: string) => readonly string[];
  /** Reason why a matching entry of the catalogue is not reported; undefined where it is. */
  readonly reasonEntryUnlisted: (deprecation: string) => string | undefined;
  /** Verdicts of the findings of a call, and of those inside it. */
  readonly verdictsOf: (call: JudgedCall) => readonly FindingVerdict[];
  /** Whether the report lists a call as not resolved. */
  readonly isListed: (call: JudgedCall) => boolean;
}

/** The verdict that a finding gives on a call. */
interface FindingVerdict {
  readonly deprecation: string;
  /** Kind, id, end, place and confidence, and the reason why the finding is not reported. */
  readonly summary: string;
}

/** Describes the analysis of one call: its place and source, then its requests and the verdicts on them. */
function describeCall(call: JudgedCall, context: TraceContext): readonly string[] {
  const head = `${context.place(call.at)}  ${context.source(call.at)}`;
  return [head, ...bodyOf(call, context).map((line) => `    ${line}`)];
}

function bodyOf(call: JudgedCall, context: TraceContext): readonly string[] {
  const findingVerdicts = context.verdictsOf(call);
  const verdicts = findingVerdicts.map(({ summary }) => `=> ${summary}.`);
  switch (call.seen) {
    case 'left-out':
      return verdicts.length > 0
        ? verdicts
        : ['Not examined: neither its text nor a name that it uses is connected to an API of the catalogue.'];
    case 'no-request':
      return verdicts.length > 0 ? verdicts : ['Examined: it sends no known request.'];
    case 'test-double':
    case 'request':
      return [
        ...(call.seen === 'test-double'
          ? ['A test expects or answers this request; alsoReport with testDoubles reports it.']
          : []),
        ...call.requests.flatMap((request) => describeRequest(request, call, context)),
        ...verdicts,
      ];
  }
}

const MAX_URLS = 8;

function describeRequest(request: RequestTrace, call: JudgedCall, context: TraceContext): readonly string[] {
  const { kind, client, chain, methods, methodKnown, methodAt, urls } = request;
  const method = methods.length === 0 ? 'not known' : `${methods.join(' or ')}${methodKnown ? '' : ', or another'}`;
  const at = methodAt === undefined ? '' : ` (${context.place(methodAt)})`;
  return [
    kind === 'request' ? `Client: ${client}.` : `Passed to ${client}, which is not a known client.`,
    ...chain.map((step) => `Sent from ${context.place(step)}.`),
    `Method: ${method}${at}.`,
    ...(urls.length === 0
      ? ['URL: none was found.']
      : urls.slice(0, MAX_URLS).flatMap((url) => describeUrl(url, context))),
    ...(urls.length > MAX_URLS ? [`${urls.length - MAX_URLS} more URLs.`] : []),
    ...outcomeOf(request, call, context),
  ];
}

function describeUrl({ shown, pieces, steps }: UrlTrace, { place }: TraceContext): readonly string[] {
  return [
    `URL: ${shown}`,
    ...pieces.map(
      ({ text, at, unknown }) =>
        `  ${text === '' ? "''" : text}  ${place(at)}${unknown === undefined ? '' : `, not known: ${unknown}`}`,
    ),
    ...steps.map(({ note, at }) => `  ${note}  ${place(at)}`),
  ];
}

/** Reason why a request has no finding, or has one that is not among those of its call. */
function outcomeOf(request: RequestTrace, call: JudgedCall, context: TraceContext): readonly string[] {
  const findingVerdicts = context.verdictsOf(call);
  const { deprecations, gap, ruledOut, unknownTarget, urls } = request;
  if (ruledOut === true) return ['=> It is never reached with the arguments of the enclosing function.'];
  const unreportedIds = new Set(
    deprecations.filter((id) => findingVerdicts.every(({ deprecation }) => deprecation !== id)),
  );
  if (unreportedIds.size > 0)
    return [...unreportedIds].map((id) => {
      const reason = context.reasonEntryUnlisted(id);
      return reason === undefined ? `=> Perhaps ${id}, but the checks reported no finding.` : `=> ${id}. ${reason}`;
    });
  if (findingVerdicts.length > 0) return [];
  if (gap !== undefined)
    return [
      context.isListed(call)
        ? `=> Not resolved, so its operation is unknown: ${gap}. --verbose lists it.`
        : `=> Not resolved by itself (${gap}); calls that lead to it complete it, and are judged in its place.`,
    ];
  const hosts = new Set(urls.map(({ host }) => host));
  if (unknownTarget === true)
    return [
      '=> No finding: its destination is unknown. A base URL, --verbose and --min-confidence possible may show more.',
    ];
  if (hosts.has('own-origin'))
    return ["=> No finding: a relative URL, which this client sends to the page's own host."];
  if ([...hosts].every((host) => host === 'other'))
    return ['=> No finding: it goes to another host than those of the catalogue.'];
  return [
    ...new Set(urls.flatMap(({ path }) => (path === undefined ? [] : notDeprecatedLines(request, path, context)))),
  ];
}

function notDeprecatedLines(
  { methods, methodKnown }: RequestTrace,
  path: string,
  { inUsePhrases }: TraceContext,
): readonly string[] {
  const method = methods.length === 1 && methodKnown ? methods[0] : undefined;
  const phrases = inUsePhrases(method, path);
  return phrases.length > 0
    ? phrases.map((phrase) => `=> No finding: in use: ${phrase}.`)
    : [`=> No finding: no deprecated operation of the catalogue is ${[method, path].filter(Boolean).join(' ')}.`];
}
