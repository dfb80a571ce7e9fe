import { isAbsolute } from '../values/resolve-url.js';
import { splitAt, splitOrigin } from '../values/text.js';
import type { HolePart, Part, Parts } from '../values/value.js';
import type { ApiView } from './catalogue-index.js';
import type { ParsedBase, UrlOrigin, UrlSegment } from './url-parts.js';
import { originOf, readOrigin, leadingText, segmentsOf, withoutEmptyEnds, normalizedUrl } from './url-parts.js';

/**
 * Destination of a URL, from the URL alone. `exact`: a base URL of the API. `version`: an unknown host with the API's
 * own version path. `other`: a known host that is not the API's. `unknown`: the URL starts with a hole. `relative`: the
 * URL has no host.
 */
type UrlHost =
  | { readonly kind: 'exact'; readonly base: Part }
  | { readonly kind: 'version'; readonly base: Part }
  | { readonly kind: 'unknown'; readonly base: HolePart }
  | { readonly kind: 'other' }
  | { readonly kind: 'relative' };

interface HostAndSegments {
  readonly host: UrlHost;
  /** Segments below the base URL, if one is known. */
  readonly segments: readonly UrlSegment[];
}

/** The reading of a URL for one API. */
export interface UrlReading extends HostAndSegments {
  readonly view: ApiView;
}

/** A parsed URL; host and segments are those of the most certain reading. */
export interface RequestUrl extends HostAndSegments {
  readonly query: Parts;
  /** A reading for each API that the URL can go to; none if it goes to another host. */
  readonly readings: readonly UrlReading[];
  /**
   * Readings for APIs with a shorter base URL than that of `readings`. Paths below the longer base URL do not belong to
   * these APIs, so each reading has only the segments between the two, which can match a completely deprecated version.
   */
  readonly above: readonly UrlReading[];
}

/** Form of the beginning of a URL, for any API. */
type UrlShape =
  | {
      readonly kind: 'absolute';
      readonly first: Part;
      readonly origin: UrlOrigin;
      readonly path: Parts;
      readonly segments: readonly UrlSegment[];
    }
  | { readonly kind: 'open'; readonly first: HolePart; readonly segments: readonly UrlSegment[] }
  | { readonly kind: 'relative'; readonly first: Part; readonly segments: readonly UrlSegment[] }
  | { readonly kind: 'empty' };

/** Splits the known part of a URL into host, path segments below the base URL, and query, for each possible API. */
export function parseRequestUrl(written: Parts, views: readonly ApiView[]): RequestUrl {
  const [beforeQuery, query] = splitAt(normalizedUrl(written), (text) => text.search(/[?#]/));
  const shape = shapeOf(beforeQuery);
  const possibleReadings = views.flatMap((view): readonly UrlReading[] => {
    const reading = readWithBases(shape, view.bases);
    return reading.host.kind === 'other' ? [] : [{ ...reading, view }];
  });
  const { readings, above } = certainReadings(possibleReadings);
  const [first] = readings;
  const { host, segments } = first ?? readWithBases(shape, []);
  return { host, segments, query, readings, above };
}

/** Returns the reading of a URL for an API; undefined if there is none. */
export function readingFor({ readings, above }: RequestUrl, api: string): UrlReading | undefined {
  const isOfApi = ({ view }: UrlReading): boolean => view.id === api;
  return readings.find(isOfApi) ?? above.find(isOfApi);
}

/** Drops the other readings if one API is certain. */
function certainReadings(readings: readonly UrlReading[]): Pick<RequestUrl, 'readings' | 'above'> {
  for (const kind of ['exact', 'version'] as const) {
    const certain = readings.filter(({ host }) => host.kind === kind);
    if (certain.length > 0) return byBaseUrl(certain, kind === 'version' ? siblingReadings(certain, readings) : []);
  }
  return { readings, above: [] };
}

/** Assigns a path to the API with the longer of two matching base URLs. */
function byBaseUrl(
  readings: readonly UrlReading[],
  siblings: readonly UrlReading[],
): Pick<RequestUrl, 'readings' | 'above'> {
  const shortest = Math.min(...readings.map(({ segments }) => segments.length));
  const closest = readings.filter(({ segments }) => segments.length === shortest);
  if (closest.length === readings.length && siblings.length === 0) return { readings, above: [] };
  const above = [...readings, ...siblings]
    .filter(({ segments }) => segments.length > shortest)
    .map((reading) => ({ ...reading, segments: reading.segments.slice(0, reading.segments.length - shortest) }));
  return { readings: closest, above };
}

/** Readings of APIs whose only proof is the version path of another API at the same host. */
function siblingReadings(certain: readonly UrlReading[], readings: readonly UrlReading[]): readonly UrlReading[] {
  return readings.flatMap((reading): readonly UrlReading[] => {
    const proof = certain.find(({ view }) => view !== reading.view && shareHost(view, reading.view));
    return reading.host.kind === 'unknown' && proof !== undefined ? [{ ...reading, host: proof.host }] : [];
  });
}

function shareHost(left: ApiView, right: ApiView): boolean {
  return left.bases.some(({ host }) =>
    right.bases.some((base) => base.host.head === host.head && base.host.tail === host.tail),
  );
}

function shapeOf(parts: Parts): UrlShape {
  const [first] = parts;
  if (first === undefined) return { kind: 'empty' };
  if (isAbsolute(parts)) {
    const [origin, path] = splitOrigin(parts);
    return { kind: 'absolute', first, origin: originOf(origin), path, segments: segmentsOf(path, true) };
  }
  if (first.kind === 'hole') return { kind: 'open', first, segments: segmentsOf(parts.slice(1)) };
  return { kind: 'relative', first, segments: segmentsOf(parts) };
}

function readWithBases(shape: UrlShape, bases: readonly ParsedBase[]): HostAndSegments {
  switch (shape.kind) {
    case 'empty':
      return { host: { kind: 'relative' }, segments: [] };
    case 'absolute':
      return readAbsolute(shape, bases);
    case 'open':
      return readBelowProxy(shape, { kind: 'unknown', base: shape.first }, bases);
    case 'relative':
      return readBelowProxy(shape, { kind: 'relative' }, bases);
    default:
      return shape satisfies never;
  }
}

function readAbsolute(
  { first, origin, path, segments }: Extract<UrlShape, { kind: 'absolute' }>,
  bases: readonly ParsedBase[],
): HostAndSegments {
  const exact: UrlHost = { kind: 'exact', base: first };
  let fallback: HostAndSegments | undefined;
  for (const base of bases) {
    const authority = readOrigin(origin, base.host);
    if (authority === undefined) continue;
    const { hole, isApi, rest } = authority;
    if (hole !== undefined && !isApi) {
      const proxied = readBelowProxy({ first, segments }, { kind: 'unknown', base: hole }, [base]);
      if (proxied.host.kind === 'version') return proxied;
      fallback ??= proxied;
      continue;
    }
    // A hole directly after the host begins the path.
    const fullPath = hole === undefined ? segments : segmentsOf([...rest, ...path], true);
    const below = belowBase(fullPath, base, bases);
    if (below !== undefined) return { host: exact, segments: below };
    const [start] = fullPath;
    if (start !== undefined && start.text === undefined && start.parts[0]?.kind === 'hole')
      fallback = { host: exact, segments: fullPath };
  }
  return fallback ?? { host: { kind: 'other' }, segments };
}

/** Segments below a base URL; a base URL without a path may be a server with the paths of the other base URLs. */
function belowBase(
  segments: readonly UrlSegment[],
  base: ParsedBase,
  bases: readonly ParsedBase[],
): readonly UrlSegment[] | undefined {
  if (base.version.length > 0) return belowVersion(segments, 0, base);
  for (const other of bases) {
    const below = other.version.length === 0 ? undefined : belowVersion(segments, 0, other);
    if (below !== undefined && hasVersionLiteral(segments, other)) return below;
  }
  return segments;
}

/**
 * Segments below the version path of an API at an unknown host, also after segments of a proxy
 * (`/api/proxy/rest/v2/towers`). A literal version path proves the API, unless it is a single word.
 */
function readBelowProxy(
  { first, segments }: { readonly first: Part; readonly segments: readonly UrlSegment[] },
  host: UrlHost,
  bases: readonly ParsedBase[],
): HostAndSegments {
  for (const base of bases) {
    if (base.version.length === 0) continue;
    const words = base.version.filter((segment) => segment !== undefined);
    const below = belowVersion(segments, 0, base);
    if (words.length > 1) {
      const proxied =
        below ??
        [...segments.keys()].map((at) => belowVersion(segments, at, base)).find((found) => found !== undefined);
      if (proxied !== undefined) return { host: { kind: 'version', base: first }, segments: proxied };
    } else if (words.length === 1 && below !== undefined && hasVersionLiteral(segments, base)) {
      return { host, segments: below };
    }
  }
  return { host, segments };
}

/** Whether a path contains the first literal segment of a version path. */
function hasVersionLiteral(segments: readonly UrlSegment[], { version }: ParsedBase): boolean {
  const at = version.findIndex((segment) => segment !== undefined);
  return segments[at]?.text === version[at];
}

/**
 * Segments below the version path of a base URL (`/rest/v2`) at a position. A hole may be the version; a hole joined to
 * the version (`/rest/v2${path}`) begins the path below it.
 */
function belowVersion(
  segments: readonly UrlSegment[],
  at: number,
  { version }: ParsedBase,
): readonly UrlSegment[] | undefined {
  const last = segments[at + version.length - 1];
  if (last === undefined) return undefined;
  const isMatch = version.every((expected, index) => {
    const segment = segments[at + index];
    if (expected === undefined || segment?.text === expected) return true;
    if (index < version.length - 1 || (index === 0 && version.length > 1)) return false;
    if (leadingText(last)?.text === expected) return true;
    return index > 0 && at === 0 && segment?.text === undefined && segment?.parts.length === 1;
  });
  if (!isMatch) return undefined;
  const joinedRest =
    last.parts.length > 1 && last.text === undefined && version.at(-1) !== undefined
      ? [{ parts: last.parts.slice(1), text: undefined }]
      : [];
  return withoutEmptyEnds([...joinedRest, ...segments.slice(at + version.length)]);
}
