import type { PhaseVerdict, Statement } from './plan-types.js';
import { bypassesWaf, isOwasp, isUriOverride, owaspSwitch, wafActions } from './settings.js';
import type { ZoneExport } from './zone-export.js';

/** First day of each phase: section 9, item 4 of the specification, and section 1, "Eligibility". */
const PHASE_START = { 1: '2022-05-04', 2: '2022-09-19' } as const;

interface Condition {
  readonly met: 'yes' | 'no' | 'unknown';
  readonly reason: Statement;
}

/** Both phases of section 1, "Eligibility", with a reason for each refusal and for each open question. */
export function judgePhases(zone: ZoneExport): readonly PhaseVerdict[] {
  return [judgePhaseOne(zone), judgePhaseTwo(zone)];
}

function judgePhaseOne(zone: ZoneExport): PhaseVerdict {
  const conditions = [
    requireOwaspOff(zone),
    requireNoFirewallBypass(zone),
    requireNoPageRule(zone),
    requireNoUriOverride(zone),
  ];
  const failedConditions = conditions.filter(({ met }) => met === 'no');
  const unknownConditions = conditions.filter(({ met }) => met === 'unknown');
  const verdict = failedConditions.length > 0 ? 'refused' : unknownConditions.length > 0 ? 'unknown' : 'conditions-met';
  const reasons = [...failedConditions, ...unknownConditions].map(({ reason }) => reason);
  // Section 1: phase 1 was open to "a subset of zones", which is not described further.
  const subsetReason = {
    text: 'All conditions are met. The phase was open to a subset of zones that is not described; the check shows it.',
  };
  return { phase: 1, since: PHASE_START[1], verdict, reasons: verdict === 'conditions-met' ? [subsetReason] : reasons };
}

function judgePhaseTwo(zone: ZoneExport): PhaseVerdict {
  const condition = requireNoUriOverride(zone);
  const refusals: Statement[] = condition.met === 'no' ? [condition.reason] : [];
  // Section 7: "A check reports compatible false: zone not eligible".
  if (zone.check?.compatible === false) refusals.push({ text: 'The check says that the zone is not compatible.' });
  if (refusals.length > 0) return { phase: 2, since: PHASE_START[2], verdict: 'refused', reasons: refusals };
  // Section 4.1, flow, step 1: "If compatible is true, continue."
  if (condition.met === 'unknown' && zone.check?.compatible !== true)
    return { phase: 2, since: PHASE_START[2], verdict: 'unknown', reasons: [condition.reason] };
  const overridesUnknown = { text: 'The check says that the zone is compatible; the WAF overrides were not exported.' };
  return {
    phase: 2,
    since: PHASE_START[2],
    verdict: 'eligible',
    reasons: condition.met === 'unknown' ? [overridesUnknown] : [],
  };
}

/** "WAF disabled, or WAF enabled with only the managed ruleset on (the OWASP … Core Rule Set off)". */
function requireOwaspOff(zone: ZoneExport): Condition {
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

function requireNoFirewallBypass(zone: ZoneExport): Condition {
  return requireNone(
    zone.firewall_rules,
    bypassesWaf,
    'Firewall rules bypass WAF managed rules:',
    'The firewall rules were not exported.',
  );
}

function requireNoPageRule(zone: ZoneExport): Condition {
  return requireNone(
    zone.page_rules,
    (rule) => wafActions(rule).length > 0,
    'Page Rules disable security, or turn the WAF on or off:',
    'The Page Rules were not exported.',
  );
}

function requireNoUriOverride(zone: ZoneExport): Condition {
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
  isBlocking: (item: T) => boolean,
  refusal: string,
  missing: string,
): Condition {
  if (list === undefined) return { met: 'unknown', reason: { text: missing } };
  const about = list.filter(isBlocking).map(({ id }) => id);
  return about.length > 0 ? { met: 'no', reason: { text: refusal, about } } : { met: 'yes', reason: { text: '' } };
}
