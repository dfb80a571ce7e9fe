import type { PathTemplate, TemplateSegment } from '../../core/model/endpoint.js';
import { REST, shownSegment } from '../../core/model/endpoint.js';
import { CatalogueError } from '../../core/model/errors.js';
import type { SourceAt } from './source-text.js';

const PARAMETER = /^(?::([A-Za-z_][\w-]*)|\{([A-Za-z_][\w-]*)\})$/;
const FIXED = `[^\\s{}[\\]()?#\\\\|<>"'\`^/;,*]*`;
const LITERAL = new RegExp(`^(?!:)${FIXED}$`);
const AFFIXED = new RegExp(`^(?!:)(${FIXED})\\{([A-Za-z_][\\w-]*)\\}(${FIXED})$`);
const CONTINUATION = '...';
/** Maximum number of segments; the longest paths of real APIs have about twenty. */
const MAX_SEGMENTS = 100;

/**
 * Reads a path in any form of the sources and returns it in the canonical form: leading slash, parameters in braces.
 * `...` at the start is replaced by the path before it, up to the common segments: `…/groups` followed by
 * `.../groups/:id` has `groups` once.
 *
 * Throws a CatalogueError, at the given place, for anything that is not a path and for a continuation without a segment
 * in common with the path before it.
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
    throw continuationError(trimmed, 'there is no path before it in this cell to continue', at);
  }
  return buildTemplate([...findHead(previous, tail, trimmed, at), ...tail]);
}

function parseSegments(path: string, fullText: string, at: SourceAt): readonly TemplateSegment[] {
  const inner = path.replace(/^\//, '').replace(/\/$/, '');
  if (inner === '') throw new CatalogueError(`'${fullText}' is not a path: it has no segments`, at.file, at.line);
  const parts = inner.split('/');
  if (parts.length > MAX_SEGMENTS)
    throw new CatalogueError(`a path of ${parts.length} segments; at most ${MAX_SEGMENTS} are read`, at.file, at.line);
  return parts.map((part, index) => parseSegment(part, { fullText, at, isLast: index === parts.length - 1 }));
}

interface SegmentContext {
  readonly fullText: string;
  readonly at: SourceAt;
  readonly isLast: boolean;
}

function parseSegment(part: string, { fullText, at, isLast }: SegmentContext): TemplateSegment {
  const parameter = PARAMETER.exec(part);
  const name = parameter?.[1] ?? parameter?.[2];
  if (name !== undefined) return { kind: 'parameter', name };
  if (part === REST && isLast) return { kind: 'rest' };
  if (part !== '' && LITERAL.test(part) && !/^\.+$/.test(part)) return { kind: 'literal', text: part };
  const [, before = '', affixed, after = ''] = AFFIXED.exec(part) ?? [];
  if (affixed !== undefined) return { kind: 'affixed', before, name: affixed, after };
  const stars = part.includes('*') ? '; only ** at the end of a path matches any rest of it' : '';
  throw new CatalogueError(
    `'${fullText}' is not a path: the segment '${part}' is neither a literal nor a parameter (:name, {name} or {name}.json)${stars}`,
    at.file,
    at.line,
  );
}

/** The part of the previous path that comes before the longest run of segments that the tail starts with. */
function findHead(
  previous: PathTemplate,
  tail: readonly TemplateSegment[],
  fullText: string,
  at: SourceAt,
): readonly TemplateSegment[] {
  const { segments } = previous;
  // A parameter matches anything, so a tail must start with a literal to be joined.
  if (tail[0]?.kind === 'literal') {
    for (let start = Math.max(0, segments.length - tail.length); start < segments.length; start += 1) {
      if (segments.slice(start).every((segment, index) => isSameSegment(segment, tail[index])))
        return segments.slice(0, start);
    }
  }
  throw continuationError(fullText, `it shares no segments with the end of ${previous.text}`, at);
}

function isSameSegment(left: TemplateSegment, right: TemplateSegment | undefined): boolean {
  return right !== undefined && shownSegment(left, '') === shownSegment(right, '');
}

function continuationError(fullText: string, why: string, at: SourceAt): CatalogueError {
  return new CatalogueError(`broken continuation '${fullText}': ${why}; write the whole path`, at.file, at.line);
}

function buildTemplate(segments: readonly TemplateSegment[]): PathTemplate {
  return { text: segments.map((segment) => `/${shownSegment(segment)}`).join(''), segments };
}
