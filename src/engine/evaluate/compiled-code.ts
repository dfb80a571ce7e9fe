import { helperName } from '../../languages/facts/compiled-code.js';
import type { CallFact, ExprFact, FileFacts } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import type { Env } from './evaluator.js';
import { assigned } from './known-functions.js';
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
  /** Its arguments, each evaluated on demand. */
  readonly arg: (index: number) => Value;
}

type Helper = (call: HelperCall) => Value | undefined;

const first: Helper = ({ arg }) => arg(0);
const merged: Helper = ({ env, call, at, arg }) =>
  assigned(
    call.args.map((_, index) => arg(index)),
    { env, form: 'call', args: () => [], at },
  );

/** The results of compilers' helpers, by name; helpers that are called only for their effect are in the facts. */
const HELPERS: ReadonlyMap<string, Helper> = tableOf<Helper>({
  assign: merged,
  objectSpread: merged,
  objectSpreadProps: merged,
  extends: merged,
  spreadValues: merged,
  spreadProps: merged,
  rest: first,
  objRest: first,
  objectWithoutProperties: first,
  objectWithoutPropertiesLoose: first,
  slicedToArray: first,
  toArray: first,
  toConsumableArray: first,
  read: first,
  values: first,
  makeTemplateObject: first,
  taggedTemplateLiteral: first,
  taggedTemplateLiteralLoose: first,
  template: first,
  spreadArray: joinedLists,
  spreadArrays: joinedLists,
  spread: joinedLists,
  createClass: first,
  assertThisInitialized: first,
  callSuper: first,
  possibleConstructorReturn: first,
  toESM: first,
  toCommonJS: first,
  interopRequireDefault: first,
  interopRequireWildcard: first,
  importDefault: first,
  importStar: first,
  asyncToGenerator: first,
  wrapAsyncGenerator: first,
  awaiter: generatorResult,
  async: generatorResult,
  generator: machineResult,
  tsGenerator: machineResult,
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

/** Whether a call is to a compiler's helper, which sends nothing itself. */
export function isHelperCall({ facts }: FileContext, call: CallFact): boolean {
  const name = helperName(call.callee);
  return (
    (name !== undefined && (HELPERS.has(name) || EFFECT_HELPERS.has(name))) ||
    regeneratorHelper(facts, call) !== undefined
  );
}

/** Helpers that are called for their effect; their result does not matter. */
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
 * A state machine that a compiler made of a generator. It is called repeatedly, and its result shows whether it waits
 * or is done: `return [4, x]` and `return x` wait, `return [2, x]` and `return state.abrupt('return', x)` end it;
 * `state.sent()` and `state.v` are the last awaited value.
 */
interface StateMachine {
  readonly done: readonly ExprFact[];
  /** Awaited values in source order. */
  readonly awaited: readonly ExprFact[];
}

/** Returns the result of a state machine, whose function is the first one among the arguments. */
function machineResult({ env, call, at }: MachineCall): Value | undefined {
  const body = call.args.find(({ kind }) => kind === 'function');
  const machine = body?.kind === 'function' ? machinesOf(env.context).get(body.function) : undefined;
  if (machine === undefined) return undefined;
  return machine.done.length === 0 ? UNDEFINED : choiceOf(machine.done.map(env.value), at);
}

interface MachineCall {
  readonly env: Env;
  readonly call: CallFact;
  readonly at: Place;
}

/** Returns the value of `state.sent` (called or not) or `state.v`: the last awaited value in source order. */
export function sentValue(env: Env, read: ExprFact, at: Place): Value | undefined {
  if (read.kind !== 'member' || (read.property !== 'sent' && read.property !== 'v')) return undefined;
  const { object } = read;
  const binding = object.kind === 'name' ? env.context.scope.lookup(object.name, at.span[0]) : undefined;
  if (binding?.value?.kind !== 'parameter' || binding.value.index !== 0) return undefined;
  const last = machinesOf(env.context)
    .get(binding.value.function)
    ?.awaited.findLast((expr) => expr.at[1] <= at.span[0]);
  return last && env.value(last);
}

/** The state machines of a file, by function. */
const machinesOf = perFile(({ facts }): ReadonlyMap<number, StateMachine> => {
  const machines = new Map<number, StateMachine>();
  for (const call of facts.calls) {
    const name = helperName(call.callee) ?? regeneratorHelper(facts, call);
    if (name !== 'generator' && name !== 'tsGenerator') continue;
    const body = call.args.find(({ kind }) => kind === 'function');
    if (body?.kind === 'function') machines.set(body.function, readMachine(facts, body.function));
  }
  return machines;
});

/** The kind of a helper: `regeneratorRuntime.mark(function …)` returns the function, `….wrap(…)` its result. */
function regeneratorHelper(facts: FileFacts, { callee }: CallFact): 'generator' | 'asyncToGenerator' | undefined {
  if (callee.kind !== 'member') return undefined;
  const { object, property } = callee;
  const isMark = property === 'mark' || property === 'm';
  if (!isMark && property !== 'wrap' && property !== 'w') return undefined;
  let base = object.kind === 'call' ? facts.calls[object.call]?.callee : object;
  if (base?.kind === 'member' && base.property === 'default') base = base.object;
  if (base?.kind !== 'name' || !/^_?regenerator/.test(base.name)) return undefined;
  return isMark ? 'asyncToGenerator' : 'generator';
}

function readMachine(facts: FileFacts, index: number): StateMachine {
  const done: ExprFact[] = [];
  const awaited: ExprFact[] = [];
  for (const value of facts.functions[index]?.returns ?? []) {
    const step = stepOf(facts, value);
    if (step !== undefined) (step.kind === 'done' ? done : awaited).push(step.value);
  }
  return { done, awaited };
}

/** The numbers with which the compiler's helper marks the meaning of a return. */
const RETURN = 2;
const YIELD = 4;

function stepOf(
  { calls }: FileFacts,
  value: ExprFact,
): { readonly kind: 'done' | 'awaited'; readonly value: ExprFact } | undefined {
  if (value.kind === 'array') {
    const [operation, operand] = value.elements;
    if (operation?.kind !== 'literal' || operand === undefined) return undefined;
    if (operation.value === RETURN) return { kind: 'done', value: operand };
    return operation.value === YIELD ? { kind: 'awaited', value: operand } : undefined;
  }
  const call = value.kind === 'call' ? calls[value.call] : undefined;
  const method = call?.callee.kind === 'member' ? call.callee.property : undefined;
  const isState =
    call?.callee.kind === 'member' && call.callee.object.kind === 'name' && /^_context/.test(call.callee.object.name);
  if (!isState) return { kind: 'awaited', value };
  const operand = call.args[1];
  return (method === 'a' || method === 'abrupt') && operand !== undefined
    ? { kind: 'done', value: operand }
    : undefined;
}
