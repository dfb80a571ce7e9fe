import type { ClientModel } from '../../model/client-model.js';
import type { CallFact, ExprFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import { perFile } from '../evaluate/per-file.js';
import type { FileContext } from '../evaluate/program.js';
import { optionsOf } from '../values/value.js';
import type { FunctionValue, Value } from '../values/value.js';
import { clientsOf } from './client-match.js';
import { optionExprs } from './sender.js';
import type { Sender } from './site.js';
import type { SiteFinder } from './site-finder.js';

/** Options whose functions see a request before it is sent. */
const HOOKS = ['hooks', 'onRequest', 'beforeSend', 'interceptors', 'before', 'transformRequest'];

/** Options whose functions send it themselves. */
const SENDERS = ['adapter', 'fetch'];

/** Hooks that see what comes back. */
const AFTERWARDS = /^(?:after|response|on?(?:Response|Error)|beforeError|beforeRetry|init$)/i;

/** Whether a function of the program may change where a request goes, or sends it itself: an interceptor, an adapter. */
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
    const home = evaluator.program.context(value.file);
    return home !== undefined && mayHold(home, value.object);
  });
  const under = (keys: readonly string[]): readonly Value[] =>
    given.flatMap((value) => keys.map((key) => evaluator.member(value, key, at)));
  if (under(SENDERS).some((value) => functionsIn(finder, value).length > 0)) return true;
  if (under(HOOKS).some((value) => functionsIn(finder, value).some((hook) => mayRedirect(finder, hook)))) return true;
  if (use.model.closed === true) return false;
  const made = use.made.flatMap(({ file }) => evaluator.program.context(file) ?? []);
  return [...new Set([context, ...made])].some((file) => isSetUp(finder, file, use.model));
}

/** Whether an object that is written out may hold a hook: asked before anything is evaluated. */
function mayHold({ facts }: FileContext, object: number): boolean {
  const properties = facts.objects[object]?.properties ?? [];
  return properties.some(
    (one) => one.kind === 'spread' || one.key === undefined || HOOKS.includes(one.key) || SENDERS.includes(one.key),
  );
}

/** The functions of the program that a hook is, or a list or an object of hooks holds. */
function functionsIn(finder: SiteFinder, value: Value, depth = 0): readonly FunctionValue[] {
  if (depth > 2) return [];
  return optionsOf(value).flatMap((option): readonly FunctionValue[] => {
    if (option.kind === 'function') return [option];
    if (option.kind === 'array') return option.elements.flatMap((one) => functionsIn(finder, one, depth + 1));
    if (option.kind !== 'object') return [];
    const context = finder.evaluator.program.context(option.file);
    const properties = context?.facts.objects[option.object]?.properties ?? [];
    return properties.flatMap((property) =>
      context === undefined || property.kind === 'spread' || AFTERWARDS.test(property.key ?? '')
        ? []
        : functionsIn(finder, finder.evaluator.value(context, property.value, option.frame), depth + 1),
    );
  });
}

/** What of a request says where it goes, and what it brings. */
const TOLD =
  /^(?:url|base_?url|prefixUrl|uri|path(?:name)?|href|origin|host(?:name)?|protocol|port|method|data|body|json|adapter)$/i;

/** Whether a hook itself may change more than headers; functions that it hands the request to are not followed. */
function mayRedirect(finder: SiteFinder, { file, function: index }: FunctionValue): boolean {
  const facts = finder.evaluator.program.context(file)?.facts;
  const fn = facts?.functions[index];
  if (facts === undefined || fn === undefined) return true;
  const isInside = ({ at }: { readonly at: CallFact['at'] }): boolean => fn.at[0] <= at[0] && at[1] <= fn.at[1];
  return (
    facts.assignments.some((one) => isInside(one) && one.target.kind === 'member' && TOLD.test(one.target.property)) ||
    facts.objects.some(
      (one) => isInside(one) && one.properties.some((own) => own.kind === 'property' && TOLD.test(own.key ?? '')),
    ) ||
    facts.calls.some(
      (one) => isInside(one) && one.callee.kind === 'name' && /^(?:Request|fetch)$/.test(one.callee.name),
    )
  );
}

/** Whether a file sets clients of this kind up for all its requests by a function that may change where they go. */
function isSetUp(finder: SiteFinder, context: FileContext, model: ClientModel): boolean {
  const { calls, assignments } = setUps(context);
  const isChanging = (expr: ExprFact): boolean =>
    functionsIn(finder, finder.evaluator.value(context, expr, undefined)).some((hook) => mayRedirect(finder, hook));
  const isClient = ({ callee }: CallFact): boolean =>
    callee.kind === 'member' &&
    optionsOf(finder.evaluator.value(context, callee.object, undefined)).some(
      (value) => value.kind === 'external' && clientsOf(finder.clients, value).includes(model),
    );
  return assignments.length > 0 || calls.some((call) => call.args.some(isChanging) && isClient(call));
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
