import type { PhaseVerdict, Statement } from './plan-types.js';
import { bypassesWaf, isOwasp, isUriOverride, owaspSwitch, wafActions } from './settings.js';
import type { ZoneExport } from './zone-export.js';

/** Section 9, item 4, and section 1, "Eligibility". */
const SINCE = { 1: '2022-05-04', 2: '2022-09-19' } as const;

interface Condition {
  readonly met: 'yes' | 'no' | 'unknown';
  readonly reason: Statement;
}

/** Both phases of section 1, "Eligibility", with a reason for each refusal and for each open question. */
export function judgePhases(zone: ZoneExport): readonly PhaseVerdict[] {
  return [judgePhaseOne(zone), judgePhaseTwo(zone)];
}

function judgePhaseOne(zone: ZoneExport): PhaseVerdict {
  const conditions = [switchedOff(zone), noFirewallBypass(zone), noPageRule(zone), noUriOverride(zone)];
  const failed = conditions.filter(({ met }) => met === 'no');
  const open = conditions.filter(({ met }) => met === 'unknown');
  const verdict = failed.length > 0 ? 'refused' : open.length > 0 ? 'unknown' : 'conditions-met';
  const reasons = [...failed, ...open].map(({ reason }) => reason);
  // Section 1: phase 1 was open to "a subset of zones", which is not described further.
  const subset = {
    text: 'All conditions are met. The phase was open to a subset of zones that is not described; the check shows it.',
  };
  return { phase: 1, since: SINCE[1], verdict, reasons: verdict === 'conditions-met' ? [subset] : reasons };
}

function judgePhaseTwo(zone: ZoneExport): PhaseVerdict {
  const condition = noUriOverride(zone);
  const refusals: Statement[] = condition.met === 'no' ? [condition.reason] : [];
  // Section 7: "A check reports compatible false: zone not eligible".
  if (zone.check?.compatible === false) refusals.push({ text: 'The check says that the zone is not compatible.' });
  if (refusals.length > 0) return { phase: 2, since: SINCE[2], verdict: 'refused', reasons: refusals };
  // Section 4.1, flow, step 1: "If compatible is true, continue."
  if (condition.met === 'unknown' && zone.check?.compatible !== true)
    return { phase: 2, since: SINCE[2], verdict: 'unknown', reasons: [condition.reason] };
  const unseen = { text: 'The check says that the zone is compatible; the WAF overrides were not exported.' };
  return { phase: 2, since: SINCE[2], verdict: 'eligible', reasons: condition.met === 'unknown' ? [unseen] : [] };
}

/** "WAF disabled, or WAF enabled with only the managed ruleset on (the OWASP … Core Rule Set off)". */
function switchedOff(zone: ZoneExport): Condition {
  if (zone.waf === 'off') return { met: 'yes', reason: { text: 'The previous WAF is off.' } };
  const owasp = owaspSwitch(zone);
  if (owasp === 'off') return { met: 'yes', reason: { text: 'The OWASP rules are off.' } };
  if (owasp === 'unknown') {
    const text =
      zone.waf === 'on'
        ? 'Whether the OWASP rules are off was not exported.'
        : 'Whether the previous WAF is off, or its OWASP rules are, was not exported.';
    return { met: 'unknown', reason: { text } };
  }
  const about = (zone.packages ?? [])
    .filter((waf) => isOwasp(waf) && waf.sensitivity !== 'off')
    .map(({ name }) => name);
  if (zone.waf === 'on')
    return { met: 'no', reason: { text: 'The previous WAF is on together with its OWASP rules:', about } };
  return {
    met: 'unknown',
    reason: {
      text: 'The OWASP rules have a sensitivity; whether the previous WAF is on was not exported (--waf on or --waf off):',
      about,
    },
  };
}

function noFirewallBypass(zone: ZoneExport): Condition {
  return requireNone(
    zone.firewall_rules,
    bypassesWaf,
    'Firewall rules bypass WAF managed rules:',
    'The firewall rules were not exported.',
  );
}

function noPageRule(zone: ZoneExport): Condition {
  return requireNone(
    zone.page_rules,
    (rule) => wafActions(rule).length > 0,
    'Page Rules disable security, or turn the WAF on or off:',
    'The Page Rules were not exported.',
  );
}

function noUriOverride(zone: ZoneExport): Condition {
  return requireNone(
    zone.overrides,
    isUriOverride,
    'WAF overrides are for URIs, and have to be deleted first:',
    'The WAF overrides were not exported, so it is not known whether any is for URIs.',
  );
}

/** Requires that no item blocks. Paused and disabled items count, too: the specification does not exempt them. */
function requireNone<T extends { readonly id: string }>(
  list: readonly T[] | undefined,
  blocks: (item: T) => boolean,
  refusal: string,
  missing: string,
): Condition {
  if (list === undefined) return { met: 'unknown', reason: { text: missing } };
  const about = list.filter(blocks).map(({ id }) => id);
  return about.length > 0 ? { met: 'no', reason: { text: refusal, about } } : { met: 'yes', reason: { text: '' } };
}
