import { CLIENT_SETUP_MEMBERS } from '../../../knowledge/clients/verbs.js';
import type { CallFact, ExprFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import { callAt } from '../../evaluate/positions.js';
import type { Env } from '../../evaluate/evaluator.js';
import { objectUses } from '../../evaluate/name-uses.js';
import { perFile } from '../../evaluate/per-file.js';
import type { FileContext, Program } from '../../evaluate/program.js';
import { optionsOf } from '../../values/value.js';
import type { Value } from '../../values/value.js';
import { EMPTY_BAG, mergeOver, ABSENT_BAG, unknownBag, replacedBy, withDoubt, overDefaults } from './sent.js';
import type { EntryBag } from './sent.js';
import { applyChanges, requestOf } from './bag-changes.js';
import { clientsOf } from '../calling/client-match.js';
import { readBag } from './read-bag.js';
import { readTexts, readValue } from './read-value.js';
import { ReadingMemo } from './reading.js';
import type { Moment, Reading } from './reading.js';
import { isOptionsObject } from '../calling/sdk-arguments.js';
import type { SiteFinder, Sender, SentCall } from '../calling/site.js';

/** Returns the reading for one kind of data that a sender sends. */
export function readingOf(finder: SiteFinder, kind: Reading['kind'], sender: Sender, sentCall: SentCall): Reading {
  const { context, index, use } = sender;
  return {
    ...readingAt(finder, kind, { context, offset: context.facts.calls[index]?.at[1] ?? 0 }),
    sendsUndefined: use.model.closed === true && use.model.setLater === undefined,
    callPath: callsOnPath(finder.evaluator.program, sender, sentCall),
  };
}

/** Returns the reading for one kind of data at a moment, for any sender. */
export function readingAt(finder: SiteFinder, kind: Reading['kind'], moment: Moment): Reading {
  return {
    reader: { expr: readBag, texts: readTexts },
    finder,
    kind,
    sendsUndefined: false,
    moment,
    callPath: [],
    underWay: [],
    memo: new ReadingMemo(),
  };
}

/** The calls on the path to a request, and the request itself. */
function callsOnPath(program: Program, { context, index }: Sender, { site, call }: SentCall): readonly CallFact[] {
  const requestCall = context.facts.calls[index];
  const wrapperCalls = site.chain.flatMap(({ file, span }) => {
    const wrapperContext = program.context(file);
    const index = wrapperContext && callAt(wrapperContext, span);
    return index === undefined ? [] : (wrapperContext?.facts.calls[index] ?? []);
  });
  return [call, ...(requestCall === undefined ? [] : [requestCall]), ...wrapperCalls];
}

/** The arguments that are options objects, by descending priority; undefined if they are not in the source. */
export function optionExprs(env: Env, { use, index }: Sender): readonly ExprFact[] | undefined {
  const call = env.context.facts.calls[index];
  const { row } = use;
  if (call === undefined || call.args.some(({ kind }) => kind === 'spread')) return undefined;
  if (call.callee.kind === 'member' && (call.callee.property === 'call' || call.callee.property === 'apply'))
    return undefined;
  // A method of an SDK takes ids first, and its options last.
  if (row.template !== undefined) return call.args.filter((arg) => isOptionsObject(env.value(arg))).toReversed();
  const url = row.url === undefined ? undefined : call.args[row.url];
  const options = (row.options ?? []).map((position) => call.args[position]);
  if (url !== undefined && isOptionsObject(env.value(url))) options.push(url);
  if (call.named !== undefined) options.unshift(call.named);
  return options.filter((expr) => expr !== undefined);
}

/** Values of the options objects, by descending priority: the arguments, then those of the client's creation. */
export function optionValues(env: Env, sender: Sender): readonly Value[] {
  return [...(optionExprs(env, sender) ?? []).map(env.value), ...sender.use.defaults];
}

/** Reads the request options under some keys, layered over those that the client was created with. */
export function optionBag(reading: Reading, env: Env, sender: Sender, keys: readonly string[]): EntryBag {
  const exprs = optionExprs(env, sender);
  if (exprs === undefined) return unknownBag('arguments that are put together elsewhere');
  const at: Place = { file: env.context.file, span: env.context.facts.calls[sender.index]?.at ?? [0, 0] };
  let requestBag = ABSENT_BAG;
  for (const expr of exprs.toReversed())
    for (const key of keys) requestBag = replacedBy(requestBag, readBag(reading, env, expr, [key]));
  const defaults = sender.use.defaults
    .toReversed()
    .flatMap((value) => keys.map((key) => readValue(reading, value, [key], at)));
  const layers = [...defaults, requestBag].filter(({ absent }) => absent !== 'yes');
  return layers.reduce((lower, upper) => mergeOver(lower, overDefaults(upper), 'name'), EMPTY_BAG);
}

/** Adds the values that are set on the request after the call, if its client allows that. */
export function withLaterSettings(reading: Reading, env: Env, { use, index }: Sender, bag: EntryBag): EntryBag {
  const { facts } = env.context;
  const call = facts.calls[index];
  if (use.model.setLater === undefined || call === undefined) return bag;
  const enclosing = env.context.functionAt(call.at[0]);
  const end = enclosing === undefined ? env.context.length : (facts.functions[enclosing]?.at[1] ?? 1) - 1;
  const laterReading = { ...reading, moment: { ...reading.moment, offset: end, from: call.at[0] } };
  const request = requestOf(env, index, use.model.setLater);
  return request === undefined
    ? withDoubt(bag, 'settings on the request')
    : applyChanges(laterReading, env, request, bag);
}

/** Options with functions of the program that change the request. */
const HOOK_OPTIONS = ['hooks', 'onRequest', 'beforeSend', 'transformRequest', 'interceptors', 'before', 'adapter'];

/** A bag with the unseen settings of the sending client. */
export function withClientDoubts(finder: SiteFinder, env: Env, sender: Sender, bag: EntryBag): EntryBag {
  const { use } = sender;
  const { evaluator } = finder;
  if (use.row.template !== undefined) return withDoubt(bag, `additions by ${use.model.name}`);
  const files = [env.context, ...use.made.flatMap(({ file }) => evaluator.program.context(file) ?? [])];
  if (use.model.closed === true)
    return files.some((file) => assignedGlobals(file).has(use.row.member === '' ? 'fetch' : use.row.member))
      ? withDoubt(bag, 'a replaced `fetch`')
      : bag;
  const at: Place = { file: env.context.file, span: env.context.facts.calls[sender.index]?.at ?? [0, 0] };
  const hasHook = optionValues(env, sender).some((value) =>
    HOOK_OPTIONS.some((key) => {
      const hook = evaluator.member(value, key, at);
      return value.kind !== 'text' && hook.kind !== 'scalar' && hook.kind !== 'parameter' && hook.kind !== 'unknown';
    }),
  );
  if (hasHook || files.some((file) => isSetUpIn(finder, file, sender)))
    return withDoubt(bag, `interceptors, hooks and defaults of ${use.model.name}`);
  return withDoubt(bag, `interceptors and defaults of ${use.model.name} in other places`, 'elsewhere');
}

/** Whether a file sets the client up for all its requests: `client.interceptors.request.use(…)`. */
function isSetUpIn(finder: SiteFinder, file: FileContext, sender: Sender): boolean {
  return configuredObjects(file).some((owner) =>
    optionsOf(finder.evaluator.value(file, owner, undefined)).some((value) => couldBeClient(finder, value, sender)),
  );
}

/** Whether a set-up value can be the sending client: it is neither another client nor another instance. */
function couldBeClient(
  { clients, evaluator }: SiteFinder,
  value: Value,
  { context, index, frame, use }: Sender,
): boolean {
  const call = context.facts.calls[index];
  const target = value.kind === 'layered' ? value.base : value;
  if (target.kind === 'unknown' || target.kind === 'parameter')
    return call === undefined || hasOtherNames(context, call);
  if (target.kind !== 'external' || !clientsOf(clients, target).includes(use.model)) return false;
  const callee = call && evaluator.value(context, call.callee, frame);
  // A client known by its type alone can be any instance.
  if (callee?.kind === 'external' && callee.root.kind === 'type') return true;
  const creations: readonly Place[] = [
    ...use.made,
    ...(call === undefined ? [] : [{ file: context.file, span: call.at }]),
  ];
  return target.steps.every(
    (step) =>
      step.kind !== 'call' || creations.some(({ file, span }) => file === step.at.file && span[0] === step.at.span[0]),
  );
}

/** Whether the client of a call has other names than the one in the call. */
function hasOtherNames(context: FileContext, { callee }: CallFact): boolean {
  let root = callee;
  while (root.kind === 'member') root = root.object;
  const binding = context.scope.bindingOf(root);
  if (binding === undefined) return true;
  const uses = objectUses(context).names.get(binding) ?? [];
  return uses.some(({ purpose: { kind } }) => kind !== 'receiver' && kind !== 'set' && kind !== 'exported');
}

/** Objects of a file whose set-up members (such as `defaults`) are called or assigned. */
const configuredObjects = perFile(({ facts }: FileContext): readonly ExprFact[] => {
  const calls = facts.calls.flatMap(({ callee }) => {
    // `client.defaults(…)` returns another client.
    const member = callee.kind === 'member' && callee.property === 'defaults' ? callee.object : callee;
    return callee.kind === 'member' ? (configuredObject(member) ?? []) : [];
  });
  return [...calls, ...facts.assignments.flatMap(({ target }) => configuredObject(target) ?? [])];
});

function configuredObject(expr: ExprFact): ExprFact | undefined {
  let step = expr;
  while (step.kind === 'member' || step.kind === 'element') {
    if (step.kind === 'member' && CLIENT_SETUP_MEMBERS.has(step.property)) return step.object;
    step = step.object;
  }
  return undefined;
}

/** Members of the global object that a file assigns: `globalThis.fetch = …`. */
const assignedGlobals = perFile(
  ({ facts }: FileContext): ReadonlySet<string> =>
    new Set(
      facts.assignments.flatMap(({ target }) =>
        target.kind === 'member' &&
        target.object.kind === 'name' &&
        /^(?:globalThis|window|global|self)$/.test(target.object.name)
          ? [target.property]
          : target.kind === 'name'
            ? [target.name]
            : [],
      ),
    ),
);
