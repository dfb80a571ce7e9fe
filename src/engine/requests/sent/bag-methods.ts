import type { CallFact } from '../../../model/facts.js';
import type { Env } from '../../evaluate/evaluator.js';
import { placeIn } from '../../evaluate/program.js';
import { plainTexts } from '../../values/text.js';
import { UNDEFINED } from '../../values/value.js';
import { beside, laidOver, unsettled } from './bag.js';
import type { Bag } from './bag.js';
import { added, givenValue, pairsOf, placeOf, removed } from './bag-entries.js';
import { onlyReads } from '../calling/harmless-calls.js';
import type { Reading } from './reading.js';

/** A value that was set and is not followed. */
export const UNKNOWN = { kind: 'unknown', reason: 'a variable that is reassigned' } as const;

/** Methods of requests that set what another kind of reading asks for. */
const OF_REQUESTS: Readonly<Record<Reading['kind'], ReadonlySet<string>>> = {
  headers: new Set([
    'set',
    'setHeader',
    'setRequestHeader',
    'header',
    'setHeaders',
    'appendHeader',
    'removeHeader',
    'unset',
    'auth',
    'type',
    'accept',
  ]),
  query: new Set(['query']),
};

/** Methods of requests that set or send the body. */
const OF_BODIES = new Set(['send', 'end', 'write', 'field', 'attach']);

/** Applies a method of the request itself: `request.setHeader(…)`, `request.query(…)`. */
export function afterRequestMethod(
  reading: Reading,
  env: Env,
  call: CallFact,
  { bag, method }: { readonly bag: Bag; readonly method: string },
): Bag {
  if (OF_REQUESTS[reading.kind].has(method)) {
    const at = placeIn(env.context, call.at);
    const name = NAMED_SETTERS.get(method);
    if (name !== undefined) return added(reading, bag, { key: name, value: { ...UNKNOWN, at, name: '…' }, at }, 'set');
    return afterMethod({ ...reading, sendsUndefined: false }, env, call, { bag, method });
  }
  const isOther =
    onlyReads(method) || OF_BODIES.has(method) || Object.values(OF_REQUESTS).some((methods) => methods.has(method));
  return isOther ? bag : unsettled(bag, `\`.${method}()\``);
}

/** Methods of requests that are called after the header that they set. */
const NAMED_SETTERS: ReadonlyMap<string, string> = new Map([
  ['auth', 'Authorization'],
  ['type', 'Content-Type'],
  ['accept', 'Accept'],
]);

const SET = new Set(['set', 'setHeader', 'header', 'setHeaders', 'query', 'update']);
const APPEND = new Set(['append', 'appendHeader', 'setRequestHeader']);
const DELETE = new Set(['delete', 'removeHeader', 'unset', 'pop']);

/** `headers.set(name, value)` and the like. */
export function afterMethod(
  reading: Reading,
  env: Env,
  call: CallFact,
  { bag, method }: { readonly bag: Bag; readonly method: string },
): Bag {
  const [first, second] = call.args;
  if (first !== undefined && (SET.has(method) || APPEND.has(method) || DELETE.has(method))) {
    const name = env.value(first);
    const keys = plainTexts(name);
    if ((second === undefined && !DELETE.has(method)) || method === 'update')
      return laidOver(bag, { ...reading.reader.expr(reading, env, first, []), absent: 'no' }, 'name');
    if (keys === undefined) return unsettled(bag, 'a name that is not known');
    const names = new Set(keys.map((key) => (reading.kind === 'headers' ? key.toLowerCase() : key)));
    const maybe = keys.length > 1;
    if (DELETE.has(method)) return removed(bag, (entry) => names.has(entry.name), maybe);
    const at = placeOf(name) ?? placeIn(env.context, first.at);
    const text = { ...reading, sendsUndefined: true };
    return keys.reduce(
      (sum, key) =>
        added(
          text,
          sum,
          { key, value: second === undefined ? UNDEFINED : givenValue(reading, env, key, second), at, maybe },
          APPEND.has(method) ? 'append' : 'set',
        ),
      bag,
    );
  }
  if (method === 'push' && call.args.every(({ kind }) => kind !== 'spread')) {
    const pairs = pairsOf(
      reading,
      call.args.map((arg) => env.value(arg)),
      placeIn(env.context, call.at),
    );
    return { ...beside(bag, pairs), absent: bag.absent };
  }
  return onlyReads(method) ? bag : unsettled(bag, `\`.${method}()\``);
}
