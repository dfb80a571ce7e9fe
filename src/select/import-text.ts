import { mayExport } from './export-text.js';

/** Imports of a language, read from texts without a parser. */
export interface ImportTexts {
  /** Specifiers that a text imports, in order. Copies, because a substring in V8 keeps the whole text alive. */
  readonly specifiersIn: (text: string) => readonly string[];
  /** Names that it imports from each specifier. If these are unclear, the whole module counts as imported. */
  readonly clausesIn: (text: string) => readonly ImportClause[];
  /** Whether a specifier may resolve to a file of any name, and so is resolved at once. */
  readonly isBare: (specifier: string) => boolean;
  /**
   * Tests whether texts may declare a name for files that import all names; true for too many rather than too few.
   * Absent if texts do not show it.
   */
  readonly declares?: (name: string) => (text: string) => boolean;
  /** Whether a text may export names that are not written in it; absent if none does. */
  readonly mayHide?: (text: string) => boolean;
  /** Key of a specifier for its target file, as a rule its last segment without an extension. */
  readonly importKey: (specifier: string) => string;
  /** Keys of a file that specifiers for it may have. */
  readonly fileKeys: (file: string) => readonly string[];
}

/** Names that a file imports from one specifier. */
export interface ImportClause {
  readonly specifier: string;
  /** Names in the module; `all` if the whole module is imported, or the text leaves it open. */
  readonly names: readonly string[] | 'all';
  /** Names that the file re-exports: the name in the module, and that in the file. */
  readonly passed: readonly (readonly [imported: string, exported: string])[];
  /** `export * from`. */
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

/** `import a, { b as c } from` and `export { a } from`, up to the quote. */
const BEFORE_FROM =
  /\b(import|export)\s*(?:type\s+)?((?:[\w$]+\s*,\s*)?(?:\{[^{}'"`;]*\}|\*(?:\s*as\s+[\w$]+)?)|[\w$]+)\s*from\s*$/;

/** `const { a, b: c } = require(`, with `await import(` alike. */
const BEFORE_CALL = /\{([^{}'"`;()]*)\}\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*$/;

/** Characters before a specifier that are searched for its clause; a longer one counts as the whole module. */
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
  if (!COPIES.test(text)) return clauses;
  return [...clauses, ...clauses.map(({ specifier }) => wholeModule(specifier, true))];
}

/** Compiled form of `export * from`: it may refer to any of the modules. */
const COPIES = /\bexports\[\w+\]|export_?star/i;

function wholeModule(specifier: string, passesAll: boolean): ImportClause {
  return { specifier, names: 'all', passed: [], passesAll };
}

function clauseOf(text: string, { 0: written, 1: specifier = '', index }: RegExpExecArray): ImportClause {
  const quote = index + written.length - specifier.length - 2;
  const before = text.slice(Math.max(0, quote - MAX_CLAUSE), quote);
  // `import 'module'` imports no names.
  if (/\bimport\s*$/.test(before)) return { specifier, names: [], passed: [], passesAll: false };
  const [, keyword, clause] = BEFORE_FROM.exec(before) ?? [];
  if (keyword !== undefined && clause !== undefined) return fromClause(specifier, keyword, clause);
  const [, pattern] = BEFORE_CALL.exec(before) ?? [];
  const pairs = pattern === undefined ? undefined : pairsOf(pattern, /^([\w$]+)(?:\s*:\s*([\w$]+))?(?:\s*=.*)?$/);
  return { specifier, names: pairs?.map(([name]) => name) ?? 'all', passed: [], passesAll: false };
}

function fromClause(specifier: string, keyword: string, clause: string): ImportClause {
  const brace = clause.indexOf('{');
  if (brace < 0) {
    const star = clause.includes('*');
    if (keyword === 'import') return { specifier, names: star ? 'all' : ['default'], passed: [], passesAll: false };
    // `export * as name`: the name includes all exports.
    return { specifier, names: 'all', passed: [], passesAll: true };
  }
  const pairs = pairsOf(
    clause.slice(brace + 1, clause.lastIndexOf('}')),
    /^(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?$/,
  );
  if (pairs === undefined) return { specifier, names: 'all', passed: [], passesAll: keyword === 'export' };
  const names = [...(brace > 0 ? ['default'] : []), ...pairs.map(([name]) => name)];
  return keyword === 'import'
    ? { specifier, names, passed: [], passesAll: false }
    : { specifier, names, passed: pairs, passesAll: false };
}

/** The items of a clause; undefined if one is not understood. */
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

/** `name`, `@scope/name`, `@alias`: no path in it. */
const BARE = /^(?:@[^/]+\/)?[^/.][^/]*$/;

/** File extensions that specifiers omit or replace. */
const ENDING = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

/** `.` and `..` mean an index file. */
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

/** Signs that a module may export a value as a whole, whose names are not in its text; or escapes a name. */
const HIDING = /\bexports\b|\bexport\s*=|\b(?:define|System\.register)\s*\(|\\[ux]/;

/** Imports of TypeScript and JavaScript. */
export const JAVASCRIPT_IMPORTS: ImportTexts = {
  specifiersIn,
  declares: mayExport,
  mayHide: (text) => HIDING.test(text),
  clausesIn: importClauses,
  isBare: (specifier) => BARE.test(specifier),
  importKey: lastSegment,
  fileKeys,
};
