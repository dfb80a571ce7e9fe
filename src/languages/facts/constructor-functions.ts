import type { ClassMemberFact, ExprFact, FileFacts } from '../../core/model/facts.js';
import { helperName } from './compiled-code.js';
import { createScope } from './scope.js';
import type { ClassRecord, Mutable, Tables } from './tables.js';

/** A class written as a function with a prototype. */
interface Constructor {
  readonly index: number;
  readonly members: ClassMemberFact[];
  readonly methods: Map<number, 'static' | 'own'>;
  base?: ExprFact;
}

/**
 * Recognises classes without class syntax, which compilers also write: functions whose prototype gets members by
 * assignment, through an alias, by `Object.assign` or by a helper. The functions become classes of the facts, and the
 * `this` of their methods an instance.
 */
export function addConstructors(facts: FileFacts, tables: Tables): void {
  const found = new Finder(facts).find();
  for (const { index, members, methods, base } of found) {
    const fact = tables.functions[index];
    if (fact === undefined) continue;
    const own: ClassRecord = { at: fact.at, members, construct: index };
    if (fact.name !== undefined) own.name = fact.name;
    if (base !== undefined) own.extends = base;
    const ofClass = tables.classes.push(own) - 1;
    for (const expr of tables.functionValues.get(index) ?? []) turnIntoClass(expr, ofClass);
    for (const [method, kind] of [[index, 'own'] as const, ...methods]) {
      for (const self of tables.thisExpressions.get(method) ?? []) {
        delete self.ofObject;
        Object.assign(self, kind === 'static' ? { ofClass, static: true } : { ofClass });
      }
      const record = tables.functions[method];
      if (record !== undefined && method !== index) record.ofClass = ofClass;
    }
  }
}

/** Whether a callee is a helper that only compiled classes have. */
export function isClassHelper(callee: ExprFact): boolean {
  const name = helperName(callee);
  return name === 'createClass' || name === 'classCallCheck';
}

/** Whether a callee is a function that may return a class declared inside it. */
export function givesClass({ functions }: Tables, callee: ExprFact): boolean {
  if (callee.kind !== 'function') return false;
  return functions[callee.function]?.returns.some((expr) => isClassName(expr)) === true;
}

/** Whether an expression is a name in the form of class names, or has the given name. */
function isClassName(expr: ExprFact, name?: string): boolean {
  return expr.kind === 'name' && /^[A-Z]/.test(expr.name) && (name === undefined || expr.name === name);
}

function turnIntoClass(expr: Mutable<ExprFact>, index: number): void {
  Object.assign(expr, { kind: 'class', class: index });
  delete (expr as { function?: number }).function;
}

class Finder {
  readonly #facts: FileFacts;
  readonly #scope: ReturnType<typeof createScope>;
  readonly #found = new Map<number, Constructor>();

  constructor(facts: FileFacts) {
    this.#facts = facts;
    this.#scope = createScope(facts);
  }

  find(): readonly Constructor[] {
    const { assignments, calls, functions } = this.#facts;
    for (const index of functions.keys()) if (this.#isReturned(index)) this.#constructorAt(index);
    for (const { target, value } of assignments) {
      if (target.kind !== 'member') continue;
      const owner = this.#prototypeOf(target.object);
      if (owner !== undefined) this.#addMember(owner, target.property, value, 'own');
      else if (target.property === 'prototype') this.#readReplacedPrototype(target.object, value);
    }
    for (const { callee, args } of calls) this.#readCall(callee, args);
    for (const { target, value } of assignments) {
      if (target.kind !== 'member') continue;
      const owner = target.property === 'prototype' ? undefined : this.#knownConstructorOf(target.object);
      if (owner !== undefined) this.#addMember(owner, target.property, value, 'static');
    }
    for (const { target, value, within } of assignments) {
      const owner = within === undefined ? undefined : this.#found.get(within);
      if (owner === undefined || target.kind !== 'member' || value.kind !== 'function') continue;
      if (this.#isThis(target.object)) owner.methods.set(value.function, 'own');
    }
    return [...this.#found.values()];
  }

  #isThis(expr: ExprFact): boolean {
    if (expr.kind === 'this') return true;
    return this.#scope.bindingOf(expr)?.value?.kind === 'this';
  }

  /** The constructor of a prototype expression: `C.prototype`, or an alias of it. */
  #prototypeOf(expr: ExprFact): Constructor | undefined {
    if (expr.kind === 'member') return expr.property === 'prototype' ? this.#constructorOf(expr.object) : undefined;
    if (expr.kind !== 'name') return undefined;
    const value = this.#scope.bindingOf(expr)?.value;
    if (value?.kind === 'member' && value.property === 'prototype') return this.#constructorOf(value.object);
    if (value?.kind !== 'object') return undefined;
    // `const methods = C.prototype = {…}`
    const assignment = this.#facts.assignments.find((fact) => fact.value === value);
    return assignment?.target.kind === 'member' && assignment.target.property === 'prototype'
      ? this.#constructorOf(assignment.target.object)
      : undefined;
  }

  #functionOf(expr: ExprFact): number | undefined {
    if (expr.kind === 'function') return expr.function;
    if (expr.kind === 'name') {
      const value = this.#scope.bindingOf(expr)?.value;
      return value?.kind === 'function' ? value.function : undefined;
    }
    if (expr.kind !== 'member') return undefined;
    // `exports.Client.prototype.list = …`
    const exported = this.#facts.exports.findLast(
      (fact) =>
        (fact.kind === 'local' && fact.name === expr.property) ||
        (fact.kind === 'assigned' && expr.property === 'exports'),
    );
    return (exported?.kind === 'local' || exported?.kind === 'assigned') && exported.value.kind === 'function'
      ? exported.value.function
      : undefined;
  }

  #knownConstructorOf(expr: ExprFact): Constructor | undefined {
    const index = this.#functionOf(expr);
    return index === undefined ? undefined : this.#found.get(index);
  }

  #constructorOf(expr: ExprFact): Constructor | undefined {
    const index = this.#functionOf(expr);
    const kind = index === undefined ? undefined : this.#facts.functions[index]?.kind;
    return index === undefined || kind !== 'function' ? undefined : this.#constructorAt(index);
  }

  #constructorAt(index: number): Constructor {
    let found = this.#found.get(index);
    if (found === undefined) this.#found.set(index, (found = { index, members: [], methods: new Map() }));
    return found;
  }

  /**
   * Whether a function returns its class: `(function () { function C() {} C.version = 1; return C; })()`, also with
   * static members only.
   */
  #isReturned(index: number): boolean {
    const { kind, name, within } = this.#facts.functions[index] ?? {};
    const around = within === undefined ? undefined : this.#facts.functions[within];
    if (kind !== 'function' || name === undefined || around?.once === undefined) return false;
    return around.returns.some((expr) => isClassName(expr, name) && this.#functionOf(expr) === index);
  }

  #addMember(owner: Constructor, name: string, value: ExprFact, kind: 'static' | 'own', isGetter = false): void {
    const isMethod = value.kind === 'function';
    if (name === 'constructor') return;
    owner.members.push({
      name,
      static: kind === 'static',
      kind: isGetter ? 'getter' : isMethod ? 'method' : 'field',
      value,
    });
    if (isMethod) owner.methods.set(value.function, kind);
  }

  #addMembers(owner: Constructor, object: ExprFact | undefined): void {
    if (object?.kind !== 'object') return;
    for (const property of this.#facts.objects[object.object]?.properties ?? []) {
      if (property.kind !== 'property' || property.key === undefined) continue;
      this.#addMember(owner, property.key, property.value, 'own', property.getter === true);
    }
  }

  /** Reads a replaced prototype: `C.prototype = {…}`, `… = Object.create(B.prototype)`, `… = new B()`. */
  #readReplacedPrototype(expr: ExprFact, value: ExprFact): void {
    const owner = this.#constructorOf(expr);
    if (owner === undefined) return;
    this.#addMembers(owner, value);
    const call = value.kind === 'call' ? this.#facts.calls[value.call] : undefined;
    if (call === undefined) return;
    const [first, ...others] = call.args;
    if (call.form === 'new') this.#setBase(owner, call.callee);
    else if (first?.kind === 'member' && first.property === 'prototype') this.#setBase(owner, first.object);
    else if (first?.kind === 'call') this.#readReplacedPrototype(expr, first);
    for (const other of others)
      if (call.callee.kind === 'member' && call.callee.property !== 'create') this.#addMembers(owner, other);
  }

  #setBase(owner: Constructor, base: ExprFact | undefined): void {
    if (base === undefined || this.#functionOf(base) === owner.index) return;
    owner.base ??= base;
  }

  #readCall(callee: ExprFact, args: readonly ExprFact[]): void {
    const [first, second, third] = args;
    const name =
      helperName(callee) ?? (callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : '');
    if (first === undefined) return;
    if (/^(?:inherits(?:Loose)?|extends)$/.test(name)) {
      if (second !== undefined && this.#functionOf(first) !== undefined && args.length < 4)
        this.#readInheritance(first, second);
    } else if (name === 'createClass') {
      const owner = this.#constructorOf(first);
      if (owner !== undefined) this.#readDescriptions(owner, second, 'own');
      if (owner !== undefined) this.#readDescriptions(owner, third, 'static');
    } else if (name === 'classCallCheck' && second !== undefined) {
      this.#constructorOf(second);
    } else {
      this.#prototypeCall(name, args);
    }
  }

  /** Reads a prototype call: `Object.setPrototypeOf(C.prototype, B.prototype)`, `Object.assign(C.prototype, {…})`. */
  #prototypeCall(name: string, [first, ...others]: readonly ExprFact[]): void {
    const owner = first?.kind === 'member' || first?.kind === 'name' ? this.#prototypeOf(first) : undefined;
    if (owner === undefined) return;
    const [second, third] = others;
    if (name === 'setPrototypeOf' && second?.kind === 'member') this.#setBase(owner, second.object);
    else if (name === 'defineProperty' && second?.kind === 'literal')
      this.#readDefinedProperty(owner, String(second.value), third);
    else for (const object of others) this.#addMembers(owner, object);
  }

  #readInheritance(subclass: ExprFact, base: ExprFact): void {
    const owner = this.#constructorOf(subclass);
    if (owner !== undefined) this.#setBase(owner, base);
  }

  /** Reads the member descriptions of a helper: `[{ key: 'list', value: function () {…} }]`. */
  #readDescriptions(owner: Constructor, list: ExprFact | undefined, kind: 'static' | 'own'): void {
    for (const element of list?.kind === 'array' ? list.elements : []) {
      const properties = element.kind === 'object' ? (this.#facts.objects[element.object]?.properties ?? []) : [];
      const fieldOf = (name: string): ExprFact | undefined =>
        properties.flatMap((p) => (p.kind === 'property' && p.key === name ? [p.value] : []))[0];
      const [key, value, get] = [fieldOf('key'), fieldOf('value'), fieldOf('get')];
      if (key?.kind !== 'literal') continue;
      if (value !== undefined) this.#addMember(owner, String(key.value), value, kind);
      else if (get !== undefined) this.#addMember(owner, String(key.value), get, kind, true);
    }
  }

  #readDefinedProperty(owner: Constructor, name: string, descriptor: ExprFact | undefined): void {
    if (descriptor?.kind !== 'object') return;
    for (const property of this.#facts.objects[descriptor.object]?.properties ?? []) {
      if (property.kind !== 'property') continue;
      if (property.key === 'get' || property.key === 'value')
        this.#addMember(owner, name, property.value, 'own', property.key === 'get');
    }
  }
}
