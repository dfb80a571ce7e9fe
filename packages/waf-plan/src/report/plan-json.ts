import { asJson } from '../../../../src/core/lib/safe-output.js';
import type { SafeOutput } from '../../../../src/core/lib/safe-output.js';
import type { WafPlan } from '../plan/plan-types.js';

/** Formats the plan as JSON with a trailing newline: same plan, same bytes. */
export function formatWafPlanJson(plan: WafPlan): SafeOutput {
  return asJson({ formatVersion: 1, ...plan });
}
