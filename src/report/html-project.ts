import { editionWords } from './editions.js';
import { html } from './html-text.js';
import type { Html } from './html-text.js';
import type { Project } from './project.js';
import type { Report } from './report.js';

/** Rows on the subject of the report: project, branch, commit, day. Unknown facts have no row. */
export function projectFacts(report: Report, project: Project | undefined): Html {
  const { branch, commit, origin } = project ?? {};
  const edition = editionWords(report).replace(/^editions? /, '');
  const short = commit?.slice(0, 12);
  const rows: readonly (readonly [string, Html])[] = [
    ...(project === undefined ? [] : [['Project', linked(project.name, origin?.url)] as const]),
    ...(branch === undefined ? [] : [['Branch', html`<bdi>${branch}</bdi>`] as const]),
    ...(short === undefined ? [] : [['Commit', html`<code>${short}</code>`] as const]),
    ['Day', html`<time datetime="${report.asOf}">${report.asOf}</time>`],
    ...(edition === '' ? [] : [['Edition', html`${edition}`] as const]),
  ];
  return html`<dl class="about">${rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A text as a link, where its address is known. */
export function linked(text: string, address: string | undefined): Html {
  return address === undefined
    ? html`<bdi>${text}</bdi>`
    : html`<a href="${address}" rel="noreferrer"><bdi>${text}</bdi></a>`;
}
