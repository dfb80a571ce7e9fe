import { CatalogueError } from '../model/errors.js';
import type { SourceText } from './source-text.js';

/** Parses JSON. Throws a CatalogueError that names the file. */
export function parseJson(source: SourceText): unknown {
  try {
    return JSON.parse(source.text);
  } catch (error) {
    throw new CatalogueError(`not JSON: ${error instanceof Error ? error.message : String(error)}`, source.file);
  }
}
