import { parseJson as parse } from '../lib/json.js';
import { CatalogueError } from '../model/errors.js';
import type { SourceText } from './source-text.js';

/** Parses JSON. Throws a CatalogueError that names file, line and column, and quotes nothing of the text. */
export function parseJson({ file, text }: SourceText): unknown {
  const parsed = parse(text);
  if (parsed.kind === 'value') return parsed.value;
  const { line, column, what } = parsed.problem;
  throw new CatalogueError(`not JSON: line ${line}, column ${column}: ${what}.`, file);
}
