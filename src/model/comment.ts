import type { Span } from './span.js';

/** A comment of a file. */
export interface Comment {
  /** `line`: it ends with the line. */
  readonly kind: 'line' | 'block';
  /** With its delimiters. */
  readonly span: Span;
  /** Without them. */
  readonly text: string;
}
