import type { HttpMethod } from '../../model/endpoint.js';
import type { ApiView } from './api-view.js';
import type { FieldEntry } from './catalogue-index.js';
import { couldMatch, matchFieldPath, matchPath, matchScopedPath } from './match.js';
import type { PathMatch } from './match.js';
import { readingFor } from './request-url.js';
import type { RequestUrl, UrlReading } from './request-url.js';
import type { UrlSegment } from './url-segments.js';

/** A deprecated operation that a URL leads to, read as one of its API. */
export interface UrlMatch {
  readonly reading: UrlReading;
  readonly match: PathMatch;
}

/** The deprecated operations that a URL leads to: at most one of each API that it can go to. */
export function matchesOf({ readings, above }: RequestUrl): readonly UrlMatch[] {
  const below = found(readings, matchOf);
  return above.length === 0 ? below : [...below, ...found(above, wholeMatchOf)];
}

/** Above the base URL of another API only what ends with all that stands below it. */
function wholeMatchOf(reading: UrlReading): PathMatch | undefined {
  const match = matchOf(reading);
  return match?.rest === true || match?.entry.prefix === true ? match : undefined;
}

/** Only a host that is surely the API's decides where no literal of the path does: else any path would be one of it. */
function matchOf({ view, segments, host }: UrlReading): PathMatch | undefined {
  return matchPath(view.index, segments, host.kind === 'exact' ? host.base : undefined);
}

/** The same for a path whose scope is added somewhere that cannot be seen. */
export function scopedMatchesOf({ readings }: RequestUrl): readonly UrlMatch[] {
  return found(readings, ({ view, segments }) => matchScopedPath(view.index, segments));
}

/**
 * The deprecated operations that a URL would lead to, were its path sent to the APIs that it does not go to. Beside
 * URLs that are not resolved it tells that these go elsewhere too.
 */
export function elsewhereMatchesOf(url: RequestUrl, views: readonly ApiView[]): readonly UrlMatch[] {
  const { segments } = url;
  const others = views.filter((view) => readingFor(url, view.id) === undefined);
  return found(
    others.map((view) => ({ view, host: { kind: 'other' }, segments })),
    (reading) => matchPath(reading.view.index, reading.segments),
  );
}

function found(
  readings: readonly UrlReading[],
  ask: (reading: UrlReading) => PathMatch | undefined,
): readonly UrlMatch[] {
  return readings.flatMap((reading) => {
    const match = ask(reading);
    return match === undefined ? [] : [{ reading, match }];
  });
}

/** Whether a URL leads to a deprecated operation. */
export function leadsToMatch({ readings, above }: RequestUrl): boolean {
  return (
    readings.some((reading) => matchOf(reading) !== undefined) ||
    above.some((reading) => wholeMatchOf(reading) !== undefined)
  );
}

/** An operation with deprecated fields that a URL leads to. */
export interface FieldMatch {
  readonly reading: UrlReading;
  readonly entry: FieldEntry;
  /** Its last segment, where that is a plain word. */
  readonly word: string | undefined;
}

/** The operations with deprecated fields that a URL leads to: one for each deprecation that has fields there. */
export function fieldMatchesOf({ readings }: Pick<RequestUrl, 'readings'>): readonly FieldMatch[] {
  return readings.flatMap((reading) => {
    const { entries, word } = matchFieldPath(reading.view.index, reading.segments);
    return entries.map((entry) => ({ reading, entry, word }));
  });
}

/**
 * Whether a URL could be that of a deprecated operation, were its holes known; also with more segments behind it.
 * `methods`: those of the request, where they are known.
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
