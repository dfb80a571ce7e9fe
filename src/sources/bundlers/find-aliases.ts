import type { SyntaxNode } from '@lezer/common';
import { namedAlias, patternAlias } from './alias.js';
import type { Alias } from './alias.js';
import type { StaticFile } from './static-file.js';
import { rowOf, textOf } from './static-value.js';
import type { StaticValue } from './static-value.js';
import { propertyKey, partsOf, valueOf } from './syntax.js';

/** Settings of a configuration that resolve imports by name. */
export interface WrittenAliases {
  /** In the order in which they are written. */
  readonly aliases: readonly Alias[];
  /** Folders in which modules are looked for by their paths. */
  readonly roots: readonly string[];
  /** Folders that frameworks give names to, by the key: `srcDir`, `lib`. */
  readonly folders: ReadonlyMap<string, string>;
}

/** Aliases of one configuration; further ones do not count. */
const MAX_ALIASES = 500;

const TABLE = /^(?:alias|resolveAlias|moduleNameMapper)$/;

/** `config.resolve.alias` of a function that is handed the configuration. */
const ALIAS_OF = /(?:^|[.\s])alias\s*$/;

/** All that is written as an alias, wherever in the configuration: tools differ in the place, and not in the table. */
export function findAliases(file: StaticFile): WrittenAliases {
  const found = new Found();
  file.nodes(/^(?:Property|AssignmentExpression|CallExpression)$/, (node) => {
    if (node.name === 'Property') ofProperty(file, node, found);
    else if (node.name === 'AssignmentExpression') ofAssignment(file, node, found);
    else if (node.name === 'CallExpression') ofCall(file, node, found);
  });
  return { aliases: found.aliases.slice(0, MAX_ALIASES), roots: found.roots, folders: found.folders };
}

class Found {
  readonly aliases: Alias[] = [];
  readonly roots: string[] = [];
  readonly folders = new Map<string, string>();

  add(key: string | undefined, value: StaticValue | undefined, isPattern: boolean): void {
    // Of several places the first counts.
    const target = textOf(value?.kind === 'list' ? value.items[0] : value);
    if (key === undefined || target === undefined) return;
    const alias = isPattern ? patternAlias(key, target) : namedAlias(key, target);
    if (alias !== undefined) this.aliases.push(alias);
  }

  /** A table, or a list of `{ find, replacement }`. */
  addAll(value: StaticValue, isPattern: boolean): void {
    if (value.kind === 'table')
      for (const [key, target] of value.rows) this.add(key, target, isPattern || key.startsWith('^'));
    if (value.kind !== 'list') return;
    for (const item of value.items) {
      const find = rowOf(item, 'find');
      const target = rowOf(item, 'replacement');
      if (find?.kind === 'pattern') this.add(find.source, target, true);
      else this.add(textOf(find), target, false);
    }
  }

  addRoots(value: StaticValue): void {
    for (const item of value.kind === 'list' ? value.items : [value]) {
      const root = textOf(item);
      if (root !== undefined && root !== 'node_modules') this.roots.push(root);
    }
  }
}

function ofProperty(file: StaticFile, node: SyntaxNode, found: Found): void {
  const key = propertyKey(file.text, node);
  if (key === undefined) return;
  if (TABLE.test(key)) found.addAll(file.value(valueOf(node)), key === 'moduleNameMapper');
  else if (key === 'entries' && isWithinCall(file, node, 'alias')) found.addAll(file.value(valueOf(node)), false);
  else if (key === 'modules' && aboveKey(file, node) === 'resolve') found.addRoots(file.value(valueOf(node)));
  else if (key === 'root' && isOfResolver(file, node)) found.addRoots(file.value(valueOf(node)));
  else if (key === 'srcDir' || (key === 'lib' && aboveKey(file, node) === 'files')) {
    const folder = textOf(file.value(valueOf(node)));
    if (folder !== undefined) found.folders.set(key, folder);
  }
}

/** `config.resolve.alias = {…}`, `config.resolve.alias.name = …`, `config.resolve.alias['name'] = …`. */
function ofAssignment(file: StaticFile, node: SyntaxNode, found: Found): void {
  const target = node.firstChild;
  if (target?.name !== 'MemberExpression') return;
  if (ALIAS_OF.test(file.write(target))) found.addAll(file.value(node.lastChild), false);
  if (!ALIAS_OF.test(file.write(target.firstChild))) return;
  const name =
    target.getChild('[') === null ? file.write(target.lastChild) : textOf(file.value(partsOf(target)[1] ?? null));
  found.add(name, file.value(node.lastChild), false);
}

/** `config.resolve.alias.set('name', …)`, also behind one another, and `Object.assign(config.resolve.alias, {…})`. */
function ofCall(file: StaticFile, node: SyntaxNode, found: Found): void {
  const callee = node.firstChild;
  const given = partsOf(node.getChild('ArgList'));
  if (file.write(callee) === 'Object.assign' && ALIAS_OF.test(file.write(given[0] ?? null)))
    for (const table of given.slice(1)) found.addAll(file.value(table), false);
  if (callee?.name !== 'MemberExpression' || file.write(callee.getChild('PropertyName')) !== 'set') return;
  if (!/[.\s]alias\s*(?:\.|$)/.test(file.write(callee.firstChild))) return;
  const [name, target] = given;
  found.add(textOf(file.value(name ?? null)), file.value(target ?? null), false);
}

/** Key of the property whose object contains a property. */
function aboveKey(file: StaticFile, node: SyntaxNode): string | undefined {
  const above = node.parent?.parent;
  return above?.name === 'Property' ? propertyKey(file.text, above) : undefined;
}

function isWithinCall(file: StaticFile, node: SyntaxNode, name: string): boolean {
  const call = node.parent?.parent?.parent;
  return call?.name === 'CallExpression' && file.write(call.firstChild) === name;
}

/** `['module-resolver', { root: ['./src'] }]` of Babel. */
function isOfResolver(file: StaticFile, node: SyntaxNode): boolean {
  const list = node.parent?.parent;
  return list?.name === 'ArrayExpression' && /^\[\s*(['"])[^'"]*module-resolver\1/.test(file.write(list));
}
