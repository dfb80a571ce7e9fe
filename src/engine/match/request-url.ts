import type { BaseUrl } from '../../model/deprecation.js';
import { remembered } from '../../lib/remembered.js';
import { isAbsolute } from '../values/resolve-url.js';
import { mergeScheme, plainText, splitAt, splitOrigin } from '../values/text.js';
import type { HolePart, Part, Parts, TextPart } from '../values/value.js';

/**
 * Where a URL goes, from the URL alone. `exact`: a base URL of the API. `version`: an unknown host with the
 * API's own version path. `other`: a known host that is not the API's. `unknown`: it starts with
 * something unknown. `relative`: no host is named.
 */
type UrlHost =
  | { readonly kind: 'exact'; readonly base: Part }
  | { readonly kind: 'version'; readonly base: Part }
  | { readonly kind: 'unknown'; readonly base: HolePart }
  | { readonly kind: 'other' }
  | { readonly kind: 'relative' };

/** One path segment; `text` where it is wholly known. */
export interface UrlSegment {
  readonly parts: Parts;
  readonly text: string | undefined;
}

export interface RequestUrl {
  readonly host: UrlHost;
  readonly segments: readonly UrlSegment[];
  readonly query: Parts;
}

/** Splits what is known of a URL into host, path segments below the base URL, and query. */
export function parseRequestUrl(given: Parts, baseUrls: readonly BaseUrl[]): RequestUrl {
  const parts = mergeScheme(given);
  const [beforeQuery, query] = splitAt(parts, (text) => text.search(/[?#]/));
  const [first] = beforeQuery;
  if (first === undefined) return { host: { kind: 'relative' }, segments: [], query };
  if (isAbsolute(beforeQuery)) return { ...absoluteUrl(beforeQuery, first, baseUrls), query };
  if (first.kind === 'hole') {
    const rest = beforeQuery.slice(1);
    const segments = segmentsOf(rest);
    const below = belowProxiedVersion(segments, baseUrls);
    if (below !== undefined) return { host: { kind: 'version', base: first }, segments: below, query };
    return { host: { kind: 'unknown', base: first }, segments, query };
  }
  const segments = segmentsOf(beforeQuery);
  const below = belowProxiedVersion(segments, baseUrls);
  if (below !== undefined) return { host: { kind: 'version', base: first }, segments: below, query };
  return { host: { kind: 'relative' }, segments, query };
}

function absoluteUrl(parts: Parts, first: Part, baseUrls: readonly BaseUrl[]): Omit<RequestUrl, 'query'> {
  const [origin, path] = splitOrigin(parts);
  const segments = segmentsOf(path);
  const known = plainText(origin)
    ?.replace(/^[a-z][a-z0-9+.-]*:/i, '')
    .toLowerCase();
  if (known === undefined) {
    const below = belowProxiedVersion(segments, baseUrls);
    if (below !== undefined) return { host: { kind: 'version', base: first }, segments: below };
    const [hole] = origin.filter((part) => part.kind === 'hole');
    return hole === undefined
      ? { host: { kind: 'other' }, segments }
      : { host: { kind: 'unknown', base: hole }, segments };
  }
  const isApiHost = baseUrls.some(
    (base) =>
      parsedBase(base).host ===
      known
        .replace(/^\/\//, '')
        .replace(/^[^@]*@/, '')
        .replace(/:443$/, ''),
  );
  if (!isApiHost) return { host: { kind: 'other' }, segments };
  const below = belowVersion(segments, baseUrls);
  if (below !== undefined) return { host: { kind: 'exact', base: first }, segments: below };
  const [start] = segments;
  const open = path.length > 0 && start !== undefined && start.text === undefined && start.parts[0]?.kind === 'hole';
  return open ? { host: { kind: 'exact', base: first }, segments } : { host: { kind: 'other' }, segments };
}

interface ParsedBase {
  readonly host: string;
  /** Segments of the version path. */
  readonly version: readonly string[];
}

const parsedBase = remembered(({ url }: BaseUrl): ParsedBase => {
  const { host, pathname } = new URL(url);
  return { host, version: pathname.split('/').filter((segment) => segment !== '') };
});

/**
 * Segments below the version path of a base URL (`/client/v4`). A hole may stand for the version; one
 * that is glued to it (`/client/v4${path}`) starts the path.
 */
function belowVersion(
  segments: readonly UrlSegment[],
  baseUrls: readonly BaseUrl[],
): readonly UrlSegment[] | undefined {
  for (const base of baseUrls) {
    const below = belowVersionAt(segments, 0, parsedBase(base).version);
    if (below !== undefined) return below;
  }
  return undefined;
}

/**
 * The same where the host is not known, and also behind segments of a proxy (`/api/proxy/client/v4/towers`). For that
 * the version path has to be written out, and to have more than one segment: one alone is no sign of anything.
 */
function belowProxiedVersion(
  segments: readonly UrlSegment[],
  baseUrls: readonly BaseUrl[],
): readonly UrlSegment[] | undefined {
  const below = belowVersion(segments, baseUrls);
  if (below !== undefined) return below;
  for (const { version } of baseUrls.map(parsedBase)) {
    if (version.length < 2) continue;
    for (const at of segments.keys()) {
      const found = belowVersionAt(segments, at, version);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function belowVersionAt(
  segments: readonly UrlSegment[],
  at: number,
  version: readonly string[],
): readonly UrlSegment[] | undefined {
  const last = segments[at + version.length - 1];
  if (last === undefined) return undefined;
  const fits = version.every((expected, index) => {
    const segment = segments[at + index];
    if (segment?.text === expected) return true;
    if (index === 0 || index < version.length - 1) return false;
    return (
      segment?.text === undefined && ((at === 0 && segment?.parts.length === 1) || leadingText(last)?.text === expected)
    );
  });
  if (!fits) return undefined;
  const glued =
    last.parts.length > 1 && last.text === undefined ? [{ parts: last.parts.slice(1), text: undefined }] : [];
  return trimmed([...glued, ...segments.slice(at + version.length)]);
}

/**
 * Path segments. Empty ones at the ends are dropped; one inside stays, because a constant that is
 * still to be filled in (`const TOWER = ''`) leaves it.
 */
export function segmentsOf(parts: Parts): readonly UrlSegment[] {
  const segments: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'hole') {
      segments.at(-1)?.push(part);
      continue;
    }
    for (const [index, piece] of part.text.split('/').entries()) {
      if (index > 0) segments.push([]);
      if (piece !== '') segments.at(-1)?.push({ ...part, text: piece });
    }
  }
  return trimmed(segments.map((segment) => ({ parts: segment, text: plainText(segment) })));
}

function trimmed(segments: readonly UrlSegment[]): readonly UrlSegment[] {
  const start = segments.findIndex((segment) => segment.text !== '');
  const end = segments.findLastIndex((segment) => segment.text !== '');
  return start < 0 ? [] : segments.slice(start, end + 1);
}

/** The known text that a segment starts with, where it is followed by something unknown. */
export function leadingText(segment: UrlSegment): TextPart | undefined {
  const [first, second] = segment.parts;
  return first?.kind === 'text' && second?.kind === 'hole' ? first : undefined;
}
