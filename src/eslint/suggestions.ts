import { escapeRegExp } from '../lib/escape-reg-exp.js';
import type { Deprecation } from '../model/deprecation.js';
import type { TemplateSegment } from '../model/endpoint.js';
import type { Finding } from '../model/finding.js';
import type { Span } from '../model/span.js';

/** A replacement of a path segment, or of several in a row, that asks for the same thing. */
export interface SegmentSuggestion {
  readonly at: Span;
  readonly from: string;
  readonly to: string;
}

interface Change {
  readonly from: string;
  readonly to: string;
  /** Literal segments beside what changes, where that alone would not be distinctive. */
  readonly before?: string;
  readonly after?: string;
}

/**
 * The exact replacement of a finding, where there is one: the catalogue's replacement differs in one segment, or in
 * several in a row, and these stand exactly once in a text of this file on which the finding rests.
 */
export function suggestSegment(
  finding: Finding,
  deprecation: Deprecation,
  text: string,
): SegmentSuggestion | undefined {
  const change = changeOf(finding, deprecation);
  if (change === undefined) return undefined;
  for (const { kind, at } of finding.evidence.steps) {
    if (at.file !== finding.at.file || (kind !== 'literal' && kind !== 'constant')) continue;
    const found = findSegment(text.slice(...at.span), change);
    if (found !== undefined)
      return { at: [at.span[0] + found, at.span[0] + found + change.from.length], from: change.from, to: change.to };
  }
  return undefined;
}

function changeOf(finding: Finding, deprecation: Deprecation): Change | undefined {
  if (deprecation.kind === 'segment') return { from: deprecation.segment, to: deprecation.replacedBy };
  const { replacement } = deprecation;
  if (deprecation.kind !== 'endpoint' || replacement.kind !== 'operation' || finding.operation === undefined)
    return undefined;
  const { method, path } = replacement.operation;
  const endpoint = deprecation.endpoints.find((candidate) => candidate.path.text === finding.operation?.path);
  if (endpoint === undefined || finding.methods.length !== 1 || finding.methods[0] !== method) return undefined;
  return differenceOf(endpoint.path.segments, path.segments);
}

/** The literals in which two paths differ, one or several in a row: `workers/bells`, and `towers/v2/bells` in their place. */
function differenceOf(old: readonly TemplateSegment[], now: readonly TemplateSegment[]): Change | undefined {
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

/** Where the segment stands in a piece of source, if exactly once. */
function findSegment(source: string, { from, to: _to, before, after }: Change): number | undefined {
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
