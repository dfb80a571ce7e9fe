import type { Evaluator } from '../../engine/evaluate/evaluator.js';
import { propertyValues } from '../../engine/evaluate/object-keys.js';
import { CallSite } from '../../engine/judge/site-view.js';
import type { SiteView } from '../../engine/judge/site-view.js';
import { optionsOf } from '../../engine/values/value.js';
import type { Parts, Value } from '../../engine/values/value.js';
import { judgeRequest } from './request-problems.js';
import type { JudgedRequest } from './request-problems.js';
import { queryOf, targetsOf } from './target.js';

/** Maximum nesting depth of searched objects. */
const MAX_DEPTH = 3;

/** Whether a part of a migration request depends on the callers of the function that sends it. */
export function isLeftToCallers(view: SiteView): boolean {
  const { finder, site } = view;
  const { evaluator } = finder;
  const sentValues = [site.query, site.body, ...site.headers];
  const isOpen =
    sentValues.some((value) => dependsOnParameter(evaluator, value, MAX_DEPTH)) ||
    site.urls.some((url) => hasParameter(evaluator, queryOf(url, finder.urlOf(url)), MAX_DEPTH));
  return isOpen && targetsOf(view).length > 0;
}

function dependsOnParameter(evaluator: Evaluator, value: Value, depth: number): boolean {
  if (depth === 0) return false;
  const isInside = (inner: Value): boolean => dependsOnParameter(evaluator, inner, depth - 1);
  return optionsOf(value).some((option) => {
    switch (option.kind) {
      case 'parameter':
        return true;
      case 'text':
        return hasParameter(evaluator, option.parts, depth);
      case 'external':
        return option.steps.some((step) => step.kind === 'call' && step.args().some(isInside));
      case 'layered':
        return isInside(option.base) || option.patches.some((patch) => isInside(patch.value));
      case 'object':
        return propertyValues(evaluator, option).some(isInside);
      default:
        return false;
    }
  });
}

function hasParameter(evaluator: Evaluator, parts: Parts, depth: number): boolean {
  return parts.some(
    (part) =>
      part.kind === 'hole' &&
      (part.parameter !== undefined ||
        (part.external !== undefined && dependsOnParameter(evaluator, part.external, depth)) ||
        (part.made !== undefined && dependsOnParameter(evaluator, part.made, depth))),
  );
}

/**
 * Judges the request inside the called function, without the arguments of the call: its problems are reported inside
 * the function. Empty if the call itself sends the request.
 */
export function judgeInside({ finder, site: { chain, sender } }: CallSite): readonly JudgedRequest[] {
  const [innerCall] = chain;
  const context = innerCall && finder.evaluator.program.context(innerCall.file);
  if (innerCall === undefined || context === undefined) return [];
  const index = context.facts.calls.findIndex(({ at }) => at[0] === innerCall.span[0] && at[1] === innerCall.span[1]);
  if (index === -1) return [];
  return finder.sitesOf(context, index, undefined).flatMap((site) => {
    if (site.sender?.context !== sender?.context || site.sender?.index !== sender?.index) return [];
    const view = new CallSite(finder, context, index, site);
    return judgeRequest(view, targetsOf(view)) ?? [];
  });
}
