import type { CallFact } from '../../../model/facts.js';
import type { Env } from '../../evaluate/evaluator.js';
import { optionsOf } from '../../values/value.js';
import { clientsOf } from './client-match.js';
import { globalName } from './global-name.js';
import type { SiteFinder } from './site-finder.js';

/** Methods that never change what a request sends, on any receiver. */
export const READS = new Set([
  'get',
  'has',
  'keys',
  'values',
  'entries',
  'forEach',
  'toString',
  'toJSON',
  'getAll',
  'getSetCookie',
  'sort',
  'getHeader',
  'hasHeader',
  'getHeaders',
  'getHeaderNames',
  'hasOwnProperty',
  'map',
  'filter',
  'some',
  'every',
  'includes',
  'find',
  'slice',
  'concat',
  'join',
  'clone',
  'on',
  'once',
  'off',
  'end',
  'write',
  'send',
  'abort',
  'open',
  'addEventListener',
  'setTimeout',
  'setNoDelay',
  'flushHeaders',
  'destroy',
  'overrideMimeType',
  'then',
  'catch',
  'finally',
]);

/** Functions of the platform that only look at what they are given, or copy it. */
const PURE =
  /^(?:console\.\w+|JSON\.stringify|Object\.(?:keys|values|entries|freeze|seal|fromEntries|isFrozen|hasOwn)|String|Boolean|Array\.from|structuredClone|Headers|URLSearchParams|URL|Request|encodeURIComponent|encodeURI|expect|assert)$/;

/** Methods that hand a thing over to be written to, or to a log. */
const TAKES = new Set(['pipe', 'pipeTo', 'pipeline', 'log', 'debug', 'info', 'warn', 'error', 'trace']);

/** Whether a call leaves its arguments unchanged: functions of the platform that read, logs, and other requests. */
export function isHarmless({ clients }: SiteFinder, env: Env, call: CallFact): boolean {
  const { callee } = call;
  const name = globalName(env.context, callee);
  if (name !== undefined && PURE.test(name)) return true;
  if (callee.kind === 'member' && TAKES.has(callee.property)) return true;
  const targets = optionsOf(env.value(callee));
  return targets.every((target) => target.kind === 'external' && clientsOf(clients, target).length > 0);
}
