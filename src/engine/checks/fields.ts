import type { Check } from './check.js';
import { fieldReads } from './field-reads.js';
import { fieldWrites, isBodyOpen } from './field-writes.js';
import { unseenBody } from './unseen-bodies.js';

/** Fields of records that are deprecated: set in the body of a request, or read from an answer. */
export const fields: Check = {
  rule: 'no-deprecated-field',
  begin({ finder, context }) {
    if (!finder.catalogue.deprecations.some(({ kind }) => kind === 'field')) return undefined;
    return { ofSite: fieldWrites, unresolved: unseenBody, ofFile: () => fieldReads(finder, context) };
  },
  mayComplete: isBodyOpen,
};
