// The pages: Markdown of the repository as it is, and what the catalogues say. `build.mjs` runs this.
import { IdAttributePlugin } from '@11ty/eleventy';
import { addressesOf, relativeLinks, scrollable } from './links.mjs';
import { searchIndex } from './search-index.mjs';
import { examples } from './examples.mjs';

/** `documents`: Markdown files by their paths in the repository. `data`: what `data/index.ts` says of the catalogues. */
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
    // Braces in Markdown are what it tells of, such as expressions of a workflow, and no template.
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

/** The ids of headings as code hosts make them, which the links of the documents name. */
function slugOf(text) {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}
