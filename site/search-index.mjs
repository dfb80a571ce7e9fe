import { writeFileSync } from 'node:fs';
import { DomUtils, parseDocument } from 'htmlparser2';
import MiniSearch from 'minisearch';
import { OPTIONS } from './search-query.mjs';

/** Builds the index of all sections of all pages. */
export function searchIndex(results, out) {
  const index = new MiniSearch(OPTIONS);
  const sections = results
    .filter(({ outputPath, url }) => outputPath.endsWith('.html') && url !== '/search/')
    .flatMap(({ url, content }) => sectionsOf(url, content));
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  writeFileSync(`${out}/search.json`, JSON.stringify(index));
  return sections.length;
}

/** Sections of a page by heading. Addresses are relative to the root of the site. */
function sectionsOf(url, html) {
  const main = DomUtils.findOne(({ name }) => name === 'main', parseDocument(html).children);
  const sections = [];
  for (const node of main?.children ?? []) {
    if (/^h[123]$/.test(node.name ?? ''))
      sections.push({ title: DomUtils.textContent(node).trim(), id: node.attribs.id, text: '' });
    else if (!/^(?:script|template)$/.test(node.name ?? '') && sections.length > 0)
      sections.at(-1).text += ` ${DomUtils.textContent(node)}`;
  }
  const page = sections[0]?.title ?? url;
  return sections.map(({ title, id, text }, index) => ({
    ...{ title, page, text: text.replaceAll(/\s+/g, ' ') },
    url: url.slice(1) + (index === 0 || id === undefined ? '' : `#${id}`),
  }));
}
