import type { CallFact } from '../../../core/model/facts.js';
import { constructs } from '../../evaluate/arguments.js';
import { constructorOf } from '../../evaluate/calls.js';
import type { FileContext } from '../../evaluate/program.js';
import { SENDS } from '../../../knowledge/clients/words.js';
import { callNames, isBystander } from './call-names.js';
import { onlyHandles } from './looks-only.js';
import type { SiteFinder } from '../calling/site.js';
import { classIn, optionsOf } from '../../values/value.js';
import type { Frame, FunctionValue, Value } from '../../values/value.js';

/**
 * Fate of an argument: `called` in known code, `unknown`, `told` if it is only inspected, or `followed` if its call is
 * a separate request site.
 */
export type Fate = 'called' | 'unknown' | 'told' | 'followed';

/** Maximum number of functions of the program that pass an argument on to each other. */
const MAX_DEPTH = 4;

interface GivenFunction {
  readonly index: number;
  /** The property of the argument with the function. */
  readonly key: string | undefined;
  /** Whether it is a method of a modelled client: its call under a name that suggests sending is found separately. */
  readonly isModelled: boolean;
  readonly frame: Frame | undefined;
}

export function fateOf(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  given: GivenFunction,
  depth = 0,
): Fate {
  const { evaluator } = finder;
  if (depth > MAX_DEPTH) return 'unknown';
  const fates = optionsOf(evaluator.value(context, call.callee, given.frame)).map((target): Fate => {
    const fn = functionOf(finder, context, target, call);
    return fn === undefined ? 'unknown' : fateIn(finder, fn, given, depth);
  });
  return STRONGEST.find((fate) => fates.includes(fate)) ?? 'unknown';
}

const STRONGEST: readonly Fate[] = ['called', 'followed', 'unknown', 'told'];

/** The function of the program that a call reaches. */
function functionOf(
  { evaluator }: SiteFinder,
  context: FileContext,
  target: Value,
  call: CallFact,
): FunctionValue | undefined {
  if (target.kind === 'function') return target;
  const plain = constructorOf(evaluator, target);
  if (plain !== undefined) return plain;
  const made = constructs(context, call) ? classIn(target) : undefined;
  const construct = made && evaluator.program.context(made.file)?.facts.classes[made.class]?.construct;
  return made === undefined || construct === undefined
    ? undefined
    : { kind: 'function', file: made.file, function: construct, frame: made.frame, bound: [] };
}

function fateIn(finder: SiteFinder, fn: FunctionValue, given: GivenFunction, depth: number): Fate {
  const { evaluator } = finder;
  const context = evaluator.program.context(fn.file);
  if (context === undefined) return 'unknown';
  const index = given.index + fn.bound.length;
  const isGiven = (value: Value): boolean =>
    optionsOf(value).some((option) => {
      if (option.kind !== 'parameter' || option.parameter.file !== fn.file) return false;
      const { parameter } = option;
      const isThisParameter = parameter.index === index || (parameter.rest && parameter.index <= index);
      return (
        parameter.function === fn.function &&
        isThisParameter &&
        (given.key === undefined || parameter.path.includes(given.key))
      );
    });
  let fate: Fate = 'told';
  for (const call of context.facts.calls) {
    evaluator.program.spend(1);
    const names = callNames(call.callee);
    const called =
      call.callee.kind === 'member' && /^(?:call|apply|bind)$/.test(call.callee.property)
        ? call.callee.object
        : call.callee;
    if (isGiven(evaluator.value(context, called, undefined)))
      return given.isModelled && SENDS.test(names.tail) ? 'followed' : 'called';
    if (onlyHandles({ evaluator, context }, call)) continue;
    const at = evaluator.args(context, call, undefined).findIndex(isGiven);
    if (at < 0) continue;
    const receiver = evaluator.value(
      context,
      call.callee.kind === 'member' ? call.callee.object : call.callee,
      undefined,
    );
    if (isBystander(receiver)) continue;
    const next = fateOf(finder, context, call, { ...given, index: at, key: undefined, frame: undefined }, depth + 1);
    if (next === 'called' || next === 'followed') return next;
    if (next === 'unknown') fate = 'unknown';
  }
  const kept = [
    ...context.facts.assignments.map(({ value }) => value),
    ...(context.facts.functions[fn.function]?.returns ?? []),
  ];
  return fate === 'told' && kept.some((expr) => isGiven(evaluator.value(context, expr, undefined))) ? 'unknown' : fate;
}
