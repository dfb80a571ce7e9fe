import type { Span } from './span.js';

/** Supported languages, in the order of reports. */
export const LANGUAGE_IDS = ['javascript', 'shell', 'terraform', 'python'] as const;

/** `javascript` includes TypeScript. */
export type LanguageId = (typeof LANGUAGE_IDS)[number];

/** Name of a language inside a sentence: `2 in shell scripts`. */
export const LANGUAGE_WORDS: Readonly<Record<LanguageId, string>> = {
  javascript: 'TypeScript and JavaScript',
  shell: 'shell scripts',
  terraform: 'Terraform files',
  python: 'Python files',
};

/** A stretch of code in a host file: a script of a page, a command of a workflow. */
export interface Fragment {
  /** The code for its parser. */
  readonly text: string;
  /** Its start in the file, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Maps an offset in `text` to the file; absent if `text` is verbatim in the file, beginning at `start`. */
  readonly placeOf?: (offset: number) => number;
  /** Dialect of the code, for a language with several: `ts`, `tsx`. */
  readonly dialect?: string;
  /** A separate program: its declarations are invisible to the other fragments of the file. */
  readonly apart?: true;
}

/** A comment of a file. */
export interface Comment {
  /** `line`: ends with its line. */
  readonly kind: 'line' | 'block';
  /** With its delimiters. */
  readonly span: Span;
  /** Without its delimiters. */
  readonly text: string;
}
