import { firstNameOf } from '../languages/facts/scope.js';
import { addTo } from '../core/lib/collections.js';
import type { CallFact, ExprFact, FileFacts } from '../core/model/facts.js';
import { partsOf } from '../languages/facts/expressions.js';

/** Tests with which the selection of a file's calls starts. */
export interface CallSelection {
  /** Whether a text of the program counts: a base URL, a word of a path, a header, a name in an SDK. */
  readonly text: (text: string) => boolean;
  /** Whether a key of an object counts: a header, a field, a parameter of a query. */
  readonly key: (key: string) => boolean;
  /** Whether a name that a file imports from a module counts: access to the API, or words of a path. */
  readonly imported: (file: string, specifier: string, name: string) => boolean;
  /** Names that count in any place. */
  readonly names?: ReadonlySet<string>;
  /** The APIs for which calls of a file are examined, as a key; absent if APIs are not distinguished. */
  readonly apis?: (file: string) => string;
  /** The tests for a file, restricted to the APIs for which it is examined. */
  readonly within?: (file: string) => CallSelection;
}

/** The parts of a file to examine. */
export interface Selected {
  /** Indexes in the table of calls. */
  readonly calls: ReadonlySet<number>;
  /** Indexes in the table of loose texts. */
  readonly texts: ReadonlySet<number>;
}

/**
 * The calls and texts of a file to examine: those with a mention, with a name that refers to the API, or with a value
 * made of one. A name represents all its declarations, and a property all properties with its name: the selection errs
 * towards too much. An omitted call neither sends nor completes a request of the catalogue; an omitted text is not part
 * of a path of the catalogue.
 */
export function selectCalls(facts: FileFacts, selection: CallSelection, reached: Iterable<number> = []): Selected {
  const flow = new SelectionGraph(facts, selection.within?.(facts.file) ?? selection);
  flow.connect();
  flow.mark(reached);
  return flow.selected();
}

/** A selected item: a name, or an entry of a table of the facts. */
type Node =
  | `name ${string}`
  | `call ${number}`
  | `text ${number}`
  | `function ${number}`
  | `object ${number}`
  | `class ${number}`
  /**
   * Common node for the arguments of all calls by a name, or of a call with a callback, to save a link for every pair.
   */
  | `passed to ${string}`
  | `passed in ${number}`;

/** Links between items that are selected together. */
class SelectionGraph {
  readonly #facts: FileFacts;
  readonly #selection: CallSelection;
  readonly #edges = new Map<Node, Node[]>();
  readonly #selected = new Set<Node>();
  readonly #functionsByName = new Map<string, number[]>();
  readonly #parameters = new Map<number, string[]>();

  constructor(facts: FileFacts, selection: CallSelection) {
    this.#facts = facts;
    this.#selection = selection;
  }

  connect(): void {
    for (const name of this.#selection.names ?? []) this.#mark(`name ${name}`);
    this.#indexFunctions();
    this.#connectBindings();
    this.#connectAssignments();
    this.#connectObjects();
    this.#connectClasses();
    this.#connectFunctions();
    this.#connectParameters();
    this.#connectCalls();
    for (const [index, text] of this.#facts.texts.entries()) this.#linkParts(text, `text ${index}`);
  }

  /** Selects calls that values of an API reach. */
  mark(calls: Iterable<number>): void {
    for (const call of calls) this.#mark(`call ${call}`);
  }

  selected(): Selected {
    // Grows during the loop.
    for (const node of this.#selected) for (const next of this.#edges.get(node) ?? []) this.#selected.add(next);
    const indexesOf = (kind: string): ReadonlySet<number> =>
      new Set([...this.#selected].flatMap((node) => (node.startsWith(kind) ? [Number(node.slice(kind.length))] : [])));
    return { calls: indexesOf('call '), texts: indexesOf('text ') };
  }

  #connectBindings(): void {
    for (const { name, value, type } of this.#facts.bindings) {
      if (value !== undefined) this.#linkParts(value, `name ${name}`);
      if (type !== undefined) this.#addEdge(`name ${firstNameOf(type)}`, `name ${name}`);
    }
  }

  #connectAssignments(): void {
    for (const { target, value, within } of this.#facts.assignments) {
      for (const name of targetNames(target)) this.#linkParts(value, `name ${name}`);
      if (within !== undefined) this.#linkParts(value, `function ${within}`);
    }
  }

  #connectObjects(): void {
    for (const [index, { properties }] of this.#facts.objects.entries()) {
      for (const property of properties) {
        this.#linkParts(property.value, `object ${index}`);
        if (property.kind !== 'property') continue;
        if (property.computed !== undefined) this.#linkParts(property.computed, `object ${index}`);
        if (property.key === undefined) continue;
        this.#linkParts(property.value, `name ${property.key}`);
        if (this.#selection.key(property.key)) this.#mark(`object ${index}`);
      }
    }
  }

  #connectClasses(): void {
    for (const [index, fact] of this.#facts.classes.entries()) {
      if (fact.extends !== undefined) this.#linkParts(fact.extends, `class ${index}`);
      if (fact.name !== undefined) this.#addEdge(`class ${index}`, `name ${fact.name}`);
      for (const { name, value, type } of fact.members) {
        if (type !== undefined) this.#addEdge(`name ${firstNameOf(type)}`, `name ${name}`);
        this.#addEdge(`name ${name}`, `class ${index}`);
        if (value !== undefined) this.#linkParts(value, `name ${name}`);
      }
    }
  }

  #connectFunctions(): void {
    for (const [index, fact] of this.#facts.functions.entries()) {
      for (const value of fact.returns) this.#linkParts(value, `function ${index}`);
      if (fact.name !== undefined) this.#addEdge(`function ${index}`, `name ${fact.name}`);
      if (fact.within !== undefined) this.#addEdge(`function ${index}`, `function ${fact.within}`);
    }
  }

  #connectParameters(): void {
    for (const [name, functions] of this.#functionsByName)
      for (const index of functions)
        for (const parameter of this.#parameters.get(index) ?? [])
          this.#addEdge(`passed to ${name}`, `name ${parameter}`);
  }

  #connectCalls(): void {
    for (const [index, call] of this.#facts.calls.entries()) {
      this.#linkParts(call.callee, `call ${index}`);
      for (const arg of call.args) this.#linkParts(arg, `call ${index}`);
      if (call.named !== undefined) this.#linkParts(call.named, `call ${index}`);
      if (call.within !== undefined) this.#addEdge(`call ${index}`, `function ${call.within}`);
      this.#linkArguments(index, call);
      // `list.push(word)`, `params.set(name, value)`, `Object.assign(options, more)`: the receiver, or the first
      // argument, stores the others.
      for (const name of storeNames(call)) for (const arg of call.args) this.#linkParts(arg, `name ${name}`);
    }
  }

  #indexFunctions(): void {
    const { bindings, classes, functions, objects } = this.#facts;
    const addFunction = (name: string | undefined, value: ExprFact | undefined): void => {
      if (name === undefined) return;
      const index =
        value?.kind === 'function'
          ? value.function
          : value?.kind === 'class'
            ? classes[value.class]?.construct
            : undefined;
      if (index !== undefined) addTo(this.#functionsByName, name, index);
    };
    for (const { name, value } of bindings) {
      addFunction(name, value);
      const boundValue = value?.kind === 'default' ? value.value : value;
      for (const index of functionsOf(boundValue)) addTo(this.#parameters, index, name);
    }
    for (const { properties } of objects)
      for (const property of properties) if (property.kind === 'property') addFunction(property.key, property.value);
    for (const { name, members, construct } of classes) {
      for (const member of members) addFunction(member.name, member.value);
      if (name !== undefined && construct !== undefined) addTo(this.#functionsByName, name, construct);
    }
    for (const [index, { name }] of functions.entries())
      if (name !== undefined) addTo(this.#functionsByName, name, index);
  }

  /** Links arguments to the parameters of functions with the callee's name, and of the callbacks beside them. */
  #linkArguments(index: number, { callee, args: positional, named }: CallFact): void {
    const args = named === undefined ? positional : [...positional, named];
    const name = callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : undefined;
    if (name !== undefined && this.#functionsByName.has(name))
      for (const arg of args) this.#linkParts(arg, `passed to ${name}`);
    const callbacks = args.filter((arg) => arg.kind === 'function' && this.#parameters.has(arg.function));
    for (const callback of callbacks)
      for (const parameter of (callback.kind === 'function' && this.#parameters.get(callback.function)) || [])
        this.#addEdge(`passed in ${index}`, `name ${parameter}`);
    if (callbacks.length === 0) return;
    this.#linkParts(callee, `passed in ${index}`);
    // A single callback is not an argument beside itself.
    const [soleCallback] = callbacks.length === 1 ? callbacks : [];
    for (const arg of args) if (arg !== soleCallback) this.#linkParts(arg, `passed in ${index}`);
  }

  /** Links all parts of an expression to `target`. */
  #linkParts(value: ExprFact, target: Node): void {
    const stack = [value];
    for (let expr = stack.pop(); expr !== undefined; expr = stack.pop()) {
      switch (expr.kind) {
        case 'literal':
          if (typeof expr.value === 'string' && this.#selection.text(expr.value)) this.#mark(target);
          break;
        case 'imported':
          if (this.#selection.imported(this.#facts.file, expr.specifier, expr.name)) this.#mark(target);
          break;
        case 'name':
          this.#addEdge(`name ${expr.name}`, target);
          break;
        case 'member':
          this.#addEdge(`name ${expr.property}`, target);
          if (this.#selection.text(expr.property)) this.#mark(target);
          break;
        case 'call':
          this.#addEdge(`call ${expr.call}`, target);
          break;
        case 'object':
          this.#addEdge(`object ${expr.object}`, target);
          break;
        case 'function':
          this.#addEdge(`function ${expr.function}`, target);
          break;
        case 'class':
          this.#addEdge(`class ${expr.class}`, target);
          break;
        default:
          break;
      }
      for (const part of partsOf(expr)) stack.push(part);
    }
  }

  #mark(node: Node): void {
    this.#selected.add(node);
  }

  #addEdge(from: Node, to: Node): void {
    addTo(this.#edges, from, to);
  }
}

/** Names of values in which a call may store its arguments. */
function storeNames({ callee, args: [first] }: CallFact): readonly string[] {
  if (callee.kind !== 'member') return [];
  const targets = callee.property === 'assign' && first !== undefined ? targetNames(first) : [];
  return [...targetNames(callee.object), ...targets];
}

function targetNames(target: ExprFact): readonly string[] {
  if (target.kind === 'name') return [target.name];
  if (target.kind === 'member') return [target.property, ...targetNames(target.object)];
  return target.kind === 'element' ? targetNames(target.object) : [];
}

/** Functions whose parameter, or a part of it, is the expression. */
function functionsOf(value: ExprFact | undefined): readonly number[] {
  let expr = value;
  while (expr !== undefined) {
    if (expr.kind === 'parameter') return [expr.function];
    if (expr.kind === 'member' || expr.kind === 'element') expr = expr.object;
    else if (expr.kind === 'default' || expr.kind === 'rest' || expr.kind === 'each') expr = expr.value;
    else return [];
  }
  return [];
}
