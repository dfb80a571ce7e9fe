import type { Catalogue } from '../core/model/deprecation.js';

/** Lexical forms of a catalogue's words in a language, as sources of regular expressions for unparsed texts. */
export interface LexicalForms {
  /** Pattern of the character before a path segment, for words that also occur outside of paths. */
  readonly opening: string;
  /** Pattern of the import of an SDK package, from the pattern of its name; undefined without packages. */
  readonly sdkImport: ((name: string) => string) | undefined;
  /** Whether a package name can be imported; absent if every name can. */
  readonly isImportable?: (name: string) => boolean;
  /** Converts words to the form of names in SDKs: `ringTones`. */
  readonly nameOf: (words: string) => string;
  /** Whether the word after the character at an offset is part of a file name or a comment, and so of no path of an API. */
  readonly isAside: (text: string, at: number) => boolean;
  /** Patterns of other texts with no other likely meaning, such as types of resources. */
  readonly otherTexts: (catalogue: Catalogue) => readonly string[];
  /** Patterns of the beginnings of commands that send requests to an API. */
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
  // The package name is rarer than the syntax of imports, so the look-behind is tested last.
  sdkImport: (name) => `['"\`]${name}['"\`/](?<=${IMPORTING}['"\`][^'"\`\n]{1,200}['"\`/])`,
  nameOf: camelCase,
  // The word in `from '../filters'` is part of a file name.
  isAside(text, at) {
    const line = text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 300), at + 1);
    return /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(?:['"`]|['"`][^'"`\s]*\/)$/.test(line);
  },
  otherTexts: () => [],
};

/** Whether an offset is in a line that begins with a comment mark; `mark` is sticky. */
export function isInMarkedLine(mark: RegExp, text: string, at: number): boolean {
  mark.lastIndex = text.lastIndexOf('\n', at) + 1;
  return mark.lastIndex <= at && mark.test(text);
}

/** Converts `ring_tones` or `Ring Tones` to `ringTones`. */
function camelCase(text: string): string {
  const [first = '', ...others] = text.split(/[^a-z0-9]+/i).filter((part) => part !== '');
  const head = others.length > 0 ? first.toLowerCase() : first;
  return head + others.map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()).join('');
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
  /** Copies of the specifiers that a text imports; a substring in V8 would keep the complete text alive. */
  readonly specifiersIn: (text: string) => readonly string[];
  /** Names that a text imports from each specifier; `all` if they are unclear. */
  readonly clausesIn: (text: string) => readonly ImportClause[];
  /** Whether a specifier may resolve to a file of any name, so that it is resolved instead of compared by its key. */
  readonly isBare: (specifier: string) => boolean;
  /**
   * Returns a test of whether a text may declare a name for files that import all names; errs towards true. Absent for a
   * language in which the text of a file does not show its declarations.
   */
  readonly mayDeclare?: (name: string) => (text: string) => boolean;
  /** Whether a text may export names that are not in it; absent if no text of the language can. */
  readonly mayHideExports?: (text: string) => boolean;
  /** Key of a specifier for its target file: usually its last segment without an extension. */
  readonly importKey: (specifier: string) => string;
  /** Keys that specifiers for a file may have. */
  readonly fileKeys: (file: string) => readonly string[];
}

/** Names that a file imports from one specifier. */
export interface ImportClause {
  readonly specifier: string;
  /** Names in the module; `all` if all are imported, or the names are unclear. */
  readonly names: readonly string[] | 'all';
  /** Names that the file re-exports, as pairs of the name in the module and the name in the file. */
  readonly reExports: readonly (readonly [imported: string, exported: string])[];
  /** Whether the file re-exports all names: `export * from`. */
  readonly passesAll: boolean;
}

/** Pattern of a few comments, as before a specifier: `import(/* webpackChunkName: "a" *\/ './a')`. */
const COMMENTS = String.raw`(?:/\*(?:[^*]|\*(?!/)){0,1000}\*/\s*|//[^\n]{0,1000}\n\s*){0,20}`;

/** Matches the keyword or call of an import, and its quoted specifier; a template literal only in a call. */
const SPECIFIER = new RegExp(
  `(?:\\b(?:from|import)\\s*${COMMENTS}(?=['"])|\\b(?:require|import)\\s*\\(\\s*${COMMENTS})['"\`]([^'"\`\n]{1,300})['"\`]`,
  'g',
);

/** Imports of a module in a wrapper: `define(['./a', './b'], …)`, `System.register('name', ['./a'], …)`. */
const WRAPPED_MODULES = /\b(?:define|System\.register)\s*\(\s*(?:['"][^'"\n]{1,300}['"]\s*,\s*)?\[([^\][]{1,20000})\]/g;

function wrappedSpecifiers(text: string): readonly string[] {
  return [...text.matchAll(WRAPPED_MODULES)].flatMap(([, list = '']) =>
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

/** Maximum length of a clause, in characters; a longer one imports all names. */
const MAX_CLAUSE = 4000;

/**
 * The import clauses of a text, without parsing it. A clause that no pattern matches imports all names, and re-exports
 * them if it may be an export, so that no import is missing.
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

function clauseOf(text: string, { 0: match, 1: specifier = '', index }: RegExpExecArray): ImportClause {
  const quoteIndex = index + match.length - specifier.length - 2;
  const textBefore = text.slice(Math.max(0, quoteIndex - MAX_CLAUSE), quoteIndex);
  // `import 'module'` imports no names.
  if (/\bimport\s*$/.test(textBefore)) return { specifier, names: [], reExports: [], passesAll: false };
  const clause = clauseBefore(specifier, textBefore);
  if (clause !== undefined) return clause;
  if (!match.startsWith('from')) return wholeModule(specifier, false);
  const withoutComments = textBefore.replace(ANY_COMMENT, ' ');
  return clauseBefore(specifier, withoutComments) ?? wholeModule(specifier, /\bexport\b/.test(withoutComments));
}

/** Matches a comment. */
const ANY_COMMENT = /\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*/g;

/** Clause at the end of a text; undefined if no pattern matches. */
function clauseBefore(specifier: string, textBefore: string): ImportClause | undefined {
  const [, keyword, clause] = BEFORE_FROM.exec(textBefore) ?? [];
  if (keyword !== undefined && clause !== undefined) return fromClause(specifier, keyword, clause);
  const [, pattern] = BEFORE_CALL.exec(textBefore) ?? [];
  const pairs = pattern === undefined ? undefined : pairsOf(pattern, /^([\w$]+)(?:\s*:\s*([\w$]+))?(?:\s*=.*)?$/);
  return pairs && { specifier, names: pairs.map(([name]) => name), reExports: [], passesAll: false };
}

function fromClause(specifier: string, keyword: string, clause: string): ImportClause {
  const braceIndex = clause.indexOf('{');
  if (braceIndex < 0) {
    const hasStar = clause.includes('*');
    if (keyword === 'import')
      return { specifier, names: hasStar ? 'all' : ['default'], reExports: [], passesAll: false };
    // `export * as name`: that name includes all exports.
    return { specifier, names: 'all', reExports: [], passesAll: true };
  }
  const pairs = pairsOf(
    clause.slice(braceIndex + 1, clause.lastIndexOf('}')),
    /^(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?$/,
  );
  if (pairs === undefined) return { specifier, names: 'all', reExports: [], passesAll: keyword === 'export' };
  const names = [...(braceIndex > 0 ? ['default'] : []), ...pairs.map(([name]) => name)];
  return keyword === 'import'
    ? { specifier, names, reExports: [], passesAll: false }
    : { specifier, names, reExports: pairs, passesAll: false };
}

/** The items of a clause, as pairs of a name and its alias; undefined if an item does not match. */
function pairsOf(list: string, item: RegExp): readonly (readonly [string, string])[] | undefined {
  const pairs: (readonly [string, string])[] = [];
  for (const part of list.split(',')) {
    const itemText = part.trim();
    if (itemText === '') continue;
    const [, name, alias] = item.exec(itemText) ?? [];
    if (name === undefined) return undefined;
    pairs.push([name, alias ?? name]);
  }
  return pairs;
}

/** Pattern of a specifier without a path: `name`, `@scope/name`, `@alias`. */
const BARE_SPECIFIER = /^(?:@[^/]+\/)?[^/.][^/]*$/;

/** File extensions that specifiers omit or replace. */
const OMITTED_EXTENSION = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

/** Key of an index file, as of `.` and `..`. */
const INDEX_KEY = '.';

function lastSegment(specifier: string): string {
  const path = specifier.replace(/\?[^]*/, '').replace(/(?<!\/)\/+$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last === '' || last === '..' ? INDEX_KEY : last.replace(OMITTED_EXTENSION, '');
}

function fileKeys(file: string): readonly string[] {
  const parts = file.replace(OMITTED_EXTENSION, '').split('/');
  const name = parts.at(-1) ?? '';
  // An index file represents its folder, an entry file its package.
  return /^(?:index|main|mod|lib)$/.test(name) ? [name, parts.at(-2) ?? INDEX_KEY, INDEX_KEY] : [name];
}

/** Signs that a module may export an object whose keys are not in its text, or that a name is escaped: `\u0061`. */
const HIDDEN_EXPORTS = /\bexports\b|\bexport\s*=|\b(?:define|System\.register)\s*\(|\\[ux]/;

/** Imports of TypeScript and JavaScript. */
export const JAVASCRIPT_IMPORTS: ImportTexts = {
  specifiersIn,
  mayDeclare: mayExport,
  mayHideExports: (text) => HIDDEN_EXPORTS.test(text),
  clausesIn: importClauses,
  isBare: (specifier) => BARE_SPECIFIER.test(specifier),
  importKey: lastSegment,
  fileKeys,
};

/** A comment between a keyword and a name; a text with one may export any name that it contains. */
const COMMENT_FOR_NAME =
  /\b(?:export|default|declare|abstract|async|const|let|var|using|function|class|enum|namespace|module|interface|type|import|as)\s*(?:\*\s*)?\/[/*]/;

/** Words before the name of a declaration or export. */
const BEFORE_NAME = /(?:^|[^\w$.])(?:const|let|var|using|class|enum|namespace|module|interface|type|function|as)$/;

/** Start of a list of exports, or of an exported pattern. */
const EXPORT_LIST = /(?:^|[^\w$.])export\s*(?:type\s*)?\{$/;
const EXPORT_PATTERN = /\bexport\s+(?:const|let|var|using)\s*[{[]/;
/** An exported variable, whose list of declarations may contain a pattern later. */
const EXPORT_VARIABLE = /\bexport\s+(?:const|let|var|using)\b/;
/** Start of a pattern after another declaration, perhaps after a comment: `export const a = 1, { b } = c`. */
const LATER_PATTERN = /(?:,|\*\/|\/\/(?:(?!\/\/)[^\r\n\u2028\u2029])*[\r\n\u2028\u2029])\s*[{[]/;

/** Start of an import up to its list, unless in a comment after code. */
const IMPORT_LIST = /(?:^|[\r\n\u2028\u2029])[^\S\r\n\u2028\u2029]*import\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?$/;

/** Number of characters before a name that are searched for a word. */
const SEARCHED_LENGTH = 200;

/**
 * Returns a test of whether a TypeScript or JavaScript module may export a name: its text declares the name, or has it
 * in a list or pattern outside of imports. Most texts only use the name.
 */
export function mayExport(name: string): (text: string) => boolean {
  return (text) => {
    let at = text.indexOf(name);
    if (at < 0) return false;
    if (COMMENT_FOR_NAME.test(text)) return true;
    const hasPattern = EXPORT_PATTERN.test(text) || (EXPORT_VARIABLE.test(text) && LATER_PATTERN.test(text));
    for (; at >= 0; at = text.indexOf(name, at + 1))
      if (mayExportAt(text, at, at + name.length, hasPattern)) return true;
    return false;
  };
}

/** Whether a name may be exported, by the text around one occurrence of it. */
function mayExportAt(text: string, start: number, end: number, hasPattern: boolean): boolean {
  if (isWordAt(text, start - 1) || isWordAt(text, end)) return false;
  const previous = previousNonBlank(text, start - 1);
  const next = nextNonBlank(text, end);
  const before = text[previous] ?? '';
  // `export { a as 'name' }`, `export { 'name' } from`
  if (before === '"' || before === "'") {
    const beforeQuote = previousNonBlank(text, previous - 1);
    return ',{/'.includes(text[beforeQuote] ?? '') || endsWith(BEFORE_NAME, text, beforeQuote + 1);
  }
  // `const name`, `as name`, `function* name`
  if (endsWith(BEFORE_NAME, text, previous + 1) || endsWith(/\bfunction\s*\*$/, text, previous + 1)) return true;
  // `import name = require(…)`, but not `import name from`
  if (endsWith(/(?:^|[^\w$.])import$/, text, previous + 1)) return '=/'.includes(text[next] ?? '');
  // Anything but the end of the line or of an item follows a use: `name(`, `name.ring`.
  const endsLine = next >= text.length || /[\r\n\u2028\u2029]/.test(text.slice(end, next));
  if (!endsLine && !',}]=:;!/'.includes(text[next] ?? '')) return false;
  // `export const { name } = a`, `export const { key: name, ...name } = a`
  if (hasPattern && ('{[:'.includes(before) || text.startsWith('...', previous - 2))) return true;
  // `export { name }`
  if (before === '{') return endsWith(EXPORT_LIST, text, previous + 1);
  // At the start of a line, or after a comma or a comment: `export { a, name }`, `export const a = 1, name = 2`.
  const startsLine = /[\r\n\u2028\u2029]/.test(text.slice(previous + 1, start));
  return (startsLine || previous < 0 || before === ',' || before === '/') && !isImported(text, start);
}

/** Whether a name is in the list of an import. */
function isImported(text: string, at: number): boolean {
  const brace = text.lastIndexOf('{', at);
  return brace >= 0 && /^[\w$\s,]*$/.test(text.slice(brace + 1, at)) && endsWith(IMPORT_LIST, text, brace);
}

function endsWith(pattern: RegExp, text: string, end: number): boolean {
  // The `\0` keeps `^` from matching at the cut.
  return pattern.test(end > SEARCHED_LENGTH ? `\0${text.slice(end - SEARCHED_LENGTH, end)}` : text.slice(0, end));
}

function isWordAt(text: string, at: number): boolean {
  return /[\w$\x80-\uffff]/.test(text.charAt(at)) && !isSpaceAt(text, at);
}

/** The index of the last non-blank character up to an offset; -1 if there is none. */
function previousNonBlank(text: string, from: number): number {
  let at = from;
  while (at >= 0 && isSpaceAt(text, at)) at -= 1;
  return at;
}

function nextNonBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpaceAt(text, at)) at += 1;
  return at;
}

function isSpaceAt(text: string, at: number): boolean {
  return /[\s\u0085\u200b]/.test(text.charAt(at));
}
