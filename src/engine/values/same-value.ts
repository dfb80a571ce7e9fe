import type { Place } from '../../model/span.js';
import type {
  ArrayValue,
  ExternalRoot,
  ExternalStep,
  ExternalValue,
  FunctionValue,
  ObjectValue,
  ParameterRef,
  Part,
  UnknownValue,
  Value,
} from './value.js';

/** Values that are the same have the same mark; a value without one is like no other. */
export function markOf(value: Value): string | number | undefined {
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
export function isSameValue(one: Value, other: Value): boolean {
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
    one.each === other.each &&
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
