import { MAX_EXPRESSION_BYTES, MAX_FIREWALL_RULES } from '../migration/mapping.js';
import type { Evaluator } from '../../engine/evaluate/evaluator.js';
import type { Site } from '../../engine/requests/calling/site.js';
import { plainTexts } from '../../engine/values/text.js';
import { optionsOf } from '../../engine/values/value.js';
import type { Value } from '../../engine/values/value.js';

/** A part of a body that the migration does not accept. */
export interface Excess {
  /** Description in one sentence. */
  readonly what: string;
  readonly correction: string;
}

/** Finds the parts of a body that exceed limits of the migration: too many firewall rules, too long expressions. */
export function excessOf(evaluator: Evaluator, site: Site, ruleKind: 'firewall rules' | 'filters'): readonly Excess[] {
  const problems: Excess[] = [];
  for (const body of optionsOf(site.body)) {
    const rules = body.kind === 'array' ? body.elements : [body];
    if (ruleKind === 'firewall rules' && rules.length > MAX_FIREWALL_RULES) {
      problems.push({
        what: `This body holds ${rules.length} firewall rules; the migration takes at most ${MAX_FIREWALL_RULES}.`,
        correction: 'Merge rules before the zone migrates.',
      });
    }
    if (rules.some((rule) => longestExpression(evaluator, rule, site) > MAX_EXPRESSION_BYTES)) {
      problems.push({
        what: 'An expression in this body is longer than 4 KB, which the migration does not take.',
        correction: 'Shorten the expression or split the rule before the zone migrates.',
      });
    }
  }
  return problems;
}

function longestExpression(evaluator: Evaluator, rule: Value, site: Site): number {
  if (rule.kind !== 'object' && rule.kind !== 'layered') return 0;
  const direct = evaluator.member(rule, 'expression', site.at);
  const filter = evaluator.member(rule, 'filter', site.at);
  const nested = filter.kind === 'object' ? evaluator.member(filter, 'expression', site.at) : filter;
  const texts = [direct, nested].flatMap((value) => plainTexts(value) ?? []);
  return Math.max(0, ...texts.map((text) => new TextEncoder().encode(text).length));
}
