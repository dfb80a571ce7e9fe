import type { Asked } from '../../model/module-reader.js';
import type { Place } from '../../model/span.js';
import { REASON } from './reasons.js';
import { eitherRow } from './row.js';
import type { Rows } from './row.js';
import type { UnknownReason } from './reasons.js';

export type { UnknownReason };

/** A parameter of a function of the program, and the property path read from it. */
export interface ParameterRef {
  readonly file: string;
  readonly function: number;
  readonly index: number;
  readonly rest: boolean;
  readonly path: readonly string[];
}

export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
  readonly at: Place;
  /** The text is one element of a collection that is iterated. */
  readonly each?: true;
  /** Something that was put in behind it is empty here: `/towers/` of `/towers/${id}`. */
  readonly emptied?: true;
  /** It came by a name that says secret, so nobody is shown it. What it matches is the same. */
  readonly secret?: true;
  readonly rows?: Rows | undefined;
}

export interface HolePart {
  readonly kind: 'hole';
  /** As written, for people: `bellId`, `config.base`. */
  readonly name: string;
  readonly at: Place;
  readonly reason: UnknownReason;
  readonly parameter?: ParameterRef;
  /** It is read from `this` of a class whose construction is not known. */
  readonly self?: true;
  /** The external value or symbol that the hole stands for, if it can be told. */
  readonly external?: ExternalValue;
  /** The object of the program that it stands for, as JSON has it. */
  readonly made?: ObjectValue | LayeredValue;
  readonly rows?: Rows | undefined;
}

export type Part = TextPart | HolePart;

/** One possible text. */
export type Parts = readonly Part[];

export interface TextValue {
  readonly kind: 'text';
  readonly parts: Parts;
  /** Made by `new URL`: members such as `pathname` are those of a URL. */
  readonly url?: true;
  /** It is a number: added to another one it gives their sum. */
  readonly number?: true;
}

export interface ScalarValue {
  readonly kind: 'scalar';
  readonly value: boolean | null | undefined;
}

interface RegexValue {
  readonly kind: 'regex';
  readonly source: string;
  readonly flags: string;
}

/** An object literal of the program, its properties not yet evaluated. */
export interface ObjectValue {
  readonly kind: 'object';
  readonly file: string;
  readonly object: number;
  readonly frame: Frame | undefined;
  /** The object is one element of a collection that is iterated. */
  readonly each?: true;
  /** It holds the arguments that a call gives by name. */
  readonly named?: true;
}

/** A property that is set from outside the literal: `options.method = 'POST'`. */
export interface Patch {
  readonly path: readonly string[];
  readonly operator: '=' | '+=';
  readonly value: Value;
  /** May or may not have happened. */
  readonly maybe: boolean;
  /** Happens unless what the property has counts for the operator: `options.path ||= '/bells'`. */
  readonly unless?: '||' | '??';
  /** Where the property is set. */
  readonly at?: Place;
}

/** Objects laid over each other, later ones first in look-ups (`Object.assign`, spreads, patches). */
export interface LayeredValue {
  readonly kind: 'layered';
  readonly base: Value;
  readonly patches: readonly Patch[];
}

export interface ArrayValue {
  readonly kind: 'array';
  readonly elements: readonly Value[];
  /** There may be more elements than listed. */
  readonly open: boolean;
  /** Those listed may be missing, or stand elsewhere. */
  readonly loose?: true;
  /** They are the entries of a Map. */
  readonly map?: true;
  /** How deep lists are nested in it; absent where in none of its elements is one. */
  readonly nesting?: number;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly file: string;
  readonly function: number;
  readonly frame: Frame | undefined;
  readonly self?: Value;
  /** An arrow that has its `self` from where it was made: the field of an instance. */
  readonly lexical?: true;
  readonly bound: readonly Value[];
  readonly rows?: Rows | undefined;
}

export interface ClassValue {
  readonly kind: 'class';
  readonly file: string;
  readonly class: number;
  readonly frame: Frame | undefined;
}

export interface InstanceValue {
  readonly kind: 'instance';
  readonly of: ClassValue;
  /** Absent where the instance is known by its class alone (`this`, a declared type). */
  readonly args: Args | undefined;
  /** The instance itself where this is its view of a parent class (`super`). */
  readonly self?: InstanceValue;
}

/** The namespace of a module of the program. */
interface ModuleValue {
  readonly kind: 'module';
  readonly file: string;
}

type ExternalRoot =
  | { readonly kind: 'package'; readonly module: string; readonly export: string }
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'type'; readonly name: string; readonly module: string | undefined };

export type ExternalStep =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'call'; readonly form: 'call' | 'new' | 'tag'; readonly args: Args; readonly at: Place };

/** Something outside the program, by the way it was reached: `axios` · `.create` · `(…)`. */
export interface ExternalValue {
  readonly kind: 'external';
  readonly root: ExternalRoot;
  readonly steps: readonly ExternalStep[];
  /** Properties the program sets on it: `axios.defaults.baseURL = …`. */
  readonly patches: readonly Patch[];
  /** The parameter whose declared type this value is known by. */
  readonly parameter?: ParameterRef;
}

interface ParameterValue {
  readonly kind: 'parameter';
  readonly parameter: ParameterRef;
  readonly name: string;
  readonly at: Place;
}

export interface ChoiceValue {
  readonly kind: 'choice';
  readonly options: readonly Value[];
}

interface UnknownValue {
  readonly kind: 'unknown';
  readonly reason: UnknownReason;
  readonly name: string;
  readonly at: Place;
  readonly self?: true;
}

/** What may be said of a value of any kind. */
interface Remarks {
  /** It may be undefined as well, on a way through the program that is not told apart. */
  readonly unset?: true;
  /** Of which elements of collections it was read; that of a text is said of its pieces. */
  readonly rows?: Rows | undefined;
}

/** What the evaluator knows of an expression. */
export type Value = KnownValue & Remarks;

type KnownValue =
  | TextValue
  | ScalarValue
  | RegexValue
  | ObjectValue
  | LayeredValue
  | ArrayValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  | ModuleValue
  | ExternalValue
  | ParameterValue
  | ChoiceValue
  | UnknownValue;

/** A call being followed: the arguments its parameters stand for. */
export interface Frame {
  readonly file: string;
  readonly function: number;
  readonly args: Args;
  readonly self: Value | undefined;
  /** The call as it is written, where it is. */
  readonly source?: FrameSource | undefined;
  /** The function is an arrow, and `self` what `this` is in it all the same. */
  readonly lexical?: true;
  /** Frame of the enclosing function (lexical, not the caller). */
  readonly parent: Frame | undefined;
  /** The call chain that led here, for recursion and depth limits. */
  readonly caller: Frame | undefined;
  readonly depth: number;
}

/** A call that is followed, as it stands in the program. */
export interface FrameSource {
  readonly file: string;
  readonly call: number;
  readonly frame: Frame | undefined;
}

/** Arguments of a call, evaluated when they are first looked at. */
export type Args = () => readonly Value[];

/** The course of an analysis, as what is evaluated late sees it. */
interface Course {
  readonly budget: number;
  readonly memory: object;
  /** How often a value came to depend on where its evaluation began. */
  doubts: number;
  readonly modules: { readonly asked?: Asked };
}

/** Arguments that are evaluated once, or once for each memory where they are doubtful; what was cut short for want of budget is not kept. */
export function lazyArgs(evaluate: () => readonly Value[], course: Course): Args {
  const { asked } = course.modules;
  let values: readonly Value[] | undefined;
  let doubtfulIn: object | undefined;
  let from = 0;
  let to = 0;
  return () => {
    if (values !== undefined && (doubtfulIn === undefined || doubtfulIn === course.memory)) {
      if (doubtfulIn !== undefined) course.doubts++;
      asked?.again(from, to);
      return values;
    }
    const { doubts } = course;
    const start = asked?.count ?? 0;
    const found = evaluate();
    if (course.budget <= 0) return found;
    values = found;
    [from, to] = [start, asked?.count ?? 0];
    doubtfulIn = course.doubts > doubts ? course.memory : undefined;
    return found;
  };
}

/** A value of which nothing is known but why; `name` is how people would write it. */
export function unknownValue(reason: UnknownReason, at: Place, name = '…'): UnknownValue {
  return { kind: 'unknown', reason, name, at };
}

/** A value that only a run of the program gives. */
export function atRunTime(at: Place, name?: string): UnknownValue {
  return unknownValue(REASON.atRunTime, at, name);
}

/** What is not known of a text. */
export function holePart(reason: UnknownReason, at: Place, name = '…'): HolePart {
  return { kind: 'hole', name, at, reason };
}

export const UNDEFINED: ScalarValue = { kind: 'scalar', value: undefined };

/** Most alternatives kept for one value; what exceeds it is one unknown. */
const MAX_OPTIONS = 40;

/** Most elements kept of one list, and most lists nested in each other; what exceeds them leaves it open. */
export const MAX_ELEMENTS = 400;
const MAX_LIST_NESTING = 8;

/** A list of values, as far as lists are followed. */
export function listOf(elements: readonly Value[], open: boolean, loose = false): ArrayValue {
  let nesting = 0;
  for (const element of elements) {
    if (element.kind !== 'choice') nesting = Math.max(nesting, nestingOf(element));
    else for (const option of element.options) nesting = Math.max(nesting, nestingOf(option));
  }
  if (nesting > MAX_LIST_NESTING) return { kind: 'array', elements: [], open: true, loose: true };
  const kept = elements.length > MAX_ELEMENTS ? elements.slice(0, MAX_ELEMENTS) : elements;
  const list: ArrayValue = {
    kind: 'array',
    elements: kept,
    open: open || loose || kept !== elements,
    ...(loose ? { loose } : {}),
  };
  return nesting === 0 ? list : { ...list, nesting };
}

/** How deep lists are nested in an element. */
function nestingOf(element: Value): number {
  return element.kind === 'array' ? 1 + (element.nesting ?? 0) : 0;
}

/** How much there is in a value: what it costs to handle it. */
export function sizeOf(value: Value): number {
  if (value.kind === 'text') return value.parts.length;
  if (value.kind === 'layered') return value.patches.length;
  if (value.kind !== 'choice' && value.kind !== 'array') return 1;
  let size = 0;
  for (const part of value.kind === 'choice' ? value.options : value.elements)
    size += part.kind === 'text' ? part.parts.length : 1;
  return size;
}

/** Joins alternatives, flattening nested ones and dropping repeated texts. */
export function choiceOf(values: readonly Value[], at: Place): Value {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const flat: Value[] = [];
  const known = new Map<string | number, number[]>();
  for (const value of values) {
    if (value.kind !== 'choice') addOption(flat, known, value);
    else for (const option of value.options) addOption(flat, known, option);
  }
  if (flat.length > MAX_OPTIONS) {
    flat.length = MAX_OPTIONS - 1;
    flat.push(unknownValue(REASON.tooMany, at));
  }
  const [first] = flat;
  return flat.length === 1 && first !== undefined ? first : { kind: 'choice', options: flat };
}

/**
 * Adds an option unless it is there; `known` has the indexes of those that may be the same, by their mark. Of options
 * that are too many the first are kept, and no others are compared with.
 */
function addOption(flat: Value[], known: Map<string | number, number[]>, option: Value): void {
  const mark = markOf(option);
  const alike = mark === undefined ? undefined : known.get(mark);
  for (const index of alike ?? []) {
    const same = flat[index];
    if (same === undefined || !isSame(same, option)) continue;
    const either = ofEither(option.unset === true ? option : same, same, option);
    if (either === undefined) continue;
    flat[index] = either;
    return;
  }
  if (flat.length > MAX_OPTIONS) return;
  if (alike !== undefined) alike.push(flat.length);
  else if (mark !== undefined) known.set(mark, [flat.length]);
  flat.push(option);
}

/** Kinds of values that are not known: of which rows they are hardly tells anything. */
const OPEN: ReadonlySet<Value['kind']> = new Set(['unknown', 'parameter', 'external']);

/** Two values that are the same but for their rows, as `kept`; undefined where no rows say as much. */
function ofEither(kept: Value, one: Value, other: Value): Value | undefined {
  if (kept.kind !== 'text' || one.kind !== 'text' || other.kind !== 'text') {
    if (one.rows === other.rows) return kept;
    const rows = eitherRow(one.rows, other.rows);
    if (rows === undefined && OPEN.has(kept.kind)) return withRows(kept, []);
    return rows && withRows(kept, rows);
  }
  if (!one.parts.some(hasRows) && !other.parts.some(hasRows)) return kept;
  const parts: Part[] = [];
  for (const [index, part] of one.parts.entries()) {
    const rows = eitherRow(part.rows, other.parts[index]?.rows);
    if (rows === undefined) return undefined;
    parts.push(withRows(part, rows));
  }
  return { ...kept, parts };
}

function hasRows({ rows }: Part): boolean {
  return rows !== undefined;
}

/** The same with these rows, and with none where there are none. */
export function withRows<Marked extends Value | Part>(marked: Marked, rows: Rows): Marked {
  if (rows.length > 0) return { ...marked, rows };
  if (marked.rows === undefined) return marked;
  return { ...marked, rows: undefined };
}

/** Values that are the same have the same mark; a value without one is like no other. */
function markOf(value: Value): string | number | undefined {
  switch (value.kind) {
    case 'scalar':
      return `scalar ${String(value.value)}`;
    case 'class':
      return `class ${value.file} ${value.class}`;
    case 'module':
      return `module ${value.file}`;
    case 'unknown':
    case 'parameter':
      return value.at.span[0] * 31 + value.name.length;
    case 'text': {
      let mark = value.parts.length;
      for (const part of value.parts) mark = (Math.imul(mark, 31) + part.at.span[0]) | 0;
      return mark;
    }
    case 'object':
      return value.object;
    case 'function':
      return value.function;
    case 'array':
      return value.elements.length;
    case 'external':
      return markOfSteps(value);
    default:
      return undefined;
  }
}

function markOfSteps({ steps }: ExternalValue): number {
  let mark = steps.length;
  for (const step of steps)
    mark = (Math.imul(mark, 31) + (step.kind === 'member' ? step.name.length : step.at.span[1])) | 0;
  return mark;
}

/** Whether two values are the same, but for what is remarked of them. */
function isSame(one: Value, other: Value): boolean {
  if (one === other) return true;
  switch (one.kind) {
    case 'text':
      return other.kind === 'text' && isEach(one.parts, other.parts, isSamePart);
    case 'unknown':
      return other.kind === 'unknown' && isSameUnknown(one, other);
    case 'parameter':
      return (
        other.kind === 'parameter' && isSamePlace(one.at, other.at) && isSameParameter(one.parameter, other.parameter)
      );
    case 'scalar':
    case 'class':
    case 'module':
      return one.kind === other.kind;
    case 'object':
      return other.kind === 'object' && isSameObject(one, other);
    case 'function':
      return other.kind === 'function' && isSameFunction(one, other);
    case 'array':
      return other.kind === 'array' && isSameList(one, other);
    case 'external':
      return other.kind === 'external' && isSameExternal(one, other);
    default:
      return false;
  }
}

function isEach<T>(some: readonly T[], others: readonly T[], same: (one: T, other: T) => boolean): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  for (let index = 0; index < some.length; index++) if (!same(some[index] as T, others[index] as T)) return false;
  return true;
}

function isIdentical(one: unknown, other: unknown): boolean {
  return one === other;
}

function isSameObject(one: ObjectValue, other: ObjectValue): boolean {
  return (
    one.object === other.object &&
    one.frame === other.frame &&
    one.file === other.file &&
    one.each === other.each &&
    one.named === other.named
  );
}

function isSameFunction(one: FunctionValue, other: FunctionValue): boolean {
  return (
    one.function === other.function &&
    one.frame === other.frame &&
    one.file === other.file &&
    one.self === other.self &&
    one.lexical === other.lexical &&
    isEach(one.bound, other.bound, isIdentical)
  );
}

function isSameList(one: ArrayValue, other: ArrayValue): boolean {
  return (
    one.open === other.open &&
    one.loose === other.loose &&
    one.map === other.map &&
    isEach(one.elements, other.elements, isIdentical)
  );
}

function isSameExternal(one: ExternalValue, other: ExternalValue): boolean {
  return (
    one.parameter === other.parameter &&
    isEach(one.steps, other.steps, isSameStep) &&
    isEach(one.patches, other.patches, isIdentical) &&
    isSameRoot(one.root, other.root)
  );
}

function isSameStep(one: ExternalStep, other: ExternalStep): boolean {
  if (one === other) return true;
  if (one.kind === 'member') return other.kind === 'member' && one.name === other.name;
  return other.kind === 'call' && one.args === other.args && one.form === other.form && isSamePlace(one.at, other.at);
}

function isSameRoot(one: ExternalRoot, other: ExternalRoot): boolean {
  if (one === other) return true;
  if (one.kind === 'package')
    return other.kind === 'package' && one.module === other.module && one.export === other.export;
  if (one.kind === 'type') return other.kind === 'type' && one.name === other.name && one.module === other.module;
  return other.kind === 'global' && one.name === other.name;
}

function isSameUnknown(one: UnknownValue, other: UnknownValue): boolean {
  return (
    one.name === other.name && one.reason === other.reason && one.self === other.self && isSamePlace(one.at, other.at)
  );
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.file === other.file && one.span[0] === other.span[0] && one.span[1] === other.span[1];
}

function isSamePart(one: Part, other: Part): boolean {
  if (one === other) return one.kind === 'text' || one.external === undefined;
  if (one.at.span[0] !== other.at.span[0] || one.at.file !== other.at.file) return false;
  if (one.kind === 'text') return other.kind === 'text' && one.text === other.text;
  if (other.kind === 'text' || one.external !== undefined || other.external !== undefined) return false;
  if (one.at.span[1] !== other.at.span[1] || one.name !== other.name || one.reason !== other.reason) return false;
  return one.self === other.self && isSameParameter(one.parameter, other.parameter);
}

function isSameParameter(one: ParameterRef | undefined, other: ParameterRef | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.file === other.file &&
    one.function === other.function &&
    one.index === other.index &&
    one.path.join('.') === other.path.join('.')
  );
}

/** The alternatives of a value; a value that is no choice is its only one. */
export function optionsOf(value: Value): readonly Value[] {
  return value.kind === 'choice' ? value.options : [value];
}

/** The class that a value is, also where it has been given members of its own: `Client.version = 4`. */
export function classIn(value: Value): ClassValue | undefined {
  const base = value.kind === 'layered' ? value.base : value;
  return base.kind === 'class' ? base : undefined;
}

/** A value that may be undefined as well. Only what decides a choice (`a || b`) is marked. */
export function maybeUnset(value: Value): Value {
  switch (value.kind) {
    case 'choice': {
      const options = value.options.map(maybeUnset);
      return options.every((option, index) => option === value.options[index]) ? value : { ...value, options };
    }
    case 'scalar':
      return value.value === undefined || value.unset === true ? value : { ...value, unset: true };
    case 'text':
    case 'object':
    case 'layered':
    case 'array':
    case 'function':
      return value.unset === true ? value : { ...value, unset: true };
    default:
      return value;
  }
}
