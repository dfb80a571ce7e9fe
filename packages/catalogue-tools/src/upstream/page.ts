import { parseFeed } from 'htmlparser2';
import { CatalogueError } from '../../../../src/core/model/errors.js';
import { htmlLines } from './html-lines.js';
import { entriesOfLines, operationsOfEntries } from './page-entries.js';
import type { PageEntry } from './page-entries.js';
import { assertDepth } from './markup-depth.js';
import { markdownLines } from './page-lines.js';
import type { PageLine } from './page-lines.js';
import type { DocumentText } from './read-document.js';
import { listOf, ownProperty, textOf } from './records.js';
import type { Omission, Upstream } from './upstream.js';

/** Reads a page of deprecations in HTML or Markdown, with or without front matter. @throws CatalogueError */
export function readPage({ file, text }: DocumentText): Upstream {
  const body = withoutFrontMatter(text);
  return upstreamOf({ file, kind: 'page' }, entriesOfLines(linesOf(body, file)));
}

/** Reads a list of entries with titles and Markdown descriptions, as some vendors publish deprecations. */
export function readEntryList(file: string, value: unknown): Upstream {
  const entries = listOf(ownProperty(value, 'entries')).map((entry, index): PageEntry => {
    const title = textOf(ownProperty(entry, 'title')) ?? '';
    return {
      title,
      place: `entries.${String(index)} (${title.slice(0, 80)})`,
      lines: linesOf(textOf(ownProperty(entry, 'description')) ?? '', file),
    };
  });
  return upstreamOf({ file, kind: 'page' }, entries);
}

/** Reads a feed in RSS or Atom. @throws CatalogueError for any other text. */
export function readFeed({ file, text }: DocumentText): Upstream {
  assertDepth(text, file, 'xml');
  const feed = parseFeed(text);
  if (feed === null) throw new CatalogueError('is XML, but not a feed in RSS or Atom', file);
  const entries = feed.items.map(({ title = '', description = '' }, index): PageEntry => {
    return { title, place: `item ${String(index + 1)} (${title.slice(0, 80)})`, lines: linesOf(description, file) };
  });
  return upstreamOf({ file, kind: 'feed' }, entries);
}

function upstreamOf(source: Pick<Upstream, 'file' | 'kind'>, entries: readonly PageEntry[]): Upstream {
  const leftOut: Omission[] = [];
  const operations = operationsOfEntries(entries, leftOut);
  if (operations.length === 0)
    throw new CatalogueError('names no deprecated operation in a way that is understood', source.file);
  return { ...source, operations, leftOut };
}

function linesOf(text: string, file: string): readonly PageLine[] {
  return /<(?:p|li|ul|h[1-6]|div|html|body|br)\b[^<>]{0,500}>/i.test(text)
    ? htmlLines(text, file)
    : markdownLines(text);
}

function withoutFrontMatter(text: string): string {
  if (!text.startsWith('---')) return text;
  const end = text.indexOf('\n---', 3);
  return end < 0 ? text : text.slice(end + 4);
}
