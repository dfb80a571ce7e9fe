import { count } from '../lib/wording.js';
import type { FormatContext } from './format-context.js';
import { shownFile } from './html-groups.js';
import { html } from './html-text.js';
import type { Html } from './html-text.js';
import { ownerNames } from './owners.js';
import type { Report, ReportFinding } from './report.js';
import { openFindings } from './severity.js';
import { groupBy } from '../lib/collections.js';
import { byDate, countStates } from './words.js';
import { daysBetween } from '../engine/judge/lifecycle.js';
import type { DateGroup } from './words.js';

/** Rows from which on a table scrolls in a box of its own. */
export const LONG_TABLE = 15;

/** The numbers at the top of the page. */
export function summarySection(report: Report): Html {
  const open = openFindings(report);
  const { past, before, undated, mistakes, overruled } = countStates(open);
  const numbers: readonly (readonly [label: string, value: number, className: string])[] = [
    ['Past the end of life', past, 'past'],
    ['Before the end of life', before, 'before'],
    ...(undated > 0 ? [['No end announced', undated, 'before'] as const] : []),
    ...(mistakes > 0 ? [['Mistakes in migration requests', mistakes, 'mistake'] as const] : []),
    ...(overruled > 0 ? [['Cancelled or moved by the vendor', overruled, 'before'] as const] : []),
    ['Suppressed', report.findings.length - open.length, 'suppressed'],
    ['Files with open findings', new Set(open.map(({ file }) => file)).size, 'plain'],
    ['Request sites not resolved', report.unresolved.length - report.coverage.addresses, 'plain'],
  ];
  return html`<section aria-labelledby="_summary">
<h2 id="_summary">Summary</h2>
<dl class="numbers">${numbers.map(([label, value, className]) => html`<div class="${className}"><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
</section>`;
}

/** The ends of life with the number of open findings at each, and the day of the report. */
export function timelineSection(report: Report): Html {
  const groups = byDate(report);
  if (groups.length === 0) return html``;
  return html`<section aria-labelledby="_timeline">
<h2 id="_timeline">Timeline</h2>
${timeScale(groups, report)}
</section>`;
}

interface Row {
  readonly name: string;
  /** The control of the filters that the name sets, and its value. */
  readonly filter: readonly [control: string, value: string];
  readonly past: number;
  readonly before: number;
  readonly mistakes: number;
  readonly more: string;
}

/** Open findings by package, by file and by owner; no table of packages or owners where there are none. */
export function tableSections(report: Report, { prefix, packageOf }: FormatContext): Html {
  const open = openFindings(report);
  if (open.length === 0) return html``;
  const files = rows(
    groupBy(open, ({ file }) => shownFile(file, prefix)),
    ([file, findings]) => ({
      name: file,
      filter: ['text', file],
      more: [...new Set(findings.flatMap(ownerNames))].join(' ') || 'nobody',
    }),
  );
  const byPackage =
    packageOf === undefined ? new Map<string, ReportFinding[]>() : groupBy(open, ({ file }) => packageOf(file));
  const packages = rows(byPackage, ([name, findings]) => ({
    name,
    filter: ['package', name],
    more: filesOf(findings),
  }));
  const owned = open.flatMap((finding) => {
    const names = ownerNames(finding);
    return (names.length === 0 ? [''] : names).map((owner) => ({ owner, finding }));
  });
  const byOwner = new Map(
    [...groupBy(owned, ({ owner }) => owner)].map(([owner, pairs]) => [owner, pairs.map(({ finding }) => finding)]),
  );
  const owners = rows(byOwner, ([owner, findings]) => ({
    name: owner === '' ? 'nobody' : owner,
    filter: ['owner', owner === '' ? '-' : owner],
    more: filesOf(findings),
  }));
  return html`<section class="tables" aria-labelledby="_tables">
<h2 id="_tables">Where they are</h2>
${packages.length === 0 ? '' : table('By package', ['Package', 'Files'], packages)}
${table('By file', ['File', 'Owner'], files)}
${owners.every(({ name }) => name === 'nobody') ? '' : table('By owner', ['Owner', 'Files'], owners)}
</section>`;
}

function filesOf(findings: readonly ReportFinding[]): string {
  return count(new Set(findings.map(({ file }) => file)).size, 'file');
}

function rows(
  groups: ReadonlyMap<string, readonly ReportFinding[]>,
  describe: (group: readonly [string, readonly ReportFinding[]]) => Pick<Row, 'name' | 'filter' | 'more'>,
): readonly Row[] {
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map((group) => {
      const { past, before, undated, mistakes, overruled } = countStates(group[1]);
      // An end without a day counts as future; one that the vendor cancelled is past by the edition in use.
      return { ...describe(group), past: past + overruled, before: before + undated, mistakes };
    });
}

function table(title: string, [first, last]: readonly [string, string], list: readonly Row[]): Html {
  const hasMistakes = list.some(({ mistakes }) => mistakes > 0);
  const line = ({ name, filter: [control, value], past, before, mistakes, more }: Row): Html =>
    html`<tr><th scope="row"><button type="button" class="link" data-control="${control}" data-value="${value}">${name}</button></th><td class="number">${past}</td><td class="number">${before}</td>${hasMistakes ? html`<td class="number">${mistakes}</td>` : ''}<td>${more}</td></tr>`;
  return html`<details><summary>${title} <span class="dim">(${list.length})</span></summary>
<div class="scroll${list.length > LONG_TABLE ? ' long' : ''}" role="region" aria-label="${title}, table" tabindex="0">
<table><thead><tr><th scope="col">${first}</th><th scope="col" class="number">Past</th><th scope="col" class="number">To come</th>${hasMistakes ? html`<th scope="col" class="number">Mistakes</th>` : ''}<th scope="col">${last}</th></tr></thead>
<tbody>${list.map(line)}</tbody></table></div></details>`;
}

/** Largest number of years that are labelled below the line. */
const MOST_YEARS = 6;
/** Radius of a dot in pixels: the smallest, and the increase up to the largest group. */
const RADIUS = { least: 4, more: 6 };
/** The part of the width that dates take, in percent; the rest is for half of a dot or a label. */
const SPAN = { from: 5, width: 90 };

/**
 * The ends of life on a linear time axis, each dot as large as its number of open findings. Positions are percentages,
 * so the line is as wide as the page and its text stays readable.
 */
function timeScale(groups: readonly DateGroup[], { asOf }: Report): Html {
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

/** First days of years between two days, thinned out until they are readable. */
function yearsIn(first: string, last: string): readonly string[] {
  const from = Number(first.slice(0, 4)) + 1;
  const to = Number(last.slice(0, 4));
  const step = Math.max(1, Math.ceil((to - from + 1) / MOST_YEARS));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
    .filter((year) => (to - year) % step === 0)
    .map((year) => `${String(year).padStart(4, '0')}-01-01`);
}
