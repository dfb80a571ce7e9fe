import { escapeRegExp } from '../../lib/escape-reg-exp.js';
import type { ExprFact } from '../../model/facts.js';

/** What a method is called in the facts, and what it is given there. */
export interface MeantMethod {
  readonly name: string;
  readonly args: readonly ExprFact[];
}

type Meaning = (args: readonly ExprFact[], callee: ExprFact) => MeantMethod | undefined;

const renamed =
  (name: string, most = Infinity): Meaning =>
  (args) =>
    args.length <= most ? { name, args } : undefined;

/** `.strip('/')`: a regular expression that takes letters off the ends. */
const stripped =
  (trim: string, sourceOf: (letters: string) => string): Meaning =>
  ([letters], { at }) => {
    if (letters === undefined) return { name: trim, args: [] };
    if (letters.kind !== 'literal' || typeof letters.value !== 'string') return undefined;
    const source = sourceOf(`[${letters.value.replace(/[\\\]^-]/g, '\\$&')}]+`);
    return {
      name: 'replace',
      args: [
        { kind: 'regex', source, flags: 'g', at },
        { kind: 'literal', value: '', at },
      ],
    };
  };

/** `.removesuffix('/')`. */
const removed =
  (sourceOf: (text: string) => string): Meaning =>
  ([text], { at }) => {
    if (text?.kind !== 'literal' || typeof text.value !== 'string') return undefined;
    const source = sourceOf(escapeRegExp(text.value));
    return {
      name: 'replace',
      args: [
        { kind: 'regex', source, flags: '', at },
        { kind: 'literal', value: '', at },
      ],
    };
  };

const METHODS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['lower', renamed('toLowerCase', 0)],
  ['casefold', renamed('toLowerCase', 0)],
  ['upper', renamed('toUpperCase', 0)],
  ['strip', stripped('trim', (letters) => `^${letters}|${letters}$`)],
  ['lstrip', stripped('trimStart', (letters) => `^${letters}`)],
  ['rstrip', stripped('trimEnd', (letters) => `${letters}$`)],
  ['removeprefix', removed((text) => `^${text}`)],
  ['removesuffix', removed((text) => `${text}$`)],
  ['replace', (args) => (args.length === 2 ? { name: 'replaceAll', args } : undefined)],
  ['append', renamed('push', 1)],
  [
    'extend',
    ([list]) =>
      list === undefined ? undefined : { name: 'push', args: [{ kind: 'spread', value: list, at: list.at }] },
  ],
  [
    'insert',
    ([index, value]) =>
      value === undefined
        ? undefined
        : isZero(index)
          ? { name: 'unshift', args: [value] }
          : { name: 'splice', args: [value] },
  ],
  ['remove', renamed('delete', 1)],
  ['items', renamed('entries', 0)],
  ['startswith', renamed('startsWith', 1)],
  ['endswith', renamed('endsWith', 1)],
  ['copy', renamed('valueOf', 0)],
  ['decode', renamed('valueOf', 1)],
  ['encode', renamed('valueOf', 1)],
]);

/** The facts' form of a method call on a text, a list or a table; undefined if it keeps its own name. */
export function meantMethod(
  callee: Extract<ExprFact, { readonly kind: 'member' }>,
  args: readonly ExprFact[],
): MeantMethod | undefined {
  return METHODS.get(callee.property)?.(args, callee);
}

function isZero(index: ExprFact | undefined): boolean {
  return index?.kind === 'literal' && index.value === 0;
}
