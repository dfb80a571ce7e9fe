import { asJson } from '../../../../src/core/lib/leaving.js';
import type { Leaving } from '../../../../src/core/lib/leaving.js';
import type { WafPlan } from '../plan/plan-types.js';

/** The plan as JSON with a trailing newline: same plan, same bytes. */
export function formatWafPlanJson(plan: WafPlan): Leaving {
  return asJson({ formatVersion: 1, ...plan });
}
