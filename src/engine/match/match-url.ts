import type { HttpMethod } from '../../core/model/endpoint.js';
import type { ApiView, FieldEntry } from './catalogue-index.js';
import { couldMatch, matchFieldPath, matchPath, matchScopedPath } from './match.js';
import type { PathMatch } from './match.js';
import { readingFor } from './request-url.js';
import type { RequestUrl, UrlReading } from './request-url.js';
import type { UrlSegment } from './url-parts.js';

/** A deprecated operation that a URL matches, with the reading of the URL for its API. */
export interface UrlMatch {
  readonly reading: UrlReading;
  readonly match: PathMatch;
}

/** The deprecated operations that a URL matches: at most one for each API that it can go to. */
export function matchesOf({ readings, above }: RequestUrl): readonly UrlMatch[] {
  const matches = matchesIn(readings, matchOf);
  return above.length === 0 ? matches : [...matches, ...matchesIn(above, coveringMatchOf)];
}

/** Returns the match of a path above the base URL of another API, if the match covers all deeper paths. */
function coveringMatchOf(reading: UrlReading): PathMatch | undefined {
  const match = matchOf(reading);
  return match?.coversRest === true || match?.entry.coversDeeperPaths === true ? match : undefined;
}

/** Returns the match of a path. A path without literals matches only if the host is certainly that of the API. */
function matchOf({ view, segments, host }: UrlReading): PathMatch | undefined {
  return matchPath(view.index, segments, host.kind === 'exact' ? host.base : undefined);
}

/** Returns the matches of a path whose scope is added in unseen code. */
export function scopedMatchesOf({ readings }: RequestUrl): readonly UrlMatch[] {
  return matchesIn(readings, ({ view, segments }) => matchScopedPath(view.index, segments));
}

/**
 * The deprecated operations that a URL would match at APIs to which it does not go, for a request with other possible
 * URLs: it then goes to these operations only sometimes.
 */
export function elsewhereMatchesOf(url: RequestUrl, views: readonly ApiView[]): readonly UrlMatch[] {
  const { segments } = url;
  const others = views.filter((view) => readingFor(url, view.id) === undefined);
  return matchesIn(
    others.map((view) => ({ view, host: { kind: 'other' }, segments })),
    (reading) => matchPath(reading.view.index, reading.segments),
  );
}

function matchesIn(
  readings: readonly UrlReading[],
  matchReading: (reading: UrlReading) => PathMatch | undefined,
): readonly UrlMatch[] {
  return readings.flatMap((reading) => {
    const match = matchReading(reading);
    return match === undefined ? [] : [{ reading, match }];
  });
}

/** Whether a URL matches a deprecated operation. */
export function hasMatch({ readings, above }: RequestUrl): boolean {
  return (
    readings.some((reading) => matchOf(reading) !== undefined) ||
    above.some((reading) => coveringMatchOf(reading) !== undefined)
  );
}

/** An operation with deprecated fields that a URL matches. */
export interface FieldMatch {
  readonly reading: UrlReading;
  readonly entry: FieldEntry;
  /** Last segment, if it is a plain word. */
  readonly word: string | undefined;
}

/** The operations with deprecated fields that a URL matches: one for each deprecation with fields of the operation. */
export function fieldMatchesOf({ readings }: Pick<RequestUrl, 'readings'>): readonly FieldMatch[] {
  return readings.flatMap((reading) => {
    const { entries, word } = matchFieldPath(reading.view.index, reading.segments);
    return entries.map((entry) => ({ reading, entry, word }));
  });
}

/**
 * Whether a URL could match a deprecated operation, depending on its holes. `behind`: segments that are appended;
 * `methods`: methods of the request, if known.
 */
export function couldBecomeMatch(
  { readings, above }: RequestUrl,
  {
    behind = [],
    methods = [],
  }: { readonly behind?: readonly UrlSegment[]; readonly methods?: readonly HttpMethod[] } = {},
): boolean {
  return (
    readings.some(({ view, segments }) => couldMatch(view.index, [...segments, ...behind], methods)) ||
    above.some(({ view, segments }) => couldMatch(view.index, segments, methods))
  );
}
