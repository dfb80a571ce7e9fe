import { wordsOf } from '../../../clients/words.js';
import type { Place } from '../../../model/span.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import { optionsOf } from '../../values/value.js';
import type { FunctionValue, Value } from '../../values/value.js';
import { isBystander } from './call-names.js';
import { onlyHandles } from './looks-only.js';
import type { SiteFinder } from '../calling/site-finder.js';

const URL_KEYS = wordsOf('url-key');

/** How many functions of the program are looked into, one inside the other. */
const MAX_DEPTH = 3;

/**
 * Whether a function of the program hands something that it is given to what nobody knows. One that does not sends
 * nothing but the requests that are seen in it. Many lead to the same others: each is asked once for each depth.
 */
export function handsOn(finder: SiteFinder, fn: FunctionValue, depth = 0): boolean {
  const key = `${fn.file} ${String(fn.function)} ${String(depth)}`;
  let known = finder.handingOn.get(key);
  if (known === undefined) finder.handingOn.set(key, (known = findsUnknown(finder, fn, depth)));
  return known;
}

function findsUnknown(finder: SiteFinder, { file, function: index }: FunctionValue, depth: number): boolean {
  const { evaluator } = finder;
  const context = evaluator.program.context(file);
  if (context === undefined) return false;
  return context.callsIn(index).some((at) => {
    const call = context.facts.calls[at];
    if (call === undefined || call.args.length === 0) return false;
    if (onlyHandles({ evaluator, context }, call)) return false;
    const callees = optionsOf(evaluator.value(context, call.callee, undefined));
    const place: Place = { file, span: call.at };
    const passes = (): boolean =>
      evaluator.args(context, call, undefined).some((arg) => isGiven(evaluator, arg, place));
    return callees.some((callee) =>
      callee.kind === 'function'
        ? depth < MAX_DEPTH && callee.function !== index && passes() && handsOn(finder, callee, depth + 1)
        : isUnknown(callee) && !isBystander(callee) && passes(),
    );
  });
}

function isUnknown({ kind }: Value): boolean {
  return kind === 'external' || kind === 'parameter' || kind === 'unknown';
}

/** A parameter, a text that is made of one, or an object that has one where URLs stand. */
function isGiven(evaluator: Evaluator, value: Value, at: Place): boolean {
  return optionsOf(value).some((option) => {
    if (option.kind === 'parameter') return true;
    if (option.kind === 'text')
      return option.parts.some((part) => part.kind === 'hole' && part.parameter !== undefined);
    if (option.kind !== 'object') return false;
    return URL_KEYS.some((name) => {
      const url = evaluator.member(option, name, at);
      return url.kind === 'parameter' || (url.kind === 'text' && isGiven(evaluator, url, at));
    });
  });
}
