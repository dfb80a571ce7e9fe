import type { WafPlan } from '../plan/plan-types.js';

/** Characters that JSON leaves as they are, and that a terminal may obey or a reader not see. */
const HOSTILE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The plan as JSON with a trailing newline: same plan, same bytes. */
export function formatWafPlanJson(plan: WafPlan): string {
  return `${stringifySafe({ formatVersion: 1, ...plan })}\n`;
}

/** JSON whose strings hold no control character and no mark that reorders text, only escapes of them. */
export function stringifySafe(value: object): string {
  return JSON.stringify(value, null, 2).replace(
    HOSTILE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
