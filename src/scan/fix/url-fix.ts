import { escapeRegExp } from '../../core/lib/escape.js';
import type { Deprecation } from '../../core/model/deprecation.js';
import type { TemplateSegment } from '../../core/model/endpoint.js';
import type { Finding } from '../../core/model/finding.js';
import type { OwnedFix } from '../../core/model/fix.js';
import type { Place } from '../../core/model/span.js';
import type { FixFile, FixSources } from './ownership.js';

/** Consecutive segments of a path, and the segments that replace them. */
export interface SegmentChange {
  readonly from: string;
  readonly to: string;
  /** Adjacent literal segments, where the change alone would not be distinctive. */
  readonly before?: string;
  readonly after?: string;
}

/**
 * The catalogue's replacement of a path, where consecutive segments differ that occur exactly once in a text on which
 * the finding depends.
 */
export function fixSegment(
  finding: Finding,
  deprecation: Deprecation,
  { textOf, usesElsewhere }: FixSources,
): OwnedFix | undefined {
  const change = changeOf(finding, deprecation);
  if (change === undefined) return undefined;
  const { from, to } = change;
  for (const { kind, at } of finding.evidence.steps) {
    const isText = kind === 'literal' || kind === 'constant' || (kind === 'import' && usesElsewhere !== undefined);
    const text = isText ? textOf(at.file) : undefined;
    const found = text === undefined ? undefined : findSegment(text.slice(...at.span), change);
    if (found === undefined) continue;
    const start = at.span[0] + found;
    const place: Place = { file: at.file, span: [start, start + from.length] };
    return { action: { kind: 'replaceSegment', data: { from, to } }, edits: [{ ...place, text: to }], owned: [place] };
  }
  return undefined;
}

function changeOf(finding: Finding, deprecation: Deprecation): SegmentChange | undefined {
  if (deprecation.kind === 'segment') return { from: deprecation.segment, to: deprecation.replacedBy };
  const { replacement } = deprecation;
  if (deprecation.kind !== 'endpoint' || replacement.kind !== 'operation' || finding.operation === undefined)
    return undefined;
  const { method, path } = replacement.operation;
  const endpoint = deprecation.endpoints.find((candidate) => candidate.path.text === finding.operation?.path);
  if (endpoint === undefined || finding.methods.length !== 1 || finding.methods[0] !== method) return undefined;
  return differenceOf(endpoint.path.segments, path.segments);
}

/** The consecutive literals in which two paths differ: `workers/bells`, and `towers/v2/bells` in their place. */
function differenceOf(old: readonly TemplateSegment[], now: readonly TemplateSegment[]): SegmentChange | undefined {
  const start = old.findIndex((segment, index) => literal(segment) !== literal(now[index]));
  if (start < 0) return undefined;
  let end = 0;
  while (
    end < Math.min(old.length, now.length) - start &&
    literal(old[old.length - 1 - end]) === literal(now[now.length - 1 - end])
  )
    end++;
  const [from, to] = [old, now].map((path) => path.slice(start, path.length - end).map(literal));
  if (from === undefined || to === undefined || from.length === 0 || to.length === 0) return undefined;
  if (from.includes(undefined) || to.includes(undefined)) return undefined;
  const [before, after] = [literal(old[start - 1]), literal(old[old.length - end])];
  return {
    from: from.join('/'),
    to: to.join('/'),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

function literal(segment: TemplateSegment | undefined): string | undefined {
  return segment?.kind === 'literal' ? segment.text : undefined;
}

/** Place of the segment in a piece of source, if exactly one. */
function findSegment(source: string, { from, before, after }: SegmentChange): number | undefined {
  const start = before === undefined ? `(?<=^|[/'"\`}])` : `(?<=${startOf(before)}/)`;
  const end = after === undefined ? `(?=$|[/?#'"\`])` : `(?=/${endOf(after)})`;
  const found = [...source.matchAll(new RegExp(`${start}${escapeRegExp(from)}${end}`, 'g'))];
  return found.length === 1 ? found[0]?.index : undefined;
}

function startOf(segment: string): string {
  return `(?:^|[/'"\`}])${escapeRegExp(segment)}`;
}

function endOf(segment: string): string {
  return `${escapeRegExp(segment)}(?:$|[/?#'"\`])`;
}

/**
 * A URL that is written out up to its end: a quoted text without a fragment, or a template that does not end in a hole.
 */
const URL_TEXT = /^(['"`])(?:(?!\1)[^\\#\n])*[^\\#\n}]\1$/;

/** A query by itself, as an argument of a function that appends it to a URL: `phase=2`. */
const QUERY_TEXT = /^.[\w-]+=[^/?]*$/;

/** Adds the missing entry to the query of a request, where its URL, or the query by itself, is one literal. */
export function fixQuery(finding: Finding, entry: string, file: FixFile): OwnedFix | undefined {
  const [start, end] = finding.at.span;
  const source = file.text.slice(start, end);
  if (file.language !== 'javascript' || !URL_TEXT.test(source)) return undefined;
  const hasQuery = source.includes('?') || QUERY_TEXT.test(source);
  const mark = !hasQuery ? '?' : /[?&].$/.test(source) ? '' : '&';
  return {
    action: { kind: 'addQuery', data: { name: entry } },
    edits: [{ file: file.name, span: [end - 1, end - 1], text: `${mark}${entry}` }],
    owned: [{ file: file.name, span: [start, end] }],
  };
}
