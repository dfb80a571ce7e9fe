import type { PythonNode } from './syntax.js';
import type { Span } from '../../core/model/span.js';
import { childrenOf, groupsOf, splitAt } from './syntax.js';

/** The names of a module, function, class or comprehension; a bound name is local in all of it. */
export interface NameScope {
  readonly kind: 'module' | 'function' | 'class';
  /** Number of bindings of each name. */
  readonly bound: ReadonlyMap<string, number>;
  /** Names that `global` or `nonlocal` assigns to an outer scope. */
  readonly outer: ReadonlySet<string>;
  /** Full names of imports by local name: `json.dumps`. */
  readonly imported: ReadonlyMap<string, string>;
  /** Modules imported by their full dotted name: `urllib.request`. */
  readonly dotted: ReadonlySet<string>;
  /** Names that are already declared. */
  readonly declared: Set<string>;
  /** The outermost block of the scope. */
  readonly block: Span | undefined;
  /** Name of the first parameter of a method. */
  readonly selfName?: string | undefined;
  /** Index of the class, for the scope of a class. */
  readonly ofClass?: number;
}

type Names = Pick<NameScope, 'bound' | 'outer' | 'imported' | 'dotted'>;

const SCOPE_NODES = new Set([
  'LambdaExpression',
  'ArrayComprehensionExpression',
  'DictionaryComprehensionExpression',
  'SetComprehensionExpression',
  'ComprehensionExpression',
]);

/** Collects the names that parameters and statements bind, except in nested functions and classes. */
export function collectNames(body: PythonNode, text: string, parameters: readonly string[]): Names {
  const bound = new Map<string, number>();
  const outer = new Set<string>();
  const imported = new Map<string, string>();
  const dotted = new Set<string>();
  const textOf = ({ from, to }: PythonNode): string => text.slice(from, to);
  const bind = (name: string): void => void bound.set(name, (bound.get(name) ?? 0) + 1);
  for (const name of parameters) bind(name);
  const bindTargets = (nodes: readonly PythonNode[]): void => {
    for (const node of targetsIn(nodes)) bind(textOf(node));
  };
  body.visit((node) => {
    const { name } = node;
    if (SCOPE_NODES.has(name)) return false;
    if (!BINDING_NODES.has(name)) return true;
    switch (name) {
      case 'FunctionDefinition':
      case 'ClassDefinition': {
        const definedName = node.getChild('VariableName');
        if (definedName !== null) bind(textOf(definedName));
        return false;
      }
      case 'AssignStatement':
      case 'NamedExpression':
        for (const target of splitAt(childrenOf(node), 'AssignOp').slice(0, -1)) bindTargets(target);
        return true;
      case 'ArgList':
        for (const [target, operator] of groupsOf(childrenOf(node)))
          if (target !== undefined && operator?.name === 'AssignOp' && textOf(operator) === ':=') bindTargets([target]);
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
        for (const child of childrenOf(node)) if (child.name === 'VariableName') outer.add(textOf(child));
        return false;
      default:
        for (const { local, fullName, isUnaliasedModule } of importsOf(node, text)) {
          if (local === undefined) continue;
          bind(local);
          imported.set(local, isUnaliasedModule ? local : fullName);
          if (isUnaliasedModule && fullName !== local) dotted.add(fullName);
        }
        return false;
    }
  });
  return { bound, outer, imported, dotted };
}

const BINDING_NODES = new Set([
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

/** The names in assignment targets, such as `a` and `b` of `(a, [b])`. */
function targetsIn(nodes: readonly PythonNode[]): readonly PythonNode[] {
  const targets: PythonNode[] = [];
  const workList = [...nodes].reverse();
  for (let node = workList.pop(); node !== undefined; node = workList.pop()) {
    if (node.name === 'VariableName') targets.push(node);
    else if (GROUPING_NODES.has(node.name)) workList.push(...[...childrenOf(node)].reverse());
  }
  return targets;
}

const GROUPING_NODES = new Set(['TupleExpression', 'ArrayExpression', 'ParenthesizedExpression']);

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
  /** Full name of the imported object: `json.dumps`. */
  readonly fullName: string;
  /** Set for `import a.b`, whose local name is `a`. */
  readonly isUnaliasedModule: boolean;
}

/** Names bound by an import statement, in order. */
export function importsOf(node: PythonNode, text: string): readonly ImportedName[] {
  const children = childrenOf(node);
  const [beforeImport = [], names = []] = splitAt(children, 'import');
  const isFrom = beforeImport[0]?.name === 'from';
  const joinedText = (nodes: readonly PythonNode[]): string =>
    nodes.map(({ from, to }) => text.slice(from, to)).join('');
  const entries = splitAt(names, ',').flatMap((entry) => {
    const nameNodes = entry.filter(({ name }) => name !== '(' && name !== ')');
    return nameNodes.length === 0 ? [] : [nameNodes];
  });
  if (!isFrom)
    return entries.flatMap((entry): readonly ImportedName[] => {
      const [path = [], [alias] = []] = splitAt(entry, 'as');
      const [first] = path;
      if (first === undefined) return [];
      const specifier = joinedText(path);
      const at = alias ?? first;
      const local = text.slice(at.from, at.to);
      return [{ specifier, module: first, local, at, fullName: specifier, isUnaliasedModule: alias === undefined }];
    });
  const specifier = joinedText(beforeImport.slice(1));
  const module = beforeImport[1];
  if (module === undefined) return [];
  return entries.flatMap((entry): readonly ImportedName[] => {
    const [[first] = [], [alias] = []] = splitAt(entry, 'as');
    if (first === undefined) return [];
    const name = text.slice(first.from, first.to);
    const at = alias ?? first;
    const commonFields = { specifier, module, name, at, fullName: `${specifier}.${name}`, isUnaliasedModule: false };
    return name === '*' ? [commonFields] : [{ ...commonFields, local: text.slice(at.from, at.to) }];
  });
}
