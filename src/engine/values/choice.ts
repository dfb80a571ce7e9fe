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

/** Maximum number of alternatives of one value; all others become one unknown value. */
const MAX_OPTIONS = 40;

/** Returns a choice of values, without nested choices and repeated values; a single value is not a choice. */
export function choiceOf(values: readonly Value[], at: Place): Value {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const options: Value[] = [];
  const indexesByHash = new Map<string | number, number[]>();
  for (const value of values) {
    if (value.kind !== 'choice') addOption(options, indexesByHash, value);
    else for (const option of value.options) addOption(options, indexesByHash, option);
  }
  if (options.length > MAX_OPTIONS) {
    options.length = MAX_OPTIONS - 1;
    options.push(unknownValue(REASON.tooMany, at));
  }
  const [first] = options;
  return options.length === 1 && first !== undefined ? first : { kind: 'choice', options };
}

/**
 * Adds an option unless it is present; `indexesByHash` has the indexes of options that may be equal. If there are too
 * many options, no more are added, but new ones are still merged with equal ones.
 */
function addOption(options: Value[], indexesByHash: Map<string | number, number[]>, option: Value): void {
  const hash = hashOf(option);
  const indexes = hash === undefined ? undefined : indexesByHash.get(hash);
  for (const index of indexes ?? []) {
    const existing = options[index];
    if (existing === undefined || !isSameValue(existing, option)) continue;
    const merged = mergedValue(option.unset === true ? option : existing, existing, option);
    if (merged === undefined) continue;
    options[index] = merged;
    return;
  }
  if (options.length > MAX_OPTIONS) return;
  if (indexes !== undefined) indexes.push(options.length);
  else if (hash !== undefined) indexesByHash.set(hash, [options.length]);
  options.push(option);
}

/** Kinds of unknown values, whose correlations matter little. */
const OPEN_KINDS: ReadonlySet<Value['kind']> = new Set(['unknown', 'parameter', 'external']);

/** Merges two values that differ only in correlations into one of them, `base`; undefined if it cannot express both. */
function mergedValue(base: Value, left: Value, right: Value): Value | undefined {
  if (base.kind !== 'text' || left.kind !== 'text' || right.kind !== 'text') {
    if (left.correlations === right.correlations) return base;
    const correlations = eitherCorrelation(left.correlations, right.correlations);
    if (correlations === undefined && OPEN_KINDS.has(base.kind)) return withCorrelations(base, []);
    return correlations && withCorrelations(base, correlations);
  }
  if (!left.parts.some(isCorrelated) && !right.parts.some(isCorrelated)) return base;
  const parts: Part[] = [];
  for (const [index, part] of left.parts.entries()) {
    const correlations = eitherCorrelation(part.correlations, right.parts[index]?.correlations);
    if (correlations === undefined) return undefined;
    parts.push(withCorrelations(part, correlations));
  }
  return { ...base, parts };
}

function isCorrelated({ correlations }: Part): boolean {
  return correlations !== undefined;
}

/** Returns a value or part with other correlations; an empty list removes them. */
export function withCorrelations<T extends Value | Part>(value: T, correlations: Correlations): T {
  if (value.correlations === correlations) return value;
  if (correlations.length > 0) return { ...value, correlations };
  if (value.correlations === undefined) return value;
  return { ...value, correlations: undefined };
}

/** Hash of a value: equal values have the same hash; a value without a hash equals no other value. */
function hashOf(value: Value): string | number | undefined {
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
      let hash = value.parts.length;
      for (const part of value.parts) hash = (Math.imul(hash, 31) + part.at.span[0]) | 0;
      return hash;
    }
    case 'object':
      return value.object;
    case 'function':
      return value.function;
    case 'array':
      return value.elements.length;
    case 'external':
      return hashOfSteps(value);
    default:
      return undefined;
  }
}

function hashOfSteps({ steps }: ExternalValue): number {
  let hash = steps.length;
  for (const step of steps)
    hash = (Math.imul(hash, 31) + (step.kind === 'member' ? step.name.length : step.at.span[1])) | 0;
  return hash;
}

/** Whether two values with the same hash are equal apart from correlations and `unset`. */
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

function areAllEqual<T>(some: readonly T[], others: readonly T[], isEqual: (left: T, right: T) => boolean): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  for (let index = 0; index < some.length; index++) if (!isEqual(some[index] as T, others[index] as T)) return false;
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
