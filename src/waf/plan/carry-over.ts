import type { SettingFate, Statement } from './plan-types.js';
import { bypassesWaf, isOwasp, isUriOverride, wafActions } from './settings.js';
import type { WafGroup, WafOverride, WafRule, ZoneExport } from './zone-export.js';

/** Section 1, "What the update carries over": the words of its result column. */
const EQUIVALENT = 'an equivalent configuration is created';
const GROUP_OVERRIDE = 'not migrated, there is no equivalence: recreate it as tag or rule overrides';
const RULE_OVERRIDE = 'not migrated: recreate it; the new version has rule overrides, by the id of a new rule';

export interface Fates {
  readonly carriedOver: readonly SettingFate[];
  readonly recreate: readonly SettingFate[];
  readonly unknowns: readonly Statement[];
}

/** Sorts the settings of a zone into those that are carried over, those to recreate, and the unknown. */
export function sortSettings(zone: ZoneExport): Fates {
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

function firewallRules(zone: ZoneExport): readonly SettingFate[] {
  return (zone.firewall_rules ?? []).filter(bypassesWaf).map(({ id, paused }) => ({
    setting: 'Firewall rule with Bypass > WAF Managed Rules',
    what: { text: paused === true ? 'Paused; what becomes of that is not specified.' : '', about: [id] },
    result: EQUIVALENT,
  }));
}

function pageRules(zone: ZoneExport): readonly SettingFate[] {
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

function packages(zone: ZoneExport): readonly SettingFate[] {
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

function groupFate({ id, name, mode }: WafGroup): SettingFate {
  return {
    setting: 'OWASP group override',
    what: { text: '', about: [id, ...(name ? [name] : []), mode] },
    result: GROUP_OVERRIDE,
  };
}

function ruleFate({ id, mode }: WafRule): SettingFate {
  return { setting: 'OWASP rule override', what: { text: '', about: [id, mode] }, result: RULE_OVERRIDE };
}

/** Sorts the changes of an override. URI overrides are deleted, with their contents, before the migration. */
function sortOverride(
  override: WafOverride,
  zone: ZoneExport,
  owasp: ReadonlySet<string>,
): { readonly recreate: readonly SettingFate[]; readonly unknowns: readonly Statement[] } {
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
  return missing.length === 0 ? [] : [{ text: `Not exported, so nothing is said of them: ${missing.join(', ')}.` }];
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

/** Section 1 speaks of the overrides of the OWASP rules only. */
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
