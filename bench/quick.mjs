import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, keptAfter, readKept, writeKept } from './figures.mjs';
import { table } from './measure.mjs';
import { countWork } from './work.mjs';
import { measureRatios } from './ratios.mjs';

/** Files of stored figures, with their tolerance and the function that measures them. */
const STORED_FIGURES = {
  counters: { tolerance: 0.02, measure: countWork },
  ratios: { tolerance: 0.1, measure: measureRatios },
};

/**
 * Compares the work done in generated trees, and the ratios to other programs on the same files, with the stored
 * figures. Prints the differences, and returns the exit code: 1 if a figure rose or is no longer measured.
 */
export function quick(options, build, temporary) {
  return Math.max(...[...options.figures].map((name) => compareWithStored(name, options, build, temporary)));
}

function compareWithStored(name, { keep, why, ripgrep }, build, temporary) {
  const { tolerance, measure } = STORED_FIGURES[name];
  const file = fileURLToPath(new URL(`${name}.json`, import.meta.url));
  const stored = readKept(file);
  const limit = (figure) => (keep ? 0 : (stored.figures[figure] ?? Infinity) * (1 + tolerance));
  const folder = join(temporary, name);
  const measured = measure({ build, ripgrep, limit }, folder);
  rmSync(folder, { recursive: true, force: true });
  const { worse, better, unknown, gone } = compare(stored.figures, measured, tolerance);
  if (keep) {
    writeKept(file, keptAfter(stored, measured, tolerance, why));
    console.log(
      `${Object.keys(measured).length} ${name} kept, of which ${worse.length} rose and ${better.length} fell.`,
    );
    return 0;
  }
  const row = (figure, difference) => [
    figure,
    difference,
    String(stored.figures[figure] ?? '-'),
    String(measured[figure] ?? '-'),
  ];
  const rows = [
    ...worse.map((figure) => row(figure, `worse by more than ${100 * tolerance} %`)),
    ...unknown.map((figure) => row(figure, 'not kept yet')),
    ...gone.map((figure) => row(figure, 'kept, and not measured')),
    ...better.map((figure) => row(figure, 'better')),
  ];
  console.log(`${Object.keys(measured).length} ${name}, ${rows.length} of them not as they are kept.\n`);
  if (rows.length > 0) console.log(`${table([[name, '', 'kept', 'now'], ...rows])}\n`);
  if (better.length > 0) console.log("Keep what is better with 'npm run bench -- --quick --keep'.\n");
  // A new figure cannot have risen.
  return worse.length + gone.length > 0 ? 1 : 0;
}
