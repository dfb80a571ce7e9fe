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
  const settingOutcomes = sortSettings(zone);
  const blockers = [
    ...uriOverrideBlockers(zone),
    ...incompatibleCheck(zone),
    ...missingTransition(zone),
    ...limits.blockers,
  ];
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
    carriedOver: settingOutcomes.carriedOver,
    recreate: settingOutcomes.recreate,
    owasp: mapOwasp(zone),
    calls: listCalls(zone, {
      validation: validation.allowed ? 'open' : 'closed',
      blocked: blockers.length > 0,
    }),
    unknowns: [...stateUnknowns(zone), ...settingOutcomes.unknowns, ...limits.unknowns],
    notes: NOTES,
  };
}

function judgeOutcome(
  blockers: readonly Blocker[],
  phases: readonly PhaseVerdict[],
  limits: readonly LimitVerdict[],
): Outcome {
  if (blockers.length > 0) return 'blocked';
  const hasUnknown =
    phases.some(({ phase, verdict }) => phase === 2 && verdict === 'unknown') ||
    limits.some(({ verdict }) => verdict === 'unknown');
  return hasUnknown ? 'unknown' : 'possible';
}

/** Section 1, rules 5 and 6: validation depends only on the plan, in any state of the zone. */
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
function uriOverrideBlockers(zone: ZoneExport): readonly Blocker[] {
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
function incompatibleCheck(zone: ZoneExport): readonly Blocker[] {
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
function missingTransition(zone: ZoneExport): readonly Blocker[] {
  const transitionToPending = transition(zone, 'pending');
  if (transitionToPending.allowed) return [];
  const state = zone.check?.migration_state ?? 'start';
  return [
    {
      kind: 'no-transition',
      what: {
        text: `The update cannot be sent: ${transitionToPending.reason}. State of the migration:`,
        about: [state],
      },
      remedy: { kind: 'none', text: 'No call is specified that changes this; ask the status operation, then support.' },
    },
  ];
}

/** Transition of the zone, if the earlier steps succeed: a positive check, a saved configuration. */
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

/** Whether section 3 describes a state; `finished` is the planner's name for a state that the check does not show. */
function isKnownState(state: string): state is MigrationState {
  return state !== 'finished' && MIGRATION_STATES.some((knownState) => knownState === state);
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

/** Texts of the result column in section 1, "What the update carries over". */
const EQUIVALENT = 'an equivalent configuration is created';
const GROUP_OVERRIDE = 'not migrated, there is no equivalence: recreate it as tag or rule overrides';
const RULE_OVERRIDE = 'not migrated: recreate it; the new version has rule overrides, by the id of a new rule';

interface SortedSettings {
  readonly carriedOver: readonly SettingOutcome[];
  readonly recreate: readonly SettingOutcome[];
  readonly unknowns: readonly Statement[];
}

/** Sorts the settings of a zone into those that are carried over, those to recreate, and the unknown. */
function sortSettings(zone: ZoneExport): SortedSettings {
  const owaspIds = new Set((zone.packages ?? []).filter(isOwasp).map(({ id }) => id));
  const groups = (zone.groups ?? []).filter(({ package_id: id }) => owaspIds.has(id));
  const rules = (zone.rules ?? []).filter(({ package_id: id }) => owaspIds.has(id));
  const overrides = (zone.overrides ?? []).map((override) => sortOverride(override, zone, owaspIds));
  return {
    carriedOver: [...firewallRuleOutcomes(zone), ...pageRuleOutcomes(zone), ...packageOutcomes(zone)],
    recreate: [
      ...groups.filter((group) => modeChange(group) === 'yes').map(groupOutcome),
      ...rules.filter((rule) => modeChange(rule) === 'yes').map(ruleOutcome),
      ...overrides.flatMap(({ recreate }) => recreate),
    ],
    unknowns: [
      ...unknownLists(zone),
      ...unknownModes(groups, rules),
      ...unknownPackages(zone, owaspIds),
      ...overrides.flatMap(({ unknowns }) => unknowns),
    ],
  };
}

function firewallRuleOutcomes(zone: ZoneExport): readonly SettingOutcome[] {
  return (zone.firewall_rules ?? []).filter(bypassesWaf).map(({ id, paused }) => ({
    setting: 'Firewall rule with Bypass > WAF Managed Rules',
    what: { text: paused === true ? 'Paused; what becomes of that is not specified.' : '', about: [id] },
    result: EQUIVALENT,
  }));
}

function pageRuleOutcomes(zone: ZoneExport): readonly SettingOutcome[] {
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

function packageOutcomes(zone: ZoneExport): readonly SettingOutcome[] {
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

/** Whether a mode differs from the default; unknown if the export has no default mode. */
function modeChange({ mode, default_mode: defaultMode }: WafGroup | WafRule): 'yes' | 'no' | 'unknown' {
  if (mode === 'default') return 'no';
  if (defaultMode === undefined || defaultMode === null || defaultMode === '') return 'unknown';
  return mode === defaultMode ? 'no' : 'yes';
}

function groupOutcome({ id, name, mode }: WafGroup): SettingOutcome {
  return {
    setting: 'OWASP group override',
    what: { text: '', about: [id, ...(name ? [name] : []), mode] },
    result: GROUP_OVERRIDE,
  };
}

function ruleOutcome({ id, mode }: WafRule): SettingOutcome {
  return { setting: 'OWASP rule override', what: { text: '', about: [id, mode] }, result: RULE_OVERRIDE };
}

/** Sorts the changes of an override. URI overrides are deleted, with their contents, before the migration. */
function sortOverride(
  override: WafOverride,
  zone: ZoneExport,
  owaspIds: ReadonlySet<string>,
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
  const isInOwasp = (packageId: string | undefined): boolean => packageId !== undefined && owaspIds.has(packageId);
  const otherIds = [
    ...groups.filter(([id]) => !isInOwasp(packageOfGroup.get(id))),
    ...rules.filter(([id]) => !isInOwasp(packageOfRule.get(id))),
  ].map(([id]) => id);
  return {
    recreate: [
      ...groups
        .filter(([id]) => isInOwasp(packageOfGroup.get(id)))
        .map(([id, mode]) => groupOutcome({ id, package_id: '', mode })),
      ...rules
        .filter(([id]) => isInOwasp(packageOfRule.get(id)))
        .map(([id, mode]) => ruleOutcome({ id, package_id: '', mode })),
    ],
    unknowns:
      otherIds.length === 0
        ? []
        : [
            {
              text: 'An override names groups or rules that no exported list places in an OWASP package; what becomes of those is not specified. The override, then what it names:',
              about: [override.id, ...otherIds],
            },
          ],
  };
}

function unknownLists(zone: ZoneExport): readonly Statement[] {
  const missingLists = [
    ...(zone.packages === undefined ? ['packages'] : []),
    ...(zone.groups === undefined ? ['groups'] : []),
    ...(zone.rules === undefined ? ['rules'] : []),
    ...(zone.overrides === undefined ? ['overrides'] : []),
    ...(zone.firewall_rules === undefined ? ['firewall rules'] : []),
    ...(zone.page_rules === undefined ? ['Page Rules'] : []),
  ];
  return missingLists.length === 0 ? [] : [{ text: `Not exported, so not covered here: ${missingLists.join(', ')}.` }];
}

function unknownModes(groups: readonly WafGroup[], rules: readonly WafRule[]): readonly Statement[] {
  const itemsWithoutDefault = (list: readonly (WafGroup | WafRule)[]): readonly string[] =>
    list.filter((item) => modeChange(item) === 'unknown').map(({ id, mode }) => `${id} ${mode}`);
  const unknownGroups = itemsWithoutDefault(groups);
  const unknownRules = itemsWithoutDefault(rules);
  return [
    ...(unknownGroups.length === 0
      ? []
      : [
          {
            text: `The export has no default mode for these OWASP groups. Where you changed the mode: ${GROUP_OVERRIDE}.`,
            about: unknownGroups,
          },
        ]),
    ...(unknownRules.length === 0
      ? []
      : [
          {
            text: `The export has no default mode for these OWASP rules. Where you changed the mode: ${RULE_OVERRIDE}.`,
            about: unknownRules,
          },
        ]),
  ];
}

/** Section 1 mentions the overrides of the OWASP rules only. */
function unknownPackages(zone: ZoneExport, owaspIds: ReadonlySet<string>): readonly Statement[] {
  const changedItems = [...(zone.groups ?? []), ...(zone.rules ?? [])].filter(
    (item) => !owaspIds.has(item.package_id) && modeChange(item) === 'yes',
  );
  if (changedItems.length === 0) return [];
  return [
    {
      text: 'What becomes of changed groups and rules outside the OWASP package is not specified. Look for these in the result of the config operation:',
      about: changedItems.map(({ id, mode }) => `${id} ${mode}`),
    },
  ];
}
