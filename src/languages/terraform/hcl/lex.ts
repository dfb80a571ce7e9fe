import type { CommentToken, Lexed, Token, TokenKind } from './syntax.js';

/** Lexer mode: code (up to a closing brace or to the end), or a template. */
type Mode =
  | { readonly kind: 'code'; readonly opener: number | undefined; braces: number }
  | { readonly kind: 'quote'; readonly opener: number }
  | { readonly kind: 'heredoc'; readonly opener: number; readonly tag: string };

const TWO_CHARACTER_MARKS = new Set(['==', '!=', '<=', '>=', '&&', '||', '=>', '::']);
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Tag of a template that ends with its text. */
const BARE = '\0';

/** Splits a text into tokens, in one pass and without recursion. */
export function lex(text: string): Lexed {
  return new Lexer(text, 0).run();
}

/** Splits the content of a template that begins at `base` in a file. */
export function lexTemplate(text: string, base: number): Lexed {
  const lexer = new Lexer(text, base);
  lexer.beginTemplate();
  return lexer.run();
}

class Lexer {
  readonly #text: string;
  readonly #base: number;
  readonly #tokens: Token[] = [];
  readonly #comments: CommentToken[] = [];
  readonly #modes: Mode[] = [{ kind: 'code', opener: undefined, braces: 0 }];
  /** Indices of open brackets, across all interpolations. */
  readonly #brackets: number[] = [];
  #at = 0;
  #errors = 0;

  constructor(text: string, base: number) {
    this.#text = text;
    this.#base = base;
    if (text.startsWith('\uFEFF')) this.#at = 1;
  }

  run(): Lexed {
    while (this.#at < this.#text.length) {
      const mode = this.#modes.at(-1);
      if (mode === undefined || mode.kind === 'code') this.#code(mode);
      else this.#template(mode);
    }
    const plainHeredoc = this.#modes.find((mode) => mode.kind === 'heredoc' && mode.tag === BARE);
    if (plainHeredoc?.opener !== undefined) this.#close(plainHeredoc.opener, 'template-end', this.#at, this.#at);
    this.#errors += this.#modes.length - (plainHeredoc === undefined ? 1 : 2);
    this.#add('end', this.#at, this.#at);
    return { tokens: this.#tokens, comments: this.#comments, errors: this.#errors };
  }

  beginTemplate(): void {
    this.#modes.push({ kind: 'heredoc', opener: this.#add('template', 0, 0), tag: BARE });
  }

  #add(kind: TokenKind, start: number, end: number, text = this.#text.slice(start, end)): number {
    this.#at = end;
    return this.#tokens.push({ kind, start: start + this.#base, end: end + this.#base, text }) - 1;
  }

  #close(opener: number | undefined, kind: TokenKind, start: number, end: number): void {
    const index = this.#add(kind, start, end);
    const token = opener === undefined ? undefined : this.#tokens[opener];
    if (token !== undefined) token.match = index;
  }

  #code(mode: Extract<Mode, { readonly kind: 'code' }> | undefined): void {
    const text = this.#text;
    const start = this.#at;
    const char = text.charAt(start);
    if (char === '\n') this.#add('newline', start, start + 1);
    else if (/\s/.test(char)) this.#at += 1;
    else if (char === '#' || text.startsWith('//', start)) this.#comment(this.#lineEnd(start));
    else if (text.startsWith('/*', start)) {
      const end = text.indexOf('*/', start + 2);
      if (end < 0) this.#errors += 1;
      this.#comment(end < 0 ? text.length : end + 2);
    } else if (isNameStart(char)) this.#add('name', start, this.#nameEnd(start));
    else if (isDigit(char)) this.#add('number', start, this.#numberEnd(start));
    else if (char === '"') {
      const opener = this.#add('template', start, start + 1);
      this.#modes.push({ kind: 'quote', opener });
    } else if (text.startsWith('<<', start) && this.#heredoc(start)) return;
    else this.#mark(mode, char);
  }

  #comment(end: number): void {
    this.#comments.push({ start: this.#at, end });
    this.#at = end;
  }

  #lineEnd(from: number): number {
    const end = this.#text.indexOf('\n', from);
    const last = end < 0 ? this.#text.length : end;
    return this.#text.charAt(last - 1) === '\r' && last > from ? last - 1 : last;
  }

  #nameEnd(start: number): number {
    let end = start + 1;
    while (end < this.#text.length && isNamePart(this.#text.charAt(end))) end += 1;
    return end;
  }

  #numberEnd(start: number): number {
    let end = start;
    const digits = (): void => {
      while (isDigit(this.#text.charAt(end))) end += 1;
    };
    digits();
    if (this.#text.charAt(end) === '.' && isDigit(this.#text.charAt(end + 1))) {
      end += 1;
      digits();
    }
    const exponent = /^[eE][+-]?\d/.exec(this.#text.slice(end, end + 3));
    if (exponent !== null) {
      end += exponent[0].length;
      digits();
    }
    return end;
  }

  #heredoc(start: number): boolean {
    const indented = this.#text.charAt(start + 2) === '-';
    const from = start + (indented ? 3 : 2);
    if (!isNameStart(this.#text.charAt(from))) return false;
    const end = this.#nameEnd(from);
    const line = this.#text.indexOf('\n', end);
    if (line < 0 || this.#text.slice(end, line).trim() !== '') return false;
    const opener = this.#tokens.length;
    this.#tokens.push({
      kind: 'template',
      start,
      end: line + 1,
      text: this.#text.slice(start, end),
      ...(indented ? { indented } : {}),
    });
    this.#at = line + 1;
    this.#modes.push({ kind: 'heredoc', opener, tag: this.#text.slice(from, end) });
    return true;
  }

  #mark(mode: Extract<Mode, { readonly kind: 'code' }> | undefined, char: string): void {
    const start = this.#at;
    if (char === '}' && mode?.opener !== undefined && mode.braces === 0) {
      this.#modes.pop();
      this.#forgetBrackets(mode.opener);
      this.#close(mode.opener, 'inserted-end', start, start + 1);
      return;
    }
    if (char === '~' && this.#text.charAt(start + 1) === '}') {
      this.#at += 1;
      return;
    }
    const two = this.#text.slice(start, start + 2);
    const text = this.#text.startsWith('...', start) ? '...' : TWO_CHARACTER_MARKS.has(two) ? two : char;
    const index = this.#add('mark', start, start + text.length);
    if (text === '(' || text === '[' || text === '{') this.#brackets.push(index);
    if (mode !== undefined && text === '{') mode.braces += 1;
    if (mode !== undefined && text === '}' && mode.braces > 0) mode.braces -= 1;
    const opening = CLOSING[text];
    if (opening !== undefined) this.#closeBracket(opening, index);
    else if (!'()[]{}=.,?:!<>+-*/%~'.includes(text.charAt(0)) && text.length === 1) this.#errors += 1;
  }

  /** Closes a bracket, and the unclosed brackets inside it. */
  #closeBracket(opening: string, index: number): void {
    const inserted = this.#modes.at(-1);
    const first = inserted?.kind === 'code' ? (inserted.opener ?? -1) : -1;
    for (let open = this.#brackets.at(-1); open !== undefined && open > first; open = this.#brackets.at(-1)) {
      const token = this.#tokens[open];
      // A brace belongs to a block: a stray bracket does not close it.
      if (token === undefined || (token.text === '{' && opening !== '{')) return;
      this.#brackets.pop();
      token.match = index;
      if (token.text === opening) return;
      this.#errors += 1;
    }
  }

  #forgetBrackets(opener: number): void {
    while ((this.#brackets.at(-1) ?? -1) > opener) {
      this.#brackets.pop();
      this.#errors += 1;
    }
  }

  #template(mode: Exclude<Mode, { readonly kind: 'code' }>): void {
    const text = this.#text;
    const start = this.#at;
    let piece = '';
    let from = start;
    let at = start;
    const cut = (): void => {
      piece += text.slice(from, at);
      if (at > start) this.#add('piece', start, at, piece);
      this.#at = at;
    };
    for (; at < text.length; at += 1) {
      if (mode.kind === 'heredoc' && text.charAt(at - 1) === '\n') {
        const end = this.#heredocEnd(at, mode.tag);
        if (end !== undefined) {
          cut();
          this.#modes.pop();
          this.#close(mode.opener, 'template-end', at, end);
          return;
        }
      }
      const char = text.charAt(at);
      if (mode.kind === 'quote' && (char === '"' || char === '\n')) {
        cut();
        this.#modes.pop();
        if (char === '\n') this.#errors += 1;
        this.#close(mode.opener, 'template-end', at, char === '"' ? at + 1 : at);
        return;
      }
      if (mode.kind === 'quote' && char === '\\') {
        const escape = escapeAt(text, at);
        piece += text.slice(from, at) + escape.value;
        at += escape.length - 1;
        from = at + 1;
      } else if (char === '$' || char === '%') {
        if (text.charAt(at + 1) === char && text.charAt(at + 2) === '{') {
          piece += `${text.slice(from, at)}${char}{`;
          at += 2;
          from = at + 1;
        } else if (text.charAt(at + 1) === '{') {
          cut();
          const end = at + (text.charAt(at + 2) === '~' ? 3 : 2);
          const opener = this.#add(char === '$' ? 'interpolation' : 'directive', at, end);
          this.#modes.push({ kind: 'code', opener, braces: 0 });
          return;
        }
      }
    }
    cut();
  }

  /** End of the line that ends a heredoc; undefined if this line does not. */
  #heredocEnd(lineStart: number, tag: string): number | undefined {
    let at = lineStart;
    while (this.#text.charAt(at) === ' ' || this.#text.charAt(at) === '\t') at += 1;
    if (!this.#text.startsWith(tag, at)) return undefined;
    const end = at + tag.length;
    return /^[ \t]*(?:\r?\n|$)/.test(this.#text.slice(end, end + 100)) ? end : undefined;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

function escapeAt(text: string, at: number): { readonly value: string; readonly length: number } {
  const char = text.charAt(at + 1);
  const hex = /^\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8}))/.exec(text.slice(at, at + 10));
  if (hex !== null) {
    const code = Number.parseInt(hex[1] ?? hex[2] ?? '', 16);
    if (code <= 0x10ffff) return { value: String.fromCodePoint(code), length: hex[0].length };
  }
  const value = ESCAPES[char];
  return value === undefined ? { value: '\\', length: 1 } : { value, length: 2 };
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9' && char !== '';
}

function isNameStart(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || char >= '\u0080';
}

function isNamePart(char: string): boolean {
  return isNameStart(char) || isDigit(char) || char === '-';
}
