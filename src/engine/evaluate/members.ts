import type { TypeDeclarationFact, TypeFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import { instanceMember, staticMember } from './class-members.js';
import { leftOf } from './choices.js';
import type { Evaluator, Read } from './evaluator.js';
import { elementAt, indexKey, markEach, readAt } from './collections.js';
import { oneOf } from './arguments.js';
import { optionDefault } from './parameters.js';
import { exportValue } from './imports.js';
import { literalOf, propertyKeys } from './object-keys.js';
import { applyPatches } from './patches.js';
import { concatTexts, fromTexts, plainTexts, textsOf } from '../values/text.js';
import { urlMember } from './urls.js';
import { correlated, correlateElements, correlationsOf } from '../values/correlate.js';
import { choiceOf } from '../values/choice.js';
import { atRunTime, maybeUnset, optionsOf, sizeOf, UNDEFINED } from '../values/value.js';
import type {
  ChoiceValue,
  ExternalValue,
  LayeredValue,
  ObjectValue,
  Patch,
  TextValue,
  Value,
} from '../values/value.js';
import { fileOf } from '../../core/model/module-reader.js';
import { typedWhereOpen } from './names.js';
import type { FileContext } from './program.js';

/** Value of `object.property`. The complexity is the number of kinds of values, with one or two lines each. */
export function memberOf(evaluator: Evaluator, object: Value, property: string, at: Place): Value {
  switch (object.kind) {
    case 'choice':
      return memberOfOptions(evaluator, object, property, at);
    case 'object':
      return objectMember({ evaluator, property, at }, object);
    case 'layered':
      return layeredMember({ evaluator, property, at }, object);
    case 'instance':
      return instanceMember({ evaluator, property, at }, object);
    case 'class':
      return staticMember({ evaluator, property, at }, object);
    case 'module':
      return exportValue(evaluator, object.file, property, at);
    case 'external':
      return externalMember(evaluator, object, property, at);
    case 'parameter': {
      const { parameter } = object;
      if (parameter.path.length >= 6) return atRunTime(at, property);
      if (parameter.rest && parameter.path.length === 0 && /^\d+$/.test(property))
        return oneOf(object, Number(property));
      const part: Value = {
        kind: 'parameter',
        parameter: { ...parameter, path: [...parameter.path, property] },
        name: `${object.name}.${property}`,
        at: object.at,
      };
      return object.declared === undefined ? part : declaredMember(evaluator, part, { ...object.declared, property });
    }
    case 'text':
      return textMember(object, property, at);
    case 'array':
      return /^\d+$/.test(property) ? elementAt(evaluator, object, Number(property), at) : atRunTime(at, property);
    case 'unknown':
      return { ...object, name: `${object.name}.${property}` };
    case 'scalar':
      return UNDEFINED;
    case 'function':
    case 'regex':
      return atRunTime(at, property);
    default:
      return object satisfies never;
  }
}

/** A member of a value; if the value may be nullish, so may the member (`a?.b`). */
function memberOfOptions(evaluator: Evaluator, { options }: ChoiceValue, property: string, at: Place): Value {
  const owners = options.filter((option) => option.kind !== 'scalar');
  const value = choiceOf(
    owners.map((option) => evaluator.member(option, property, at)),
    at,
  );
  return owners.length < options.length ? maybeUnset(value) : value;
}

function externalMember(evaluator: Evaluator, object: ExternalValue, property: string, at: Place): Value {
  const own = object.patches.filter((patch) => patch.path[0] === property);
  const set = own.filter((patch) => patch.path.length === 1);
  const value: Value = { ...object, steps: [...object.steps, { kind: 'member', name: property }] };
  const [only] = set;
  if (only === undefined) {
    const otherwise = optionDefault(evaluator, object, property);
    return otherwise === undefined ? value : choiceOf([otherwise, value], at);
  }
  return choiceOf([...set.map((patch) => patch.value), ...(set.every((patch) => patch.maybe) ? [value] : [])], at);
}

function textMember(object: TextValue, property: string, at: Place): Value {
  return object.url === true ? urlMember(object.parts, property, at) : atRunTime(at, property);
}

/** Value of `object[index]`. */
export function elementOf(evaluator: Evaluator, object: Value, index: Value, at: Place): Value {
  const keys = plainTexts(index);
  if (keys !== undefined && keys.length > 0) {
    const named = optionsOf(index);
    const members = keys.map((key, which) => {
      const correlations = named[which] === undefined ? [] : correlationsOf(named[which]);
      return correlated(evaluator.member(object, key, at), correlations.length > 0 ? correlations : undefined);
    });
    return choiceOf(correlateElements(members, index), at);
  }
  const options = optionsOf(object).filter((option) => option.kind !== 'scalar');
  if (options.length === 0) return memberOf(evaluator, object, '[…]', at);
  const isTable = ({ kind }: Value): boolean => kind === 'object' || kind === 'array' || kind === 'layered';
  return choiceOf(
    options.map((option) =>
      isTable(option)
        ? maybeUnset(readAt(evaluator, { table: option, key: indexKey(index) }, at))
        : memberOf(evaluator, option, '[…]', at),
    ),
    at,
  );
}

/** A property of an object literal; `self` is the `this` of its methods and getters. */
function objectMember(read: Read, object: ObjectValue, self: Value = object): Value {
  const { evaluator, property, at } = read;
  const literal = literalOf(evaluator.program, object);
  if (literal === undefined) return atRunTime(at, property);
  const { context, fact } = literal;
  const env = evaluator.env(context, object.frame);
  const possible: Value[] = [];
  for (let index = fact.properties.length - 1; index >= 0; index--) {
    const entry = fact.properties[index];
    if (entry === undefined) continue;
    if (entry.kind === 'spread') {
      const { defined, isSure } = spreadMember(read, env.value(entry.value));
      possible.push(...defined);
      if (isSure) return choiceAtCost(read, possible);
      continue;
    }
    const keys = propertyKeys(env, entry);
    if (keys?.includes(property) !== true) continue;
    const found = env.value(entry.value);
    if (found.kind === 'function') {
      const bound = { ...found, self, ...(object.each === true ? { each: true as const } : {}) };
      possible.push(entry.getter === true ? evaluator.apply(bound, () => [], env.frame) : bound);
    } else {
      possible.push(object.each === true ? markEach(found) : found);
    }
    if (keys.length === 1) return choiceAtCost(read, possible);
  }
  return possible.length === 0 ? UNDEFINED : maybeUnset(choiceAtCost(read, possible));
}

/** Merges the values that objects spread into each other give one property, which costs steps. */
function choiceAtCost({ evaluator, at }: Read, values: readonly Value[]): Value {
  const size = values.reduce((sum, value) => sum + sizeOf(value), 0);
  evaluator.program.spend(size >> 3);
  return choiceOf(values, at);
}

/** Returns the value that a spread object gives for a property, and whether it hides everything before it. */
function spreadMember(
  { evaluator, property, at }: Read,
  whole: Value,
): { readonly defined: readonly Value[]; readonly isSure: boolean } {
  const options = optionsOf(evaluator.member(whole, property, at));
  const defined = options.filter((option) => option.kind !== 'scalar' || option.value !== undefined);
  const isSure = defined.length > 0 && defined.length === options.length && !isMaybeNothing(whole);
  return { defined, isSure: isSure && !defined.some(isOpen) };
}

function isOpen(value: Value): boolean {
  return value.kind === 'unknown' || value.kind === 'parameter' || value.kind === 'external';
}

function isMaybeNothing(value: Value): boolean {
  return optionsOf(value).some((option) => option.kind === 'scalar');
}

function layeredMember(read: Read, value: LayeredValue): Value {
  const { property, at } = read;
  if (value.base.kind === 'text' && property === 'href') return fromTexts(textsOf(value, at), at);
  if (value.base.kind === 'text' && QUERY_MEMBERS.has(property) && value.patches.some(setsQuery))
    return atRunTime(at, property);
  const base = memberOfBase(read, value);
  const own = value.patches.filter((patch) => patch.path[0] === property);
  if (own.length === 0) return base;
  const isUnset = base.kind === 'scalar' && base.value === undefined;
  let values: Value[] = isUnset ? [] : [base];
  for (const patch of own) {
    if (patch.path.length > 1) {
      values = [applyPatches(choiceOf(values, at), [{ ...patch, path: patch.path.slice(1) }], at)];
    } else if (patch.operator === '+=') {
      const grown = fromTexts(concatTexts([textsOf(choiceOf(values, at), at), textsOf(patch.value, at)]), at);
      values = patch.maybe ? [...values, grown] : [grown];
    } else if (patch.unless === undefined || !leftOf(patch.unless, choiceOf(values, at)).decides) {
      values = patch.maybe ? [...values, patch.value] : [patch.value];
    }
  }
  if (values.length === 0) return UNDEFINED;
  const isMaybe = isUnset && own.every(({ maybe, unless }) => maybe && unless === undefined);
  return isMaybe ? maybeUnset(choiceOf(values, at)) : choiceOf(values, at);
}

/** Members of a URL with its query. */
const QUERY_MEMBERS: ReadonlySet<string> = new Set(['search', 'path']);

/** Whether a setting changes the query of a URL in a way that its text does not show. */
function setsQuery({ path: [first] }: Patch): boolean {
  return first === 'searchParams';
}

/** A member of a patched value, whose methods and getters see the patches. */
function memberOfBase(read: Read, value: LayeredValue): Value {
  const { base } = value;
  if (base.kind === 'object') return objectMember(read, base, value);
  if (base.kind === 'instance') return instanceMember(read, base, value);
  return read.evaluator.member(base, read.property, read.at);
}

/** Maximum number of modules that re-export a type from each other. */
const MAX_HOPS = 5;

/** A field of a value that is declared with an interface of a file. */
interface DeclaredField {
  readonly file: string;
  readonly type: TypeFact;
  readonly property: string;
}

/** A part of a parameter, with its type from the interface of the parameter: `ctx.client`. */
function declaredMember(evaluator: Evaluator, part: Value, { file, type, property }: DeclaredField): Value {
  const context = evaluator.program.context(file);
  const found = context && declarationOf(evaluator, context, type);
  const member = found?.declaration.members.find(({ name }) => name === property);
  return found === undefined || member === undefined
    ? part
    : typedWhereOpen(evaluator.env(found.context, undefined), part, member.type);
}

interface FoundType {
  readonly context: FileContext;
  readonly declaration: TypeDeclarationFact;
}

/** Declaration of the interface that a type names in a file. */
function declarationOf(evaluator: Evaluator, context: FileContext, type: TypeFact): FoundType | undefined {
  const binding = context.scope.lookup(type.name, type.at[0]);
  if (binding === undefined) return declaredIn(context, type.name);
  return binding.value?.kind === 'imported'
    ? imported(evaluator, context, binding.value.specifier, binding.value.name, MAX_HOPS)
    : undefined;
}

function declaredIn(context: FileContext, name: string): FoundType | undefined {
  const declaration = context.facts.types?.find((type) => type.name === name);
  return declaration && { context, declaration };
}

function imported(
  evaluator: Evaluator,
  from: FileContext,
  specifier: string,
  name: string,
  hops: number,
): FoundType | undefined {
  const { program } = evaluator;
  const target = fileOf(program.modules.resolve(from.file, specifier));
  const context = target === undefined || hops === 0 ? undefined : program.context(target);
  if (context === undefined) return undefined;
  const own = declaredIn(context, name);
  if (own !== undefined) return own;
  for (const fact of context.facts.exports) {
    const found =
      fact.kind === 'all'
        ? imported(evaluator, context, fact.specifier, name, hops - 1)
        : fact.kind === 'from' && fact.name === name
          ? imported(evaluator, context, fact.specifier, fact.imported, hops - 1)
          : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
