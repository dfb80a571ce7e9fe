import { wordTest } from '../../../clients/words.js';
import type { ExprFact, PropertyFact } from '../../../model/facts.js';
import type { Env } from '../../evaluate/evaluator.js';
import { heldValues, literalOf } from '../../evaluate/object-keys.js';
import { optionsOf } from '../../values/value.js';
import type { FunctionValue, Value } from '../../values/value.js';
import { globalName } from './global-name.js';
import { isHarmless } from './harmless-calls.js';
import type { SiteFinder } from './site-finder.js';

const redirects = wordTest('redirecting-option');
const isRequestPart = wordTest('request-part');

/** Maximum number of functions of the program that pass a request to each other. */
const MAX_DEPTH = 4;

/** A function of the program with a request as its parameter, in its file. */
interface Hook {
  readonly finder: SiteFinder;
  readonly env: Env;
  readonly of: FunctionValue;
}

/**
 * Whether a function that receives a request may change more of it than headers: by itself, or by passing it to a
 * function that does, or that is not seen.
 */
export function mayRedirect(finder: SiteFinder, of: FunctionValue, depth = 0): boolean {
  const { evaluator } = finder;
  const context = evaluator.program.context(of.file);
  const fn = context?.facts.functions[of.function];
  if (context === undefined || fn === undefined || depth > MAX_DEPTH) return true;
  const { assignments, objects, calls } = context.facts;
  const hook: Hook = { finder, env: evaluator.env(context, undefined), of };
  const isInside = ({ at }: { readonly at: ExprFact['at'] }): boolean => fn.at[0] <= at[0] && at[1] <= fn.at[1];
  return (
    assignments.some((one) => isInside(one) && sets(hook, one.target)) ||
    objects.some((one, index) => isInside(one) && overwrites(hook, index)) ||
    calls.some((one, index) => isInside(one) && handsToUnseen(hook, index, depth)) ||
    fn.returns.some(
      (expr) => expr.kind !== 'call' && optionsOf(hook.env.value(expr)).some((one) => givesAnother(hook, one)),
    )
  );
}

/** `request.url = …`, `request[name] = …`. */
function sets(hook: Hook, target: ExprFact): boolean {
  if (target.kind === 'member') return redirects(target.property);
  return target.kind === 'element' && isRequest(hook, hook.env.value(target.object));
}

/** `{ ...request, url }`, `{ ...request, ...more }`. */
function overwrites(hook: Hook, index: number): boolean {
  const properties = hook.env.context.facts.objects[index]?.properties ?? [];
  if (properties.some((one) => one.kind === 'property' && redirects(one.key ?? '') && !repeats(hook, one))) return true;
  const spreads = properties.flatMap((one) => (one.kind === 'spread' ? [hook.env.value(one.value)] : []));
  return spreads.some((one) => isRequest(hook, one)) && spreads.some((one) => mayTell(hook, one));
}

/** `{ url: request.url }`: a property copied from the request. */
function repeats({ env, of }: Hook, { key, value }: Extract<PropertyFact, { readonly kind: 'property' }>): boolean {
  const own = env.value(value);
  return value.kind === 'member' && value.property === key && own.kind === 'parameter' && isOf(of, own.parameter);
}

/** Whether a value that is merged into a request may set its destination. */
function mayTell(hook: Hook, value: Value): boolean {
  return optionsOf(value).some((option) => {
    if (option.kind === 'scalar' || isRequest(hook, option)) return false;
    if (option.kind !== 'object') return true;
    const { evaluator } = hook.finder;
    const literal = literalOf(evaluator.program, option);
    if (literal === undefined) return true;
    return literal.fact.properties.some((one) =>
      one.kind === 'spread'
        ? mayTell(hook, evaluator.value(literal.context, one.value, option.frame))
        : one.key === undefined || redirects(one.key),
    );
  });
}

function handsToUnseen(hook: Hook, index: number, depth: number): boolean {
  const { finder, env, of } = hook;
  const call = env.context.facts.calls[index];
  if (call === undefined) return false;
  if (call.callee.kind === 'name' && /^(?:Request|fetch)$/.test(call.callee.name)) return true;
  const args = finder.evaluator.args(env.context, call, undefined);
  if (!args.some((one) => holds(hook, one))) return false;
  const name = globalName(env.context, call.callee) ?? '';
  if (name === 'map/merge') return isRequest(hook, args[0]) && args.some((one) => mayTell(hook, one));
  if (/^promise[./]/i.test(name) || isHarmless(finder, env, call)) return false;
  return optionsOf(env.value(call.callee)).some((callee) => {
    if (callee.kind === 'function') return mayRedirect(finder, callee, depth + 1);
    // `next(request)`: the callback that continues the request.
    return !(callee.kind === 'parameter' && isOf(of, callee.parameter));
  });
}

/** Whether a hook returns a value that is neither its request nor made of it. */
function givesAnother(hook: Hook, value: Value): boolean {
  if (value.kind === 'external' || value.kind === 'unknown' || value.kind === 'instance') return true;
  return value.kind === 'parameter' && !isOf(hook.of, value.parameter);
}

/** Whether a value is a request, or a list or an object that contains the request or a changeable part of it. */
function holds(hook: Hook, value: Value, depth = 0): boolean {
  return optionsOf(value).some((option): boolean => {
    if (isRequest(hook, option)) return true;
    if (depth > 1) return false;
    if (option.kind === 'array') return option.elements.some((one) => holds(hook, one, depth + 1));
    if (option.kind !== 'object') return false;
    return heldValues(hook.finder.evaluator, option).some((held) => holds(hook, held, depth + 1));
  });
}

function isRequest(hook: Hook, value: Value | undefined): boolean {
  return (
    value !== undefined &&
    optionsOf(value).some(
      (one) =>
        one.kind === 'parameter' &&
        isOf(hook.of, one.parameter) &&
        one.parameter.path.every((step) => isRequestPart(step)),
    )
  );
}

function isOf(of: FunctionValue, parameter: { readonly file: string; readonly function: number }): boolean {
  return parameter.file === of.file && parameter.function === of.function;
}
