import type { FactsBuilder } from '../../facts/builder.js';
import {
  elementExpression,
  entryExpression,
  literalExpression,
  memberExpression,
  nameExpression,
  unknownExpression,
  withFallback,
} from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import type { Expression } from './hcl/tree.js';

/** A call of a function of the language. */
export interface FunctionCall {
  readonly builder: FactsBuilder;
  readonly args: readonly Expression[];
  readonly lower: (expression: Expression) => ExprFact;
  readonly at: Span;
}

type Meaning = (call: FunctionCall) => ExprFact | undefined;

/** What a call of a function comes to, in words that the engine knows; unknown where it knows none. */
export function lowerFunction(name: string, call: FunctionCall): ExprFact {
  const meaning = Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined;
  return meaning?.(call) ?? unknownExpression('function-result', call.at);
}

/** Whether a call gives a collection without anything in it, as far as that can be seen. */
export function isEmptyCollection(expression: Expression): boolean {
  if (expression.kind === 'list') return expression.elements.length === 0;
  if (expression.kind === 'object') return expression.entries.length === 0;
  if (expression.kind !== 'call' || !/^to(?:set|map|list)$/.test(expression.name)) return false;
  return expression.args.every(isEmptyCollection);
}

const same: Meaning = ({ args: [first], lower }) => (first === undefined ? undefined : lower(first));

const first: Meaning = ({ args, lower, at }) =>
  args.length === 0 ? undefined : { kind: 'choice', operator: '??', options: args.map(lower), at };

/** `lower(text)` is `text.toLowerCase()`. */
function method(name: string, change: (args: readonly ExprFact[]) => readonly ExprFact[] = (args) => args): Meaning {
  return ({ builder, args: [object, ...args], lower, at }) => {
    if (object === undefined) return undefined;
    const index = builder.openCall(at, 'call');
    const callee = memberExpression(lower(object), name, at, at);
    return builder.finishCall(index, callee, change(args.map(lower)));
  };
}

/** `jsonencode(value)` is `JSON.stringify(value)`. */
function member(object: string, name: string): Meaning {
  return ({ builder, args, lower, at }) => {
    const index = builder.openCall(at, 'call');
    const callee = memberExpression(nameExpression(object, at), name, at, at);
    return builder.finishCall(index, callee, args.map(lower));
  };
}

function list(elements: readonly ExprFact[], at: Span): ExprFact {
  return { kind: 'array', elements, at };
}

function each(value: ExprFact, at: Span): ExprFact {
  return { kind: 'each', value, at };
}

/** A set is an object whose keys are its values, which is what iterations over it give. */
const set: Meaning = ({ builder, args: [given], lower, at }) => {
  if (given === undefined) return undefined;
  const object = builder.openObject(at);
  const add = (value: ExprFact): void => {
    const key = value.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined;
    const keyed = key === undefined ? { computed: value } : { key };
    builder.property(object, { kind: 'property', ...keyed, keyAt: value.at, value });
  };
  if (given.kind === 'list') for (const element of given.elements) add(lower(element));
  else add(each(lower(given), given.at));
  return { kind: 'object', object, at };
};

const merged: Meaning = ({ builder, args, lower, at }) => {
  const object = builder.openObject(at);
  for (const arg of args) builder.property(object, { kind: 'spread', value: lower(arg) });
  return { kind: 'object', object, at };
};

/** Lists one after the other: of lists that are written out their elements, of others any of theirs. */
const concatenated: Meaning = ({ args, lower, at }) =>
  list(
    args.flatMap((arg) => (arg.kind === 'list' ? arg.elements.map(lower) : [each(lower(arg), arg.at)])),
    at,
  );

const united: Meaning = (call) => {
  const { args, at } = call;
  const elements = args.flatMap((arg): readonly Expression[] => (arg.kind === 'list' ? arg.elements : []));
  const isWritten = args.every(({ kind }) => kind === 'list');
  return isWritten ? set({ ...call, args: [{ kind: 'list', elements, at }] }) : merged(call);
};

const zipped: Meaning = ({ builder, args: [keys, values], lower, at }) => {
  if (keys === undefined || values === undefined) return undefined;
  const object = builder.openObject(at);
  const computed = each(lower(keys), keys.at);
  builder.property(object, { kind: 'property', computed, keyAt: keys.at, value: each(lower(values), values.at) });
  return { kind: 'object', object, at };
};

/** What an object has at a key. */
export function entryOf(
  object: ExprFact,
  key: Expression,
  { lower, at }: Pick<FunctionCall, 'lower' | 'at'>,
): ExprFact {
  return entryExpression(object, key.kind === 'literal' ? literalExpression(key.value, key.at) : lower(key), at);
}

const looked: Meaning = ({ args: [map, key, fallback], lower, at }) => {
  if (map === undefined || key === undefined) return undefined;
  const found = entryOf(lower(map), key, { lower, at });
  return withFallback(found, fallback === undefined ? undefined : lower(fallback), at);
};

const element: Meaning = ({ args: [from, index], lower, at }) =>
  from === undefined || index === undefined ? undefined : elementExpression(lower(from), lower(index), at);

const only: Meaning = ({ args: [from], lower, at }) => (from === undefined ? undefined : each(lower(from), at));

/** `join("/", parts)` is `parts.join('/')`. */
const joined: Meaning = (call) => {
  const [separator, ...lists] = call.args;
  const [parts] = lists;
  if (separator === undefined || parts === undefined) return undefined;
  return method('join')({ ...call, args: [parts, separator] });
};

const split: Meaning = (call) => {
  const [separator, text] = call.args;
  if (separator === undefined || text === undefined) return undefined;
  return method('split')({ ...call, args: [text, separator] });
};

/** `format("/bells/%s", id)`; what takes more than putting texts in is not followed. */
const formatted: Meaning = ({ builder, args: [pattern, ...values], lower, at }) => {
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

/** `replace(text, "/%s+/", "-")`: a pattern stands between slashes. */
const replaced: Meaning = (call) =>
  method('replaceAll', ([search, ...rest]) => {
    const source = search?.kind === 'literal' && typeof search.value === 'string' ? search.value : '';
    const pattern = /^\/(.+)\/$/s.exec(source)?.[1];
    if (search === undefined || pattern === undefined) return search === undefined ? rest : [search, ...rest];
    return [{ kind: 'regex', source: pattern, flags: 'g', at: search.at }, ...rest];
  })(call);

/** `trimsuffix(text, "/")`. */
function trimmed(where: 'start' | 'end'): Meaning {
  return (call) => {
    const affix = call.args[1];
    if (affix?.kind !== 'literal' || typeof affix.value !== 'string') return undefined;
    const text = affix.value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    const source = where === 'start' ? `^${text}` : `${text}$`;
    const pattern: ExprFact = { kind: 'regex', source, flags: '', at: affix.at };
    return method('replace', () => [pattern, literalExpression('', affix.at)])(call);
  };
}

const keysOf: Meaning = ({ args: [map], lower, at }) =>
  map === undefined ? undefined : list([{ kind: 'each-key', value: lower(map), at }], at);

const valuesOf: Meaning = ({ args: [map], lower, at }) =>
  map === undefined ? undefined : list([each(lower(map), at)], at);

const MEANINGS: Readonly<Record<string, Meaning>> = {
  coalesce: first,
  coalescelist: first,
  compact: same,
  concat: concatenated,
  distinct: same,
  element,
  flatten: method('flat'),
  format: formatted,
  join: joined,
  jsondecode: member('JSON', 'parse'),
  jsonencode: member('JSON', 'stringify'),
  keys: keysOf,
  lookup: looked,
  lower: method('toLowerCase'),
  merge: merged,
  nonsensitive: same,
  one: only,
  replace: replaced,
  reverse: same,
  sensitive: same,
  setunion: united,
  sort: same,
  split,
  tolist: same,
  tomap: same,
  toset: set,
  tostring: same,
  trimprefix: trimmed('start'),
  trimspace: method('trim'),
  trimsuffix: trimmed('end'),
  try: first,
  upper: method('toUpperCase'),
  values: valuesOf,
  zipmap: zipped,
};
