import { byWord, method, without } from '../../facts/library.js';
import type { Meaning } from '../../facts/library.js';
import { escapeRegExp } from '../../lib/escape.js';
import type { ExprFact } from '../../model/facts.js';

/** Methods with another name in the facts if called with at most so many arguments. */
const RENAMED: readonly (readonly [name: string, most: number, ...words: string[]])[] = [
  ['toLowerCase', 0, 'lower', 'casefold'],
  ['toUpperCase', 0, 'upper'],
  ['push', 1, 'append'],
  ['delete', 1, 'remove'],
  ['entries', 0, 'items'],
  ['startsWith', 1, 'startswith'],
  ['endsWith', 1, 'endswith'],
  ['valueOf', 0, 'copy'],
  ['valueOf', 1, 'decode', 'encode'],
];

/** The name of a method in the facts; a class of the program may have a method of that name as well. */
export const NAME_IN_FACTS = new Map(
  RENAMED.flatMap(([name, , ...words]) => words.map((word) => [word, name] as const)),
);

const renamed = (name: string, most: number): Meaning =>
  method(name, (args) => (args.length <= most + 1 ? args : undefined));

/** `.strip('/')`: a regular expression that removes letters at the ends. */
const stripped =
  (trim: string, sourceOf: (letters: string) => string): Meaning =>
  (call) =>
    call.args().length === 1
      ? method(trim)(call)
      : without((letters) => sourceOf(`[${letters.replace(/[\\\]^-]/g, '\\$&')}]+`), 'g')(call);

/** Methods of texts, lists and tables with other names in the facts. */
export const METHODS = byWord<Meaning>([
  ...RENAMED.map(([name, most, ...words]) => [renamed(name, most), ...words] as const),
  [stripped('trim', (letters) => `^${letters}|${letters}$`), 'strip'],
  [stripped('trimStart', (letters) => `^${letters}`), 'lstrip'],
  [stripped('trimEnd', (letters) => `${letters}$`), 'rstrip'],
  [without((text) => `^${escapeRegExp(text)}`), 'removeprefix'],
  [without((text) => `${escapeRegExp(text)}$`), 'removesuffix'],
  [method('replaceAll', (args) => (args.length === 3 ? args : undefined)), 'replace'],
  [method('join', joined), 'join'],
  [method('push', ([list, more]) => list && more && [list, { kind: 'spread', value: more, at: more.at }]), 'extend'],
  [inserted, 'insert'],
]);

/** `'/'.join(parts)`: in the facts the list comes first. */
function joined([separator, parts, ...others]: readonly ExprFact[]): readonly ExprFact[] | undefined {
  return separator?.kind === 'literal' && parts !== undefined && others.length === 0 ? [parts, separator] : undefined;
}

/** `.insert(0, value)`. */
function inserted(call: Parameters<Meaning>[0]): ExprFact | undefined {
  const [list, index, value] = call.args();
  const isFirst = index?.kind === 'literal' && index.value === 0;
  return method(isFirst ? 'unshift' : 'splice', () => list && value && [list, value])(call);
}
