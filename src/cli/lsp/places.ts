import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Position, Range } from 'vscode-languageserver/node';
import { LineIndex } from '../../lib/line-index.js';
import type { ReportPosition, ReportRange } from '../../model/span.js';

/** The absolute path of a file on disk; undefined for other documents, such as an untitled one. */
export function pathOfUri(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

/** Normal form to compare addresses: clients may write the same one in several ways. */
export function uriOfPath(path: string): string {
  return pathToFileURL(path).href;
}

/** Line ends that this protocol does not count, and reports do. */
const OTHER_ENDS = /[\u2028\u2029]/;

/** Places in a text as the protocol counts them: from 0, and with fewer line ends than reports know. */
export class TextPlaces {
  readonly #text: string;
  #index: LineIndex | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  rangeOf({ start, end }: ReportRange): Range {
    return { start: this.#positionOf(start), end: this.#positionOf(end) };
  }

  /** The line of a place, without its end. */
  lineOf({ line }: Position): string {
    return this.#text.split(/\r\n|[\n\r]/)[line] ?? '';
  }

  #positionOf(position: ReportPosition): Position {
    if (!OTHER_ENDS.test(this.#text)) return { line: position.line - 1, character: position.column - 1 };
    this.#index ??= new LineIndex(this.#text);
    const before = this.#text.slice(0, this.#index.offset(position)).split(/\r\n|[\n\r]/);
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  }
}

/** Whether a position is inside a range, or at one of its ends. */
export function holds({ start, end }: Range, { line, character }: Position): boolean {
  const isAfter = line > start.line || (line === start.line && character >= start.character);
  return isAfter && (line < end.line || (line === end.line && character <= end.character));
}

/** Whether two ranges overlap or touch. */
export function meets(one: Range, other: Range): boolean {
  return holds(one, other.start) || holds(other, one.start);
}
