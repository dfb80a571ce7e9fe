import { helperName } from '../../languages/facts/compiled-code.js';
import type { CallFact, ExprFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import { argumentValues, listAsArguments, restArguments, argumentForParameter, namedArguments } from './arguments.js';
import { eachOf, elementAtUnknownIndex, entryPart } from './collections.js';
import type { Env, CallInEnv, Evaluator } from './evaluator.js';
import { perFile, perEvaluated } from './per-file.js';
import type { FileContext } from './program.js';
import { callsInPlace } from './positions.js';
import { frameOf } from './traversal.js';
import { UNDEFINED, atRunTime, optionsOf } from '../values/value.js';
import type { Value, ExternalStep, ExternalValue } from '../values/value.js';
import { addTo } from '../../core/lib/collections.js';
import { choiceOf } from '../values/choice.js';
import { plainTexts } from '../values/text.js';

type ParameterFact = Extract<ExprFact, { readonly kind: 'parameter' }>;

/** Methods that pass elements of their collection to a callback, with the index of the parameter. */
const ELEMENT_CALLBACKS = new Map<string, readonly number[]>([
  ...['map', 'forEach', 'filter', 'find', 'some', 'every', 'flatMap', 'findIndex', 'findLast', 'findLastIndex'].map(
    ofFirstParameter,
  ),
  ...['each', 'mapSeries', 'eachSeries', 'from', 'groupBy', 'keyBy', 'sortBy', 'uniqBy', 'partition'].map(
    ofFirstParameter,
  ),
  ['reduce', [1]],
  ['reduceRight', [1]],
  ['sort', [0, 1]],
  ['toSorted', [0, 1]],
]);

function ofFirstParameter(name: string): readonly [string, readonly number[]] {
  return [name, [0]];
}

/**
 * Value of a parameter: the argument of the followed call; else the argument in the code around the function, as for a
 * callback; else the default of a command-line option; else the parameter itself.
 */
export function parameterValue(env: Env, expr: ParameterFact, at: Place): Value {
  const { context } = env;
  const frame = frameOf(env, expr);
  if (frame !== undefined) {
    const args = frame.args();
    if (expr.rest === true) return { kind: 'array', elements: restArguments(expr.index, args), open: false };
    return argumentForParameter(
      env.evaluator,
      { fact: context.facts.functions[expr.function], index: expr.index, at },
      args,
    );
  }
  const argument = knownArgument(env, expr, at) ?? callbackArgument(env, expr, at);
  if (argument !== undefined) return argument;
  const name = parameterName(context, expr);
  const declared = declaredParameter(env, expr.function, name, at);
  if (declared !== undefined) return declared;
  return {
    kind: 'parameter',
    parameter: { file: context.file, function: expr.function, index: expr.index, rest: expr.rest === true, path: [] },
    name: name ?? `argument ${expr.index + 1}`,
    at,
  };
}

/**
 * Returns the argument of a function that is called in place, or by a compiler's helper:
 * `__awaiter(this, arguments, …)`.
 */
function knownArgument(
  env: Env,
  { function: index, index: position, rest }: ParameterFact,
  at: Place,
): Value | undefined {
  const { context } = env;
  const call = callsInPlace(context).get(index);
  const args = call === undefined ? generatorArguments(env, index, at) : argumentValues(env, call);
  if (args === undefined) return undefined;
  if (rest === true) return { kind: 'array', elements: args.slice(position), open: false };
  return args[position] ?? UNDEFINED;
}

/** Returns the arguments that a compiler's helper passes to its generator function. */
function generatorArguments(env: Env, index: number, at: Place): readonly Value[] | undefined {
  const use = env.context.scope.callbackOf(index);
  const call = use === undefined ? undefined : env.context.facts.calls[use.call];
  const helper = call && helperName(call.callee);
  const list = call?.args[1];
  if (list === undefined || (helper !== 'awaiter' && helper !== 'async')) return undefined;
  return listAsArguments(env.evaluator, env.value(list), at);
}

function parameterName(context: FileContext, expr: ParameterFact): string | undefined {
  return parameterNames(context).get(`${expr.function} ${expr.index}`);
}

const parameterNames = perFile(({ facts }): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { kind, name, value: bindingValue } of facts.bindings) {
    if (kind !== 'parameter' || bindingValue === undefined) continue;
    const value = bindingValue.kind === 'default' ? bindingValue.value : bindingValue;
    if (value.kind !== 'parameter') continue;
    const key = `${value.function} ${value.index}`;
    if (!names.has(key)) names.set(key, name);
  }
  return names;
});

function callbackArgument(env: Env, expr: ParameterFact, at: Place): Value | undefined {
  const use = env.context.scope.callbackOf(expr.function);
  const call = use === undefined ? undefined : env.context.facts.calls[use.call];
  return use === undefined || call === undefined
    ? undefined
    : callbackParameterValue(env, { ...use, call }, expr.index, at);
}

/** A function as an argument of a call. */
interface CallbackUse {
  readonly call: CallFact;
  /** Index of the argument. */
  readonly argument: number;
}

/** Returns the value that a call passes to a parameter of its callback; undefined if unknown. */
export function callbackParameterValue(
  env: Env,
  { call, argument }: CallbackUse,
  index: number,
  at: Place,
): Value | undefined {
  if (call.callee.kind !== 'member') return undefined;
  const { object, property } = call.callee;
  if (argument === 0 && index === 0 && property === 'then') return env.value(object);
  const collection = collectionArgument(env.context, call.args, argument, object);
  if (collection === undefined) return undefined;
  const value = env.value(collection);
  if (value.kind === 'array' && value.map === true && property === 'forEach' && index < 2) {
    const entry = elementAtUnknownIndex(env.evaluator, { table: value, key: `callback ${call.at.join('-')}` }, at);
    return entryPart(env.evaluator, entry, index, at);
  }
  if (ELEMENT_CALLBACKS.get(property)?.includes(index) !== true) return undefined;
  if (value.kind !== 'array' && value.kind !== 'choice' && value.kind !== 'parameter' && value.kind !== 'external')
    return undefined;
  return eachOf(env.evaluator, value, at);
}

/** The iterated collection: `list.map(f)` iterates `list`; `async.map(list, f)` and `_.each(list, f)` an argument. */
function collectionArgument(
  context: FileContext,
  args: readonly ExprFact[],
  argument: number,
  object: ExprFact,
): ExprFact | undefined {
  if (argument === 0) return object;
  const isLibrary = object.kind === 'name' && context.scope.lookup(object.name, object.at[0])?.kind !== 'parameter';
  return isLibrary ? args[0] : undefined;
}

// Defaults of command-line options and of fields: users can override a default, so it is only one possible value.

/** Members of a command-line parser that return its result, by module. */
const RESULT_MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['argparse', new Set(['parse_args', 'parse_known_args', 'parse_intermixed_args'])],
  ['commander', new Set(['opts', 'optsWithGlobals'])],
  ['yargs', new Set(['parse', 'parseSync', 'parseAsync', 'argv'])],
]);

/** Methods that declare an option. */
const OPTION_METHODS: ReadonlySet<string> = new Set(['add_argument', 'option', 'requiredOption']);

/** Functions that declare a field with a default: the first argument, or the argument `default`. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['pydantic:Field', 'sqlmodel:Field', 'typer:Option', 'typer:Argument', 'dataclasses:field'],
]);

/** The default of a member of a parser's result; undefined if it has none. */
export function optionDefault(
  evaluator: Evaluator,
  { root, steps }: ExternalValue,
  property: string,
): Value | undefined {
  if (root.kind !== 'package') return undefined;
  if (root.export === 'parseArgs') return parsedDefault(evaluator, steps, property);
  const resultMembers = RESULT_MEMBERS.get(root.module.split(/[./]/, 1)[0] ?? '');
  if (resultMembers === undefined || !isParserResult(steps, resultMembers)) return undefined;
  const files = new Set(steps.flatMap((step) => (step.kind === 'call' ? [step.at.file] : [])));
  for (const file of files) {
    const context = evaluator.program.context(file);
    const found = context === undefined ? undefined : defaultsIn(evaluator, context).get(property);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The default in `parseArgs({ options: { model: { default: '…' } } }).values.model`. */
function parsedDefault(evaluator: Evaluator, steps: readonly ExternalStep[], property: string): Value | undefined {
  const [call, values, ...rest] = steps;
  if (call?.kind !== 'call' || values?.kind !== 'member' || values.name !== 'values' || rest.length > 0)
    return undefined;
  const { args, at } = call;
  const [config] = args();
  const value = ['options', property, 'default'].reduce<Value | undefined>(
    (owner, key) => owner && evaluator.member(owner, key, at),
    config,
  );
  return value !== undefined && hasText(value) ? value : undefined;
}

/** Whether steps are the result of a parser: `parser.parse_args()`, `parser.parse_known_args()[0]`, `yargs.argv`. */
function isParserResult(steps: readonly ExternalStep[], resultMembers: ReadonlySet<string>): boolean {
  const last = steps.findLastIndex((step) => step.kind === 'member' && resultMembers.has(step.name));
  return last >= 0 && steps.slice(last + 1).every((step) => step.kind === 'call' || /^\W?[\d…]+\W?$/.test(step.name));
}

/** The defaults of the options that calls of a file declare, by the names under which they are read. */
const defaultsIn = perEvaluated((evaluator: Evaluator, context: FileContext): ReadonlyMap<string, Value> => {
  const found = new Map<string, Value[]>();
  for (const call of context.facts.calls) {
    if (call.callee.kind !== 'member' || !OPTION_METHODS.has(call.callee.property)) continue;
    const at = { file: context.file, span: call.at };
    const args = evaluator.args(context, call, undefined);
    const value = declaredDefault(evaluator, args, at);
    if (value !== undefined) for (const name of namesOf(evaluator, args, at)) addTo(found, name, value);
  }
  return new Map([...found].map(([name, values]) => [name, choiceOf(values, { file: context.file, span: [0, 0] })]));
});

/** The default in a declaration: by name, in an options object, or after the description. */
function declaredDefault(evaluator: Evaluator, args: readonly Value[], at: Place): Value | undefined {
  const options = namedArguments(args) ?? args.find(({ kind }) => kind === 'object');
  const value = options === undefined ? args.slice(2).findLast(hasText) : evaluator.member(options, 'default', at);
  return value !== undefined && hasText(value) ? value : undefined;
}

function hasText(value: Value): boolean {
  return optionsOf(value).some(({ kind }) => kind === 'text');
}

/** Names under which an option is read: `--api-model` as `api_model` or `apiModel`; other names are unchanged. */
function namesOf(evaluator: Evaluator, args: readonly Value[], at: Place): readonly string[] {
  const named = namedArguments(args);
  const dest = named === undefined ? undefined : plainTexts(evaluator.member(named, 'dest', at));
  if (dest?.[0] !== undefined && dest[0] !== 'undefined') return dest;
  const isByName = named !== undefined || args.some(({ kind }) => kind === 'object');
  const flags = (isByName ? args : args.slice(0, 1)).flatMap((arg) =>
    arg.kind === 'text' ? (plainTexts(arg) ?? []) : [],
  );
  const long = flags.flatMap((flag) =>
    Array.from(flag.slice(0, 200).matchAll(/--([a-z][\w-]*)/gi), ([, name = '']) => name),
  );
  const plainNames = flags.filter((flag) => /^[a-z_]\w{0,99}$/i.test(flag));
  return [...new Set([...long, ...plainNames])].flatMap((name) => [
    ...new Set([
      name,
      name.replaceAll('-', '_'),
      name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    ]),
  ]);
}

/**
 * The value of a parameter that the command line sets: by the option of a decorator (`@click.option('--model',
 * default='…')`), or as the whole result of a parser (`program.action((options) => …)`).
 */
function declaredParameter(env: Env, index: number, name: string | undefined, at: Place): Value | undefined {
  const { evaluator, context } = env;
  const calls = name === undefined ? undefined : declaringCalls(context).get(index);
  if (name === undefined || calls === undefined) return undefined;
  const values = calls.flatMap((call): readonly Value[] => {
    if (call.callee.kind === 'member' && call.callee.property === 'action') return parserOptions(env, call.callee, at);
    const args = evaluator.args(context, call, undefined);
    const value = namesOf(evaluator, args, at).includes(name) ? declaredDefault(evaluator, args, at) : undefined;
    return value === undefined ? [] : [value, atRunTime(at, name)];
  });
  return values.length === 0 ? undefined : choiceOf(values, at);
}

/** Result of `opts()` of a parser whose action is a function. */
function parserOptions(
  env: Env,
  { object }: Extract<ExprFact, { readonly kind: 'member' }>,
  at: Place,
): readonly Value[] {
  return optionsOf(env.value(object)).flatMap((parser): readonly Value[] =>
    parser.kind === 'external' && parser.root.kind === 'package' && parser.root.module === 'commander'
      ? [
          {
            ...parser,
            steps: [
              ...parser.steps,
              { kind: 'member', name: 'opts' },
              { kind: 'call', form: 'call', args: () => [], at },
            ],
          },
        ]
      : [],
  );
}

/** Calls that declare an option or an action for a function argument, by that function. */
const declaringCalls = perFile(({ facts }: FileContext): ReadonlyMap<number, readonly CallFact[]> => {
  const found = new Map<number, CallFact[]>();
  if (!facts.imports.some(({ specifier }) => MODULES_WITH_DECLARATIONS.has(specifier))) return found;
  for (const call of facts.calls) {
    const { callee, args } = call;
    const calleeName = callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : '';
    const last = args.findLast(({ kind }) => kind === 'function');
    if (last?.kind === 'function' && (calleeName === 'option' || calleeName === 'action'))
      addTo(found, last.function, call);
  }
  return found;
});

/** Modules whose calls declare options or actions for a function. */
const MODULES_WITH_DECLARATIONS: ReadonlySet<string> = new Set(['click', 'rich_click', 'commander']);

/** Value of a field that is declared with a default: the default, or a value known only at run time. */
export function fieldDefault(key: string, { args, env, at }: CallInEnv): Value | undefined {
  if (!FIELDS.has(key)) return undefined;
  const values = args();
  const named = namedArguments(values);
  const byName = named && env.evaluator.member(named, 'default', at);
  const value = byName !== undefined && hasText(byName) ? byName : values[0];
  return value !== undefined && hasText(value) ? choiceOf([value, atRunTime(at, 'default')], at) : undefined;
}
