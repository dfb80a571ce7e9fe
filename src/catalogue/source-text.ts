/** A source file of the catalogue: its name in errors, and its text. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** A place in a source. */
export interface SourceAt {
  readonly file: string;
  readonly line?: number;
}

/** The line (from 1) of the first or, for `nth` above 1, a later occurrence of a text; undefined where there is none. */
export function lineOf(source: SourceText, needle: string, nth = 1): number | undefined {
  let at = -1;
  for (let found = 0; found < nth; found += 1) {
    at = source.text.indexOf(needle, at + 1);
    if (at < 0) return undefined;
  }
  return source.text.slice(0, at).split('\n').length;
}
