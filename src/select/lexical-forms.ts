import type { Catalogue } from '../model/deprecation.js';

/** Lexical forms of a catalogue's words in a language, as sources of regular expressions for unparsed texts. */
export interface LexicalForms {
  /** Pattern for the character before a common word that begins a segment. */
  readonly opening: string;
  /** Source of the import of an SDK package, for the source of its name; undefined if there are no packages. */
  readonly sdk: ((name: string) => string) | undefined;
  /** Whether a package name can be imported; absent: every name can. */
  readonly isImportable?: (name: string) => boolean;
  /** One word or several as a name in an SDK: `ringTones`. */
  readonly nameOf: (words: string) => string;
  /** Whether a word at an offset is no part of an API's path: it is part of a file name, or in a comment. */
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

/** `ring_tones`, `Ring Tones` → `ringTones`. */
function camelCase(text: string): string {
  const [first = '', ...rest] = text.split(/[^a-z0-9]+/i).filter((part) => part !== '');
  const head = rest.length > 0 ? first.toLowerCase() : first;
  return head + rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()).join('');
}

/** `Ring Tones`, `ringTones` → `ring_tones`. */
export function snakeCase(text: string): string {
  if (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(text)) return text;
  return text
    .split(/[^a-zA-Z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((part) => part !== '')
    .join('_')
    .toLowerCase();
}
