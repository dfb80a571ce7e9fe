import { byWord, method, without } from '../../facts/library.js';
import type { Meaning } from '../../facts/library.js';
import { escapeRegExp } from '../../lib/escape-reg-exp.js';
import type { ExprFact } from '../../model/facts.js';

/** A method under another name where it has no more arguments than some. */
const renamed = (name: string, most: number): Meaning =>
  method(name, (args) => (args.length <= most + 1 ? args : undefined));

/** `.strip('/')`: a regular expression that takes letters off the ends. */
const stripped =
  (trim: string, sourceOf: (letters: string) => string): Meaning =>
  (call) =>
    call.args().length === 1
      ? method(trim)(call)
      : without((letters) => sourceOf(`[${letters.replace(/[\\\]^-]/g, '\\$&')}]+`), 'g')(call);

/** Methods of texts, lists and tables that the facts have other names for. */
export const METHODS = byWord<Meaning>([
  [renamed('toLowerCase', 0), 'lower', 'casefold'],
  [renamed('toUpperCase', 0), 'upper'],
  [stripped('trim', (letters) => `^${letters}|${letters}$`), 'strip'],
  [stripped('trimStart', (letters) => `^${letters}`), 'lstrip'],
  [stripped('trimEnd', (letters) => `${letters}$`), 'rstrip'],
  [without((text) => `^${escapeRegExp(text)}`), 'removeprefix'],
  [without((text) => `${escapeRegExp(text)}$`), 'removesuffix'],
  [method('replaceAll', (args) => (args.length === 3 ? args : undefined)), 'replace'],
  [method('join', joined), 'join'],
  [renamed('push', 1), 'append'],
  [method('push', ([list, more]) => list && more && [list, { kind: 'spread', value: more, at: more.at }]), 'extend'],
  [inserted, 'insert'],
  [renamed('delete', 1), 'remove'],
  [renamed('entries', 0), 'items'],
  [renamed('startsWith', 1), 'startswith'],
  [renamed('endsWith', 1), 'endswith'],
  [renamed('valueOf', 0), 'copy'],
  [renamed('valueOf', 1), 'decode', 'encode'],
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
