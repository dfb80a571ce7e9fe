import { OWASP_MAPPING } from '../../../../src/waf/migration/mapping.js';
import type { OwaspPlan, OwaspRow, Statement } from './plan-types.js';
import { isOwasp } from './settings.js';
import type { WafPackage, ZoneExport } from './zone-export.js';

/** Section 1, below the table: "The migration sets the paranoia level … to PL2." */
const PARANOIA_LEVEL_IN_TEXT = 'PL2';

/** Maps the sensitivity and the action of the OWASP packages to the new settings. */
export function mapOwasp(zone: ZoneExport): OwaspPlan {
  const packages = (zone.packages ?? []).filter(isOwasp);
  const rows = OWASP_MAPPING.map((row) => ({
    ...row,
    packages: packages.filter(({ sensitivity }) => sensitivity === row.sensitivity).map(({ name }) => name),
  }));
  return {
    rows,
    actions: packages.flatMap(mapAction),
    notes: [...notesOnPackages(zone, packages), ...notesOnLevels(rows)],
  };
}

/** Section 1, "What the update carries over": "Almost direct mapping; the Simulate action becomes Log". */
function mapAction({ name, action_mode: action }: WafPackage): OwaspPlan['actions'] {
  if (action === undefined || action === null || action === '') return [];
  const becomes =
    action.toLowerCase() === 'simulate'
      ? 'log'
      : 'almost direct mapping; the exact action is not specified, read it in the result of the config operation';
  return [{ packageName: name, action, becomes }];
}

function notesOnPackages(zone: ZoneExport, packages: readonly WafPackage[]): readonly Statement[] {
  if (zone.packages === undefined)
    return [{ text: 'The packages were not exported, so which row applies is not known.' }];
  if (packages.length === 0) return [{ text: 'No exported package has OWASP in its name, so no row applies.' }];
  return packages.flatMap(({ name, sensitivity, action_mode: action }) => [
    ...(sensitivity === 'off'
      ? [
          {
            text: 'Sensitivity off has no row: what the new version does with it is not specified. Package:',
            about: [name],
          },
        ]
      : []),
    ...(sensitivity === undefined || sensitivity === null
      ? [{ text: 'The sensitivity was not exported, so which row applies is not known. Package:', about: [name] }]
      : []),
    ...(action === undefined || action === null || action === ''
      ? [{ text: 'The action was not exported. Package:', about: [name] }]
      : []),
  ]);
}

/** The table and the sentence below it contradict each other in the specification: the plan reports this. */
function notesOnLevels(rows: readonly OwaspRow[]): readonly Statement[] {
  const differingRows = rows.filter(({ paranoiaLevel }) => paranoiaLevel !== PARANOIA_LEVEL_IN_TEXT);
  const isAffected = differingRows.some(({ packages }) => packages.length > 0);
  return [
    {
      text: `The specification contradicts itself: the table gives PL1 for medium and low, yet the text below it says that the migration sets ${PARANOIA_LEVEL_IN_TEXT}.${isAffected ? ' This zone has one of the two.' : ''} Read the paranoia level in the result of the config operation before you send it.`,
    },
  ];
}
