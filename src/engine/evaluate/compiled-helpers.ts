import { helperName } from '../../facts/compiled-code.js';
import type { CallFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import type { Env } from './evaluator.js';
import { assigned } from './known-functions.js';
import type { FileContext } from './program.js';
import { machineResult, regeneratorHelper } from './state-machines.js';
import { tableOf } from '../values/table.js';
import { listOf, UNDEFINED } from '../values/value.js';
import type { Value } from '../values/value.js';

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
  awaiter: driven,
  async: driven,
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

/** Whether a call is one of a compiler's helper, which sends nothing itself. */
export function isHelperCall({ facts }: FileContext, call: CallFact): boolean {
  const name = helperName(call.callee);
  return (
    (name !== undefined && (HELPERS.has(name) || ACTING.has(name))) || regeneratorHelper(facts, call) !== undefined
  );
}

/** Helpers that are called for their effect; their result does not matter. */
const ACTING = new Set([
  'classCallCheck',
  'inherits',
  'inheritsLoose',
  'defineProperty',
  'publicField',
  'export',
  'exportStar',
]);

/** `__awaiter(this, arguments, void 0, function* (…) {…})`: the result of the generator function for the arguments. */
function driven({ env, call, arg }: HelperCall): Value | undefined {
  const fn = arg(call.args.length - 1);
  const given = arg(1);
  const args = given.kind === 'array' ? given.elements : [];
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
