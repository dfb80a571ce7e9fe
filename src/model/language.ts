/** Supported languages, in the order of reports. */
export const LANGUAGE_IDS = ['javascript', 'shell', 'terraform', 'python'] as const;

/** `javascript` is TypeScript as well. */
export type LanguageId = (typeof LANGUAGE_IDS)[number];

/** Name of a language inside a sentence: `2 in shell scripts`. */
export const LANGUAGE_WORDS: Readonly<Record<LanguageId, string>> = {
  javascript: 'TypeScript and JavaScript',
  shell: 'shell scripts',
  terraform: 'Terraform files',
  python: 'Python files',
};

/** A stretch of code in a file of another kind: a script of a page, a command of a workflow. */
export interface Fragment {
  /** The code as its parser is to read it. */
  readonly text: string;
  /** Where it begins in the file, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Maps a place in `text` to one in the file; absent where `text` is verbatim in the file, beginning at `start`. */
  readonly placeOf?: (offset: number) => number;
  /** How the code is written where the language is written in more than one way: `ts`, `tsx`. */
  readonly dialect?: string;
  /** Its declarations are invisible to the other fragments of the file: it is a program of its own. */
  readonly apart?: true;
}
