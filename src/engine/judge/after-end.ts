import { afterEnd } from '../../model/deprecation.js';
import type { AfterEnd, Deprecation } from '../../model/deprecation.js';

/** What happens after an end, as a clause. */
export const AFTER_CLAUSES: Readonly<Record<AfterEnd, string>> = {
  error: 'the request fails',
  'falls-forward': 'another version answers the request',
  delisted: 'it is listed no more, and may still work',
  unsupported: 'it is supported no more, and may still work',
};

/** What happens after the end, as a clause; undefined where the catalogue does not say it. */
export function describeAfterEnd(deprecation: Deprecation): string | undefined {
  const after = afterEnd(deprecation);
  return after === undefined ? undefined : AFTER_CLAUSES[after];
}
