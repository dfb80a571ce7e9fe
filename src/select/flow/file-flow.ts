import { createScope } from '../../languages/facts/scope.js';
import type { Scope } from '../../languages/facts/scope.js';
import type { Api } from '../../core/model/deprecation.js';
import type { BindingFact, ExprFact, FileFacts, TypeFact } from '../../core/model/facts.js';
import { ELEMENT, WHOLE_MODULE } from './graph.js';
import type { FileFlow, FlowCall, FlowClass, FlowFunction, Step } from './graph.js';

/** Maximum nesting of expressions that are followed; a script that appends words one by one nests lists deeply. */
const MAX_DEPTH = 1000;

/** Builds the graph of a file. `apisOfText`: returns the APIs whose address is in a text. */
export function fileFlow(facts: FileFacts, apisOfText: ApisOfText): FileFlow {
  return new Builder(facts, apisOfText).build();
}

/** Returns the APIs whose address is in a text. */
export type ApisOfText = (text: string) => readonly Api['id'][];

class Builder {
  readonly #facts: FileFacts;
  readonly #apisOfText: ApisOfText;
  readonly #scope: Scope;
  #nodes = 0;
  #depth = 0;
  readonly #steps: Record<number, Step[]> = {};
  readonly #variables = new Map<BindingFact, number>();
  readonly #undeclaredNames = new Map<string, number>();
  readonly #modules = new Map<string, number>();
  readonly #imports: [number, string, string][] = [];
  readonly #types: [number, string, string][] = [];
  readonly #texts: [number, readonly Api['id'][]][] = [];
  readonly #functions: FlowFunction[] = [];
  readonly #classes: FlowClass[] = [];
  readonly #objects: number[] = [];
  readonly #calls: FlowCall[] = [];
  /** Declared types that are not classes but have instances. */
  readonly #interfaces = new Map<string, FlowClass>();

  constructor(facts: FileFacts, apisOfText: ApisOfText) {
    this.#facts = facts;
    this.#apisOfText = apisOfText;
    this.#scope = createScope(facts);
  }

  build(): FileFlow {
    this.#createNodes();
    this.#bindings();
    this.#assignments();
    this.#objectsAndClasses();
    this.#returns();
    this.#completeCalls();
    const { exports, passed, opened } = this.#exports();
    return {
      nodes: this.#nodes,
      steps: this.#steps,
      imports: this.#imports,
      types: this.#types,
      texts: this.#texts,
      exports,
      passed,
      opened,
      calls: this.#calls,
      functions: this.#functions,
      classes: this.#classes,
    };
  }

  #newNode(): number {
    return this.#nodes++;
  }

  #addStep(from: number, step: Step): void {
    const steps = this.#steps[from];
    // A list that is created with its content takes a fifth of the memory of an empty list that grows, and most lists
    // have one step.
    if (steps === undefined) this.#steps[from] = [step];
    else steps.push(step);
  }

  /** Creates the nodes of records that others refer to by index. */
  #createNodes(): void {
    const { functions, classes, objects, calls } = this.#facts;
    for (const fact of functions)
      this.#functions.push({
        node: this.#newNode(),
        parameters: Array.from({ length: fact.parameters }, () => this.#newNode()),
        result: this.#newNode(),
        ...(fact.parameterNames === undefined ? {} : { parameterNames: fact.parameterNames }),
        ...(fact.rest === undefined ? {} : { rest: fact.rest }),
        ...(fact.within === undefined ? {} : { within: fact.within }),
        ...(fact.ofClass === undefined ? {} : { ofClass: fact.ofClass }),
      });
    for (const fact of classes)
      this.#classes.push({
        node: this.#newNode(),
        instance: this.#newNode(),
        ...(fact.construct === undefined ? {} : { construct: fact.construct }),
      });
    for (const { name } of this.#facts.types ?? []) {
      const own = { node: this.#newNode(), instance: this.#newNode() };
      this.#classes.push(own);
      this.#interfaces.set(name, own);
    }
    for (const _ of objects) this.#objects.push(this.#newNode());
    for (const { within, form, callee, args } of calls) {
      const callbacks = args.flatMap((arg) => (arg.kind === 'function' ? [arg.function] : []));
      this.#calls.push({
        callee: -1,
        name: callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : '',
        args: [],
        result: this.#newNode(),
        form,
        ...(within === undefined ? {} : { within }),
        ...(callbacks.length === 0 ? {} : { callbacks }),
      });
    }
  }

  #bindings(): void {
    for (const binding of this.#facts.bindings) {
      const node = this.#variable(binding);
      if (binding.value !== undefined) this.#addCopy(binding.value, node);
      if (binding.type !== undefined) this.#addType(binding.type, node);
    }
  }

  #assignments(): void {
    for (const { target, value } of this.#facts.assignments) {
      if (target.kind === 'name') this.#addCopy(value, this.#nodeOf(target));
      else if (target.kind === 'member') {
        const from = this.#nodeOf(value);
        for (const owner of this.#owners(target.object)) this.#addStep(from, ['store', owner, target.property]);
      } else if (target.kind === 'element') {
        const from = this.#nodeOf(value);
        for (const owner of this.#owners(target.object)) this.#addStep(from, ['store', owner, ELEMENT]);
      }
    }
  }

  /** Nodes to which a property is written: the object itself, and the origins of its variable's value. */
  #owners(expr: ExprFact): ReadonlySet<number> {
    const owners = new Set<number>();
    let owner: ExprFact | undefined = expr;
    for (let hops = 0; owner !== undefined && hops < 4; hops++) {
      owners.add(this.#nodeOf(owner));
      owner = owner.kind === 'name' ? this.#scope.lookup(owner.name, owner.at[0])?.value : undefined;
    }
    return owners;
  }

  #objectsAndClasses(): void {
    for (const [index, { properties }] of this.#facts.objects.entries()) {
      const node = this.#objects[index] ?? -1;
      for (const property of properties) {
        if (property.kind === 'spread') this.#addCopy(property.value, node);
        else this.#addStep(this.#nodeOf(property.value), ['store', node, property.key ?? ELEMENT]);
        if (property.kind === 'property' && property.getter === true && property.value.kind === 'function')
          this.#addStep(this.#resultOf(property.value.function), ['store', node, property.key ?? ELEMENT]);
      }
    }
    for (const [index, fact] of this.#facts.classes.entries()) {
      const own = this.#classes[index];
      if (own === undefined) continue;
      if (fact.extends !== undefined) this.#classes[index] = { ...own, parent: this.#nodeOf(fact.extends) };
      for (const { name, value, type, static: isStatic, kind } of fact.members) {
        const owner = isStatic ? own.node : own.instance;
        if (value !== undefined) {
          this.#addStep(this.#nodeOf(value), ['store', owner, name]);
          if (kind === 'getter' && value.kind === 'function')
            this.#addStep(this.#resultOf(value.function), ['store', owner, name]);
        }
        if (type === undefined) continue;
        const typed = this.#newNode();
        this.#addType(type, typed);
        this.#addStep(typed, ['store', owner, name]);
      }
    }
    for (const { name, members } of this.#facts.types ?? [])
      for (const member of members) {
        const typed = this.#newNode();
        this.#addType(member.type, typed);
        this.#addStep(typed, ['store', this.#interfaces.get(name)?.instance ?? -1, member.name]);
      }
  }

  #resultOf(index: number): number {
    return this.#functions[index]?.result ?? -1;
  }

  #returns(): void {
    for (const [index, fact] of this.#facts.functions.entries()) {
      const own = this.#functions[index];
      if (own === undefined) continue;
      for (const value of [...fact.returns, ...(fact.yields ?? [])]) this.#addCopy(value, own.result);
      if (fact.returnType !== undefined) this.#addType(fact.returnType, own.result);
    }
  }

  #completeCalls(): void {
    for (const [index, { callee, args, named }] of this.#facts.calls.entries()) {
      const own = this.#calls[index];
      if (own === undefined) continue;
      this.#calls[index] = {
        ...own,
        callee: this.#nodeOf(callee),
        args: args.map((arg) => this.#nodeOf(arg)),
        ...(callee.kind === 'member' ? { receiver: this.#nodeOf(callee.object) } : {}),
        ...(named === undefined ? {} : { named: this.#nodeOf(named) }),
      };
    }
  }

  #exports(): Pick<FileFlow, 'exports' | 'passed' | 'opened'> {
    const exports: [string, number][] = [];
    const passed: [string, string, string][] = [];
    const opened: string[] = [];
    for (const fact of this.#facts.exports)
      if (fact.kind === 'local') exports.push([fact.name, this.#nodeOf(fact.value)]);
      else if (fact.kind === 'assigned') exports.push([WHOLE_MODULE, this.#nodeOf(fact.value)]);
      else if (fact.kind === 'from') passed.push([fact.name, fact.specifier, fact.imported]);
      else opened.push(fact.specifier);
    for (const [name, { node }] of this.#interfaces) exports.push([name, node]);
    for (const { specifier } of this.#facts.opens ?? []) opened.push(specifier);
    return { exports, passed, opened };
  }

  #addCopy(value: ExprFact, to: number): void {
    const from = this.#nodeOf(value);
    if (from !== to) this.#addStep(from, ['copy', to]);
  }

  /** Adds the steps from the instance of a declared type to a node. */
  #addType(type: TypeFact, node: number): void {
    const [head = '', ...rest] = type.name.split('.');
    const binding = this.#scope.lookup(head, type.at[0]);
    if (binding?.value?.kind === 'imported') {
      const { specifier, name } = binding.value;
      const [first, ...others] = name === '*' ? rest : [name, ...rest];
      // A member of a type, such as `Client.Options`, is another type.
      if (first !== undefined && others.length === 0) this.#types.push([node, specifier, first]);
    } else if (binding?.value?.kind === 'class') {
      const own = this.#classes[binding.value.class];
      if (own !== undefined) this.#addStep(own.instance, ['copy', node]);
    } else if (binding === undefined) {
      const own = this.#interfaces.get(type.name);
      if (own !== undefined) this.#addStep(own.instance, ['copy', node]);
    }
  }

  #variable(binding: BindingFact): number {
    // All declarations of one name in one scope are one variable.
    const [first = binding] = this.#scope.declarationsOf(binding);
    let node = this.#variables.get(first);
    if (node === undefined) this.#variables.set(first, (node = this.#newNode()));
    return node;
  }

  /** The node of an expression, with steps from its parts. */
  #nodeOf(expr: ExprFact): number {
    if (this.#depth >= MAX_DEPTH) return this.#newNode();
    this.#depth += 1;
    const node = this.#computeNode(expr);
    this.#depth -= 1;
    return node;
  }

  #computeNode(expr: ExprFact): number {
    switch (expr.kind) {
      case 'name': {
        const binding = this.#scope.lookup(expr.name, expr.at[0]);
        return binding === undefined ? this.#undeclared(expr.name) : this.#variable(binding);
      }
      case 'parameter':
        return this.#functions[expr.function]?.parameters[expr.index] ?? this.#newNode();
      case 'function':
        return this.#functions[expr.function]?.node ?? this.#newNode();
      case 'class':
        return this.#classes[expr.class]?.node ?? this.#newNode();
      case 'object':
        return this.#objects[expr.object] ?? this.#newNode();
      case 'call':
        return this.#calls[expr.call]?.result ?? this.#newNode();
      case 'this': {
        if (expr.ofObject !== undefined) return this.#objects[expr.ofObject] ?? this.#newNode();
        const own = expr.ofClass === undefined ? undefined : this.#classes[expr.ofClass];
        return own === undefined ? this.#undeclared('this') : expr.static === true ? own.node : own.instance;
      }
      case 'super': {
        const own = expr.ofClass === undefined ? undefined : this.#classes[expr.ofClass];
        return own?.instance ?? this.#newNode();
      }
      case 'imported':
        return this.#imported(expr.specifier, expr.name, expr.below);
      case 'member': {
        const node = this.#newNode();
        this.#addStep(this.#nodeOf(expr.object), ['load', node, expr.property]);
        return node;
      }
      case 'element': {
        const node = this.#newNode();
        this.#addStep(this.#nodeOf(expr.object), ['open', node]);
        return node;
      }
      case 'each':
      case 'each-key': {
        const node = this.#newNode();
        this.#addStep(this.#nodeOf(expr.value), ['open', node]);
        return node;
      }
      case 'array': {
        const node = this.#newNode();
        for (const element of expr.elements)
          if (element.kind === 'spread') this.#addCopy(element.value, node);
          else this.#addStep(this.#nodeOf(element), ['store', node, ELEMENT]);
        return node;
      }
      case 'literal': {
        const node = this.#newNode();
        const apis = typeof expr.value === 'string' ? this.#apisOfText(expr.value) : [];
        if (apis.length > 0) this.#texts.push([node, apis]);
        return node;
      }
      case 'concat':
        return this.#unionOf(expr.parts);
      case 'choice':
        return this.#unionOf(expr.options);
      case 'default':
        return this.#unionOf([expr.value, expr.fallback]);
      case 'spread':
      case 'rest':
        return this.#unionOf([expr.value]);
      default:
        return this.#newNode();
    }
  }

  #undeclared(name: string): number {
    let node = this.#undeclaredNames.get(name);
    if (node === undefined) this.#undeclaredNames.set(name, (node = this.#newNode()));
    return node;
  }

  /** Returns the node of an imported name. `below`: the submodule to use if the module has no such name. */
  #imported(specifier: string, name: string, below?: string): number {
    const key = `${name}\n${specifier}`;
    let node = this.#modules.get(key);
    if (node === undefined) {
      this.#modules.set(key, (node = this.#newNode()));
      this.#imports.push([node, specifier, name]);
      if (below !== undefined) this.#imports.push([node, below, '*']);
    }
    return node;
  }

  #unionOf(parts: readonly ExprFact[]): number {
    const node = this.#newNode();
    for (const part of parts) this.#addCopy(part, node);
    return node;
  }
}
