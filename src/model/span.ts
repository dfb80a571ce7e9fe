/** Half-open range `[start, end)` in UTF-16 code units from the start of the file. */
export type Span = readonly [start: number, end: number];

/** A range in a named file. `file` is the path the host uses for the file. */
export interface Place {
  readonly file: string;
  readonly span: Span;
}
