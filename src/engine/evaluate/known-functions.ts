import { fieldDefault } from './parameters.js';
import type { CallInEnv, Evaluator, Env } from './evaluator.js';
import type { ExternalValue, Value, Part, Parts } from '../values/value.js';
import { JAVASCRIPT_INTRINSICS } from '../../languages/facts/javascript-words.js';
import type { Intrinsic, CallFact, ExprFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import { eachKey, objectTable, withoutRepeats, mapOf } from './collections.js';
import { layerPatches, applyPatches } from './patches.js';
import { formattedUrl, parsedUrl } from './urls.js';
import { readJsonTexts } from '../values/json-text.js';
import { resolveUrl } from '../values/resolve-url.js';
import { tableOf } from '../../core/lib/collections.js';
import { concatTexts, fromTexts, joinTexts, plainTexts, textsOf } from '../values/text.js';
import { unknownText } from '../values/text-ranges.js';
import { choiceOf } from '../values/choice.js';
import { atRunTime, listOf, optionsOf, UNDEFINED } from '../values/value.js';
import { isSameSpan } from '../../core/model/span.js';
import { perFile } from './per-file.js';

/** Result of a call of a function outside the program: of its model, else an external value with the call as a step. */
export function externalCall(callee: ExternalValue, call: CallInEnv): Value {
  const { form, args, at } = call;
  const key = functionKey(callee);
  const result = modelOf(key)?.(args(), call) ?? fieldDefault(key, call);
  return result ?? { ...callee, steps: [...callee.steps, { kind: 'call', form, args, at }] };
}

/** Whether a function merges objects into its first argument, as `Object.assign` does. */
export function isObjectAssign(callee: Value): boolean {
  return callee.kind === 'external' && modelOf(functionKey(callee)) === objectAssign;
}

/** Names of the global object. */
export const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['globalThis', 'window', 'global', 'self']);

/** Name such as `Object.assign` or `path:posix.join`; empty if the path contains a call. */
function functionKey(callee: ExternalValue): string {
  const { root } = callee;
  if (callee.steps.some((step) => step.kind === 'call')) return '';
  const names = callee.steps.map((step) => (step.kind === 'member' ? step.name : ''));
  if (root.kind === 'global') return [...(GLOBAL_OBJECTS.has(root.name) ? [] : [root.name]), ...names].join('.');
  if (root.kind === 'type') return `${root.module ?? ''}:${[root.name, ...names].join('.')}`;
  const module = root.module.replace(/^node:/, '');
  const path = root.export === '*' || root.export === 'default' ? names : [root.export, ...names];
  return `${module}:${path.filter((name) => name !== 'default').join('.')}`;
}

/** Model of a library function: returns its result for the arguments, undefined if unknown. */
type FunctionModel = (args: readonly Value[], call: CallInEnv) => Value | undefined;

const firstArgument: FunctionModel = ([value = UNDEFINED]) => value;
/** Returns the elements of a new Set; without an argument it is empty. */
const newSet: FunctionModel = ([list = UNDEFINED]) => (list.kind === 'scalar' ? listOf([], false) : list);
const textConversion =
  (convert: (text: string) => string): FunctionModel =>
  ([text = UNDEFINED], { at }) =>
    convertedTexts(text, convert, at);
const tableListing =
  (content: 'keys' | 'values' | 'entries'): FunctionModel =>
  ([object = UNDEFINED], { env }) =>
    objectTable(env.evaluator, object, content);
const INTRINSICS = {
  'context/value': contextValue,
  'function/bind': ([fn, , ...args]) => withBoundArguments(fn, args),
  'function/partial': ([fn, ...args]) => withBoundArguments(fn, args),
  'function/result': ([fn], { env }) =>
    fn?.kind === 'function' ? env.evaluator.apply(fn, () => [], env.frame) : undefined,
  'json/read': ([text = UNDEFINED, reviver], { at }) => (isAbsent(reviver) ? parsedTexts(text, at) : undefined),
  'json/write': ([value = UNDEFINED, replacer], { at }) => (isAbsent(replacer) ? quotedTexts(value, at) : undefined),
  'list/of': ([list = UNDEFINED, callback]) => (callback?.kind === 'function' ? undefined : list),
  'map/entries': tableListing('entries'),
  'map/keys': tableListing('keys'),
  'map/merge': objectAssign,
  'map/mergeDeep': deeplyMerged,
  'map/of': ([entries = UNDEFINED], { at }) => mapOf(entries, at),
  'map/ownKeys': ([object = UNDEFINED], { env, at }) => ({
    kind: 'array',
    elements: optionsOf(eachKey(env.evaluator, object, at)),
    open: true,
  }),
  'map/values': tableListing('values'),
  'path/join': joinPath,
  'promise/all': firstArgument,
  'promise/of': firstArgument,
  'request/of': ([input = UNDEFINED, init], { at }) => requestRecord(input, init, at),
  'set/of'(args, call) {
    const list = newSet(args, call);
    return list?.kind === 'array' ? withoutRepeats(list) : list;
  },
  'text/format': formattedText,
  'text/of': firstArgument,
  'url/decode': textConversion(decodeURI),
  'url/decodePart': textConversion(decodeURIComponent),
  'url/encode': textConversion(encodeURI),
  'url/encodePart': textConversion(encodeURIComponent),
  'url/format': formattedUrl,
  'url/parse': parsedUrl,
  'url/resolve': ([input = UNDEFINED, base], { at }) => resolveUrl(input, base, at),
  'url/resolveFrom': ([base = UNDEFINED, input], { at }) => (input === undefined ? base : resolveUrl(input, base, at)),
  'value/copy': firstArgument,
  'value/orDefault': ([name = UNDEFINED, otherwise], { at }) =>
    otherwise === undefined ? undefined : choiceOf([atRunTime(at, shownKey(name)), otherwise], at),
  'value/same': firstArgument,
} satisfies Readonly<Record<Intrinsic, FunctionModel>>;

const FUNCTION_MODELS = tableOf<FunctionModel>(INTRINSICS);

/**
 * Returns the model of a function by its name in the facts, in JavaScript or in a module: `Object.assign`,
 * `path:posix.join`.
 */
function modelOf(name: string): FunctionModel | undefined {
  return FUNCTION_MODELS.get(JAVASCRIPT_INTRINSICS.get(name) ?? name);
}

/** Converts the known parts of a text; a part that cannot be converted becomes a hole. */
function convertedTexts(value: Value, convert: (text: string) => string, at: Place): Value {
  return mapTexts(value, at, (parts) =>
    parts.map((part) => {
      if (part.kind === 'hole') return part;
      try {
        return { ...part, text: convert(part.text) };
      } catch {
        return unknownText(part.at);
      }
    }),
  );
}

/** The JSON text of a text or an external value; objects are unchanged, and represent their JSON texts. */
function quotedTexts(value: Value, at: Place): Value {
  const quote: Part = { kind: 'text', text: '"', at };
  const quoted = mapTexts(value, at, (parts) => [
    quote,
    ...parts.map((part) => (part.kind === 'text' ? { ...part, text: JSON.stringify(part.text).slice(1, -1) } : part)),
    quote,
  ]);
  return choiceOf(
    optionsOf(quoted).map((option) => (option.kind === 'external' ? fromTexts(textsOf(option, at), at) : option)),
    at,
  );
}

/** Parses JSON texts; undefined if one is not JSON. An object, which represents its JSON text, is unchanged. */
function parsedTexts(value: Value, at: Place): Value | undefined {
  const parsed = readJsonTexts(value, at);
  return optionsOf(parsed).some((option) => option.kind === 'text' && optionsOf(value).includes(option))
    ? undefined
    : parsed;
}

/** A function with its first arguments bound; undefined if one of them is a placeholder: `_.partial(f, _, 1)`. */
function withBoundArguments(fn: Value | undefined, args: readonly Value[]): Value | undefined {
  if (fn?.kind !== 'function' || args.some((value) => value.kind === 'external' && value.steps.length === 0))
    return undefined;
  return { ...fn, bound: [...fn.bound, ...args] };
}

/** Returns the name of a setting as the program writes it, for display. */
function shownKey(name: Value): string {
  return plainTexts(name)?.[0] ?? '…';
}

function isAbsent(value: Value | undefined): boolean {
  return value === undefined || value.kind === 'scalar';
}

function mapTexts(value: Value, at: Place, change: (parts: Parts) => Parts): Value {
  return choiceOf(
    optionsOf(value).map((option) => (option.kind === 'text' ? { kind: 'text', parts: change(option.parts) } : option)),
    at,
  );
}

/** The value of `new Request(url, init)`: the options object with the URL as its `url`. */
function requestRecord(url: Value, init: Value | undefined, at: Place): Value {
  if (url.kind !== 'text' && url.kind !== 'choice' && url.kind !== 'parameter' && url.kind !== 'external')
    return init ?? url;
  const base = init ?? UNDEFINED;
  return applyPatches(base, [{ path: ['url'], operator: '=', value: url, maybe: false }], at);
}

/** The result of `Object.assign(…)`: the first argument, with the others merged into it. */
export function objectAssign(layers: readonly Value[], { env, at }: CallInEnv): Value {
  const [base = UNDEFINED, ...others] = layers;
  return others.reduce<Value>((merged, layer) => mergeLayer(env.evaluator, merged, layer, at), base);
}

/** The result of a deep merge with a leading flag: `extend(true, {}, defaults)`. */
function deeplyMerged(args: readonly Value[], call: CallInEnv): Value {
  const [flag] = args;
  return objectAssign(flag?.kind === 'scalar' && typeof flag.value === 'boolean' ? args.slice(1) : args, call);
}

function mergeLayer(evaluator: Evaluator, base: Value, layer: Value, at: Place): Value {
  if (layer.kind === 'choice')
    return choiceOf(
      layer.options.map((option) => mergeLayer(evaluator, base, option, at)),
      at,
    );
  const { patches, open } = layerPatches(evaluator, layer);
  if (open && patches.length === 0) return choiceOf([base, layer], at);
  const merged = patches.length === 0 ? base : applyPatches(base, patches, at);
  return open ? choiceOf([merged, layer], at) : merged;
}

/** The result of `path.join`: one slash between pieces; the slashes of a scheme are unchanged. */
function joinPath(args: readonly Value[], { at }: CallInEnv): Value {
  const joined = joinTexts(args, '/', at);
  return fromTexts(joined.map(collapseSlashes), at);
}

function collapseSlashes(parts: Parts): Parts {
  const result: Part[] = [];
  let endsWithSlash = false;
  for (const part of parts) {
    if (part.kind === 'hole') {
      result.push(part);
      endsWithSlash = false;
      continue;
    }
    let text = part.text.replace(/(?<!:)\/{2,}/g, '/');
    if (endsWithSlash && text.startsWith('/')) text = text.slice(1);
    if (text === '') continue;
    endsWithSlash = text.endsWith('/');
    result.push({ ...part, text });
  }
  return result;
}

/** The result of `util.format('%s/bells', id)`. */
function formattedText(args: readonly Value[], { at }: CallInEnv): Value | undefined {
  const [format, ...values] = args;
  if (format?.kind !== 'text') return undefined;
  let next = 0;
  const pieces: (readonly Parts[])[] = [];
  for (const part of format.parts) {
    if (part.kind === 'hole') {
      pieces.push([[part]]);
      continue;
    }
    for (const piece of part.text.split(/(%[sdijoO%])/)) {
      const value = /^%[sdijoO]$/.test(piece) ? values[next++] : undefined;
      if (value !== undefined) pieces.push(textsOf(value, at));
      else if (piece !== '') pieces.push([[{ ...part, text: piece === '%%' ? '%' : piece }]]);
    }
  }
  return fromTexts(concatTexts(pieces), at);
}

/** Maximum number of elements that provide the value of one context: an application has one or two. */
const MAX_PROVIDERS = 24;

/**
 * Result of `useContext(Context)`: the values of `<Context.Provider value={…}>` in the file of the context and in those
 * that import it, and the argument of `createContext`. Undefined if none is known.
 */
function contextValue([context = UNDEFINED]: readonly Value[], call: CallInEnv): Value | undefined {
  const values = optionsOf(context).flatMap((option) => {
    const creation = option.kind === 'external' ? contextCreation(option) : undefined;
    return creation === undefined ? [] : [...providedValues(call.env, creation.at), ...creation.initial];
  });
  return values.length === 0 ? undefined : choiceOf(values, call.at);
}

/**
 * Returns the `createContext` call of a context, and the default value for a consumer without a provider, if it has
 * one.
 */
function contextCreation({
  root,
  steps,
}: ExternalValue): { readonly at: Place; readonly initial: readonly Value[] } | undefined {
  const last = steps.at(-1);
  if (last?.kind !== 'call' || root.kind !== 'package') return undefined;
  const previous = steps.at(-2);
  const name = previous === undefined ? root.export : previous.kind === 'member' ? previous.name : '';
  if (name !== 'createContext') return undefined;
  return { at: last.at, initial: last.args().filter(({ kind }) => kind !== 'scalar') };
}

function providedValues({ evaluator }: Env, contextAt: Place): readonly Value[] {
  const { program } = evaluator;
  const files = new Set([contextAt.file, ...program.modules.importers(contextAt.file, PROVIDER_NAMES)]);
  const values: Value[] = [];
  for (const file of files) {
    const context = program.context(file);
    if (context === undefined) continue;
    const env = evaluator.env(context, undefined);
    for (const { contextExpr, properties, at } of providers(context)) {
      if (values.length >= MAX_PROVIDERS) return values;
      const isOfContext = optionsOf(env.value(contextExpr)).some(
        (value) => value.kind === 'external' && isSamePlace(contextCreation(value)?.at, contextAt),
      );
      if (isOfContext) values.push(evaluator.member(env.value(properties), 'value', { file, span: at }));
    }
  }
  return values;
}

function isSamePlace(place: Place | undefined, other: Place): boolean {
  return place !== undefined && place.file === other.file && isSameSpan(place.span, other.span);
}

const PROVIDER_NAMES: ReadonlySet<string> = new Set(['Provider']);

interface Provider extends Pick<CallFact, 'at'> {
  readonly contextExpr: ExprFact;
  readonly properties: ExprFact;
}

/** Elements of a file that provide the value of a context. */
const providers = perFile(({ facts }): readonly Provider[] =>
  facts.calls.flatMap(({ form, callee, args: [properties], at }) =>
    form === 'component' && callee.kind === 'member' && callee.property === 'Provider' && properties !== undefined
      ? [{ contextExpr: callee.object, properties, at }]
      : [],
  ),
);
