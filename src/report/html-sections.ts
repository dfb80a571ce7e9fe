import { count } from '../lib/count.js';
import { ownersOf, shownFile } from './html-data.js';
import { timeScale } from './html-scale.js';
import { html } from './html-text.js';
import type { Html } from './html-text.js';
import type { Report, ReportFinding } from './report.js';
import { isMistake, openFindings } from './severity.js';
import { groupBy } from '../lib/multimap.js';
import { byDate, countStates, endCell, formatDistance, replacementOf } from './words.js';

/** Rows from which on a table scrolls in a box of its own. */
const LONG_TABLE = 15;

/** The numbers at the top of the page. */
export function summarySection(report: Report): Html {
  const open = openFindings(report);
  const { past, before, undated, mistakes } = countStates(open);
  const numbers: readonly (readonly [label: string, value: number, className: string])[] = [
    ['Past the end of life', past, 'past'],
    ['Before the end of life', before, 'before'],
    ...(undated > 0 ? [['No end announced', undated, 'before'] as const] : []),
    ...(mistakes > 0 ? [['Mistakes in migration requests', mistakes, 'mistake'] as const] : []),
    ['Suppressed', report.findings.length - open.length, 'suppressed'],
    ['Files with open calls', new Set(open.map(({ file }) => file)).size, 'plain'],
    ['Requests not resolved', report.unresolved.length, 'plain'],
  ];
  return html`<section aria-labelledby="summary-title">
<h2 id="summary-title">Summary</h2>
<dl class="numbers">${numbers.map(([label, value, className]) => html`<div class="${className}"><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
</section>`;
}

/** End-of-life dates with the open calls at each, and where the day of the report stands among them. */
export function timelineSection(report: Report): Html {
  const groups = byDate(report);
  const most = Math.max(1, ...groups.map(({ findings }) => findings.length));
  const item = ({
    endOfLife,
    lastDay,
    lifecycle,
    findings,
  }: (typeof groups)[number]): Html => html`<li class="${lifecycle === 'sunset' ? 'past' : 'before'}">
<div class="when">
<span><time datetime="${endOfLife}">${endOfLife}</time> <span class="badge">${lifecycle === 'sunset' ? 'past' : 'to come'}</span> <span class="dim">${formatDistance(lastDay, report.asOf)}</span></span>
<strong>${count(findings.length, 'open call')}</strong>
<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.max(1, Math.round((findings.length / most) * 100))}" height="4"/></svg>
</div>
<p class="dim">${[...new Set(findings.map(({ feature }) => feature))].join(', ')}</p></li>`;
  const now = html`<li class="now"><p><time datetime="${report.asOf}">${report.asOf}</time> <strong>day of this report</strong></p></li>`;
  const items = [
    ...groups.filter(({ lifecycle }) => lifecycle === 'sunset').map(item),
    now,
    ...groups.filter(({ lifecycle }) => lifecycle !== 'sunset').map(item),
  ];
  return html`<section aria-labelledby="timeline-title">
<h2 id="timeline-title">Time line</h2>
${groups.length === 0 ? html`<p>No open call has an end of life, so there is no date to watch.</p>` : html`${timeScale(groups, report)}<ol class="timeline">${items}</ol>`}
</section>`;
}

interface Row {
  readonly name: string;
  /** The control of the filters that the name sets, and its value. */
  readonly filter: readonly [control: string, value: string] | undefined;
  readonly past: number;
  readonly before: number;
  readonly mistakes: number;
  readonly more: string;
}

/** Open findings by deprecation, by file and by owner. */
export function tableSections(report: Report, prefix: string): readonly Html[] {
  const open = openFindings(report);
  if (open.length === 0) return [];
  const deprecations = rows(
    groupBy(open, ({ deprecation }) => deprecation),
    ([id, findings]) => {
      const [first] = findings;
      return {
        name: first?.feature ?? id,
        filter: ['deprecation', id],
        more:
          first === undefined || isMistake(first)
            ? 'none: mistakes in requests that are in use'
            : `${endCell(first)}, replacement: ${replacementOf(first.replacement)}`,
      };
    },
  );
  const files = rows(
    groupBy(open, (finding) => shownFile(finding, prefix)),
    ([file, findings]) => ({ name: file, filter: ['text', file], more: ownersIn(findings) }),
  );
  const owned = open.flatMap((finding) =>
    finding.owner === undefined
      ? [['', finding] as const]
      : ownersOf(finding).map((owner) => [owner, finding] as const),
  );
  const byOwner = new Map(
    [...groupBy(owned, ([owner]) => owner)].map(([owner, pairs]) => [owner, pairs.map(([, finding]) => finding)]),
  );
  const owners = rows(byOwner, ([owner, findings]) => ({
    name: owner === '' ? 'nobody' : owner,
    filter: ['owner', owner === '' ? '-' : owner],
    more: count(new Set(findings.map(({ file }) => file)).size, 'file'),
  }));
  return [
    table('deprecations', 'By deprecation', ['Deprecation', 'End of life and replacement'], deprecations),
    table('files', 'By file', ['File', 'Owner'], files),
    byOwner.size === 1 && byOwner.has('') ? noOwners() : table('owners', 'By owner', ['Owner', 'Files'], owners),
  ];
}

function rows(
  groups: ReadonlyMap<string, readonly ReportFinding[]>,
  describe: (group: readonly [string, readonly ReportFinding[]]) => Pick<Row, 'name' | 'filter' | 'more'>,
): readonly Row[] {
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map((group) => {
      const { past, before, undated, mistakes } = countStates(group[1]);
      // What has no announced end is to come, if it ever does.
      return { ...describe(group), past, before: before + undated, mistakes };
    });
}

function table(id: string, title: string, [first, last]: readonly [string, string], list: readonly Row[]): Html {
  const hasMistakes = list.some(({ mistakes }) => mistakes > 0);
  const line = ({ name, filter, past, before, mistakes, more }: Row): Html =>
    html`<tr><th scope="row">${
      filter === undefined
        ? name
        : html`<button type="button" class="link" data-control="${filter[0]}" data-value="${filter[1]}">${name}</button>`
    }</th><td class="number">${past}</td><td class="number">${before}</td>${hasMistakes ? html`<td class="number">${mistakes}</td>` : ''}<td>${more}</td></tr>`;
  return html`<section aria-labelledby="${id}-title">
<h2 id="${id}-title">${title} <span class="dim">(${list.length})</span></h2>
<div class="${list.length > LONG_TABLE ? 'scroll long' : 'scroll'}" role="region" aria-label="${title}, table" tabindex="0">
<table><thead><tr><th scope="col">${first}</th><th scope="col" class="number">Past</th><th scope="col" class="number">To come</th>${hasMistakes ? html`<th scope="col" class="number">Mistakes</th>` : ''}<th scope="col">${last}</th></tr></thead>
<tbody>${list.map(line)}</tbody></table></div>
</section>`;
}

function noOwners(): Html {
  return html`<section aria-labelledby="owners-title"><h2 id="owners-title">By owner</h2><p>No file with an open call has an owner in a CODEOWNERS file.</p></section>`;
}

function ownersIn(findings: readonly ReportFinding[]): string {
  return [...new Set(findings.flatMap(ownersOf))].join(' ') || 'nobody';
}
