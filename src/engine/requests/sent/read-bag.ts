import type { AssignmentFact, BindingFact, ExprFact } from '../../../model/facts.js';
import { describeExpr } from '../../../facts/describe-expr.js';
import type { Env } from '../../evaluate/evaluator.js';
import { thingUses } from '../../evaluate/name-uses.js';
import { placeIn } from '../../evaluate/program.js';
import { laidOver, NO_BAG, oneOf, openBag, settled, withDoubt } from './bag.js';
import type { Bag } from './bag.js';
import { changedBy } from './bag-changes.js';
import { pairsOf, removed } from './bag-entries.js';
import { readCall } from './read-call.js';
import { momentOf, readObject } from './read-object.js';
import { readValue } from './read-value.js';
import { reachBefore, whileUnderWay, within } from './reading.js';
import type { Reading } from './reading.js';

/** Most assignments to one variable that are followed in order. */
const MAX_MADE_ANEW = 24;

type Path = readonly string[];

/** Reads the object at a path in the value of an expression. */
export function readBag(reading: Reading, env: Env, expr: ExprFact, path: Path): Bag {
  return within(reading, () => reading.once.of(reading, env, expr, path, () => readAnew(reading, env, expr, path)));
}

function readAnew(reading: Reading, env: Env, expr: ExprFact, path: Path): Bag {
  switch (expr.kind) {
    case 'name':
      return readName(reading, env, expr, path);
    case 'member':
      return isFollowed(expr)
        ? readBag(reading, env, expr.object, [expr.property, ...path])
        : withDoubt(
            readValue(reading, env.value(expr), path, placeIn(env.context, expr.at)),
            `what else is done to \`${describeExpr(expr)}\``,
          );
    case 'object':
      return readObject(reading, env, expr.object, path);
    case 'call':
      return readCall(reading, env, expr, path);
    case 'choice':
      return oneOf(
        expr.options.map((option) => readBag(reading, env, option, path)),
        `${env.context.file}:?${String(expr.at[0])}-${String(expr.at[1])}`,
      );
    case 'default': {
      const given = readBag(reading, env, expr.value, path);
      return given.absent === 'no' ? given : laidOver(readBag(reading, env, expr.fallback, path), given, 'key');
    }
    case 'rest': {
      if (expr.from !== undefined) return openBag(describeExpr(expr));
      const [first] = path;
      const omitted = new Set(expr.omit ?? []);
      if (first !== undefined && omitted.has(first)) return NO_BAG;
      const whole = readBag({ ...reading, moment: momentOf(env, expr) }, env, expr.value, path);
      return first === undefined ? removed(whole, ({ key }) => omitted.has(key), false) : whole;
    }
    case 'parameter': {
      const caller = callerOf(reading, env, expr);
      if (caller === undefined) return readValue(reading, env.value(expr), path, placeIn(env.context, expr.at));
      return caller.expr === undefined ? NO_BAG : readBag(caller.reading, caller.env, caller.expr, path);
    }
    case 'array':
      return path.length === 0 ? readPairs(reading, env, expr.elements) : openBag(describeExpr(expr));
    default:
      return readValue(reading, env.value(expr), path, placeIn(env.context, expr.at));
  }
}

/** The argument of a caller for a parameter, if the call is written out. */
export function callerOf(
  reading: Reading,
  env: Env,
  expr: ExprFact & { readonly kind: 'parameter' },
): { readonly reading: Reading; readonly env: Env; readonly expr: ExprFact | undefined } | undefined {
  let frame = env.frame;
  while (frame !== undefined && (frame.function !== expr.function || frame.file !== env.context.file))
    frame = frame.parent;
  const source = frame?.source;
  const context = source && env.evaluator.program.context(source.file);
  const call = source && context?.facts.calls[source.call];
  if (source === undefined || context === undefined || call === undefined || expr.rest === true) return undefined;
  if (call.args.slice(0, expr.index + 1).some(({ kind }) => kind === 'spread')) return undefined;
  return {
    reading: { ...reading, moment: { context, offset: call.at[1] } },
    env: env.evaluator.env(context, source.frame),
    expr: call.args[expr.index],
  };
}

/** Whether a member is found by names: members of `this`, and of results of calls, are found by their value. */
function isFollowed(expr: ExprFact): boolean {
  let root = expr;
  while (root.kind === 'member') root = root.object;
  return root.kind !== 'this' && root.kind !== 'super' && root.kind !== 'element';
}

/** Reads a variable: its declared value, with the changes of the program up to the moment. */
function readName(reading: Reading, env: Env, expr: ExprFact & { readonly kind: 'name' }, path: Path): Bag {
  const { context, evaluator } = env;
  if (expr.name === 'undefined') return NO_BAG;
  const binding = context.scope.lookup(expr.name, expr.at[0]);
  if (binding === undefined) return openBag(`\`${expr.name}\``);
  const home = context.isModuleLevel(binding) ? evaluator.env(context, undefined) : env;
  let bag =
    binding.value === undefined
      ? binding.kind === 'let' || binding.kind === 'var'
        ? NO_BAG
        : openBag(`\`${binding.name}\``)
      : readBag(reading, home, binding.value, path);
  const assignments = assignmentsBefore(reading, env, binding);
  if (assignments.length > MAX_MADE_ANEW) bag = withDoubt(bag, `what \`${binding.name}\` was made of before`);
  if (binding.kind === 'import') return withDoubt(bag, `what other modules do to \`${binding.name}\``, 'elsewhere');
  for (const assignment of assignments.slice(-MAX_MADE_ANEW)) {
    const change = placeIn(context, assignment.at);
    const reach = reachBefore(context, binding, assignment.at, reading.moment);
    if (reach === undefined) continue;
    if (assignment.operator === '+=') return openBag(`\`${binding.name}\``);
    const assigned = readBag(whileUnderWay(reading, change), env, assignment.value, path);
    bag = settled(bag, assigned, reach.when, reach.maybe || assignment.operator !== '=');
  }
  const uses = thingUses(context).names.get(binding) ?? [];
  return changedBy(reading, env, { binding, uses, path }, bag);
}

/** The assignments of a variable, up to one that is being read. */
function assignmentsBefore(reading: Reading, { context }: Env, binding: BindingFact): readonly AssignmentFact[] {
  const all = context.scope.assignmentsTo(binding);
  if (reading.underWay.length === 0) return all;
  const end = all.findIndex(({ at }) => reading.once.isUnderWay(reading, placeIn(context, at)));
  return end === -1 ? all : all.slice(0, end);
}

/** `[['A', 'b'], …]`, or in undici's form `['A', 'b', …]`. */
function readPairs(reading: Reading, env: Env, elements: readonly ExprFact[]): Bag {
  if (elements.some(({ kind }) => kind === 'spread')) return openBag('a list that others are spread into');
  return pairsOf(
    reading,
    elements.map((element) => env.value(element)),
    placeIn(env.context, elements[0]?.at ?? [0, 0]),
  );
}
