import type { FileContext } from '../../engine/evaluate/program.js';
import { REASON } from '../../engine/values/reasons.js';
import type { CallFact } from '../../core/model/facts.js';
import { contains } from '../../core/model/span.js';
import type { Span } from '../../core/model/span.js';
import type { MigrationStep } from './step.js';

/** A place at which a function of the file takes a step: by itself, or by calling another function of the file. */
export interface Moment {
  readonly step: MigrationStep;
  /** The function; undefined for the module itself. */
  readonly within: number | undefined;
  readonly at: Span;
  /** Calls from this function to the step; empty if the function takes the step by itself. */
  readonly via: readonly CallFact[];
}

/** Whether the function of a moment has no caller in the file, which could take earlier steps. */
export function isOutermost(context: FileContext, { within }: Moment): boolean {
  return within === undefined || callsOf(context, within).length === 0;
}

/** Maximum number of calls between a function and the step that it takes. */
const MAX_DEPTH = 3;

/** Returns all places of the file at which a function takes a step, in the order of the source. */
export function momentsOf(context: FileContext, steps: readonly MigrationStep[]): readonly Moment[] {
  const moments = steps.map((step): Moment => {
    const { within, at } = step.site.call;
    return { step, within, at, via: [] };
  });
  let callers: readonly Moment[] = moments;
  for (let depth = 0; depth < MAX_DEPTH && callers.length > 0; depth++) {
    callers = callers.flatMap((moment) =>
      moment.within === undefined
        ? []
        : callsOf(context, moment.within).map((call): Moment => ({
            ...moment,
            within: call.within,
            at: call.at,
            via: [call, ...moment.via],
          })),
    );
    moments.push(...callers);
  }
  const isCut = callers.some(
    ({ within, via }) => within !== undefined && callsOf(context, within).some((call) => !via.includes(call)),
  );
  if (isCut) steps[0]?.site.finder.evaluator.program.cut(REASON.limit);
  return moments.sort((left, right) => left.at[0] - right.at[0]);
}

/** Returns the calls of a function of the file by its name. */
function callsOf({ facts, scope }: FileContext, index: number): readonly CallFact[] {
  return facts.calls.filter(({ callee }) => {
    if (callee.kind !== 'name') return false;
    const value = scope.bindingOf(callee)?.value;
    return value?.kind === 'function' && value.function === index;
  });
}

/** Whether, in one run of their function, the first of two moments certainly precedes the other. */
export function surelyPrecedes(context: FileContext, first: Moment, second: Moment): boolean {
  if (first.within !== second.within || first.at[1] > second.at[0]) return false;
  return branchesAround(context, first).every((branch) => contains(branch, second.at));
}

/** Whether, in one run of their function, the first of two moments can precede the other. */
export function canPrecede(context: FileContext, first: Moment, second: Moment): boolean {
  if (first.within !== second.within) return false;
  if (first.at[0] > second.at[0]) return false;
  const { branches } = context.facts;
  return !branches.some(
    (branch) =>
      contains(branch.at, first.at) &&
      !contains(branch.at, second.at) &&
      (branch.leaves === true ||
        branches.some(
          (arm) =>
            arm !== branch && arm.of[0] === branch.of[0] && arm.of[1] === branch.of[1] && contains(arm.at, second.at),
        )),
  );
}

/** Returns the branches around a moment, inside its function. */
function branchesAround({ facts }: FileContext, { within, at }: Moment): readonly Span[] {
  const body = within === undefined ? undefined : facts.functions[within]?.at;
  return facts.branches
    .map((branch) => branch.at)
    .filter(
      (branch) => contains(branch, at) && (body === undefined || (contains(body, branch) && !contains(branch, body))),
    );
}
