import type { Catalogue } from '../model/deprecation.js';

/** How a language writes what a catalogue knows, as sources of regular expressions for texts that are not parsed. */
export interface LexicalForms {
  /** Pattern for the character before a common word that begins a segment. */
  readonly opening: string;
  /** Source of the import of a package of an SDK, for the source of its name; undefined where nothing imports packages. */
  readonly sdk: ((name: string) => string) | undefined;
  /** Whether something can be imported by the name of a package; absent: by every name. */
  readonly isImportable?: (name: string) => boolean;
  /** A word or several as an SDK names something: `ringTones`. */
  readonly nameOf: (words: string) => string;
  /** Whether a word at a place is no part of a path of an API: it is part of the name of a file, or in a comment. */
  readonly isAside: (text: string, at: number) => boolean;
  /** Further texts that hardly mean anything else, such as types of resources. */
  readonly also: (catalogue: Catalogue) => readonly string[];
  /** Beginnings of commands that send to an API, whatever else they say. */
  readonly commands?: (catalogue: Pick<Catalogue, 'apis'>) => readonly string[];
}

/** Up to the specifier: `import a from`, `declare module`, `/// <reference types=`. */
const BEFORE_SPECIFIER = String.raw`\b(?:from|import|module|reference\s+types\s*=)\s*`;

/** Up to the specifier: `require(`, `import(`, `jest.requireActual<Client>(`, `vi.mock(`, `proxyquire(`. */
const IMPORTING_CALL = String.raw`(?:(?:quire|[iI]mport)[\w$.]*|[mM]ock(?:FromModule|Module|\.module)?)\s*(?:<[^;()]{0,200}>\s*)?\(\s*(?:/\*[^*]{0,200}\*/\s*)?`;

/** Up to a specifier of a list: `define(['./a', `, `System.register('name', ['./a', `. */
const IMPORTED_LIST = String.raw`\b(?:define|System\.register)\s*\(\s*(?:['"][^'"\n]{1,300}['"]\s*,\s*)?\[[^\][]{0,500}`;

const IMPORTING = `(?:${BEFORE_SPECIFIER}|${IMPORTING_CALL}|${IMPORTED_LIST})`;

export const JAVASCRIPT_FORMS: LexicalForms = {
  opening: `['"\`/}]`,
  // The name is rarer than what imports it, so that is looked at last.
  sdk: (name) => `['"\`]${name}['"\`/](?<=${IMPORTING}['"\`][^'"\`\n]{1,200}['"\`/])`,
  nameOf: camelCase,
  // `from '../filters'`
  isAside(text, at) {
    const line = text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 300), at + 1);
    return /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(?:['"`]|['"`][^'"`\s]*\/)$/.test(line);
  },
  also: () => [],
};

/** Whether a place is in a line that begins as a comment does; `mark` is sticky. */
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
