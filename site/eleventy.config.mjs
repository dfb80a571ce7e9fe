// Pages: the Markdown of the repository unchanged, and pages from the catalogues. `build.mjs` runs this.
import { fileURLToPath } from 'node:url';
import Eleventy, { IdAttributePlugin } from '@11ty/eleventy';
import { DomUtils, parseDocument } from 'htmlparser2';
import { addressesOf, relativeLinks, scrollable } from './links.mjs';
import { searchIndex } from './search-index.mjs';
import { examples } from './examples.mjs';

/**
 * Writes all pages and the index of the search into a folder.
 *
 * @param {string} out
 * @param {{ documents: ReadonlyMap<string, string>, data: { pages: readonly object[], apis: readonly object[] }, today: string, version: string, address?: string }} facts -
 *   `documents`: Markdown files by path; `data`: the result of `data/index.ts`.
 * @returns {Promise<unknown>}
 */
export function writePages(out, facts) {
  const folder = fileURLToPath(new URL('pages', import.meta.url));
  const config = (eleventy) => configure(eleventy, { ...facts, out });
  return new Eleventy(folder, out, { configPath: false, config }).write();
}

function configure(eleventy, { documents, data, today, version, address, out }) {
  eleventy.setQuietMode(true);
  eleventy.addPlugin(IdAttributePlugin, { slugify: slugOf, checkDuplicates: false });
  eleventy.addGlobalData('layout', 'page.njk');
  for (const [name, value] of Object.entries({ today, version, address, apis: data.apis, examples: examples() }))
    eleventy.addGlobalData(name, value);

  const addresses = addressesOf(documents.keys(), data.apis);
  for (const [source, text] of documents) addPage(addresses.get(source), text);
  for (const { url, text } of data.pages) addPage(url, text);

  function addPage(url, text) {
    const title = /^# (.*)$/m.exec(text)?.[1].replaceAll(/[`*\\]/g, '') ?? url;
    // Braces in Markdown are content, such as expressions of a workflow, not templates.
    const engine = { templateEngineOverride: 'md' };
    eleventy.addTemplate(`virtual${url}index.md`, text, { ...engine, title, permalink: `${url}index.html` });
  }

  eleventy.addTransform('pages', function (content) {
    if (!this.page.outputPath?.endsWith('.html')) return content;
    const { url } = this.page;
    return relativeLinks(scrollable(content), { url, source: sources.get(url), addresses });
  });
  const sources = new Map([
    ...[...documents.keys()].map((source) => [addresses.get(source), source]),
    ...data.pages.map(({ url, source }) => [url, source]),
  ]);
  eleventy.addFilter('firstWords', firstWords);
  eleventy.on('eleventy.after', ({ results }) => searchIndex(results, out));
}

/** Longest description of a page in the cards of other sites. */
const LONGEST_DESCRIPTION = 200;

/** First paragraph of a page, cut at a word. */
function firstWords(html) {
  const document = parseDocument(html);
  const paragraph = DomUtils.findOne(
    (node) => node.name === 'p' && DomUtils.textContent(node).trim().length > SHORTEST_DESCRIPTION,
    document.children,
  );
  const text = paragraph === null ? '' : DomUtils.textContent(paragraph).replaceAll(/\s+/g, ' ').trim();
  return text.length <= LONGEST_DESCRIPTION ? text : `${text.slice(0, LONGEST_DESCRIPTION).replace(/\s\S*$/, '')} …`;
}

const SHORTEST_DESCRIPTION = 40;

/** Ids of headings in the form of code hosts, which the links of the documents use. */
function slugOf(text) {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}
