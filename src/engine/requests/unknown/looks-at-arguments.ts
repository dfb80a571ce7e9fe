import { visitExprs } from '../../../languages/facts/expressions.js';
import type { CallFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import { perEvaluated, perFile } from '../../evaluate/per-file.js';
import type { FileContext } from '../../evaluate/program.js';
import type { Value } from '../../values/value.js';
import { optionsOf } from '../../values/value.js';
import { isCallForPeople } from './handled-arguments.js';

/**
 * Whether a callee is a function of the program that only inspects, logs or returns its arguments, whatever its name:
 * it neither sends them nor stores them to send later.
 */
export function looksAtArguments(
  evaluator: Evaluator,
  context: FileContext,
  { form, callee: calleeExpr }: CallFact,
  callees: readonly Value[] = optionsOf(evaluator.value(context, calleeExpr, undefined)),
): boolean {
  // A member that the file assigns may be another function at the time of the call.
  const isReassigned = calleeExpr.kind === 'member' && assignedMembers(context).has(calleeExpr.property);
  return (
    form === 'call' &&
    !isReassigned &&
    callees.length > 0 &&
    callees.every((callee) => {
      const calleeFile = callee.kind === 'function' ? evaluator.program.context(callee.file) : undefined;
      return (
        callee.kind === 'function' &&
        calleeFile !== undefined &&
        inspectingFunctions(evaluator, calleeFile).has(callee.function)
      );
    })
  );
}

const assignedMembers = perFile(
  ({ facts }): ReadonlySet<string> =>
    new Set(facts.assignments.flatMap(({ target }) => (target.kind === 'member' ? [target.property] : []))),
);

/** The functions of a file that only inspect their arguments. */
const inspectingFunctions = perEvaluated((evaluator, context): ReadonlySet<number> => {
  const { facts } = context;
  // The arguments of shell functions have no names, and a part of a pipeline is lowered for each job that has it.
  if (facts.language === 'shell') return new Set();
  const passingSpans = [
    ...facts.calls
      .filter((call) => !isCallForPeople({ evaluator, context }, call))
      .flatMap(({ args }) => args.map(spanOf)),
    ...facts.assignments.flatMap(({ value, target }) => [value.at, target.at]),
    ...facts.bindings.flatMap(({ value }) => (value === undefined || value.kind === 'parameter' ? [] : [value.at])),
  ].sort(outerFirst);
  const passingFunctions = new Set<number>();
  const enclosing: Span[] = [];
  let next = 0;
  for (const { at, owner } of usesOfArguments(context)) {
    for (let span = passingSpans[next]; span !== undefined && span[0] <= at[0]; span = passingSpans[++next]) {
      while ((enclosing.at(-1)?.[1] ?? Infinity) <= span[0]) enclosing.pop();
      enclosing.push(span);
    }
    while ((enclosing.at(-1)?.[1] ?? Infinity) <= at[0]) enclosing.pop();
    const [start = -1] = enclosing.at(-1) ?? [];
    if ((facts.functions[owner]?.at[0] ?? 0) < start) passingFunctions.add(owner);
  }
  return new Set([...facts.functions.keys()].filter((index) => !passingFunctions.has(index)));
});

const spanOf = ({ at }: { readonly at: Span }): Span => at;

function outerFirst(left: Span, right: Span): number {
  return left[0] - right[0] || right[1] - left[1];
}

/** Returns the positions at which functions use their arguments, in source order. */
function usesOfArguments(context: FileContext): readonly { readonly at: Span; readonly owner: number }[] {
  const { facts, scope } = context;
  const uses: { readonly at: Span; readonly owner: number }[] = [];
  visitExprs(facts, (expr) => {
    if (expr.kind !== 'name') return;
    const binding = scope.lookup(expr.name, expr.at[0]);
    if (binding === undefined ? expr.name !== 'arguments' : binding.kind !== 'parameter') return;
    const from = binding?.at[0] ?? expr.at[0];
    let owner = context.functionAt(expr.at[0]);
    while (owner !== undefined && !isWithinSpan(from, facts.functions[owner]?.at))
      owner = facts.functions[owner]?.within;
    if (owner !== undefined) uses.push({ at: expr.at, owner });
  });
  return uses.sort((left, right) => left.at[0] - right.at[0]);
}

function isWithinSpan(offset: number, span: Span | undefined): boolean {
  return span !== undefined && span[0] <= offset && offset < span[1];
}
