import { VALUE_WORDS } from '../../model/value-words.js';
import { OWASP_MAPPING, PAGE_RULE_PHASES } from '../../waf/migration/mapping.js';
import type { Candidate } from '../judge/candidates.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import type { Site } from '../requests/site.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { Value } from '../values/value.js';

/** What the body of a request tells about its replacement, one sentence each. */
export function valueNotes(evaluator: Evaluator, site: Site, candidate: Candidate): readonly string[] {
  const { entry } = candidate.match;
  const read = (value: Value, key: string): readonly string[] => textsAt(evaluator, value, key, site);
  if (/\/settings\/[a-z_]+$/.test(entry.path)) return [];
  if (entry.path.endsWith('/waf/packages/{package_id}')) return packageNotes(read, site);
  if (entry.path.endsWith('/groups/{group_id}') && candidate.method === 'PATCH') return [VALUE_WORDS.groupOverride];
  if (/packages\/\{package_id\}\/rules\/\{rule_id\}$/.test(entry.path) && candidate.method === 'PATCH')
    return [VALUE_WORDS.ruleOverride];
  if (entry.path.includes('/waf/overrides')) return overrideNotes(evaluator, site);
  if (entry.path.includes('/firewall/rules')) return firewallNotes(evaluator, read, site);
  if (entry.path.includes('/pagerules')) return pageRuleNotes(evaluator, read, site);
  if (/^\/organizations\/\{[^}]*\}\/roles/.test(entry.path)) {
    return [VALUE_WORDS.roles];
  }
  return [];
}

type Read = (value: Value, key: string) => readonly string[];

function textsAt(evaluator: Evaluator, value: Value, key: string, site: Site): readonly string[] {
  if (value.kind !== 'object' && value.kind !== 'layered') return [];
  return plainTexts(evaluator.member(value, key, site.at)) ?? [];
}

function packageNotes(read: Read, site: Site): readonly string[] {
  return optionsOf(site.body).flatMap((body) => [
    ...read(body, 'sensitivity').flatMap((sensitivity) => {
      const row = OWASP_MAPPING.find((candidate) => candidate.sensitivity === sensitivity.toLowerCase());
      return row === undefined
        ? []
        : [
            `Sensitivity \`${sensitivity}\` becomes paranoia level ${row.paranoiaLevel} with the score threshold ${row.threshold.replace(/, (.*)/, ' ($1)')}.`,
          ];
    }),
    ...read(body, 'action_mode').map((action) =>
      action.toLowerCase() === 'simulate'
        ? VALUE_WORDS.simulate
        : `The action \`${action}\` is carried over almost as it is.`,
    ),
  ]);
}

function overrideNotes(evaluator: Evaluator, site: Site): readonly string[] {
  const hasUris = optionsOf(site.body).some((body) => {
    const urls =
      body.kind === 'object' || body.kind === 'layered' ? evaluator.member(body, 'urls', site.at) : undefined;
    return urls?.kind === 'array' && urls.elements.length > 0;
  });
  return [hasUris ? VALUE_WORDS.overrideWithUris : VALUE_WORDS.overrides];
}

function recordsIn(site: Site): readonly Value[] {
  return optionsOf(site.body).flatMap((body) =>
    body.kind === 'array' ? body.elements.flatMap((element) => optionsOf(element)) : [body],
  );
}

function firewallNotes(evaluator: Evaluator, read: Read, site: Site): readonly string[] {
  const bypasses = recordsIn(site).some((rule) => {
    if (!read(rule, 'action').includes('bypass')) return false;
    const products = evaluator.member(rule, 'products', site.at);
    return (
      products.kind === 'array' && products.elements.some((product) => plainTexts(product)?.includes('waf') === true)
    );
  });
  return bypasses ? [VALUE_WORDS.bypass] : [];
}

function pageRuleNotes(evaluator: Evaluator, read: Read, site: Site): readonly string[] {
  const ids = recordsIn(site).flatMap((rule) => {
    const actions =
      rule.kind === 'object' || rule.kind === 'layered' ? evaluator.member(rule, 'actions', site.at) : undefined;
    return actions?.kind === 'array'
      ? actions.elements.flatMap((action) => optionsOf(action).flatMap((option) => read(option, 'id')))
      : [];
  });
  const notes = PAGE_RULE_PHASES.flatMap(([phase, actions]) => {
    const taken = [...new Set(ids)].filter((id) => actions.includes(id));
    return taken.length === 0
      ? []
      : [`${taken.map((id) => `\`${id}\``).join(', ')}: the phase \`${phase}\` takes this over.`];
  });
  if (ids.includes('waf') || ids.includes('disable_security')) {
    notes.push(VALUE_WORDS.pageRule);
  }
  return notes;
}
