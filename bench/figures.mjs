import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Stored figures, which may fall but not rise: `figures`, by name, and `raised`, accepted increases with both values
 * and the reason.
 */
export function readKept(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { figures: {}, raised: {} };
}

/** Names of figures that rose or fell by more than `tolerance` (0.02 for 2 %), or are in one list only. */
export function compare(earlier, current, tolerance) {
  const names = Object.keys(current);
  const commonNames = names.filter((name) => earlier[name] !== undefined);
  return {
    worse: commonNames.filter((name) => current[name] > earlier[name] * (1 + tolerance)),
    better: commonNames.filter((name) => earlier[name] > current[name] * (1 + tolerance)),
    unknown: names.filter((name) => earlier[name] === undefined),
    gone: Object.keys(earlier).filter((name) => current[name] === undefined),
  };
}

/** Figures to store after a new measurement. @throws Error if one rises without a reason. */
export function keptAfter(stored, measured, tolerance, why) {
  const { worse } = compare(stored.figures, measured, tolerance);
  if (worse.length > 0 && why === undefined)
    throw new Error(`--keep would raise ${worse.join(', ')}. Say why with --why 'reason', or make it cheaper.`);
  const raised = Object.fromEntries([
    ...Object.entries(stored.raised).filter(([name, { to }]) => measured[name] === to),
    ...worse.map((name) => [name, { from: stored.figures[name], to: measured[name], why }]),
  ]);
  return { figures: measured, raised };
}

/** Figures of a version that rose over the previous version without a reason, as sentences. */
export function unexplained(earlier, later, tolerance) {
  return compare(earlier.figures, later.figures, tolerance).worse.flatMap((name) => {
    const { from, to, why = '' } = later.raised[name] ?? {};
    const [earlierFigure, laterFigure] = [earlier.figures[name], later.figures[name]];
    return from === earlierFigure && to === laterFigure && why.length >= 15
      ? []
      : [`${name}: ${earlierFigure} → ${laterFigure}, without a reason`];
  });
}

/** Writes stored figures to a file. */
export function writeKept(file, stored) {
  writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`);
}
