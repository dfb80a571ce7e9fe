import type { Endpoint } from '../../model/endpoint.js';
import { leadingText } from './url-segments.js';
import type { UrlSegment } from './url-segments.js';

/** Whether a path below the base URL is that of an endpoint; text before a hole at its end counts (`bells${query}`). */
export function isPathOf(segments: readonly UrlSegment[], { path }: Pick<Endpoint, 'path'>): boolean {
  const kept = segments.filter(({ text, emptied }) => text !== '' || emptied === true);
  return (
    kept.length === path.segments.length &&
    path.segments.every((expected, index) => {
      const segment = kept[index];
      if (segment === undefined) return false;
      if (expected.kind !== 'literal') return true;
      const known = segment.text ?? (index === kept.length - 1 ? leadingText(segment)?.text : undefined);
      return known === expected.text;
    })
  );
}
