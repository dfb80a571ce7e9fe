/**
 * Share of random programs, repetitions and slow cases to try: a tenth in `npm test`, all in `npm run test:long`,
 * twenty times as many with `TEST_SHARE=20 npm run test:long`. `TEST_SEED=1` chooses other random programs.
 */
const SHARE = Number(process.env['TEST_SHARE'] ?? 0.1);

/** Whether all cases are tried, as in `npm run test:long`. */
export const IS_LONG = SHARE >= 1;

/** Whether more than all cases are tried, as in a run over night. */
export const IS_EXTENDED = SHARE > 1;

/** Scales a number of runs. */
export function share(all: number): number {
  return Math.max(1, Math.round(all * SHARE));
}

/** Picks every tenth item of a list, or all; `offset` picks other items. */
export function sample<T>(list: readonly T[], offset = 0): readonly T[] {
  const step = IS_LONG ? 1 : Math.round(1 / SHARE);
  return list.filter((_, index) => (index + offset) % step === 0);
}

/** Returns the requested seed, or else the test's own. */
export function seedOr(own: number): number {
  return Number(process.env['TEST_SEED'] ?? own);
}
