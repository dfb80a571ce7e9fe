import type { FileContext } from '../../engine/evaluate/program.js';
import { visitExprs } from '../../languages/facts/expressions.js';
import type { EvidenceStep } from '../../core/model/evidence.js';
import { OPERATION_PATHS } from '../migration/operations.js';
import { migrationWords } from './migration-scope.js';
import type { Problem } from './problem.js';
import { canPrecede, isOutermost, momentsOf, surelyPrecedes } from './run-order.js';
import type { Moment } from './run-order.js';
import { isCheckRequest, isFinishRequest, mayFinish } from './step.js';
import type { MigrationStep } from './step.js';
import { zoneOf } from './target.js';

const CHECK_FIRST = `Call \`GET ${OPERATION_PATHS.check}?phase_two=1\` first and go on only where \`compatible\` is true.`;

/** Migration steps in related files. */
export interface Surroundings {
  /** Whether another file checks that a zone can migrate. */
  readonly isCheckedElsewhere: boolean;
  /** Whether another file reads the response to such a check. */
  readonly isReadElsewhere: boolean;
}

/** Returns the ordering problems of a file, keyed by the step to correct. */
export function orderProblems(
  context: FileContext,
  steps: readonly MigrationStep[],
  surroundings: () => Surroundings,
): ReadonlyMap<MigrationStep, readonly Problem[]> {
  const problems = new Map<MigrationStep, readonly Problem[]>();
  const add = (step: MigrationStep, problem: Problem | undefined): void => {
    if (problem !== undefined) problems.set(step, [...(problems.get(step) ?? []), problem]);
  };
  const moments = momentsOf(context, steps);
  const finish = steps.find(mayFinish);
  if (finish !== undefined) {
    add(finish, uncheckedFinish(context, steps, moments, surroundings));
    const unread = unreadAnswer(context, moments, surroundings);
    if (unread !== undefined) add(unread.step, unread.problem);
  }
  for (const step of steps) if (step.judged.mode === 'validation') add(step, lateValidation(context, step, moments));
  return problems;
}

/** Problem of an update that finishes the migration without an earlier check of the zone in the program. */
function uncheckedFinish(
  context: FileContext,
  steps: readonly MigrationStep[],
  moments: readonly Moment[],
  surroundings: () => Surroundings,
): Problem | undefined {
  const finishes = moments.filter(({ step }) => isFinishRequest(step));
  const checks = moments.filter(({ step }) => isCheckRequest(step));
  if (!steps.some(isCheckRequest)) {
    if (migrationWords(context).checks || surroundings().isCheckedElsewhere) return undefined;
    const what = 'finishes the migration, which cannot be reversed, and no compatibility check was found before it';
    return { what, correction: CHECK_FIRST, confidence: 'probable', isHedged: true };
  }
  // A check that may run before the update, or whose order is unknown, counts as earlier.
  const isLate = (check: Moment): boolean =>
    finishes.some((update) => surelyPrecedes(context, update, check)) &&
    !finishes.some((update) => canPrecede(context, check, update));
  const outermostChecks = checks.filter((check) => isOutermost(context, check));
  const [first] = outermostChecks;
  if (first === undefined || !outermostChecks.every(isLate) || surroundings().isCheckedElsewhere) return undefined;
  return {
    what: 'finishes the migration, which cannot be reversed, before the compatibility check',
    correction: CHECK_FIRST,
    confidence: first.within === undefined ? 'certain' : 'probable',
    ...(first.within === undefined ? {} : { unseen: 'whether a caller checks first' }),
    steps: [stepAt(first, 'the compatibility check is made here, after the update')],
  };
}

/** Problem of an update after a check whose response is never read. */
function unreadAnswer(
  context: FileContext,
  moments: readonly Moment[],
  surroundings: () => Surroundings,
): { readonly step: MigrationStep; readonly problem: Problem } | undefined {
  const checks = moments.filter(({ step }) => isCheckRequest(step));
  for (const update of moments.filter(({ step }) => isFinishRequest(step))) {
    const earlier = checks.filter((moment) => surelyPrecedes(context, moment, update));
    const [check] = earlier;
    if (
      check === undefined ||
      earlier.some((moment) => isRead(context, moment, checks)) ||
      surroundings().isReadElsewhere
    )
      continue;
    const isDropped =
      check.via.length === 0 && check.step.site.site.kind === 'request' && isUnused(context, check.step);
    const problem: Problem = {
      what: 'finishes the migration although nothing reads `compatible` in the answer of the check before it',
      correction: 'Go on only where `result.compatible` of the check is true.',
      confidence: isDropped ? 'certain' : 'probable',
      ...(isDropped ? {} : { unseen: 'what the program does with the answer' }),
      steps: [stepAt(check, 'the compatibility check is made here')],
    };
    return { step: update.step, problem };
  }
  return undefined;
}

/** Whether the result of a check is read outside the functions that only contain other checks. */
function isRead(context: FileContext, check: Moment, checks: readonly Moment[]): boolean {
  const ownFunction = check.step.site.call.within;
  const enclosingFunctions = functionsAround(context, ownFunction);
  const functionsOfChecks = new Set(checks.flatMap(({ step }) => step.site.call.within ?? []));
  return migrationWords(context).reads.some((at) => {
    const functions = functionsAround(context, context.functionAt(at[0]));
    return (
      ownFunction === undefined ||
      functions.includes(ownFunction) ||
      !functions.some((fn) => functionsOfChecks.has(fn) && !enclosingFunctions.includes(fn))
    );
  });
}

/** A function and its enclosing functions, from the inside out. */
function functionsAround(context: FileContext, index: number | undefined): readonly number[] {
  return index === undefined ? [] : [index, ...functionsAround(context, context.facts.functions[index]?.within)];
}

/** Problem of an update for validation after the one that finishes: section 3 does not show a way back. */
function lateValidation(context: FileContext, step: MigrationStep, moments: readonly Moment[]): Problem | undefined {
  for (const validation of moments.filter((moment) => moment.step === step)) {
    const finish = moments.find(
      (moment) =>
        isFinishRequest(moment.step) && surelyPrecedes(context, moment, validation) && isSameZone(moment, validation),
    );
    if (finish === undefined) continue;
    return {
      what: 'is for validation and comes after the update that finishes the migration, which cannot be reversed',
      correction: 'Send `waf_migration=validation` before `waf_migration=pending`, or leave it out.',
      confidence: 'certain',
      steps: [stepAt(finish, 'the migration is finished here')],
    };
  }
  return undefined;
}

/** Whether two steps are for the same zone, by its text in the source. */
function isSameZone(left: Moment, right: Moment): boolean {
  if (left.via.length === 0 && right.via.length === 0) {
    const zone = zoneOf(left.step.site, left.step.target);
    return zone !== undefined && zone === zoneOf(right.step.site, right.step.target);
  }
  const [first, second] = [left, right].map(({ via }) => via[0]?.args[0]);
  return first?.kind === 'name' && second?.kind === 'name' && first.name === second.name;
}

function stepAt({ step, at }: Moment, note: string): EvidenceStep {
  return { kind: 'wrapper', at: { file: step.site.context.file, span: at }, note };
}

/** Whether the response to a request is unused. */
function isUnused({ facts }: FileContext, { site }: MigrationStep): boolean {
  let isUsed = facts.reads.some(
    (expr) => expr.kind === 'member' && expr.object.kind === 'call' && expr.object.call === site.index,
  );
  visitExprs(facts, (expr) => {
    if (expr.kind === 'call' && expr.call === site.index) isUsed = true;
  });
  return !isUsed;
}
