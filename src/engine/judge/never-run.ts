import type { Finding, UnresolvedSite } from '../../model/finding.js';
import type { Place } from '../../model/span.js';
import { truthOf } from '../evaluate/choices.js';
import { perFile } from '../evaluate/per-file.js';
import type { FileContext } from '../evaluate/program.js';
import type { SiteFinder } from '../requests/calling/site-finder.js';

/**
 * Returns the row that replaces a finding in code that never runs: after `return` or `throw`, or where a constant rules
 * it out. Undefined if the code may run.
 */
export function neverRun(finder: SiteFinder, finding: Finding): UnresolvedSite | undefined {
  const { at, sentAt = [at], evidence, client, url, methods } = finding;
  const way = evidence.steps.flatMap((step) => (step.kind === 'wrapper' ? [step.at] : []));
  const [first = at] = sentAt;
  if (![...sentAt, ...way].some((place) => isIdle(finder, place))) return undefined;
  return { at: first, client, url, methods, reason: 'it stands in code that is never run' };
}

function isIdle({ evaluator }: SiteFinder, { file, span }: Place): boolean {
  const context = evaluator.program.context(file);
  if (context?.facts.idle === undefined) return false;
  return context.facts.idle.some(({ at, test, met }) => {
    if (span[0] < at[0] || at[1] < span[1]) return false;
    if (test === undefined) return !isHoisted(context, at[0], span[0]);
    return truthOf(evaluator.value(context, test, undefined)) === (met !== true);
  });
}

/** Whether a function is declared after `return`: it can be called from before. */
function isHoisted(context: FileContext, from: number, offset: number): boolean {
  return declared(context).some(({ at }) => from <= at[0] && at[0] <= offset && offset < at[1]);
}

const declared = perFile(({ facts }) =>
  facts.functions.filter(({ kind, name }) => kind === 'function' && name !== undefined),
);
