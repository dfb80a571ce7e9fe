import type { CallFact } from '../../core/model/facts.js';
import type { TypeFact } from '../../core/model/facts.js';
import { markOf, Tracked } from '../../core/model/query-log.js';
import type { QueryLog } from '../../core/model/query-log.js';
import type { Place } from '../../core/model/span.js';
import { REASON } from './reasons.js';
import type { Correlations } from './correlation.js';
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
  /** Set if the text is one element of an iterated collection. */
  readonly each?: true;
  /** Set if the part interpolated after it is empty: `/towers/` of `/towers/${id}`. */
  readonly emptied?: true;
  /** Set if a name suggests that it is a secret, which is never shown. Matching is not affected. */
  readonly secret?: true;
  readonly correlations?: Correlations | undefined;
}

export interface HolePart {
  readonly kind: 'hole';
  /** Name for people, as written: `bellId`, `config.base`. */
  readonly name: string;
  readonly at: Place;
  readonly reason: UnknownReason;
  readonly parameter?: ParameterRef;
  /** Set if the hole was read from `this` of a class whose construction is unknown. */
  readonly self?: true;
  /** External value or symbol that the hole represents, if known. */
  readonly external?: ExternalValue;
  /** Object of the program whose JSON text the hole represents. */
  readonly made?: ObjectValue | LayeredValue;
  readonly correlations?: Correlations | undefined;
}

export type Part = TextPart | HolePart;

/** One possible text. */
export type Parts = readonly Part[];

export interface TextValue {
  readonly kind: 'text';
  readonly parts: Parts;
  /** Set if made by `new URL`: members such as `pathname` are members of a URL. */
  readonly url?: true;
  /** Set for a number: addition to another number gives their sum. */
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
  /** Set if the object is one element of an iterated collection. */
  readonly each?: true;
  /** Set for the named arguments of a call. */
  readonly named?: true;
}

/** A property that is set from outside the literal: `options.method = 'POST'`. */
export interface Patch {
  readonly path: readonly string[];
  readonly operator: '=' | '+=';
  readonly value: Value;
  /** Whether the write may not have happened. */
  readonly maybe: boolean;
  /** Operator of an assignment that writes only if the property has no value for it: `options.path ||= '/bells'`. */
  readonly unless?: '||' | '??';
  /** Place where the property is set. */
  readonly at?: Place;
}

/** Merged objects, later ones first in look-ups (`Object.assign`, spreads, patches). */
export interface LayeredValue {
  readonly kind: 'layered';
  readonly base: Value;
  readonly patches: readonly Patch[];
}

export interface ArrayValue {
  readonly kind: 'array';
  readonly elements: readonly Value[];
  /** Whether there may be more elements than listed. */
  readonly open: boolean;
  /** Set if listed elements may be missing, or have another index. */
  readonly loose?: true;
  /** Set if the list is the entries of a Map. */
  readonly map?: true;
  /** Nesting depth of the lists among the elements; absent if no element is a list. */
  readonly nesting?: number;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly file: string;
  readonly function: number;
  readonly frame: Frame | undefined;
  readonly self?: Value;
  /** Set for an arrow whose `self` is that of its creation: the field of an instance. */
  readonly lexical?: true;
  readonly bound: readonly Value[];
  /** Set if the function was read from a collection: its results are marked as well. */
  readonly each?: true;
  readonly correlations?: Correlations | undefined;
}

export interface ClassValue {
  readonly kind: 'class';
  readonly file: string;
  readonly class: number;
  readonly frame: Frame | undefined;
  /** Set for the class of an unknown instance, which may be of a subclass. */
  readonly ofInstance?: true;
}

export interface InstanceValue {
  readonly kind: 'instance';
  readonly of: ClassValue;
  /** Absent if only the class of the instance is known (`this`, a declared type). */
  readonly args: Args | undefined;
  /** The instance itself if this value is its view as a parent class (`super`). */
  readonly self?: InstanceValue;
}

/** The namespace of a module of the program. */
interface ModuleValue {
  readonly kind: 'module';
  readonly file: string;
}

export type ExternalRoot =
  | { readonly kind: 'package'; readonly module: string; readonly export: string }
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'type'; readonly name: string; readonly module: string | undefined };

export type ExternalStep =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'call'; readonly form: CallFact['form']; readonly args: Args; readonly at: Place };

/** A value from outside the program, by its access path: `axios` · `.create` · `(…)`. */
export interface ExternalValue {
  readonly kind: 'external';
  readonly root: ExternalRoot;
  readonly steps: readonly ExternalStep[];
  /** Properties that the program sets on it: `axios.defaults.baseURL = …`. */
  readonly patches: readonly Patch[];
  /** The parameter whose declared type gives this value. */
  readonly parameter?: ParameterRef;
}

interface ParameterValue {
  readonly kind: 'parameter';
  readonly parameter: ParameterRef;
  /** The declared type of the parameter, and the file in which its name is resolved. */
  readonly declared?: { readonly file: string; readonly type: TypeFact };
  readonly name: string;
  readonly at: Place;
}

export interface ChoiceValue {
  readonly kind: 'choice';
  readonly options: readonly Value[];
}

export interface UnknownValue {
  readonly kind: 'unknown';
  readonly reason: UnknownReason;
  readonly name: string;
  readonly at: Place;
  readonly self?: true;
}

/** Properties that a value of any kind may have. */
interface CommonProperties {
  /** Set if the value may also be undefined, on a path of the program that is not distinguished. */
  readonly unset?: true;
  /** Elements of collections from which the value was read; the parts of a text have their own. */
  readonly correlations?: Correlations | undefined;
}

/** Value of an expression, as far as the evaluator knows it. */
export type Value = KnownValue & CommonProperties;

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

/** A followed call, with the arguments of its parameters. */
export interface Frame {
  readonly file: string;
  readonly function: number;
  readonly args: Args;
  readonly self: Value | undefined;
  /** The call in the source. */
  readonly source?: FrameSource | undefined;
  /** Set if the function is an arrow, and `self` is its `this`. */
  readonly lexical?: true;
  /** Frame of the enclosing function (lexical, not the caller). */
  readonly parent: Frame | undefined;
  /** Frame of the caller, for detecting recursion and for the depth limit. */
  readonly caller: Frame | undefined;
  readonly depth: number;
}

/** A followed call in the source of the program. */
export interface FrameSource {
  readonly file: string;
  readonly call: number;
  readonly frame: Frame | undefined;
}

/** Arguments of a call, evaluated on demand. */
export type Args = () => readonly Value[];

/** Counters of an analysis that lazily evaluated arguments check. */
interface EvaluationState {
  readonly budget: number;
  readonly memory: object;
  /** Number of doubtful values so far. */
  doubts: number;
  readonly modules: { readonly log?: QueryLog };
}

/**
 * Arguments that are evaluated once, or once for each memo if they are doubtful; a result that the budget cut short
 * is not memoised.
 */
export function lazyArgs(evaluate: () => readonly Value[], state: EvaluationState): Args {
  const { log } = state.modules;
  let values: Tracked<readonly Value[]> | undefined;
  let doubtfulIn: object | undefined;
  return () => {
    if (values !== undefined && (doubtfulIn === undefined || doubtfulIn === state.memory)) {
      if (doubtfulIn !== undefined) state.doubts++;
      return values.use(log);
    }
    const { doubts } = state;
    const from = markOf(log);
    const result = evaluate();
    if (state.budget <= 0) return result;
    values = new Tracked(result, log, from);
    doubtfulIn = state.doubts > doubts ? state.memory : undefined;
    return result;
  };
}

/** An unknown value, with the reason; `name` is its name for display. */
export function unknownValue(reason: UnknownReason, at: Place, name = '…'): UnknownValue {
  return { kind: 'unknown', reason, name, at };
}

/** A value known only at run time. */
export function atRunTime(at: Place, name?: string): UnknownValue {
  return unknownValue(REASON.atRunTime, at, name);
}

/** Returns a part for unknown text. */
export function holePart(reason: UnknownReason, at: Place, name = '…'): HolePart {
  return { kind: 'hole', name, at, reason };
}

export const UNDEFINED: ScalarValue = { kind: 'scalar', value: undefined };

/** Maximum number of elements of one list, and of nested lists; a list with more is open. */
export const MAX_ELEMENTS = 400;
const MAX_LIST_NESTING = 8;

/** Creates a list of values within the limits. */
export function listOf(elements: readonly Value[], open: boolean, loose = false): ArrayValue {
  let nesting = 0;
  for (const element of elements) {
    if (element.kind !== 'choice') nesting = Math.max(nesting, nestingOf(element));
    else for (const option of element.options) nesting = Math.max(nesting, nestingOf(option));
  }
  if (nesting > MAX_LIST_NESTING) return { kind: 'array', elements: [], open: true, loose: true };
  const limited = elements.length > MAX_ELEMENTS ? elements.slice(0, MAX_ELEMENTS) : elements;
  const list: ArrayValue = {
    kind: 'array',
    elements: limited,
    open: open || loose || limited !== elements,
    ...(loose ? { loose } : {}),
  };
  return nesting === 0 ? list : { ...list, nesting };
}

/** Returns the nesting depth of lists in an element. */
function nestingOf(element: Value): number {
  return element.kind === 'array' ? 1 + (element.nesting ?? 0) : 0;
}

/** Returns the size of a value, which determines the cost of handling it. */
export function sizeOf(value: Value): number {
  if (value.kind === 'text') return value.parts.length;
  if (value.kind === 'layered') return value.patches.length;
  if (value.kind !== 'choice' && value.kind !== 'array') return 1;
  let size = 0;
  for (const part of value.kind === 'choice' ? value.options : value.elements)
    size += part.kind === 'text' ? part.parts.length : 1;
  return size;
}

/** The alternatives of a value; a value that is not a choice is its only alternative. */
export function optionsOf(value: Value): readonly Value[] {
  return value.kind === 'choice' ? value.options : [value];
}

/** The class of a value, even if members were added to the class: `Client.version = 4`. */
export function classIn(value: Value): ClassValue | undefined {
  const base = value.kind === 'layered' ? value.base : value;
  return base.kind === 'class' ? base : undefined;
}

/** Marks a value as possibly undefined; only kinds of values that can decide a choice (`a || b`) are marked. */
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
