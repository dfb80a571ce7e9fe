import type { Span } from '../../../core/model/span.js';

/** A token of HCL. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Source text of a name, number or mark; unescaped text of a piece of a template. */
  readonly text: string;
  /** Of the start of brackets, a template or an interpolation: the index of the token that ends it. */
  match?: number;
  /** Set for a heredoc whose common indentation is removed. */
  readonly isIndented?: true;
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

export interface LexResult {
  readonly tokens: readonly Token[];
  readonly comments: readonly CommentToken[];
  /** Number of lexical errors. */
  readonly errors: number;
}

/** The content of a file or of a block. */
export interface Body {
  readonly items: readonly (Attribute | Block)[];
  readonly at: Span;
}

export interface Attribute {
  readonly kind: 'attribute';
  readonly name: string;
  readonly nameAt: Span;
  readonly value: Expression;
}

/** Returns the first attribute of a name. */
export function attributeOf(body: Body, name: string): Attribute | undefined {
  for (const item of body.items) if (item.kind === 'attribute' && item.name === name) return item;
  return undefined;
}

/** A block: `resource "acme_bell" "front" { … }`. */
export interface Block {
  readonly kind: 'block';
  readonly type: string;
  readonly typeAt: Span;
  readonly labels: readonly { readonly text: string; readonly at: Span }[];
  readonly body: Body;
  readonly at: Span;
}

export interface Entry {
  readonly key: Expression;
  readonly value: Expression;
}

export type Expression = { readonly at: Span } & (
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** A text with interpolations. */
  | { readonly kind: 'template'; readonly parts: readonly Expression[] }
  /** A name and its members: `local.bells["front"].id`. */
  | { readonly kind: 'reference'; readonly root: Expression; readonly steps: readonly Step[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'object'; readonly entries: readonly Entry[] }
  | { readonly kind: 'list'; readonly elements: readonly Expression[] }
  | {
      readonly kind: 'for';
      readonly keyName: Name | undefined;
      readonly valueName: Name;
      readonly over: Expression;
      /** Absent if the result is a list. */
      readonly key?: Expression;
      readonly value: Expression;
      /** Whether `...` collects all values of a key in a list. */
      readonly grouped: boolean;
    }
  /** A function call; `spread`: the last argument is a list of arguments. */
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Expression[];
      readonly spread: boolean;
    }
  /** `a ? b : c ? d : e`: the tests are a and c, the options b, d and e. */
  | { readonly kind: 'choice'; readonly tests: readonly Expression[]; readonly options: readonly Expression[] }
  /** Arithmetic or a comparison. */
  | { readonly kind: 'operation' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'too-deep' }
);

export interface Name {
  readonly name: string;
  readonly at: Span;
}

export type Step = { readonly at: Span } & (
  | { readonly kind: 'attribute'; readonly name: string }
  | { readonly kind: 'index'; readonly index: Expression }
  /** `[*]` and `.*`. */
  | { readonly kind: 'splat' }
);

const END_TOKEN: Token = { kind: 'end', start: 0, end: 0, text: '' };

/** A cursor over tokens. It skips newlines while `joined`, as inside brackets. */
export class Cursor {
  /** Nesting depth of the parser. */
  depth = 0;
  errors = 0;
  skipsNewlines = false;
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get index(): number {
    return this.#index;
  }

  /** The next token. */
  peek(): Token {
    if (this.skipsNewlines) this.skipNewlines();
    return this.#tokens[this.#index] ?? END_TOKEN;
  }

  /** The token after the next one, on the same line. */
  peekNext(): Token {
    this.peek();
    return this.#tokens[this.#index + 1] ?? END_TOKEN;
  }

  take(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.#index += 1;
    return token;
  }

  isMark(...texts: readonly string[]): boolean {
    const token = this.peek();
    return token.kind === 'mark' && texts.includes(token.text);
  }

  takeMark(...texts: readonly string[]): Token | undefined {
    return this.isMark(...texts) ? this.take() : undefined;
  }

  skipNewlines(): void {
    while (this.#tokens[this.#index]?.kind === 'newline') this.#index += 1;
  }

  /** Moves to an index, unless the cursor is beyond it. */
  skipTo(index: number): void {
    this.#index = Math.max(this.#index, index);
  }

  /** Skips a token, up to its matching token if it has one. */
  skip(): Token {
    const token = this.take();
    if (token.match !== undefined) this.skipTo(token.match + 1);
    return token;
  }

  /** Skips the rest of a line, with brackets and templates that begin on it, up to a closing brace. */
  skipLine(): void {
    for (let token = this.peek(); token.kind !== 'end' && token.kind !== 'newline'; token = this.peek()) {
      if (token.kind === 'mark' && token.text === '}') return;
      this.skip();
    }
  }

  /** End of the last token read. */
  get end(): number {
    return this.#tokens[this.#index - 1]?.end ?? 0;
  }

  spanFrom(start: number): Span {
    return [start, Math.max(start, this.end)];
  }

  /** The token at an index. */
  tokenAt(index: number | undefined): Token | undefined {
    return index === undefined ? undefined : this.#tokens[index];
  }
}
