import type { Fragment } from '../../core/model/language.js';
import type { HostFileReader } from '../language.js';
import { markupComments } from '../holders/markdown.js';
import { TagReader, closingFence, endOfBraces } from './markup-tags.js';
import type { Element, Markup, TemplateListener } from './markup-tags.js';
import { isAddressed, isShown } from '../facts/expressions.js';
import { PlacedText } from '../holders/placed-text.js';

const MARKUP: Readonly<Record<string, Markup>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'xhtml',
  vue: 'vue',
  svelte: 'svelte',
  astro: 'astro',
};

const NAME = /\.(html?|xhtml|vue|svelte|astro)$/i;

/** Pages and components: code in their scripts and templates, addresses in their attributes. */
export const markup: HostFileReader = {
  name: 'a page or a component',
  extensions: Object.keys(MARKUP),
  isHolder: (path) => NAME.test(path),
  fragmentsOf: (text, path) => codeIn(text, markupOf(path)).fragments,
  restOf: (text, path) => codeIn(text, markupOf(path)).rest,
  commentsOf: markupComments,
  counts: 'code',
};

function markupOf(path: string): Markup {
  return MARKUP[NAME.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'html';
}

/** Code fragments of a page or component, and the remaining text. */
interface MarkupCode {
  readonly fragments: readonly Fragment[];
  readonly rest: string;
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
    const { start, end } = codeOf(text, element);
    if (dialect === undefined && !element.attributes.has('src')) template.script(element);
    if (dialect === undefined || start >= end) continue;
    const isSeparate = kind === 'astro' || ((kind === 'html' || kind === 'xhtml') && typeOf(element) === 'module');
    scripts.push({ text: text.slice(start, end), start, end, dialect, ...(isSeparate ? { apart: isSeparate } : {}) });
  }
  return { fragments: [...scripts, ...template.fragments], rest: template.rest.join('\n') };
}

/** The code between the fences at the head of a component; without a closing fence, all code below the first. */
function frontmatter(text: string): Fragment | undefined {
  const start = /^\uFEFF?\s*---/.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const end = closingFence(text, start) ?? text.length;
  return { text: text.slice(start, end), start, end, dialect: 'ts' };
}

const SCRIPT_TYPE =
  /^(?:module|(?:text|application)\/(?:x-)?(?:(javascript|ecmascript|jscript|livescript|babel|jsx|partytown)|(typescript|ts)|tsx)[-\d.]*)$/;

function typeOf({ attributes }: Element): string {
  return (attributes.get('type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The dialect of a script; undefined for a script without code, such as a script in another file. */
function dialectOf(element: Element, kind: Markup): string | undefined {
  const { attributes } = element;
  if (attributes.has('src')) return undefined;
  const type = SCRIPT_TYPE.exec(typeOf(element));
  if (type === null && typeOf(element) !== '') return undefined;
  const lang = attributes.get('lang')?.toLowerCase() ?? '';
  if (/^tsx?$/.test(lang)) return lang;
  if (lang === 'typescript' || type?.[2] !== undefined) return 'ts';
  if (typeOf(element).endsWith('/tsx')) return 'tsx';
  if (kind === 'astro') return 'ts';
  // In a page, `lang` is the human language.
  const isJavaScript = kind === 'html' || kind === 'xhtml' || ['', 'js', 'jsx', 'javascript', 'babel'].includes(lang);
  return isJavaScript ? 'jsx' : undefined;
}

/** Comment or section that hides scripts from old browsers. */
const HIDING = /^\s*(?:\/\/\s*)?(?:<!\[CDATA\[|<!--[^\r\n]*)/;
const HIDING_END = /(?:\/\/\s*)?(?:\]\]>|-->)\s*$/;

function codeOf(text: string, { start, end }: Element): { readonly start: number; readonly end: number } {
  const hidden = HIDING.exec(text.slice(start, Math.min(end, start + 500)))?.[0].length;
  if (hidden === undefined) return /\S/.test(text.slice(start, end)) ? { start, end } : { start, end: start };
  const shown = HIDING_END.exec(text.slice(Math.max(start + hidden, end - 500), end))?.[0].length ?? 0;
  return { start: start + hidden, end: end - shown };
}

/** Attributes whose value is a list of statements: event handlers of pages, Vue, Alpine and Angular. */
const HANDLER = /^(?:on[a-z]+$|@|v-on:|x-on:|x-init$|hx-on|ng-click$|\([\w.-]+\)$)/;

/** Attributes whose value is an expression. */
const BOUND = /^(?::|v-(?!for$|slot|pre$|once$|else$)|x-(?!for$)|\[[\w.-]+\]$)/;

/** Start of a Svelte block, before its expression. */
const BLOCK = /^\s*(?:#(?:if|await|each|key)\s|:else if\s|@(?:html|const|render|attach)\s|\.\.\.)/;

/** Pattern of a block's expression before the names for its result. */
const NAMED_RESULT = /^([^]*)\s(?:as|then|catch)\s[^]*$/;

/** An HTML entity. */
const ENTITY = /&(?:#|\w+;)/;

/** Code and addresses of a template, each as a fragment with the equivalent JSX; and the unread rest of the file. */
class TemplateReader implements TemplateListener {
  readonly fragments: Fragment[] = [];
  readonly rest: string[] = [];
  readonly #text: string;
  readonly #markup: Markup;

  constructor(text: string, markup: Markup) {
    this.#text = text;
    this.#markup = markup;
  }

  attribute(name: string, value: string, start: number): void {
    if (!value.includes('/')) return;
    const bound = name.replace(/^(?::|v-bind:|\[)|\]$/g, '');
    const hasEntity = ENTITY.test(value);
    if (hasEntity && !isShown(bound)) this.rest.push(value);
    if (hasEntity) return;
    if (this.#hasBraces && value.startsWith('{') && endOfBraces(value, 0) === value.length)
      this.#expression(value.slice(1, -1), start + 1, bound);
    else if (this.#markup === 'svelte' && value.includes('{') && !value.includes('`'))
      this.#filled(value, start, bound);
    else if (HANDLER.test(name)) this.#add(value, start, ['<a b={async (event: any) => {', '}} />']);
    else if (BOUND.test(name)) this.#expression(value, start, bound);
    else if (isAddressed(name, value) && !/["\\\s{]/.test(value)) this.#address(value, start);
    else if (!isShown(name)) this.rest.push(value);
  }

  get #hasBraces(): boolean {
    return this.#markup === 'svelte' || this.#markup === 'astro';
  }

  braces(code: string, start: number): void {
    const begin = BLOCK.exec(code)?.[0].length;
    if (begin === undefined) {
      if (!/^\s*[#:/@]/.test(code)) this.#expression(code, start);
    } else this.#expression(code.slice(begin).replace(NAMED_RESULT, '$1'), start + begin);
  }

  template(start: number, end: number): void {
    const text = this.#text.slice(start, end);
    let open = text.indexOf('{{');
    // Following each of many unclosed marks to the end would be quadratic.
    for (
      let close: number;
      open >= 0 && (close = text.indexOf('}}', open + 2)) >= 0;
      open = text.indexOf('{{', close + 2)
    )
      this.#expression(text.slice(open + 2, close), start + open + 2);
  }

  block({ name, start, end }: Element): void {
    if (this.#markup === 'vue' && name !== 'style' && name !== 'docs') this.rest.push(this.#text.slice(start, end));
  }

  /** Skips a script in an unread language. */
  script({ start, end }: Element): void {
    this.rest.push(this.#text.slice(start, end));
  }

  /** Adds an expression. `attribute`: the name that receives its value. */
  #expression(code: string, start: number, attribute = ''): void {
    this.#add(code, start, [isShown(attribute) ? '<a href={' : '<a b={', '} />']);
  }

  /** Adds `{base}/path` of Svelte as a template. */
  #filled(value: string, start: number, attribute: string): void {
    const code = new PlacedText().put(isShown(attribute) ? '<a href={`' : '<a b={`', start - 1);
    let place = start;
    for (const piece of value.split('{')) {
      if (place > start) code.put('$', place - 1).add('{', place - 1);
      code.add(piece, place);
      place += piece.length + 1;
    }
    this.#keep(code.put('`} />', place - 1), start, value.length);
  }

  /** Adds code, if it has a text that may be a path. */
  #add(code: string, start: number, [before, after]: readonly [string, string]): void {
    if (!code.includes('/') || !/["'`]/.test(code)) return;
    this.#keep(
      new PlacedText()
        .put(before, start)
        .add(code, start)
        .put(after, start + code.length),
      start,
      code.length,
    );
  }

  /** Adds an address, with its quotes at those of the attribute. */
  #address(value: string, start: number): void {
    const code = new PlacedText()
      .put('("', start - 1)
      .add(value, start)
      .put('")', start + value.length);
    this.#keep(code, start, value.length);
  }

  #keep(code: PlacedText, start: number, length: number): void {
    const placeOf = (offset: number): number => code.placeOf(offset);
    this.fragments.push({ text: `${code.text};`, start, end: start + length, placeOf, dialect: 'tsx' });
  }
}
