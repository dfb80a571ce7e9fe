import type { Place } from '../../core/model/span.js';
import { REASON } from './reasons.js';
import { eitherCorrelation } from './correlation.js';
import type { Correlations } from './correlation.js';
import { unknownValue } from './value.js';
import type {
  Part,
  Value,
  ArrayValue,
  ExternalRoot,
  ExternalStep,
  ExternalValue,
  FunctionValue,
  ObjectValue,
  ParameterRef,
  UnknownValue,
} from './value.js';

/** Maximum number of alternatives of one value; the others become one unknown. */
const MAX_OPTIONS = 40;

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
 * Adds an option unless it is present; `known` has the indices of options that may be equal, by their hash. If there
 * are too many options, the first ones are kept, and new ones are compared with these alone.
 */
function addOption(flat: Value[], known: Map<string | number, number[]>, option: Value): void {
  const mark = markOf(option);
  const candidates = mark === undefined ? undefined : known.get(mark);
  for (const index of candidates ?? []) {
    const same = flat[index];
    if (same === undefined || !isSameValue(same, option)) continue;
    const either = mergedValue(option.unset === true ? option : same, same, option);
    if (either === undefined) continue;
    flat[index] = either;
    return;
  }
  if (flat.length > MAX_OPTIONS) return;
  if (candidates !== undefined) candidates.push(flat.length);
  else if (mark !== undefined) known.set(mark, [flat.length]);
  flat.push(option);
}

/** Kinds of unknown values, whose correlations carry little information. */
const OPEN: ReadonlySet<Value['kind']> = new Set(['unknown', 'parameter', 'external']);

/** Merges two values that differ only in correlations, as `kept`; undefined if no correlations express both. */
function mergedValue(kept: Value, one: Value, other: Value): Value | undefined {
  if (kept.kind !== 'text' || one.kind !== 'text' || other.kind !== 'text') {
    if (one.correlations === other.correlations) return kept;
    const correlations = eitherCorrelation(one.correlations, other.correlations);
    if (correlations === undefined && OPEN.has(kept.kind)) return withCorrelations(kept, []);
    return correlations && withCorrelations(kept, correlations);
  }
  if (!one.parts.some(isCorrelated) && !other.parts.some(isCorrelated)) return kept;
  const parts: Part[] = [];
  for (const [index, part] of one.parts.entries()) {
    const correlations = eitherCorrelation(part.correlations, other.parts[index]?.correlations);
    if (correlations === undefined) return undefined;
    parts.push(withCorrelations(part, correlations));
  }
  return { ...kept, parts };
}

function isCorrelated({ correlations }: Part): boolean {
  return correlations !== undefined;
}

/** A value with the given correlations, or without any. */
export function withCorrelations<Marked extends Value | Part>(marked: Marked, correlations: Correlations): Marked {
  if (marked.correlations === correlations) return marked;
  if (correlations.length > 0) return { ...marked, correlations };
  if (marked.correlations === undefined) return marked;
  return { ...marked, correlations: undefined };
}

/** Hash of a value: equal values have the same hash; a value without a hash equals no other. */
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

/** Whether two values are equal apart from their remarks. */
function isSameValue(one: Value, other: Value): boolean {
  if (one === other) return true;
  switch (one.kind) {
    case 'text':
      return other.kind === 'text' && areAllEqual(one.parts, other.parts, isSamePart);
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

function areAllEqual<T>(some: readonly T[], others: readonly T[], same: (one: T, other: T) => boolean): boolean {
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
    one.each === other.each &&
    areAllEqual(one.bound, other.bound, isIdentical)
  );
}

function isSameList(one: ArrayValue, other: ArrayValue): boolean {
  return (
    one.open === other.open &&
    one.loose === other.loose &&
    one.map === other.map &&
    areAllEqual(one.elements, other.elements, isIdentical)
  );
}

function isSameExternal(one: ExternalValue, other: ExternalValue): boolean {
  return (
    one.parameter === other.parameter &&
    areAllEqual(one.steps, other.steps, isSameStep) &&
    areAllEqual(one.patches, other.patches, isIdentical) &&
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
