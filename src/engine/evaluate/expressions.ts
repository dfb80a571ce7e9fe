import type { ExprFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import { describeExpr } from '../../facts/describe-expr.js';
import { callValue } from './calls.js';
import { choiceValue } from './choices.js';
import { eachEntered, eachKey, eachOf, sliceList } from './collections.js';
import type { Env } from './evaluator.js';
import { importedValue } from './imports.js';
import { elementOf } from './members.js';
import { nameValue } from './names.js';
import { parameterValue } from './parameters.js';
import { applyPatches } from './patches.js';
import { placeIn } from './program.js';
import { sentValue } from './state-machines.js';
import type { FileContext } from './program.js';
import { memberName, readBy } from './secrets.js';
import { selfValue, superValue } from './self-values.js';
import { REASON } from '../values/reasons.js';
import { numberValue, sumOf } from '../values/sums.js';
import type { Summand } from '../values/sums.js';
import { concatTexts, fromTexts, insertedTexts, textsOf, textValue } from '../values/text.js';
import { choiceOf } from '../values/choice.js';
import { listOf, MAX_ELEMENTS, optionsOf, UNDEFINED, unknownValue } from '../values/value.js';
import type { Parts, Value } from '../values/value.js';

type Fact<Kind extends ExprFact['kind']> = Extract<ExprFact, { readonly kind: Kind }>;

/**
 * Value of an expression, which is evaluated anew: what remembers it and stops circles comes before.
 * Its complexity is the number of kinds of expressions; there is one line or two for each.
 */
export function expressionValue(env: Env, expr: ExprFact, at: Place): Value {
  const { evaluator, context, frame, value } = env;
  const { file } = context;
  switch (expr.kind) {
    case 'literal':
      return literalValue(context, expr);
    case 'regex':
      return { kind: 'regex', source: expr.source, flags: expr.flags };
    case 'concat':
      return concatValue(env, expr, at);
    case 'name':
      return readBy(expr.name, nameValue(env, expr, at));
    case 'this':
      return selfValue(env, expr, at);
    case 'super':
      return superValue(env, expr, at);
    case 'member':
      return (
        sentValue(env, expr, at) ?? readBy(memberName(expr), evaluator.member(value(expr.object), expr.property, at))
      );
    case 'element':
      return elementOf(evaluator, value(expr.object), value(expr.index), at);
    case 'call':
      return callValue(env, expr.call, at);
    case 'object':
      return { kind: 'object', file, object: expr.object, frame };
    case 'array':
      return arrayValue(env, expr, at);
    case 'spread':
      return value(expr.value);
    case 'choice':
      return choiceValue(env, expr, at);
    case 'default':
      return defaultValue(env, expr, at);
    case 'function':
      return { kind: 'function', file, function: expr.function, frame, bound: [] };
    case 'class':
      return { kind: 'class', file, class: expr.class, frame };
    case 'parameter':
      return parameterValue(env, expr, at);
    case 'each':
      return expr.keys === true
        ? eachEntered(evaluator, value(expr.value), at)
        : eachOf(evaluator, value(expr.value), at);
    case 'each-key':
      return eachKey(evaluator, value(expr.value), at);
    case 'rest':
      return restValue(env, value(expr.value), expr);
    case 'imported':
      return importedValue(evaluator, file, expr, at);
    case 'unknown':
      return unknownValue(REASON.notFollowed, at, describeExpr(expr));
    default:
      return expr satisfies never;
  }
}

export function literalValue(context: FileContext, { value, at }: Fact<'literal'>): Value {
  if (typeof value === 'boolean' || value === null) return { kind: 'scalar', value };
  return typeof value === 'number' ? numberValue(value, placeIn(context, at)) : textValue(value, placeIn(context, at));
}

function concatValue(env: Env, { parts, sum }: Fact<'concat'>, at: Place): Value {
  const pieces = parts.map((part): Summand => {
    const value = env.value(part);
    return { value, texts: pieceTexts(part, value, placeIn(env.context, part.at)) };
  });
  return sum === true ? sumOf(pieces, at) : fromTexts(concatTexts(pieces.map(({ texts }) => texts)), at);
}

/** Returns the possible texts of a template part; an unknown part keeps the name it has in the template. */
function pieceTexts(part: ExprFact, value: Value, at: Place): readonly Parts[] {
  if (part.kind === 'literal') return textsOf(value, at);
  const texts = insertedTexts(textsOf(value, at), at);
  const name = describeExpr(part);
  if (name.includes('…')) return texts;
  return texts.map((parts) => {
    const [only, ...others] = parts;
    return only?.kind === 'hole' && others.length === 0 ? [{ ...only, name }] : parts;
  });
}

function defaultValue(env: Env, expr: Fact<'default'>, at: Place): Value {
  const options = optionsOf(env.value(expr.value));
  const given = options.filter((option) => option.kind !== 'scalar' || option.value !== undefined);
  if (given.length === 0) return env.value(expr.fallback);
  const isOpen = given.some(({ kind }) => kind === 'parameter' || kind === 'unknown' || kind === 'external');
  return given.length < options.length || isOpen
    ? choiceOf([...given, env.value(expr.fallback)], at)
    : choiceOf(given, at);
}

/** Returns the rest of a list or of a known object, without the members that were destructured before. */
function restValue(env: Env, whole: Value, { from, omit = [], at: span }: Fact<'rest'>): Value {
  const at = placeIn(env.context, span);
  if (from === undefined) {
    const taken = omit.map((key) => ({ path: [key], operator: '=' as const, value: UNDEFINED, maybe: false }));
    if (taken.length === 0) return whole;
    return choiceOf(
      optionsOf(whole).map((option) => (isPlain(env, option) ? applyPatches(option, taken, at) : option)),
      at,
    );
  }
  return choiceOf(
    optionsOf(whole).map((option) => (option.kind === 'array' ? sliceList(option, from, undefined) : option)),
    at,
  );
}

/** An object without getters, which read what is left out from the whole. */
function isPlain({ evaluator }: Env, value: Value): boolean {
  const base = value.kind === 'layered' ? value.base : value;
  if (base.kind !== 'object') return value.kind === 'layered';
  const properties = evaluator.program.context(base.file)?.facts.objects[base.object]?.properties ?? [];
  return !properties.some((property) => property.kind === 'property' && property.getter === true);
}

function arrayValue(env: Env, { elements }: Fact<'array'>, at: Place): Value {
  const values: Value[] = [];
  let open = elements.length > MAX_ELEMENTS;
  let loose = false;
  for (const element of elements.slice(0, MAX_ELEMENTS)) {
    if (element.kind !== 'spread') {
      values.push(env.value(element));
      continue;
    }
    const spread = env.value(element.value);
    if (spread.kind === 'array') {
      for (const value of spread.elements) values.push(value);
      open ||= spread.open;
      loose ||= spread.loose === true || (spread.open && element !== elements.at(-1));
    } else {
      const name = `...${describeExpr(element.value)}`;
      values.push(spread.kind === 'parameter' ? spread : unknownValue(REASON.notFollowed, at, name));
      open = true;
    }
  }
  return listOf(values, open, loose);
}
