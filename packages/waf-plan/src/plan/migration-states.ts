import { MODES } from '../../../../src/waf/migration/operations.js';
import type { MigrationMode } from '../../../../src/waf/migration/operations.js';
import type { ZonePlan } from './zone-export.js';

/** States of a migration (section 3). The specification does not show which state the check has after it. */
export const MIGRATION_STATES = ['start', 'pending', 'validation', 'finished'] as const;

export type MigrationState = (typeof MIGRATION_STATES)[number];

/** The update of the entry point, by its query (section 4.1). */
export interface UpdateTrigger {
  readonly wafMigration: string | undefined;
  readonly phaseTwo: string | undefined;
}

/** Facts of a zone that the conditions of the table use. */
export interface ZoneFacts {
  readonly plan: ZonePlan;
  /** Result of the check operation; undefined if it was not called. */
  readonly compatible: boolean | undefined;
  /** Whether the new configuration is saved and the new WAF enabled. */
  readonly newWaf: 'enabled' | 'not-enabled';
}

/** Effect of an update. `forbidden`: the specification excludes it; `unstated`: the specification does not show it. */
export type Transition =
  | { readonly allowed: true; readonly next: 'validation' | 'finished' }
  | { readonly allowed: false; readonly why: 'forbidden' | 'unstated'; readonly reason: string };

/**
 * Next state of a zone after an update of the entry point, only by the table of section 3.
 *
 * Its second row names Pro, Business and Enterprise. A Free zone is accepted, because "all zones are eligible" (section
 * 1, phase 2) and the condition of the row is that the zone is compatible.
 */
export function nextState(state: MigrationState, trigger: UpdateTrigger, zone: ZoneFacts): Transition {
  const mode = MODES.get(trigger.wafMigration ?? '');
  // Section 3: "The migration cannot be reversed after it finishes."
  if (state === 'finished') return forbidden('the migration is finished, and it cannot be reversed or repeated');
  if (state === 'pending') return unstated("'pending' is named as a state or mode, but no transition from it is shown");
  if (trigger.wafMigration === undefined) return unstated('no transition is shown for an update without waf_migration');
  if (mode === undefined) return forbidden('waf_migration takes pending or 1, validation or 2');
  if (trigger.phaseTwo !== '1') return unstated('every transition that is shown has phase_two=1');
  return state === 'start' ? transitionFromStart(mode, zone) : transitionFromValidation(mode, zone);
}

function transitionFromStart(mode: MigrationMode, zone: ZoneFacts): Transition {
  // Section 1, rule 6, and section 4.1: validation is for Enterprise zones only.
  if (mode === 'validation' && zone.plan !== 'enterprise')
    return forbidden('validation mode is for Enterprise zones only');
  // Section 7: "Zone not eligible; update cannot proceed."
  if (zone.compatible === false) return forbidden('the check says that the zone is not compatible');
  if (zone.compatible === undefined) return forbidden('whether the zone is compatible has to be checked first');
  return { allowed: true, next: mode === 'validation' ? 'validation' : 'finished' };
}

function transitionFromValidation(mode: MigrationMode, zone: ZoneFacts): Transition {
  if (zone.plan !== 'enterprise') return forbidden('only an Enterprise zone can be in validation mode');
  if (mode === 'validation')
    return unstated('an update in validation mode of a zone that is in it already is not shown');
  if (zone.newWaf === 'not-enabled')
    return forbidden('the new configuration has to be saved and the new WAF enabled first');
  return { allowed: true, next: 'finished' };
}

function forbidden(reason: string): Transition {
  return { allowed: false, why: 'forbidden', reason };
}

function unstated(reason: string): Transition {
  return { allowed: false, why: 'unstated', reason: `the specification does not say: ${reason}` };
}
