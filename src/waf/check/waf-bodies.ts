import { MAX_EXPRESSION_BYTES, MAX_FIREWALL_RULES } from '../migration/mapping.js';
import type { Evaluator } from '../../engine/evaluate/evaluator.js';
import type { Site } from '../../engine/requests/site.js';
import { plainTexts } from '../../engine/values/text.js';
import { optionsOf } from '../../engine/values/value.js';
import type { ObjectValue, Value } from '../../engine/values/value.js';
import type { Problem } from './problem.js';

const REQUIRED = ['action', 'expression', 'description', 'enabled', 'action_parameters'];
const IDENTITY = ['id', 'version', 'ref'];

/** Rules of an entry point body that are written in the program and do not fit the mode. A body from elsewhere is unknown, not wrong. */
export function ruleProblems(
  evaluator: Evaluator,
  site: Site,
  mode: 'pending' | 'validation' | undefined,
): readonly Problem[] {
  const rules = optionsOf(site.body)
    .filter((body) => body.kind === 'object' || body.kind === 'layered')
    .flatMap((body) => optionsOf(evaluator.member(body, 'rules', site.at)))
    .flatMap((list) => (list.kind === 'array' ? list.elements : []))
    .flatMap((rule) => optionsOf(rule))
    .filter((rule) => rule.kind === 'object');
  const problems = new Map<string, Problem>();
  for (const rule of rules) {
    const { names, complete } = keysOf(evaluator, rule);
    const missing = complete ? REQUIRED.filter((key) => !names.has(key)) : [];
    if (missing.length > 0) {
      problems.set('missing', {
        what: `A rule of this entry point lacks ${list(missing)}.`,
        now: 'Give each rule `action`, `expression`, `description`, `enabled` and `action_parameters`.',
      });
    }
    const carried = IDENTITY.filter((key) => names.has(key));
    if (mode === 'validation' && carried.length > 0) {
      problems.set('identity', {
        what: `A rule sent for validation carries ${list(carried)}.`,
        now: 'Leave `id`, `version` and `ref` out of the rules in validation mode.',
      });
    }
    if (mode === 'pending' && complete && carried.length < IDENTITY.length) {
      const lacking = IDENTITY.filter((key) => !names.has(key));
      problems.set('identity', {
        what: `A rule sent to finish the migration lacks ${list(lacking)}.`,
        now: 'Send the rules as the get-configuration operation returns them; the three fields may be empty strings.',
      });
    }
  }
  return [...problems.values()];
}

interface Keys {
  readonly names: ReadonlySet<string>;
  /** No other key can be in the object. */
  readonly complete: boolean;
}

/** Keys of an object literal and of the objects that it spreads; what is undefined is not sent. */
function keysOf(evaluator: Evaluator, value: ObjectValue): Keys {
  const names = new Set<string>();
  return { names, complete: collectKeys(evaluator, value, names, 4) };
}

/** Adds and removes keys in the order in which they are written. Returns whether all were seen. */
function collectKeys(evaluator: Evaluator, value: ObjectValue, names: Set<string>, depth: number): boolean {
  const context = evaluator.program.context(value.file);
  if (context === undefined || depth === 0) return false;
  let complete = true;
  for (const property of context.facts.objects[value.object]?.properties ?? []) {
    const held = evaluator.value(context, property.value, value.frame);
    if (property.kind === 'spread')
      complete = held.kind === 'object' && collectKeys(evaluator, held, names, depth - 1) && complete;
    else if (property.key === undefined) complete = false;
    else if (held.kind === 'scalar' && held.value === undefined) names.delete(property.key);
    else names.add(property.key);
  }
  return complete;
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** Firewall rules in one body beyond what the migration takes. */
export function limitProblems(evaluator: Evaluator, site: Site): readonly Problem[] {
  const problems: Problem[] = [];
  for (const body of optionsOf(site.body)) {
    const rules = body.kind === 'array' ? body.elements : [body];
    if (rules.length > MAX_FIREWALL_RULES) {
      problems.push({
        what: `This body holds ${rules.length} firewall rules; the migration takes at most ${MAX_FIREWALL_RULES}.`,
        now: 'Merge rules before the zone migrates.',
      });
    }
    if (rules.some((rule) => longestExpression(evaluator, rule, site) > MAX_EXPRESSION_BYTES)) {
      problems.push({
        what: 'An expression in this body is longer than 4 KB, which the migration does not take.',
        now: 'Shorten the expression or split the rule before the zone migrates.',
      });
    }
  }
  return problems;
}

function longestExpression(evaluator: Evaluator, rule: Value, site: Site): number {
  if (rule.kind !== 'object' && rule.kind !== 'layered') return 0;
  const own = evaluator.member(rule, 'expression', site.at);
  const filter = evaluator.member(rule, 'filter', site.at);
  const nested = filter.kind === 'object' ? evaluator.member(filter, 'expression', site.at) : filter;
  const texts = [own, nested].flatMap((value) => plainTexts(value) ?? []);
  return Math.max(0, ...texts.map((text) => new TextEncoder().encode(text).length));
}
