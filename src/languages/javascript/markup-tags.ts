import { escapeRegExp } from '../../core/lib/escape.js';

/** Markup languages of pages and components. */
export type Markup = 'html' | 'xhtml' | 'vue' | 'svelte' | 'astro';

/** An element and the content between its tags; without an end tag it reaches to the end of the file. */
export interface MarkupElement {
  /** Name, in lower case. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly start: number;
  readonly end: number;
}

/** Receives, in order, the parts of markup outside of scripts that may contain code or a URL. */
export interface TemplateListener {
  /** Handles an attribute. `start`: place of its value, after the quote. */
  attribute(name: string, value: string, start: number): void;
  /** Handles an expression in braces. */
  braces(code: string, start: number): void;
  /** Handles the template of a component. */
  template(start: number, end: number): void;
  /** Handles the content of an element that is neither markup nor script. */
  block(element: MarkupElement): void;
}

/** HTML elements whose content has no tags. */
const RAW_ELEMENTS = ['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes'];

/** Parses markup in one pass, without searching for the end of an unclosed element again. */
export class TagReader {
  readonly #text: string;
  readonly #markup: Markup;
  /** Memoised next position of each mark. */
  readonly #nextByMark = new Map<string, number>();
  #at: number;
  /** Whether a brace is unclosed, after which all braces are plain text. */
  #hasUnclosedBrace = false;
  readonly #listener: TemplateListener;
  /** End of the part that was passed to the listener. */
  #passedEnd = 0;

  constructor(text: string, markup: Markup, from: number, listener: TemplateListener) {
    this.#text = text;
    this.#markup = markup;
    this.#at = from;
    this.#listener = listener;
  }

  /** The scripts, in order. */
  *scripts(): Generator<MarkupElement> {
    const opening = this.#hasBraces() ? /[<{]/g : /</g;
    for (;;) {
      opening.lastIndex = this.#at;
      const match = opening.exec(this.#text);
      if (match === null) return;
      this.#at = match.index;
      if (match[0] === '{') {
        this.#readBraces();
        // An expression of Astro can contain elements.
        if (this.#markup === 'astro') this.#at = match.index + 1;
        continue;
      }
      const element = this.#readElement();
      if (element?.name === 'script') yield element;
      else if (element !== undefined) this.#listener.block(element);
    }
  }

  /** Reads an element whose content is not markup; undefined after any other tag, and after text without a tag. */
  #readElement(): MarkupElement | undefined {
    const { start, isSkipped } = this.#skipNonTag();
    if (isSkipped) return undefined;
    const tag = this.#readTag(start);
    if (tag === undefined) return undefined;
    const { name, attributes, isSelfClosing } = tag;
    if (isSelfClosing || !this.#isRaw(name, attributes)) {
      // Only the top-level blocks of a component are scripts.
      if (!isSelfClosing && this.#markup === 'vue') {
        const templateStart = this.#at;
        this.#skipNested(name);
        this.#listener.template(templateStart, this.#at);
      }
      return undefined;
    }
    const contentStart = this.#at;
    const end = this.#find(`</${name}`, contentStart) ?? this.#text.length;
    const close = this.#text.indexOf('>', end);
    this.#at = close < 0 ? this.#text.length : close + 1;
    return { name, attributes, start: contentStart, end };
  }

  /** Skips a comment, a section of character data, or a `<` that does not begin a start tag. */
  #skipNonTag(): { readonly start: number; readonly isSkipped: boolean } {
    const start = this.#at;
    if (this.#text.startsWith('<!--', start)) this.#skipTo('-->', start + 4);
    else if (this.#text.startsWith('<![CDATA[', start)) this.#skipTo(']]>', start + 9);
    else if (/[a-z]/i.test(this.#text.charAt(start + 1))) return { start, isSkipped: false };
    else this.#at = start + 1;
    return { start, isSkipped: true };
  }

  /** Reads a start tag; undefined for an unclosed one, which extends to the end of the file. */
  #readTag(
    start: number,
  ):
    | { readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly isSelfClosing: boolean }
    | undefined {
    const name = this.#takeMatch(/[^\s/>]+/y, start + 1);
    const attributes = new Map<string, string>();
    for (;;) {
      this.#takeMatch(/[\s/]*/y, this.#at);
      const at = this.#at;
      if (at >= this.#text.length) return undefined;
      if (this.#text[at] === '>') break;
      if (this.#text[at] === '{' && this.#hasBraces()) {
        this.#readBraces();
        continue;
      }
      const key = this.#takeMatch(/=?[^\s/>=]*/y, at);
      const hasValue = this.#takeMatch(/\s*=\s*/y, this.#at) !== '';
      const from = this.#at;
      const value = hasValue ? this.#readValue() : '';
      if (value === undefined) return undefined;
      const isQuoted = /["']/.test(this.#text.charAt(from));
      if (value !== '' && at >= this.#passedEnd) this.#listener.attribute(key, value, from + (isQuoted ? 1 : 0));
      if (!attributes.has(key)) attributes.set(key, value);
    }
    this.#at += 1;
    const isSelfClosing = this.#markup !== 'html' && this.#text[this.#at - 2] === '/';
    return { name: name.toLowerCase(), attributes, isSelfClosing };
  }

  /** The value of an attribute; undefined if unclosed. */
  #readValue(): string | undefined {
    const start = this.#at;
    const quote = this.#text.charAt(start);
    if (quote === '{' && this.#hasBraces()) {
      this.#skipBraces();
      return this.#text.slice(start, this.#at);
    }
    if (quote !== '"' && quote !== "'") return this.#takeMatch(/[^\s>]*/y, start);
    const end = this.#find(quote, start + 1);
    this.#at = end === undefined ? this.#text.length : end + 1;
    return end === undefined ? undefined : this.#text.slice(start + 1, end);
  }

  #hasBraces(): boolean {
    return this.#markup === 'svelte' || this.#markup === 'astro';
  }

  #readBraces(): void {
    const start = this.#at;
    this.#skipBraces();
    if (this.#hasUnclosedBrace || start < this.#passedEnd) return;
    this.#passedEnd = this.#at;
    this.#listener.braces(this.#text.slice(start + 1, this.#at - 1), start + 1);
  }

  #skipBraces(): void {
    const end = this.#hasUnclosedBrace ? undefined : endOfBraces(this.#text, this.#at);
    this.#hasUnclosedBrace ||= end === undefined;
    this.#at = end ?? this.#at + 1;
  }

  /** Whether the content of an element is plain text instead of markup. */
  #isRaw(name: string, attributes: ReadonlyMap<string, string>): boolean {
    if (this.#markup === 'html' || this.#markup === 'xhtml') return RAW_ELEMENTS.includes(name);
    if (this.#markup !== 'vue') return name === 'script' || name === 'style';
    return name !== 'template' || !['', 'html'].includes(attributes.get('lang') ?? '');
  }

  /** Skips to the end of an element, past inner elements of the same name. */
  #skipNested(name: string): void {
    for (let depth = 1; depth > 0;) {
      const at = this.#text.indexOf('<', this.#at);
      if (at < 0) {
        this.#at = this.#text.length;
        return;
      }
      this.#at = at;
      if (this.#text.startsWith('</', at) && this.#text.slice(at + 2, at + 2 + name.length).toLowerCase() === name) {
        depth -= 1;
        this.#at += 2;
        continue;
      }
      const { start, isSkipped } = this.#skipNonTag();
      const tag = isSkipped ? undefined : this.#readTag(start);
      if (tag?.name === name && !tag.isSelfClosing) depth += 1;
    }
  }

  #skipTo(mark: string, from: number): void {
    const end = this.#find(mark, from);
    this.#at = end === undefined ? this.#text.length : end + mark.length;
  }

  /** The next place of a mark, or of a case-insensitive end tag. */
  #find(mark: string, from: number): number | undefined {
    const memo = this.#nextByMark.get(mark);
    if (memo !== undefined && memo >= from) return memo < this.#text.length ? memo : undefined;
    const pattern = mark.startsWith('</') ? new RegExp(`${escapeRegExp(mark)}(?=[\\s/>])`, 'gi') : undefined;
    if (pattern !== undefined) pattern.lastIndex = from;
    const found = pattern === undefined ? this.#text.indexOf(mark, from) : (pattern.exec(this.#text)?.index ?? -1);
    this.#nextByMark.set(mark, found < 0 ? this.#text.length : found);
    return found < 0 ? undefined : found;
  }

  #takeMatch(pattern: RegExp, at: number): string {
    pattern.lastIndex = at;
    const [taken = ''] = pattern.exec(this.#text) ?? [];
    this.#at = at + taken.length;
    return taken;
  }
}

/** End of code in braces, from its `{` on; undefined if unclosed. */
export function endOfBraces(text: string, from: number): number | undefined {
  let depth = 0;
  for (const [at, token] of codeTokens(text, from)) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Offset of the fence after the frontmatter of a file; undefined if absent. */
export function endOfFrontmatter(text: string, from: number): number | undefined {
  for (const [at, token] of codeTokens(text, from)) if (token === '---') return at;
  // A quote in a regular expression hides the text after it. In this case, take the first line with a fence.
  const line = /^[ \t]*---/gm;
  line.lastIndex = from;
  const found = line.exec(text);
  return found === null ? undefined : found.index + found[0].length - '---'.length;
}

const TOKEN = /---|[{}"'`]|\/\/|\/\*/g;

/** Braces and fences of code, in order, outside its texts and comments. */
function* codeTokens(text: string, from: number): Generator<readonly [at: number, token: string]> {
  /** Number of open braces in each hole of the open templates. */
  const holes: number[] = [];
  const pattern = new RegExp(TOKEN);
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [token] = match;
    const openBraces = holes.at(-1);
    if (token === '}' && openBraces === 0) {
      holes.pop();
      pattern.lastIndex = endOfTemplate(text, pattern.lastIndex, holes);
    } else if (token === '`') pattern.lastIndex = endOfTemplate(text, pattern.lastIndex, holes);
    else if (token === '{' || token === '}') {
      if (openBraces === undefined) yield [match.index, token];
      else holes[holes.length - 1] = openBraces + (token === '{' ? 1 : -1);
    } else if (token === '---') {
      if (openBraces === undefined) yield [match.index, token];
    } else pattern.lastIndex = endOf(text, END_PATTERNS[token] ?? TOKEN, pattern.lastIndex);
  }
}

/** End patterns of strings and comments by opening mark; a quoted string reaches at most to the end of its line. */
const END_PATTERNS: Readonly<Record<string, RegExp>> = {
  '"': /\\[^]|["\r\n]/g,
  "'": /\\[^]|['\r\n]/g,
  '`': /\\[^]|`|\$\{/g,
  '//': /[\r\n]/g,
  '/*': /\*\//g,
};

/** End of a template, or start of its next hole, which is then open. */
function endOfTemplate(text: string, from: number, holes: number[]): number {
  const end = endOf(text, END_PATTERNS['`'] ?? TOKEN, from);
  if (text.startsWith('${', end - 2)) holes.push(0);
  return end;
}

/** End of the next match of a pattern that is not escaped. */
function endOf(text: string, pattern: RegExp, from: number): number {
  const end = new RegExp(pattern);
  end.lastIndex = from;
  for (let match = end.exec(text); match !== null; match = end.exec(text))
    if (!match[0].startsWith('\\')) return end.lastIndex;
  return text.length;
}
