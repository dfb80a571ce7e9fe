import { count } from '../lib/count.js';
import type { FormatContext, Verdict } from './format-context.js';
import { pageData } from './html-data.js';
import { filterForm } from './html-filters.js';
import { seenSection, unresolvedSection } from './html-gaps.js';
import { groupSections, pageGroups } from './html-groups.js';
import type { PageGroup } from './html-groups.js';
import { projectFacts } from './html-project.js';
import { SCRIPT_HASH } from './html-hashes.js';
import { pageHead } from './html-page.js';
import { SCRIPT } from './html-script.js';
import { summarySection, tableSections, timelineSection } from './html-sections.js';
import { embedJson, html, trusted } from './html-text.js';
import type { Html } from './html-text.js';
import type { Report } from './report.js';
import { verdictWords } from './verdict-words.js';
import { headlineOf } from './words.js';

/**
 * The report as one page without any request to the network. Its policy lets only our own style and script
 * run; all that comes from files is text.
 */
export function formatHtml(report: Report, context: FormatContext): string {
  const where = context.project === undefined ? '' : ` in ${context.project.name}`;
  const groups = pageGroups(report, context);
  const page = html`${pageHead(`Deprecated API operations${where}, ${report.asOf}`, SCRIPT_HASH)}
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
${findingsSection(report, groups, context)}
${tableSections(report, context)}
${unresolvedSection(report, context)}
${seenSection(report)}
</main>
<footer><p class="dim">${report.tool.name} ${report.tool.version}, catalogue ${report.catalogue.digest}, as of ${report.asOf}.</p></footer>
<script type="application/json" id="_data">${embedJson(pageData(groups, context))}</script>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
  return page.html;
}

/** The verdict of the gate, at the top. */
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

function findingsSection(report: Report, groups: readonly PageGroup[], context: FormatContext): Html {
  const list =
    groups.length === 0
      ? html`<p>There are no findings.</p>`
      : html`<noscript><p>The code and the evidence of each finding, and the search, need JavaScript. All else does not.</p></noscript>
${filterForm(report, groups, context)}
${groupSections(report, groups, context)}`;
  return html`<section aria-labelledby="_findings">
<h2 id="_findings" tabindex="-1">Findings</h2>
${list}
</section>`;
}
