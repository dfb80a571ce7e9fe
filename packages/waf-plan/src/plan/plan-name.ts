import { isRecord } from '../../../../src/core/lib/json.js';
import { ZONE_PLANS } from './zone-export.js';
import type { ZonePlan } from './zone-export.js';

/** The plan that a word names: as in the specification (`Pro`), or as in the API (`Pro Website`), in any case. */
export function parsePlanName(word: string): ZonePlan | undefined {
  const normalisedWord = word
    .trim()
    .toLowerCase()
    .replace(/(?<!\s)\s+(?:website|plan)$/, '');
  return ZONE_PLANS.find((plan) => plan === normalisedWord);
}

/** The plan that a value of the API names: a word, or `{ legacy_id, name }`. */
export function planOfValue(value: unknown): ZonePlan | undefined {
  const names = isRecord(value) ? [value.legacy_id, value.name] : [value];
  for (const word of names) {
    const plan = typeof word === 'string' ? parsePlanName(word) : undefined;
    if (plan !== undefined) return plan;
  }
  return undefined;
}
