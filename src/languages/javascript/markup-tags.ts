import { escapeRegExp } from '../../core/lib/escape.js';

/** Markup languages of pages and components. */
export type Markup = 'html' | 'xhtml' | 'vue' | 'svelte' | 'astro';

/** An element and the content between its tags; without an end tag it reaches to the end of the file. */
export interface Element {
  /** Name, in lower case. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly start: number;
  readonly end: number;
}

/** Receives, in order, the parts of markup outside of scripts that may contain code or a URL. */
export interface TemplateListener {
  /** Handles an attribute, with the place of its value, quotes left out. */
  attribute(name: string, value: string, start: number): void;
  /** Handles an expression in braces. */
  braces(code: string, start: number): void;
  /** Handles the template of a component. */
  template(start: number, end: number): void;
  /** Handles the content of an element that is neither markup nor script. */
  block(element: Element): void;
}

/** HTML elements whose content has no tags. */
const RAW = ['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes'];

/** Parses markup in one pass, without searching for the end of an unclosed element again. */
export class TagReader {
  readonly #text: string;
  readonly #markup: Markup;
  /** Next position of each mark that was searched for. */
  readonly #next = new Map<string, number>();
  #at: number;
  /** Whether an unclosed brace was met, so that braces no longer count. */
  #isBroken = false;
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
  *scripts(): Generator<Element> {
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
      const element = this.#element();
      if (element?.name === 'script') yield element;
      else if (element !== undefined) this.#listener.block(element);
    }
  }

  /** Reads an element whose content is not markup, or one tag, or text that only looks like a tag. */
  #element(): Element | undefined {
    const { start, special } = this.#special();
    if (special) return undefined;
    const tag = this.#tag(start);
    if (tag === undefined) return undefined;
    const { name, attributes, closed } = tag;
    if (closed || !this.#isRaw(name, attributes)) {
      // Only the top-level blocks of a component are scripts.
      if (!closed && this.#markup === 'vue') {
        const inner = this.#at;
        this.#skipNested(name);
        this.#listener.template(inner, this.#at);
      }
      return undefined;
    }
    const from = this.#at;
    const end = this.#find(`</${name}`, from) ?? this.#text.length;
    const close = this.#text.indexOf('>', end);
    this.#at = close < 0 ? this.#text.length : close + 1;
    return { name, attributes, start: from, end };
  }

  /** Comments, sections of character data, ends of elements. */
  #special(): { readonly start: number; readonly special: boolean } {
    const start = this.#at;
    if (this.#text.startsWith('<!--', start)) this.#skipTo('-->', start + 4);
    else if (this.#text.startsWith('<![CDATA[', start)) this.#skipTo(']]>', start + 9);
    else if (/[a-z]/i.test(this.#text.charAt(start + 1))) return { start, special: false };
    else this.#at = start + 1;
    return { start, special: true };
  }

  /** Reads a tag; an unclosed tag does not count, and ends the file. */
  #tag(
    start: number,
  ): { readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly closed: boolean } | undefined {
    const name = this.#take(/[^\s/>]+/y, start + 1);
    const attributes = new Map<string, string>();
    for (;;) {
      this.#take(/[\s/]*/y, this.#at);
      const at = this.#at;
      if (at >= this.#text.length) return undefined;
      if (this.#text[at] === '>') break;
      if (this.#text[at] === '{' && this.#hasBraces()) {
        this.#readBraces();
        continue;
      }
      const key = this.#take(/=?[^\s/>=]*/y, at);
      const hasValue = this.#take(/\s*=\s*/y, this.#at) !== '';
      const from = this.#at;
      const value = hasValue ? this.#value() : '';
      if (value === undefined) return undefined;
      const isQuoted = /["']/.test(this.#text.charAt(from));
      if (value !== '' && at >= this.#passedEnd) this.#listener.attribute(key, value, from + (isQuoted ? 1 : 0));
      if (!attributes.has(key)) attributes.set(key, value);
    }
    this.#at += 1;
    const closed = this.#markup !== 'html' && this.#text[this.#at - 2] === '/';
    return { name: name.toLowerCase(), attributes, closed };
  }

  /** The value of an attribute; undefined if unclosed. */
  #value(): string | undefined {
    const start = this.#at;
    const quote = this.#text.charAt(start);
    if (quote === '{' && this.#hasBraces()) {
      this.#skipBraces();
      return this.#text.slice(start, this.#at);
    }
    if (quote !== '"' && quote !== "'") return this.#take(/[^\s>]*/y, start);
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
    if (this.#isBroken || start < this.#passedEnd) return;
    this.#passedEnd = this.#at;
    this.#listener.braces(this.#text.slice(start + 1, this.#at - 1), start + 1);
  }

  #skipBraces(): void {
    const end = this.#isBroken ? undefined : endOfBraces(this.#text, this.#at);
    this.#isBroken ||= end === undefined;
    this.#at = end ?? this.#at + 1;
  }

  /** Whether the content of an element is plain text instead of markup. */
  #isRaw(name: string, attributes: ReadonlyMap<string, string>): boolean {
    if (this.#markup === 'html' || this.#markup === 'xhtml') return RAW.includes(name);
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
      const { start, special } = this.#special();
      const tag = special ? undefined : this.#tag(start);
      if (tag?.name === name && !tag.closed) depth += 1;
    }
  }

  #skipTo(mark: string, from: number): void {
    const end = this.#find(mark, from);
    this.#at = end === undefined ? this.#text.length : end + mark.length;
  }

  /** The next place of a mark, or of a case-insensitive end tag. */
  #find(mark: string, from: number): number | undefined {
    const known = this.#next.get(mark);
    if (known !== undefined && known >= from) return known < this.#text.length ? known : undefined;
    const pattern = mark.startsWith('</') ? new RegExp(`${escapeRegExp(mark)}(?=[\\s/>])`, 'gi') : undefined;
    if (pattern !== undefined) pattern.lastIndex = from;
    const found = pattern === undefined ? this.#text.indexOf(mark, from) : (pattern.exec(this.#text)?.index ?? -1);
    this.#next.set(mark, found < 0 ? this.#text.length : found);
    return found < 0 ? undefined : found;
  }

  #take(pattern: RegExp, at: number): string {
    pattern.lastIndex = at;
    const [taken = ''] = pattern.exec(this.#text) ?? [];
    this.#at = at + taken.length;
    return taken;
  }
}

/** End of code in braces, from its `{` on; undefined if unclosed. */
export function endOfBraces(text: string, from: number): number | undefined {
  let depth = 0;
  for (const [at, token] of tokens(text, from)) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Place of the fence below the code at the head of a file; undefined if absent. */
export function closingFence(text: string, from: number): number | undefined {
  for (const [at, token] of tokens(text, from)) if (token === '---') return at;
  // A quote in a regular expression hides the text after it: then the first line with a fence counts.
  const line = /^[ \t]*---/gm;
  line.lastIndex = from;
  const found = line.exec(text);
  return found === null ? undefined : found.index + found[0].length - '---'.length;
}

const TOKEN = /---|[{}"'`]|\/\/|\/\*/g;

/** Braces and fences of code, in order, outside its texts and comments. */
function* tokens(text: string, from: number): Generator<readonly [at: number, token: string]> {
  /** Number of open braces in each hole of the open templates. */
  const holes: number[] = [];
  const token = new RegExp(TOKEN);
  token.lastIndex = from;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    const open = holes.at(-1);
    if (found === '}' && open === 0) {
      holes.pop();
      token.lastIndex = endOfTemplate(text, token.lastIndex, holes);
    } else if (found === '`') token.lastIndex = endOfTemplate(text, token.lastIndex, holes);
    else if (found === '{' || found === '}') {
      if (open === undefined) yield [match.index, found];
      else holes[holes.length - 1] = open + (found === '{' ? 1 : -1);
    } else if (found === '---') {
      if (open === undefined) yield [match.index, found];
    } else token.lastIndex = endOf(text, ENDS[found] ?? TOKEN, token.lastIndex);
  }
}

/** End patterns of strings and comments by opening mark; a quoted string reaches at most to the end of its line. */
const ENDS: Readonly<Record<string, RegExp>> = {
  '"': /\\[^]|["\r\n]/g,
  "'": /\\[^]|['\r\n]/g,
  '`': /\\[^]|`|\$\{/g,
  '//': /[\r\n]/g,
  '/*': /\*\//g,
};

/** End of a template, or start of its next hole, which is then open. */
function endOfTemplate(text: string, from: number, holes: number[]): number {
  const end = endOf(text, ENDS['`'] ?? TOKEN, from);
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
