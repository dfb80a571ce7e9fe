import type { Assignment, Command, ParsedScript, SyntaxNode } from 'unbash';
import type { FactsBuilder } from '../facts/builder.js';
import {
  choiceExpression,
  literalExpression,
  memberExpression,
  nameExpression,
  unknownExpression,
} from '../facts/expressions.js';
import { addTo } from '../../core/lib/collections.js';
import { loadLibrary } from '../../core/lib/late-library.js';
import type { AssignmentFact, ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import { isClient, isKnown, nameOf } from './commands.js';

/** Names of a script that are collected before lowering. */
interface KnownNames {
  readonly functions: ReadonlySet<string>;
  /** Variables that are lists in some assignment. */
  readonly lists: ReadonlySet<string>;
  /** Variables that are tables of named values: `declare -A`. */
  readonly tables: ReadonlySet<string>;
  /** Variables that contain a program and the words after it: `CURL="curl -sS"`. */
  readonly commands: ReadonlyMap<string, readonly string[]>;
  /** Variables of the script that a call of a function may set, by the function. */
  readonly sets: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Value of a script variable after a call of a function. */
interface ValueAfterCall {
  readonly value: ExprFact;
  /** Whether every call sets it. */
  readonly sure: boolean;
}

/** A function whose body is lowered. */
interface Body {
  readonly name: string;
  readonly at: Span;
  /** Whether it can return before its end. */
  readonly mayReturn: boolean;
}

export interface Assigned {
  readonly name: string;
  readonly operator: AssignmentFact['operator'];
  readonly value: ExprFact;
  readonly at: Span;
}

/** Variables and functions of one script. All are global except those that a function declares local. */
export class Names {
  readonly #builder: FactsBuilder;
  readonly #whole: Span;
  readonly #known: KnownNames;
  readonly #globals = new Map<string, Span>();
  readonly #functions = new Map<string, Span>();
  /** Functions of the script that print nothing. */
  readonly #silent = new Set<string>();
  /** Variables that the script reads before it sets them. */
  readonly #read = new Set<string>();
  /** Variables of the enclosing loops. */
  readonly #loops = new Set<string>();
  #locals: Set<string> | undefined;
  #body: Body | undefined;
  readonly #left = new Map<string, Map<string, ValueAfterCall>>();
  /** The variable in its first assignment: in its own value it is still the one of the environment. */
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

  /** The program in a variable, and the words after it. */
  commandIn(name: string): readonly string[] | undefined {
    return this.#known.commands.get(name);
  }

  isFunction(name: string): boolean {
    return this.#known.functions.has(name);
  }

  /** Whether the script, or the current function, has set a variable of that name before. */
  isKnown(name: string): boolean {
    return this.#globals.has(name) || this.#locals?.has(name) === true;
  }

  isSilent(name: string): boolean {
    return this.#silent.has(name);
  }

  noteSilent(name: string): void {
    this.#silent.add(name);
  }

  /** Variable of a name; functions have separate names. */
  variable(name: string, at: Span): ExprFact {
    if (this.#body === undefined && this.#first !== name && !this.#globals.has(name)) this.#read.add(name);
    return this.#first === name ? environment(name, at) : nameExpression(this.#nameOf(name), at);
  }

  #nameOf(name: string): string {
    return this.#known.functions.has(name) ? `$${name}` : name;
  }

  /** Lowers the body of a function, which can have local variables. */
  within(body: Body, lower: () => void): void {
    const [locals, outer] = [this.#locals, this.#body];
    this.#locals = new Set();
    this.#body = body;
    this.#left.set(body.name, new Map());
    lower();
    this.#locals = locals;
    this.#body = outer;
  }

  /** Lowers the value of an assignment to a variable. */
  valueOf(name: string, lower: () => ExprFact): ExprFact {
    const outer = this.#first;
    this.#first = this.#isStraight && this.#locals?.has(name) !== true && !this.#globals.has(name) ? name : undefined;
    const value = lower();
    this.#first = outer;
    return value;
  }

  /** Whether the current code always runs exactly once in its script or function. */
  get #isStraight(): boolean {
    return this.#builder.context.block === this.#body?.at;
  }

  /** Lowers `name=value`: a local variable if the function declares one, else one of the script. */
  assign({ name, operator, value, at }: Assigned): void {
    const isLocal = this.#locals?.has(name) === true;
    if (!isLocal) this.#leave(name, operator, value);
    if (!isLocal && !this.#globals.has(name) && !this.#loops.has(name)) {
      this.#globals.set(name, at);
      const isFirst = this.#body === undefined && this.#isStraight && operator === '=' && !this.#read.has(name);
      this.#builder.declare({
        name: this.#nameOf(name),
        kind: 'let',
        at,
        scope: this.#whole,
        value: isFirst ? value : environment(name, at),
      });
      if (isFirst) return;
    }
    this.#builder.assign(this.variable(name, at), operator, value, at);
  }

  /** Records the value of a script variable after the current function. */
  #leave(name: string, operator: AssignmentFact['operator'], value: ExprFact): void {
    const body = this.#body;
    const valuesAfter = body === undefined ? undefined : this.#left.get(body.name);
    if (body === undefined || valuesAfter === undefined) return;
    const isSame = operator === '=' && this.#isStraight && !body.mayReturn && isOfScript(value, this.#locals);
    valuesAfter.set(name, { value: isSame ? value : unknownExpression('function-result', value.at), sure: isSame });
  }

  /** Applies the assignments that a call of a script function may have made. */
  called(name: string, at: Span): void {
    const builder = this.#builder;
    for (const variable of this.#known.sets.get(name) ?? []) {
      const valueAfter = this.#left.get(name)?.get(variable);
      const value = valueAfter?.value ?? unknownExpression('function-result', at);
      const outer = builder.context;
      if (valueAfter?.sure !== true) builder.enterBranch(at);
      this.assign({ name: variable, operator: '=', value, at });
      builder.context = outer;
    }
  }

  /** Lowers `: "${name:=value}"`. */
  assignDefault(name: string, operator: '||' | '??', value: ExprFact, at: Span): void {
    const isNew = this.#body === undefined && this.#isStraight && !this.#globals.has(name);
    if (isNew)
      this.assign({ name, operator: '=', value: choiceExpression(operator, environment(name, at), value, at), at });
    else this.assign({ name, operator: `${operator}=`, value, at });
  }

  /** Lowers `local name=value`; outside functions a variable of the script. */
  declare(name: string, value: ExprFact | undefined, at: Span): void {
    if (this.#locals === undefined) {
      if (value !== undefined) this.assign({ name, operator: '=', value, at });
      return;
    }
    const isNew = !this.#locals.has(name);
    if (isNew) {
      this.#locals.add(name);
      const { functionScope } = this.#builder.context;
      const isFirst = value !== undefined && this.#isStraight;
      this.#builder.declare({
        name: this.#nameOf(name),
        kind: 'let',
        at,
        scope: functionScope,
        value: isFirst ? value : this.#isStraight ? literalExpression('', at) : environment(name, at),
      });
      if (isFirst) return;
    }
    if (value !== undefined) this.assign({ name, operator: '=', value, at });
  }

  /** Lowers a loop with its variable, which is local to the loop unless the script uses it elsewhere too. */
  loop({ name, value, at }: Omit<Assigned, 'operator'>, scope: Span, lower: () => void): void {
    if (this.isKnown(name) || this.#loops.has(name)) {
      const { context } = this.#builder;
      this.#builder.enterBranch(scope);
      this.assign({ name, operator: '=', value, at });
      this.#builder.context = context;
      lower();
      return;
    }
    this.#builder.declare({ name: this.#nameOf(name), kind: 'const', at, scope, value });
    this.#loops.add(name);
    lower();
    this.#loops.delete(name);
  }

  /** Lowers `name[index]=value`. */
  assignElement(object: ExprFact, key: string | ExprFact, value: ExprFact, at: Span): void {
    const target: ExprFact =
      typeof key === 'string' ? memberExpression(object, key, at, at) : { kind: 'element', object, index: key, at };
    this.#builder.assign(target, '=', value, at);
  }

  /** Declares a function of the script; a second declaration replaces the first. */
  function(name: string, value: ExprFact, at: Span): void {
    if (this.#functions.has(name)) this.#builder.assign(nameExpression(name, at), '=', value, at);
    else this.#builder.declare({ name, kind: 'function', at, scope: this.#whole, value });
    this.#functions.set(name, at);
  }

  /** Exports all names, for scripts that source this one. */
  exportAll(): void {
    for (const [name, at] of this.#globals) this.#builder.exportName(this.#nameOf(name), at);
    for (const [name, at] of this.#functions) this.#builder.exportName(name, at);
  }
}

/** Whether a value is the same everywhere in the script, and not only in its function. */
function isOfScript(value: ExprFact, locals: ReadonlySet<string> | undefined): boolean {
  switch (value.kind) {
    case 'literal':
      return true;
    case 'name':
      return !/^\d/.test(value.name) && locals?.has(value.name) !== true;
    case 'concat':
      return value.parts.every((part) => isOfScript(part, locals));
    default:
      return false;
  }
}

/** Initial value of a variable, from the environment. */
function environment(name: string, at: Span): ExprFact {
  return nameExpression(`$${name}`, at);
}

/** Collects the names of a script before lowering, because the use of a name does not show its kind. */
export function knownNames(script: ParsedScript): KnownNames {
  const { forEachChild } = loadLibrary('unbash');
  const known = { functions: new Set<string>(), lists: new Set<string>(), tables: new Set<string>() };
  const own = new Map<string, OwnNames>();
  const stored = new Map<string, (readonly string[])[]>();
  const workList: { readonly node: SyntaxNode; readonly within: OwnNames | undefined }[] = [
    { node: script, within: undefined },
  ];
  for (let next = workList.pop(); next !== undefined; next = workList.pop()) {
    const { node } = next;
    let { within } = next;
    if (node.type === 'Function') {
      const { value } = node.name;
      known.functions.add(value);
      within = own.get(value) ?? { sets: new Set(), locals: new Set(), calls: new Set() };
      own.set(value, within);
    } else if (node.type === 'Assignment') {
      within?.sets.add(node.name);
      addTo(stored, node.name, wordsIn(node));
      if (node.value.type === 'ArrayValue') known.lists.add(node.name);
    } else if (node.type === 'Command') noteCommand(node, known, within);
    else if (node.type === 'ParameterExpansion') {
      if (node.operation?.type === 'Default' && node.operation.operator.endsWith('=')) within?.sets.add(node.parameter);
    } else if (node.type === 'ArithmeticCommand') for (const name of arithmeticNames(node.body)) within?.sets.add(name);
    forEachChild(node, (child) => {
      workList.push({ node: child, within });
    });
  }
  for (const name of known.tables) known.lists.delete(name);
  return { ...known, sets: setsOf(own), commands: commandsIn(stored) };
}

/** The words of a variable's value, if known. */
function wordsIn({ value }: Assignment): readonly string[] {
  if (value.type === 'Word') return isKnown(value) ? value.value.split(/\s+/).filter((word) => word !== '') : [];
  return value.elements.every(isKnown) ? value.elements.map((word) => word.value) : [];
}

/** Variables with the same program in every assignment. */
function commandsIn(
  stored: ReadonlyMap<string, readonly (readonly string[])[]>,
): ReadonlyMap<string, readonly string[]> {
  const commands = new Map<string, readonly string[]>();
  for (const [name, [words, ...others]] of stored)
    if (words?.[0] !== undefined && isClient(words[0]) && others.length === 0) commands.set(name, words);
  return commands;
}

/** Names that a function sets, declares local, and calls. */
interface OwnNames {
  readonly sets: Set<string>;
  readonly locals: Set<string>;
  readonly calls: Set<string>;
}

/** Maximum number of functions followed for the variables that one sets; one with more may set all that any does. */
const MAX_CALLED = 50;

function setsOf(own: ReadonlyMap<string, OwnNames>): ReadonlyMap<string, ReadonlySet<string>> {
  const sets = new Map<string, ReadonlySet<string>>();
  const all = new Set([...own.values()].flatMap((names) => [...names.sets]));
  for (const start of own.keys()) {
    const found = new Set<string>();
    const called = new Set([start]);
    for (const name of called) {
      const names = own.get(name);
      if (names === undefined) continue;
      for (const variable of names.sets) if (!names.locals.has(variable)) found.add(variable);
      for (const callee of names.calls) if (own.has(callee)) called.add(callee);
      if (called.size > MAX_CALLED) break;
    }
    if (called.size > MAX_CALLED) sets.set(start, all);
    else if (found.size > 0) sets.set(start, found);
  }
  return sets;
}

const DECLARES = /^(?:declare|typeset|local|readonly|export|mapfile|readarray|read|printf|getopts)$/;

/** Records the names of `declare -A table`, `mapfile -t list`, `local name`, `read -ra list`, and called functions. */
function noteCommand(
  { name, args }: Command,
  { lists, tables }: { readonly lists: Set<string>; readonly tables: Set<string> },
  within: OwnNames | undefined,
): void {
  const called = name === undefined ? undefined : nameOf(name);
  if (called === undefined) return;
  within?.calls.add(called);
  if (!DECLARES.test(called)) return;
  const flags = args.flatMap((arg) => (arg.type === 'Word' && /^-\w+$/.test(arg.value) ? [arg.value] : [])).join('');
  const names = args.flatMap((arg) =>
    arg.type === 'Assignment' ? [arg.name] : /^[A-Za-z_]\w*$/.test(arg.value) ? [arg.value] : [],
  );
  const isReader = called === 'mapfile' || called === 'readarray';
  const isLocal = /^(?:declare|typeset|local)$/.test(called) && !flags.includes('g');
  for (const declared of names) {
    if (isLocal) within?.locals.add(declared);
    else if (called !== 'printf' || flags.includes('v')) within?.sets.add(declared);
    if (flags.includes('A')) tables.add(declared);
    else if ((flags.includes('a') && called !== 'printf') || isReader) lists.add(declared);
  }
}

/** Names that arithmetic sets: `i++`, `x = 1`, `n += 2`. */
export function arithmeticNames(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/(?:\+\+|--)\s*([A-Za-z_]\w*)|\b([A-Za-z_]\w*)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/g),
    ([, before = '', after = '']) => before || after,
  );
}
