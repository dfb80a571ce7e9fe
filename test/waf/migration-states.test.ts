import { describe, expect, it } from 'vitest';
import { MIGRATION_STATES, nextState } from '../../packages/waf-plan/src/plan/migration-states.js';
import type { MigrationState, Transition, ZoneFacts } from '../../packages/waf-plan/src/plan/migration-states.js';

const MODES = ['pending', '1', 'validation', '2', 'Pending', '3', '', undefined] as const;
const PHASES = ['1', '2', '', undefined] as const;
const PLANS = ['free', 'pro', 'business', 'enterprise'] as const;
const COMPATIBLE = [true, false, undefined] as const;
const NEW_WAF = ['enabled', 'not-enabled'] as const;

/** Every transition of the table, written by hand: state, waf_migration, plan, compatible, new WAF, next. */
const ALLOWED = new Set([
  // Row 1: from start, in validation mode.
  'start validation enterprise true enabled -> validation',
  'start validation enterprise true not-enabled -> validation',
  'start 2 enterprise true enabled -> validation',
  'start 2 enterprise true not-enabled -> validation',
  // Row 2: from start, straight to the end.
  'start pending free true enabled -> finished',
  'start pending free true not-enabled -> finished',
  'start pending pro true enabled -> finished',
  'start pending pro true not-enabled -> finished',
  'start pending business true enabled -> finished',
  'start pending business true not-enabled -> finished',
  'start pending enterprise true enabled -> finished',
  'start pending enterprise true not-enabled -> finished',
  'start 1 free true enabled -> finished',
  'start 1 free true not-enabled -> finished',
  'start 1 pro true enabled -> finished',
  'start 1 pro true not-enabled -> finished',
  'start 1 business true enabled -> finished',
  'start 1 business true not-enabled -> finished',
  'start 1 enterprise true enabled -> finished',
  'start 1 enterprise true not-enabled -> finished',
  // Row 3: from validation; its condition does not mention the check.
  'validation pending enterprise true enabled -> finished',
  'validation pending enterprise false enabled -> finished',
  'validation pending enterprise undefined enabled -> finished',
  'validation 1 enterprise true enabled -> finished',
  'validation 1 enterprise false enabled -> finished',
  'validation 1 enterprise undefined enabled -> finished',
]);

interface Case {
  readonly name: string;
  readonly phaseTwo: string | undefined;
  readonly transition: Transition;
}

const CASES: readonly Case[] = MIGRATION_STATES.flatMap((state) =>
  MODES.flatMap((wafMigration) =>
    PHASES.flatMap((phaseTwo) =>
      PLANS.flatMap((plan) =>
        COMPATIBLE.flatMap((compatible) =>
          NEW_WAF.map((newWaf) => ({
            name: `${state} ${String(wafMigration)} ${plan} ${String(compatible)} ${newWaf}`,
            phaseTwo,
            transition: nextState(state, { wafMigration, phaseTwo }, { plan, compatible, newWaf }),
          })),
        ),
      ),
    ),
  ),
);

describe('the migration states', () => {
  it('allow every transition of the table, and no other', () => {
    const allowed = CASES.flatMap(({ name, phaseTwo, transition }) =>
      transition.allowed ? [`${phaseTwo === '1' ? '' : 'phase_two missing: '}${name} -> ${transition.next}`] : [],
    );
    expect(CASES).toHaveLength(4 * 8 * 4 * 4 * 3 * 2);
    expect(new Set(allowed)).toEqual(ALLOWED);
    expect(allowed).toHaveLength(ALLOWED.size);
  });

  it('give a reason for each refusal', () => {
    for (const { name, transition } of CASES)
      if (!transition.allowed) expect(transition.reason, name).toMatch(/^\w.{20,}/);
  });

  const ENTERPRISE: ZoneFacts = { plan: 'enterprise', compatible: true, newWaf: 'enabled' };
  const refusal = (
    state: MigrationState,
    wafMigration: string | undefined,
    zone: Partial<ZoneFacts> = {},
    phaseTwo: string | undefined = '1',
  ): string => {
    const transition = nextState(state, { wafMigration, phaseTwo }, { ...ENTERPRISE, ...zone });
    return transition.allowed ? 'allowed' : `${transition.why}: ${transition.reason}`;
  };

  it.each([
    ['finished', 'pending', {}, 'forbidden: the migration is finished, and it cannot be reversed or repeated'],
    ['finished', 'validation', {}, 'forbidden: the migration is finished, and it cannot be reversed or repeated'],
    [
      'pending',
      'pending',
      {},
      "unstated: the specification does not say: 'pending' is named as a state or mode, but no transition from it is shown",
    ],
    [
      'start',
      undefined,
      {},
      'unstated: the specification does not say: no transition is shown for an update without waf_migration',
    ],
    ['start', 'Pending', {}, 'forbidden: waf_migration takes pending or 1, validation or 2'],
    ['start', 'validation', { plan: 'pro' }, 'forbidden: validation mode is for Enterprise zones only'],
    ['start', 'validation', { plan: 'business' }, 'forbidden: validation mode is for Enterprise zones only'],
    ['start', 'pending', { compatible: false }, 'forbidden: the check says that the zone is not compatible'],
    [
      'start',
      'pending',
      { compatible: undefined },
      'forbidden: whether the zone is compatible has to be checked first',
    ],
    [
      'validation',
      'pending',
      { newWaf: 'not-enabled' },
      'forbidden: the new configuration has to be saved and the new WAF enabled first',
    ],
    ['validation', 'pending', { plan: 'business' }, 'forbidden: only an Enterprise zone can be in validation mode'],
    [
      'validation',
      'validation',
      {},
      'unstated: the specification does not say: an update in validation mode of a zone that is in it already is not shown',
    ],
  ] as const)('refuse %s with waf_migration=%s of %o', (state, mode, zone, reason) => {
    expect(refusal(state, mode, zone)).toBe(reason);
  });

  it('refuse an update without phase_two=1', () => {
    expect(nextState('start', { wafMigration: 'pending', phaseTwo: undefined }, ENTERPRISE)).toEqual({
      allowed: false,
      why: 'unstated',
      reason: 'the specification does not say: every transition that is shown has phase_two=1',
    });
  });
});
