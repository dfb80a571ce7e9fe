import { ELEMENT, WHOLE } from './graph.js';
import type { FileFlow } from './graph.js';
import type { NodeRoles } from './node-roles.js';

/** Maximum number of properties, results and instances in the path of a followed value. */
export const MAX_PATH = 3;

/** Maximum number of nodes that are visited for the targets of one call. */
const MAX_PLACES = 300;

/** Step of a path: the result of a function. */
export const RESULT = '()';
/** Step of a path: an instance of a class. */
export const INSTANCE = 'new';

/** Methods of a function that call or bind it. */
export const INDIRECT: ReadonlySet<string> = new Set(['call', 'apply', 'bind']);

/** A target of a call. */
export type Target =
  | { readonly kind: 'function' | 'class'; readonly file: string; readonly index: number }
  | {
      readonly kind: 'parameter';
      readonly file: string;
      readonly owner: number;
      readonly index: number;
      readonly stack: readonly string[];
    };

/** The graph of a file with the roles of its nodes. */
export interface GraphOfFile {
  readonly flow: FileFlow;
  readonly roles: NodeRoles;
}

/** Returns the file to which a specifier resolves. */
type Resolve = (fromFile: string, specifier: string) => string | undefined;

/** Finds the functions, classes and parameters that reach a node, by walking the graph backwards. */
export class TargetFinder {
  readonly #target: Resolve;
  readonly #graph: (file: string) => GraphOfFile | undefined;
  readonly #found = new Map<string, readonly Target[]>();

  constructor(target: Resolve, graph: (file: string) => GraphOfFile | undefined) {
    this.#target = target;
    this.#graph = graph;
  }

  /** Clears the memoised results. */
  clear(): void {
    this.#found.clear();
  }

  /** Targets of a call of a value: functions and classes of the program, or a parameter; empty if unknown. */
  of(file: string, node: number, stack: readonly string[]): readonly Target[] {
    const key = `${node} ${stack.join('.')} ${file}`;
    let known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, (known = this.#find(file, node, stack)));
    return known;
  }

  #find(file: string, node: number, stack: readonly string[]): readonly Target[] {
    const found = new Map<string, Target>();
    const seen = new Set<string>();
    const places: (readonly [file: string, node: number, stack: readonly string[]])[] = [[file, node, stack]];
    const visit = (nextFile: string, next: number, nextStack: readonly string[]): void => {
      if (next < 0 || nextStack.length > MAX_PATH) return;
      const key = `${nextFile}\n${next}\n${nextStack.join('.')}`;
      if (seen.has(key) || seen.size > MAX_PLACES) return;
      seen.add(key);
      places.push([nextFile, next, nextStack]);
    };
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      const [currentFile, current, rest] = place;
      const state = this.#graph(currentFile);
      if (state === undefined) continue;
      const { roles, flow } = state;
      const [first, ...below] = rest;
      const fn = roles.functions.get(current);
      if (fn !== undefined) {
        if (first === undefined || INDIRECT.has(first))
          found.set(`${currentFile} f ${fn}`, { kind: 'function', file: currentFile, index: fn });
        else if (first === RESULT) visit(currentFile, flow.functions[fn]?.result ?? -1, below);
      }
      const cls = roles.classes.get(current);
      if (cls !== undefined) {
        const own = flow.classes[cls];
        if (first === undefined) found.set(`${currentFile} c ${cls}`, { kind: 'class', file: currentFile, index: cls });
        else if (first === INSTANCE || first === RESULT) visit(currentFile, own?.instance ?? -1, below);
        if (own?.parent !== undefined) visit(currentFile, own.parent, rest);
      }
      const instance = roles.instances.get(current);
      const parent = instance === undefined ? undefined : flow.classes[instance]?.parent;
      if (parent !== undefined) visit(currentFile, parent, [INSTANCE, ...rest]);
      const resultOf = roles.resultsOfCalls.get(current);
      const call = resultOf === undefined ? undefined : flow.calls[resultOf];
      if (call !== undefined) visit(currentFile, call.callee, [call.form === 'new' ? INSTANCE : RESULT, ...rest]);
      const parameter = roles.parameters.get(current);
      if (parameter !== undefined && rest.length <= 1)
        found.set(`${currentFile} p ${current} ${rest.join('.')}`, {
          kind: 'parameter',
          file: currentFile,
          owner: parameter,
          index: roles.parameterPlaces.get(current) ?? 0,
          stack: rest,
        });
      for (const [specifier, name] of roles.imports.get(current) ?? [])
        this.#enter(currentFile, specifier, name, rest, visit);
      for (const [specifier, name] of roles.types.get(current) ?? [])
        this.#enter(currentFile, specifier, name, [INSTANCE, ...rest], visit);
      for (const [kind, from, property] of roles.back(current))
        if (kind === 'copy') visit(currentFile, from, rest);
        else if (kind === 'load') visit(currentFile, from, [property, ...rest]);
        else if (kind === 'open') visit(currentFile, from, [ELEMENT, ...rest]);
        else if (first === property || first === ELEMENT) visit(currentFile, from, below);
    }
    return [...found.values()];
  }

  /** Continues in the module from which a name is imported. */
  #enter(
    file: string,
    specifier: string,
    name: string,
    stack: readonly string[],
    visit: (file: string, node: number, stack: readonly string[]) => void,
    hops = 0,
  ): void {
    const target = this.#target(file, specifier);
    const state = target === undefined || hops > 5 ? undefined : this.#graph(target);
    if (target === undefined || state === undefined) return;
    const [first, ...rest] = stack;
    const { exports, passed, opened } = state.flow;
    for (const [exported, node] of exports)
      if (exported === name) visit(target, node, stack);
      else if (exported === WHOLE && (name === 'default' || name === '*')) visit(target, node, stack);
      else if (exported === WHOLE) visit(target, node, [name, ...stack]);
      else if (name === '*' && exported === first) visit(target, node, rest);
    for (const [exported, from, imported] of passed)
      if (exported === name) this.#enter(target, from, imported, stack, visit, hops + 1);
      else if (name === '*' && exported === first) this.#enter(target, from, imported, rest, visit, hops + 1);
    for (const from of opened) this.#enter(target, from, name, stack, visit, hops + 1);
  }
}
