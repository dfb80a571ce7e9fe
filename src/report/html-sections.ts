import { END_EFFECT_CLAUSES, daysBetween } from '../engine/judge/describe-end.js';
import { groupBy } from '../core/lib/collections.js';
import { escapeText } from '../core/lib/escape.js';
import { count } from '../core/lib/wording.js';
import { editionWords } from './editions.js';
import { codeLink } from './format-context.js';
import type { FormatContext, Project } from './format-context.js';
import { breakable, html } from './html-page.js';
import type { Html } from './html-page.js';
import { endGroups } from './overview.js';
import type { EndGroup } from './overview.js';
import { ownerNames } from './owners.js';
import type { Report, ReportFinding } from './report.js';
import { isDated, isMistake, isOpen, openFindings } from './severity.js';
import { countStates, endWithDistance, exemptionWords, groupByEndOfLife, replacementOf, requestOf } from './words.js';
import type { DateGroup } from './words.js';

/** Findings in one group of the page: those of a deprecation, or the suppressed ones. */
export interface PageGroup {
  /**
   * Target of links: the id of the deprecation. No id has an underscore, so names with one are free for other anchors.
   */
  readonly anchor: string;
  readonly state: PageState;
  /** Findings in the order of the page: by package, by file. */
  readonly findings: readonly ReportFinding[];
}

export type PageState = 'past' | 'before' | 'undated' | 'mistake' | 'overruled' | 'suppressed';

/** Largest number of findings of a page whose groups are open at first, and of rows in an open group. */
export const INITIAL_ROWS = 10;

/** Number of findings of each group whose details are open at first. */
export const INITIAL_CARDS = 2;

const STATE_WORDS: Readonly<Record<PageState, string>> = {
  past: 'past the end of life',
  before: 'before the end of life',
  undated: 'no end announced',
  mistake: 'mistakes in requests',
  overruled: 'cancelled or moved by the vendor',
  suppressed: 'suppressed',
};

/** Groups all findings by deprecation in the order of their ends; suppressed ones come last. */
export function pageGroups(
  report: Report,
  { packageOf = () => '' }: Pick<FormatContext, 'packageOf'>,
): readonly PageGroup[] {
  const orderByPackageAndFile = (findings: readonly ReportFinding[]): readonly ReportFinding[] =>
    [...groupBy(findings, ({ file }) => packageOf(file))]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, members]) => [...groupBy(members, ({ file }) => file).values()].flat());
  const usedNames = new Map<string, number>();
  const open = endGroups(report).map((findings) => {
    const [{ deprecation }] = findings;
    return {
      anchor: uniqueName(deprecation, usedNames),
      state: stateOf(findings),
      findings: orderByPackageAndFile(findings),
    };
  });
  const suppressedFindings = report.findings.filter((finding) => !isOpen(finding));
  return suppressedFindings.length === 0
    ? open
    : [...open, { anchor: '_suppressed', state: 'suppressed', findings: orderByPackageAndFile(suppressedFindings) }];
}

/** Groups as sections; the tables of findings are collapsed where there are many. */
export function groupSections(report: Report, groups: readonly PageGroup[], context: FormatContext): readonly Html[] {
  const total = groups.reduce((sum, { findings }) => sum + findings.length, 0);
  const isUnfolded = total <= INITIAL_ROWS || groups.length === 1;
  const usedNames = new Map<string, number>();
  return groups.map((group) => {
    const { anchor, state, findings } = group;
    const files = new Set(findings.map(({ file }) => file)).size;
    const packages = groupBy(findings, ({ file }) => context.packageOf?.(file) ?? '');
    // A single finding cannot be collapsed.
    const singleClass = isUnfolded && findings.length === 1 ? ' single' : '';
    return html`<section class="group ${state}${singleClass}" id="${anchor}">
<h3>${titleOf(group)} <span class="badge">${STATE_WORDS[state]}</span></h3>
${factsOf(group, report)}
<details${isUnfolded ? html` open` : ''}><summary>${count(findings.length, 'finding')} in ${count(files, 'file')}</summary>
${[...packages].map(([name, members]) => packageTable(name, members, { group, usedNames, context }))}
</details>
</section>`;
  });
}

interface GroupContext {
  readonly group: PageGroup;
  readonly usedNames: Map<string, number>;
  readonly context: FormatContext;
}

/** The findings of a package: a heading for each file, a row for each finding. */
function packageTable(name: string, findings: readonly ReportFinding[], groupContext: GroupContext): Html {
  const { context, group } = groupContext;
  const files = [...groupBy(findings, ({ file }) => file)].map(([file, members]) => {
    const owners = [...new Set(members.flatMap(ownerNames))];
    return html`<tbody><tr class="file"><th scope="rowgroup" colspan="3"><bdi>${breakable(shownFile(file, context.prefix))}</bdi>${owners.length === 0 ? '' : html` <span class="dim">${owners.join(' ')}</span>`}</th></tr>
${members.map((finding) => findingRow(finding, groupContext))}</tbody>`;
  });
  return html`<div class="package">${name === '' ? '' : html`<h4>${name} <span class="dim">${count(findings.length, 'finding')}</span></h4>`}
<table class="findings"><caption class="away">${titleOf(group)}${name === '' ? '' : ` in ${name}`}</caption><thead><tr><th scope="col">Line</th><th scope="col">Request</th><th scope="col">Confidence</th></tr></thead>
${files}</table></div>`;
}

function findingRow(finding: ReportFinding, { group, usedNames, context: { project, prefix } }: GroupContext): Html {
  const { file, range, confidence, test } = finding;
  const { line, column } = range.start;
  const exemption = exemptionWords(finding);
  const remarks = [...(test ? ['test file'] : []), ...(exemption === '' ? [] : [`does not fail: ${exemption}`])].join(
    ', ',
  );
  const suppressionLine =
    group.state === 'suppressed' ? html`<br>${finding.feature}. ${suppressionWords(finding)}` : '';
  return html`<tr id="${anchorOf(finding, usedNames)}"><td>${linkedText(`${line}:${column}`, codeLink(project, prefix + file, line))}</td><td><code>${breakable(requestOf(finding))}</code>${suppressionLine}</td><td>${confidence}${remarks === '' ? '' : html` <span class="dim">${remarks}</span>`}</td></tr>`;
}

/** Anchor of a finding, stable between runs: moved lines do not change the fingerprint. */
function anchorOf({ fingerprint }: ReportFinding, usedNames: Map<string, number>): string {
  return uniqueName(`finding_${fingerprint}`, usedNames);
}

/** Makes a name unique on the page: the second of the same name ends in `_2`. */
function uniqueName(name: string, usedNames: Map<string, number>): string {
  const number = (usedNames.get(name) ?? 0) + 1;
  usedNames.set(name, number);
  return number === 1 ? name : `${name}_${number}`;
}

function titleOf({ state, findings: [first] }: PageGroup): string {
  return state === 'suppressed' ? 'Suppressed findings' : (first?.feature ?? '');
}

/** End, replacement and source of a deprecation. */
function factsOf({ anchor, state, findings }: PageGroup, report: Report): Html {
  const [first, ...others] = findings;
  if (first === undefined || state === 'suppressed')
    return html`<p class="dim">Accepted in a baseline or by a comment in the code; they do not fail the gate.</p>`;
  const { replacement, deprecation } = first;
  const replacementWords = replacementOf(replacement);
  const note = replacement?.note ?? '';
  const vendorPage = webAddress(findings.find(({ vendorUrl }) => vendorUrl !== undefined)?.vendorUrl);
  const disputedCount = findings.filter((finding) => finding.disputed === true).length;
  const factItem = (term: string, value: Html | string): Html => html`<div><dt>${term}</dt><dd>${value}</dd></div>`;
  return html`<dl class="facts">
${factItem('End of life', endOfLifeWords([first, ...others], report))}
${replacementWords === '' ? '' : factItem('Replacement', html`${breakable(replacementWords)}${note === '' ? '' : html` <span class="dim">${note}</span>`}`)}
${disputedCount === 0 ? '' : factItem('Cancelled or moved by the vendor', count(disputedCount, 'finding'))}
${vendorPage === undefined ? '' : factItem('Announced at', html`<a href="${vendorPage.href}" rel="noreferrer">${vendorPage.hostname}</a>`)}
${factItem('Id', html`<a href="#${encodeURIComponent(anchor)}"><code>${deprecation}</code></a>`)}
</dl>`;
}

function webAddress(address: string | undefined): URL | undefined {
  return address !== undefined && /^https?:/.test(address) && URL.canParse(address) ? new URL(address) : undefined;
}

function endOfLifeWords(findings: EndGroup, { asOf }: Report): string {
  const [finding] = findings;
  if (isMistake(finding)) return 'none: a mistake in a request that is in use';
  const { appliesTo, after } = finding;
  const end = isDated(finding) ? endWithDistance(findings, asOf) : 'none is announced';
  const audience = appliesTo === undefined ? '' : `, for ${appliesTo}`;
  const isOverruled = stateOf(findings) === 'overruled';
  return `${end}${audience}${after === undefined || isOverruled ? '' : `; after it ${END_EFFECT_CLAUSES[after]}`}`;
}

/** A file as the page shows it, from the root of the repository. */
export function shownFile(file: string, prefix: string): string {
  return escapeText(`${prefix}${file}`);
}

function stateOf(findings: EndGroup): PageState {
  const [finding] = findings;
  if (isMistake(finding)) return 'mistake';
  if (findings.every(({ disputed }) => disputed === true)) return 'overruled';
  if (!isDated(finding)) return 'undated';
  return finding.lifecycle === 'sunset' ? 'past' : 'before';
}

/** Owner and reason of a suppression. */
export function suppressionWords({ suppression }: ReportFinding): string {
  if (suppression === undefined) return '';
  const suppressor = suppression.kind === 'inSource' ? 'Comment in the code' : 'Baseline';
  const status = {
    accepted: 'accepted',
    underReview: 'under review, so still open',
    rejected: 'rejected, so still open',
  }[suppression.status];
  return escapeText(
    `${suppressor}, ${status}${suppression.justification === undefined ? '.' : `: ${suppression.justification}`}`,
  );
}

/** Rows on the subject of the report: project, branch, commit, day. Unknown facts have no row. */
export function projectFacts(report: Report, project: Project | undefined): Html {
  const { branch, commit, origin } = project ?? {};
  const edition = editionWords(report).replace(/^editions? /, '');
  const shortCommit = commit?.slice(0, 12);
  const rows: readonly (readonly [string, Html])[] = [
    ...(project === undefined ? [] : [['Project', linkedText(project.name, origin?.url)] as const]),
    ...(branch === undefined ? [] : [['Branch', html`<bdi>${branch}</bdi>`] as const]),
    ...(shortCommit === undefined ? [] : [['Commit', html`<code>${shortCommit}</code>`] as const]),
    ['Day', html`<time datetime="${report.asOf}">${report.asOf}</time>`],
    ...(edition === '' ? [] : [['Edition', html`${edition}`] as const]),
  ];
  return html`<dl class="about">${rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A text as a link, where its address is known. */
export function linkedText(text: string, address: string | undefined): Html {
  return address === undefined
    ? html`<bdi>${breakable(text)}</bdi>`
    : html`<a href="${address}" rel="noreferrer"><bdi>${breakable(text)}</bdi></a>`;
}

/** Number of rows above which a table scrolls in its own box. */
export const LONG_TABLE_ROWS = 15;

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
<dl class="numbers">${numbers.filter(([, value], index) => index === 0 || value > 0).map(([label, value, className]) => html`<div class="${className}"><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
</section>`;
}

/** The ends of life with the number of open findings at each, and the day of the report. */
export function timelineSection(report: Report): Html {
  const groups = groupByEndOfLife(report);
  if (groups.length === 0) return html``;
  return html`<section aria-labelledby="_timeline">
<h2 id="_timeline">Timeline</h2>
${timeScale(groups, report)}
</section>`;
}

interface Row {
  readonly name: string;
  /** Filter control that a click on the name sets, and its value. */
  readonly filter: readonly [control: string, value: string];
  readonly past: number;
  readonly before: number;
  readonly mistakes: number;
  readonly lastCell: string;
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
      lastCell: [...new Set(findings.flatMap(ownerNames))].join(' ') || 'no owner',
    }),
  );
  const byPackage =
    packageOf === undefined ? new Map<string, ReportFinding[]>() : groupBy(open, ({ file }) => packageOf(file));
  const packages = rows(byPackage, ([name, findings]) => ({
    name,
    filter: ['package', name],
    lastCell: fileCount(findings),
  }));
  const ownerPairs = open.flatMap((finding) => {
    const names = ownerNames(finding);
    return (names.length === 0 ? [''] : names).map((owner) => ({ owner, finding }));
  });
  const byOwner = new Map(
    [...groupBy(ownerPairs, ({ owner }) => owner)].map(([owner, pairs]) => [
      owner,
      pairs.map(({ finding }) => finding),
    ]),
  );
  const owners = rows(byOwner, ([owner, findings]) => ({
    name: owner === '' ? 'no owner' : owner,
    filter: ['owner', owner === '' ? '-' : owner],
    lastCell: fileCount(findings),
  }));
  return html`<section class="tables" aria-labelledby="_tables">
<h2 id="_tables">Where they are</h2>
${packages.length === 0 ? '' : table('By package', ['Package', 'Files'], packages)}
${table('By file', ['File', 'Owner'], files)}
${owners.every(({ name }) => name === 'no owner') ? '' : table('By owner', ['Owner', 'Files'], owners)}
</section>`;
}

function fileCount(findings: readonly ReportFinding[]): string {
  return count(new Set(findings.map(({ file }) => file)).size, 'file');
}

function rows(
  groups: ReadonlyMap<string, readonly ReportFinding[]>,
  describe: (pair: readonly [string, readonly ReportFinding[]]) => Pick<Row, 'name' | 'filter' | 'lastCell'>,
): readonly Row[] {
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map((pair) => {
      const { past, before, undated, mistakes, overruled } = countStates(pair[1]);
      // An end without a day counts as future; one that the vendor cancelled or moved counts as past.
      return { ...describe(pair), past: past + overruled, before: before + undated, mistakes };
    });
}

function table(title: string, [firstHead, lastHead]: readonly [string, string], tableRows: readonly Row[]): Html {
  const hasMistakes = tableRows.some(({ mistakes }) => mistakes > 0);
  const rowHtml = ({ name, filter: [control, value], past, before, mistakes, lastCell }: Row): Html =>
    html`<tr><th scope="row"><button type="button" class="link" data-control="${control}" data-value="${value}">${breakable(name)}</button></th><td class="number">${past}</td><td class="number">${before}</td>${hasMistakes ? html`<td class="number">${mistakes}</td>` : ''}<td>${lastCell}</td></tr>`;
  return html`<details><summary>${title} <span class="dim">(${tableRows.length})</span></summary>
<div class="scroll${tableRows.length > LONG_TABLE_ROWS ? ' long' : ''}" role="region" aria-label="${title}, table" tabindex="0">
<table><thead><tr><th scope="col">${firstHead}</th><th scope="col" class="number">Past</th><th scope="col" class="number">To come</th>${hasMistakes ? html`<th scope="col" class="number">Mistakes</th>` : ''}<th scope="col">${lastHead}</th></tr></thead>
<tbody>${tableRows.map(rowHtml)}</tbody></table></div></details>`;
}

/** Largest number of labelled years below the axis. */
const MOST_YEAR_LABELS = 6;
/** Radius of a dot in pixels: the smallest, and the increase up to the largest group. */
const RADIUS = { smallest: 4, growth: 6 };
/** Part of the axis that has dates, in percent of the width; the margins have room for half of a dot or label. */
const AXIS_PERCENT = { from: 5, width: 90 };

/**
 * The ends of life on a linear time axis, each dot as large as its number of open findings. Positions are percentages,
 * so the line is as wide as the page and its text stays readable.
 */
function timeScale(groups: readonly DateGroup[], { asOf }: Report): Html {
  const days = [...groups.map(({ lastDay }) => lastDay), asOf].sort();
  const axisStart = days[0] ?? asOf;
  const axisEnd = days.at(-1) ?? asOf;
  const axisDays = Math.max(1, daysBetween(axisStart, axisEnd));
  const percentAt = (day: string): number =>
    Math.round((AXIS_PERCENT.from + (AXIS_PERCENT.width * daysBetween(axisStart, day)) / axisDays) * 100) / 100;
  const largestGroup = Math.max(1, ...groups.map(({ findings }) => findings.length));
  const dot = ({ endOfLife, lastDay, lifecycle, findings }: DateGroup): Html => {
    const radius = RADIUS.smallest + Math.round((RADIUS.growth * findings.length) / largestGroup);
    const title = `${endOfLife}: ${count(findings.length, 'open finding')}`;
    const centre = percentAt(lastDay);
    return lifecycle === 'sunset'
      ? html`<circle class="past" cx="${centre}%" cy="42" r="${radius}"><title>${title}</title></circle>`
      : html`<circle class="before" cx="${centre}%" cy="42" r="${radius}"><title>${title}</title></circle>`;
  };
  const yearTick = (day: string): Html =>
    html`<line class="tick" x1="${percentAt(day)}%" x2="${percentAt(day)}%" y1="54" y2="60"/><text x="${percentAt(day)}%" y="74" text-anchor="middle">${day.slice(0, 4)}</text>`;
  const todayAt = percentAt(asOf);
  const anchor = todayAt > 80 ? 'end' : todayAt < 20 ? 'start' : 'middle';
  return html`<svg class="scale" width="100%" height="80" role="img" aria-label="Ends of life to scale; the findings below have each">
<line class="axis" x1="0" x2="100%" y1="54" y2="54"/>
${yearsIn(axisStart, axisEnd).map(yearTick)}
<line class="today" x1="${todayAt}%" x2="${todayAt}%" y1="20" y2="60"/><text x="${todayAt}%" y="14" text-anchor="${anchor}">day of this report</text>
${groups.map(dot)}
</svg>`;
}

/** First days of years between two days, thinned out until they are readable. */
function yearsIn(first: string, last: string): readonly string[] {
  const firstYear = Number(first.slice(0, 4)) + 1;
  const lastYear = Number(last.slice(0, 4));
  const step = Math.max(1, Math.ceil((lastYear - firstYear + 1) / MOST_YEAR_LABELS));
  return Array.from({ length: Math.max(0, lastYear - firstYear + 1) }, (_, index) => firstYear + index)
    .filter((year) => (lastYear - year) % step === 0)
    .map((year) => `${String(year).padStart(4, '0')}-01-01`);
}
