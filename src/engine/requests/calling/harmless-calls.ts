import { wordTest } from '../../../clients/words.js';
import type { CallFact } from '../../../model/facts.js';
import type { Env } from '../../evaluate/evaluator.js';
import { optionsOf } from '../../values/value.js';
import { clientsOf } from './client-match.js';
import { globalName } from './global-name.js';
import type { SiteFinder } from './site-finder.js';

/** Whether a method never changes the request, on any receiver. */
export const onlyReads = wordTest('reads');

const isPure = wordTest('pure');
const takes = wordTest('takes');

/** Whether a call leaves its arguments unchanged: functions of the platform that read, logs, and other requests. */
export function isHarmless({ clients }: SiteFinder, env: Env, call: CallFact): boolean {
  const { callee } = call;
  const name = globalName(env.context, callee);
  if (name !== undefined && isPure(name)) return true;
  if (callee.kind === 'member' && takes(callee.property)) return true;
  const targets = optionsOf(env.value(callee));
  return targets.every((target) => target.kind === 'external' && clientsOf(clients, target).length > 0);
}
