import type { PythonNode } from './syntax.js';
import type { Span } from '../../core/model/span.js';
import { childrenOf, groupsOf, splitAt } from './syntax.js';

/** The names of a function, a class, a comprehension or the module, which are local in all of it. */
export interface NameScope {
  readonly kind: 'module' | 'function' | 'class';
  /** Number of bindings of each name. */
  readonly bound: ReadonlyMap<string, number>;
  /** Names of an outer scope, by `global` and `nonlocal`. */
  readonly outer: ReadonlySet<string>;
  /** Full names of imports by local name: `json.dumps`. */
  readonly imported: ReadonlyMap<string, string>;
  /** Modules imported by their full dotted name: `urllib.request`. */
  readonly dotted: ReadonlySet<string>;
  /** Names that are already declared. */
  readonly declared: Set<string>;
  /** The block of the scope's own statements. */
  readonly block: Span | undefined;
  /** Name of the first parameter of a method. */
  readonly selfName?: string | undefined;
  /** Index of the class with these names. */
  readonly ofClass?: number;
}

type Names = Pick<NameScope, 'bound' | 'outer' | 'imported' | 'dotted'>;

const OWN_SCOPE = new Set([
  'LambdaExpression',
  'ArrayComprehensionExpression',
  'DictionaryComprehensionExpression',
  'SetComprehensionExpression',
  'ComprehensionExpression',
]);

/** Collects the names that parameters and statements bind, except in nested functions and classes. */
export function namesIn(body: PythonNode, text: string, parameters: readonly string[]): Names {
  const bound = new Map<string, number>();
  const outer = new Set<string>();
  const imported = new Map<string, string>();
  const dotted = new Set<string>();
  const named = ({ from, to }: PythonNode): string => text.slice(from, to);
  const bind = (name: string): void => void bound.set(name, (bound.get(name) ?? 0) + 1);
  for (const name of parameters) bind(name);
  const bindTargets = (nodes: readonly PythonNode[]): void => {
    for (const node of targetsIn(nodes)) bind(named(node));
  };
  body.visit((node) => {
    const { name } = node;
    if (OWN_SCOPE.has(name)) return false;
    if (!BINDING.has(name)) return true;
    switch (name) {
      case 'FunctionDefinition':
      case 'ClassDefinition': {
        const own = node.getChild('VariableName');
        if (own !== null) bind(named(own));
        return false;
      }
      case 'AssignStatement':
      case 'NamedExpression':
        for (const target of splitAt(childrenOf(node), 'AssignOp').slice(0, -1)) bindTargets(target);
        return true;
      case 'ArgList':
        for (const [target, operator] of groupsOf(childrenOf(node)))
          if (target !== undefined && operator?.name === 'AssignOp' && named(operator) === ':=') bindTargets([target]);
        return true;
      case 'UpdateStatement':
        bindTargets(childrenOf(node).slice(0, 1));
        return true;
      case 'ForStatement':
        bindTargets(splitAt(splitAt(childrenOf(node), 'in')[0] ?? [], 'for').at(-1) ?? []);
        return true;
      case 'WithStatement':
      case 'TryStatement':
        for (const [alias] of splitAt(childrenOf(node), 'as').slice(1)) if (alias !== undefined) bindTargets([alias]);
        return true;
      case 'CapturePattern':
        bindTargets(childrenOf(node));
        return true;
      case 'ScopeStatement':
        for (const child of childrenOf(node)) if (child.name === 'VariableName') outer.add(named(child));
        return false;
      default:
        for (const { local, full, isWhole } of importsOf(node, text)) {
          if (local === undefined) continue;
          bind(local);
          imported.set(local, isWhole ? local : full);
          if (isWhole && full !== local) dotted.add(full);
        }
        return false;
    }
  });
  return { bound, outer, imported, dotted };
}

const BINDING = new Set([
  'ArgList',
  'FunctionDefinition',
  'ClassDefinition',
  'AssignStatement',
  'NamedExpression',
  'UpdateStatement',
  'ForStatement',
  'WithStatement',
  'TryStatement',
  'CapturePattern',
  'ScopeStatement',
  'ImportStatement',
]);

/** Names bound by a target of an assignment, one by one. */
function targetsIn(nodes: readonly PythonNode[]): readonly PythonNode[] {
  const found: PythonNode[] = [];
  const open = [...nodes].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.name === 'VariableName') found.push(node);
    else if (GROUPS.has(node.name)) open.push(...[...childrenOf(node)].reverse());
  }
  return found;
}

const GROUPS = new Set(['TupleExpression', 'ArrayExpression', 'ParenthesizedExpression']);

/** One name of an import statement. */
export interface ImportedName {
  /** The module as written, including leading dots. */
  readonly specifier: string;
  readonly module: PythonNode;
  /** Name in the module; absent for the module itself, `*` for all names. */
  readonly name?: string;
  /** Name in the file; absent for `*`. */
  readonly local?: string;
  readonly at: PythonNode;
  /** Full name of the local name. */
  readonly full: string;
  /** Set for `import a.b`, whose local name is `a`. */
  readonly isWhole: boolean;
}

/** Names bound by an import statement, in order. */
export function importsOf(node: PythonNode, text: string): readonly ImportedName[] {
  const children = childrenOf(node);
  const [before = [], names = []] = splitAt(children, 'import');
  const isFrom = before[0]?.name === 'from';
  const written = (nodes: readonly PythonNode[]): string => nodes.map(({ from, to }) => text.slice(from, to)).join('');
  const entries = splitAt(names, ',').flatMap((entry) => {
    const kept = entry.filter(({ name }) => name !== '(' && name !== ')');
    return kept.length === 0 ? [] : [kept];
  });
  if (!isFrom)
    return entries.flatMap((entry): readonly ImportedName[] => {
      const [path = [], [alias] = []] = splitAt(entry, 'as');
      const [first] = path;
      if (first === undefined) return [];
      const specifier = written(path);
      const at = alias ?? first;
      const local = text.slice(at.from, at.to);
      return [{ specifier, module: first, local, at, full: specifier, isWhole: alias === undefined }];
    });
  const specifier = written(before.slice(1));
  const module = before[1];
  if (module === undefined) return [];
  return entries.flatMap((entry): readonly ImportedName[] => {
    const [[first] = [], [alias] = []] = splitAt(entry, 'as');
    if (first === undefined) return [];
    const name = text.slice(first.from, first.to);
    const at = alias ?? first;
    const base = { specifier, module, name, at, full: `${specifier}.${name}`, isWhole: false };
    return name === '*' ? [base] : [{ ...base, local: text.slice(at.from, at.to) }];
  });
}
