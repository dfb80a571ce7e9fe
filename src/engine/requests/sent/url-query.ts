import type { Place } from '../../../model/span.js';
import { callAt } from '../../evaluate/call-at.js';
import type { Env } from '../../evaluate/evaluator.js';
import { thingUses } from '../../evaluate/name-uses.js';
import type { FileContext } from '../../evaluate/program.js';
import type { Parts } from '../../values/value.js';
import type { Bag } from './bag.js';
import { changedBy } from './bag-changes.js';
import { readQuery } from './read-texts.js';
import { isOuter } from './reading.js';
import type { Moment, Reading } from './reading.js';

/** A URL of a request. */
export interface SentUrl {
  readonly url: Parts;
  /** What is known of its query. */
  readonly query: Parts;
  readonly at: Place;
}

/** The query of a URL: what its text names, as changed by what the program does to the `URL` objects whose text it is. */
export function readUrlQuery(reading: Reading, env: Env, { url, query, at }: SentUrl): Bag {
  // Of a URL of which nothing is known, a part is the query.
  const isOpen = url.every(({ kind }) => kind === 'hole');
  const objects = new Set(url.flatMap(({ ofUrl }) => ofUrl ?? []));
  return [...objects].reduce(
    (bag, object) => afterChanges(reading, env, object, bag),
    readQuery(reading, isOpen ? url : query, at),
  );
}

/** A query with what the program does to the `URL` object that a call made. */
function afterChanges(reading: Reading, env: Env, made: Place, bag: Bag): Bag {
  const context = env.evaluator.program.context(made.file);
  const call = context && callAt(context, made.span);
  if (context === undefined || call === undefined) return bag;
  const uses = thingUses(context).results.get(call) ?? [];
  const until = lastMoment(reading, env, context, context.facts.calls[call]?.within);
  const thing = { binding: undefined, uses, path: ['searchParams'] };
  return changedBy({ ...reading, moment: until.moment }, until.env, thing, bag);
}

interface MomentIn {
  readonly moment: Moment;
  readonly env: Env;
}

/** When what was made in a function is handed over: at the request, at a call that leads to it, or as the function ends. */
function lastMoment(reading: Reading, env: Env, context: FileContext, within: number | undefined): MomentIn {
  const last = [...momentsOf(reading.moment, env)].findLast(
    (one) => one.env.context === context && isOuter(context, within, context.functionAt(one.moment.offset)),
  );
  if (last !== undefined) return last;
  const [from, end] = within === undefined ? [0, context.length] : (context.facts.functions[within]?.at ?? [0, 0]);
  return { moment: { context, offset: end - 1, from }, env: env.evaluator.env(context, undefined) };
}

/** The request, and the calls that led to it, the nearest first. */
function* momentsOf(moment: Moment, env: Env): Generator<MomentIn> {
  yield { moment, env };
  const source = env.frame?.source;
  const context = source && env.evaluator.program.context(source.file);
  const call = source && context?.facts.calls[source.call];
  if (source === undefined || context === undefined || call === undefined) return;
  yield* momentsOf({ context, offset: call.at[1] }, env.evaluator.env(context, source.frame));
}
