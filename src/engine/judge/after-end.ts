import { afterEnd } from '../../model/deprecation.js';
import type { AfterEnd, Deprecation } from '../../model/deprecation.js';

/** Clauses that describe the effect of an end of life. */
export const AFTER_CLAUSES: Readonly<Record<AfterEnd, string>> = {
  error: 'the request fails',
  'falls-forward': 'another version answers the request',
  delisted: 'it is listed no more, and may still work',
  unsupported: 'it is supported no more, and may still work',
};

/** Describes the effect of an end of life in a clause; undefined if the catalogue has none. */
export function describeAfterEnd(deprecation: Deprecation): string | undefined {
  const after = afterEnd(deprecation);
  return after === undefined ? undefined : AFTER_CLAUSES[after];
}

/** Clauses for the effect of an end of life, in a sentence that already has the date. */
const FROM_THEN_ON: Readonly<Record<AfterEnd, string>> = {
  error: 'requests fail from then on',
  'falls-forward': 'from then on a newer version answers',
  delisted: 'it may still work, but is no longer listed',
  unsupported: 'it may still work, without support',
};

/** Describes the effect of the end if the catalogue has both. */
export function fromThenOn(deprecation: Deprecation): string | undefined {
  const after = deprecation.endOfLife === null ? undefined : afterEnd(deprecation);
  return after === undefined ? undefined : FROM_THEN_ON[after];
}
