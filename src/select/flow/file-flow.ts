import { createScope } from '../../languages/facts/scope.js';
import type { Scope } from '../../languages/facts/scope.js';
import type { Api } from '../../core/model/deprecation.js';
import type { BindingFact, ExprFact, FileFacts, TypeFact } from '../../core/model/facts.js';
import { ELEMENT, WHOLE } from './graph.js';
import type { FileFlow, FlowCall, FlowClass, FlowFunction, Step } from './graph.js';

/** Maximum nesting of expressions that are followed: a script that appends words builds a list of lists. */
const MAX_DEPTH = 1000;

/** Builds the graph of a file. `ofText`: returns the APIs whose address is in a text. */
export function fileFlow(facts: FileFacts, ofText: ApisOfText): FileFlow {
  return new Builder(facts, ofText).build();
}

/** Returns the APIs whose address is in a text. */
export type ApisOfText = (text: string) => readonly Api['id'][];

class Builder {
  readonly #facts: FileFacts;
  readonly #ofText: ApisOfText;
  readonly #scope: Scope;
  #nodes = 0;
  #depth = 0;
  readonly #steps: Record<number, Step[]> = {};
  readonly #variables = new Map<BindingFact, number>();
  readonly #free = new Map<string, number>();
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

  constructor(facts: FileFacts, ofText: ApisOfText) {
    this.#facts = facts;
    this.#ofText = ofText;
    this.#scope = createScope(facts);
  }

  build(): FileFlow {
    this.#declare();
    this.#bindings();
    this.#assignments();
    this.#objectsAndClasses();
    this.#returns();
    this.#writeCalls();
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

  #node(): number {
    return this.#nodes++;
  }

  #step(from: number, step: Step): void {
    const steps = this.#steps[from];
    // A list that is created with its content takes a fifth of the memory of an empty list that grows, and most lists
    // have one step.
    if (steps === undefined) this.#steps[from] = [step];
    else steps.push(step);
  }

  /** Creates the nodes of records that others refer to by index. */
  #declare(): void {
    const { functions, classes, objects, calls } = this.#facts;
    for (const fact of functions)
      this.#functions.push({
        node: this.#node(),
        parameters: Array.from({ length: fact.parameters }, () => this.#node()),
        result: this.#node(),
        ...(fact.parameterNames === undefined ? {} : { parameterNames: fact.parameterNames }),
        ...(fact.rest === undefined ? {} : { rest: fact.rest }),
        ...(fact.within === undefined ? {} : { within: fact.within }),
        ...(fact.ofClass === undefined ? {} : { ofClass: fact.ofClass }),
      });
    for (const fact of classes)
      this.#classes.push({
        node: this.#node(),
        instance: this.#node(),
        ...(fact.construct === undefined ? {} : { construct: fact.construct }),
      });
    for (const { name } of this.#facts.types ?? []) {
      const own = { node: this.#node(), instance: this.#node() };
      this.#classes.push(own);
      this.#interfaces.set(name, own);
    }
    for (const _ of objects) this.#objects.push(this.#node());
    for (const { within, form, callee, args } of calls) {
      const callbacks = args.flatMap((arg) => (arg.kind === 'function' ? [arg.function] : []));
      this.#calls.push({
        callee: -1,
        name: callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : '',
        args: [],
        result: this.#node(),
        form,
        ...(within === undefined ? {} : { within }),
        ...(callbacks.length === 0 ? {} : { callbacks }),
      });
    }
  }

  #bindings(): void {
    for (const binding of this.#facts.bindings) {
      const node = this.#variable(binding);
      if (binding.value !== undefined) this.#copy(binding.value, node);
      if (binding.type !== undefined) this.#typed(binding.type, node);
    }
  }

  #assignments(): void {
    for (const { target, value } of this.#facts.assignments) {
      if (target.kind === 'name') this.#copy(value, this.#of(target));
      else if (target.kind === 'member') {
        const from = this.#of(value);
        for (const owner of this.#owners(target.object)) this.#step(from, ['store', owner, target.property]);
      } else if (target.kind === 'element') {
        const from = this.#of(value);
        for (const owner of this.#owners(target.object)) this.#step(from, ['store', owner, ELEMENT]);
      }
    }
  }

  /** Nodes to which a property is written: the object itself, and the origins of its variable's value. */
  #owners(expr: ExprFact): ReadonlySet<number> {
    const owners = new Set<number>();
    let owner: ExprFact | undefined = expr;
    for (let hops = 0; owner !== undefined && hops < 4; hops++) {
      owners.add(this.#of(owner));
      owner = owner.kind === 'name' ? this.#scope.lookup(owner.name, owner.at[0])?.value : undefined;
    }
    return owners;
  }

  #objectsAndClasses(): void {
    for (const [index, { properties }] of this.#facts.objects.entries()) {
      const node = this.#objects[index] ?? -1;
      for (const property of properties) {
        if (property.kind === 'spread') this.#copy(property.value, node);
        else this.#step(this.#of(property.value), ['store', node, property.key ?? ELEMENT]);
        if (property.kind === 'property' && property.getter === true && property.value.kind === 'function')
          this.#step(this.#resultOf(property.value.function), ['store', node, property.key ?? ELEMENT]);
      }
    }
    for (const [index, fact] of this.#facts.classes.entries()) {
      const own = this.#classes[index];
      if (own === undefined) continue;
      if (fact.extends !== undefined) this.#classes[index] = { ...own, parent: this.#of(fact.extends) };
      for (const { name, value, type, static: isStatic, kind } of fact.members) {
        const owner = isStatic ? own.node : own.instance;
        if (value !== undefined) {
          this.#step(this.#of(value), ['store', owner, name]);
          if (kind === 'getter' && value.kind === 'function')
            this.#step(this.#resultOf(value.function), ['store', owner, name]);
        }
        if (type === undefined) continue;
        const typed = this.#node();
        this.#typed(type, typed);
        this.#step(typed, ['store', owner, name]);
      }
    }
    for (const { name, members } of this.#facts.types ?? [])
      for (const member of members) {
        const typed = this.#node();
        this.#typed(member.type, typed);
        this.#step(typed, ['store', this.#interfaces.get(name)?.instance ?? -1, member.name]);
      }
  }

  #resultOf(index: number): number {
    return this.#functions[index]?.result ?? -1;
  }

  #returns(): void {
    for (const [index, fact] of this.#facts.functions.entries()) {
      const own = this.#functions[index];
      if (own === undefined) continue;
      for (const value of [...fact.returns, ...(fact.yields ?? [])]) this.#copy(value, own.result);
      if (fact.returnType !== undefined) this.#typed(fact.returnType, own.result);
    }
  }

  #writeCalls(): void {
    for (const [index, { callee, args, named }] of this.#facts.calls.entries()) {
      const own = this.#calls[index];
      if (own === undefined) continue;
      this.#calls[index] = {
        ...own,
        callee: this.#of(callee),
        args: args.map((arg) => this.#of(arg)),
        ...(callee.kind === 'member' ? { receiver: this.#of(callee.object) } : {}),
        ...(named === undefined ? {} : { named: this.#of(named) }),
      };
    }
  }

  #exports(): Pick<FileFlow, 'exports' | 'passed' | 'opened'> {
    const exports: [string, number][] = [];
    const passed: [string, string, string][] = [];
    const opened: string[] = [];
    for (const fact of this.#facts.exports)
      if (fact.kind === 'local') exports.push([fact.name, this.#of(fact.value)]);
      else if (fact.kind === 'assigned') exports.push([WHOLE, this.#of(fact.value)]);
      else if (fact.kind === 'from') passed.push([fact.name, fact.specifier, fact.imported]);
      else opened.push(fact.specifier);
    for (const [name, { node }] of this.#interfaces) exports.push([name, node]);
    for (const { specifier } of this.#facts.opens ?? []) opened.push(specifier);
    return { exports, passed, opened };
  }

  #copy(value: ExprFact, to: number): void {
    const from = this.#of(value);
    if (from !== to) this.#step(from, ['copy', to]);
  }

  #typed(type: TypeFact, node: number): void {
    const [head = '', ...rest] = type.name.split('.');
    const binding = this.#scope.lookup(head, type.at[0]);
    if (binding?.value?.kind === 'imported') {
      const { specifier, name } = binding.value;
      const [first, ...others] = name === '*' ? rest : [name, ...rest];
      // A member of a type, such as `Client.Options`, is another type.
      if (first !== undefined && others.length === 0) this.#types.push([node, specifier, first]);
    } else if (binding?.value?.kind === 'class') {
      const own = this.#classes[binding.value.class];
      if (own !== undefined) this.#step(own.instance, ['copy', node]);
    } else if (binding === undefined) {
      const own = this.#interfaces.get(type.name);
      if (own !== undefined) this.#step(own.instance, ['copy', node]);
    }
  }

  #variable(binding: BindingFact): number {
    // All declarations of one name in one scope are one variable.
    const [first = binding] = this.#scope.declarationsOf(binding);
    let node = this.#variables.get(first);
    if (node === undefined) this.#variables.set(first, (node = this.#node()));
    return node;
  }

  /** The node of an expression, with steps from its parts. */
  #of(expr: ExprFact): number {
    if (this.#depth >= MAX_DEPTH) return this.#node();
    this.#depth += 1;
    const node = this.#nodeOf(expr);
    this.#depth -= 1;
    return node;
  }

  #nodeOf(expr: ExprFact): number {
    switch (expr.kind) {
      case 'name': {
        const binding = this.#scope.lookup(expr.name, expr.at[0]);
        return binding === undefined ? this.#undeclared(expr.name) : this.#variable(binding);
      }
      case 'parameter':
        return this.#functions[expr.function]?.parameters[expr.index] ?? this.#node();
      case 'function':
        return this.#functions[expr.function]?.node ?? this.#node();
      case 'class':
        return this.#classes[expr.class]?.node ?? this.#node();
      case 'object':
        return this.#objects[expr.object] ?? this.#node();
      case 'call':
        return this.#calls[expr.call]?.result ?? this.#node();
      case 'this': {
        if (expr.ofObject !== undefined) return this.#objects[expr.ofObject] ?? this.#node();
        const own = expr.ofClass === undefined ? undefined : this.#classes[expr.ofClass];
        return own === undefined ? this.#undeclared('this') : expr.static === true ? own.node : own.instance;
      }
      case 'super': {
        const own = expr.ofClass === undefined ? undefined : this.#classes[expr.ofClass];
        return own?.instance ?? this.#node();
      }
      case 'imported':
        return this.#imported(expr.specifier, expr.name, expr.below);
      case 'member': {
        const node = this.#node();
        this.#step(this.#of(expr.object), ['load', node, expr.property]);
        return node;
      }
      case 'element': {
        const node = this.#node();
        this.#step(this.#of(expr.object), ['open', node]);
        return node;
      }
      case 'each':
      case 'each-key': {
        const node = this.#node();
        this.#step(this.#of(expr.value), ['open', node]);
        return node;
      }
      case 'array': {
        const node = this.#node();
        for (const element of expr.elements)
          if (element.kind === 'spread') this.#copy(element.value, node);
          else this.#step(this.#of(element), ['store', node, ELEMENT]);
        return node;
      }
      case 'literal': {
        const node = this.#node();
        const apis = typeof expr.value === 'string' ? this.#ofText(expr.value) : [];
        if (apis.length > 0) this.#texts.push([node, apis]);
        return node;
      }
      case 'concat':
        return this.#joined(expr.parts);
      case 'choice':
        return this.#joined(expr.options);
      case 'default':
        return this.#joined([expr.value, expr.fallback]);
      case 'spread':
      case 'rest':
        return this.#joined([expr.value]);
      default:
        return this.#node();
    }
  }

  #undeclared(name: string): number {
    let node = this.#free.get(name);
    if (node === undefined) this.#free.set(name, (node = this.#node()));
    return node;
  }

  /** `below`: the submodule to use if the module has no such name. */
  #imported(specifier: string, name: string, below?: string): number {
    const key = `${name}\n${specifier}`;
    let node = this.#modules.get(key);
    if (node === undefined) {
      this.#modules.set(key, (node = this.#node()));
      this.#imports.push([node, specifier, name]);
      if (below !== undefined) this.#imports.push([node, below, '*']);
    }
    return node;
  }

  #joined(parts: readonly ExprFact[]): number {
    const node = this.#node();
    for (const part of parts) this.#copy(part, node);
    return node;
  }
}
