import type { PathTemplate, TemplateSegment } from '../model/endpoint.js';
import { CatalogueError } from '../model/errors.js';
import type { SourceAt } from './source-text.js';

const PARAMETER = /^(?::([A-Za-z_][\w-]*)|\{([A-Za-z_][\w-]*)\})$/;
const LITERAL = /^[^\s:{}[\]()?#\\|<>"'`^/;,][^\s{}[\]()?#\\|<>"'`^/;,]*$/;
const CONTINUATION = '...';
/** The longest ones of real APIs have some twenty. */
const MAX_SEGMENTS = 100;

/**
 * Reads one path in any of the forms that the sources use and gives it in one: leading slash,
 * parameters in braces. `...` at the start stands for the path before it, up to the segments that
 * both have: `…/groups` followed by `.../groups/:id` has `groups` once.
 *
 * Throws a CatalogueError, at the given place, for anything that is not a path and for a continuation
 * that shares nothing with the path before it.
 */
export function parsePathTemplate(
  text: string,
  previous?: PathTemplate,
  at: SourceAt = { file: 'path' },
): PathTemplate {
  const trimmed = text.trim();
  if (!trimmed.startsWith(CONTINUATION)) return buildTemplate(parseSegments(trimmed, trimmed, at));
  const tail = parseSegments(trimmed.slice(CONTINUATION.length), trimmed, at);
  if (previous === undefined) {
    throw broken(trimmed, 'there is no path before it in this cell to continue', at);
  }
  return buildTemplate([...findHead(previous, tail, trimmed, at), ...tail]);
}

/** Rebuilds a path from its canonical form, unchecked: for files that were checked when they were made. */
export function restorePathTemplate(text: string): PathTemplate {
  const segments = text
    .slice(1)
    .split('/')
    .map((part): TemplateSegment =>
      part.startsWith('{') ? { kind: 'parameter', name: part.slice(1, -1) } : { kind: 'literal', text: part },
    );
  return { text, segments };
}

/** The path without the names of its parameters, which differ from source to source. */
export function pathShape(path: PathTemplate): string {
  return path.segments.map((segment) => (segment.kind === 'literal' ? `/${segment.text}` : '/{}')).join('');
}

function parseSegments(path: string, whole: string, at: SourceAt): readonly TemplateSegment[] {
  const inner = path.replace(/^\//, '').replace(/\/$/, '');
  if (inner === '') throw new CatalogueError(`'${whole}' is not a path: it has no segments`, at.file, at.line);
  const parts = inner.split('/');
  if (parts.length > MAX_SEGMENTS)
    throw new CatalogueError(`a path of ${parts.length} segments; at most ${MAX_SEGMENTS} are read`, at.file, at.line);
  return parts.map((part) => parseSegment(part, whole, at));
}

function parseSegment(part: string, whole: string, at: SourceAt): TemplateSegment {
  const parameter = PARAMETER.exec(part);
  const name = parameter?.[1] ?? parameter?.[2];
  if (name !== undefined) return { kind: 'parameter', name };
  if (LITERAL.test(part) && !/^\.+$/.test(part)) return { kind: 'literal', text: part };
  throw new CatalogueError(
    `'${whole}' is not a path: the segment '${part}' is neither a literal nor a parameter (:name or {name})`,
    at.file,
    at.line,
  );
}

/** The part of the previous path that comes before the longest run of segments that the tail starts with. */
function findHead(
  previous: PathTemplate,
  tail: readonly TemplateSegment[],
  whole: string,
  at: SourceAt,
): readonly TemplateSegment[] {
  const { segments } = previous;
  // A parameter fits anywhere, so that a tail has to start with a literal to say where it joins.
  if (tail[0]?.kind === 'literal') {
    for (let start = Math.max(0, segments.length - tail.length); start < segments.length; start += 1) {
      if (segments.slice(start).every((segment, index) => fits(segment, tail[index]))) return segments.slice(0, start);
    }
  }
  throw broken(whole, `it shares no segments with the end of ${previous.text}`, at);
}

function fits(left: TemplateSegment, right: TemplateSegment | undefined): boolean {
  if (right === undefined || left.kind !== right.kind) return false;
  return left.kind === 'parameter' || (right.kind === 'literal' && left.text === right.text);
}

function broken(whole: string, why: string, at: SourceAt): CatalogueError {
  return new CatalogueError(`broken continuation '${whole}': ${why}; write the whole path`, at.file, at.line);
}

function buildTemplate(segments: readonly TemplateSegment[]): PathTemplate {
  const text = segments
    .map((segment) => (segment.kind === 'literal' ? `/${segment.text}` : `/{${segment.name}}`))
    .join('');
  return { text, segments };
}
