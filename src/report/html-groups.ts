import { groupBy } from '../lib/collections.js';
import { AFTER_CLAUSES } from '../engine/judge/after-end.js';
import { count } from '../lib/wording.js';
import { escapeText } from '../lib/escape.js';
import { endGroups } from './ends.js';
import type { FormatContext } from './format-context.js';
import { linked } from './html-project.js';
import { html } from './html-text.js';
import type { Html } from './html-text.js';
import { ownerNames } from './owners.js';
import { codeLink } from './project.js';
import type { Report, ReportFinding } from './report.js';
import { isDated, isMistake, isOpen } from './severity.js';
import { endCell, exemptionOf, formatDistance, replacementOf } from './words.js';

/** Findings in one group of the page: those of a deprecation, or the suppressed ones. */
export interface PageGroup {
  /**
   * Target of links. For a deprecation its id; no id has an underscore, so names with one are free for our own anchors.
   */
  readonly anchor: string;
  readonly state: PageState;
  /** In the order in which the page shows them: by package, by file. */
  readonly findings: readonly ReportFinding[];
}

export type PageState = 'past' | 'before' | 'undated' | 'mistake' | 'suppressed';

/** Largest group that is unfolded at first. */
export const MOST_OPEN = 10;

const STATE_WORDS: Readonly<Record<PageState, string>> = {
  past: 'past the end of life',
  before: 'before the end of life',
  undated: 'no end announced',
  mistake: 'mistakes in requests',
  suppressed: 'suppressed',
};

/** All findings, by deprecation in the order of their ends; those that are suppressed come last. */
export function pageGroups(
  report: Report,
  { packageOf = () => '' }: Pick<FormatContext, 'packageOf'>,
): readonly PageGroup[] {
  const arrange = (findings: readonly ReportFinding[]): readonly ReportFinding[] =>
    [...groupBy(findings, ({ file }) => packageOf(file))]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, members]) => [...groupBy(members, ({ file }) => file).values()].flat());
  const taken = new Map<string, number>();
  const open = endGroups(report).map((findings) => {
    const [{ deprecation }] = findings;
    return {
      anchor: numbered(deprecation, taken),
      state: stateOf(findings[0]),
      findings: arrange(findings),
    };
  });
  const suppressed = report.findings.filter((finding) => !isOpen(finding));
  return suppressed.length === 0
    ? open
    : [...open, { anchor: '_suppressed', state: 'suppressed', findings: arrange(suppressed) }];
}

/** The groups as sections, each with its findings in tables that are folded where there are many. */
export function groupSections(report: Report, groups: readonly PageGroup[], context: FormatContext): readonly Html[] {
  const total = groups.reduce((sum, { findings }) => sum + findings.length, 0);
  const isUnfolded = total <= MOST_OPEN || groups.length === 1;
  const taken = new Map<string, number>();
  return groups.map((group) => {
    const { anchor, state, findings } = group;
    const files = new Set(findings.map(({ file }) => file)).size;
    const packages = groupBy(findings, ({ file }) => context.packageOf?.(file) ?? '');
    return html`<section class="group ${state}" id="${anchor}">
<h3>${titleOf(group)} <span class="badge">${STATE_WORDS[state]}</span></h3>
${factsOf(group, report)}
<details${isUnfolded ? html` open` : ''}><summary>${count(findings.length, 'finding')} in ${count(files, 'file')}</summary>
${[...packages].map(([name, members]) => packageTable(name, members, { group, taken, context }))}
</details>
</section>`;
  });
}

interface Around {
  readonly group: PageGroup;
  readonly taken: Map<string, number>;
  readonly context: FormatContext;
}

/** The findings of a package: a heading for each file, a row for each finding. */
function packageTable(name: string, findings: readonly ReportFinding[], around: Around): Html {
  const { context, group } = around;
  const files = [...groupBy(findings, ({ file }) => file)].map(([file, members]) => {
    const owners = [...new Set(members.flatMap(ownerNames))];
    return html`<tbody><tr class="file"><th scope="rowgroup" colspan="3"><bdi>${shownFile(file, context.prefix)}</bdi>${owners.length === 0 ? '' : html` <span class="dim">${owners.join(' ')}</span>`}</th></tr>
${members.map((finding) => findingRow(finding, around))}</tbody>`;
  });
  return html`<div class="package">${name === '' ? '' : html`<h4>${name} <span class="dim">${count(findings.length, 'finding')}</span></h4>`}
<table class="findings"><caption class="away">${titleOf(group)}${name === '' ? '' : ` in ${name}`}</caption><thead><tr><th scope="col">Line</th><th scope="col">Request</th><th scope="col">Confidence</th></tr></thead>
${files}</table></div>`;
}

function findingRow(finding: ReportFinding, { group, taken, context: { project, prefix } }: Around): Html {
  const { file, range, confidence, test } = finding;
  const { line, column } = range.start;
  const exempt = exemptionOf(finding);
  const more = [...(test ? ['test file'] : []), ...(exempt === '' ? [] : [`does not fail: ${exempt}`])].join(', ');
  const why = group.state === 'suppressed' ? html`<br>${finding.feature}. ${suppressionOf(finding)}` : '';
  return html`<tr id="${anchorOf(finding, taken)}"><td>${linked(`${line}:${column}`, codeLink(project, prefix + file, line))}</td><td><code>${requestOf(finding)}</code>${why}</td><td>${confidence}${more === '' ? '' : html` <span class="dim">${more}</span>`}</td></tr>`;
}

/** Anchor of a finding, stable between runs: the fingerprint stays when lines move. */
function anchorOf({ fingerprint }: ReportFinding, taken: Map<string, number>): string {
  return numbered(`finding_${fingerprint}`, taken);
}

/** A name that is unique on the page: the second of the same name ends in `_2`. */
function numbered(name: string, taken: Map<string, number>): string {
  const number = (taken.get(name) ?? 0) + 1;
  taken.set(name, number);
  return number === 1 ? name : `${name}_${number}`;
}

function titleOf({ state, findings: [first] }: PageGroup): string {
  return state === 'suppressed' ? 'Suppressed findings' : (first?.feature ?? '');
}

/** End, replacement and source of a deprecation. */
function factsOf({ anchor, state, findings }: PageGroup, report: Report): Html {
  const [first] = findings;
  if (first === undefined || state === 'suppressed')
    return html`<p class="dim">Accepted in a baseline or by a comment in the code; they do not fail the gate.</p>`;
  const { replacement, deprecation } = first;
  const instead = replacementOf(replacement);
  const note = replacement?.note ?? '';
  const page = webAddress(findings.find(({ vendorUrl }) => vendorUrl !== undefined)?.vendorUrl);
  const disputed = findings.filter((finding) => finding.disputed === true).length;
  const fact = (term: string, value: Html | string): Html => html`<div><dt>${term}</dt><dd>${value}</dd></div>`;
  return html`<dl class="facts">
${fact('End of life', endsOf(first, report))}
${instead === '' ? '' : fact('Replacement', html`${instead}${note === '' ? '' : html` <span class="dim">${note}</span>`}`)}
${disputed === 0 ? '' : fact('Cancelled or moved by the vendor', count(disputed, 'finding'))}
${page === undefined ? '' : fact('Announced at', html`<a href="${page.href}" rel="noreferrer">${page.hostname}</a>`)}
${fact('Id', html`<a href="#${encodeURIComponent(anchor)}"><code>${deprecation}</code></a>`)}
</dl>`;
}

function webAddress(address: string | undefined): URL | undefined {
  return address !== undefined && /^https?:/.test(address) && URL.canParse(address) ? new URL(address) : undefined;
}

function endsOf(finding: ReportFinding, { asOf }: Report): string {
  if (isMistake(finding)) return 'none: a mistake in a request that is in use';
  const { appliesTo, after } = finding;
  const end = isDated(finding)
    ? `${endCell(finding)}, ${formatDistance(finding.endOfLife, asOf)}`
    : 'none is announced';
  const whom = appliesTo === undefined ? '' : `, for ${appliesTo}`;
  return `${end}${whom}${after === undefined ? '' : `; after it ${AFTER_CLAUSES[after]}`}`;
}

/** The operation of the catalogue, or the address as far as it is known. */
export function requestOf({ operation, method, url }: ReportFinding): string {
  return escapeText(operation === null ? url : `${method} ${operation.path}`);
}

/** A file as the page shows it, from the root of the repository. */
export function shownFile(file: string, prefix: string): string {
  return escapeText(`${prefix}${file}`);
}

function stateOf(finding: ReportFinding): PageState {
  if (isMistake(finding)) return 'mistake';
  if (!isDated(finding)) return 'undated';
  return finding.lifecycle === 'sunset' ? 'past' : 'before';
}

/** Owner and reason of a suppression. */
export function suppressionOf({ suppression }: ReportFinding): string {
  if (suppression === undefined) return '';
  const by = suppression.kind === 'inSource' ? 'Comment in the code' : 'Baseline';
  const status = {
    accepted: 'accepted',
    underReview: 'under review, so still open',
    rejected: 'rejected, so still open',
  }[suppression.status];
  return escapeText(
    `${by}, ${status}${suppression.justification === undefined ? '.' : `: ${suppression.justification}`}`,
  );
}
