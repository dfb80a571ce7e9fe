import { didYouMean } from '../lib/wording.js';
import type { Deprecation, ValueNote } from '../model/deprecation.js';
import { CatalogueError } from '../model/errors.js';
import { parsePathTemplate } from './path-template.js';
import type { SourceAt } from './source-text.js';

/**
 * Gives a deprecation its notes on values, their paths in the canonical form. Throws a CatalogueError for a path that
 * is none of its operations: such a note would never be shown.
 */
export function withValueNotes(
  deprecation: Deprecation,
  notes: readonly ValueNote[] | undefined,
  at: SourceAt,
): Deprecation {
  if (notes === undefined) return deprecation;
  const known =
    deprecation.kind === 'endpoint' || deprecation.kind === 'field'
      ? deprecation.endpoints.map(({ path }) => path.text)
      : [];
  const place = (path: string): string => {
    const { text } = parsePathTemplate(path, undefined, at);
    if (known.includes(text)) return text;
    throw new CatalogueError(
      `the note on values of '${deprecation.id}' is about ${text}, which is none of its operations${didYouMean(text, known)}`,
      at.file,
      at.line,
    );
  };
  const values = notes.map(({ paths, ...note }) => (paths === undefined ? note : { paths: paths.map(place), ...note }));
  return { ...deprecation, values };
}
