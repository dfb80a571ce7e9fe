import { Buffer } from 'node:buffer';
import { MAX_EXPRESSION_BYTES, MAX_FIREWALL_RULES } from '../../../../src/waf/migration/mapping.js';
import type { Blocker, LimitVerdict, Remedy, Statement } from './plan-types.js';
import { bypassesWaf, expressionOf } from './settings.js';
import type { ZoneExport } from './zone-export.js';

/** Smaller meaning of 4 KB, which section 8 leaves open: it matters only above this size. */
const SMALLER_READING = 4 * 1000;

export interface Limits {
  readonly verdicts: readonly LimitVerdict[];
  readonly blockers: readonly Blocker[];
  readonly unknowns: readonly Statement[];
}

/** Compares the zone with the limits of section 8. Section 7 has the consequences: an error, and support. */
export function checkLimits(zone: ZoneExport): Limits {
  const rules = zone.firewall_rules;
  const count = { limit: 'firewall-rules', max: MAX_FIREWALL_RULES, unit: 'rules' } as const;
  const length = { limit: 'expression-length', max: MAX_EXPRESSION_BYTES, unit: 'bytes' } as const;
  if (rules === undefined) {
    const what = { text: 'The firewall rules were not exported.' };
    return {
      verdicts: [
        { ...count, verdict: 'unknown', what },
        { ...length, verdict: 'unknown', what },
      ],
      blockers: [],
      unknowns: [],
    };
  }
  const bypassing = rules.filter(bypassesWaf).length;
  const tooMany = rules.length > MAX_FIREWALL_RULES;
  const counted: Statement = {
    text: `${String(rules.length)} firewall rules, of which ${String(bypassing)} bypass WAF managed rules; at most ${String(MAX_FIREWALL_RULES)} are migrated.`,
  };

  const filters = new Map((zone.filters ?? []).map(({ id, expression }) => [id, expression]));
  const sizes = rules.map((rule) => {
    const expression = expressionOf(rule, filters);
    return { id: rule.id, bytes: expression === undefined ? undefined : Buffer.byteLength(expression, 'utf8') };
  });
  const missing = sizes.filter(({ bytes }) => bytes === undefined).map(({ id }) => id);
  const tooLong = sizes.filter(({ bytes = 0 }) => bytes > MAX_EXPRESSION_BYTES);
  const unclear = sizes.filter(({ bytes = 0 }) => bytes > SMALLER_READING && bytes <= MAX_EXPRESSION_BYTES);
  const longest = sizes.reduce((most, { bytes = 0 }) => Math.max(most, bytes), 0);
  return {
    verdicts: [
      { ...count, verdict: tooMany ? 'exceeded' : 'within', found: rules.length, what: counted },
      {
        ...length,
        verdict: tooLong.length > 0 ? 'exceeded' : missing.length > 0 ? 'unknown' : 'within',
        found: longest,
        what:
          missing.length > 0 && tooLong.length === 0
            ? {
                text: 'The expressions of these rules were not exported (give the list of filters too):',
                about: missing,
              }
            : {
                text: `The longest expression has ${String(longest)} bytes of UTF-8; at most ${String(MAX_EXPRESSION_BYTES)} (4 KB) are migrated.`,
              },
      },
    ],
    blockers: [
      ...(tooMany ? [tooManyRules(counted)] : []),
      ...tooLong.map(({ id, bytes = 0 }) => expressionTooLong(id, bytes)),
    ],
    unknowns: [
      ...(tooMany && bypassing <= MAX_FIREWALL_RULES
        ? [
            {
              text: "Which firewall rules count as 'to migrate' is not specified. All are counted here; those that bypass WAF managed rules alone would be within the limit.",
            },
          ]
        : []),
      ...(unclear.length > 0
        ? [
            {
              text: 'Whether 4 KB means 4000 or 4096 bytes is not specified. 4096 is used here; the expressions of these rules are in between:',
              about: unclear.map(({ id }) => id),
            },
          ]
        : []),
    ],
  };
}

/** Section 7: "Migration error; contact support". No call is given that lifts the limit. */
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
