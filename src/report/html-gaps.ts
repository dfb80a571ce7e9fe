import { count } from '../lib/count.js';
import { escapeText } from '../lib/escape-text.js';
import type { FormatContext } from './format-context.js';
import { linked } from './html-project.js';
import { html } from './html-text.js';
import type { Html } from './html-text.js';
import { codeLink } from './project.js';
import type { Report, ReportUnresolved } from './report.js';
import { SKIPPED } from './skipped-words.js';
import { placeOf } from './words.js';

/** Requests that may be deprecated ones: where each stands, as far as it is known, and what is not. */
export function unresolvedSection({ unresolved }: Report, { prefix, project }: FormatContext): Html {
  if (unresolved.length === 0) return html``;
  const row = (site: ReportUnresolved): Html => {
    const place = escapeText(prefix) + placeOf(site);
    const request = site.method === 'unknown' ? site.url : `${site.method} ${site.url}`;
    return html`<tr><th scope="row">${linked(place, codeLink(project, prefix + site.file, site.range.start.line))}</th><td><code>${request}</code></td><td>${site.reason}</td></tr>`;
  };
  return html`<section aria-labelledby="unresolved-title">
<h2 id="unresolved-title">Not resolved <span class="dim">(${unresolved.length})</span></h2>
<p>These go to the API, or name it, and which operation they call is not known. Each may be a deprecated one.</p>
<div class="scroll long" role="region" aria-label="Not resolved, table" tabindex="0">
<table><thead><tr><th scope="col">Place</th><th scope="col">Request</th><th scope="col">Why</th></tr></thead>
<tbody>${unresolved.map(row)}</tbody></table></div>
</section>`;
}

/** What was not read, or not in full, with the names of the files that are known. */
export function unreadSection({ coverage }: Report): Html {
  const { limits, lostImports = [], syntaxErrors, skipped, belowThreshold } = coverage;
  const items: readonly Html[] = [
    ...limits.map((line) => html`<li>${line}</li>`),
    ...(belowThreshold > 0 ? [html`<li>${belowThreshold} below the confidence asked for: not listed here.</li>`] : []),
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
    ...skipped.map(({ reason, count, paths }) => listItem(`${count} ${SKIPPED[reason]}`, paths)),
  ];
  if (items.length === 0) return html``;
  return html`<section aria-labelledby="limits-title"><h2 id="limits-title">Not read, or not in full</h2><ul>${items}</ul></section>`;
}

function listItem(title: string, paths: readonly string[]): Html {
  if (paths.length === 0) return html`<li>${title}</li>`;
  return html`<li><details><summary>${title}: ${paths.length === 1 ? 'its name' : 'their names'}</summary><ul class="paths">${paths.map((path) => html`<li><bdi>${path}</bdi></li>`)}</ul></details></li>`;
}
