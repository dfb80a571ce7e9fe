import type { Span } from '../../../model/span.js';
import type { Token } from './tokens.js';

const END: Token = { kind: 'end', start: 0, end: 0, text: '' };

/** A cursor over tokens. Inside brackets, lines may be broken anywhere: newlines are skipped while `joined`. */
export class Cursor {
  /** Nesting depth of the parser. */
  depth = 0;
  errors = 0;
  joined = false;
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
    if (this.joined) this.skipNewlines();
    return this.#tokens[this.#index] ?? END;
  }

  /** The token after it, on the same line. */
  peekNext(): Token {
    this.peek();
    return this.#tokens[this.#index + 1] ?? END;
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

  /** Continues after a closing token. */
  skipTo(index: number): void {
    this.#index = Math.max(this.#index, index);
  }

  /** Skips a token with its matching one. */
  skip(): Token {
    const token = this.take();
    if (token.match !== undefined) this.skipTo(token.match + 1);
    return token;
  }

  /** Skips the rest of a line, with everything that begins on it; a closing brace is left. */
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
  at(index: number | undefined): Token | undefined {
    return index === undefined ? undefined : this.#tokens[index];
  }
}
