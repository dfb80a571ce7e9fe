import { wordsOf } from '../../../knowledge/clients/words.js';
import { markOf, Tracked } from '../../../core/model/query-log.js';
import type { Place } from '../../../core/model/span.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import { optionsOf } from '../../values/value.js';
import type { FunctionValue, Value } from '../../values/value.js';
import { isBystander } from './call-names.js';
import { isHandlingCall } from './handled-arguments.js';
import type { SiteFinder } from '../calling/site.js';

const URL_KEYS = wordsOf('url-key');

/**
 * Whether a function of the program passes a parameter on to unknown code. Otherwise it sends only the requests that
 * are seen in it. Memoised, because many functions have the same callees.
 */
export function passesParametersOn(finder: SiteFinder, fn: FunctionValue): boolean {
  const { passingFunctions } = finder;
  const { log } = finder.evaluator.program.modules;
  const mark = markOf(log);
  const visited = new Set<string>();
  const workList = [fn];
  for (let current = workList.pop(); current !== undefined; current = workList.pop()) {
    const key = keyOf(current);
    if (visited.has(key)) continue;
    const answer = passingFunctions.get(key)?.use(log);
    if (answer === false) continue;
    visited.add(key);
    const callees = answer === true ? 'unknown' : calleesWithParameters(finder, current);
    if (callees === 'unknown') {
      for (const passing of [current, fn]) passingFunctions.set(keyOf(passing), new Tracked(true, log, mark));
      return true;
    }
    workList.push(...callees.reverse());
  }
  for (const key of visited) passingFunctions.set(key, new Tracked(false, log, mark));
  return false;
}

function keyOf({ file, function: index }: FunctionValue): string {
  return `${file} ${String(index)}`;
}

/** The functions of the program to which a function passes its parameters; `unknown` if other code receives one. */
function calleesWithParameters(
  finder: SiteFinder,
  { file, function: index }: FunctionValue,
): FunctionValue[] | 'unknown' {
  const { evaluator } = finder;
  const context = evaluator.program.context(file);
  const functions: FunctionValue[] = [];
  for (const callIndex of context?.callsIn(index) ?? []) {
    const call = context?.facts.calls[callIndex];
    if (context === undefined || call === undefined || call.args.length === 0) continue;
    if (isHandlingCall({ evaluator, context }, call)) continue;
    const callees = optionsOf(evaluator.value(context, call.callee, undefined));
    const place: Place = { file, span: call.at };
    const passesParameter = (): boolean =>
      evaluator.args(context, call, undefined).some((arg) => containsParameter(evaluator, arg, place));
    if (callees.some((callee) => isUnknown(callee) && !isBystander(callee)) && passesParameter()) return 'unknown';
    const programFunctions = callees.filter((callee) => callee.kind === 'function');
    if (programFunctions.length > 0 && passesParameter()) functions.push(...programFunctions);
  }
  return functions;
}

function isUnknown({ kind }: Value): boolean {
  return kind === 'external' || kind === 'parameter' || kind === 'unknown';
}

/** Whether a value is a parameter, a text that contains one, or an object with one as a URL. */
function containsParameter(evaluator: Evaluator, value: Value, at: Place): boolean {
  return optionsOf(value).some((option) => {
    if (option.kind === 'parameter') return true;
    if (option.kind === 'text')
      return option.parts.some((part) => part.kind === 'hole' && part.parameter !== undefined);
    if (option.kind !== 'object') return false;
    return URL_KEYS.some((name) => {
      const url = evaluator.member(option, name, at);
      return url.kind === 'parameter' || (url.kind === 'text' && containsParameter(evaluator, url, at));
    });
  });
}
