/**
 * How much is tried of random programs, of what is repeated, and of what takes minutes: a tenth in `npm test`, all in
 * `npm run test:long`, and as many times as much as `TEST_SHARE=20 npm run test:long` says. `TEST_SEED=1` chooses other
 * programs where a test has a seed of its own.
 */
const SHARE = Number(process.env['TEST_SHARE'] ?? 0.1);

/** Everything is tried, as in `npm run test:long`. */
export const IS_LONG = SHARE >= 1;

/** More than everything is tried: over night. */
export const IS_NIGHT = SHARE > 1;

/** How many of so many runs. */
export function share(all: number): number {
  return Math.max(1, Math.round(all * SHARE));
}

/** Every tenth of a list, or all of it; an `offset` chooses other ones of it. */
export function some<T>(list: readonly T[], offset = 0): readonly T[] {
  const step = IS_LONG ? 1 : Math.round(1 / SHARE);
  return list.filter((_, index) => (index + offset) % step === 0);
}

/** A test's own seed, unless another one is asked for. */
export function seedOr(own: number): number {
  return Number(process.env['TEST_SEED'] ?? own);
}
