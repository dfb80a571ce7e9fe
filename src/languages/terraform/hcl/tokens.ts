/** A piece of HCL. Brackets, templates and what is inserted into them know where they end. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Name, number or mark as written; what a piece of a template says. */
  readonly text: string;
  /** Index of the token that ends what this one begins. */
  match?: number;
  /** A heredoc whose lines are written further to the right than they mean. */
  readonly indented?: true;
}

export type TokenKind =
  | 'name'
  | 'number'
  /** A mark, of one character or two. */
  | 'mark'
  | 'newline'
  /** `"` or `<<EOF`, and what ends it. */
  | 'template'
  | 'template-end'
  | 'piece'
  /** `${` and `%{`, and what ends them. */
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
