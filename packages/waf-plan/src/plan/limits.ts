import { Buffer } from 'node:buffer';
import { MAX_EXPRESSION_BYTES, MAX_FIREWALL_RULES } from '../../../../src/waf/migration/mapping.js';
import type { Blocker, LimitVerdict, Remedy, Statement } from './plan-types.js';
import { bypassesWaf, expressionOf } from './settings.js';
import type { ZoneExport } from './zone-export.js';

/** Limit if 4 KB means 4000 bytes; section 8 does not define it. */
const SMALLER_LIMIT_BYTES = 4 * 1000;

export interface Limits {
  readonly verdicts: readonly LimitVerdict[];
  readonly blockers: readonly Blocker[];
  readonly unknowns: readonly Statement[];
}

/** Compares the zone with the limits of section 8. Section 7 has the consequences: an error, and support. */
export function checkLimits(zone: ZoneExport): Limits {
  const rules = zone.firewall_rules;
  const ruleLimit = { limit: 'firewall-rules', max: MAX_FIREWALL_RULES, unit: 'rules' } as const;
  const expressionLimit = { limit: 'expression-length', max: MAX_EXPRESSION_BYTES, unit: 'bytes' } as const;
  if (rules === undefined) {
    const what = { text: 'The firewall rules were not exported.' };
    return {
      verdicts: [
        { ...ruleLimit, verdict: 'unknown', what },
        { ...expressionLimit, verdict: 'unknown', what },
      ],
      blockers: [],
      unknowns: [],
    };
  }
  const bypassCount = rules.filter(bypassesWaf).length;
  const hasTooManyRules = rules.length > MAX_FIREWALL_RULES;
  const countStatement: Statement = {
    text: `${String(rules.length)} firewall rules, of which ${String(bypassCount)} bypass WAF managed rules; at most ${String(MAX_FIREWALL_RULES)} are migrated.`,
  };

  const filters = new Map((zone.filters ?? []).map(({ id, expression }) => [id, expression]));
  const sizes = rules.map((rule) => {
    const expression = expressionOf(rule, filters);
    return { id: rule.id, bytes: expression === undefined ? undefined : Buffer.byteLength(expression, 'utf8') };
  });
  const missingIds = sizes.filter(({ bytes }) => bytes === undefined).map(({ id }) => id);
  const tooLong = sizes.filter(({ bytes = 0 }) => bytes > MAX_EXPRESSION_BYTES);
  const betweenLimits = sizes.filter(({ bytes = 0 }) => bytes > SMALLER_LIMIT_BYTES && bytes <= MAX_EXPRESSION_BYTES);
  const longestBytes = sizes.reduce((maximum, { bytes = 0 }) => Math.max(maximum, bytes), 0);
  return {
    verdicts: [
      { ...ruleLimit, verdict: hasTooManyRules ? 'exceeded' : 'within', found: rules.length, what: countStatement },
      {
        ...expressionLimit,
        verdict: tooLong.length > 0 ? 'exceeded' : missingIds.length > 0 ? 'unknown' : 'within',
        found: longestBytes,
        what:
          missingIds.length > 0 && tooLong.length === 0
            ? {
                text: 'The expressions of these rules were not exported (give the list of filters too):',
                about: missingIds,
              }
            : {
                text: `The longest expression has ${String(longestBytes)} bytes of UTF-8; at most ${String(MAX_EXPRESSION_BYTES)} (4 KB) are migrated.`,
              },
      },
    ],
    blockers: [
      ...(hasTooManyRules ? [tooManyRules(countStatement)] : []),
      ...tooLong.map(({ id, bytes = 0 }) => expressionTooLong(id, bytes)),
    ],
    unknowns: [
      ...(hasTooManyRules && bypassCount <= MAX_FIREWALL_RULES
        ? [
            {
              text: "Which firewall rules count as 'to migrate' is not specified. All are counted here; those that bypass WAF managed rules alone would be within the limit.",
            },
          ]
        : []),
      ...(betweenLimits.length > 0
        ? [
            {
              text: 'Whether 4 KB means 4000 or 4096 bytes is not specified. 4096 is used here; the expressions of these rules are in between:',
              about: betweenLimits.map(({ id }) => id),
            },
          ]
        : []),
    ],
  };
}

/** Section 7: "Migration error; contact support". No call is specified that lifts the limit. */
const SUPPORT: Remedy = {
  kind: 'support',
  text: 'No call is specified: the migration ends in an error; contact support.',
};

function tooManyRules(what: Statement): Blocker {
  return { kind: 'too-many-firewall-rules', what, remedy: SUPPORT };
}

function expressionTooLong(id: string, bytes: number): Blocker {
  return {
    kind: 'expression-too-long',
    what: {
      text: `An expression has ${String(bytes)} bytes of UTF-8; at most ${String(MAX_EXPRESSION_BYTES)} (4 KB) are migrated. Firewall rule:`,
      about: [id],
    },
    remedy: SUPPORT,
  };
}
