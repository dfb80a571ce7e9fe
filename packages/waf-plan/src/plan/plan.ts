import type { MigrationMode } from '../../../../src/waf/migration/operations.js';
import { judgePhases } from './eligibility.js';
import { checkLimits } from './limits.js';
import { listCalls, overridePath } from './migration-calls.js';
import { MIGRATION_STATES, nextState } from './migration-states.js';
import type { MigrationState, Transition } from './migration-states.js';
import { mapOwasp } from './owasp-mapping.js';
import type { Blocker, LimitVerdict, Outcome, PhaseVerdict, Statement, WafPlan, SettingOutcome } from './plan-types.js';
import { isUriOverride, bypassesWaf, isOwasp, wafActions } from './settings.js';
import type { ZoneExport, WafGroup, WafOverride, WafRule } from './zone-export.js';

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

/** Section 1, rules 5 and 6: validation depends on the plan alone, in any state of the zone. */
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

/** Section 3: a zone without a transition for the update with waf_migration=pending. */
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

/** The plan assumes the results of its own steps: a positive check, a saved configuration. */
function transition(zone: ZoneExport, wafMigration: MigrationMode): Transition {
  const state = zone.check?.migration_state ?? 'start';
  if (!isKnownState(state))
    return {
      allowed: false,
      why: 'unstated',
      reason: 'the specification does not say what this state means, or how the zone leaves it',
    };
  return nextState(state, { wafMigration, phaseTwo: '1' }, { plan: zone.plan, compatible: true, newWaf: 'enabled' });
}

/** `finished` is our own name: section 3 does not show the check's state then. */
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
    // Section 1 says "all zones"; sections 1 and 3 describe the flows of the other three plans only.
    ...(zone.plan === 'free'
      ? [
          {
            text: 'All zones are eligible for phase 2, but no flow is described for the Free plan; the check shows it.',
          },
        ]
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

/** Section 1, "What the update carries over": the words of its result column. */
const EQUIVALENT = 'an equivalent configuration is created';
const GROUP_OVERRIDE = 'not migrated, there is no equivalence: recreate it as tag or rule overrides';
const RULE_OVERRIDE = 'not migrated: recreate it; the new version has rule overrides, by the id of a new rule';

interface Fates {
  readonly carriedOver: readonly SettingOutcome[];
  readonly recreate: readonly SettingOutcome[];
  readonly unknowns: readonly Statement[];
}

/** Sorts the settings of a zone into those that are carried over, those to recreate, and the unknown. */
function sortSettings(zone: ZoneExport): Fates {
  const owasp = new Set((zone.packages ?? []).filter(isOwasp).map(({ id }) => id));
  const groups = (zone.groups ?? []).filter(({ package_id: id }) => owasp.has(id));
  const rules = (zone.rules ?? []).filter(({ package_id: id }) => owasp.has(id));
  const overrides = (zone.overrides ?? []).map((override) => sortOverride(override, zone, owasp));
  return {
    carriedOver: [...firewallRules(zone), ...pageRules(zone), ...packages(zone)],
    recreate: [
      ...groups.filter((group) => changed(group) === 'yes').map(groupFate),
      ...rules.filter((rule) => changed(rule) === 'yes').map(ruleFate),
      ...overrides.flatMap(({ recreate }) => recreate),
    ],
    unknowns: [
      ...unknownLists(zone),
      ...unknownModes(groups, rules),
      ...unknownPackages(zone, owasp),
      ...overrides.flatMap(({ unknowns }) => unknowns),
    ],
  };
}

function firewallRules(zone: ZoneExport): readonly SettingOutcome[] {
  return (zone.firewall_rules ?? []).filter(bypassesWaf).map(({ id, paused }) => ({
    setting: 'Firewall rule with Bypass > WAF Managed Rules',
    what: { text: paused === true ? 'Paused; what becomes of that is not specified.' : '', about: [id] },
    result: EQUIVALENT,
  }));
}

function pageRules(zone: ZoneExport): readonly SettingOutcome[] {
  return (zone.page_rules ?? []).flatMap((rule) =>
    wafActions(rule).map((action) => ({
      setting: `Page Rule with ${action}`,
      what: {
        text: rule.status === 'disabled' ? 'Disabled; what becomes of that is not specified.' : '',
        about: [rule.id],
      },
      result: EQUIVALENT,
    })),
  );
}

function packages(zone: ZoneExport): readonly SettingOutcome[] {
  return (zone.packages ?? []).filter(isOwasp).flatMap(({ name, sensitivity, action_mode: action }) => [
    ...(sensitivity === undefined || sensitivity === null || sensitivity === 'off'
      ? []
      : [
          {
            setting: `OWASP sensitivity ${sensitivity}`,
            what: { text: '', about: [name] },
            result: 'mapped to a paranoia level and a score threshold, see the table',
          },
        ]),
    ...(action === undefined || action === null || action === ''
      ? []
      : [
          {
            setting: 'OWASP action',
            what: { text: '', about: [name, action] },
            result: 'almost direct mapping; Simulate becomes Log',
          },
        ]),
  ]);
}

/** The mode `default` is no change. Without a default mode, any other mode may be one. */
function changed({ mode, default_mode: normal }: WafGroup | WafRule): 'yes' | 'no' | 'unknown' {
  if (mode === 'default') return 'no';
  if (normal === undefined || normal === null || normal === '') return 'unknown';
  return mode === normal ? 'no' : 'yes';
}

function groupFate({ id, name, mode }: WafGroup): SettingOutcome {
  return {
    setting: 'OWASP group override',
    what: { text: '', about: [id, ...(name ? [name] : []), mode] },
    result: GROUP_OVERRIDE,
  };
}

function ruleFate({ id, mode }: WafRule): SettingOutcome {
  return { setting: 'OWASP rule override', what: { text: '', about: [id, mode] }, result: RULE_OVERRIDE };
}

/** Sorts the changes of an override. URI overrides are deleted, with their contents, before the migration. */
function sortOverride(
  override: WafOverride,
  zone: ZoneExport,
  owasp: ReadonlySet<string>,
): { readonly recreate: readonly SettingOutcome[]; readonly unknowns: readonly Statement[] } {
  if (isUriOverride(override)) {
    return {
      recreate: [],
      unknowns: [
        {
          text: 'What replaces an override for URIs is not specified. Keep a copy before you delete it:',
          about: [override.id],
        },
      ],
    };
  }
  const packageOfGroup = new Map((zone.groups ?? []).map(({ id, package_id }) => [id, package_id]));
  const packageOfRule = new Map((zone.rules ?? []).map(({ id, package_id }) => [id, package_id]));
  const groups = Object.entries(override.groups ?? {});
  const rules = Object.entries(override.rules ?? {});
  const inOwasp = (packageId: string | undefined): boolean => packageId !== undefined && owasp.has(packageId);
  const others = [
    ...groups.filter(([id]) => !inOwasp(packageOfGroup.get(id))),
    ...rules.filter(([id]) => !inOwasp(packageOfRule.get(id))),
  ].map(([id]) => id);
  return {
    recreate: [
      ...groups
        .filter(([id]) => inOwasp(packageOfGroup.get(id)))
        .map(([id, mode]) => groupFate({ id, package_id: '', mode })),
      ...rules
        .filter(([id]) => inOwasp(packageOfRule.get(id)))
        .map(([id, mode]) => ruleFate({ id, package_id: '', mode })),
    ],
    unknowns:
      others.length === 0
        ? []
        : [
            {
              text: 'An override names groups or rules that no exported list places in an OWASP package; what becomes of those is not specified. The override, then what it names:',
              about: [override.id, ...others],
            },
          ],
  };
}

function unknownLists(zone: ZoneExport): readonly Statement[] {
  const missing = [
    ...(zone.packages === undefined ? ['packages'] : []),
    ...(zone.groups === undefined ? ['groups'] : []),
    ...(zone.rules === undefined ? ['rules'] : []),
    ...(zone.overrides === undefined ? ['overrides'] : []),
    ...(zone.firewall_rules === undefined ? ['firewall rules'] : []),
    ...(zone.page_rules === undefined ? ['Page Rules'] : []),
  ];
  return missing.length === 0 ? [] : [{ text: `Not exported, so not covered here: ${missing.join(', ')}.` }];
}

function unknownModes(groups: readonly WafGroup[], rules: readonly WafRule[]): readonly Statement[] {
  const open = (list: readonly (WafGroup | WafRule)[]): readonly string[] =>
    list.filter((item) => changed(item) === 'unknown').map(({ id, mode }) => `${id} ${mode}`);
  const openGroups = open(groups);
  const openRules = open(rules);
  return [
    ...(openGroups.length === 0
      ? []
      : [
          {
            text: `The export has no default mode for these OWASP groups. Where you changed the mode: ${GROUP_OVERRIDE}.`,
            about: openGroups,
          },
        ]),
    ...(openRules.length === 0
      ? []
      : [
          {
            text: `The export has no default mode for these OWASP rules. Where you changed the mode: ${RULE_OVERRIDE}.`,
            about: openRules,
          },
        ]),
  ];
}

/** Section 1 mentions the overrides of the OWASP rules only. */
function unknownPackages(zone: ZoneExport, owasp: ReadonlySet<string>): readonly Statement[] {
  const changes = [...(zone.groups ?? []), ...(zone.rules ?? [])].filter(
    (item) => !owasp.has(item.package_id) && changed(item) === 'yes',
  );
  if (changes.length === 0) return [];
  return [
    {
      text: 'What becomes of changed groups and rules outside the OWASP package is not specified. Look for these in the result of the config operation:',
      about: changes.map(({ id, mode }) => `${id} ${mode}`),
    },
  ];
}
