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
  /** Calls on the way to the step, from this function inwards; empty if the function takes it by itself. */
  readonly via: readonly CallFact[];
}

/** Whether the function of a moment has no caller in the file, so that earlier steps are not seen here. */
export function isOutermost(context: FileContext, { within }: Moment): boolean {
  return within === undefined || callsOf(context, within).length === 0;
}

/** Maximum number of functions between a step and its start. */
const MAX_DEPTH = 3;

/** All places of the file at which a step is taken, in the order of the source. */
export function momentsOf(context: FileContext, steps: readonly MigrationStep[]): readonly Moment[] {
  const own = steps.map((step): Moment => ({ step, within: step.site.call.within, at: step.site.call.at, via: [] }));
  const all = [...own];
  let last: readonly Moment[] = own;
  for (let depth = 0; depth < MAX_DEPTH && last.length > 0; depth++) {
    last = last.flatMap((moment) =>
      moment.within === undefined
        ? []
        : callsOf(context, moment.within).map((call): Moment => ({
            ...moment,
            within: call.within,
            at: call.at,
            via: [call, ...moment.via],
          })),
    );
    all.push(...last);
  }
  const isCut = last.some(
    ({ within, via }) => within !== undefined && callsOf(context, within).some((call) => !via.includes(call)),
  );
  if (isCut) steps[0]?.site.finder.evaluator.program.cut(REASON.limit);
  return all.sort((left, right) => left.at[0] - right.at[0]);
}

/** Calls of a function of the file by its name. */
function callsOf({ facts, scope }: FileContext, index: number): readonly CallFact[] {
  return facts.calls.filter(({ callee }) => {
    if (callee.kind !== 'name') return false;
    const value = scope.bindingOf(callee)?.value;
    return value?.kind === 'function' && value.function === index;
  });
}

/** Whether, in one run of their function, the first of two moments certainly precedes the other. */
export function surelyBefore(context: FileContext, first: Moment, second: Moment): boolean {
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

/** Returns the branches of its function that contain a moment. */
function branchesAround({ facts }: FileContext, { within, at }: Moment): readonly Span[] {
  const home = within === undefined ? undefined : facts.functions[within]?.at;
  return facts.branches
    .map((branch) => branch.at)
    .filter(
      (branch) => contains(branch, at) && (home === undefined || (contains(home, branch) && !contains(branch, home))),
    );
}
