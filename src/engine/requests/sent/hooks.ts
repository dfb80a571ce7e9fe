import type { ClientModel } from '../../../core/model/client-model.js';
import { describeExpr } from '../../../languages/facts/expressions.js';
import type { CallFact, ExprFact, PropertyFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import { propertyValues, literalOf } from '../../evaluate/object-keys.js';
import { perFile } from '../../evaluate/per-file.js';
import type { FileContext } from '../../evaluate/program.js';
import { optionsOf } from '../../values/value.js';
import { REASON } from '../../values/reasons.js';
import type { ExternalValue, Value, FunctionValue } from '../../values/value.js';
import { clientsOf } from '../calling/client-match.js';
import { optionExprs } from './sender.js';
import type { Sender, SiteFinder } from '../calling/site.js';
import { wordTest } from '../../../knowledge/clients/words.js';
import type { Env } from '../../evaluate/evaluator.js';
import { globalName, isHarmless } from '../calling/global-calls.js';

/** Options whose functions receive a request before it is sent. */
const HOOKS = ['hooks', 'onRequest', 'beforeSend', 'interceptors', 'before', 'transformRequest'];

/** Options whose functions send the request. */
const SENDERS = ['adapter', 'fetch'];

/** Pattern of hooks that receive the response. */
const RESPONSE_HOOK = /^(?:after|response|on?(?:Response|Error)|beforeError|beforeRetry|init$)/i;

/** Whether a function, as in an interceptor or an adapter, may change the destination of a request, or sends it. */
export function isHooked(finder: SiteFinder, sender: Sender): boolean {
  const { evaluator } = finder;
  const { context, index, frame, use } = sender;
  const env = evaluator.env(context, frame);
  const at: Place = { file: context.file, span: context.facts.calls[index]?.at ?? [0, 0] };
  const optionValues = (optionExprs(env, sender) ?? []).flatMap((expr) =>
    expr.kind === 'object' && !mayContainHook(context, expr.object) ? [] : [env.value(expr)],
  );
  const options = [...optionValues, ...use.defaults].filter((value) => {
    if (value.kind !== 'object') return value.kind === 'layered';
    const literal = literalOf(evaluator.program, value);
    return literal !== undefined && mayContainHook(literal.context, value.object);
  });
  const hooksUnderKeys = (keys: readonly string[]): readonly Value[] =>
    options.flatMap((value) => keys.flatMap((key) => hooksUnder(finder, value, key, at)));
  // An imported `fetch` sends the request itself.
  if (hooksUnderKeys(SENDERS).some((hook) => hook.kind === 'function' || isImported(hook))) return true;
  if (hooksUnderKeys(HOOKS).some((hook) => isChanging(finder, hook))) return true;
  if (use.model.closed === true) return false;
  const { program } = evaluator;
  const isSetUpIn = (file: string): boolean => {
    const fileContext = program.context(file);
    return fileContext !== undefined && isSetUp(finder, fileContext, use.model);
  };
  const examined = new Set([context.file, ...use.made.map(({ file }) => file)]);
  if ([...examined].some(isSetUpIn)) return true;
  const importers = new Set(use.made.flatMap(({ file }) => program.modules.importers(file, SET_UP_WORDS)));
  return importers.size > MAX_USERS || [...importers].some((file) => !examined.has(file) && isSetUpIn(file));
}

/** Words that a file must contain to set up an imported client. */
const SET_UP_WORDS: ReadonlySet<string> = new Set(['interceptors', 'hooks', 'intercept', 'adapter']);

/** Maximum number of files that import a client and contain such a word; with more, the client counts as set up. */
const MAX_USERS = 200;

/** Whether an object literal may contain a hook: checked before evaluation. */
function mayContainHook({ facts }: FileContext, object: number): boolean {
  const properties = facts.objects[object]?.properties ?? [];
  return properties.some(
    (property) =>
      property.kind === 'spread' ||
      property.key === undefined ||
      HOOKS.includes(property.key) ||
      SENDERS.includes(property.key),
  );
}

/**
 * Returns the hooks under a key of the options. Unknown values count as hooks only if the object literal of the options
 * has the key.
 */
function hooksUnder(finder: SiteFinder, options: Value, key: string, at: Place): readonly Value[] {
  const { evaluator } = finder;
  const literal = options.kind === 'object' ? literalOf(evaluator.program, options) : undefined;
  const isNamed =
    literal?.fact.properties.some((property) => property.kind === 'property' && property.key === key) ?? false;
  return hooksIn(finder, evaluator.member(options, key, at)).filter(({ kind }) => isNamed || kind === 'function');
}

/** Returns the hooks in a value, a list or an object: functions, and unknown values. */
function hooksIn(finder: SiteFinder, value: Value, depth = 0): readonly Value[] {
  if (depth > 2) return [];
  const { evaluator } = finder;
  return optionsOf(value).flatMap((option): readonly Value[] => {
    if (option.kind === 'scalar' || option.kind === 'text' || option.kind === 'regex') return [];
    if (option.kind === 'array') return option.elements.flatMap((element) => hooksIn(finder, element, depth + 1));
    if (option.kind === 'external') return isOfClient(finder, option) ? [] : [option];
    if (option.kind !== 'object') return [option];
    const isResponseHook = (property: PropertyFact): boolean =>
      property.kind === 'property' && RESPONSE_HOOK.test(property.key ?? '');
    return propertyValues(evaluator, option, isResponseHook).flatMap((property) =>
      hooksIn(finder, property, depth + 1),
    );
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
    assignments.length > 0 ||
    calls.some((call) => isCallOfClient(finder, context, call, model) && passesHook(finder, context, call))
  );
}

/** Whether a call is one of a client of this kind: a value with interceptors counts as one. */
function isCallOfClient(finder: SiteFinder, context: FileContext, { callee }: CallFact, model: ClientModel): boolean {
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
function passesHook(finder: SiteFinder, context: FileContext, { callee, args }: CallFact): boolean {
  const isUse = callee.kind === 'member' && callee.property === 'use';
  return (isUse ? args.slice(0, 1) : args).some((expr) =>
    hooksIn(finder, finder.evaluator.value(context, expr, undefined)).some((hook) => isChanging(finder, hook)),
  );
}

const setUps = perFile(({ facts }) => ({
  calls: facts.calls.filter(
    ({ callee }) => callee.kind === 'member' && INSTALLS.test(callee.property) && !isResponseHook(callee),
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

function isResponseHook(expr: ExprFact): boolean {
  let step = expr;
  while (step.kind === 'member') {
    if (RESPONSE_HOOK.test(step.property)) return true;
    step = step.object;
  }
  return false;
}

const redirects = wordTest('redirecting-option');
const isRequestPart = wordTest('request-part');

/** Maximum number of functions of the program that pass a request to each other. */
const MAX_DEPTH = 4;

/** A function of the program with a request as its parameter, in its file. */
interface Hook {
  readonly finder: SiteFinder;
  readonly env: Env;
  readonly fn: FunctionValue;
}

/**
 * Whether a function that receives a request may change more of it than headers: by itself, or by passing it to a
 * function that does, or to unseen code.
 */
function mayRedirect(finder: SiteFinder, fn: FunctionValue, depth = 0): boolean {
  const { evaluator } = finder;
  const context = evaluator.program.context(fn.file);
  const fact = context?.facts.functions[fn.function];
  if (context === undefined || fact === undefined || depth > MAX_DEPTH) return true;
  const { assignments, objects, calls } = context.facts;
  const hook: Hook = { finder, env: evaluator.env(context, undefined), fn };
  const isInside = ({ at }: { readonly at: ExprFact['at'] }): boolean => fact.at[0] <= at[0] && at[1] <= fact.at[1];
  return (
    assignments.some((assignment) => isInside(assignment) && setsDestination(hook, assignment.target)) ||
    objects.some((object, index) => isInside(object) && overwrites(hook, index)) ||
    calls.some((call, index) => isInside(call) && passesToUnseen(hook, index, depth)) ||
    fact.returns.some(
      (expr) => expr.kind !== 'call' && optionsOf(hook.env.value(expr)).some((value) => isOtherValue(hook, value)),
    )
  );
}

/** Whether an assignment may change the request: `request.url = …`, `request[name] = …`. */
function setsDestination(hook: Hook, target: ExprFact): boolean {
  if (target.kind === 'member') return redirects(target.property);
  return target.kind === 'element' && isRequest(hook, hook.env.value(target.object));
}

/** Whether an object copies the request with changes: `{ ...request, url }`, `{ ...request, ...more }`. */
function overwrites(hook: Hook, index: number): boolean {
  const properties = hook.env.context.facts.objects[index]?.properties ?? [];
  if (
    properties.some(
      (property) => property.kind === 'property' && redirects(property.key ?? '') && !isCopied(hook, property),
    )
  )
    return true;
  const spreads = properties.flatMap((property) =>
    property.kind === 'spread' ? [hook.env.value(property.value)] : [],
  );
  return spreads.some((value) => isRequest(hook, value)) && spreads.some((value) => maySetDestination(hook, value));
}

/** Whether a property is copied from the request: `{ url: request.url }`. */
function isCopied({ env, fn }: Hook, { key, value }: Extract<PropertyFact, { readonly kind: 'property' }>): boolean {
  const own = env.value(value);
  return (
    value.kind === 'member' && value.property === key && own.kind === 'parameter' && isParameterOf(fn, own.parameter)
  );
}

/** Whether a value that is merged into a request may set its destination. */
function maySetDestination(hook: Hook, value: Value): boolean {
  return optionsOf(value).some((option) => {
    if (option.kind === 'scalar' || isRequest(hook, option)) return false;
    if (option.kind !== 'object') return true;
    const { evaluator } = hook.finder;
    const literal = literalOf(evaluator.program, option);
    if (literal === undefined) return true;
    return literal.fact.properties.some((property) =>
      property.kind === 'spread'
        ? maySetDestination(hook, evaluator.value(literal.context, property.value, option.frame))
        : property.key === undefined || redirects(property.key),
    );
  });
}

function passesToUnseen(hook: Hook, index: number, depth: number): boolean {
  const { finder, env, fn } = hook;
  const call = env.context.facts.calls[index];
  if (call === undefined) return false;
  if (call.callee.kind === 'name' && /^(?:Request|fetch)$/.test(call.callee.name)) return true;
  const args = finder.evaluator.args(env.context, call, undefined);
  if (!args.some((value) => containsRequest(hook, value))) return false;
  const name = globalName(env.context, call.callee) ?? '';
  if (name === 'map/merge') return isRequest(hook, args[0]) && args.some((value) => maySetDestination(hook, value));
  if (/^promise[./]/i.test(name) || isHarmless(finder, env, call)) return false;
  return optionsOf(env.value(call.callee)).some((callee) => {
    if (callee.kind === 'function') return mayRedirect(finder, callee, depth + 1);
    // `next(request)`: the callback that continues the request.
    return !(callee.kind === 'parameter' && isParameterOf(fn, callee.parameter));
  });
}

/** Whether a value that a hook returns is neither its request nor derived from the request. */
function isOtherValue(hook: Hook, value: Value): boolean {
  if (value.kind === 'external' || value.kind === 'unknown' || value.kind === 'instance') return true;
  return value.kind === 'parameter' && !isParameterOf(hook.fn, value.parameter);
}

/** Whether a value is a request, or a list or an object that contains the request or a changeable part of it. */
function containsRequest(hook: Hook, value: Value, depth = 0): boolean {
  return optionsOf(value).some((option): boolean => {
    if (isRequest(hook, option)) return true;
    if (depth > 1) return false;
    if (option.kind === 'array') return option.elements.some((element) => containsRequest(hook, element, depth + 1));
    if (option.kind !== 'object') return false;
    return propertyValues(hook.finder.evaluator, option).some((property) => containsRequest(hook, property, depth + 1));
  });
}

function isRequest(hook: Hook, value: Value | undefined): boolean {
  return (
    value !== undefined &&
    optionsOf(value).some(
      (option) =>
        option.kind === 'parameter' &&
        isParameterOf(hook.fn, option.parameter) &&
        option.parameter.path.every((step) => isRequestPart(step)),
    )
  );
}

function isParameterOf(fn: FunctionValue, parameter: { readonly file: string; readonly function: number }): boolean {
  return parameter.file === fn.file && parameter.function === fn.function;
}
