import { count } from '../lib/count.js';
import { daysBetween } from '../engine/judge/lifecycle.js';
import { html } from './html-text.js';
import type { Html } from './html-text.js';
import type { Report } from './report.js';
import type { DateGroup } from './words.js';

/** Years that are written below the line, at most. */
const MOST_YEARS = 6;
/** Radius of a dot in pixels: the smallest, and what the most findings add to it. */
const RADIUS = { least: 4, more: 6 };
/** The part of the width that dates take, in percent; the rest is for half of a dot or a label. */
const SPAN = { from: 5, width: 90 };

/**
 * The ends of life on a line on which the same distance is the same time, each as large as the open findings that it has.
 * Places are percentages, so the line is as wide as the page and its words stay readable.
 */
export function timeScale(groups: readonly DateGroup[], { asOf }: Report): Html {
  const days = [...groups.map(({ lastDay }) => lastDay), asOf].sort();
  const first = days[0] ?? asOf;
  const last = days.at(-1) ?? asOf;
  const length = Math.max(1, daysBetween(first, last));
  const at = (day: string): number =>
    Math.round((SPAN.from + (SPAN.width * daysBetween(first, day)) / length) * 100) / 100;
  const most = Math.max(1, ...groups.map(({ findings }) => findings.length));
  const dot = ({ endOfLife, lastDay, lifecycle, findings }: DateGroup): Html => {
    const radius = RADIUS.least + Math.round((RADIUS.more * findings.length) / most);
    const title = `${endOfLife}: ${count(findings.length, 'open finding')}`;
    const place = at(lastDay);
    return lifecycle === 'sunset'
      ? html`<circle class="past" cx="${place}%" cy="42" r="${radius}"><title>${title}</title></circle>`
      : html`<circle class="before" cx="${place}%" cy="42" r="${radius}"><title>${title}</title></circle>`;
  };
  const year = (day: string): Html =>
    html`<line class="tick" x1="${at(day)}%" x2="${at(day)}%" y1="54" y2="60"/><text x="${at(day)}%" y="74" text-anchor="middle">${day.slice(0, 4)}</text>`;
  const now = at(asOf);
  const anchor = now > 80 ? 'end' : now < 20 ? 'start' : 'middle';
  return html`<svg class="scale" width="100%" height="80" role="img" aria-label="Ends of life to scale; the findings below have each">
<line class="axis" x1="0" x2="100%" y1="54" y2="54"/>
${yearsIn(first, last).map(year)}
<line class="today" x1="${now}%" x2="${now}%" y1="20" y2="60"/><text x="${now}%" y="14" text-anchor="${anchor}">day of this report</text>
${groups.map(dot)}
</svg>`;
}

/** First days of years between two days, so many that they can be read. */
function yearsIn(first: string, last: string): readonly string[] {
  const from = Number(first.slice(0, 4)) + 1;
  const to = Number(last.slice(0, 4));
  const step = Math.max(1, Math.ceil((to - from + 1) / MOST_YEARS));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
    .filter((year) => (to - year) % step === 0)
    .map((year) => `${String(year).padStart(4, '0')}-01-01`);
}
