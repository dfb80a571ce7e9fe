import { afterEnd } from '../../model/deprecation.js';
import type { AfterEnd, Deprecation } from '../../model/deprecation.js';

/** Clauses that describe the effect of an end of life. */
export const AFTER_CLAUSES: Readonly<Record<AfterEnd, string>> = {
  error: 'the request fails',
  'falls-forward': 'another version answers the request',
  delisted: 'it is listed no more, and may still work',
  unsupported: 'it is supported no more, and may still work',
};

/** Describes the effect of an end of life in a clause; undefined if the catalogue does not state it. */
export function describeAfterEnd(deprecation: Deprecation): string | undefined {
  const after = afterEnd(deprecation);
  return after === undefined ? undefined : AFTER_CLAUSES[after];
}

/** The same as a part of a sentence that has said when it ends. */
const FROM_THEN_ON: Readonly<Record<AfterEnd, string>> = {
  error: 'requests fail from then on',
  'falls-forward': 'from then on a newer version answers',
  delisted: 'it may still work, but is no longer listed',
  unsupported: 'it may still work, without support',
};

/** Effect of the end, where the catalogue says both. */
export function fromThenOn(deprecation: Deprecation): string | undefined {
  const after = deprecation.endOfLife === null ? undefined : afterEnd(deprecation);
  return after === undefined ? undefined : FROM_THEN_ON[after];
}
