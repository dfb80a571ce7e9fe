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

/** A call of a function of the language. */
interface FunctionCall extends LibraryCall {
  /** The arguments in the source. */
  readonly written: readonly Expression[];
  readonly lower: (expression: Expression) => ExprFact;
}

type Known = Meaning<FunctionCall>;

/** Lowers a function call to facts that the engine knows; unknown for any other function. */
export function lowerFunction(
  name: string,
  parts: Pick<FunctionCall, 'builder' | 'written' | 'lower' | 'at'>,
): ExprFact {
  const { builder, written, lower, at } = parts;
  let lowered: readonly ExprFact[] | undefined;
  const args = (): readonly ExprFact[] => (lowered ??= written.map(lower));
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

const same: Known = ({ written: [first], lower }) => (first === undefined ? undefined : lower(first));

const first: Known = ({ written, lower, at }) =>
  written.length === 0 ? undefined : { kind: 'choice', operator: '??', options: written.map(lower), at };

function list(elements: readonly ExprFact[], at: Span): ExprFact {
  return { kind: 'array', elements, at };
}

function eachExpression(value: ExprFact, at: Span): ExprFact {
  return { kind: 'each', value, at };
}

/** Lowers a set to an object with its values as keys, which iterations over it give. */
const set: Known = ({ builder, written: [collection], lower, at }) => {
  if (collection === undefined) return undefined;
  const object = builder.openObject(at);
  const add = (value: ExprFact): void => {
    const key = value.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined;
    const keyed = key === undefined ? { computed: value } : { key };
    builder.property(object, { kind: 'property', ...keyed, keyAt: value.at, value });
  };
  if (collection.kind === 'list') for (const element of collection.elements) add(lower(element));
  else add(eachExpression(lower(collection), collection.at));
  return { kind: 'object', object, at };
};

const merged: Known = ({ builder, written, lower, at }) => {
  const object = builder.openObject(at);
  for (const arg of written) builder.property(object, { kind: 'spread', value: lower(arg) });
  return { kind: 'object', object, at };
};

/** Lowers joined lists: the elements of literal lists, any element of others. */
const concatenated: Known = ({ written, lower, at }) =>
  list(
    written.flatMap((arg) => (arg.kind === 'list' ? arg.elements.map(lower) : [eachExpression(lower(arg), arg.at)])),
    at,
  );

const united: Known = (call) => {
  const { written, at } = call;
  const elements = written.flatMap((arg): readonly Expression[] => (arg.kind === 'list' ? arg.elements : []));
  const isWritten = written.every(({ kind }) => kind === 'list');
  return isWritten ? set({ ...call, written: [{ kind: 'list', elements, at }] }) : merged(call);
};

const zipped: Known = ({ builder, written: [keys, values], lower, at }) => {
  if (keys === undefined || values === undefined) return undefined;
  const object = builder.openObject(at);
  const computed = eachExpression(lower(keys), keys.at);
  builder.property(object, {
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

const looked: Known = ({ written: [map, key, fallback], lower, at }) => {
  if (map === undefined || key === undefined) return undefined;
  const found = entryOf(lower(map), key, { lower, at });
  return withFallback(found, fallback === undefined ? undefined : lower(fallback), at);
};

const element: Known = ({ written: [from, index], lower, at }) =>
  from === undefined || index === undefined ? undefined : elementExpression(lower(from), lower(index), at);

const only: Known = ({ written: [from], lower, at }) =>
  from === undefined ? undefined : eachExpression(lower(from), at);

/** Lowers `format("/bells/%s", id)`; only plain insertion of texts is followed. */
const formatted: Known = ({ builder, written: [pattern, ...values], lower, at }) => {
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return undefined;
  const parts: ExprFact[] = [];
  let next = 0;
  for (const piece of pattern.value.split(/(%%|%[#+ 0-9.]*[a-zA-Z])/)) {
    if (piece === '') continue;
    if (piece === '%%') parts.push(literalExpression('%', pattern.at));
    else if (/^%[#+ 0-9.]*[a-zA-Z]$/.test(piece)) {
      const value = values[next++];
      const isPlain = /^%[svdq]$/.test(piece) && piece !== '%q';
      parts.push(value !== undefined && isPlain ? lower(value) : unknownExpression('function-result', at));
    } else parts.push(builder.string(piece, pattern.at));
  }
  return builder.concat(parts, at);
};

/** Lowers `replace(text, "/%s+/", "-")`: a pattern is in slashes. */
const replaced = method('replaceAll', ([text, search, ...rest]) => {
  if (text === undefined || search === undefined) return undefined;
  const source = search.kind === 'literal' ? /^\/(.+)\/$/s.exec(String(search.value))?.[1] : undefined;
  return [text, source === undefined ? search : { kind: 'regex', source, flags: 'g', at: search.at }, ...rest];
});

/** Lowers `trimsuffix(text, "/")`. */
const trimmed =
  (sourceOf: (text: string) => string): Known =>
  (call) =>
    call.written[1]?.kind === 'literal' ? without((text) => sourceOf(escapeRegExp(text)))(call) : undefined;

const keysOf: Known = ({ written: [map], lower, at }) =>
  map === undefined ? undefined : list([{ kind: 'each-key', value: lower(map), at }], at);

const valuesOf: Known = ({ written: [map], lower, at }) =>
  map === undefined ? undefined : list([eachExpression(lower(map), at)], at);

const FUNCTIONS = byWord<Known>([
  [concatenated, 'concat'],
  [does('json/read'), 'jsondecode'],
  [does('json/write'), 'jsonencode'],
  [element, 'element'],
  [first, 'coalesce', 'coalescelist', 'try'],
  [formatted, 'format'],
  [keysOf, 'keys'],
  [looked, 'lookup'],
  [merged, 'merge'],
  [method('flat'), 'flatten'],
  [method('join', swapped), 'join'],
  [method('split', swapped), 'split'],
  [method('toLowerCase'), 'lower'],
  [method('toUpperCase'), 'upper'],
  [method('trim'), 'trimspace'],
  [only, 'one'],
  [replaced, 'replace'],
  [same, 'compact', 'distinct', 'nonsensitive', 'reverse', 'sensitive', 'sort', 'tolist', 'tomap', 'tostring'],
  [set, 'toset'],
  [trimmed((text) => `^${text}`), 'trimprefix'],
  [trimmed((text) => `${text}$`), 'trimsuffix'],
  [united, 'setunion'],
  [valuesOf, 'values'],
  [zipped, 'zipmap'],
]);
