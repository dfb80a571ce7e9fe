import { SENDING_NAME, wordTest } from '../../../knowledge/clients/words.js';
import type { CallFact, ExprFact } from '../../../core/model/facts.js';
import { mayConstruct, listAsArguments } from '../../evaluate/arguments.js';
import type { Place } from '../../../core/model/span.js';
import { receiverFor } from '../../evaluate/method-call.js';
import { isHelperCall } from '../../evaluate/compiled-code.js';
import { constructorOf } from '../../evaluate/calls.js';
import { passedValue } from '../../evaluate/callers.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import type { FileContext } from '../../evaluate/program.js';
import { classIn, lazyArgs, optionsOf, UNDEFINED } from '../../values/value.js';
import type { Args, Frame, Value } from '../../values/value.js';
import { findClient } from '../calling/client-match.js';
import type { SiteFinder } from '../calling/site.js';

export interface CallTarget {
  readonly callee: Value;
  readonly args: Args;
  /** Whether the arguments are those in the source of the call. */
  readonly hasWrittenArguments: boolean;
}

const isTextMethod = wordTest('text-methods');

/** Whether a call is of a string method, by its name; such a call sends nothing, whatever its receiver is. */
export function isTextMethodCall({ callee }: CallFact): boolean {
  return callee.kind === 'member' && isTextMethod(callee.property);
}

/**
 * Returns the possible targets of a call, with `.call`, `.apply` and construction resolved; none for string methods and
 * for helpers of compilers.
 */
export function callTargets(
  finder: SiteFinder,
  context: FileContext,
  index: number,
  frame: Frame | undefined,
): readonly CallTarget[] {
  const { evaluator } = finder;
  const call = context.facts.calls[index];
  if (call === undefined || isHelperCall(context, call) || isTextMethodCall(call)) return [];
  const { callee } = call;
  const place: Place = { file: context.file, span: call.at };
  const hasApiCallee = finder.evaluator.program.modules.reached?.(context.file)?.calleeCalls.has(index) === true;
  const targetsOf = (expr: ExprFact): readonly Value[] => {
    const name = expr.kind === 'member' ? expr.property : expr.kind === 'name' ? expr.name : '';
    const values = optionsOf(evaluator.value(context, expr, frame));
    const valuesFromCallers = (value: Value): readonly Value[] => passedCallees(evaluator, value, place);
    if (SENDING_NAME.test(name)) return values.flatMap(valuesFromCallers);
    // An SDK method that a caller passes is judged at the call that passes it.
    return hasApiCallee
      ? values.flatMap((value) =>
          valuesFromCallers(value).filter((target) => target === value || !isSdkMethod(finder, target)),
        )
      : values;
  };
  if (callee.kind === 'member' && (callee.property === 'call' || callee.property === 'apply')) {
    const functions = targetsOf(callee.object);
    if (functions.some((value) => value.kind === 'function' || value.kind === 'external')) {
      const [self, ...otherArgs] = evaluator.args(context, call, frame);
      const [argumentList] = otherArgs;
      const passedArgs = callee.property === 'call' ? otherArgs : listAsArguments(evaluator, argumentList, place);
      return functions.map((value) => ({
        callee: value.kind === 'function' && self !== undefined ? { ...value, self: receiverFor(value, self) } : value,
        args: () => passedArgs,
        hasWrittenArguments: false,
      }));
    }
  }
  const args = lazyArgs(() => evaluator.args(context, call, frame), evaluator.program);
  return targetsOf(callee).map((value): CallTarget => {
    const constructorFunction = call.form === 'new' ? undefined : constructorOf(evaluator, value);
    if (constructorFunction !== undefined) return { callee: constructorFunction, args, hasWrittenArguments: true };
    const constructedClass = mayConstruct(context, call) ? classIn(value) : undefined;
    if (constructedClass === undefined) return { callee: value, args, hasWrittenArguments: true };
    const construct = evaluator.program.context(constructedClass.file)?.facts.classes[constructedClass.class]
      ?.construct;
    if (construct === undefined) return { callee: UNDEFINED, args, hasWrittenArguments: true };
    const self: Value = { kind: 'instance', of: constructedClass, args };
    return {
      callee: {
        kind: 'function',
        file: constructedClass.file,
        function: construct,
        frame: constructedClass.frame,
        self,
        bound: [],
      },
      args,
      hasWrittenArguments: true,
    };
  });
}

/**
 * Returns the values that callers pass if the callee is, or belongs to, a parameter; the parameter itself without known
 * callers. `callTargets` asks for them only if the callee's name suggests sending, or a value of an API reaches the
 * callee: callbacks are called everywhere.
 */
function passedCallees(evaluator: Evaluator, callee: Value, at: Place): readonly Value[] {
  if (callee.kind === 'parameter') {
    const callerValue = passedValue(evaluator, callee.parameter);
    const callables =
      callerValue === undefined
        ? []
        : optionsOf(callerValue).filter((value) => value.kind === 'external' || value.kind === 'function');
    return callables.length > 0 ? callables : [callee];
  }
  if (callee.kind !== 'external' || callee.parameter === undefined) return [callee];
  let callerValue = passedValue(evaluator, callee.parameter);
  for (const step of callee.steps) {
    if (callerValue === undefined || step.kind !== 'member') return [callee];
    callerValue = evaluator.member(callerValue, step.name, at);
  }
  const callables =
    callerValue === undefined
      ? []
      : optionsOf(callerValue).filter((value) => value.kind === 'external' || value.kind === 'function');
  return callables.length > 0 ? callables : [callee];
}

function isSdkMethod({ clients }: SiteFinder, value: Value): boolean {
  return value.kind === 'external' && findClient(clients, value, 'call')?.row.template !== undefined;
}
