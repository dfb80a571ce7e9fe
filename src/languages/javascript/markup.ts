import type { Fragment } from '../../core/model/language.js';
import type { HostFileReader } from '../language.js';
import { markupComments } from '../holders/markdown.js';
import { TagReader, endOfFrontmatter, endOfBraces } from './markup-tags.js';
import type { MarkupElement, Markup, TemplateListener } from './markup-tags.js';
import { isServerAddress, isShownAttribute } from '../facts/expressions.js';
import { PlacedText } from '../holders/placed-text.js';

const MARKUP_BY_EXTENSION: Readonly<Record<string, Markup>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'xhtml',
  vue: 'vue',
  svelte: 'svelte',
  astro: 'astro',
};

const EXTENSION = /\.(html?|xhtml|vue|svelte|astro)$/i;

/** Pages and components: code in their scripts and templates, addresses in their attributes. */
export const markup: HostFileReader = {
  name: 'a page or a component',
  extensions: Object.keys(MARKUP_BY_EXTENSION),
  isHostFile: (path) => EXTENSION.test(path),
  fragmentsOf: (text, path) => codeIn(text, markupOf(path)).fragments,
  restOf: (text, path) => codeIn(text, markupOf(path)).unread,
  commentsOf: markupComments,
  scanRole: 'code',
};

function markupOf(path: string): Markup {
  return MARKUP_BY_EXTENSION[EXTENSION.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'html';
}

/** Code fragments of a page or component, and the texts that may contain a request but are not parsed. */
interface MarkupCode {
  readonly fragments: readonly Fragment[];
  readonly unread: string;
}

/**
 * The scripts of a page or a component, followed by the code of its template. The scripts of a component are one
 * program with its template; modules of a page are separate.
 */
function codeIn(text: string, kind: Markup): MarkupCode {
  const scripts: Fragment[] = [];
  const head = kind === 'astro' ? frontmatter(text) : undefined;
  if (head !== undefined) scripts.push(head);
  const template = new TemplateReader(text, kind);
  for (const element of new TagReader(text, kind, head?.end ?? 0, template).scripts()) {
    const dialect = dialectOf(element, kind);
    const { start, end } = codeRange(text, element);
    if (dialect === undefined && !element.attributes.has('src')) template.script(element);
    if (dialect === undefined || start >= end) continue;
    const isSeparate = kind === 'astro' || ((kind === 'html' || kind === 'xhtml') && typeOf(element) === 'module');
    scripts.push({ text: text.slice(start, end), start, end, dialect, ...(isSeparate ? { apart: isSeparate } : {}) });
  }
  return { fragments: [...scripts, ...template.fragments], unread: template.unread.join('\n') };
}

/** The code between the fences at the start of a component; without a closing fence, all text after the first one. */
function frontmatter(text: string): Fragment | undefined {
  const start = /^\uFEFF?\s*---/.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const end = endOfFrontmatter(text, start) ?? text.length;
  return { text: text.slice(start, end), start, end, dialect: 'ts' };
}

const SCRIPT_TYPE =
  /^(?:module|(?:text|application)\/(?:x-)?(?:(javascript|ecmascript|jscript|livescript|babel|jsx|partytown)|(typescript|ts)|tsx)[-\d.]*)$/;

function typeOf({ attributes }: MarkupElement): string {
  return (attributes.get('type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The dialect of a script; undefined for a script without code, such as a script in another file. */
function dialectOf(element: MarkupElement, kind: Markup): string | undefined {
  const { attributes } = element;
  if (attributes.has('src')) return undefined;
  const type = SCRIPT_TYPE.exec(typeOf(element));
  if (type === null && typeOf(element) !== '') return undefined;
  const lang = attributes.get('lang')?.toLowerCase() ?? '';
  if (/^tsx?$/.test(lang)) return lang;
  if (lang === 'typescript' || type?.[2] !== undefined) return 'ts';
  if (typeOf(element).endsWith('/tsx')) return 'tsx';
  if (kind === 'astro') return 'ts';
  // In a page, `lang` is a natural language.
  const isJavaScript = kind === 'html' || kind === 'xhtml' || ['', 'js', 'jsx', 'javascript', 'babel'].includes(lang);
  return isJavaScript ? 'jsx' : undefined;
}

/** Start of a comment or section that hides scripts from old browsers. */
const HIDING_START = /^\s*(?:\/\/\s*)?(?:<!\[CDATA\[|<!--[^\r\n]*)/;
const HIDING_END = /(?:\/\/\s*)?(?:\]\]>|-->)\s*$/;

function codeRange(text: string, { start, end }: MarkupElement): { readonly start: number; readonly end: number } {
  const openingLength = HIDING_START.exec(text.slice(start, Math.min(end, start + 500)))?.[0].length;
  if (openingLength === undefined) return /\S/.test(text.slice(start, end)) ? { start, end } : { start, end: start };
  const closingLength = HIDING_END.exec(text.slice(Math.max(start + openingLength, end - 500), end))?.[0].length ?? 0;
  return { start: start + openingLength, end: end - closingLength };
}

/** Attributes whose value is a list of statements: event handlers of pages, Vue, Alpine and Angular. */
const HANDLER_ATTRIBUTE = /^(?:on[a-z]+$|@|v-on:|x-on:|x-init$|hx-on|ng-click$|\([\w.-]+\)$)/;

/** Attributes whose value is an expression. */
const BOUND_ATTRIBUTE = /^(?::|v-(?!for$|slot|pre$|once$|else$)|x-(?!for$)|\[[\w.-]+\]$)/;

/** Start of a Svelte block, before its expression. */
const SVELTE_BLOCK = /^\s*(?:#(?:if|await|each|key)\s|:else if\s|@(?:html|const|render|attach)\s|\.\.\.)/;

/** Pattern of the expression of a block, followed by the names for its result. */
const NAMED_RESULT = /^([^]*)\s(?:as|then|catch)\s[^]*$/;

/** An HTML entity. */
const ENTITY = /&(?:#|\w+;)/;

/** Collects the code and addresses of a template, each as a fragment of equivalent JSX, and the texts that it skips. */
class TemplateReader implements TemplateListener {
  readonly fragments: Fragment[] = [];
  readonly unread: string[] = [];
  readonly #text: string;
  readonly #markup: Markup;

  constructor(text: string, markup: Markup) {
    this.#text = text;
    this.#markup = markup;
  }

  attribute(name: string, value: string, start: number): void {
    if (!value.includes('/')) return;
    const plainName = name.replace(/^(?::|v-bind:|\[)|\]$/g, '');
    const hasEntity = ENTITY.test(value);
    if (hasEntity && !isShownAttribute(plainName)) this.unread.push(value);
    if (hasEntity) return;
    if (this.#hasBraces && value.startsWith('{') && endOfBraces(value, 0) === value.length)
      this.#addExpression(value.slice(1, -1), start + 1, plainName);
    else if (this.#markup === 'svelte' && value.includes('{') && !value.includes('`'))
      this.#addInterpolated(value, start, plainName);
    else if (HANDLER_ATTRIBUTE.test(name)) this.#addCode(value, start, ['<a b={async (event: any) => {', '}} />']);
    else if (BOUND_ATTRIBUTE.test(name)) this.#addExpression(value, start, plainName);
    else if (isServerAddress(name, value) && !/["\\\s{]/.test(value)) this.#addAddress(value, start);
    else if (!isShownAttribute(name)) this.unread.push(value);
  }

  get #hasBraces(): boolean {
    return this.#markup === 'svelte' || this.#markup === 'astro';
  }

  braces(code: string, start: number): void {
    const begin = SVELTE_BLOCK.exec(code)?.[0].length;
    if (begin === undefined) {
      if (!/^\s*[#:/@]/.test(code)) this.#addExpression(code, start);
    } else this.#addExpression(code.slice(begin).replace(NAMED_RESULT, '$1'), start + begin);
  }

  template(start: number, end: number): void {
    const text = this.#text.slice(start, end);
    let open = text.indexOf('{{');
    // A search from each of many unclosed marks to the end would take quadratic time.
    for (
      let close: number;
      open >= 0 && (close = text.indexOf('}}', open + 2)) >= 0;
      open = text.indexOf('{{', close + 2)
    )
      this.#addExpression(text.slice(open + 2, close), start + open + 2);
  }

  block({ name, start, end }: MarkupElement): void {
    if (this.#markup === 'vue' && name !== 'style' && name !== 'docs') this.unread.push(this.#text.slice(start, end));
  }

  /** Skips a script in another language. */
  script({ start, end }: MarkupElement): void {
    this.unread.push(this.#text.slice(start, end));
  }

  /** Adds an expression. `attribute`: the name that receives its value. */
  #addExpression(code: string, start: number, attribute = ''): void {
    this.#addCode(code, start, [isShownAttribute(attribute) ? '<a href={' : '<a b={', '} />']);
  }

  /** Adds `{base}/path` of Svelte as a template. */
  #addInterpolated(value: string, start: number, attribute: string): void {
    const code = new PlacedText().addAt(isShownAttribute(attribute) ? '<a href={`' : '<a b={`', start - 1);
    let place = start;
    for (const piece of value.split('{')) {
      if (place > start) code.addAt('$', place - 1).addVerbatim('{', place - 1);
      code.addVerbatim(piece, place);
      place += piece.length + 1;
    }
    this.#addFragment(code.addAt('`} />', place - 1), start, value.length);
  }

  /** Adds code, if it has a text that may be a path. */
  #addCode(code: string, start: number, [prefix, suffix]: readonly [string, string]): void {
    if (!code.includes('/') || !/["'`]/.test(code)) return;
    this.#addFragment(
      new PlacedText()
        .addAt(prefix, start)
        .addVerbatim(code, start)
        .addAt(suffix, start + code.length),
      start,
      code.length,
    );
  }

  /** Adds an address, with its quotes at those of the attribute. */
  #addAddress(value: string, start: number): void {
    const code = new PlacedText()
      .addAt('("', start - 1)
      .addVerbatim(value, start)
      .addAt('")', start + value.length);
    this.#addFragment(code, start, value.length);
  }

  #addFragment(code: PlacedText, start: number, length: number): void {
    const placeOf = (offset: number): number => code.placeOf(offset);
    this.fragments.push({ text: `${code.text};`, start, end: start + length, placeOf, dialect: 'tsx' });
  }
}
