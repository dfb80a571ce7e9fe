/** Half-open range `[start, end)` in UTF-16 code units from the start of the file. */
export type Span = readonly [start: number, end: number];

/** Whether a range is inside another one, or the same. */
export function contains(outer: Span, inner: Span): boolean {
  return outer[0] <= inner[0] && inner[1] <= outer[1];
}

/** Whether two ranges are equal; two absent ones are. */
export function isSameSpan(left: Span | undefined, right: Span | undefined): boolean {
  return left?.[0] === right?.[0] && left?.[1] === right?.[1];
}

/** A range as a map key. */
export function spanKey([start, end]: Span): number {
  return start * 2 ** 26 + end;
}

/** In a list sorted by start, the index of the last item that starts at or before an offset; -1 if none does. */
export function lastStartingBy<T>(sorted: readonly T[], spanOf: (item: T) => Span, offset: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = sorted[middle];
    if (item !== undefined && spanOf(item)[0] <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A range in a named file. `file` is the host's path of the file. */
export interface Place {
  readonly file: string;
  readonly span: Span;
}

/** A range in a file: lines and columns from 1, columns in UTF-16 code units; `end` is exclusive. */
export interface ReportRange {
  readonly start: ReportPosition;
  readonly end: ReportPosition;
}

export interface ReportPosition {
  readonly line: number;
  readonly column: number;
}
