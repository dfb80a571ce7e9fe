import { addTo } from '../../core/lib/collections.js';
import type { AssignmentFact, BindingFact, ExprFact, FileFacts } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import { targetOf } from './writes.js';

/** Kind of use of an object that is passed by reference. */
export type Purpose =
  /** Assignment to a property: `thing.path = value`. */
  | { readonly kind: 'set'; readonly assignment: AssignmentFact }
  | { readonly kind: 'deleted' }
  /** Call of a method: `thing.path.method(…)`. */
  | { readonly kind: 'receiver'; readonly method: string; readonly call: number }
  | { readonly kind: 'argument'; readonly call: number; readonly index: number }
  /** Binding of another name. */
  | { readonly kind: 'alias'; readonly binding: BindingFact }
  /** Property of an object literal. */
  | { readonly kind: 'held'; readonly object: number; readonly key: string | undefined }
  | { readonly kind: 'returned' }
  | { readonly kind: 'exported' }
  /** Storage where the object is no longer followed: in a list, a field, or a property of another object. */
  | { readonly kind: 'stored' };

/** One use of an object, or of a part of it at a path. Copying and reading are not uses. */
export interface ThingUse {
  /** Names of properties, or the expressions that compute them. */
  readonly path: readonly (string | ExprFact)[];
  readonly at: Span;
  readonly purpose: Purpose;
}

/** Uses of objects that can be changed by reference, by name, in source order. */
export interface ThingUses {
  readonly names: ReadonlyMap<BindingFact, readonly ThingUse[]>;
  /** Uses of object literals, by the index of the literal in the facts. */
  readonly objects: ReadonlyMap<number, readonly ThingUse[]>;
  /** Uses of the results of calls, by the index of the call in the facts. */
  readonly results: ReadonlyMap<number, readonly ThingUse[]>;
  /** Uses of arguments of functions, by `function:index`. */
  readonly parameters: ReadonlyMap<string, readonly ThingUse[]>;
}

/** Returns the key for the arguments of a function's parameter. */
export function parameterKey(fn: number, index: number): string {
  return `${String(fn)}:${String(index)}`;
}

/** Uses of the names, literals and calls of a file. */
export const objectUses = perFile((context): ThingUses => {
  const collected = new Collector(context);
  collected.collect(context.facts);
  return collected;
});

class Collector implements ThingUses {
  readonly names = new Map<BindingFact, ThingUse[]>();
  readonly objects = new Map<number, ThingUse[]>();
  readonly results = new Map<number, ThingUse[]>();
  readonly parameters = new Map<string, ThingUse[]>();
  readonly #context: FileContext;

  constructor(context: FileContext) {
    this.#context = context;
  }

  collect(facts: FileFacts): void {
    this.#collectFromNames(facts);
    this.#collectFromCalls(facts);
    this.#collectFromTables(facts);
    for (const uses of [this.names, this.objects, this.results, this.parameters])
      for (const list of uses.values()) list.sort((a, b) => a.at[0] - b.at[0]);
  }

  /** Collects uses in bindings, assignments and deletions. */
  #collectFromNames(facts: FileFacts): void {
    const { scope } = this.#context;
    for (const binding of facts.bindings) {
      if (binding.value !== undefined) this.#addUse(binding.value, { kind: 'alias', binding });
    }
    for (const assignment of facts.assignments) {
      const { target, value } = assignment;
      if (target.kind === 'name') {
        const binding = scope.bindingOf(target);
        this.#addUse(value, binding === undefined ? { kind: 'stored' } : { kind: 'alias', binding });
      } else {
        this.#addUse(target, { kind: 'set', assignment });
        this.#addUse(value, { kind: 'stored' });
      }
    }
    for (const { target } of facts.deletions) this.#addUse(target, { kind: 'deleted' });
  }

  /** Collects uses as a callee, a receiver or an argument. */
  #collectFromCalls(facts: FileFacts): void {
    for (const [call, { callee, args }] of facts.calls.entries()) {
      if (callee.kind === 'member') this.#addUse(callee.object, { kind: 'receiver', method: callee.property, call });
      else if (callee.kind === 'element') this.#addUse(callee.object, { kind: 'receiver', method: '[…]', call });
      for (const [index, arg] of args.entries()) this.#addUse(arg, { kind: 'argument', call, index });
    }
  }

  /** Collects uses in returned values, objects, classes and exports. */
  #collectFromTables(facts: FileFacts): void {
    for (const { returns } of facts.functions) for (const value of returns) this.#addUse(value, { kind: 'returned' });
    for (const [object, { properties }] of facts.objects.entries())
      for (const property of properties)
        if (property.kind === 'property') this.#addUse(property.value, { kind: 'held', object, key: property.key });
    for (const { members } of facts.classes)
      for (const { value } of members) if (value !== undefined) this.#addUse(value, { kind: 'stored' });
    for (const fact of facts.exports)
      if (fact.kind === 'local' || fact.kind === 'assigned') this.#addUse(fact.value, { kind: 'exported' });
  }

  #addUse(expr: ExprFact, purpose: Purpose): void {
    const { path, target: root } = targetOf(expr);
    const use: ThingUse = { path, at: expr.at, purpose };
    switch (root.kind) {
      case 'name': {
        const binding = this.#context.scope.bindingOf(root);
        if (binding !== undefined) addTo(this.names, binding, use);
        return;
      }
      case 'object':
        return addTo(this.objects, root.object, use);
      case 'call':
        return addTo(this.results, root.call, use);
      case 'parameter':
        return addTo(this.parameters, parameterKey(root.function, root.index), use);
      case 'choice':
        for (const option of root.options) this.#addOptionUse(option, path, use);
        return;
      case 'default':
        return this.#addOptionUse(root.value, path, use);
      case 'array':
        for (const element of root.elements) this.#addUse(element, { kind: 'stored' });
    }
  }

  /** Records a use of an expression as a use of one of its alternatives, or of its value before the fallback. */
  #addOptionUse(option: ExprFact, path: readonly (string | ExprFact)[], { purpose }: ThingUse): void {
    if (path.length === 0) this.#addUse(option, purpose);
    else if (option.kind !== 'literal') this.#addUse(option, { kind: 'stored' });
  }
}
