import type { UrlSegment } from './url-segments.js';

/** Last word of names of two segments in one, such as the owner and the name of a repository. */
const JOINED =
  /(?:^|[^a-z])(?:repo|repository|slug|nwo)$|(?:^|[a-z_.])(?:Repo|Repository|Slug|Nwo|REPO|REPOSITORY|SLUG)$/;

/** The same where more of the path follows: alone they are any rest of a path. */
const JOINED_WITHIN = /(?:^|[^a-z])(?:name|path|fullname)$|[a-z](?:Name|Path)$|_(?:NAME|PATH)$/;

/**
 * A path with one hole read as two segments, once for each hole that is called as such things are:
 * `/towers/${fullName}/bells` as `/towers/{city}/{name}/bells`.
 */
export function* withJoinedSegments(segments: readonly UrlSegment[]): Generator<readonly UrlSegment[]> {
  for (const [index, segment] of segments.entries()) {
    const [hole, ...others] = segment.parts;
    if (hole?.kind !== 'hole' || others.length > 0) continue;
    const isWithin = segments[index + 1]?.text !== undefined && segments[index + 1]?.text !== '';
    if (JOINED.test(hole.name) || (isWithin && JOINED_WITHIN.test(hole.name)))
      yield [...segments.slice(0, index), segment, segment, ...segments.slice(index + 1)];
  }
}
