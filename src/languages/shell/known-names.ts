import type { Command, ParsedScript, SyntaxNode } from 'unbash';
import { lateLibrary } from '../../lib/late-library.js';
import { nameOf } from './commands.js';
import type { KnownNames } from './names.js';

/** What a script's names are, looked for before it is lowered: where one is used says nothing of what it is. */
export function knownNames(scripts: readonly ParsedScript[]): KnownNames {
  const { forEachChild } = lateLibrary('unbash');
  const known = { functions: new Set<string>(), lists: new Set<string>(), tables: new Set<string>() };
  const waiting: SyntaxNode[] = [...scripts];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Function') known.functions.add(node.name.value);
    else if (node.type === 'Assignment' && node.value.type === 'ArrayValue') known.lists.add(node.name);
    else if (node.type === 'Command') noteDeclared(node, known);
    forEachChild(node, (child) => {
      waiting.push(child);
    });
  }
  for (const name of known.tables) known.lists.delete(name);
  return known;
}

/** `declare -A table`, `mapfile -t list`, `read -ra list`. */
function noteDeclared(
  { name, args }: Command,
  { lists, tables }: { readonly lists: Set<string>; readonly tables: Set<string> },
): void {
  const called = name === undefined ? undefined : nameOf(name);
  if (called === undefined || !/^(?:declare|typeset|local|readonly|export|mapfile|readarray|read)$/.test(called))
    return;
  const flags = args.flatMap((arg) => (arg.type === 'Word' && /^-\w+$/.test(arg.value) ? [arg.value] : [])).join('');
  const names = args.flatMap((arg) =>
    arg.type === 'Assignment' ? [arg.name] : /^\w+$/.test(arg.value) ? [arg.value] : [],
  );
  const isReader = called === 'mapfile' || called === 'readarray';
  for (const declared of names)
    if (flags.includes('A')) tables.add(declared);
    else if (flags.includes('a') || isReader) lists.add(declared);
}

/** Names that arithmetic sets: `i++`, `x = 1`, `n += 2`. */
export function arithmeticNames(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/(?:\+\+|--)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/g),
    ([, before = '', after = '']) => before || after,
  );
}
