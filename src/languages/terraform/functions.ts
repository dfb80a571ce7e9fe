import {
  elementExpression,
  entryExpression,
  literalExpression,
  unknownExpression,
  withFallback,
} from '../facts/expressions.js';
import { byWord, does, method, swapped, without } from '../facts/library.js';
import type { LibraryCall, Meaning } from '../facts/library.js';
import { escapeRegExp } from '../../core/lib/escape.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import type { Expression } from './hcl/syntax.js';

/** A call of a built-in function. */
interface FunctionCall extends LibraryCall {
  /** The arguments before lowering. */
  readonly operands: readonly Expression[];
  readonly lower: (expression: Expression) => ExprFact;
}

type FunctionMeaning = Meaning<FunctionCall>;

/** Lowers a call of a function in the table; any other call is an unknown value. */
export function lowerFunction(
  name: string,
  parts: Pick<FunctionCall, 'builder' | 'operands' | 'lower' | 'at'>,
): ExprFact {
  const { builder, operands, lower, at } = parts;
  let loweredArguments: readonly ExprFact[] | undefined;
  const args = (): readonly ExprFact[] => (loweredArguments ??= operands.map(lower));
  const call = { ...parts, calleeAt: at, args, open: () => builder.openCall(at, 'call') };
  return FUNCTIONS.get(name)?.(call) ?? unknownExpression('function-result', at);
}

/** Whether a call certainly returns an empty collection. */
export function isEmptyCollection(expression: Expression): boolean {
  if (expression.kind === 'list') return expression.elements.length === 0;
  if (expression.kind === 'object') return expression.entries.length === 0;
  if (expression.kind !== 'call' || !/^to(?:set|map|list)$/.test(expression.name)) return false;
  return expression.args.every(isEmptyCollection);
}

const sameValue: FunctionMeaning = ({ operands: [argument], lower }) =>
  argument === undefined ? undefined : lower(argument);

const firstValue: FunctionMeaning = ({ operands, lower, at }) =>
  operands.length === 0 ? undefined : { kind: 'choice', operator: '??', options: operands.map(lower), at };

function listOf(elements: readonly ExprFact[], at: Span): ExprFact {
  return { kind: 'array', elements, at };
}

function eachExpression(value: ExprFact, at: Span): ExprFact {
  return { kind: 'each', value, at };
}

/** Lowers `toset(…)` to an object whose keys are the values, because `each.key` of a set is the value. */
const setOf: FunctionMeaning = ({ builder, operands: [collection], lower, at }) => {
  if (collection === undefined) return undefined;
  const object = builder.openObject(at);
  const add = (value: ExprFact): void => {
    const key = value.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined;
    const keyFields = key === undefined ? { computed: value } : { key };
    builder.recordProperty(object, { kind: 'property', ...keyFields, keyAt: value.at, value });
  };
  if (collection.kind === 'list') for (const element of collection.elements) add(lower(element));
  else add(eachExpression(lower(collection), collection.at));
  return { kind: 'object', object, at };
};

const mergedObjects: FunctionMeaning = ({ builder, operands, lower, at }) => {
  const object = builder.openObject(at);
  for (const arg of operands) builder.recordProperty(object, { kind: 'spread', value: lower(arg) });
  return { kind: 'object', object, at };
};

/** Lowers `concat(…)`: the elements of literal lists; of any other list, one element that represents all. */
const concatenatedLists: FunctionMeaning = ({ operands, lower, at }) =>
  listOf(
    operands.flatMap((arg) => (arg.kind === 'list' ? arg.elements.map(lower) : [eachExpression(lower(arg), arg.at)])),
    at,
  );

const unionOfSets: FunctionMeaning = (call) => {
  const { operands, at } = call;
  const elements = operands.flatMap((arg): readonly Expression[] => (arg.kind === 'list' ? arg.elements : []));
  const hasOnlyLiterals = operands.every(({ kind }) => kind === 'list');
  return hasOnlyLiterals ? setOf({ ...call, operands: [{ kind: 'list', elements, at }] }) : mergedObjects(call);
};

const zippedObject: FunctionMeaning = ({ builder, operands: [keys, values], lower, at }) => {
  if (keys === undefined || values === undefined) return undefined;
  const object = builder.openObject(at);
  const computed = eachExpression(lower(keys), keys.at);
  builder.recordProperty(object, {
    kind: 'property',
    computed,
    keyAt: keys.at,
    value: eachExpression(lower(values), values.at),
  });
  return { kind: 'object', object, at };
};

/** Returns the value of an object at a key. */
export function entryOf(
  object: ExprFact,
  key: Expression,
  { lower, at }: Pick<FunctionCall, 'lower' | 'at'>,
): ExprFact {
  return entryExpression(object, key.kind === 'literal' ? literalExpression(key.value, key.at) : lower(key), at);
}

const lookedUpValue: FunctionMeaning = ({ operands: [map, key, fallback], lower, at }) => {
  if (map === undefined || key === undefined) return undefined;
  const value = entryOf(lower(map), key, { lower, at });
  return withFallback(value, fallback === undefined ? undefined : lower(fallback), at);
};

const elementAt: FunctionMeaning = ({ operands: [collection, index], lower, at }) =>
  collection === undefined || index === undefined ? undefined : elementExpression(lower(collection), lower(index), at);

const onlyElement: FunctionMeaning = ({ operands: [collection], lower, at }) =>
  collection === undefined ? undefined : eachExpression(lower(collection), at);

/** Lowers `format("/bells/%s", id)`; placeholders with other conversions are unknown. */
const formattedText: FunctionMeaning = ({ builder, operands: [pattern, ...values], lower, at }) => {
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return undefined;
  const parts: ExprFact[] = [];
  let nextIndex = 0;
  for (const piece of pattern.value.split(/(%%|%[#+ 0-9.]*[a-zA-Z])/)) {
    if (piece === '') continue;
    if (piece === '%%') parts.push(literalExpression('%', pattern.at));
    else if (/^%[#+ 0-9.]*[a-zA-Z]$/.test(piece)) {
      const value = values[nextIndex++];
      const isPlain = /^%[svdq]$/.test(piece) && piece !== '%q';
      parts.push(value !== undefined && isPlain ? lower(value) : unknownExpression('function-result', at));
    } else parts.push(builder.stringFact(piece, pattern.at));
  }
  return builder.concatFact(parts, at);
};

/** Lowers `replace(text, "/%s+/", "-")`: a pattern is in slashes. */
const replacedText = method('replaceAll', ([text, search, ...others]) => {
  if (text === undefined || search === undefined) return undefined;
  const source = search.kind === 'literal' ? /^\/(.+)\/$/s.exec(String(search.value))?.[1] : undefined;
  return [text, source === undefined ? search : { kind: 'regex', source, flags: 'g', at: search.at }, ...others];
});

/** Lowers `trimsuffix(text, "/")`. */
const trimmedText =
  (patternOf: (text: string) => string): FunctionMeaning =>
  (call) =>
    call.operands[1]?.kind === 'literal' ? without((text) => patternOf(escapeRegExp(text)))(call) : undefined;

const keysOf: FunctionMeaning = ({ operands: [map], lower, at }) =>
  map === undefined ? undefined : listOf([{ kind: 'each-key', value: lower(map), at }], at);

const valuesOf: FunctionMeaning = ({ operands: [map], lower, at }) =>
  map === undefined ? undefined : listOf([eachExpression(lower(map), at)], at);

const FUNCTIONS = byWord<FunctionMeaning>([
  [concatenatedLists, 'concat'],
  [does('json/read'), 'jsondecode'],
  [does('json/write'), 'jsonencode'],
  [elementAt, 'element'],
  [firstValue, 'coalesce', 'coalescelist', 'try'],
  [formattedText, 'format'],
  [keysOf, 'keys'],
  [lookedUpValue, 'lookup'],
  [mergedObjects, 'merge'],
  [method('flat'), 'flatten'],
  [method('join', swapped), 'join'],
  [method('split', swapped), 'split'],
  [method('toLowerCase'), 'lower'],
  [method('toUpperCase'), 'upper'],
  [method('trim'), 'trimspace'],
  [onlyElement, 'one'],
  [replacedText, 'replace'],
  [sameValue, 'compact', 'distinct', 'nonsensitive', 'reverse', 'sensitive', 'sort', 'tolist', 'tomap', 'tostring'],
  [setOf, 'toset'],
  [trimmedText((text) => `^${text}`), 'trimprefix'],
  [trimmedText((text) => `${text}$`), 'trimsuffix'],
  [unionOfSets, 'setunion'],
  [valuesOf, 'values'],
  [zippedObject, 'zipmap'],
]);
