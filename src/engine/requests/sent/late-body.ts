import { wordTest } from '../../../knowledge/clients/words.js';
import type { CallFact } from '../../../core/model/facts.js';
import { isSameSpan } from '../../../core/model/span.js';
import type { Place } from '../../../core/model/span.js';
import type { Env } from '../../evaluate/evaluator.js';
import { objectAssign } from '../../evaluate/known-functions.js';
import { readJsonTexts } from '../../values/json-text.js';
import { fromTexts, joinTexts } from '../../values/text.js';
import { choiceOf } from '../../values/choice.js';
import { atRunTime, optionsOf } from '../../values/value.js';
import type { Value } from '../../values/value.js';
import { changesOf, requestOf } from './bag-changes.js';
import type { Change } from './bag-changes.js';
import type { ClientUse } from '../calling/client-match.js';

/** Maximum number of nested calls between the request and the call that sets its body. */
const MAX_LEVELS = 4;

/**
 * The body of a request that is set in a separate call: on the client before the request
 * (`wretch(url).json(body).post()`), or on the request (`request.send(body)`, `request.write(text)`). Undefined if the
 * client has no such methods, or no code calls them; unknown if the request is passed to code that may set a body.
 */
export function separateBody(env: Env, use: ClientUse, index: number, at: Place): Value | undefined {
  const { bodyBy } = use.model;
  const call = env.context.facts.calls[index];
  if (bodyBy === undefined || call === undefined) return undefined;
  const bodyBefore = use.fluent.findLast(({ member }) => bodyBy.includes(member))?.args()[0];
  if (bodyBefore !== undefined) return readJsonTexts(bodyBefore, at);
  const laterPieces = use.model.fluent === true ? undefined : bodyPieces(env, use, index, MAX_LEVELS);
  const pieces = (laterPieces ?? []).filter(({ kind }) => kind !== 'function' && kind !== 'scalar');
  return pieces.length === 0 ? undefined : readJsonTexts(joinedBody(env, pieces, at), at);
}

/** Returns the body pieces that are written to the request of a call; undefined if there are none. */
function bodyPieces(env: Env, use: ClientUse, index: number, levels: number): readonly Value[] | undefined {
  const { bodyBy = [], setLater } = use.model;
  const { context } = env;
  const call = context.facts.calls[index];
  const request = requestOf(env, index, setLater ?? 'call');
  if (call === undefined || request === undefined) return [atRunTime({ file: context.file, span: [0, 0] })];
  const changes = untilReassigned(env, call, use.row.member, changesOf(env, request));
  const calls = changes.flatMap(({ use: { path, purpose } }) =>
    purpose.kind === 'receiver' && path.length === 0 && bodyBy.includes(purpose.method)
      ? (context.facts.calls[purpose.call] ?? [])
      : [],
  );
  const bodyCalls = calls.filter(({ args }) => args.length > 0);
  if (bodyCalls.length > 0) {
    const [{ block } = call] = bodyCalls;
    const values = bodyCalls.map(({ args: [first] }) => (first === undefined ? [] : [env.value(first)]));
    // Pieces written in different branches are not joined.
    return bodyCalls.every((bodyCall) => isSameSpan(bodyCall.block, block))
      ? values.flat()
      : [choiceOf(values.flat(), { file: context.file, span: call.at })];
  }
  const handovers = changes.filter((change) => change.use.path.length === 0 && isPassedOn(context.facts.calls, change));
  if (handovers.length === 0) return undefined;
  const source = env.frame?.source;
  const caller = source && env.evaluator.program.context(source.file);
  const isReturned = handovers.every(({ use: { purpose } }) => purpose.kind === 'returned');
  if (isReturned && source !== undefined && caller !== undefined && levels > 0)
    return bodyPieces(
      env.evaluator.env(caller, source.frame),
      { ...use, model: { ...use.model, setLater: 'call' } },
      source.call,
      levels - 1,
    );
  return [atRunTime({ file: context.file, span: call.at })];
}

/** Returns the changes to the request of a call, up to the point where its variable is assigned another request. */
function untilReassigned(
  { context }: Env,
  { at }: CallFact,
  member: string,
  changes: readonly Change[],
): readonly Change[] {
  const changesAfter = changes.filter(({ use }) => use.at[0] >= at[0]);
  const names = new Set(changesAfter.flatMap(({ binding }) => binding ?? []));
  const reassignments = [
    ...[...names].flatMap((name) => context.scope.assignmentsTo(name).map((assignment) => assignment.at[0])),
    ...changesAfter.flatMap(({ use: { purpose } }) =>
      purpose.kind === 'receiver' && purpose.method === member ? (context.facts.calls[purpose.call]?.at[0] ?? []) : [],
    ),
  ].filter((start) => start > at[0]);
  const end = Math.min(...reassignments);
  return changesAfter.filter(({ use }) => use.at[0] < end);
}

const isInspectingMethod = wordTest('takes-request');

/** Whether a request is passed to unseen code that can set its body. */
function isPassedOn(calls: readonly CallFact[], { use: { purpose } }: Change): boolean {
  if (purpose.kind !== 'argument')
    return purpose.kind === 'returned' || purpose.kind === 'stored' || purpose.kind === 'held';
  const callee = calls[purpose.call]?.callee;
  return callee?.kind !== 'member' || !isInspectingMethod(callee.property);
}

/** Joins pieces to one body: objects are merged, texts concatenated. */
function joinedBody(env: Env, pieces: readonly Value[], at: Place): Value {
  const [single, ...extra] = pieces;
  if (single !== undefined && extra.length === 0) return single;
  const areObjects = pieces.every((piece) =>
    optionsOf(piece).every(({ kind }) => kind === 'object' || kind === 'layered'),
  );
  if (areObjects) return objectAssign(pieces, { env, form: 'call', args: () => pieces, at });
  return fromTexts(joinTexts(pieces, '', at), at);
}
