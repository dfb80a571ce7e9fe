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
function mergedValue(kept: Value, left: Value, right: Value): Value | undefined {
  if (kept.kind !== 'text' || left.kind !== 'text' || right.kind !== 'text') {
    if (left.correlations === right.correlations) return kept;
    const correlations = eitherCorrelation(left.correlations, right.correlations);
    if (correlations === undefined && OPEN.has(kept.kind)) return withCorrelations(kept, []);
    return correlations && withCorrelations(kept, correlations);
  }
  if (!left.parts.some(isCorrelated) && !right.parts.some(isCorrelated)) return kept;
  const parts: Part[] = [];
  for (const [index, part] of left.parts.entries()) {
    const correlations = eitherCorrelation(part.correlations, right.parts[index]?.correlations);
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
function isSameValue(left: Value, right: Value): boolean {
  if (left === right) return true;
  switch (left.kind) {
    case 'text':
      return right.kind === 'text' && areAllEqual(left.parts, right.parts, isSamePart);
    case 'unknown':
      return right.kind === 'unknown' && isSameUnknown(left, right);
    case 'parameter':
      return (
        right.kind === 'parameter' && isSamePlace(left.at, right.at) && isSameParameter(left.parameter, right.parameter)
      );
    case 'scalar':
    case 'class':
    case 'module':
      return left.kind === right.kind;
    case 'object':
      return right.kind === 'object' && isSameObject(left, right);
    case 'function':
      return right.kind === 'function' && isSameFunction(left, right);
    case 'array':
      return right.kind === 'array' && isSameList(left, right);
    case 'external':
      return right.kind === 'external' && isSameExternal(left, right);
    default:
      return false;
  }
}

function areAllEqual<T>(some: readonly T[], others: readonly T[], same: (left: T, right: T) => boolean): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  for (let index = 0; index < some.length; index++) if (!same(some[index] as T, others[index] as T)) return false;
  return true;
}

function isIdentical(left: unknown, right: unknown): boolean {
  return left === right;
}

function isSameObject(left: ObjectValue, right: ObjectValue): boolean {
  return (
    left.object === right.object &&
    left.frame === right.frame &&
    left.file === right.file &&
    left.each === right.each &&
    left.named === right.named
  );
}

function isSameFunction(left: FunctionValue, right: FunctionValue): boolean {
  return (
    left.function === right.function &&
    left.frame === right.frame &&
    left.file === right.file &&
    left.self === right.self &&
    left.lexical === right.lexical &&
    left.each === right.each &&
    areAllEqual(left.bound, right.bound, isIdentical)
  );
}

function isSameList(left: ArrayValue, right: ArrayValue): boolean {
  return (
    left.open === right.open &&
    left.loose === right.loose &&
    left.map === right.map &&
    areAllEqual(left.elements, right.elements, isIdentical)
  );
}

function isSameExternal(left: ExternalValue, right: ExternalValue): boolean {
  return (
    left.parameter === right.parameter &&
    areAllEqual(left.steps, right.steps, isSameStep) &&
    areAllEqual(left.patches, right.patches, isIdentical) &&
    isSameRoot(left.root, right.root)
  );
}

function isSameStep(left: ExternalStep, right: ExternalStep): boolean {
  if (left === right) return true;
  if (left.kind === 'member') return right.kind === 'member' && left.name === right.name;
  return (
    right.kind === 'call' && left.args === right.args && left.form === right.form && isSamePlace(left.at, right.at)
  );
}

function isSameRoot(left: ExternalRoot, right: ExternalRoot): boolean {
  if (left === right) return true;
  if (left.kind === 'package')
    return right.kind === 'package' && left.module === right.module && left.export === right.export;
  if (left.kind === 'type') return right.kind === 'type' && left.name === right.name && left.module === right.module;
  return right.kind === 'global' && left.name === right.name;
}

function isSameUnknown(left: UnknownValue, right: UnknownValue): boolean {
  return (
    left.name === right.name &&
    left.reason === right.reason &&
    left.self === right.self &&
    isSamePlace(left.at, right.at)
  );
}

function isSamePlace(left: Place, right: Place): boolean {
  return left.file === right.file && left.span[0] === right.span[0] && left.span[1] === right.span[1];
}

function isSamePart(left: Part, right: Part): boolean {
  if (left === right) return left.kind === 'text' || left.external === undefined;
  if (left.at.span[0] !== right.at.span[0] || left.at.file !== right.at.file) return false;
  if (left.kind === 'text') return right.kind === 'text' && left.text === right.text;
  if (right.kind === 'text' || left.external !== undefined || right.external !== undefined) return false;
  if (left.at.span[1] !== right.at.span[1] || left.name !== right.name || left.reason !== right.reason) return false;
  return left.self === right.self && isSameParameter(left.parameter, right.parameter);
}

function isSameParameter(left: ParameterRef | undefined, right: ParameterRef | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return (
    left.file === right.file &&
    left.function === right.function &&
    left.index === right.index &&
    left.path.join('.') === right.path.join('.')
  );
}
