// Pages: the Markdown of the repository unchanged, and pages from the catalogues. `build.mjs` runs this.
import { IdAttributePlugin } from '@11ty/eleventy';
import { addressesOf, relativeLinks, scrollable } from './links.mjs';
import { searchIndex } from './search-index.mjs';
import { examples } from './examples.mjs';

/** Configures Eleventy. `documents`: Markdown files by path. `data`: the result of `data/index.ts`. */
export function configure(eleventy, { documents, data, today, version }) {
  eleventy.setQuietMode(true);
  eleventy.addPlugin(IdAttributePlugin, { slugify: slugOf, checkDuplicates: false });
  eleventy.addGlobalData('layout', 'page.njk');
  for (const [name, value] of Object.entries({ today, version, apis: data.apis, examples: examples() }))
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
  eleventy.on('eleventy.after', ({ results }) => searchIndex(results));
}

/** Ids of headings in the form of code hosts, which the links of the documents use. */
function slugOf(text) {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}
