import type { CallFact, ExprFact } from '../../model/facts.js';
import { describeExpr } from '../../facts/describe-expr.js';
import { elementAt } from './collections.js';
import type { Env } from './evaluator.js';
import { placeIn } from './program.js';
import { atRunTime, MAX_ELEMENTS } from '../values/value.js';
import type { Value } from '../values/value.js';

/** What a call passes, one value for each parameter as far as lists that are spread are known. */
export function argumentValues(env: Env, call: CallFact): readonly Value[] {
  const values: Value[] = [];
  for (const arg of call.args) {
    const value = env.value(arg);
    if (arg.kind !== 'spread') values.push(value);
    else if (value.kind === 'array' && !value.open && values.length < MAX_ELEMENTS) values.push(...value.elements);
    else return [...values, ...spreadArguments(env, arg, value)];
  }
  return values;
}

/** Most arguments that a spread list of unknown length is taken to give. */
const MAX_SPREAD_ARGUMENTS = 7;

/** What a list of unknown length gives for the parameters from its place on. */
function spreadArguments(env: Env, arg: ExprFact, list: Value): readonly Value[] {
  const at = placeIn(env.context, arg.at);
  if (list.kind === 'array')
    return Array.from({ length: MAX_SPREAD_ARGUMENTS }, (_, index) => elementAt(env.evaluator, list, index, at));
  const later = atRunTime(at, describeExpr(arg));
  return [list, ...Array.from({ length: MAX_SPREAD_ARGUMENTS - 1 }, () => later)];
}
