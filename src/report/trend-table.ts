import { line } from './markdown-ends.js';
import { cellCode, escapeMarkdown } from './markdown-text.js';
import type { Trend } from './trend.js';

/** Columns of days; of more days this number is chosen, at equal distances, with the first and the last. */
const MAX_DAYS = { text: 6, markdown: 12 };

/** The trend as a table for a terminal. */
export function trendText(trend: Trend): string {
  const rows = [...cellsOf(trend, MAX_DAYS.text, ({ deprecation }) => deprecation)];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n${changeOf(trend)}\n`;
}

/** The trend as a table of Markdown. */
export function trendMarkdown(trend: Trend): string {
  const [head = [], ...rows] = cellsOf(
    trend,
    MAX_DAYS.markdown,
    ({ deprecation, feature }) => `${escapeMarkdown(feature)} (${cellCode(deprecation)})`,
  );
  const marks = head.map((_, column) => (column < 2 ? '---' : '--:'));
  return `${[line(head), line(marks), ...rows.map(line)].join('\n')}\n\n${escapeMarkdown(changeOf(trend))}\n`;
}

function cellsOf(
  { days, rows, open, past }: Trend,
  most: number,
  nameOf: (row: Trend['rows'][number]) => string,
): readonly (readonly string[])[] {
  const chosen = chooseDays(days.length, most);
  const at = (numbers: readonly number[]): readonly string[] => chosen.map((index) => String(numbers[index] ?? 0));
  return [
    ['Ends', 'Deprecation', ...chosen.map((index) => days[index] ?? '')],
    ...rows.map((row) => [row.endOfLife ?? 'no day', nameOf(row), ...at(row.calls)]),
    ['', 'open calls', ...at(open)],
    ['', 'past the end of life', ...at(past)],
  ];
}

function chooseDays(count: number, most: number): readonly number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)));
}

/** The change from the first day to the last, as a sentence. */
function changeOf({ days, open }: Trend): string {
  const [first, last] = [open[0] ?? 0, open.at(-1) ?? 0];
  if (days.length < 2) return 'One day: name the reports of more days to see a trend.';
  const from = `from ${first} on ${days[0] ?? ''} to ${last} on ${days.at(-1) ?? ''}`;
  return first === last
    ? `Open calls stay at ${last}, ${from}.`
    : `Open calls ${last < first ? 'fell' : 'rose'} ${from}.`;
}
