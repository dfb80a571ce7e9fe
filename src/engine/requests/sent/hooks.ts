import type { ClientModel } from '../../../model/client-model.js';
import { describeExpr } from '../../../facts/describe-expr.js';
import type { CallFact, ExprFact, PropertyFact } from '../../../model/facts.js';
import type { Place } from '../../../model/span.js';
import { heldValues, literalOf } from '../../evaluate/object-keys.js';
import { perFile } from '../../evaluate/per-file.js';
import type { FileContext } from '../../evaluate/program.js';
import { optionsOf } from '../../values/value.js';
import { REASON } from '../../values/reasons.js';
import type { ExternalValue, Value } from '../../values/value.js';
import { clientsOf } from '../calling/client-match.js';
import { mayRedirect } from '../calling/redirects.js';
import { optionExprs } from './sender.js';
import type { Sender } from '../calling/site.js';
import type { SiteFinder } from '../calling/site-finder.js';

/** Options whose functions receive a request before it is sent. */
const HOOKS = ['hooks', 'onRequest', 'beforeSend', 'interceptors', 'before', 'transformRequest'];

/** Options whose functions send the request. */
const SENDERS = ['adapter', 'fetch'];

/** Hooks that receive the response. */
const AFTERWARDS = /^(?:after|response|on?(?:Response|Error)|beforeError|beforeRetry|init$)/i;

/** Whether a function may change the destination of a request, or sends it itself: an interceptor, an adapter. */
export function isHooked(finder: SiteFinder, sender: Sender): boolean {
  const { evaluator } = finder;
  const { context, index, frame, use } = sender;
  const env = evaluator.env(context, frame);
  const at: Place = { file: context.file, span: context.facts.calls[index]?.at ?? [0, 0] };
  const written = (optionExprs(env, sender) ?? []).flatMap((expr) =>
    expr.kind === 'object' && !mayHold(context, expr.object) ? [] : [env.value(expr)],
  );
  const given = [...written, ...use.defaults].filter((value) => {
    if (value.kind !== 'object') return value.kind === 'layered';
    const literal = literalOf(evaluator.program, value);
    return literal !== undefined && mayHold(literal.context, value.object);
  });
  const under = (keys: readonly string[]): readonly Value[] =>
    given.flatMap((value) => keys.flatMap((key) => hooksUnder(finder, value, key, at)));
  // A `fetch` from elsewhere sends the given request.
  if (under(SENDERS).some((sends) => sends.kind === 'function' || isImported(sends))) return true;
  if (under(HOOKS).some((hook) => isChanging(finder, hook))) return true;
  if (use.model.closed === true) return false;
  const { program } = evaluator;
  const isSetUpIn = (file: string): boolean => {
    const home = program.context(file);
    return home !== undefined && isSetUp(finder, home, use.model);
  };
  const known = new Set([context.file, ...use.made.map(({ file }) => file)]);
  if ([...known].some(isSetUpIn)) return true;
  const users = new Set(use.made.flatMap(({ file }) => program.modules.importers(file, SET_UP_BY)));
  return users.size > MAX_USERS || [...users].some((file) => !known.has(file) && isSetUpIn(file));
}

/** Words of a file that sets up an imported client. */
const SET_UP_BY: ReadonlySet<string> = new Set(['interceptors', 'hooks', 'intercept', 'adapter']);

/**
 * Maximum number of files examined that import a client and have such a word; beyond it the client counts as set up.
 */
const MAX_USERS = 200;

/** Whether an object literal may contain a hook: checked before evaluation. */
function mayHold({ facts }: FileContext, object: number): boolean {
  const properties = facts.objects[object]?.properties ?? [];
  return properties.some(
    (one) => one.kind === 'spread' || one.key === undefined || HOOKS.includes(one.key) || SENDERS.includes(one.key),
  );
}

/**
 * Returns the hooks under a key of the options. Hooks that are not seen count only if the options name the key
 * themselves.
 */
function hooksUnder(finder: SiteFinder, options: Value, key: string, at: Place): readonly Value[] {
  const { evaluator } = finder;
  const literal = options.kind === 'object' ? literalOf(evaluator.program, options) : undefined;
  const isNamed = literal?.fact.properties.some((one) => one.kind === 'property' && one.key === key) ?? false;
  return hooksIn(finder, evaluator.member(options, key, at)).filter(({ kind }) => isNamed || kind === 'function');
}

/** Returns the hooks in a value, a list or an object: functions, and values that are not seen. */
function hooksIn(finder: SiteFinder, value: Value, depth = 0): readonly Value[] {
  if (depth > 2) return [];
  const { evaluator } = finder;
  return optionsOf(value).flatMap((option): readonly Value[] => {
    if (option.kind === 'scalar' || option.kind === 'text' || option.kind === 'regex') return [];
    if (option.kind === 'array') return option.elements.flatMap((one) => hooksIn(finder, one, depth + 1));
    if (option.kind === 'external') return isOfClient(finder, option) ? [] : [option];
    if (option.kind !== 'object') return [option];
    const isAfterwards = (one: PropertyFact): boolean => one.kind === 'property' && AFTERWARDS.test(one.key ?? '');
    return heldValues(evaluator, option, isAfterwards).flatMap((held) => hooksIn(finder, held, depth + 1));
  });
}

/** Whether a value comes from a client or the platform: `fetch`, `axios.defaults.transformRequest`. */
function isOfClient({ clients }: SiteFinder, value: ExternalValue): boolean {
  return value.root.kind === 'global' || clientsOf(clients, value).length > 0;
}

function isChanging(finder: SiteFinder, hook: Value): boolean {
  return hook.kind !== 'function' || mayRedirect(finder, hook);
}

/** Whether a value comes from an unseen module. */
function isImported(value: Value): boolean {
  return value.kind === 'external' || (value.kind === 'unknown' && value.reason === REASON.importNotFollowed);
}

/** Whether a file sets up clients of this kind with a function that may change the destination of requests. */
function isSetUp(finder: SiteFinder, context: FileContext, model: ClientModel): boolean {
  const { calls, assignments } = setUps(context);
  return (
    assignments.length > 0 || calls.some((call) => isOne(finder, context, call, model) && sees(finder, context, call))
  );
}

/** Whether a call is one of a client of this kind: a value with interceptors counts as one. */
function isOne(finder: SiteFinder, context: FileContext, { callee }: CallFact, model: ClientModel): boolean {
  if (callee.kind !== 'member') return false;
  const owners = optionsOf(finder.evaluator.value(context, callee.object, undefined));
  return owners.some((owner) =>
    owner.kind === 'external'
      ? clientsOf(finder.clients, owner).includes(model)
      : (owner.kind === 'parameter' || owner.kind === 'unknown') &&
        /\.interceptors\.request$/.test(describeExpr(callee.object)),
  );
}

/** Whether a call passes a hook that may change a request. The second argument of `use` handles errors. */
function sees(finder: SiteFinder, context: FileContext, { callee, args }: CallFact): boolean {
  const isUse = callee.kind === 'member' && callee.property === 'use';
  return (isUse ? args.slice(0, 1) : args).some((expr) =>
    hooksIn(finder, finder.evaluator.value(context, expr, undefined)).some((hook) => isChanging(finder, hook)),
  );
}

const setUps = perFile(({ facts }) => ({
  calls: facts.calls.filter(
    ({ callee }) => callee.kind === 'member' && INSTALLS.test(callee.property) && !isAfterwards(callee),
  ),
  assignments: facts.assignments.filter(
    ({ target, value }) =>
      target.kind === 'member' &&
      target.property === 'adapter' &&
      target.object.kind === 'member' &&
      target.object.property === 'defaults' &&
      value.kind !== 'literal',
  ),
}));

const INSTALLS = /^(?:use|push|unshift|intercept|ajaxSetup|ajaxPrefilter|ajaxSend)$/;

function isAfterwards(expr: ExprFact): boolean {
  let step = expr;
  while (step.kind === 'member') {
    if (AFTERWARDS.test(step.property)) return true;
    step = step.object;
  }
  return false;
}
