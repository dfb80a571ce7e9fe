import { daysBetween } from '../engine/judge/describe-end.js';
import type { IsoDate } from '../core/model/deprecation.js';
import { count } from '../core/lib/wording.js';
import { html } from './html-page.js';
import type { Html } from './html-page.js';
import { cellCode, escapeMarkdown } from './markdown-text.js';
import { tableRow } from './markdown.js';
import { changeWords } from './trend.js';
import type { Trend, TrendRow } from './trend.js';
import { document, element, textNode } from './xml.js';
import type { Xml } from './xml.js';

const WIDTH = 760;
const HEIGHT = 300;
/** Margins for the numbers at the left, the days below, and the names at the right. */
const MARGINS = { left: 44, right: 226, top: 16, bottom: 36 };
const BOTTOM = HEIGHT - MARGINS.bottom;
const RIGHT = WIDTH - MARGINS.right;
/** Rows with a line of their own; the others share one. */
const MAX_LINES = 6;
/** Largest extension of the axis, as a multiple of the measured time; later ends are named and not drawn. */
const LARGEST_EXTENSION = 1;
/** Colours that colour-blind people can distinguish, on white and on black (Okabe and Ito, 2008). */
const COLOURS = ['#d55e00', '#0072b2', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#808080'];

/** The trend as a picture: a line for each deprecation, and its end as a mark on the axis of days. */
export function trendSvg(trend: Trend): string {
  const lines = linesOf(trend.rows);
  const firstDay = trend.days[0] ?? '';
  const lastDay = trend.days.at(-1) ?? firstDay;
  const measuredDays = Math.max(1, daysBetween(firstDay, lastDay));
  const daysToEnds = lines.flatMap(({ endOfLife }) => (endOfLife === null ? [] : [daysBetween(firstDay, endOfLife)]));
  const axisDays = Math.max(
    measuredDays,
    ...daysToEnds.filter((days) => days <= measuredDays * (1 + LARGEST_EXTENSION)),
  );
  const mostCalls = Math.max(1, ...lines.flatMap(({ calls }) => calls));
  const x = (day: IsoDate): number =>
    round(MARGINS.left + ((RIGHT - MARGINS.left) * daysBetween(firstDay, day)) / axisDays);
  const y = (calls: number): number => round(BOTTOM - ((BOTTOM - MARGINS.top) * calls) / mostCalls);
  const lineElements = lines.flatMap((line, index): readonly Xml[] => {
    const colour = COLOURS[index] ?? '';
    const points = line.calls.map((calls, dayIndex) => `${x(trend.days[dayIndex] ?? firstDay)},${y(calls)}`);
    const { endOfLife } = line;
    const isEndOnAxis = endOfLife !== null && endOfLife >= firstDay && daysBetween(firstDay, endOfLife) <= axisDays;
    const endX = isEndOnAxis ? x(endOfLife) : undefined;
    return [
      element('polyline', { fill: 'none', stroke: colour, 'stroke-width': 2, points: points.join(' ') }),
      ...line.calls.map((calls, dayIndex) =>
        element('circle', { cx: x(trend.days[dayIndex] ?? firstDay), cy: y(calls), r: 3, fill: colour }),
      ),
      ...(endX === undefined
        ? []
        : [
            element('line', {
              x1: endX,
              x2: endX,
              y1: MARGINS.top,
              y2: BOTTOM,
              stroke: colour,
              'stroke-dasharray': '3 3',
            }),
          ]),
      element('rect', { x: RIGHT + 14, y: MARGINS.top + index * 34, width: 10, height: 10, fill: colour }),
      label(RIGHT + 30, MARGINS.top + index * 34 + 9, 'start', shortName(line.name)),
      label(RIGHT + 30, MARGINS.top + index * 34 + 23, 'start', line.details),
    ];
  });
  const axisStyle = { stroke: '#808080', 'stroke-width': 1 };
  return document(
    element(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        width: WIDTH,
        height: HEIGHT,
        role: 'img',
        'aria-label': `Open calls of deprecated operations from ${firstDay} to ${lastDay}`,
        'font-family': 'sans-serif',
        'font-size': 12,
        fill: '#808080',
      },
      [
        element('line', { x1: MARGINS.left, x2: RIGHT, y1: BOTTOM, y2: BOTTOM, ...axisStyle }),
        element('line', { x1: MARGINS.left, x2: MARGINS.left, y1: MARGINS.top, y2: BOTTOM, ...axisStyle }),
        label(MARGINS.left - 6, y(mostCalls) + 4, 'end', String(mostCalls)),
        label(MARGINS.left - 6, BOTTOM + 4, 'end', '0'),
        label(x(firstDay), BOTTOM + 18, 'start', firstDay),
        ...(lastDay === firstDay ? [] : [label(x(lastDay), BOTTOM + 18, 'end', lastDay)]),
        ...lineElements,
      ],
    ),
  );
}

interface Line {
  readonly name: string;
  readonly details: string;
  readonly endOfLife: IsoDate | null;
  readonly calls: readonly number[];
}

/** The rows with the most calls in the order of their ends, and the sum of the others. */
function linesOf(rows: readonly TrendRow[]): readonly Line[] {
  const byCalls = [...rows].sort((a, b) => Math.max(...b.calls) - Math.max(...a.calls));
  const ownLineRows = new Set(byCalls.slice(0, rows.length > MAX_LINES + 1 ? MAX_LINES : MAX_LINES + 1));
  const lines = rows
    .filter((row) => ownLineRows.has(row))
    .map((row): Line => {
      const end = row.endOfLife === null ? 'no end announced' : `ends ${row.endOfLife}`;
      return { ...row, name: row.deprecation, details: `${row.calls.at(-1) ?? 0} open, ${end}` };
    });
  const otherRows = rows.filter((row) => !ownLineRows.has(row));
  if (otherRows.length === 0) return lines;
  const calls = (otherRows[0]?.calls ?? []).map((_, dayIndex) =>
    otherRows.reduce((sum, row) => sum + (row.calls[dayIndex] ?? 0), 0),
  );
  return [
    ...lines,
    { name: `${otherRows.length} others`, details: `${calls.at(-1) ?? 0} open`, endOfLife: null, calls },
  ];
}

/** Shortens a name to 30 characters, which fit beside the lines. */
function shortName(name: string): string {
  return name.length > 30 ? `${name.slice(0, 29)}…` : name;
}

function label(x: number, y: number, anchor: string, text: string): Xml {
  return element('text', { x, y, 'text-anchor': anchor }, [textNode([text])]);
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

/**
 * Maximum number of columns of days. If there are more days, evenly spaced ones are shown, with the first and the last.
 */
const MAX_DAYS = { text: 6, markdown: 12 };

/** The trend as a table for a terminal. */
export function trendText(trend: Trend): string {
  const rows = [...tableCells(trend, MAX_DAYS.text, ({ deprecation }) => deprecation)];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n${changeWords(trend)}\n`;
}

/** The trend as a table of Markdown. */
export function trendMarkdown(trend: Trend): string {
  const [head = [], ...rows] = tableCells(
    trend,
    MAX_DAYS.markdown,
    ({ deprecation, feature }) => `${escapeMarkdown(feature)} (${cellCode(deprecation)})`,
  );
  const alignments = head.map((_, column) => (column < 2 ? '---' : '--:'));
  return `${[tableRow(head), tableRow(alignments), ...rows.map(tableRow)].join('\n')}\n\n${escapeMarkdown(changeWords(trend))}\n`;
}

function tableCells(
  { days, rows, open, past }: Trend,
  maxDays: number,
  nameOf: (row: Trend['rows'][number]) => string,
): readonly (readonly string[])[] {
  const chosenDays = chooseDays(days.length, maxDays);
  const chosenCells = (numbers: readonly number[]): readonly string[] =>
    chosenDays.map((index) => String(numbers[index] ?? 0));
  return [
    ['Ends', 'Deprecation', ...chosenDays.map((index) => days[index] ?? '')],
    ...rows.map((row) => [row.endOfLife ?? 'not announced', nameOf(row), ...chosenCells(row.calls)]),
    ['', 'open calls', ...chosenCells(open)],
    ['', 'past the end of life', ...chosenCells(past)],
  ];
}

function chooseDays(count: number, maxDays: number): readonly number[] {
  if (count <= maxDays) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: maxDays }, (_, index) => Math.round((index * (count - 1)) / (maxDays - 1)));
}

/** Size of the line's coordinate system; the page stretches the line to its own width. */
const LINE_SIZE = { width: 600, height: 60, margin: 4 };

/** Open calls from the first report to this one as a line, with the change in words. */
export function trendSection(trend: Trend | undefined): Html {
  if (trend === undefined || trend.days.length < 2) return html``;
  const { days, open } = trend;
  const [firstDay = '', lastDay = ''] = [days[0], days.at(-1)];
  const axisDays = Math.max(1, daysBetween(firstDay, lastDay));
  const mostCalls = Math.max(1, ...open);
  const { width, height, margin } = LINE_SIZE;
  const points = days.map((day, index) => {
    const x = margin + ((width - 2 * margin) * daysBetween(firstDay, day)) / axisDays;
    const y = height - margin - ((height - 2 * margin) * (open[index] ?? 0)) / mostCalls;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const change = changeWords(trend);
  return html`<section aria-labelledby="_trend">
<h2 id="_trend">Trend</h2>
<p>${change} <span class="dim">(${count(days.length, 'report')})</span></p>
<svg class="trend" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${change}"><line class="axis" x1="0" x2="${width}" y1="${height - 1}" y2="${height - 1}"/><polyline points="${points.join(' ')}"/></svg>
<p class="ends dim"><span>${firstDay}: ${open[0] ?? 0}</span> <span>${lastDay}: ${open.at(-1) ?? 0}</span></p>
</section>`;
}
