import type { Catalogue } from '../core/model/deprecation.js';

/** Lexical forms of a catalogue's words in a language, as sources of regular expressions for unparsed texts. */
export interface LexicalForms {
  /** Pattern for the character before a common word that begins a segment. */
  readonly opening: string;
  /** Source of the import of an SDK package, for the source of its name; undefined if the language has no packages. */
  readonly sdk: ((name: string) => string) | undefined;
  /** Whether a package name can be imported; absent if every name can. */
  readonly isImportable?: (name: string) => boolean;
  /** One or several words as a name in an SDK: `ringTones`. */
  readonly nameOf: (words: string) => string;
  /** Whether a word at an offset is not part of an API's path: it is part of a file name, or in a comment. */
  readonly isAside: (text: string, at: number) => boolean;
  /** Further texts with no other likely meaning, such as types of resources. */
  readonly also: (catalogue: Catalogue) => readonly string[];
  /** Beginnings of commands that send to an API, with any arguments. */
  readonly commands?: (catalogue: Pick<Catalogue, 'apis'>) => readonly string[];
}

/** Text before a specifier: `import a from`, `declare module`, `/// <reference types=`. */
const BEFORE_SPECIFIER = String.raw`\b(?:from|import|module|reference\s+types\s*=)\s*`;

/** Text before a specifier: `require(`, `import(`, `jest.requireActual<Client>(`, `vi.mock(`, `proxyquire(`. */
const IMPORTING_CALL = String.raw`(?:(?:quire|[iI]mport)[\w$.]*|[mM]ock(?:FromModule|Module|\.module)?)\s*(?:<[^;()]{0,200}>\s*)?\(\s*(?:/\*[^*]{0,200}\*/\s*)?`;

/** Text before a specifier of a list: `define(['./a', `, `System.register('name', ['./a', `. */
const IMPORTED_LIST = String.raw`\b(?:define|System\.register)\s*\(\s*(?:['"][^'"\n]{1,300}['"]\s*,\s*)?\[[^\][]{0,500}`;

const IMPORTING = `(?:${BEFORE_SPECIFIER}|${IMPORTING_CALL}|${IMPORTED_LIST})`;

export const JAVASCRIPT_FORMS: LexicalForms = {
  opening: `['"\`/}]`,
  // The name is rarer than the import around it, which is tested last.
  sdk: (name) => `['"\`]${name}['"\`/](?<=${IMPORTING}['"\`][^'"\`\n]{1,200}['"\`/])`,
  nameOf: camelCase,
  // `from '../filters'`
  isAside(text, at) {
    const line = text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 300), at + 1);
    return /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(?:['"`]|['"`][^'"`\s]*\/)$/.test(line);
  },
  also: () => [],
};

/** Whether an offset is in a line that begins with a comment mark; `mark` is sticky. */
export function isInLineOf(mark: RegExp, text: string, at: number): boolean {
  mark.lastIndex = text.lastIndexOf('\n', at) + 1;
  return mark.lastIndex <= at && mark.test(text);
}

/** Converts `ring_tones` or `Ring Tones` to `ringTones`. */
function camelCase(text: string): string {
  const [first = '', ...rest] = text.split(/[^a-z0-9]+/i).filter((part) => part !== '');
  const head = rest.length > 0 ? first.toLowerCase() : first;
  return head + rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()).join('');
}

/** Converts `Ring Tones` or `ringTones` to `ring_tones`. */
export function snakeCase(text: string): string {
  if (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(text)) return text;
  return text
    .split(/[^a-zA-Z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((part) => part !== '')
    .join('_')
    .toLowerCase();
}

/** Imports of a language, read from texts without a parser. */
export interface ImportTexts {
  /** Specifiers that a text imports, in order. Copies, because a substring in V8 keeps the whole text alive. */
  readonly specifiersIn: (text: string) => readonly string[];
  /** Names that a text imports from each specifier. If these are unclear, the whole module counts as imported. */
  readonly clausesIn: (text: string) => readonly ImportClause[];
  /** Whether a specifier may resolve to a file of any name, so that it is resolved at once. */
  readonly isBare: (specifier: string) => boolean;
  /**
   * Tests whether texts may declare a name for files that import all names; errs towards true. Absent if texts do not
   * show it.
   */
  readonly declares?: (name: string) => (text: string) => boolean;
  /** Whether a text may export names that are not in it; absent if none can. */
  readonly mayHide?: (text: string) => boolean;
  /** Key of a specifier for its target file: usually its last segment without an extension. */
  readonly importKey: (specifier: string) => string;
  /** Keys that specifiers for a file may have. */
  readonly fileKeys: (file: string) => readonly string[];
}

/** Names that a file imports from one specifier. */
export interface ImportClause {
  readonly specifier: string;
  /** Names in the module; `all` if the whole module is imported, or the text leaves it open. */
  readonly names: readonly string[] | 'all';
  /** Names that the file re-exports, as pairs of the name in the module and the name in the file. */
  readonly reExports: readonly (readonly [imported: string, exported: string])[];
  /** Whether it re-exports all names: `export * from`. */
  readonly passesAll: boolean;
}

/** Start of an import of a module. */
const SPECIFIER = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"]([^'"\n]{1,300})['"]/g;

/** The list of modules of a wrapped module: `define(['./a', './b'], …)`, `System.register('name', ['./a'], …)`. */
const WRAPPED = /\b(?:define|System\.register)\s*\(\s*(?:['"][^'"\n]{1,300}['"]\s*,\s*)?\[([^\][]{1,20000})\]/g;

function wrappedSpecifiers(text: string): readonly string[] {
  return [...text.matchAll(WRAPPED)].flatMap(([, list = '']) =>
    Array.from(list.matchAll(/['"]([^'"\n]{1,300})['"]/g), ([, specifier = '']) => specifier),
  );
}

function specifiersIn(text: string): readonly string[] {
  const found = Array.from(text.matchAll(SPECIFIER), ([, specifier = '']) => specifier);
  return [...found, ...wrappedSpecifiers(text)].map((specifier) => Buffer.from(specifier).toString());
}

/** Text before the quote: `import a, { b as c } from` or `export { a } from`. */
const BEFORE_FROM =
  /\b(import|export)\s*(?:type\s+)?((?:[\w$]+\s*,\s*)?(?:\{[^{}'"`;]*\}|\*(?:\s*as\s+[\w$]+)?)|[\w$]+)\s*from\s*$/;

/** Text before the quote: `const { a, b: c } = require(`, or the same with `await import(`. */
const BEFORE_CALL = /\{([^{}'"`;()]*)\}\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*$/;

/** Maximum distance of a clause from its specifier, in characters; beyond it the whole module counts as imported. */
const MAX_CLAUSE = 4000;

/**
 * The import clauses of a text, without parsing it. If a clause is not understood, such as one with a comment, the
 * whole module counts as imported: no import is ever left out.
 */
function importClauses(text: string): readonly ImportClause[] {
  const clauses = [
    ...wrappedSpecifiers(text).map((specifier) => wholeModule(specifier, false)),
    ...Array.from(text.matchAll(SPECIFIER), (match) => clauseOf(text, match)),
  ];
  if (!EXPORT_COPIES.test(text)) return clauses;
  return [...clauses, ...clauses.map(({ specifier }) => wholeModule(specifier, true))];
}

/** Pattern of the compiled form of `export * from`, which may refer to any of the modules. */
const EXPORT_COPIES = /\bexports\[\w+\]|export_?star/i;

function wholeModule(specifier: string, passesAll: boolean): ImportClause {
  return { specifier, names: 'all', reExports: [], passesAll };
}

function clauseOf(text: string, { 0: written, 1: specifier = '', index }: RegExpExecArray): ImportClause {
  const quote = index + written.length - specifier.length - 2;
  const before = text.slice(Math.max(0, quote - MAX_CLAUSE), quote);
  // `import 'module'` imports no names.
  if (/\bimport\s*$/.test(before)) return { specifier, names: [], reExports: [], passesAll: false };
  const [, keyword, clause] = BEFORE_FROM.exec(before) ?? [];
  if (keyword !== undefined && clause !== undefined) return fromClause(specifier, keyword, clause);
  const [, pattern] = BEFORE_CALL.exec(before) ?? [];
  const pairs = pattern === undefined ? undefined : pairsOf(pattern, /^([\w$]+)(?:\s*:\s*([\w$]+))?(?:\s*=.*)?$/);
  return { specifier, names: pairs?.map(([name]) => name) ?? 'all', reExports: [], passesAll: false };
}

function fromClause(specifier: string, keyword: string, clause: string): ImportClause {
  const brace = clause.indexOf('{');
  if (brace < 0) {
    const star = clause.includes('*');
    if (keyword === 'import') return { specifier, names: star ? 'all' : ['default'], reExports: [], passesAll: false };
    // `export * as name`: the name includes all exports.
    return { specifier, names: 'all', reExports: [], passesAll: true };
  }
  const pairs = pairsOf(
    clause.slice(brace + 1, clause.lastIndexOf('}')),
    /^(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?$/,
  );
  if (pairs === undefined) return { specifier, names: 'all', reExports: [], passesAll: keyword === 'export' };
  const names = [...(brace > 0 ? ['default'] : []), ...pairs.map(([name]) => name)];
  return keyword === 'import'
    ? { specifier, names, reExports: [], passesAll: false }
    : { specifier, names, reExports: pairs, passesAll: false };
}

/** The items of a clause; undefined if an item is not understood. */
function pairsOf(list: string, item: RegExp): readonly (readonly [string, string])[] | undefined {
  const pairs: (readonly [string, string])[] = [];
  for (const part of list.split(',')) {
    const written = part.trim();
    if (written === '') continue;
    const [, name, alias] = item.exec(written) ?? [];
    if (name === undefined) return undefined;
    pairs.push([name, alias ?? name]);
  }
  return pairs;
}

/** Pattern of a specifier without a path: `name`, `@scope/name`, `@alias`. */
const BARE = /^(?:@[^/]+\/)?[^/.][^/]*$/;

/** File extensions that specifiers omit or replace. */
const ENDING = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

/** Key of an index file, as of `.` and `..`. */
const INDEX = '.';

function lastSegment(specifier: string): string {
  const clean = specifier.replace(/\?[^]*/, '').replace(/(?<!\/)\/+$/, '');
  const last = clean.slice(clean.lastIndexOf('/') + 1);
  return last === '' || last === '..' ? INDEX : last.replace(ENDING, '');
}

function fileKeys(file: string): readonly string[] {
  const parts = file.replace(ENDING, '').split('/');
  const name = parts.at(-1) ?? '';
  // An index file represents its folder, an entry file its package.
  return /^(?:index|main|mod|lib)$/.test(name) ? [name, parts.at(-2) ?? INDEX, INDEX] : [name];
}

/** Signs that a module may export a value as a whole, whose names are not in its text, or escapes a name. */
const HIDDEN_EXPORTS = /\bexports\b|\bexport\s*=|\b(?:define|System\.register)\s*\(|\\[ux]/;

/** Imports of TypeScript and JavaScript. */
export const JAVASCRIPT_IMPORTS: ImportTexts = {
  specifiersIn,
  declares: mayExport,
  mayHide: (text) => HIDDEN_EXPORTS.test(text),
  clausesIn: importClauses,
  isBare: (specifier) => BARE.test(specifier),
  importKey: lastSegment,
  fileKeys,
};

/** A comment in place of a name: the text is not read further there. */
const COMMENTED =
  /\b(?:export|default|declare|abstract|async|const|let|var|using|function|class|enum|namespace|module|interface|type|import|as)\s*(?:\*\s*)?\/[/*]/;

/** Words before the name of a declaration or export. */
const BEFORE_NAME = /(?:^|[^\w$.])(?:const|let|var|using|class|enum|namespace|module|interface|type|function|as)$/;

/** Start of a list of exports, or of an exported pattern. */
const EXPORT_LIST = /(?:^|[^\w$.])export\s*(?:type\s*)?\{$/;
const EXPORT_PATTERN = /\bexport\s+(?:const|let|var|using)\s*[{[]/;
const EXPORT_VARIABLE = /\bexport\s+(?:const|let|var|using)\b/;
/** Start of a pattern after another declaration, perhaps after a comment: `export const a = 1, { b } = c`. */
const LATER_PATTERN = /(?:,|\*\/|\/\/(?:(?!\/\/)[^\r\n\u2028\u2029])*[\r\n\u2028\u2029])\s*[{[]/;

/** Start of an import up to its list, unless in a comment after code. */
const IMPORT_LIST = /(?:^|[\r\n\u2028\u2029])[^\S\r\n\u2028\u2029]*import\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?$/;

/** Number of characters of a text that are searched for a word before a name. */
const SEARCHED_LENGTH = 200;

/**
 * Whether the text of a TypeScript or JavaScript module may export a name in it: it declares the name, or has it in a
 * list or a pattern that is not an import's. Most texts only use the name. `export *` does not include `default`.
 */
export function mayExport(name: string): (text: string) => boolean {
  return (text) => {
    let at = text.indexOf(name);
    if (at < 0) return false;
    if (COMMENTED.test(text)) return true;
    const hasPattern = EXPORT_PATTERN.test(text) || (EXPORT_VARIABLE.test(text) && LATER_PATTERN.test(text));
    for (; at >= 0; at = text.indexOf(name, at + 1))
      if (mayExportAt(text, at, at + name.length, hasPattern)) return true;
    return false;
  };
}

function mayExportAt(text: string, start: number, end: number, hasPattern: boolean): boolean {
  if (isWordAt(text, start - 1) || isWordAt(text, end)) return false;
  const before = lastSign(text, start - 1);
  const after = nextSign(text, end);
  const sign = text[before] ?? '';
  // `export { a as 'name' }`, `export { 'name' } from`
  if (sign === '"' || sign === "'") {
    const outer = lastSign(text, before - 1);
    return ',{/'.includes(text[outer] ?? '') || endsWith(BEFORE_NAME, text, outer + 1);
  }
  if (endsWith(BEFORE_NAME, text, before + 1) || endsWith(/\bfunction\s*\*$/, text, before + 1)) return true;
  if (endsWith(/(?:^|[^\w$.])import$/, text, before + 1)) return '=/'.includes(text[after] ?? '');
  const isLast = after >= text.length || /[\r\n\u2028\u2029]/.test(text.slice(end, after));
  if (!isLast && !',}]=:;!/'.includes(text[after] ?? '')) return false;
  if (hasPattern && ('{[:'.includes(sign) || text.startsWith('...', before - 2))) return true;
  if (sign === '{') return endsWith(EXPORT_LIST, text, before + 1);
  const isFirst = /[\r\n\u2028\u2029]/.test(text.slice(before + 1, start));
  return (isFirst || before < 0 || sign === ',' || sign === '/') && !isImported(text, start);
}

/** Whether a name is in the list of an import. */
function isImported(text: string, at: number): boolean {
  const open = text.lastIndexOf('{', at);
  return open >= 0 && /^[\w$\s,]*$/.test(text.slice(open + 1, at)) && endsWith(IMPORT_LIST, text, open);
}

function endsWith(pattern: RegExp, text: string, end: number): boolean {
  // The `\0` keeps `^` from matching at the cut.
  return pattern.test(end > SEARCHED_LENGTH ? `\0${text.slice(end - SEARCHED_LENGTH, end)}` : text.slice(0, end));
}

function isWordAt(text: string, at: number): boolean {
  return /[\w$\x80-\uffff]/.test(text.charAt(at)) && !isSpaceAt(text, at);
}

/** The index of the last non-blank character up to an offset; -1 if there is none. */
function lastSign(text: string, from: number): number {
  let at = from;
  while (at >= 0 && isSpaceAt(text, at)) at -= 1;
  return at;
}

function nextSign(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpaceAt(text, at)) at += 1;
  return at;
}

function isSpaceAt(text: string, at: number): boolean {
  return /[\s\u0085\u200b]/.test(text.charAt(at));
}
