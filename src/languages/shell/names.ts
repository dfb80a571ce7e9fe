import type { FactsBuilder } from '../../facts/builder.js';
import { choiceExpression, memberExpression, nameExpression } from '../../facts/expressions.js';
import type { AssignmentFact, ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';

/** What is known of a script's names before it is lowered. */
export interface KnownNames {
  readonly functions: ReadonlySet<string>;
  /** Variables that are lists somewhere. */
  readonly lists: ReadonlySet<string>;
  /** Variables that are tables of named values: `declare -A`. */
  readonly tables: ReadonlySet<string>;
}

export interface Assigned {
  readonly name: string;
  readonly operator: AssignmentFact['operator'];
  readonly value: ExprFact;
  readonly at: Span;
}

/** Variables and functions of one script. All are names of the whole script but those that a function says are its own. */
export class Names {
  readonly #builder: FactsBuilder;
  readonly #whole: Span;
  readonly #known: KnownNames;
  readonly #globals = new Map<string, Span>();
  readonly #functions = new Map<string, Span>();
  /** Functions of the script that print nothing. */
  readonly #silent = new Set<string>();
  #locals: Set<string> | undefined;
  /** Body of the function that is lowered. */
  #body: Span | undefined;
  /** The variable that is set for the first time: in its own value it is what the environment gives. */
  #first: string | undefined;

  constructor(builder: FactsBuilder, whole: Span, known: KnownNames) {
    this.#builder = builder;
    this.#whole = whole;
    this.#known = known;
  }

  isList(name: string): boolean {
    return this.#known.lists.has(name);
  }

  isTable(name: string): boolean {
    return this.#known.tables.has(name);
  }

  isFunction(name: string): boolean {
    return this.#known.functions.has(name);
  }

  /** Whether the script, or the function that is lowered, has set a variable by that name before. */
  isKnown(name: string): boolean {
    return this.#globals.has(name) || this.#locals?.has(name) === true;
  }

  isSilent(name: string): boolean {
    return this.#silent.has(name);
  }

  noteSilent(name: string): void {
    this.#silent.add(name);
  }

  /** Variables and functions have names apart. */
  variable(name: string, at: Span): ExprFact {
    return this.#first === name ? environment(name, at) : nameExpression(this.#nameOf(name), at);
  }

  #nameOf(name: string): string {
    return this.#known.functions.has(name) ? `$${name}` : name;
  }

  /** Lowers the body of a function, which can have variables of its own. */
  within(body: Span, lower: () => void): void {
    const [locals, outer] = [this.#locals, this.#body];
    this.#locals = new Set();
    this.#body = body;
    lower();
    this.#locals = locals;
    this.#body = outer;
  }

  /** Lowers the value that a variable is set to. */
  valueOf(name: string, lower: () => ExprFact): ExprFact {
    const outer = this.#first;
    this.#first = this.#isStraight && this.#locals?.has(name) !== true && !this.#globals.has(name) ? name : undefined;
    const value = lower();
    this.#first = outer;
    return value;
  }

  /** Whether what stands here is run once and always, as far as the script or the function is. */
  get #isStraight(): boolean {
    return this.#builder.context.block === this.#body;
  }

  /** `name=value`: a variable of the function where it has said so, else one of the script. */
  assign({ name, operator, value, at }: Assigned): void {
    const isLocal = this.#locals?.has(name) === true;
    if (!isLocal && !this.#globals.has(name)) {
      this.#globals.set(name, at);
      const isFirst =
        this.#body === undefined && this.#isStraight && operator === '=' && !mentions(value, this.#nameOf(name));
      this.#builder.declare({
        name: this.#nameOf(name),
        kind: 'let',
        at,
        scope: this.#whole,
        ...(isFirst ? { value } : {}),
      });
      if (isFirst) return;
    }
    this.#builder.assign(this.variable(name, at), operator, value, at);
  }

  /** `: "${name:=value}"`. */
  assignDefault(name: string, operator: '||' | '??', value: ExprFact, at: Span): void {
    const isNew = this.#body === undefined && this.#isStraight && !this.#globals.has(name);
    if (isNew)
      this.assign({ name, operator: '=', value: choiceExpression(operator, environment(name, at), value, at), at });
    else this.assign({ name, operator: `${operator}=`, value, at });
  }

  /** `local name=value`; outside of functions a variable of the script. */
  declare(name: string, value: ExprFact | undefined, at: Span): void {
    if (this.#locals === undefined) {
      if (value !== undefined) this.assign({ name, operator: '=', value, at });
      return;
    }
    const isNew = !this.#locals.has(name);
    if (isNew) {
      this.#locals.add(name);
      const { functionScope } = this.#builder.context;
      const isFirst = value !== undefined && this.#isStraight && !mentions(value, this.#nameOf(name));
      this.#builder.declare({
        name: this.#nameOf(name),
        kind: 'let',
        at,
        scope: functionScope,
        ...(isFirst ? { value } : {}),
      });
      if (isFirst) return;
    }
    if (value !== undefined) this.assign({ name, operator: '=', value, at });
  }

  /** A name that is bound in a part of the script: that of a loop. */
  bind(name: string, value: ExprFact, at: Span, scope: Span): void {
    this.#builder.declare({ name: this.#nameOf(name), kind: 'const', at, scope, value });
  }

  /** `name[index]=value`. */
  assignElement(object: ExprFact, key: string | ExprFact, value: ExprFact, at: Span): void {
    const target: ExprFact =
      typeof key === 'string' ? memberExpression(object, key, at, at) : { kind: 'element', object, index: key, at };
    this.#builder.assign(target, '=', value, at);
  }

  /** A function of the script; one that is written again replaces the first. */
  function(name: string, value: ExprFact, at: Span): void {
    if (this.#functions.has(name)) this.#builder.assign(nameExpression(name, at), '=', value, at);
    else this.#builder.declare({ name, kind: 'function', at, scope: this.#whole, value });
    this.#functions.set(name, at);
  }

  /** Lets scripts that read this one see its names. */
  exportAll(): void {
    for (const [name, at] of this.#globals) this.#builder.exportName(this.#nameOf(name), at);
    for (const [name, at] of this.#functions) this.#builder.exportName(name, at);
  }
}

/** What a variable is before the script sets it. */
function environment(name: string, at: Span): ExprFact {
  return nameExpression(`$${name}`, at);
}

/** Whether a value is made of a variable itself: `X="${X:-default}"`. */
function mentions(value: ExprFact, name: string): boolean {
  switch (value.kind) {
    case 'name':
      return value.name === name;
    case 'concat':
      return value.parts.some((part) => mentions(part, name));
    case 'choice':
      return value.options.some((option) => mentions(option, name));
    case 'literal':
      return false;
    default:
      // What is called can lead to the variable.
      return value.kind !== 'array' || value.elements.some((element) => mentions(element, name));
  }
}
