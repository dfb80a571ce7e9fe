import type { Fragment } from '../../model/language.js';
import type { Holder } from '../language.js';
import { markupComments } from '../holders/markdown.js';
import { closingFence } from './skip-code.js';
import { TagReader } from './markup-tags.js';
import { TemplateReader } from './markup-template.js';
import type { Element, Markup } from './markup-tags.js';

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
export const markup: Holder = {
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
interface Held {
  readonly fragments: readonly Fragment[];
  readonly rest: string;
}

/**
 * The scripts of a page or a component, and then the code of its template. The scripts of a component are one program
 * with its template; modules of a page are apart.
 */
function codeIn(text: string, kind: Markup): Held {
  const scripts: Fragment[] = [];
  const head = kind === 'astro' ? frontmatter(text) : undefined;
  if (head !== undefined) scripts.push(head);
  const template = new TemplateReader(text, kind);
  for (const element of new TagReader(text, kind, head?.end ?? 0, template).scripts()) {
    const dialect = dialectOf(element, kind);
    const { start, end } = codeOf(text, element);
    if (dialect === undefined && !element.attributes.has('src')) template.script(element);
    if (dialect === undefined || start >= end) continue;
    const apart = kind === 'astro' || ((kind === 'html' || kind === 'xhtml') && typeOf(element) === 'module');
    scripts.push({ text: text.slice(start, end), start, end, dialect, ...(apart ? { apart } : {}) });
  }
  return { fragments: [...scripts, ...template.fragments], rest: template.rest.join('\n') };
}

/** The code between the fences at the head of a component; where the second one is missing, all below the first. */
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

/** How the code of a script is written; undefined where there is none, as in one that stands in another file. */
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
  // In a page it is the language of people.
  const isOurs = kind === 'html' || kind === 'xhtml' || ['', 'js', 'jsx', 'javascript', 'babel'].includes(lang);
  return isOurs ? 'jsx' : undefined;
}

/** Scripts are hidden from old readers in a comment or a section. */
const HIDING = /^\s*(?:\/\/\s*)?(?:<!\[CDATA\[|<!--[^\r\n]*)/;
const HIDING_END = /(?:\/\/\s*)?(?:\]\]>|-->)\s*$/;

function codeOf(text: string, { start, end }: Element): { readonly start: number; readonly end: number } {
  const hidden = HIDING.exec(text.slice(start, Math.min(end, start + 500)))?.[0].length;
  if (hidden === undefined) return /\S/.test(text.slice(start, end)) ? { start, end } : { start, end: start };
  const shown = HIDING_END.exec(text.slice(Math.max(start + hidden, end - 500), end))?.[0].length ?? 0;
  return { start: start + hidden, end: end - shown };
}
