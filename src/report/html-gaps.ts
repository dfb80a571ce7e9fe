import { count } from '../lib/count.js';
import { escapeText } from '../lib/escape-text.js';
import type { FormatContext } from './format-context.js';
import { linked } from './html-project.js';
import { LONG_TABLE } from './html-sections.js';
import { html } from './html-text.js';
import type { Html } from './html-text.js';
import { codeLink } from './project.js';
import type { Report } from './report.js';
import { requestsOf, sdkLines, uncataloguedSentences, unknownSentences } from './requests.js';
import { skippedWords } from './skipped-words.js';
import { otherPlaces, unresolvedGroups } from './unresolved-groups.js';
import type { UnresolvedGroup } from './unresolved-groups.js';
import { coverageOf, placeOf } from './words.js';

/** Requests that may be deprecated ones: where each stands, as far as it is known, and what is not. */
export function unresolvedSection(
  { unresolved, coverage: { addresses } }: Report,
  { prefix, project }: FormatContext,
): Html {
  if (unresolved.length === 0) return html``;
  const row = (group: UnresolvedGroup): Html => {
    const site = group.first;
    const place = escapeText(prefix) + placeOf(site);
    const request = site.method === 'unknown' ? site.url : `${site.method} ${site.url}`;
    return html`<tr><th scope="row">${linked(place, codeLink(project, prefix + site.file, site.range.start.line))}</th><td><code>${request}</code></td><td>${site.reason}${otherPlaces(group, prefix)}</td></tr>`;
  };
  const groups = unresolvedGroups(unresolved);
  const sites = unresolved.length - addresses;
  const named = [
    ...(sites > 0 ? [count(sites, 'request site')] : []),
    ...(addresses > 0 ? [`${count(addresses, 'address', 'addresses')} that no request uses`] : []),
  ].join(', ');
  return html`<section aria-labelledby="_unresolved">
<h2 id="_unresolved">Not resolved <span class="dim">(${named})</span></h2>
<p>These go to the API, or name it, and which operation they call is not known. Each may be a deprecated one.</p>
<div class="scroll${groups.length > LONG_TABLE ? ' long' : ''}" role="region" aria-label="Not resolved, table" tabindex="0">
<table class="stacked"><thead><tr><th scope="col">Place</th><th scope="col">Request</th><th scope="col">Why</th></tr></thead>
<tbody>${groups.map(row)}</tbody></table></div>
</section>`;
}

/** Section on the files that were looked at, and on those not read, or not in full, by name where known. */
export function seenSection(report: Report): Html {
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
            `${count(belowThreshold, 'finding')} below the confidence asked for`,
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
  const unread = items.length === 0 ? '' : html`<h3>Not read, or not in full</h3><ul>${items}</ul>`;
  return html`<section aria-labelledby="_seen"><h2 id="_seen">What was looked at</h2><p>${coverageOf(report)}</p>${unread}</section>`;
}

function listItem(title: string, paths: readonly string[]): Html {
  if (paths.length === 0) return html`<li>${title}</li>`;
  return html`<li><details><summary>${title}: ${paths.length === 1 ? 'its name' : 'their names'}</summary><ul class="paths">${paths.map((path) => html`<li><bdi>${path}</bdi></li>`)}</ul></details></li>`;
}
