import type { CallFact, ExprFact } from '../../../core/model/facts.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import type { FileContext } from '../../evaluate/program.js';
import { optionsOf } from '../../values/value.js';
import type { Frame, Value } from '../../values/value.js';
import { callNames } from './call-names.js';
import type { Span } from '../../../core/model/span.js';
import { perEvaluated } from '../../evaluate/per-file.js';

interface CallContext {
  readonly evaluator: Evaluator;
  readonly context: FileContext;
  readonly frame?: Frame | undefined;
}

/** Whether a call only stores, compares, logs or changes its arguments. */
export function isHandlingCall(callContext: CallContext, call: CallFact): boolean {
  return callNames(call.callee).isOnlyHandling || isPatternSearch(callContext, call);
}

/** Whether the arguments of a call are for people, or are compared by a test or a condition. */
export function isCallForPeople(callContext: CallContext, call: CallFact): boolean {
  return callNames(call.callee).isForPeople || isPatternSearch(callContext, call);
}

/** Whether a call searches a text for a pattern: `url.match(pattern)`, but not `caches.default.match(url)`. */
function isPatternSearch({ evaluator, context, frame }: CallContext, { callee, args }: CallFact): boolean {
  if (callee.kind !== 'member' || !callNames(callee).mayMatch) return false;
  if (callee.object.kind === 'regex') return true;
  const [argument] = args;
  const isCommand = callee.property === 'exec' && argument?.kind === 'literal' && /\s/.test(String(argument.value));
  return optionsOf(evaluator.value(context, callee.object, frame)).every(
    (receiver) => isPattern(receiver) || !(isCommand || isService(receiver)),
  );
}

/** Whether a value is a regular expression or a text. */
function isPattern(value: Value): boolean {
  if (value.kind === 'regex' || value.kind === 'text') return true;
  return value.kind === 'external' && value.root.kind === 'global' && value.root.name === 'RegExp';
}

/**
 * Whether a value is a member of a package, or the platform's `caches`. The result of a call is excluded: it may be a
 * text.
 */
function isService(value: Value): boolean {
  if (value.kind !== 'external') return false;
  const { root, steps } = value;
  if (root.kind === 'global') return root.name === 'caches';
  return root.kind === 'package' && steps.every(({ kind }) => kind === 'member');
}

/** Whether a text is only used in a log, an error, a comparison or the expectation of a test. */
export function isTextForPeople(evaluator: Evaluator, context: FileContext, { at }: Pick<ExprFact, 'at'>): boolean {
  return spansForPeople(evaluator, context).some((span) => span[0] <= at[0] && at[1] <= span[1]);
}

const spansForPeople = perEvaluated((evaluator, context): readonly Span[] =>
  context.facts.calls.flatMap((call) =>
    call.args.length > 0 && isCallForPeople({ evaluator, context }, call)
      ? call.args.filter(({ kind }) => kind !== 'function' && kind !== 'call').map(({ at }) => at)
      : [],
  ),
);
