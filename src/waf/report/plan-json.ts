import { jsonText } from '../../lib/escape-text.js';
import type { WafPlan } from '../plan/plan-types.js';

/** The plan as JSON with a trailing newline: same plan, same bytes. */
export function formatWafPlanJson(plan: WafPlan): string {
  return `${jsonText({ formatVersion: 1, ...plan }, 2)}\n`;
}
