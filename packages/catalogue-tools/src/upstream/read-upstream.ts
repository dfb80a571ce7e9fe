import { isOpenApi, readOpenApi } from './openapi.js';
import { readEntryList, readFeed, readPage } from './page.js';
import { readDocument } from './read-document.js';
import type { DocumentText } from './read-document.js';
import { ownProperty } from './records.js';
import type { NeighbourReader } from './references.js';
import type { Upstream } from './upstream.js';

/**
 * Reads one publication of a vendor, whose format is recognised by its content: an OpenAPI document, a feed, a list of
 * entries in YAML, or a page in HTML or Markdown.
 *
 * @throws CatalogueError if the file has another format, or names no operation.
 */
export function readUpstream(source: DocumentText, neighbours?: NeighbourReader): Upstream {
  const start = source.text.slice(0, 2000).trimStart();
  if (/^<\?xml|^<(?:rss|feed|rdf)\b/i.test(start)) return readFeed(source);
  if (start.startsWith('<') || hasFrontMatter(source.text) || /\.(?:mdx?|html?|txt)$/i.test(source.file))
    return readPage(source);
  const value = readDocument(source);
  if (isOpenApi(value)) return readOpenApi(source, neighbours);
  return Array.isArray(ownProperty(value, 'entries')) ? readEntryList(source.file, value) : readPage(source);
}

/** Front matter between two lines of hyphens, the first at the start of the text; the page follows. */
function hasFrontMatter(text: string): boolean {
  return /^---\r?\n/.test(text) && /\n---\r?\n\s{0,100}\S/.test(text.slice(3));
}
