import { listAsArguments, namedArguments } from './arguments.js';
import type { CallInEnv } from './evaluator.js';
import { LIST_METHODS } from './list-methods.js';
import { tableOf } from '../../core/lib/collections.js';
import { TEXT_METHODS, TEXT_EDIT_METHODS, TEXT_IDENTITY_METHODS } from '../values/text-methods.js';
import { correlated } from '../values/correlate.js';
import { choiceOf } from '../values/choice.js';
import { atRunTime, optionsOf } from '../values/value.js';
import type {
  Args,
  ChoiceValue,
  ExternalValue,
  FunctionValue,
  Value,
  Part,
  Parts,
  TextValue,
  LayeredValue,
  ObjectValue,
} from '../values/value.js';
import { bracePieces, percentPieces } from '../../core/lib/wording.js';
import type { Piece } from '../../core/lib/wording.js';
import { concatTexts, fromTexts, textsOf } from '../values/text.js';
import { unknownText } from '../values/text-ranges.js';
import { objectTable } from './collections.js';
import { elementOf } from './members.js';

/** Model of a built-in method: returns its result, undefined if unknown. */
type Method<Receiver> = (receiver: Receiver, call: CallInEnv) => Value | undefined;

/** Methods of promises. A promise has no value of its own: it is modelled as its result. */
const PROMISE_METHODS = tableOf<Method<Value>>({
  then(receiver, call) {
    const [callback] = call.args();
    return callback?.kind === 'function' ? resultOfCall(callback, () => [receiver], call) : undefined;
  },
  catch: (receiver) => receiver,
  finally: (receiver) => receiver,
});

/** Methods of functions. */
const FUNCTION_METHODS = tableOf<Method<FunctionValue>>({
  bind(fn, { args }) {
    const [self, ...rest] = args();
    return { ...boundTo(fn, self), bound: [...fn.bound, ...rest] };
  },
  call(fn, call) {
    const [self, ...rest] = call.args();
    return resultOfCall(boundTo(fn, self), () => rest, call);
  },
  apply(fn, call) {
    const [self, list] = call.args();
    return resultOfCall(boundTo(fn, self), () => listAsArguments(call.env.evaluator, list, call.at), call);
  },
});

function boundTo(fn: FunctionValue, self: Value | undefined): FunctionValue {
  return self === undefined || self.kind === 'scalar' ? fn : { ...fn, self: receiverFor(fn, self) };
}

/** The `this` of a function called with a receiver: a bound `this` has priority, unless it is an unknown instance. */
export function receiverFor({ self: bound }: FunctionValue, self: Value): Value {
  const hasOnlyClass = bound?.kind === 'instance' && bound.args === undefined && bound.self === undefined;
  // A known class is better than an unknown value.
  if (hasOnlyClass && (self.kind === 'parameter' || self.kind === 'unknown')) return bound;
  return bound === undefined || hasOnlyClass ? self : bound;
}

function resultOfCall(fn: FunctionValue, args: Args, { env }: CallInEnv): Value {
  return env.evaluator.apply(fn, args, env.frame);
}

/** Result of a built-in method of texts, lists, functions and promises; undefined for other receivers. */
export function methodCall(receiver: Value, method: string, call: CallInEnv): Value | undefined {
  const promiseMethod = PROMISE_METHODS.get(method);
  if (promiseMethod !== undefined) return promiseMethod(receiver, call);
  switch (receiver.kind) {
    case 'text':
      return TEXT_METHODS.get(method)?.(receiver, call.args, call.at) ?? filledText(receiver, method, call);
    case 'array':
      return correlatedWith(LIST_METHODS.get(method)?.resultOf?.(receiver, call), receiver);
    case 'object':
      return tableMethod(receiver, method, call);
    case 'layered':
      return tableMethod(receiver, method, call) ?? (keepsUnknown(receiver, method) ? receiver : undefined);
    case 'function':
      return FUNCTION_METHODS.get(method)?.(receiver, call);
    case 'choice':
      return methodOfOptions(receiver, method, call);
    case 'external':
      return onlyBindsThis(receiver, method, call) || keepsUnknown(receiver, method) ? receiver : undefined;
    default:
      return keepsUnknown(receiver, method) ? receiver : undefined;
  }
}

function correlatedWith(result: Value | undefined, { correlations }: Value): Value | undefined {
  return result && correlated(result, correlations);
}

function methodOfOptions({ options }: ChoiceValue, method: string, call: CallInEnv): Value | undefined {
  const results: Value[] = [];
  // If one alternative is a text, the others are treated as texts too.
  const isText = TEXT_METHODS.has(method) && options.some(({ kind }) => kind === 'text');
  for (const option of options) {
    if (option.kind === 'scalar') continue;
    const result = methodCall(option, method, call) ?? (isText && isExternal(option) ? atRunTime(call.at) : undefined);
    if (result === undefined) return undefined;
    results.push(result);
  }
  return results.length === 0 ? undefined : choiceOf(results, call.at);
}

function isExternal({ kind }: Value): boolean {
  return kind === 'external';
}

/** Whether the receiver of a method also represents the result, which is equal or as unknown. */
function keepsUnknown(receiver: Value, method: string): boolean {
  const isIdentity = TEXT_IDENTITY_METHODS.has(method);
  switch (receiver.kind) {
    case 'parameter':
      return (
        isIdentity ||
        TEXT_EDIT_METHODS.has(method) ||
        isTemplateFilling(method) ||
        LIST_METHODS.get(method)?.keepsParameter === true
      );
    case 'unknown':
      return isIdentity || TEXT_EDIT_METHODS.has(method);
    case 'layered':
      return isIdentity;
    case 'external':
      return isIdentity && isEnvironment(receiver);
    default:
      return false;
  }
}

/** Whether a call only binds `this`, so that a call of the result equals a call of the receiver. */
function onlyBindsThis(receiver: ExternalValue, method: string, { args }: CallInEnv): boolean {
  return method === 'bind' && isNamed(receiver) && args().length < 2;
}

/** Whether a value is an import, a global or a member, as functions are; a call's result can have its own `bind`. */
function isNamed({ root, steps }: ExternalValue): boolean {
  return steps.at(-1)?.kind === 'member' || (steps.length === 0 && root.kind !== 'type');
}

function isEnvironment({ root }: ExternalValue): boolean {
  return root.kind === 'global' && (root.name === 'process' || root.name === 'Deno' || root.name === 'Bun');
}

/** Parsers of templates that a call fills: `'/bells/%s' % bell`, `'/bells/{}'.format(bell)`. */
const TEMPLATE_PARSERS = tableOf<(template: string) => readonly Piece[]>({ format: bracePieces, '%': percentPieces });

/** Whether a method fills a template. */
function isTemplateFilling(method: string): boolean {
  return TEMPLATE_PARSERS.has(method);
}

/** A template with its values filled in; undefined if the method does not fill templates. */
function filledText({ parts }: TextValue, method: string, call: CallInEnv): Value | undefined {
  const parse = TEMPLATE_PARSERS.get(method);
  if (parse === undefined) return undefined;
  const values = method === '%' ? withoutSoleList(call.args()) : call.args();
  const valuesFor = placeholderValues(values, call);
  const pieces = parts.flatMap((part): readonly (readonly Parts[])[] =>
    part.kind === 'hole'
      ? [[[part]]]
      : parse(part.text).map((piece) =>
          piece.kind === 'text' ? [[{ ...part, text: piece.text } satisfies Part]] : valuesFor(piece, part.at.file),
        ),
  );
  return fromTexts(concatTexts(pieces), call.at);
}

/** Replaces a single argument that is a list by the elements of the list. */
function withoutSoleList(args: readonly Value[]): readonly Value[] {
  const [only, ...others] = args;
  return only?.kind === 'array' && !only.open && others.length === 0 ? only.elements : args;
}

type Placeholder = Extract<Piece, { readonly kind: 'place' }>;

/** Returns the value for a placeholder: the next one, or the one of its position or name. */
function placeholderValues(
  args: readonly Value[],
  { env, at }: CallInEnv,
): (place: Placeholder, file: string) => readonly Parts[] {
  const namedValues = namedArguments(args) ?? args.find(({ kind }) => kind === 'object' || kind === 'layered');
  const values = args.filter((arg) => arg !== namedValues);
  let next = 0;
  return ({ path: [first, ...rest], isPlain }) => {
    const found =
      first === undefined
        ? values[next++]
        : /^\d+$/.test(first)
          ? values[Number(first)]
          : namedValues && env.evaluator.member(namedValues, first, at);
    if (found === undefined || !isPlain) return [[unknownText(at)]];
    return textsOf(
      rest.reduce((value, property) => env.evaluator.member(value, property, at), found),
      at,
    );
  };
}

type Table = ObjectValue | LayeredValue;
type TableMethod = (table: Table, call: CallInEnv) => Value | undefined;

const tableListing =
  (content: 'keys' | 'values' | 'entries'): TableMethod =>
  (table, { env }) =>
    objectTable(env.evaluator, table, content);

/** Methods of object literals in languages where these are tables, such as Python's `dict`. */
const TABLE_METHODS = tableOf<TableMethod>({
  get: entryOrDefault,
  keys: tableListing('keys'),
  values: tableListing('values'),
  entries: tableListing('entries'),
  valueOf: (table: Table) => table,
});

/**
 * Returns the result of a method that tables have and plain objects lack: access to entries, or iteration over keys.
 */
function tableMethod(table: Table, method: string, call: CallInEnv): Value | undefined {
  const ownMethod = TABLE_METHODS.get(method);
  const listMethod = LIST_METHODS.get(method)?.resultOf;
  if (ownMethod === undefined && listMethod === undefined) return undefined;
  const member = call.env.evaluator.member(table, method, call.at);
  if (member.kind !== 'scalar' || member.value !== undefined) return undefined;
  if (ownMethod !== undefined) return ownMethod(table, call);
  const keys = objectTable(call.env.evaluator, table, 'keys');
  return keys && listMethod?.(keys, call);
}

/** The value of `table.get(key, fallback)`. */
function entryOrDefault(table: Table, { env, args, at }: CallInEnv): Value | undefined {
  const [key, fallback] = args();
  if (key === undefined) return undefined;
  const entry = elementOf(env.evaluator, table, key, at);
  if (fallback === undefined) return entry;
  const options = optionsOf(entry);
  const defined = options.filter((option) => option.kind !== 'scalar' || option.value !== undefined);
  const isSure = defined.length === options.length && options.every(({ unset }) => unset !== true);
  return isSure ? entry : choiceOf([...defined, fallback], at);
}
