import { realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { count } from '../../src/core/lib/wording.js';
import { isIsoDate } from '../../src/core/lib/iso-date.js';
import { formatJson } from '../catalogue/format-json.js';
import { READINGS, readReadings, rowsOf } from './readings.js';
import type { Readings, Row } from './readings.js';

const USAGE = `usage: npm run catalogue:read -- DAY ID...
DAY is the day on which the rows were read at their sources; an ID ends in * for all that begin so.
`;

/** Stores readings and returns the exit code: 2 for an invalid day or an unknown id. */
function storeReadings(root: string, args: readonly string[], out: (text: string) => void): 0 | 2 {
  const [day = '', ...ids] = args;
  const rows = rowsOf();
  const selectedRows = rows.filter(({ id }) => ids.some((pattern) => isSelected(id, pattern)));
  const unmatchedPattern = ids.find((pattern) => !rows.some(({ id }) => isSelected(id, pattern)));
  if (!isIsoDate(day) || ids.length === 0 || unmatchedPattern !== undefined) {
    out(unmatchedPattern === undefined ? USAGE : `there is no row '${unmatchedPattern}' with a day\n`);
    return 2;
  }
  writeFileSync(`${root}/${READINGS}`, formatJson(withReadings(readReadings(root), rows, new Set(selectedRows), day)));
  out(`${count(selectedRows.length, 'row')} read on ${day}.\n`);
  return 0;
}

function isSelected(id: string, pattern: string): boolean {
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}

/** Readings of all existing rows, with new ones for the read rows, by source and row. */
export function withReadings(
  earlierReadings: Readings,
  rows: readonly Row[],
  selectedRows: ReadonlySet<Row>,
  day: string,
): Readings {
  const bySource = new Map<string, Map<string, string>>();
  for (const row of rows.toSorted((a, b) => (a.source < b.source || (a.source === b.source && a.id < b.id) ? -1 : 1))) {
    const reading = selectedRows.has(row) ? `${day} ${row.digest}` : earlierReadings[row.source]?.[row.id];
    if (reading === undefined) continue;
    const ids = bySource.get(row.source) ?? new Map<string, string>();
    bySource.set(row.source, ids.set(row.id, reading));
  }
  return Object.fromEntries([...bySource].map(([source, ids]) => [source, Object.fromEntries(ids)]));
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self)
  process.exitCode = storeReadings(fileURLToPath(new URL('../..', import.meta.url)), process.argv.slice(2), (text) =>
    process.stdout.write(text),
  );
