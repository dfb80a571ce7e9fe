import { remembered } from '../lib/remembered.js';
import { CatalogueError } from '../model/errors.js';
import type { SourceText } from './source-text.js';

/** A part of a catalogue file that an error can be about. */
export interface EntryPlace {
  readonly source: SourceText;
  /** JSON path: `/deprecations/3`. */
  readonly at: string;
  /** Whose it is. */
  readonly id?: string;
}

/** An error at a place, with the line of the entry. */
export function failAt({ source, at, id }: EntryPlace, message: string): CatalogueError {
  return new CatalogueError(`at ${at}: ${message}`, source.file, id === undefined ? undefined : lineOfId(source, id));
}

/** The line (from 1) of the first object of a JSON text with this `id`. */
export function lineOfId(source: SourceText, id: string): number | undefined {
  return linesOfIds(source).get(id);
}

/** Worked out once: a file may have thousands. */
const linesOfIds = remembered(({ text }: SourceText): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>();
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(/"id"\s*:\s*"([^"\\]*)"/g)) {
    for (let at = text.indexOf('\n', counted); at >= 0 && at < match.index; at = text.indexOf('\n', counted)) {
      line += 1;
      counted = at + 1;
    }
    const [, id = ''] = match;
    if (!lines.has(id)) lines.set(id, line);
  }
  return lines;
});
