import type { MigrationMode } from '../migration/operations.js';
import { sortSettings } from './carry-over.js';
import { judgePhases } from './eligibility.js';
import { checkLimits } from './limits.js';
import { listCalls, overridePath } from './migration-calls.js';
import { MIGRATION_STATES, nextState } from './migration-states.js';
import type { MigrationState, Transition } from './migration-states.js';
import { mapOwasp } from './owasp-mapping.js';
import type { Blocker, LimitVerdict, Outcome, PhaseVerdict, Statement, WafPlan } from './plan-types.js';
import { isUriOverride } from './settings.js';
import type { ZoneExport } from './zone-export.js';

/** Plans the migration of one zone. Pure: reads nothing, sends nothing, never throws. */
export function planMigration(zone: ZoneExport): WafPlan {
  const state = zone.check?.migration_state ?? 'start';
  const validation = transition(zone, 'validation');
  const phases = judgePhases(zone);
  const limits = checkLimits(zone);
  const fates = sortSettings(zone);
  const blockers = [...uriOverrides(zone), ...refusedCheck(zone), ...noTransition(zone), ...limits.blockers];
  return {
    outcome: judgeOutcome(blockers, phases, limits.verdicts),
    zone: {
      ...(zone.zone_id === undefined ? {} : { id: zone.zone_id }),
      plan: zone.plan,
      waf: zone.waf ?? 'unknown',
      state,
    },
    phases,
    blockers,
    limits: limits.verdicts,
    validationMode: judgeValidation(zone),
    carriedOver: fates.carriedOver,
    recreate: fates.recreate,
    owasp: mapOwasp(zone),
    calls: listCalls(zone, {
      validation: validation.allowed ? 'open' : 'closed',
      blocked: blockers.length > 0,
    }),
    unknowns: [...stateUnknowns(zone), ...fates.unknowns, ...limits.unknowns],
    notes: NOTES,
  };
}

function judgeOutcome(
  blockers: readonly Blocker[],
  phases: readonly PhaseVerdict[],
  limits: readonly LimitVerdict[],
): Outcome {
  if (blockers.length > 0) return 'blocked';
  const open =
    phases.some(({ phase, verdict }) => phase === 2 && verdict === 'unknown') ||
    limits.some(({ verdict }) => verdict === 'unknown');
  return open ? 'unknown' : 'possible';
}

/** Section 1, rules 5 and 6: open or not is a matter of the plan, wherever the zone is. */
function judgeValidation(zone: ZoneExport): WafPlan['validationMode'] {
  const fromStart = nextState(
    'start',
    { wafMigration: 'validation', phaseTwo: '1' },
    { plan: zone.plan, compatible: true, newWaf: 'not-enabled' },
  );
  if (!fromStart.allowed) return { open: false, reason: fromStart.reason };
  if (zone.check?.migration_state === 'validation') return { open: true, reason: 'the zone is in it already' };
  return { open: true, reason: 'an Enterprise zone can run both versions side by side first' };
}

/** Section 1, rule 3: each override for URIs, with the call that removes it. */
function uriOverrides(zone: ZoneExport): readonly Blocker[] {
  return (zone.overrides ?? []).filter(isUriOverride).map(({ id, urls, paused }) => ({
    kind: 'uri-override',
    what: {
      text: `A WAF override${paused === true ? ', paused,' : ''} is for URIs, and a zone with one cannot migrate. The override, then its URIs:`,
      about: [id, ...(urls ?? [])],
    },
    remedy: { kind: 'call', method: 'DELETE', path: overridePath(zone, id) },
  }));
}

/** Section 7: "A check reports compatible false: zone not eligible; update cannot proceed." */
function refusedCheck(zone: ZoneExport): readonly Blocker[] {
  if (zone.check?.compatible !== false) return [];
  return [
    {
      kind: 'not-compatible',
      what: { text: 'The check says that the zone is not compatible.' },
      remedy: { kind: 'none', text: 'The check does not say why. Remove the other blockers, then check again.' },
    },
  ];
}

/** Section 3: a zone that the update with waf_migration=pending takes nowhere. */
function noTransition(zone: ZoneExport): readonly Blocker[] {
  const finish = transition(zone, 'pending');
  if (finish.allowed) return [];
  const state = zone.check?.migration_state ?? 'start';
  return [
    {
      kind: 'no-transition',
      what: { text: `The update cannot be sent: ${finish.reason}. State of the migration:`, about: [state] },
      remedy: { kind: 'none', text: 'No call is specified that changes this; ask the status operation, then support.' },
    },
  ];
}

/** The plan assumes what its own steps see to: a check that says yes, a configuration that is saved. */
function transition(zone: ZoneExport, wafMigration: MigrationMode): Transition {
  const state = zone.check?.migration_state ?? 'start';
  if (!isKnownState(state))
    return {
      allowed: false,
      why: 'unstated',
      reason: 'the specification does not say what this state means, or what leads out of it',
    };
  return nextState(state, { wafMigration, phaseTwo: '1' }, { plan: zone.plan, compatible: true, newWaf: 'enabled' });
}

/** `finished` is a name of ours: section 3 does not show what the check says then. */
function isKnownState(state: string): state is MigrationState {
  return state !== 'finished' && MIGRATION_STATES.some((known) => known === state);
}

function stateUnknowns(zone: ZoneExport): readonly Statement[] {
  return [
    ...(zone.check === undefined
      ? [
          {
            text: "The result of the check was not exported; the plan assumes that the migration has not begun (state 'start').",
          },
        ]
      : []),
    // Section 1 speaks of "all zones"; sections 1 and 3 name the flows of the other three plans only.
    ...(zone.plan === 'free'
      ? [{ text: 'All zones are eligible for phase 2, but no flow is described for the Free plan; the check tells.' }]
      : []),
  ];
}

/** Notes that apply to every zone: sections 1 and 3. */
const NOTES: readonly Statement[] = [
  { text: 'The migration is irreversible, and it is always started by the user.' },
  {
    text: 'Once the zone has migrated, the previous WAF managed rules APIs stop working; the Rulesets API is the only way to manage the new version.',
  },
  {
    text: 'Once the configuration is saved with waf_migration=pending, the previous version is disabled automatically: at least one version protects the zone throughout.',
  },
  { text: 'The new version has no global switch. Each managed ruleset is deployed on its own.' },
  {
    text: 'The Web Application Firewall: Off setting of Page Rules applies to the previous version only. To turn the new managed rules off, configure exceptions (skip rules).',
  },
  {
    text: 'Infrastructure-as-code resources (Terraform) for the old packages, groups and rules stop working. A generic ruleset resource for the http_request_firewall_managed phase replaces them.',
  },
  {
    text: 'What the update answers, the field names of the status response, HTTP status codes, error codes and rate limits are not specified.',
  },
];
