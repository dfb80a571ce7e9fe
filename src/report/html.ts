import { count } from '../core/lib/wording.js';
import type { FormatContext, Verdict } from './format-context.js';
import {
  LONG_TABLE_ROWS,
  groupSections,
  linkedText,
  pageGroups,
  projectFacts,
  shownFile,
  summarySection,
  suppressionWords,
  tableSections,
  timelineSection,
} from './html-sections.js';
import type { PageGroup } from './html-sections.js';
import { trendSection } from './trend-formats.js';
import { SCRIPT_HASH, breakable, embedJson, html, pageHead, trustedHtml } from './html-page.js';
import { SCRIPT } from './html-script.js';
import type { Html } from './html-page.js';
import type { Report, ReportFinding } from './report.js';
import { otherPlaces, unresolvedGroups, verdictWords } from './overview.js';
import { coverageWords, headlineOf, messageLines, placeOf, requestOf, sentRequest, stepsOf } from './words.js';
import { escapeText } from '../core/lib/escape.js';
import { frameOf, shownLinesOf } from './frame.js';
import { ownerNames } from './owners.js';
import { isOpen } from './severity.js';
import { LANGUAGE_IDS, LANGUAGE_WORDS } from '../core/model/language.js';
import { codeLink } from './format-context.js';
import { requestsOf, sdkLines, uncataloguedSentences, unknownSentences } from './requests.js';
import { skippedWords } from './unread-words.js';
import type { UnresolvedGroup } from './overview.js';

/**
 * The report as one page without network access. The policy of the page allows only our own style and script. Text from
 * scanned files is always escaped.
 */
export function formatHtml(report: Report, context: FormatContext): string {
  const inProject = context.project === undefined ? '' : ` in ${context.project.name}`;
  const groups = pageGroups(report, context);
  const page = html`${pageHead(`Deprecated API operations${inProject}, ${report.asOf}`, SCRIPT_HASH)}
<body>
<a class="skip" href="#_findings">Skip to the findings</a>
<header>
<h1>Deprecated API operations</h1>
${projectFacts(report, context.project)}
${verdictSection(report, context.verdict)}
<p class="headline">${headlineOf(report)}</p>
</header>
<main>
${summarySection(report)}
${timelineSection(report)}
${trendSection(context.trend)}
${findingsSection(report, groups, context)}
${tableSections(report, context)}
${unresolvedSection(report, context)}
${coverageSection(report)}
</main>
<footer><p class="dim">${report.tool.name} ${report.tool.version}, catalogue ${report.catalogue.digest}, as of ${report.asOf}.</p></footer>
<script type="application/json" id="_data">${embedJson(pageData(groups, context))}</script>
<script>${trustedHtml(SCRIPT)}</script>
</body>
</html>
`;
  return page.html;
}

/** The verdict of the gate, at the top. */
function verdictSection({ coverage }: Report, verdict: Verdict | undefined): Html {
  if (verdict === undefined) return html``;
  const { status, failing, failOn, since } = verdict;
  const failingCount =
    status === 'failed' ? ` ${count(failing, 'finding')} ${failing === 1 ? 'fails' : 'fail'} the gate.` : '';
  const criteria = [
    ...(failOn === undefined ? [] : [`--fail-on ${failOn}`]),
    ...(since === undefined ? [] : [`findings introduced since ${since}`]),
  ].join(', ');
  return html`<p class="verdict ${status}"><strong>${verdictWords(verdict, coverage)}</strong>${failingCount}${criteria === '' ? '' : ` (${criteria})`}</p>`;
}

function findingsSection(report: Report, groups: readonly PageGroup[], context: FormatContext): Html {
  const list =
    groups.length === 0
      ? html`<p>There are no findings.</p>`
      : html`<noscript><p>The code and the evidence of each finding, and the search, need JavaScript. Everything else does not.</p></noscript>
${filterForm(report, groups, context)}
${groupSections(report, groups, context)}`;
  return html`<section aria-labelledby="_findings">
<h2 id="_findings" tabindex="-1">Findings</h2>
${list}
</section>`;
}

/** Data for the script of the page. Each text is in `texts` once and is referred to by its index. */
interface PageData {
  readonly texts: readonly string[];
  /** Findings in the order of the rows of the page. */
  readonly findings: readonly PageFinding[];
}

/**
 * Data of a finding in addition to its row. Each text is given by its index in `texts`; texts from scanned files are
 * escaped.
 */
type PageFinding = readonly [
  state: number,
  deprecation: number,
  confidence: number,
  language: number,
  /** An empty text if the project has no packages. */
  packageName: number,
  owners: readonly number[],
  file: number,
  /** File, line and column: `src/a.ts:3:33`. */
  place: number,
  /** Further words that the search finds. */
  words: readonly number[],
  message: readonly number[],
  client: number,
  /** The known part of the request, with its method. */
  sent: number,
  /** Reason why the suppression of an open finding was not accepted. */
  suppression: number,
  evidence: readonly (readonly [note: number, kind: number, place: number])[],
  frame: readonly (readonly [number: number, text: number, start: number, end: number])[],
];

/** The findings of all groups for the script, in the order of the page. */
function pageData(groups: readonly PageGroup[], { textOf, prefix, packageOf }: FormatContext): PageData {
  const indexes = new Map<string, number>();
  const indexOf = (text: string): number => {
    const index = indexes.get(text) ?? indexes.size;
    indexes.set(text, index);
    return index;
  };
  const linesOfFile = shownLinesOf(textOf);
  const dataOf = (finding: ReportFinding, { state }: PageGroup): PageFinding => {
    const { file, range, deprecation, feature, confidence, language, client } = finding;
    const frame = frameOf(linesOfFile(file) ?? [], range).lines;
    return [
      indexOf(state),
      indexOf(deprecation),
      indexOf(confidence),
      indexOf(language ?? ''),
      indexOf(escapeText(packageOf?.(file) ?? '')),
      ownerNames(finding).map((owner) => indexOf(escapeText(owner))),
      indexOf(shownFile(file, prefix)),
      indexOf(escapeText(prefix) + placeOf(finding)),
      [indexOf(escapeText(feature)), indexOf(requestOf(finding))],
      // The page links the notice of the vendor once for each deprecation.
      messageLines(finding, stepsOf(finding)).map(indexOf),
      indexOf(escapeText(client)),
      indexOf(escapeText(sentRequest(finding))),
      indexOf(isOpen(finding) ? suppressionWords(finding) : ''),
      finding.evidence.map(
        (step) =>
          [indexOf(escapeText(step.note)), indexOf(step.kind), indexOf(escapeText(prefix) + placeOf(step))] as const,
      ),
      frame.map(({ number, text, mark: [start, end] }) => [number, indexOf(text), start, end] as const),
    ];
  };
  const findings = groups.flatMap((group) => group.findings.map((finding) => dataOf(finding, group)));
  return { texts: [...indexes.keys()], findings };
}

type Choice = readonly [value: string, text: string];

/** Search form of the findings. The script of the page shows the form, so it is hidden without JavaScript. */
function filterForm({ findings }: Report, groups: readonly PageGroup[], { packageOf }: FormatContext): Html {
  const deprecations = [...new Map(findings.map(({ deprecation, feature }) => [deprecation, feature]))].sort(
    ([, a], [, b]) => (a < b ? -1 : 1),
  );
  const owners = sorted(findings.flatMap(ownerNames).map(escapeText));
  const packages = packageOf === undefined ? [] : sorted(findings.map(({ file }) => escapeText(packageOf(file))));
  const languages = LANGUAGE_IDS.filter((id) => findings.some(({ language }) => language === id));
  const states = new Set(groups.map(({ state }) => state));
  return html`<form id="_filters" role="search" aria-label="Filter the findings" hidden>
<p class="wide"><label for="_text">Search</label><input type="search" id="_text" name="text" autocomplete="off" spellcheck="false" placeholder="file, operation, message"></p>
<details class="wide"><summary>Filters</summary><div class="filters">
${select(
  'state',
  'State',
  STATES.filter(([state]) => state === 'open' || states.has(state)),
)}
${select('confidence', 'Confidence', CONFIDENCES)}
${select('deprecation', 'Deprecation', deprecations)}
${select(
  'language',
  'Language',
  languages.map((id) => [id, LANGUAGE_WORDS[id]] as const),
)}
${
  packages.length === 0
    ? ''
    : select(
        'package',
        'Package',
        packages.map((name) => [name, name] as const),
      )
}
${select('owner', 'Owner', [['-', 'No owner'], ...owners.map((owner) => [owner, owner] as const)])}
<p><button type="button" id="_clear">Clear filters</button></p></div></details>
</form>
<details id="_open-in" hidden><summary>Open places in VS Code</summary><p><label for="_copy">Folder of your copy of the repository; it stays in this browser</label><input type="text" id="_copy" autocomplete="off" spellcheck="false" placeholder="/home/me/project"></p></details>
<p id="_status" role="status" aria-live="polite"></p>`;
}

const STATES = [
  ['open', 'Open'],
  ['past', 'Past the end of life'],
  ['before', 'Before the end of life'],
  ['undated', 'No end announced'],
  ['mistake', 'Mistakes in requests'],
  ['overruled', 'Cancelled or moved by the vendor'],
  ['suppressed', 'Suppressed'],
] as const;

const CONFIDENCES: readonly Choice[] = [
  ['certain', 'Certain'],
  ['probable', 'Probable'],
  ['possible', 'Possible'],
];

function select(name: string, label: string, choices: readonly Choice[]): Html {
  const options = ([value, text]: Choice): Html => html`<option value="${value}">${text}</option>`;
  return html`<p><label for="_${name}">${label}</label><select id="_${name}" name="${name}"><option value="">All</option>${choices.map(options)}</select></p>`;
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** Requests that may be deprecated: place, known part, and unknown part. */
function unresolvedSection({ unresolved, coverage: { addresses } }: Report, { prefix, project }: FormatContext): Html {
  if (unresolved.length === 0) return html``;
  const row = (group: UnresolvedGroup): Html => {
    const site = group.first;
    const place = escapeText(prefix) + placeOf(site);
    return html`<tr><th scope="row">${linkedText(place, codeLink(project, prefix + site.file, site.range.start.line))}</th><td><code>${breakable(sentRequest(site))}</code></td><td>${site.reason}${otherPlaces(group, prefix)}</td></tr>`;
  };
  const groups = unresolvedGroups(unresolved);
  const sites = unresolved.length - addresses;
  const counts = [
    ...(sites > 0 ? [count(sites, 'request site')] : []),
    ...(addresses > 0 ? [`${count(addresses, 'address', 'addresses')} that no request uses`] : []),
  ].join(', ');
  return html`<section aria-labelledby="_unresolved">
<h2 id="_unresolved">Not resolved <span class="dim">(${counts})</span></h2>
<p>These go to the API, or name it, and which operation they call is not known. Each may be a deprecated one.</p>
<div class="scroll${groups.length > LONG_TABLE_ROWS ? ' long' : ''}" role="region" aria-label="Not resolved, table" tabindex="0">
<table class="stacked"><thead><tr><th scope="col">Place</th><th scope="col">Request</th><th scope="col">Why</th></tr></thead>
<tbody>${groups.map(row)}</tbody></table></div>
</section>`;
}

/** Section on the coverage of the scan, and on everything that it did not cover or does not show. */
function coverageSection(report: Report): Html {
  const { coverage } = report;
  const { limits, lostImports = [], syntaxErrors, skipped, belowThreshold } = coverage;
  const { unknown } = requestsOf(coverage);
  const items: readonly Html[] = [
    ...[...uncataloguedSentences(coverage), ...sdkLines(coverage, Infinity)].map((line) => html`<li>${line}</li>`),
    ...(unknown.length > 0
      ? [listItem(`${count(unknown.length, 'request')} with unknown destinations`, unknownSentences(coverage))]
      : []),
    ...limits.map((line) => html`<li>${line}</li>`),
    ...(belowThreshold > 0
      ? [
          listItem(
            `${count(belowThreshold, 'finding')} below the requested confidence`,
            (report.hidden ?? []).map(
              (finding) => `${placeOf(finding)}: ${finding.deprecation}, ${finding.confidence}`,
            ),
          ),
        ]
      : []),
    ...(syntaxErrors.length > 0
      ? [listItem(`${syntaxErrors.length} with syntax errors, analysed as far as they parse`, syntaxErrors)]
      : []),
    ...(lostImports.length > 0
      ? [
          listItem(
            `${count(lostImports.length, 'import')} of files that are not found`,
            lostImports.map(({ file, specifier }) => `${file}: '${specifier}'`),
          ),
        ]
      : []),
    ...skipped.map(({ reason, count, paths }) => listItem(`${count} ${skippedWords(reason, count)}`, paths)),
  ];
  const gapList = items.length === 0 ? '' : html`<h3>Not covered in full</h3><ul>${items}</ul>`;
  return html`<section aria-labelledby="_seen"><h2 id="_seen">Coverage</h2><p>${coverageWords(report)}</p>${gapList}</section>`;
}

function listItem(title: string, details: readonly string[]): Html {
  if (details.length === 0) return html`<li>${title}</li>`;
  return html`<li><details><summary>${title}</summary><ul class="paths">${details.map((detail) => html`<li><bdi>${detail}</bdi></li>`)}</ul></details></li>`;
}
