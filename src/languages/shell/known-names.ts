import type { Assignment, Command, ParsedScript, SyntaxNode } from 'unbash';
import { lateLibrary } from '../../lib/late-library.js';
import { addTo } from '../../lib/collections.js';
import { isClient } from './clients.js';
import { isKnown, nameOf } from './commands.js';
import type { KnownNames } from './names.js';

/** Collects the names of a script before lowering, because the use of a name does not show its kind. */
export function knownNames(script: ParsedScript): KnownNames {
  const { forEachChild } = lateLibrary('unbash');
  const known = { functions: new Set<string>(), lists: new Set<string>(), tables: new Set<string>() };
  const own = new Map<string, Own>();
  const stored = new Map<string, (readonly string[])[]>();
  const waiting: { readonly node: SyntaxNode; readonly within: Own | undefined }[] = [
    { node: script, within: undefined },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    let { within } = next;
    if (node.type === 'Function') {
      const { value } = node.name;
      known.functions.add(value);
      within = own.get(value) ?? { sets: new Set(), locals: new Set(), calls: new Set() };
      own.set(value, within);
    } else if (node.type === 'Assignment') {
      within?.sets.add(node.name);
      addTo(stored, node.name, wordsIn(node));
      if (node.value.type === 'ArrayValue') known.lists.add(node.name);
    } else if (node.type === 'Command') noteCommand(node, known, within);
    else if (node.type === 'ParameterExpansion') {
      if (node.operation?.type === 'Default' && node.operation.operator.endsWith('=')) within?.sets.add(node.parameter);
    } else if (node.type === 'ArithmeticCommand') for (const name of arithmeticNames(node.body)) within?.sets.add(name);
    forEachChild(node, (child) => {
      waiting.push({ node: child, within });
    });
  }
  for (const name of known.tables) known.lists.delete(name);
  return { ...known, sets: setsOf(own), commands: commandsIn(stored) };
}

/** The words of a variable's value, if known. */
function wordsIn({ value }: Assignment): readonly string[] {
  if (value.type === 'Word') return isKnown(value) ? value.value.split(/\s+/).filter((word) => word !== '') : [];
  return value.elements.every(isKnown) ? value.elements.map((word) => word.value) : [];
}

/** Variables with the same program in every assignment. */
function commandsIn(
  stored: ReadonlyMap<string, readonly (readonly string[])[]>,
): ReadonlyMap<string, readonly string[]> {
  const commands = new Map<string, readonly string[]>();
  for (const [name, [words, ...others]] of stored)
    if (words?.[0] !== undefined && isClient(words[0]) && others.length === 0) commands.set(name, words);
  return commands;
}

/** Names that a function sets, declares local, and calls. */
interface Own {
  readonly sets: Set<string>;
  readonly locals: Set<string>;
  readonly calls: Set<string>;
}

/** Most functions that are followed for the variables that one sets; one that calls more may set all that any does. */
const MAX_CALLED = 50;

function setsOf(own: ReadonlyMap<string, Own>): ReadonlyMap<string, ReadonlySet<string>> {
  const sets = new Map<string, ReadonlySet<string>>();
  const all = new Set([...own.values()].flatMap((one) => [...one.sets]));
  for (const start of own.keys()) {
    const found = new Set<string>();
    const called = new Set([start]);
    for (const name of called) {
      const one = own.get(name);
      if (one === undefined) continue;
      for (const variable of one.sets) if (!one.locals.has(variable)) found.add(variable);
      for (const callee of one.calls) if (own.has(callee)) called.add(callee);
      if (called.size > MAX_CALLED) break;
    }
    if (called.size > MAX_CALLED) sets.set(start, all);
    else if (found.size > 0) sets.set(start, found);
  }
  return sets;
}

const DECLARES = /^(?:declare|typeset|local|readonly|export|mapfile|readarray|read|printf|getopts)$/;

/** `declare -A table`, `mapfile -t list`, `local name`, `read -ra list`, and called functions. */
function noteCommand(
  { name, args }: Command,
  { lists, tables }: { readonly lists: Set<string>; readonly tables: Set<string> },
  within: Own | undefined,
): void {
  const called = name === undefined ? undefined : nameOf(name);
  if (called === undefined) return;
  within?.calls.add(called);
  if (!DECLARES.test(called)) return;
  const flags = args.flatMap((arg) => (arg.type === 'Word' && /^-\w+$/.test(arg.value) ? [arg.value] : [])).join('');
  const names = args.flatMap((arg) =>
    arg.type === 'Assignment' ? [arg.name] : /^[A-Za-z_]\w*$/.test(arg.value) ? [arg.value] : [],
  );
  const isReader = called === 'mapfile' || called === 'readarray';
  const isLocal = /^(?:declare|typeset|local)$/.test(called) && !flags.includes('g');
  for (const declared of names) {
    if (isLocal) within?.locals.add(declared);
    else if (called !== 'printf' || flags.includes('v')) within?.sets.add(declared);
    if (flags.includes('A')) tables.add(declared);
    else if ((flags.includes('a') && called !== 'printf') || isReader) lists.add(declared);
  }
}

/** Names that arithmetic sets: `i++`, `x = 1`, `n += 2`. */
export function arithmeticNames(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/(?:\+\+|--)\s*([A-Za-z_]\w*)|\b([A-Za-z_]\w*)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/g),
    ([, before = '', after = '']) => before || after,
  );
}
