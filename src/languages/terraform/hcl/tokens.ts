/** A token of HCL. Brackets, templates and interpolations have the index of their end. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Name, number or mark as written; the unescaped text of a piece of a template. */
  readonly text: string;
  /** Index of the matching token. */
  match?: number;
  /** A heredoc whose common indentation is removed. */
  readonly indented?: true;
}

export type TokenKind =
  | 'name'
  | 'number'
  /** A mark, of one character or two. */
  | 'mark'
  | 'newline'
  /** `"` or `<<EOF`, and its end. */
  | 'template'
  | 'template-end'
  | 'piece'
  /** `${` and `%{`, and their ends. */
  | 'interpolation'
  | 'directive'
  | 'inserted-end'
  | 'end';

/** Place of a comment, including its delimiters. */
export interface CommentToken {
  readonly start: number;
  readonly end: number;
}

export interface Lexed {
  readonly tokens: readonly Token[];
  readonly comments: readonly CommentToken[];
  /** Number of lexical errors. */
  readonly errors: number;
}
