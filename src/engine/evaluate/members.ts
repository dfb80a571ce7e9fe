import type { TypeDeclarationFact, TypeFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import { instanceMember, staticMember } from './class-members.js';
import { leftOperandOptions } from './choices.js';
import type { Evaluator, PropertyRead } from './evaluator.js';
import { elementAt, indexKey, markEach, elementAtUnknownIndex } from './collections.js';
import { restElement } from './arguments.js';
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
import { withDeclaredType } from './names.js';
import type { FileContext } from './program.js';

/** Value of `object.property`. */
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
        return restElement(object, Number(property));
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
  const patches = object.patches.filter((patch) => patch.path[0] === property);
  const writes = patches.filter((patch) => patch.path.length === 1);
  const value: Value = { ...object, steps: [...object.steps, { kind: 'member', name: property }] };
  const [firstWrite] = writes;
  if (firstWrite === undefined) {
    const defaultValue = optionDefault(evaluator, object, property);
    return defaultValue === undefined ? value : choiceOf([defaultValue, value], at);
  }
  return choiceOf([...writes.map((patch) => patch.value), ...(writes.every(({ maybe }) => maybe) ? [value] : [])], at);
}

function textMember(object: TextValue, property: string, at: Place): Value {
  return object.url === true ? urlMember(object.parts, property, at) : atRunTime(at, property);
}

/** Value of `object[index]`. */
export function elementOf(evaluator: Evaluator, object: Value, index: Value, at: Place): Value {
  const keys = plainTexts(index);
  if (keys !== undefined && keys.length > 0) {
    const keyOptions = optionsOf(index);
    const members = keys.map((key, position) => {
      const correlations = keyOptions[position] === undefined ? [] : correlationsOf(keyOptions[position]);
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
        ? maybeUnset(elementAtUnknownIndex(evaluator, { table: option, key: indexKey(index) }, at))
        : memberOf(evaluator, option, '[…]', at),
    ),
    at,
  );
}

/** A property of an object literal; `self` is the `this` of its methods and getters. */
function objectMember(read: PropertyRead, object: ObjectValue, self: Value = object): Value {
  const { evaluator, property, at } = read;
  const literal = literalOf(evaluator.program, object);
  if (literal === undefined) return atRunTime(at, property);
  const { context, fact } = literal;
  const env = evaluator.env(context, object.frame);
  const values: Value[] = [];
  for (let index = fact.properties.length - 1; index >= 0; index--) {
    const entry = fact.properties[index];
    if (entry === undefined) continue;
    if (entry.kind === 'spread') {
      const { defined, isSure } = spreadMember(read, env.value(entry.value));
      values.push(...defined);
      if (isSure) return choiceAtCost(read, values);
      continue;
    }
    const keys = propertyKeys(env, entry);
    if (keys?.includes(property) !== true) continue;
    const found = env.value(entry.value);
    if (found.kind === 'function') {
      const bound = { ...found, self, ...(object.each === true ? { each: true as const } : {}) };
      values.push(entry.getter === true ? evaluator.apply(bound, () => [], env.frame) : bound);
    } else {
      values.push(object.each === true ? markEach(found) : found);
    }
    if (keys.length === 1) return choiceAtCost(read, values);
  }
  return values.length === 0 ? UNDEFINED : maybeUnset(choiceAtCost(read, values));
}

/** Merges the possible values of a property, at a cost in steps. */
function choiceAtCost({ evaluator, at }: PropertyRead, values: readonly Value[]): Value {
  const size = values.reduce((sum, value) => sum + sizeOf(value), 0);
  evaluator.program.spend(size >> 3);
  return choiceOf(values, at);
}

/** Returns the values of a property of a spread object, and whether they certainly replace earlier ones. */
function spreadMember(
  { evaluator, property, at }: PropertyRead,
  spread: Value,
): { readonly defined: readonly Value[]; readonly isSure: boolean } {
  const options = optionsOf(evaluator.member(spread, property, at));
  const defined = options.filter((option) => option.kind !== 'scalar' || option.value !== undefined);
  const isSure = defined.length > 0 && defined.length === options.length && !mayBeScalar(spread);
  return { defined, isSure: isSure && !defined.some(isUnknown) };
}

function isUnknown(value: Value): boolean {
  return value.kind === 'unknown' || value.kind === 'parameter' || value.kind === 'external';
}

function mayBeScalar(value: Value): boolean {
  return optionsOf(value).some((option) => option.kind === 'scalar');
}

function layeredMember(read: PropertyRead, value: LayeredValue): Value {
  const { property, at } = read;
  if (value.base.kind === 'text' && property === 'href') return fromTexts(textsOf(value, at), at);
  if (value.base.kind === 'text' && QUERY_MEMBERS.has(property) && value.patches.some(setsQuery))
    return atRunTime(at, property);
  const base = memberOfBase(read, value);
  const patches = value.patches.filter((patch) => patch.path[0] === property);
  if (patches.length === 0) return base;
  const isUnset = base.kind === 'scalar' && base.value === undefined;
  let values: Value[] = isUnset ? [] : [base];
  for (const patch of patches) {
    if (patch.path.length > 1) {
      values = [applyPatches(choiceOf(values, at), [{ ...patch, path: patch.path.slice(1) }], at)];
    } else if (patch.operator === '+=') {
      const appended = fromTexts(concatTexts([textsOf(choiceOf(values, at), at), textsOf(patch.value, at)]), at);
      values = patch.maybe ? [...values, appended] : [appended];
    } else if (patch.unless === undefined || !leftOperandOptions(patch.unless, choiceOf(values, at)).isDecisive) {
      values = patch.maybe ? [...values, patch.value] : [patch.value];
    }
  }
  if (values.length === 0) return UNDEFINED;
  const mayBeUnset = isUnset && patches.every(({ maybe, unless }) => maybe && unless === undefined);
  return mayBeUnset ? maybeUnset(choiceOf(values, at)) : choiceOf(values, at);
}

/** Members of a URL with its query. */
const QUERY_MEMBERS: ReadonlySet<string> = new Set(['search', 'path']);

/** Whether a patch changes the query of a URL in a way that the text of the URL does not show. */
function setsQuery({ path: [first] }: Patch): boolean {
  return first === 'searchParams';
}

/** A member of a patched value, whose methods and getters see the patches. */
function memberOfBase(read: PropertyRead, value: LayeredValue): Value {
  const { base } = value;
  if (base.kind === 'object') return objectMember(read, base, value);
  if (base.kind === 'instance') return instanceMember(read, base, value);
  return read.evaluator.member(base, read.property, read.at);
}

/** Maximum number of re-exports through which a type is followed. */
const MAX_HOPS = 5;

/** A property of a value whose declared type is an interface. */
interface DeclaredField {
  readonly file: string;
  readonly type: TypeFact;
  readonly property: string;
}

/** A property of a parameter, with the type that the parameter's interface declares: `ctx.client`. */
function declaredMember(evaluator: Evaluator, part: Value, { file, type, property }: DeclaredField): Value {
  const context = evaluator.program.context(file);
  const found = context && declarationOf(evaluator, context, type);
  const member = found?.declaration.members.find(({ name }) => name === property);
  return found === undefined || member === undefined
    ? part
    : withDeclaredType(evaluator.env(found.context, undefined), part, member.type);
}

interface TypeInFile {
  readonly context: FileContext;
  readonly declaration: TypeDeclarationFact;
}

/** Declaration of the interface that a type names in a file. */
function declarationOf(evaluator: Evaluator, context: FileContext, type: TypeFact): TypeInFile | undefined {
  const binding = context.scope.lookup(type.name, type.at[0]);
  if (binding === undefined) return typeDeclaredIn(context, type.name);
  return binding.value?.kind === 'imported'
    ? importedType(evaluator, context, binding.value.specifier, binding.value.name, MAX_HOPS)
    : undefined;
}

function typeDeclaredIn(context: FileContext, name: string): TypeInFile | undefined {
  const declaration = context.facts.types?.find((type) => type.name === name);
  return declaration && { context, declaration };
}

function importedType(
  evaluator: Evaluator,
  from: FileContext,
  specifier: string,
  name: string,
  hops: number,
): TypeInFile | undefined {
  const { program } = evaluator;
  const target = fileOf(program.modules.resolve(from.file, specifier));
  const context = target === undefined || hops === 0 ? undefined : program.context(target);
  if (context === undefined) return undefined;
  const declared = typeDeclaredIn(context, name);
  if (declared !== undefined) return declared;
  for (const fact of context.facts.exports) {
    const found =
      fact.kind === 'all'
        ? importedType(evaluator, context, fact.specifier, name, hops - 1)
        : fact.kind === 'from' && fact.name === name
          ? importedType(evaluator, context, fact.specifier, fact.imported, hops - 1)
          : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
