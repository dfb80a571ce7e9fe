import type { Span } from './span.js';

/** A comment of a file. */
export interface Comment {
  /** `line`: ends with its line. */
  readonly kind: 'line' | 'block';
  /** With its delimiters. */
  readonly span: Span;
  /** Without its delimiters. */
  readonly text: string;
}
