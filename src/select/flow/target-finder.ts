import { ELEMENT, WHOLE_MODULE } from './graph.js';
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
export const INDIRECT_CALL_METHODS: ReadonlySet<string> = new Set(['call', 'apply', 'bind']);

/** A function, class or parameter that a call may call. */
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
  readonly #resolve: Resolve;
  readonly #graphOf: (file: string) => GraphOfFile | undefined;
  readonly #targets = new Map<string, readonly Target[]>();

  constructor(target: Resolve, graph: (file: string) => GraphOfFile | undefined) {
    this.#resolve = target;
    this.#graphOf = graph;
  }

  /** Clears the memoised results. */
  clear(): void {
    this.#targets.clear();
  }

  /** Targets of a call of a node: functions and classes of the program, or parameters; empty if unknown. */
  of(file: string, node: number, stack: readonly string[]): readonly Target[] {
    const key = `${node} ${stack.join('.')} ${file}`;
    let targets = this.#targets.get(key);
    if (targets === undefined) this.#targets.set(key, (targets = this.#find(file, node, stack)));
    return targets;
  }

  #find(file: string, node: number, stack: readonly string[]): readonly Target[] {
    const targets = new Map<string, Target>();
    const visited = new Set<string>();
    const pending: (readonly [file: string, node: number, stack: readonly string[]])[] = [[file, node, stack]];
    const visit = (nextFile: string, nextNode: number, nextStack: readonly string[]): void => {
      if (nextNode < 0 || nextStack.length > MAX_PATH) return;
      const key = `${nextFile}\n${nextNode}\n${nextStack.join('.')}`;
      if (visited.has(key) || visited.size > MAX_PLACES) return;
      visited.add(key);
      pending.push([nextFile, nextNode, nextStack]);
    };
    for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
      const [currentFile, current, currentStack] = position;
      const graph = this.#graphOf(currentFile);
      if (graph === undefined) continue;
      const { roles, flow } = graph;
      const [first, ...innerStack] = currentStack;
      const functionIndex = roles.functions.get(current);
      if (functionIndex !== undefined) {
        if (first === undefined || INDIRECT_CALL_METHODS.has(first))
          targets.set(`${currentFile} f ${functionIndex}`, {
            kind: 'function',
            file: currentFile,
            index: functionIndex,
          });
        else if (first === RESULT) visit(currentFile, flow.functions[functionIndex]?.result ?? -1, innerStack);
      }
      const classIndex = roles.classes.get(current);
      if (classIndex !== undefined) {
        const classFlow = flow.classes[classIndex];
        if (first === undefined)
          targets.set(`${currentFile} c ${classIndex}`, { kind: 'class', file: currentFile, index: classIndex });
        else if (first === INSTANCE || first === RESULT) visit(currentFile, classFlow?.instance ?? -1, innerStack);
        if (classFlow?.parent !== undefined) visit(currentFile, classFlow.parent, currentStack);
      }
      const instance = roles.instances.get(current);
      const parent = instance === undefined ? undefined : flow.classes[instance]?.parent;
      if (parent !== undefined) visit(currentFile, parent, [INSTANCE, ...currentStack]);
      const callIndex = roles.resultsOfCalls.get(current);
      const call = callIndex === undefined ? undefined : flow.calls[callIndex];
      if (call !== undefined)
        visit(currentFile, call.callee, [call.form === 'new' ? INSTANCE : RESULT, ...currentStack]);
      const parameter = roles.parameters.get(current);
      if (parameter !== undefined && currentStack.length <= 1)
        targets.set(`${currentFile} p ${current} ${currentStack.join('.')}`, {
          kind: 'parameter',
          file: currentFile,
          owner: parameter,
          index: roles.parameterPlaces.get(current) ?? 0,
          stack: currentStack,
        });
      for (const [specifier, name] of roles.imports.get(current) ?? [])
        this.#visitImport(currentFile, specifier, name, currentStack, visit);
      for (const [specifier, name] of roles.types.get(current) ?? [])
        this.#visitImport(currentFile, specifier, name, [INSTANCE, ...currentStack], visit);
      for (const [kind, from, property] of roles.back(current))
        if (kind === 'copy') visit(currentFile, from, currentStack);
        else if (kind === 'load') visit(currentFile, from, [property, ...currentStack]);
        else if (kind === 'open') visit(currentFile, from, [ELEMENT, ...currentStack]);
        else if (first === property || first === ELEMENT) visit(currentFile, from, innerStack);
    }
    return [...targets.values()];
  }

  /** Continues in the module from which a name is imported. */
  #visitImport(
    file: string,
    specifier: string,
    name: string,
    stack: readonly string[],
    visit: (file: string, node: number, stack: readonly string[]) => void,
    hops = 0,
  ): void {
    const target = this.#resolve(file, specifier);
    const graph = target === undefined || hops > 5 ? undefined : this.#graphOf(target);
    if (target === undefined || graph === undefined) return;
    const [first, ...rest] = stack;
    const { exports, passed, opened } = graph.flow;
    for (const [exported, node] of exports)
      if (exported === name) visit(target, node, stack);
      else if (exported === WHOLE_MODULE && (name === 'default' || name === '*')) visit(target, node, stack);
      else if (exported === WHOLE_MODULE) visit(target, node, [name, ...stack]);
      else if (name === '*' && exported === first) visit(target, node, rest);
    for (const [exported, from, imported] of passed)
      if (exported === name) this.#visitImport(target, from, imported, stack, visit, hops + 1);
      else if (name === '*' && exported === first) this.#visitImport(target, from, imported, rest, visit, hops + 1);
    for (const from of opened) this.#visitImport(target, from, name, stack, visit, hops + 1);
  }
}
