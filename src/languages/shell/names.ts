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
  /** Variables that have an array as a value. */
  readonly lists: ReadonlySet<string>;
  /** Variables that are associative arrays: `declare -A`. */
  readonly tables: ReadonlySet<string>;
  /** Variables that contain a program and its first arguments: `CURL="curl -sS"`. */
  readonly commands: ReadonlyMap<string, readonly string[]>;
  /** Variables of the script that a call may set, by the name of the called function. */
  readonly assignedVariables: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Value of a script variable after a call of a function. */
interface ValueAfterCall {
  readonly value: ExprFact;
  /** Whether every call sets the variable. */
  readonly isAlwaysSet: boolean;
}

/** A function whose body is lowered. */
interface FunctionBody {
  readonly name: string;
  readonly at: Span;
  /** Whether the function can return before its end. */
  readonly mayReturn: boolean;
}

export interface VariableAssignment {
  readonly name: string;
  readonly operator: AssignmentFact['operator'];
  readonly value: ExprFact;
  readonly at: Span;
}

/** Variables and functions of one script. All are global except those that a function declares local. */
export class ScriptNames {
  readonly #builder: FactsBuilder;
  readonly #scriptSpan: Span;
  readonly #knownNames: KnownNames;
  readonly #globals = new Map<string, Span>();
  readonly #functions = new Map<string, Span>();
  /** Functions of the script that print nothing. */
  readonly #silent = new Set<string>();
  /** Variables that the script reads before it sets them. */
  readonly #readBeforeSet = new Set<string>();
  /** Variables of the enclosing loops. */
  readonly #loopVariables = new Set<string>();
  #locals: Set<string> | undefined;
  #functionBody: FunctionBody | undefined;
  readonly #valuesAfterCalls = new Map<string, Map<string, ValueAfterCall>>();
  /** The variable that is being assigned for the first time: its value still refers to the environment. */
  #firstAssigned: string | undefined;

  constructor(builder: FactsBuilder, scriptSpan: Span, knownNames: KnownNames) {
    this.#builder = builder;
    this.#scriptSpan = scriptSpan;
    this.#knownNames = knownNames;
  }

  isList(name: string): boolean {
    return this.#knownNames.lists.has(name);
  }

  isTable(name: string): boolean {
    return this.#knownNames.tables.has(name);
  }

  /** The program in a variable, and its first arguments. */
  storedCommand(name: string): readonly string[] | undefined {
    return this.#knownNames.commands.get(name);
  }

  isFunction(name: string): boolean {
    return this.#knownNames.functions.has(name);
  }

  /** Whether the script or the current function has set a variable so far. */
  isKnown(name: string): boolean {
    return this.#globals.has(name) || this.#locals?.has(name) === true;
  }

  isSilent(name: string): boolean {
    return this.#silent.has(name);
  }

  markSilent(name: string): void {
    this.#silent.add(name);
  }

  /** The fact of a variable. */
  variable(name: string, at: Span): ExprFact {
    if (this.#functionBody === undefined && this.#firstAssigned !== name && !this.#globals.has(name))
      this.#readBeforeSet.add(name);
    return this.#firstAssigned === name ? environment(name, at) : nameExpression(this.#nameInFacts(name), at);
  }

  #nameInFacts(name: string): string {
    return this.#knownNames.functions.has(name) ? `$${name}` : name;
  }

  /** Lowers the body of a function, which can have local variables. */
  lowerFunctionBody(body: FunctionBody, lower: () => void): void {
    const [outerLocals, outerBody] = [this.#locals, this.#functionBody];
    this.#locals = new Set();
    this.#functionBody = body;
    this.#valuesAfterCalls.set(body.name, new Map());
    lower();
    this.#locals = outerLocals;
    this.#functionBody = outerBody;
  }

  /** Lowers the value of an assignment to a variable. */
  lowerValue(name: string, lower: () => ExprFact): ExprFact {
    const outerVariable = this.#firstAssigned;
    this.#firstAssigned =
      this.#isUnconditional && this.#locals?.has(name) !== true && !this.#globals.has(name) ? name : undefined;
    const value = lower();
    this.#firstAssigned = outerVariable;
    return value;
  }

  /** Whether the current code runs exactly once in each run of its script or function. */
  get #isUnconditional(): boolean {
    return this.#builder.context.block === this.#functionBody?.at;
  }

  /** Lowers `name=value`; the variable is one of the script, unless the function declares it local. */
  assign({ name, operator, value, at }: VariableAssignment): void {
    const isLocal = this.#locals?.has(name) === true;
    if (!isLocal) this.#recordValueAfterCall(name, operator, value);
    if (!isLocal && !this.#globals.has(name) && !this.#loopVariables.has(name)) {
      this.#globals.set(name, at);
      const isFirst =
        this.#functionBody === undefined && this.#isUnconditional && operator === '=' && !this.#readBeforeSet.has(name);
      this.#builder.declare({
        name: this.#nameInFacts(name),
        kind: 'let',
        at,
        scope: this.#scriptSpan,
        value: isFirst ? value : environment(name, at),
      });
      if (isFirst) return;
    }
    this.#builder.recordAssignment(this.variable(name, at), operator, value, at);
  }

  /** Records the value that a script variable has after a call of the current function. */
  #recordValueAfterCall(name: string, operator: AssignmentFact['operator'], value: ExprFact): void {
    const body = this.#functionBody;
    const valuesAfter = body === undefined ? undefined : this.#valuesAfterCalls.get(body.name);
    if (body === undefined || valuesAfter === undefined) return;
    const isAlwaysSet =
      operator === '=' && this.#isUnconditional && !body.mayReturn && isScriptWide(value, this.#locals);
    valuesAfter.set(name, { value: isAlwaysSet ? value : unknownExpression('function-result', value.at), isAlwaysSet });
  }

  /** Applies the assignments that a call of a script function may have made. */
  applyFunctionCall(name: string, at: Span): void {
    const builder = this.#builder;
    for (const variable of this.#knownNames.assignedVariables.get(name) ?? []) {
      const valueAfter = this.#valuesAfterCalls.get(name)?.get(variable);
      const value = valueAfter?.value ?? unknownExpression('function-result', at);
      const outerContext = builder.context;
      if (valueAfter?.isAlwaysSet !== true) builder.enterBranch(at);
      this.assign({ name: variable, operator: '=', value, at });
      builder.context = outerContext;
    }
  }

  /** Lowers `: "${name:=value}"`. */
  assignDefault(name: string, operator: '||' | '??', value: ExprFact, at: Span): void {
    const isNew = this.#functionBody === undefined && this.#isUnconditional && !this.#globals.has(name);
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
      const isFirst = value !== undefined && this.#isUnconditional;
      this.#builder.declare({
        name: this.#nameInFacts(name),
        kind: 'let',
        at,
        scope: functionScope,
        value: isFirst ? value : this.#isUnconditional ? literalExpression('', at) : environment(name, at),
      });
      if (isFirst) return;
    }
    if (value !== undefined) this.assign({ name, operator: '=', value, at });
  }

  /** Lowers a loop with its variable, which is local to the loop unless the script uses it elsewhere too. */
  lowerLoop({ name, value, at }: Omit<VariableAssignment, 'operator'>, scope: Span, lower: () => void): void {
    if (this.isKnown(name) || this.#loopVariables.has(name)) {
      const { context } = this.#builder;
      this.#builder.enterBranch(scope);
      this.assign({ name, operator: '=', value, at });
      this.#builder.context = context;
      lower();
      return;
    }
    this.#builder.declare({ name: this.#nameInFacts(name), kind: 'const', at, scope, value });
    this.#loopVariables.add(name);
    lower();
    this.#loopVariables.delete(name);
  }

  /** Lowers `name[index]=value`. */
  assignElement(object: ExprFact, key: string | ExprFact, value: ExprFact, at: Span): void {
    const target: ExprFact =
      typeof key === 'string' ? memberExpression(object, key, at, at) : { kind: 'element', object, index: key, at };
    this.#builder.recordAssignment(target, '=', value, at);
  }

  /** Declares a function of the script; a second declaration replaces the first. */
  declareFunction(name: string, value: ExprFact, at: Span): void {
    if (this.#functions.has(name)) this.#builder.recordAssignment(nameExpression(name, at), '=', value, at);
    else this.#builder.declare({ name, kind: 'function', at, scope: this.#scriptSpan, value });
    this.#functions.set(name, at);
  }

  /** Exports all names, for scripts that source this one. */
  exportAll(): void {
    for (const [name, at] of this.#globals) this.#builder.exportName(this.#nameInFacts(name), at);
    for (const [name, at] of this.#functions) this.#builder.exportName(name, at);
  }
}

/** Whether a value is the same outside its function: it contains no argument and no local variable. */
function isScriptWide(value: ExprFact, locals: ReadonlySet<string> | undefined): boolean {
  switch (value.kind) {
    case 'literal':
      return true;
    case 'name':
      return !/^\d/.test(value.name) && locals?.has(value.name) !== true;
    case 'concat':
      return value.parts.every((part) => isScriptWide(part, locals));
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
  const namesByKind = { functions: new Set<string>(), lists: new Set<string>(), tables: new Set<string>() };
  const namesByFunction = new Map<string, FunctionNames>();
  const wordsByVariable = new Map<string, (readonly string[])[]>();
  const workList: { readonly node: SyntaxNode; readonly functionNames: FunctionNames | undefined }[] = [
    { node: script, functionNames: undefined },
  ];
  for (let item = workList.pop(); item !== undefined; item = workList.pop()) {
    const { node } = item;
    let { functionNames } = item;
    if (node.type === 'Function') {
      const { value } = node.name;
      namesByKind.functions.add(value);
      functionNames = namesByFunction.get(value) ?? {
        assignedVariables: new Set(),
        locals: new Set(),
        callees: new Set(),
      };
      namesByFunction.set(value, functionNames);
    } else if (node.type === 'Assignment') {
      functionNames?.assignedVariables.add(node.name);
      addTo(wordsByVariable, node.name, wordsIn(node));
      if (node.value.type === 'ArrayValue') namesByKind.lists.add(node.name);
    } else if (node.type === 'Command') collectCommandNames(node, namesByKind, functionNames);
    else if (node.type === 'ParameterExpansion') {
      if (node.operation?.type === 'Default' && node.operation.operator.endsWith('='))
        functionNames?.assignedVariables.add(node.parameter);
    } else if (node.type === 'ArithmeticCommand')
      for (const name of arithmeticNames(node.body)) functionNames?.assignedVariables.add(name);
    forEachChild(node, (child) => {
      workList.push({ node: child, functionNames });
    });
  }
  for (const name of namesByKind.tables) namesByKind.lists.delete(name);
  return {
    ...namesByKind,
    assignedVariables: variablesSetByCalls(namesByFunction),
    commands: storedCommands(wordsByVariable),
  };
}

/** The words of an assigned value; empty if it is unknown. */
function wordsIn({ value }: Assignment): readonly string[] {
  if (value.type === 'Word') return isKnown(value) ? value.value.split(/\s+/).filter((word) => word !== '') : [];
  return value.elements.every(isKnown) ? value.elements.map((word) => word.value) : [];
}

/** Variables whose only assignment is a program that sends requests, with its first arguments. */
function storedCommands(
  wordsByVariable: ReadonlyMap<string, readonly (readonly string[])[]>,
): ReadonlyMap<string, readonly string[]> {
  const commands = new Map<string, readonly string[]>();
  for (const [name, [words, ...others]] of wordsByVariable)
    if (words?.[0] !== undefined && isClient(words[0]) && others.length === 0) commands.set(name, words);
  return commands;
}

/** Variables that a function sets or declares local, and functions that it calls. */
interface FunctionNames {
  readonly assignedVariables: Set<string>;
  readonly locals: Set<string>;
  readonly callees: Set<string>;
}

/** Maximum number of functions followed from one; if it calls more, it may set any variable that a function sets. */
const MAX_CALLED = 50;

function variablesSetByCalls(
  namesByFunction: ReadonlyMap<string, FunctionNames>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const variablesByFunction = new Map<string, ReadonlySet<string>>();
  const allVariables = new Set([...namesByFunction.values()].flatMap((names) => [...names.assignedVariables]));
  for (const functionName of namesByFunction.keys()) {
    const variables = new Set<string>();
    const callees = new Set([functionName]);
    for (const name of callees) {
      const names = namesByFunction.get(name);
      if (names === undefined) continue;
      for (const variable of names.assignedVariables) if (!names.locals.has(variable)) variables.add(variable);
      for (const callee of names.callees) if (namesByFunction.has(callee)) callees.add(callee);
      if (callees.size > MAX_CALLED) break;
    }
    if (callees.size > MAX_CALLED) variablesByFunction.set(functionName, allVariables);
    else if (variables.size > 0) variablesByFunction.set(functionName, variables);
  }
  return variablesByFunction;
}

const DECLARING_COMMANDS = /^(?:declare|typeset|local|readonly|export|mapfile|readarray|read|printf|getopts)$/;

/** Records the names of `declare -A table`, `mapfile -t list`, `local name`, `read -ra list`, and called functions. */
function collectCommandNames(
  { name, args }: Command,
  { lists, tables }: { readonly lists: Set<string>; readonly tables: Set<string> },
  functionNames: FunctionNames | undefined,
): void {
  const commandName = name === undefined ? undefined : nameOf(name);
  if (commandName === undefined) return;
  functionNames?.callees.add(commandName);
  if (!DECLARING_COMMANDS.test(commandName)) return;
  const flags = args.flatMap((arg) => (arg.type === 'Word' && /^-\w+$/.test(arg.value) ? [arg.value] : [])).join('');
  const names = args.flatMap((arg) =>
    arg.type === 'Assignment' ? [arg.name] : /^[A-Za-z_]\w*$/.test(arg.value) ? [arg.value] : [],
  );
  const readsLines = commandName === 'mapfile' || commandName === 'readarray';
  const isLocal = /^(?:declare|typeset|local)$/.test(commandName) && !flags.includes('g');
  for (const variable of names) {
    if (isLocal) functionNames?.locals.add(variable);
    else if (commandName !== 'printf' || flags.includes('v')) functionNames?.assignedVariables.add(variable);
    if (flags.includes('A')) tables.add(variable);
    else if ((flags.includes('a') && commandName !== 'printf') || readsLines) lists.add(variable);
  }
}

/** Names that arithmetic sets: `i++`, `x = 1`, `n += 2`. */
export function arithmeticNames(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/(?:\+\+|--)\s*([A-Za-z_]\w*)|\b([A-Za-z_]\w*)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/g),
    ([, nameAfterSign = '', nameBeforeSign = '']) => nameAfterSign || nameBeforeSign,
  );
}
