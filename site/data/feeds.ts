import { createHash } from 'node:crypto';
import { calendarOf } from '../../packages/catalogue-tools/src/export-calendar.js';
import { document, element, textNode } from '../../src/report/xml.js';
import type { Xml } from '../../src/report/xml.js';
import type { Deprecation, Edition, IsoDate } from '../../src/core/model/deprecation.js';
import { describeEnd } from '../../src/engine/judge/describe-end.js';
import { describeReplacement } from '../../src/report/catalogue-table.js';
import type { Titles } from './ends-page.js';

/** Text file of the site. */
export interface SiteFile {
  /** Address in the site, such as `/ends.ics`. */
  readonly url: string;
  readonly text: string;
}

/** Facts for feeds of any entries. */
export interface FeedFacts {
  readonly titles: Titles;
  readonly editions: readonly Edition[];
  readonly today: IsoDate;
  /** Address of the published site, with a slash at its end; absent: the links of feeds are relative. */
  readonly address?: string | undefined;
}

/** Calendar and Atom feed of entries with an announced end. `place`: their address without the extension. */
export function feedsOf(
  entries: readonly Deprecation[],
  feed: { readonly place: string; readonly page: string; readonly title: string },
  facts: FeedFacts,
): readonly SiteFile[] {
  return [
    { url: `${feed.place}.ics`, text: calendarOf(entries, facts.today).text },
    { url: `${feed.place}.atom`, text: atomFeed(entries, feed, facts) },
  ];
}

/**
 * Atom feed by RFC 4287. Ids are UUIDs made from the ids of the catalogue, because they stay the same wherever the site
 * is published.
 */
function atomFeed(
  entries: readonly Deprecation[],
  { place, page, title }: { readonly place: string; readonly page: string; readonly title: string },
  { titles, editions, today, address }: FeedFacts,
): string {
  const relativeRoot = '../'.repeat(place.split('/').length - 2);
  const addressOf = (path: string): string => `${address ?? relativeRoot}${path.slice(1)}`;
  const asOfByApi = new Map(editions.map((edition) => [edition.api, edition.asOf]));
  return document(
    element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' }, [
      textElement('id', uuidOf(`feed ${place}`)),
      textElement('title', title),
      textElement('updated', `${today}T00:00:00Z`),
      element('author', {}, [textElement('name', 'sunset-lint')]),
      element('link', { rel: 'alternate', type: 'text/html', href: addressOf(page) }),
      ...(address === undefined
        ? []
        : [element('link', { rel: 'self', type: 'application/atom+xml', href: addressOf(`${place}.atom`) })]),
      ...entries.map((entry) =>
        element('entry', {}, [
          textElement('id', uuidOf(`entry ${entry.id}`)),
          textElement('title', `${entry.feature} (${titles.get(entry.api) ?? entry.api}) ${describeEnd(entry, today)}`),
          textElement('updated', `${asOfByApi.get(entry.api) ?? today}T00:00:00Z`),
          element('link', { rel: 'alternate', type: 'text/html', href: addressOf(`/deprecations/${entry.id}/`) }),
          ...(entry.url === undefined ? [] : [element('link', { rel: 'related', href: entry.url })]),
          element('category', { term: entry.api }),
          textElement('summary', `Use instead: ${describeReplacement(entry.replacement)}.`),
        ]),
      ),
    ]),
  );
}

/** Element with text and no white space around it, which would be part of an id. */
function textElement(name: string, content: string): Xml {
  return { xml: `<${name}>${textNode([content]).xml}</${name}>` };
}

/** Name-based UUID (version 5 of RFC 9562) in a namespace of this site. */
function uuidOf(name: string): string {
  const namespace = Buffer.from('7d1c9f6e2a4b5c80a1f3e5d7c9b1a203', 'hex');
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = bytes.toString('hex');
  return `urn:uuid:${[digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-')}`;
}
