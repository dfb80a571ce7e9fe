import { readFileSync } from 'node:fs';
import { LineIndex } from '../../src/core/lib/line-index.js';
import { count } from '../../src/core/lib/wording.js';
import type { Deprecation } from '../../src/core/model/deprecation.js';
import { html, trustedHtml } from '../../src/report/html-page.js';
import type { Html } from '../../src/report/html-page.js';
import type { ReportFinding, ReportRange } from '../../src/report/report.js';
import { evidenceStages } from '../playground/evidence-stages.js';
import type { EvidenceNode, Place } from '../playground/evidence-stages.js';
import { endList, proseHtml } from './ends-page.js';
import type { Titles } from './ends-page.js';
import type { LiveExample } from './engine-runs.js';
import type { Page } from './index.js';

const LISTED_ENDS = 5;

/** First page: purpose, an example with its findings, the first commands, the next ends and the vendors. */
export function homePage(
  root: string,
  example: LiveExample,
  {
    titles,
    coming,
    total,
  }: { readonly titles: Titles; readonly coming: readonly Deprecation[]; readonly total: number },
): Page {
  const { reasons, commands } = readmeParts(readFileSync(`${root}README.md`, 'utf8'));
  return {
    url: '/',
    source: 'README.md',
    text: [
      '# Find the calls in your code that are about to fail',
      '<p class="lead">sunset-lint finds code that calls deprecated HTTP API operations and AI models, and says when each one ends and what to use instead.</p>',
      `<p class="actions"><a class="main" href="/playground/#${example.link}">Try it in the browser</a> <a href="/docs/getting-started/">Getting started</a> <a href="/ends/">What ends next</a></p>`,
      reasons,
      '## One example',
      exampleSection(example).html,
      '## Start',
      commands,
      'More: [a comparison and all links](/readme/), [documentation](/docs/).',
      '## Ends next',
      endList(coming.slice(0, LISTED_ENDS), 'coming', titles).html,
      `[All ${String(coming.length)} announced ends](/ends/), by vendor, as a calendar and as a feed.`,
      '## Vendors',
      `${String(total)} deprecations of ${String(titles.size)} APIs. The catalogue of an API applies where code uses it; [your own API](/docs/your-own-api/) can be added.`,
      vendorNames(titles).html,
      '<script type="module" src="/ends/ends.js"></script>',
    ].join('\n\n'),
  };
}

/** Reasons and commands of the read-me file, as Markdown. */
function readmeParts(readme: string): { readonly reasons: string; readonly commands: string } {
  const reasons = /^- \*\*[^]*?(?=\n\n)/m.exec(readme)?.[0];
  const commands = /^## Install\n+([^]*?)(?=\n## )/m.exec(readme)?.[1];
  if (reasons === undefined || commands === undefined)
    throw new Error('README.md should have a list of reasons and a section on installing');
  return { reasons, commands };
}

function exampleSection({ files, findings, link }: LiveExample): Html {
  const groups = findings.map((finding, index) => {
    const shownFiles = files.filter(({ name }) => [finding, ...finding.evidence].some(({ file }) => file === name));
    const panes = shownFiles.map(
      ({ name, text }) =>
        html`<figure><figcaption>${name}</figcaption><pre><code>${markedCode(text, rangesIn(name, findings))}</code></pre></figure>`,
    );
    return html`<div class="panes">
${panes}
${findingCard(finding)}
</div>
${index === 0 ? evidenceGraph(finding, files) : ''}`;
  });
  return html`<p>The engine reported ${count(findings.length, 'finding')} in this program when the page was made. <a href="/playground/#${link}">Open the program in the playground</a> to change it and check it again.</p>
${groups}`;
}

function rangesIn(file: string, findings: readonly ReportFinding[]): readonly ReportRange[] {
  return findings.filter((finding) => finding.file === file).map(({ range }) => range);
}

/** Code on one line of Markdown, with ranges marked. */
function markedCode(text: string, ranges: readonly ReportRange[]): Html {
  const lines = new LineIndex(text);
  const offsets = ranges.map(({ start, end }) => [lines.offset(start), lines.offset(end)] as const).sort(byStart);
  let at = 0;
  const parts = offsets.map(([start, end]) => {
    const part = html`${codeHtml(text.slice(at, start))}<mark>${codeHtml(text.slice(start, end))}</mark>`;
    at = end;
    return part.html;
  });
  return trustedHtml(parts.join('') + codeHtml(text.slice(at).trimEnd()).html);
}

function byStart([a]: readonly [number, number], [b]: readonly [number, number]): number {
  return a - b;
}

function codeHtml(text: string): Html {
  return trustedHtml(
    text
      .split('\n')
      .map((line) => html`${line}`.html)
      .join('&#10;'),
  );
}

function findingCard({ message, lifecycle, confidence, file, range }: ReportFinding): Html {
  const { line, column } = range.start;
  return html`<article class="finding ${lifecycle === 'sunset' ? 'past' : 'before'}"><p class="message">${proseHtml(message)}</p><p class="about">${file}, line ${line}, column ${column}, ${confidence}</p></article>`;
}

function evidenceGraph(finding: ReportFinding, files: LiveExample['files']): Html {
  const textAt = ({ file, range }: Place): string => {
    const text = files.find(({ name }) => name === file)?.text ?? '';
    const lines = new LineIndex(text);
    return text.slice(lines.offset(range.start), lines.offset(range.end));
  };
  const stages = evidenceStages(finding, textAt).map(
    ({ title, nodes }) =>
      html`<li><p class="stage">${title}</p><ul>${nodes.map((node) => html`<li class="node">${nodeContent(node)}</li>`)}</ul></li>`,
  );
  return html`<ol class="graph" aria-label="Evidence">
${stages}
</ol>`;
}

function nodeContent({ label, note, place, code: text }: EvidenceNode): Html {
  const snippet = text === undefined ? '' : html`<code class="snippet">${text}</code>`;
  return html`<strong>${label}</strong> <span>${proseHtml(note)}</span>${snippet} <span class="place">${place.file}, line ${place.range.start.line}</span>`;
}

function vendorNames(titles: Titles): Html {
  const names = [...titles]
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'))
    .map(([id, title]) => html`<li><a href="/vendors/${id}/">${title}</a></li>`);
  return html`<ul class="names">
${names}
</ul>`;
}
