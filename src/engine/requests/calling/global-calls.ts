import { JAVASCRIPT_INTRINSICS } from '../../../languages/facts/javascript-words.js';
import type { ExprFact, CallFact } from '../../../core/model/facts.js';
import type { FileContext } from '../../evaluate/program.js';
import { wordTest } from '../../../knowledge/clients/words.js';
import type { Env } from '../../evaluate/evaluator.js';
import { optionsOf } from '../../values/value.js';
import { clientsOf } from './client-match.js';
import type { SiteFinder } from './site.js';

/** The dotted name of a global of the platform; for an intrinsic, its name. */
export function globalName(context: FileContext, callee: ExprFact): string | undefined {
  const name = dottedName(context, callee);
  return name === undefined ? undefined : (JAVASCRIPT_INTRINSICS.get(name) ?? name);
}

function dottedName(context: FileContext, callee: ExprFact): string | undefined {
  if (callee.kind === 'name')
    return context.scope.lookup(callee.name, callee.at[0]) === undefined ? callee.name : undefined;
  if (callee.kind !== 'member') return undefined;
  const owner = dottedName(context, callee.object);
  if (owner === undefined) return undefined;
  return owner === 'globalThis' || owner === 'window' ? callee.property : `${owner}.${callee.property}`;
}

/** Whether a method never changes the request, on any receiver. */
export const isReadingMethod = wordTest('reads');

const isPure = wordTest('pure');
const isTakingMethod = wordTest('takes');

/** Whether a call leaves its arguments unchanged: a function of the platform that reads, a log, or another request. */
export function isHarmless({ clients }: SiteFinder, env: Env, call: CallFact): boolean {
  const { callee } = call;
  const name = globalName(env.context, callee);
  if (name !== undefined && isPure(name)) return true;
  if (callee.kind === 'member' && isTakingMethod(callee.property)) return true;
  const targets = optionsOf(env.value(callee));
  return targets.every((target) => target.kind === 'external' && clientsOf(clients, target).length > 0);
}
