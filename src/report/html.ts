import { LANGUAGE_IDS, LANGUAGE_WORDS } from '../model/language.js';
import { count } from '../lib/count.js';
import type { FormatContext, Verdict } from './format-context.js';
import { ownersOf, pageFindings } from './html-data.js';
import { unreadSection, unresolvedSection } from './html-gaps.js';
import { projectFacts } from './html-project.js';
import { SCRIPT_HASH } from './html-hashes.js';
import { pageHead } from './html-page.js';
import { SCRIPT } from './html-script.js';
import { summarySection, tableSections, timelineSection } from './html-sections.js';
import { embedJson, html, trusted } from './html-text.js';
import type { Html } from './html-text.js';
import type { Report } from './report.js';
import { verdictWords } from './verdict-words.js';
import { coverageOf, headlineOf } from './words.js';

/**
 * The report as one page without any request to the network. Its policy lets only our own style and script
 * run; all that comes from files is text.
 */
export function formatHtml(report: Report, context: FormatContext): string {
  const where = context.project === undefined ? '' : ` in ${context.project.name}`;
  const page = html`${pageHead(`Deprecated API operations${where}, ${report.asOf}`, SCRIPT_HASH)}
<body>
<a class="skip" href="#findings">Skip to the findings</a>
<header>
<h1>Deprecated API operations</h1>
${projectFacts(report, context.project)}
${verdictSection(report, context.verdict)}
<p class="headline">${headlineOf(report)}</p>
<p class="dim">${coverageOf(report)}</p>
</header>
<main>
${summarySection(report)}
${timelineSection(report)}
${tableSections(report, context.prefix)}
${findingsSection(report)}
${unresolvedSection(report, context)}
${unreadSection(report)}
</main>
<footer><p class="dim">${report.tool.name} ${report.tool.version}, catalogue ${report.catalogue.digest}, as of ${report.asOf}.</p></footer>
<script type="application/json" id="data">${embedJson(pageFindings(report, context))}</script>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
  return page.html;
}

/** What the gate said, before all else. */
function verdictSection({ coverage }: Report, verdict: Verdict | undefined): Html {
  if (verdict === undefined) return html``;
  const { status, failing, failOn, since } = verdict;
  const counted = status === 'failed' ? ` ${count(failing, 'finding')} ${failing === 1 ? 'counts' : 'count'}.` : '';
  const how = [
    ...(failOn === undefined ? [] : [`--fail-on ${failOn}`]),
    ...(since === undefined ? [] : [`what came since ${since}`]),
  ].join(', ');
  return html`<p class="verdict ${status}"><strong>${verdictWords(verdict, coverage)}</strong>${counted}${how === '' ? '' : ` (${how})`}</p>`;
}

function findingsSection(report: Report): Html {
  const features = [...new Map(report.findings.map(({ deprecation, feature }) => [deprecation, feature]))].sort(
    ([, a], [, b]) => (a < b ? -1 : 1),
  );
  const owners = [...new Set(report.findings.flatMap(ownersOf))].sort();
  const languages = LANGUAGE_IDS.filter((id) => report.findings.some(({ language }) => language === id));
  const options = (list: readonly (readonly [string, string])[]): readonly Html[] =>
    list.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`<section aria-labelledby="findings">
<h2 id="findings" tabindex="-1">Findings</h2>
<noscript><p>The list of findings and its filters need JavaScript. The tables above do not.</p></noscript>
<form id="filters" role="search" aria-label="Filter the findings" hidden>
<p class="wide"><label for="text">Text</label><input type="search" id="text" name="text" autocomplete="off" spellcheck="false" placeholder="file, operation, message"></p>
<p><label for="state">State</label><select id="state" name="state">${options([
    ['open', 'Open'],
    ['past', 'Past the end of life'],
    ['before', 'Before the end of life'],
    ['undated', 'No end announced'],
    ['mistake', 'Mistakes in requests'],
    ['suppressed', 'Suppressed'],
    ['', 'All'],
  ])}</select></p>
<p><label for="confidence">Confidence</label><select id="confidence" name="confidence">${options([
    ['', 'All'],
    ['certain', 'Certain'],
    ['probable', 'Probable'],
    ['possible', 'Possible'],
  ])}</select></p>
<p><label for="deprecation">Deprecation</label><select id="deprecation" name="deprecation">${options([['', 'All'], ...features])}</select></p>
<p><label for="language">Language</label><select id="language" name="language">${options([['', 'All'], ...languages.map((id) => [id, LANGUAGE_WORDS[id]] as const)])}</select></p>
<p><label for="owner">Owner</label><select id="owner" name="owner">${options([['', 'All'], ['-', 'Nobody'], ...owners.map((owner) => [owner, owner] as const)])}</select></p>
<p><button type="reset">Clear the filters</button></p>
</form>
<details id="open-in" hidden><summary>Open places in VS Code</summary><p><label for="copy">Folder of your copy of the repository; it stays in this browser</label><input type="text" id="copy" autocomplete="off" spellcheck="false" placeholder="/home/me/project"></p></details>
<p id="status" role="status" aria-live="polite"></p>
<div id="list"></div>
<p><button type="button" id="more" hidden>Show more findings</button></p>
</section>`;
}
