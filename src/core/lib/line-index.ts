import type { ReportPosition, ReportRange, Span } from '../model/span.js';

/** Turns UTF-16 offsets of one text into lines and columns from 1. */
export class LineIndex {
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    // The line ends of ECMAScript, which ESLint and the compiler count as well.
    for (const match of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(match.index + match[0].length);
    this.#starts = starts;
  }

  range([start, end]: Span): ReportRange {
    return { start: this.position(start), end: this.position(Math.max(start, end)) };
  }

  /** The offset of a position; infinite if there is no such line. */
  offset({ line, column }: ReportPosition): number {
    return (this.#starts[line - 1] ?? Infinity) + column - 1;
  }

  position(offset: number): ReportPosition {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
