import type {
  AssignmentFact,
  BindingFact,
  BindingKind,
  BranchFact,
  CallFact,
  ClassMemberFact,
  DeletionFact,
  ComparisonFact,
  ExportFact,
  ExprFact,
  FileFacts,
  FunctionFact,
  GuardFact,
  IdleFact,
  ImportFact,
  OpenImportFact,
  PropertyFact,
  TypeDeclarationFact,
  TypeFact,
} from '../../core/model/facts.js';
import { addTo, expectDefined } from '../../core/lib/collections.js';
import { spanKey } from '../../core/model/span.js';
import type { Span } from '../../core/model/span.js';
import { readCompiledCall } from './compiled-code.js';
import { addConstructors, givesClass, isClassHelper } from './constructor-functions.js';
import {
  choiceExpression,
  elementExpression,
  interned,
  literalExpression,
  liveNameExpression,
  memberExpression,
  nameExpression,
  unknownExpression,
  withFallback,
} from './expressions.js';
import { bindOwnExports } from './own-exports.js';
import type { ClassRecord, FunctionRecord, Mutable, Recorder, Tables, ThisFact } from './tables.js';

/**
 * Maximum nesting of a lowering: each expression and each statement is one level, while a chain (`a + b + c`,
 * `a.b().c()`, `a || b`, `else if`) of any length is one level.
 */
export const deepestLevel = 400;

/** Number of levels entered and left between two pauses: some tenths of a millisecond. */
const STEPS_TO_PAUSE = 1000;

/** Meaning of `this`: an instance of a class, or (`static`) the class, or an object literal, by their indices. */
export interface ThisContext {
  readonly ofClass?: number;
  readonly static?: true;
  readonly ofObject?: number;
}

/** Position of a lowering in the program. */
export interface LoweringContext {
  /** Index of the innermost function. */
  readonly within: number | undefined;
  readonly block: Span | undefined;
  /** Scope of `let`, `const`, functions and classes. */
  readonly scope: Span;
  /** Scope of `var`. */
  readonly functionScope: Span;
  readonly self: ThisContext;
  /** Index of the innermost function that is not an arrow, and so defines `this` and `arguments`. */
  readonly owner: number | undefined;
  /** Whether the function is an argument of a call: if it is a generator, that call sends back the yielded values. */
  readonly isCallArgument: boolean;
  /** Whether `export` exports from the module, and not from a namespace. */
  readonly isModuleLevel: boolean;
}

/** A comparison, a call or a name as a condition. */
export interface ConditionTest {
  readonly at: Span;
  /** Whether the condition has to be true, rather than false. */
  readonly met: boolean;
  readonly isCall: boolean;
  /** The tested name, or the literal `true` or `false`. */
  readonly flag: string | boolean | undefined;
}

export interface FunctionStart {
  readonly kind: FunctionFact['kind'];
  readonly at: Span;
  readonly name: string | undefined;
  readonly ofClass?: number;
  readonly static?: true;
}

export interface Declaration {
  readonly name: string;
  readonly kind: BindingKind;
  readonly at: Span;
  readonly scope?: Span;
  readonly value?: ExprFact | undefined;
  readonly type?: TypeFact | undefined;
}

export interface ClassMember {
  readonly name: string | undefined;
  readonly kind: ClassMemberFact['kind'];
  readonly static: boolean;
  readonly value: ExprFact | undefined;
  readonly type?: TypeFact | undefined;
}

/** Facts about the language of a file, rather than its content. */
export type LanguageTraits = Pick<FileFacts, 'language' | 'callsConstruct' | 'sharesNames'>;

const NO_ARGUMENTS: readonly ExprFact[] = [];

const NO_CALLEE: ExprFact = { kind: 'unknown', reason: 'other', at: [0, 0] };

/**
 * Collects the facts of one file. All lowerings record facts through it, so that it contains the decisions that do not
 * depend on the kind of syntax tree.
 */
export class FactsBuilder implements Recorder {
  context: LoweringContext;
  /** Whether the next function to enter is an argument of a call. */
  nextIsArgument = false;

  readonly #file: string;
  readonly #dialect: LanguageTraits;
  readonly #fileSpan: Span;
  readonly #imports: ImportFact[] = [];
  readonly tables: Tables = {
    exports: [],
    bindings: [],
    assignments: [],
    functions: [],
    classes: [],
    objects: [],
    calls: [],
    thisExpressions: new Map(),
    functionValues: new Map(),
  };
  readonly #texts = new Set<ExprFact>();
  readonly #reads: ExprFact[] = [];
  readonly #comparisons: ComparisonFact[] = [];
  readonly #guards: { readonly fact: GuardFact; readonly isCall: boolean }[] = [];
  readonly #loops: Span[] = [];
  readonly #branches: BranchFact[] = [];
  readonly #deletions: DeletionFact[] = [];
  readonly #idleRanges: IdleFact[] = [];
  /** Names that may be constants, in the part of the file read so far. */
  readonly #constants = new Set<string>();
  readonly #openImports: OpenImportFact[] = [];
  readonly #typeDeclarations: TypeDeclarationFact[] = [];
  #depth = 0;
  #tooDeep = false;
  readonly #pauseLowering: () => void;
  #stepsSincePause = 0;
  /** Whether the file has syntax that only classes written as functions have. */
  #hasPrototypes = false;

  /** Begins the facts of a file. `pause` is called repeatedly, and may throw to abort. */
  constructor(
    file: string,
    textLength: number,
    dialect: LanguageTraits = { language: 'javascript' },
    pause: () => void = () => undefined,
  ) {
    this.#file = file;
    this.#pauseLowering = pause;
    this.#dialect = dialect;
    this.#fileSpan = [0, textLength];
    this.context = {
      within: undefined,
      block: undefined,
      scope: this.#fileSpan,
      functionScope: this.#fileSpan,
      self: {},
      owner: undefined,
      isCallArgument: false,
      isModuleLevel: true,
    };
  }

  /** Nesting depth of the lowering. */
  get depth(): number {
    return this.#depth;
  }

  set depth(level: number) {
    this.#depth = level;
    this.#tooDeep ||= level > deepestLevel;
    this.#stepsSincePause += 1;
    if (this.#stepsSincePause < STEPS_TO_PAUSE) return;
    this.#stepsSincePause = 0;
    this.#pauseLowering();
  }

  /** Records an interface or an object type, if one of its fields has a useful type. */
  declareType(name: string, at: Span, members: TypeDeclarationFact['members']): void {
    if (members.length > 0) this.#typeDeclarations.push({ name, at, members });
  }

  /** Returns the collected facts, each table in source order. */
  finish(): FileFacts {
    bindOwnExports(this.tables, this.#reads, this.#fileSpan);
    const facts: FileFacts = {
      file: this.#file,
      ...this.#dialect,
      imports: this.#imports.sort(bySource),
      exports: this.tables.exports.sort(bySource).map(({ fact }) => fact),
      bindings: this.tables.bindings.sort(bySource),
      assignments: this.tables.assignments.sort(bySource),
      functions: this.tables.functions,
      classes: this.tables.classes,
      objects: this.tables.objects,
      ...(this.#typeDeclarations.length === 0 ? {} : { types: this.#typeDeclarations.sort(bySource) }),
      calls: this.tables.calls,
      texts: [...this.#texts].sort(bySource),
      reads: this.#fieldReads(),
      comparisons: this.#comparisons.sort(bySource),
      guards: this.#knownGuards(),
      loops: this.#loops.sort((a, b) => a[0] - b[0] || b[1] - a[1]),
      branches: this.#branches.sort(bySource),
      deletions: this.#deletions.sort(bySource),
      ...(this.#openImports.length === 0 ? {} : { opens: this.#openImports.sort(bySource) }),
      ...(this.#idleRanges.length === 0 ? {} : { idle: this.#idleRanges.sort(bySource) }),
      ...(this.#tooDeep ? { tooDeep: true } : {}),
    };
    if (this.#hasPrototypes) addConstructors(facts, this.tables);
    trimLists(this.tables);
    return facts;
  }

  /** Member expressions that may read a field; called members are methods. */
  #fieldReads(): readonly ExprFact[] {
    const callees = new Set(this.tables.calls.map(({ callee }) => callee));
    return this.#reads.filter((expr) => expr.kind === 'member' && !callees.has(expr)).sort(bySource);
  }

  /** Records a member expression, which may read a field. */
  recordRead(expr: ExprFact): ExprFact {
    if (expr.kind !== 'member') return expr;
    this.#reads.push(expr);
    this.#hasPrototypes ||= expr.property === 'prototype';
    return expr;
  }

  /** Guards whose condition is in the facts: a recorded comparison, or a call. */
  #knownGuards(): readonly GuardFact[] {
    const comparisonKeys = new Set(this.#comparisons.map(({ at }) => spanKey(at)));
    return this.#guards
      .filter(({ fact, isCall }) => isCall || comparisonKeys.has(spanKey(fact.test)))
      .map(({ fact }) => fact)
      .sort((a, b) => a.holds[0] - b.holds[0] || b.holds[1] - a.holds[1] || a.test[0] - b.test[0]);
  }

  /** End of the current block. */
  get endOfBlock(): number {
    return (this.context.block ?? this.#fileSpan)[1];
  }

  /** Records a comparison of a name, a member or an element with a value that narrows it. */
  recordComparison(left: ExprFact, right: ExprFact, equal: boolean, at: Span): void {
    const [value, comparand] = isComparable(left) ? [left, right] : [right, left];
    if (isComparable(value) && (isComparable(comparand) || isText(comparand)))
      this.#comparisons.push({ at, value, among: [comparand], equal });
  }

  /** Records the condition of a `switch` clause: the value is equal to one of `among`, or to none of them. */
  recordClause(value: ExprFact, among: readonly ExprFact[], equal: boolean, at: Span): void {
    if (!isComparable(value) || among.length === 0) return;
    this.#comparisons.push({ at, value, among, equal });
    this.#guards.push({ fact: { test: at, met: true, holds: at }, isCall: false });
  }

  /** Records that a condition is true, or false, in a range of source. */
  recordGuard({ at: test, met, isCall }: ConditionTest, holds: Span): void {
    this.#guards.push({ fact: { test, met, holds }, isCall });
  }

  /** Records that a condition is true if the current function returns a truthy value. */
  recordReturnGuard({ at: test, met, isCall }: ConditionTest): void {
    const { within } = this.context;
    if (within === undefined || !met) return;
    const holds = this.#functionAt(within).at;
    this.#guards.push({ fact: { test, met, holds, answers: within }, isCall });
  }

  /** Records unreachable code, after a jump. */
  recordUnreachable(at: Span): void {
    this.#idleRanges.push({ at });
  }

  /** Records code that runs only if a constant, or the literal `true` or `false`, has the truth value `met`. */
  recordConditionalCode(test: string | boolean, testAt: Span, met: boolean, at: Span): void {
    if (typeof test === 'string' && !this.#constants.has(test)) return;
    const fact: ExprFact =
      typeof test === 'string'
        ? { kind: 'name', name: interned(test), at: testAt }
        : { kind: 'literal', value: test, at: testAt };
    this.#idleRanges.push(met ? { at, test: fact, met } : { at, test: fact });
  }

  /** Records the repeated range of a loop. */
  recordLoop(start: number, end: number): void {
    this.#loops.push([start, end]);
  }

  /** Records a range that runs only for some values of the expression at `of`. `leaves`: it ends the function. */
  recordBranch(at: Span, of: Span, leaves = false): void {
    this.#branches.push(leaves ? { at, of, leaves } : { at, of });
  }

  /** Enters a block with its own scope. The caller restores `context` on leaving. */
  enterBlock(at: Span): void {
    this.context = { ...this.context, block: at, scope: at };
  }

  /** Enters a branch or a loop body, which is a block without a scope. */
  enterBranch(at: Span): void {
    this.context = { ...this.context, block: at };
  }

  /** Enters a scope that is not a block: the head of a loop, a `switch`, a `catch` clause. */
  enterScope(at: Span): void {
    this.context = { ...this.context, scope: at };
  }

  /** Enters a static block or a namespace body, which also scope their `var` declarations. */
  enterBody(at: Span, change: Partial<LoweringContext>): void {
    this.context = { ...this.context, block: at, scope: at, functionScope: at, ...change };
  }

  recordImport(specifier: string, via: ImportFact['via'], at: Span, typeOnly: boolean): void {
    const text = interned(specifier);
    this.#imports.push(typeOnly ? { specifier: text, at, via, typeOnly } : { specifier: text, at, via });
  }

  /** Records an import of all names of a module. `shared`: that module sees the names of this file as well. */
  recordOpenImport(specifier: string, at: Span, shared = false): void {
    this.recordImport(specifier, 'import', at, false);
    this.#openImports.push(shared ? { specifier, at, shared } : { specifier, at });
  }

  recordExport(fact: ExportFact, at: Span): void {
    if (this.context.isModuleLevel) this.tables.exports.push({ at, fact });
  }

  /** Records a declared name. `scope`: range in which it is visible; default: the current scope. */
  declare({ name, kind, at, scope = this.context.scope, value, type }: Declaration): void {
    // A parser that recovers from a syntax error creates nameless identifiers.
    if (name === '') return;
    const text = interned(name);
    // No spread and no added properties: such objects need half as much memory again.
    const fact: Mutable<BindingFact> =
      value === undefined ? { name: text, kind, at, scope } : { name: text, kind, at, scope, value };
    if (type !== undefined) fact.type = type;
    this.tables.bindings.push(fact);
    if (kind === 'import' || (kind === 'const' && value?.kind === 'literal')) this.#constants.add(text);
  }

  /** Records an import's local name. */
  declareImport(name: string, at: Span, specifier: string, imported: string): void {
    const value: ExprFact = {
      kind: 'imported',
      specifier: interned(specifier),
      name: interned(imported),
      via: 'import',
      at,
    };
    this.declare({ name, kind: 'import', at, value });
  }

  /** Records the export of a declared name. */
  exportName(name: string, at: Span): void {
    this.recordExport({ kind: 'local', name, value: liveNameExpression(name, at) }, at);
  }

  /** Records an assignment, and its export in a CommonJS module. */
  recordAssignment(target: ExprFact, operator: AssignmentFact['operator'], value: ExprFact, at: Span): void {
    if (target.kind !== 'name' && target.kind !== 'member' && target.kind !== 'element') return;
    const { within, block } = this.context;
    if (target.kind === 'element' && this.#isRestFilled(target, value)) return;
    const innerTarget = this.assignedName(value);
    const fact: Mutable<AssignmentFact> = { target, operator, value, at, block: block ?? this.#fileSpan };
    if (within !== undefined) fact.within = within;
    this.tables.assignments.push(fact);
    if (operator === '=')
      this.#exportAssigned(
        target,
        innerTarget.kind === 'name' && innerTarget !== value
          ? liveNameExpression(innerTarget.name, innerTarget.at)
          : value,
        at,
      );
  }

  /** Whether an assignment copies arguments to a rest parameter, as in compiled loops: `rest[i - 2] = arguments[i]`. */
  #isRestFilled({ object }: Extract<ExprFact, { readonly kind: 'element' }>, value: ExprFact): boolean {
    if (object.kind !== 'name' || value.kind !== 'element') return false;
    const { object: args, index } = value;
    if (args.kind !== 'parameter' || args.rest !== true || args.index !== 0 || index.kind !== 'name') return false;
    const { within } = this.context;
    const counterStart = this.tables.assignments.findLast(
      (fact) => fact.within === within && isName(fact.target, index.name) && fact.value.kind === 'literal',
    );
    const start = counterStart?.value ?? this.tables.bindings.findLast(({ name }) => name === index.name)?.value;
    const restBinding = this.tables.bindings.findLast(({ name }) => name === object.name);
    if (restBinding === undefined || start?.kind !== 'literal' || typeof start.value !== 'number') return false;
    restBinding.value = { ...args, index: start.value };
    return true;
  }

  #exportAssigned(target: ExprFact, value: ExprFact, at: Span): void {
    if (target.kind !== 'member') return;
    const { object, property } = target;
    if (isModuleExports(target)) {
      this.tables.exports.push({ at, fact: { kind: 'assigned', value } });
    } else if (isName(object, 'exports') || isModuleExports(object)) {
      this.tables.exports.push({ at, fact: { kind: 'local', name: property, value } });
    }
  }

  /** The target of the last assignment, if that assigned the value to a name, as in `(a = b)`; else the value. */
  assignedName(value: ExprFact): ExprFact {
    const last = this.tables.assignments.at(-1);
    return last?.value === value && last.operator === '=' && last.target.kind === 'name' ? last.target : value;
  }

  /** Number of assignments recorded so far. */
  get assignments(): number {
    return this.tables.assignments.length;
  }

  /** Turns the only assignment of `if (subject === undefined) subject = value` into the default of a parameter. */
  turnIntoDefault(subject: ExprFact, earlierCount: number): void {
    const last = this.tables.assignments.at(-1);
    if (subject.kind !== 'name' || last === undefined || this.tables.assignments.length !== earlierCount + 1) return;
    const { target, operator, value, within } = last;
    if (operator !== '=' || target.kind !== 'name' || target.name !== subject.name) return;
    const parameter = this.tables.bindings.findLast(({ name, kind }) => name === subject.name && kind === 'parameter');
    if (parameter?.value?.kind !== 'parameter' || parameter.value.function !== within) return;
    parameter.value = withFallback(parameter.value, value, parameter.value.at);
    this.tables.assignments.pop();
  }

  /** Records a computed change of a number: `i++`, `page -= 1`. */
  recordNumberUpdate(target: ExprFact, at: Span): ExprFact {
    const value = unknownExpression('arithmetic', at);
    this.recordAssignment(target, '=', value, at);
    return value;
  }

  /** Records the deletion of a property, which is undefined from then on. */
  recordDeletion(target: ExprFact, at: Span): void {
    if (target.kind !== 'member' && target.kind !== 'element') return;
    const { within } = this.context;
    this.#deletions.push(within === undefined ? { target, at } : { target, at, within });
    this.recordAssignment(target, '=', nameExpression('undefined', at), at);
  }

  /** Enters an opened function. The caller restores `context` on leaving. */
  enterFunction(index: number, self: ThisContext): void {
    const { at, kind } = this.#functionAt(index);
    const outer = this.context;
    const owner = kind === 'arrow' ? outer.owner : index;
    this.context = {
      ...outer,
      within: index,
      scope: at,
      functionScope: at,
      self: self,
      owner,
      isCallArgument: this.nextIsArgument,
    };
    this.nextIsArgument = false;
  }

  openFunction({ kind, at, name, ofClass, static: isStatic }: FunctionStart): number {
    const { within } = this.context;
    const record: FunctionRecord = { kind, at, parameters: 0, returns: [] };
    if (name !== undefined) record.name = interned(name);
    if (ofClass !== undefined) record.ofClass = ofClass;
    if (isStatic) record.static = true;
    if (within !== undefined) record.within = within;
    return this.tables.functions.push(record) - 1;
  }

  describeFunction(index: number, parameters: number, rest: number | undefined, type: TypeFact | undefined): void {
    const record = this.#functionAt(index);
    record.parameters = parameters;
    if (rest !== undefined) record.rest = rest;
    if (type !== undefined) record.returnType = type;
  }

  /**
   * Records the names under which callers can pass the parameters; `rest`: the parameter for all other named arguments.
   */
  nameParameters(index: number, names: readonly string[], rest?: number): void {
    const record = this.#functionAt(index);
    record.parameterNames = names;
    if (rest !== undefined) record.namedRest = rest;
  }

  functionValue(index: number): ExprFact {
    const value: ExprFact = { kind: 'function', function: index, at: this.#functionAt(index).at };
    addTo(this.tables.functionValues, index, value);
    return value;
  }

  /** Records a return value of the current function; does nothing outside of functions. */
  recordReturn(value: ExprFact): void {
    const { within } = this.context;
    if (within !== undefined) this.#functionAt(within).returns.push(value);
  }

  #functionAt(index: number): FunctionRecord {
    return expectDefined(this.tables.functions[index], 'function index is in the table');
  }

  openClass(at: Span, name: string | undefined): number {
    const record: ClassRecord = { at, members: [] };
    if (name !== undefined) record.name = name;
    return this.tables.classes.push(record) - 1;
  }

  extendClass(index: number, base: ExprFact): void {
    this.#classAt(index).extends = base;
  }

  constructClass(index: number, constructor: number): void {
    this.#classAt(index).construct = constructor;
  }

  /** Records a member of a class, if its name is static. */
  recordMember(index: number, { name, kind, static: isStatic, value, type }: ClassMember): void {
    if (name === undefined) return;
    const fact: Mutable<ClassMemberFact> = { name: interned(name), static: isStatic, kind };
    if (value !== undefined) fact.value = value;
    if (type !== undefined) fact.type = type;
    this.#classAt(index).members.push(fact);
  }

  #classAt(index: number): ClassRecord {
    return expectDefined(this.tables.classes[index], 'class index is in the table');
  }

  openObject(at: Span): number {
    return this.tables.objects.push({ at, properties: [] }) - 1;
  }

  recordProperty(index: number, fact: PropertyFact): void {
    const { properties } = expectDefined(this.tables.objects[index], 'object index is in the table');
    properties.push(
      fact.kind === 'property' && fact.key !== undefined && fact.getter === undefined
        ? { kind: 'property', key: interned(fact.key), keyAt: fact.keyAt, value: fact.value }
        : fact,
    );
  }

  /** Records a member of an enum: only literals and earlier members are followed. */
  recordEnumMember(index: number, key: string, keyAt: Span, value: ExprFact | undefined): void {
    const { properties } = expectDefined(this.tables.objects[index], 'object index is in the table');
    const earlierMember =
      value?.kind === 'name'
        ? properties.find((property) => property.kind === 'property' && property.key === value.name)
        : undefined;
    const memberValue = value?.kind === 'literal' ? value : (earlierMember?.value ?? unknownExpression('other', keyAt));
    this.recordProperty(index, { kind: 'property', key, keyAt, value: memberValue });
  }

  get owner(): number | undefined {
    return this.context.owner;
  }

  openCall(at: Span, form: CallFact['form']): number {
    const { within, block } = this.context;
    const record: Mutable<CallFact> =
      within === undefined || block === undefined
        ? { at, callee: NO_CALLEE, args: NO_ARGUMENTS, form }
        : { at, callee: NO_CALLEE, args: NO_ARGUMENTS, form, within, block };
    if (within !== undefined) record.within = within;
    if (block !== undefined) record.block = block;
    return this.tables.calls.push(record) - 1;
  }

  /** Completes an opened call. `named`: an object with the named arguments. */
  finishCall(index: number, callee: ExprFact, args: readonly ExprFact[], named?: ExprFact): ExprFact {
    const record = expectDefined(this.tables.calls[index], 'call index is in the table');
    record.callee = callee;
    record.args = args;
    if (named !== undefined) record.named = named;
    const compiledValue = readCompiledCall(this, record);
    this.#hasPrototypes ||= isClassHelper(callee) || givesClass(this.tables, callee);
    if (compiledValue !== undefined) return compiledValue;
    return { kind: 'call', call: index, at: record.at };
  }

  /** Discards the call that was opened last. */
  dropCall(): void {
    this.tables.calls.pop();
  }

  /** Records a call that another construct implies. */
  recordCall(callee: ExprFact, args: readonly ExprFact[], at: Span, named?: ExprFact): ExprFact {
    return this.finishCall(this.openCall(at, 'call'), callee, args, named);
  }

  /**
   * Records a JSX element of a component as a call with an object of its attributes. Elements of the page (`div`), and
   * components without values that could be sent, are not recorded.
   */
  recordComponent(tag: readonly PlacedName[], attributes: readonly PropertyFact[], at: Span): void {
    const [first, ...members] = tag;
    if (first === undefined || (members.length === 0 && !/^[A-Z]/.test(first.name))) return;
    const sendable = attributes.filter(({ value }) => SENDABLE.has(value.kind));
    const [{ value } = { value: undefined }] = sendable;
    if (value === undefined) return;
    const object = this.openObject([value.at[0], expectDefined(sendable.at(-1), 'list is not empty').value.at[1]]);
    for (const property of sendable) this.recordProperty(object, property);
    const callee = members.reduce<ExprFact>(
      (owner, { name, at: place }) => memberExpression(owner, name, [first.at[0], place[1]], place),
      nameExpression(first.name, first.at),
    );
    const call = this.openCall(at, 'component');
    const record = expectDefined(this.tables.calls[call], 'call index is in the table');
    record.callee = callee;
    record.args = [{ kind: 'object', object, at: this.tables.objects[object]?.at ?? at }];
  }

  /** Records a method call that another construct implies. */
  recordMethodCall(object: ExprFact, name: string, args: readonly ExprFact[], at: Span): ExprFact {
    return this.recordCall(memberExpression(object, name, at, at), args, at);
  }

  /** Returns the value of an assignment expression. */
  assignmentValue(target: ExprFact, operator: AssignmentFact['operator'], value: ExprFact, at: Span): ExprFact {
    switch (operator) {
      case '=':
      case '&&=':
        return value;
      case '+=':
        return { kind: 'concat', parts: [target, value], sum: true, at };
      case '||=':
      case '??=':
        return choiceExpression(operator === '||=' ? '||' : '??', target, value, at);
    }
  }

  /** The fact of a name in expression position; `arguments` is the list of all arguments. */
  nameFact(name: string, at: Span): ExprFact {
    const { owner } = this.context;
    if (name !== 'arguments' || owner === undefined) return nameExpression(name, at);
    return { kind: 'parameter', function: owner, index: 0, rest: true, at };
  }

  /** The fact of `object[index]`; an element of `arguments` is a parameter, even if it is not declared. */
  elementFact(object: ExprFact, index: ExprFact, at: Span): ExprFact {
    if (object.kind !== 'parameter' || index.kind !== 'literal' || typeof index.value !== 'number')
      return elementExpression(object, index, at);
    return { kind: 'parameter', function: object.function, index: object.index + index.value, at };
  }

  /** Reads the arguments of a call, marking functions among them as arguments. */
  readArguments<N>(nodes: readonly N[], read: (node: N) => ExprFact): readonly ExprFact[] {
    const values = nodes.map((node) => {
      this.nextIsArgument = true;
      return read(node);
    });
    this.nextIsArgument = false;
    return values;
  }

  /**
   * Returns the value of `yield`: the yielded value if the generator is passed to a call, such as `co` or a compiler's
   * helper. Elsewhere the value is recorded as a result of the generator, each element of it for `yield*`.
   */
  yieldValue(value: ExprFact | undefined, delegates: boolean, at: Span): ExprFact {
    const { isCallArgument, within } = this.context;
    if (isCallArgument && value !== undefined && !delegates) return value;
    if (value !== undefined && within !== undefined && !isCallArgument)
      (this.#functionAt(within).yields ??= []).push(delegates ? { kind: 'spread', value, at: value.at } : value);
    return unknownExpression('yield', at);
  }

  /** The fact of `this` or `super` at the current position. */
  thisFact(kind: 'this' | 'super', at: Span): ExprFact {
    const { ofClass, static: isStatic, ofObject } = this.context.self;
    if (ofClass !== undefined) return isStatic ? { kind, ofClass, static: true, at } : { kind, ofClass, at };
    if (kind === 'super') return { kind, at };
    const fact: ThisFact = ofObject === undefined ? { kind, at } : { kind, ofObject, at };
    if (this.context.owner !== undefined) addTo(this.tables.thisExpressions, this.context.owner, fact);
    return fact;
  }

  /** The fact of a string literal in expression position. */
  stringFact(value: string, at: Span): ExprFact {
    const fact = literalExpression(value, at);
    if (value.includes('/')) this.#texts.add(fact);
    return fact;
  }

  /** The fact of a template or a `+` chain in expression position; `texts` has it instead of its operands. */
  concatFact(parts: readonly ExprFact[], at: Span, operator?: 'sum'): ExprFact {
    const fact: ExprFact =
      operator === undefined ? { kind: 'concat', parts, at } : { kind: 'concat', parts, sum: true, at };
    if (this.#removeTexts(parts)) this.#texts.add(fact);
    return fact;
  }

  /** Removes the texts of an expression that is only shown to people. */
  removeTextsOf(fact: ExprFact): void {
    this.#removeTexts([fact]);
  }

  /** Removes the texts among `parts`, and returns whether there were any. */
  #removeTexts(parts: readonly ExprFact[]): boolean {
    let found = false;
    for (const part of parts) {
      if (part.kind === 'literal') {
        this.#texts.delete(part);
        found = found || (typeof part.value === 'string' && part.value.includes('/'));
      } else if (part.kind === 'concat') {
        if (this.#texts.delete(part)) found = true;
      } else if (part.kind === 'choice' && this.#removeTexts(part.options)) {
        found = true;
      }
    }
    return found;
  }
}

/** Name in the source, with its position. */
export interface PlacedName {
  readonly name: string;
  readonly at: Span;
}

/** Kinds of attribute values that can be sent, or can send. Literal texts are recorded without the element. */
const SENDABLE: ReadonlySet<ExprFact['kind']> = new Set(['name', 'member', 'function', 'call', 'object', 'parameter']);

/** Copies lists without the spare capacity that they have after being filled one by one. */
function trimLists({ functions, objects }: Tables): void {
  for (const record of functions) if (record.returns.length > 0) record.returns = record.returns.slice();
  for (const record of objects) if (record.properties.length > 0) record.properties = record.properties.slice();
}

function bySource(a: { readonly at: Span }, b: { readonly at: Span }): number {
  return a.at[0] - b.at[0] || b.at[1] - a.at[1];
}

/** Whether comparisons of a value are recorded. */
function isComparable(value: ExprFact): boolean {
  return (
    value.kind === 'member' ||
    (value.kind === 'element' && value.index.kind === 'literal') ||
    (value.kind === 'name' && value.name !== 'undefined')
  );
}

function isText(value: ExprFact): boolean {
  return value.kind === 'literal' && typeof value.value === 'string';
}

function isModuleExports(value: ExprFact): boolean {
  return value.kind === 'member' && value.property === 'exports' && isName(value.object, 'module');
}

function isName(value: ExprFact, name: string): boolean {
  return value.kind === 'name' && value.name === name;
}
