import { withWords } from '../lib/wording.js';
import type { Fix, FixAction } from '../model/fix.js';

/** Title of each kind of fix, one sentence; `{{name}}` is a placeholder for its data. */
export const FIX_TITLES: Readonly<Record<FixAction['kind'], string>> = {
  replaceSegment: 'Replace the path segment `{{from}}` by `{{to}}`.',
  joinFields: 'Join the old fields into the top-level `{{name}}`, and remove them.',
  dropFields: 'Remove the old fields; the top-level `{{name}}` stays.',
  removeField: 'Remove the field `{{name}}`.',
  removeHeader: 'Remove the header `{{name}}`.',
  removeSuite: 'Remove the draft suite `{{name}}` from the list.',
  addQuery: 'Add `{{name}}` to the query.',
};

/** The title of a fix: `Replace the path segment …`. */
export function titleOf({ action: { kind, data } }: Fix): string {
  return withWords(FIX_TITLES[kind], data);
}
