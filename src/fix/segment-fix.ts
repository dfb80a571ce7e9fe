import { escapeRegExp } from '../lib/escape.js';
import type { Deprecation } from '../model/deprecation.js';
import type { TemplateSegment } from '../model/endpoint.js';
import type { Finding } from '../model/finding.js';
import type { OwnedFix } from '../model/fix.js';
import type { Place } from '../model/span.js';
import type { FixSources } from './fix-file.js';

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
