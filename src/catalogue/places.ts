import { remembered } from '../lib/collections.js';
import { CatalogueError } from '../model/errors.js';
import type { SourceText } from './source-text.js';

/** A part of a catalogue file that an error can be about. */
export interface EntryPlace {
  readonly source: SourceText;
  /** JSON path: `/deprecations/3`. */
  readonly at: string;
  /** Id of the entry. */
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

/** Memoised: a file may have thousands. */
const linesOfIds = remembered(({ text }: SourceText): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>();
  const value = /\s*:\s*"([^"\\]*)"/y;
  let line = 1;
  let end = endOfLine(text, 0);
  for (let at = text.indexOf(ID); at >= 0; at = text.indexOf(ID, at + ID.length)) {
    value.lastIndex = at + ID.length;
    const id = value.exec(text)?.[1];
    if (id === undefined) continue;
    for (; end < at; end = endOfLine(text, end + 1)) line += 1;
    if (!lines.has(id)) lines.set(id, line);
  }
  return lines;
});

const ID = '"id"';

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? Infinity : at;
}
