import type { CommentToken, LexResult, Token, TokenKind } from './syntax.js';

/** Lexer mode: code (up to a closing brace or to the end), or a template. */
type Mode =
  | { readonly kind: 'code'; readonly opener: number | undefined; braces: number }
  | { readonly kind: 'quote'; readonly opener: number }
  | { readonly kind: 'heredoc'; readonly opener: number; readonly tag: string };

const TWO_CHARACTER_MARKS = new Set(['==', '!=', '<=', '>=', '&&', '||', '=>', '::']);
const OPENING_BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Tag of a template outside a heredoc: it extends to the end of the text. */
const NO_TAG = '\0';

/** Splits a text into tokens, in one pass and without recursion. */
export function lex(text: string): LexResult {
  return new Lexer(text, 0).run();
}

/** Splits the content of a template that begins at `base` in a file. */
export function lexTemplate(text: string, base: number): LexResult {
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
  /** Token indices of the open brackets, including those around interpolations. */
  readonly #brackets: number[] = [];
  #offset = 0;
  #errors = 0;

  constructor(text: string, base: number) {
    this.#text = text;
    this.#base = base;
    if (text.startsWith('\uFEFF')) this.#offset = 1;
  }

  run(): LexResult {
    while (this.#offset < this.#text.length) {
      const mode = this.#modes.at(-1);
      if (mode === undefined || mode.kind === 'code') this.#lexCode(mode);
      else this.#lexTemplate(mode);
    }
    const bareTemplate = this.#modes.find((mode) => mode.kind === 'heredoc' && mode.tag === NO_TAG);
    if (bareTemplate?.opener !== undefined)
      this.#addClosing(bareTemplate.opener, 'template-end', this.#offset, this.#offset);
    this.#errors += this.#modes.length - (bareTemplate === undefined ? 1 : 2);
    this.#addToken('end', this.#offset, this.#offset);
    return { tokens: this.#tokens, comments: this.#comments, errors: this.#errors };
  }

  beginTemplate(): void {
    this.#modes.push({ kind: 'heredoc', opener: this.#addToken('template', 0, 0), tag: NO_TAG });
  }

  #addToken(kind: TokenKind, start: number, end: number, text = this.#text.slice(start, end)): number {
    this.#offset = end;
    return this.#tokens.push({ kind, start: start + this.#base, end: end + this.#base, text }) - 1;
  }

  #addClosing(opener: number | undefined, kind: TokenKind, start: number, end: number): void {
    const index = this.#addToken(kind, start, end);
    const token = opener === undefined ? undefined : this.#tokens[opener];
    if (token !== undefined) token.match = index;
  }

  #lexCode(mode: Extract<Mode, { readonly kind: 'code' }> | undefined): void {
    const text = this.#text;
    const start = this.#offset;
    const char = text.charAt(start);
    if (char === '\n') this.#addToken('newline', start, start + 1);
    else if (/\s/.test(char)) this.#offset += 1;
    else if (char === '#' || text.startsWith('//', start)) this.#addComment(this.#lineEnd(start));
    else if (text.startsWith('/*', start)) {
      const end = text.indexOf('*/', start + 2);
      if (end < 0) this.#errors += 1;
      this.#addComment(end < 0 ? text.length : end + 2);
    } else if (isNameStart(char)) this.#addToken('name', start, this.#nameEnd(start));
    else if (isDigit(char)) this.#addToken('number', start, this.#numberEnd(start));
    else if (char === '"') {
      const opener = this.#addToken('template', start, start + 1);
      this.#modes.push({ kind: 'quote', opener });
    } else if (text.startsWith('<<', start) && this.#openHeredoc(start)) return;
    else this.#lexMark(mode, char);
  }

  #addComment(end: number): void {
    this.#comments.push({ start: this.#offset, end });
    this.#offset = end;
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
    const skipDigits = (): void => {
      while (isDigit(this.#text.charAt(end))) end += 1;
    };
    skipDigits();
    if (this.#text.charAt(end) === '.' && isDigit(this.#text.charAt(end + 1))) {
      end += 1;
      skipDigits();
    }
    const exponent = /^[eE][+-]?\d/.exec(this.#text.slice(end, end + 3));
    if (exponent !== null) {
      end += exponent[0].length;
      skipDigits();
    }
    return end;
  }

  #openHeredoc(start: number): boolean {
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
      ...(indented ? { isIndented: indented } : {}),
    });
    this.#offset = line + 1;
    this.#modes.push({ kind: 'heredoc', opener, tag: this.#text.slice(from, end) });
    return true;
  }

  #lexMark(mode: Extract<Mode, { readonly kind: 'code' }> | undefined, char: string): void {
    const start = this.#offset;
    if (char === '}' && mode?.opener !== undefined && mode.braces === 0) {
      this.#modes.pop();
      this.#forgetBrackets(mode.opener);
      this.#addClosing(mode.opener, 'inserted-end', start, start + 1);
      return;
    }
    if (char === '~' && this.#text.charAt(start + 1) === '}') {
      this.#offset += 1;
      return;
    }
    const pair = this.#text.slice(start, start + 2);
    const text = this.#text.startsWith('...', start) ? '...' : TWO_CHARACTER_MARKS.has(pair) ? pair : char;
    const index = this.#addToken('mark', start, start + text.length);
    if (text === '(' || text === '[' || text === '{') this.#brackets.push(index);
    if (mode !== undefined && text === '{') mode.braces += 1;
    if (mode !== undefined && text === '}' && mode.braces > 0) mode.braces -= 1;
    const opening = OPENING_BRACKETS[text];
    if (opening !== undefined) this.#closeBracket(opening, index);
    else if (!'()[]{}=.,?:!<>+-*/%~'.includes(text.charAt(0)) && text.length === 1) this.#errors += 1;
  }

  /** Closes a bracket, and the unclosed brackets inside it. */
  #closeBracket(opening: string, index: number): void {
    const mode = this.#modes.at(-1);
    const minimum = mode?.kind === 'code' ? (mode.opener ?? -1) : -1;
    for (let opener = this.#brackets.at(-1); opener !== undefined && opener > minimum; opener = this.#brackets.at(-1)) {
      const token = this.#tokens[opener];
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

  #lexTemplate(mode: Exclude<Mode, { readonly kind: 'code' }>): void {
    const text = this.#text;
    const start = this.#offset;
    let piece = '';
    let copyStart = start;
    let at = start;
    const addPiece = (): void => {
      piece += text.slice(copyStart, at);
      if (at > start) this.#addToken('piece', start, at, piece);
      this.#offset = at;
    };
    for (; at < text.length; at += 1) {
      if (mode.kind === 'heredoc' && text.charAt(at - 1) === '\n') {
        const end = this.#heredocEnd(at, mode.tag);
        if (end !== undefined) {
          addPiece();
          this.#modes.pop();
          this.#addClosing(mode.opener, 'template-end', at, end);
          return;
        }
      }
      const char = text.charAt(at);
      if (mode.kind === 'quote' && (char === '"' || char === '\n')) {
        addPiece();
        this.#modes.pop();
        if (char === '\n') this.#errors += 1;
        this.#addClosing(mode.opener, 'template-end', at, char === '"' ? at + 1 : at);
        return;
      }
      if (mode.kind === 'quote' && char === '\\') {
        const escape = escapeAt(text, at);
        piece += text.slice(copyStart, at) + escape.value;
        at += escape.length - 1;
        copyStart = at + 1;
      } else if (char === '$' || char === '%') {
        if (text.charAt(at + 1) === char && text.charAt(at + 2) === '{') {
          piece += `${text.slice(copyStart, at)}${char}{`;
          at += 2;
          copyStart = at + 1;
        } else if (text.charAt(at + 1) === '{') {
          addPiece();
          const end = at + (text.charAt(at + 2) === '~' ? 3 : 2);
          const opener = this.#addToken(char === '$' ? 'interpolation' : 'directive', at, end);
          this.#modes.push({ kind: 'code', opener, braces: 0 });
          return;
        }
      }
    }
    addPiece();
  }

  /** End of the closing tag of a heredoc; undefined if the line has no such tag. */
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
