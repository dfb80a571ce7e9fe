import { helperName } from '../../languages/facts/compiled-code.js';
import type { CallFact, ExprFact, FileFacts } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import type { Env } from './evaluator.js';
import { objectAssign } from './known-functions.js';
import type { FileContext } from './program.js';
import { tableOf } from '../../core/lib/collections.js';
import { listOf, UNDEFINED } from '../values/value.js';
import type { Value } from '../values/value.js';
import { perFile } from './per-file.js';
import { choiceOf } from '../values/choice.js';

/** A call of a compiler's helper, inlined or imported. */
interface HelperCall {
  readonly env: Env;
  readonly call: CallFact;
  readonly at: Place;
  /** Evaluates the argument with an index. */
  readonly arg: (index: number) => Value;
}

type Helper = (call: HelperCall) => Value | undefined;

const firstArgument: Helper = ({ arg }) => arg(0);
const mergedObjects: Helper = ({ env, call, at, arg }) =>
  objectAssign(
    call.args.map((_, index) => arg(index)),
    { env, form: 'call', args: () => [], at },
  );

/** Functions that compute the results of compilers' helpers, by name. */
const HELPERS: ReadonlyMap<string, Helper> = tableOf<Helper>({
  assign: mergedObjects,
  objectSpread: mergedObjects,
  objectSpreadProps: mergedObjects,
  extends: mergedObjects,
  spreadValues: mergedObjects,
  spreadProps: mergedObjects,
  rest: firstArgument,
  objRest: firstArgument,
  objectWithoutProperties: firstArgument,
  objectWithoutPropertiesLoose: firstArgument,
  slicedToArray: firstArgument,
  toArray: firstArgument,
  toConsumableArray: firstArgument,
  read: firstArgument,
  values: firstArgument,
  makeTemplateObject: firstArgument,
  taggedTemplateLiteral: firstArgument,
  taggedTemplateLiteralLoose: firstArgument,
  template: firstArgument,
  spreadArray: joinedLists,
  spreadArrays: joinedLists,
  spread: joinedLists,
  createClass: firstArgument,
  assertThisInitialized: firstArgument,
  callSuper: firstArgument,
  possibleConstructorReturn: firstArgument,
  toESM: firstArgument,
  toCommonJS: firstArgument,
  interopRequireDefault: firstArgument,
  interopRequireWildcard: firstArgument,
  importDefault: firstArgument,
  importStar: firstArgument,
  asyncToGenerator: firstArgument,
  wrapAsyncGenerator: firstArgument,
  awaiter: generatorResult,
  async: generatorResult,
  generator: stateMachineResult,
  tsGenerator: stateMachineResult,
});

/** The value of a call of a compiler's helper; undefined for other calls. */
export function helperValue(env: Env, call: CallFact, at: Place): Value | undefined {
  const { callee, args } = call;
  const name = helperName(callee) ?? regeneratorHelper(env.context.facts, call);
  const helper = name === undefined ? undefined : HELPERS.get(name);
  const arg = (index: number): Value => {
    const fact = args[index];
    return fact === undefined ? UNDEFINED : env.value(fact);
  };
  return helper?.({ env, call, at, arg });
}

/** Whether a call is to a compiler's helper, which sends no request. */
export function isHelperCall({ facts }: FileContext, call: CallFact): boolean {
  const name = helperName(call.callee);
  return (
    (name !== undefined && (HELPERS.has(name) || EFFECT_HELPERS.has(name))) ||
    regeneratorHelper(facts, call) !== undefined
  );
}

/** Helpers that are called for their effect, which the lowering handles. */
const EFFECT_HELPERS = new Set([
  'classCallCheck',
  'inherits',
  'inheritsLoose',
  'defineProperty',
  'publicField',
  'export',
  'exportStar',
]);

/** The result of a generator function for the arguments: `__awaiter(this, arguments, void 0, function* (…) {…})`. */
function generatorResult({ env, call, arg }: HelperCall): Value | undefined {
  const fn = arg(call.args.length - 1);
  const source = arg(1);
  const args = source.kind === 'array' ? source.elements : [];
  return fn.kind === 'function' ? env.evaluator.apply(fn, () => args, env.frame) : undefined;
}

function joinedLists({ call, arg }: HelperCall): Value | undefined {
  const elements: Value[] = [];
  let open = false;
  for (const index of call.args.keys()) {
    const list = arg(index);
    if (list.kind === 'array') {
      elements.push(...list.elements);
      open ||= list.open;
    } else if (list.kind !== 'scalar') return undefined;
  }
  return listOf(elements, open);
}

/**
 * A state machine to which a compiler turned a generator. It is called repeatedly: `return [4, x]` and `return x` wait
 * for x, `return [2, x]` and `return state.abrupt('return', x)` end it with x, and `state.sent()` and `state.v` are the
 * last awaited value.
 */
interface StateMachine {
  readonly results: readonly ExprFact[];
  /** Awaited values in source order. */
  readonly awaitedValues: readonly ExprFact[];
}

/** Returns the result of a state machine, which is the first function among the arguments. */
function stateMachineResult({ env, call, at }: HelperCall): Value | undefined {
  const body = call.args.find(({ kind }) => kind === 'function');
  const machine = body?.kind === 'function' ? stateMachinesOf(env.context).get(body.function) : undefined;
  if (machine === undefined) return undefined;
  return machine.results.length === 0 ? UNDEFINED : choiceOf(machine.results.map(env.value), at);
}

/** Returns the value of `state.sent` (called or not) or `state.v`: the last awaited value in source order. */
export function sentValue(env: Env, member: ExprFact, at: Place): Value | undefined {
  if (member.kind !== 'member' || (member.property !== 'sent' && member.property !== 'v')) return undefined;
  const { object } = member;
  const binding = object.kind === 'name' ? env.context.scope.lookup(object.name, at.span[0]) : undefined;
  if (binding?.value?.kind !== 'parameter' || binding.value.index !== 0) return undefined;
  const lastAwaited = stateMachinesOf(env.context)
    .get(binding.value.function)
    ?.awaitedValues.findLast((expr) => expr.at[1] <= at.span[0]);
  return lastAwaited && env.value(lastAwaited);
}

/** The state machines of a file, by function. */
const stateMachinesOf = perFile(({ facts }): ReadonlyMap<number, StateMachine> => {
  const machines = new Map<number, StateMachine>();
  for (const call of facts.calls) {
    const name = helperName(call.callee) ?? regeneratorHelper(facts, call);
    if (name !== 'generator' && name !== 'tsGenerator') continue;
    const body = call.args.find(({ kind }) => kind === 'function');
    if (body?.kind === 'function') machines.set(body.function, readStateMachine(facts, body.function));
  }
  return machines;
});

/** The helper that a call of regenerator equals: `regeneratorRuntime.mark(fn)` returns `fn`, `….wrap(fn)` its result. */
function regeneratorHelper(facts: FileFacts, { callee }: CallFact): 'generator' | 'asyncToGenerator' | undefined {
  if (callee.kind !== 'member') return undefined;
  const { object, property } = callee;
  const isMark = property === 'mark' || property === 'm';
  if (!isMark && property !== 'wrap' && property !== 'w') return undefined;
  let root = object.kind === 'call' ? facts.calls[object.call]?.callee : object;
  if (root?.kind === 'member' && root.property === 'default') root = root.object;
  if (root?.kind !== 'name' || !/^_?regenerator/.test(root.name)) return undefined;
  return isMark ? 'asyncToGenerator' : 'generator';
}

function readStateMachine(facts: FileFacts, index: number): StateMachine {
  const results: ExprFact[] = [];
  const awaitedValues: ExprFact[] = [];
  for (const value of facts.functions[index]?.returns ?? []) {
    const step = stepOfReturn(facts, value);
    if (step !== undefined) (step.kind === 'done' ? results : awaitedValues).push(step.value);
  }
  return { results, awaitedValues };
}

/** Operations of a state machine, the first element of the array that it returns: `[2, x]`, `[4, x]`. */
const RETURN_OPERATION = 2;
const YIELD_OPERATION = 4;

function stepOfReturn(
  { calls }: FileFacts,
  value: ExprFact,
): { readonly kind: 'done' | 'awaited'; readonly value: ExprFact } | undefined {
  if (value.kind === 'array') {
    const [operation, operand] = value.elements;
    if (operation?.kind !== 'literal' || operand === undefined) return undefined;
    if (operation.value === RETURN_OPERATION) return { kind: 'done', value: operand };
    return operation.value === YIELD_OPERATION ? { kind: 'awaited', value: operand } : undefined;
  }
  const call = value.kind === 'call' ? calls[value.call] : undefined;
  const method = call?.callee.kind === 'member' ? call.callee.property : undefined;
  const isContextMethod =
    call?.callee.kind === 'member' && call.callee.object.kind === 'name' && /^_context/.test(call.callee.object.name);
  if (!isContextMethod) return { kind: 'awaited', value };
  const operand = call.args[1];
  return (method === 'a' || method === 'abrupt') && operand !== undefined
    ? { kind: 'done', value: operand }
    : undefined;
}
