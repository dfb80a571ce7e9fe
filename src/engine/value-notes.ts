import type { Candidate } from './candidates.js';
import type { Evaluator } from './evaluator.js';
import type { Site } from './sites.js';
import { plainTexts } from './text.js';
import { optionsOf } from './value.js';
import type { Value } from './value.js';

/** OWASP sensitivity of the previous version and what the migration makes of it (specification, section 1). */
const SENSITIVITY: Readonly<Record<string, string>> = {
  high: 'paranoia level PL2 with the score threshold Medium (40 or higher)',
  medium: 'paranoia level PL1 with the score threshold High (25 or higher)',
  low: 'paranoia level PL1 with the score threshold Medium (40 or higher)',
  default: 'paranoia level PL2 with the score threshold Medium (40 or higher)',
};

/** Ruleset phase that takes over an action of a Page Rule (added advice; phase names of the rulesets engine). */
const PHASES: readonly (readonly [phase: string, actions: readonly string[]])[] = [
  ['http_request_dynamic_redirect', ['forwarding_url', 'always_use_https']],
  [
    'http_request_cache_settings',
    ['cache_level', 'edge_cache_ttl', 'browser_cache_ttl', 'bypass_cache_on_cookie', 'cache_by_device_type', 'cache_deception_armor', 'cache_key_fields', 'cache_on_cookie', 'cache_ttl_by_status', 'explicit_cache_control', 'origin_error_page_pass_thru', 'respect_strong_etag', 'sort_query_string_for_cache'],
  ],
  [
    'http_config_settings',
    ['ssl', 'security_level', 'polish', 'rocket_loader', 'automatic_https_rewrites', 'browser_check', 'email_obfuscation', 'opportunistic_encryption', 'disable_apps', 'disable_zaraz', 'mirage', 'minify'],
  ],
  ['http_request_origin', ['host_header_override', 'resolve_override']],
];

/** What the body of a request tells about its replacement, one sentence each. */
export function valueNotes(evaluator: Evaluator, site: Site, candidate: Candidate): readonly string[] {
  const { entry } = candidate.match;
  const read = (value: Value, key: string): readonly string[] => textsAt(evaluator, value, key, site);
  if (/\/settings\/[a-z_]+$/.test(entry.path)) return [];
  if (entry.path.endsWith('/waf/packages/{package_id}')) return packageNotes(read, site);
  if (entry.path.endsWith('/groups/{group_id}') && candidate.method === 'PATCH') return ['Group overrides are not migrated: recreate them as tag or rule overrides.'];
  if (/packages\/\{package_id\}\/rules\/\{rule_id\}$/.test(entry.path) && candidate.method === 'PATCH') return ['Rule overrides are not migrated: recreate them.'];
  if (entry.path.includes('/waf/overrides')) return overrideNotes(evaluator, site);
  if (entry.path.includes('/firewall/rules')) return firewallNotes(evaluator, read, site);
  if (entry.path.includes('/pagerules')) return pageRuleNotes(evaluator, read, site);
  if (/^\/organizations\/\{[^}]*\}\/roles/.test(entry.path)) {
    return ['The roles of an account, the first replacement, are deprecated in turn: prefer `/accounts/{account_id}/iam/permission_groups`.'];
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
      const target = SENSITIVITY[sensitivity.toLowerCase()];
      return target === undefined ? [] : [`Sensitivity \`${sensitivity}\` becomes ${target}.`];
    }),
    ...read(body, 'action_mode').map((action) =>
      action.toLowerCase() === 'simulate' ? 'The action `simulate` becomes Log.' : `The action \`${action}\` is carried over almost as it is.`,
    ),
  ]);
}

function overrideNotes(evaluator: Evaluator, site: Site): readonly string[] {
  const hasUris = optionsOf(site.body).some((body) => {
    const urls = body.kind === 'object' || body.kind === 'layered' ? evaluator.member(body, 'urls', site.at) : undefined;
    return urls?.kind === 'array' && urls.elements.length > 0;
  });
  return [hasUris ? 'This override has URIs: a zone with such overrides cannot migrate until they are deleted.' : 'A zone with overrides for URIs cannot migrate until they are deleted.'];
}

function recordsIn(site: Site): readonly Value[] {
  return optionsOf(site.body).flatMap((body) => (body.kind === 'array' ? body.elements.flatMap((element) => optionsOf(element)) : [body]));
}

function firewallNotes(evaluator: Evaluator, read: Read, site: Site): readonly string[] {
  const bypasses = recordsIn(site).some((rule) => {
    if (!read(rule, 'action').includes('bypass')) return false;
    const products = evaluator.member(rule, 'products', site.at);
    return products.kind === 'array' && products.elements.some((product) => plainTexts(product)?.includes('waf') === true);
  });
  return bypasses ? ['The migration creates an equivalent of rules that bypass WAF managed rules; Bypass itself becomes Skip.'] : [];
}

function pageRuleNotes(evaluator: Evaluator, read: Read, site: Site): readonly string[] {
  const ids = recordsIn(site).flatMap((rule) => {
    const actions = rule.kind === 'object' || rule.kind === 'layered' ? evaluator.member(rule, 'actions', site.at) : undefined;
    return actions?.kind === 'array' ? actions.elements.flatMap((action) => optionsOf(action).flatMap((option) => read(option, 'id'))) : [];
  });
  const notes = PHASES.flatMap(([phase, actions]) => {
    const taken = [...new Set(ids)].filter((id) => actions.includes(id));
    return taken.length === 0 ? [] : [`${taken.map((id) => `\`${id}\``).join(', ')}: the phase \`${phase}\` takes this over.`];
  });
  if (ids.includes('waf') || ids.includes('disable_security')) {
    notes.push('The migration creates an equivalent of Page Rules that turn the WAF or security off or on; exceptions (skip rules) do so in the new version.');
  }
  return notes;
}
