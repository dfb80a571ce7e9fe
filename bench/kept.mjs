import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Stored figures, which may fall but not rise: `figures`, by name, and `raised`, accepted increases with both values
 * and the reason.
 */
export function readKept(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { figures: {}, raised: {} };
}

/** Names of figures that rose or fell by more than `tolerance` (0.02 for 2 %), or are in one list only. */
export function compare(before, now, tolerance) {
  const names = Object.keys(now);
  const both = names.filter((name) => before[name] !== undefined);
  return {
    worse: both.filter((name) => now[name] > before[name] * (1 + tolerance)),
    better: both.filter((name) => before[name] > now[name] * (1 + tolerance)),
    unknown: names.filter((name) => before[name] === undefined),
    gone: Object.keys(before).filter((name) => now[name] === undefined),
  };
}

/** Figures to store after a new measurement. @throws Error if one rises without a reason. */
export function keptAfter(before, now, tolerance, why) {
  const { worse } = compare(before.figures, now, tolerance);
  if (worse.length > 0 && why === undefined)
    throw new Error(`--keep would raise ${worse.join(', ')}. Say why with --why 'reason', or make it cheaper.`);
  const raised = Object.fromEntries([
    ...Object.entries(before.raised).filter(([name, { to }]) => now[name] === to),
    ...worse.map((name) => [name, { from: before.figures[name], to: now[name], why }]),
  ]);
  return { figures: now, raised };
}

/** Figures of a version that rose over the previous version without a reason, as sentences. */
export function unexplained(before, after, tolerance) {
  return compare(before.figures, after.figures, tolerance).worse.flatMap((name) => {
    const { from, to, why = '' } = after.raised[name] ?? {};
    const [was, is] = [before.figures[name], after.figures[name]];
    return from === was && to === is && why.length >= 15 ? [] : [`${name}: ${was} → ${is}, without a reason`];
  });
}

export function writeKept(file, kept) {
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}
