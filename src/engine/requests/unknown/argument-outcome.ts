import type { CallFact } from '../../../core/model/facts.js';
import { mayConstruct } from '../../evaluate/arguments.js';
import { constructorOf } from '../../evaluate/calls.js';
import type { FileContext } from '../../evaluate/program.js';
import { SENDING_NAME } from '../../../knowledge/clients/words.js';
import { callNames, isBystander } from './call-names.js';
import { isHandlingCall } from './handled-arguments.js';
import type { SiteFinder } from '../calling/site.js';
import { classIn, optionsOf } from '../../values/value.js';
import type { Frame, FunctionValue, Value } from '../../values/value.js';

/**
 * Outcome of an argument: `called` in known code, `unknown`, `inspected` if nothing calls it, or `followed` if its call
 * is a separate request site.
 */
export type ArgumentOutcome = 'called' | 'unknown' | 'inspected' | 'followed';

/** Maximum number of functions of the program that pass an argument on to each other. */
const MAX_DEPTH = 4;

interface FunctionArgument {
  readonly index: number;
  /** Property of the argument that contains the function. */
  readonly key: string | undefined;
  /** Whether the function is a method of a modelled client: calls whose names suggest sending are separate sites. */
  readonly isModelled: boolean;
  readonly frame: Frame | undefined;
}

/** Returns the outcome of a function that a call receives as an argument. */
export function argumentOutcome(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  argument: FunctionArgument,
  depth = 0,
): ArgumentOutcome {
  const { evaluator } = finder;
  if (depth > MAX_DEPTH) return 'unknown';
  const outcomes = optionsOf(evaluator.value(context, call.callee, argument.frame)).map((target): ArgumentOutcome => {
    const fn = functionOf(finder, context, target, call);
    return fn === undefined ? 'unknown' : outcomeIn(finder, fn, argument, depth);
  });
  return STRONGEST.find((outcome) => outcomes.includes(outcome)) ?? 'unknown';
}

const STRONGEST: readonly ArgumentOutcome[] = ['called', 'followed', 'unknown', 'inspected'];

/** The function of the program that a call reaches. */
function functionOf(
  { evaluator }: SiteFinder,
  context: FileContext,
  target: Value,
  call: CallFact,
): FunctionValue | undefined {
  if (target.kind === 'function') return target;
  const functionConstructor = constructorOf(evaluator, target);
  if (functionConstructor !== undefined) return functionConstructor;
  const constructed = mayConstruct(context, call) ? classIn(target) : undefined;
  const construct =
    constructed && evaluator.program.context(constructed.file)?.facts.classes[constructed.class]?.construct;
  return constructed === undefined || construct === undefined
    ? undefined
    : { kind: 'function', file: constructed.file, function: construct, frame: constructed.frame, bound: [] };
}

function outcomeIn(finder: SiteFinder, fn: FunctionValue, argument: FunctionArgument, depth: number): ArgumentOutcome {
  const { evaluator } = finder;
  const context = evaluator.program.context(fn.file);
  if (context === undefined) return 'unknown';
  const index = argument.index + fn.bound.length;
  const isArgument = (value: Value): boolean =>
    optionsOf(value).some((option) => {
      if (option.kind !== 'parameter' || option.parameter.file !== fn.file) return false;
      const { parameter } = option;
      const isThisParameter = parameter.index === index || (parameter.rest && parameter.index <= index);
      return (
        parameter.function === fn.function &&
        isThisParameter &&
        (argument.key === undefined || parameter.path.includes(argument.key))
      );
    });
  let outcome: ArgumentOutcome = 'inspected';
  for (const call of context.facts.calls) {
    evaluator.program.spend(1);
    const names = callNames(call.callee);
    const calledExpr =
      call.callee.kind === 'member' && /^(?:call|apply|bind)$/.test(call.callee.property)
        ? call.callee.object
        : call.callee;
    if (isArgument(evaluator.value(context, calledExpr, undefined)))
      return argument.isModelled && SENDING_NAME.test(names.decidingName) ? 'followed' : 'called';
    if (isHandlingCall({ evaluator, context }, call)) continue;
    const position = evaluator.args(context, call, undefined).findIndex(isArgument);
    if (position < 0) continue;
    const receiver = evaluator.value(
      context,
      call.callee.kind === 'member' ? call.callee.object : call.callee,
      undefined,
    );
    if (isBystander(receiver)) continue;
    const innerOutcome = argumentOutcome(
      finder,
      context,
      call,
      { ...argument, index: position, key: undefined, frame: undefined },
      depth + 1,
    );
    if (innerOutcome === 'called' || innerOutcome === 'followed') return innerOutcome;
    if (innerOutcome === 'unknown') outcome = 'unknown';
  }
  const stored = [
    ...context.facts.assignments.map(({ value }) => value),
    ...(context.facts.functions[fn.function]?.returns ?? []),
  ];
  return outcome === 'inspected' && stored.some((expr) => isArgument(evaluator.value(context, expr, undefined)))
    ? 'unknown'
    : outcome;
}
