import type { BaseUrl } from '../../model/deprecation.js';
import { isAbsolute } from '../values/resolve-url.js';
import { splitAt, splitOrigin } from '../values/text.js';
import type { HolePart, Part, Parts } from '../values/value.js';
import { parsedBase, readOrigin } from './url-host.js';
import { leadingText, segmentsOf, trimmed } from './url-segments.js';
import type { UrlSegment } from './url-segments.js';
import { usualSpelling } from './url-spelling.js';

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

export interface RequestUrl {
  readonly host: UrlHost;
  readonly segments: readonly UrlSegment[];
  readonly query: Parts;
}

/** Splits what is known of a URL into host, path segments below the base URL, and query. */
export function parseRequestUrl(given: Parts, baseUrls: readonly BaseUrl[]): RequestUrl {
  const parts = usualSpelling(given);
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
  const segments = segmentsOf(path, true);
  const authority = readOrigin(origin, baseUrls);
  if (authority === undefined) return { host: { kind: 'other' }, segments };
  const { hole, isApi, rest } = authority;
  if (hole !== undefined && !isApi) {
    const below = belowProxiedVersion(segments, baseUrls);
    return below === undefined
      ? { host: { kind: 'unknown', base: hole }, segments }
      : { host: { kind: 'version', base: first }, segments: below };
  }
  // A hole right behind the host begins the path.
  const whole = hole === undefined ? segments : segmentsOf([...rest, ...path], true);
  const below = belowVersion(whole, baseUrls);
  if (below !== undefined) return { host: { kind: 'exact', base: first }, segments: below };
  const isOpen = whole[0] !== undefined && whole[0].text === undefined && whole[0].parts[0]?.kind === 'hole';
  return isOpen ? { host: { kind: 'exact', base: first }, segments: whole } : { host: { kind: 'other' }, segments };
}

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
