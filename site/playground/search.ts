import MiniSearch from 'minisearch';
import { OPTIONS, findSections } from '../search-query.mjs';
import { byId, createElement } from './elements.js';

interface Hit {
  readonly title: string;
  /** Title of the page with the section. */
  readonly page: string;
  /** Address relative to the root of the site. */
  readonly url: string;
  /** Words of the section that match the query. */
  readonly terms: readonly string[];
}

/** Number of sections that are shown. */
const MAX_HITS = 30;

async function search(): Promise<void> {
  const status = byId('status', HTMLElement);
  const words = new URLSearchParams(location.search).get('q')?.trim() ?? '';
  byId('q', HTMLInputElement).value = words;
  if (words === '') {
    status.textContent = 'Write what to search for at the top.';
    return;
  }
  document.title = `${words} · ${document.title}`;
  const text = await fetch(new URL('../search.json', import.meta.url)).then((answer) => answer.text());
  const hits = findSections(MiniSearch.loadJSON(text, OPTIONS), words);
  status.textContent = `${hits.length} section${hits.length === 1 ? '' : 's'} with “${words}”${hits.length > MAX_HITS ? `, the first ${MAX_HITS} shown` : ''}.`;
  const shownHits = hits.slice(0, MAX_HITS).map((hit) => {
    const { title, page, url, terms } = hit as unknown as Hit;
    const excerpt = createElement('p', { className: 'excerpt' });
    const pageName = title === page ? '' : createElement('span', { className: 'from' }, page);
    const link = createElement('a', { href: `../${url}` }, ...highlightWords(title, terms));
    return { url, terms, excerpt, item: createElement('li', {}, link, ' ', pageName, excerpt) };
  });
  byId('results', HTMLOListElement).append(...shownHits.map(({ item }) => item));
  for (const { url, terms, excerpt } of shownHits)
    excerpt.append(...highlightWords(await passageOf(url, terms), terms));
}

/** Fetched pages, by URL. */
const pages = new Map<string, Promise<Document | undefined>>();

/** Page of the site, fetched once; undefined if it cannot be read. */
function pageOf(url: string): Promise<Document | undefined> {
  const page = pages.get(url) ?? fetchPage(url);
  pages.set(url, page);
  return page;
}

async function fetchPage(url: string): Promise<Document | undefined> {
  try {
    const answer = await fetch(new URL(`../${url}`, import.meta.url));
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined;
  } catch {
    return undefined;
  }
}

/** The passage of a section with the most words of the query, read from the page because the index has no texts. */
async function passageOf(url: string, terms: readonly string[]): Promise<string> {
  const [path = '', id] = url.split('#');
  const page = await pageOf(path);
  const heading = id === undefined ? page?.querySelector('main h1') : page?.getElementById(id);
  return passageIn(sectionText(heading ?? undefined), terms);
}

const HEADINGS = /^H[123]$/;

function sectionText(heading: Element | undefined): string {
  const parts: string[] = [];
  let sibling = heading?.nextElementSibling ?? undefined;
  while (sibling !== undefined && !HEADINGS.test(sibling.tagName)) {
    if (sibling.tagName !== 'SCRIPT' && sibling.tagName !== 'TEMPLATE') parts.push(textOf(sibling));
    sibling = sibling.nextElementSibling ?? undefined;
  }
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Text of an element, with spaces between cells and items, which `textContent` would join. */
function textOf(element: Element): string {
  const cells = element.querySelectorAll('td, th, li, label, option, dt, dd');
  for (const cell of cells) cell.append(' ');
  return element.textContent;
}

/** Number of characters of a passage. */
const PASSAGE_LENGTH = 220;

/** Number of places in a section that are compared as starts of the passage. */
const MAX_PLACES = 200;

/** The part of a text with the largest number of different words of a query; it begins and ends between words. */
function passageIn(text: string, terms: readonly string[]): string {
  const places = [...text.matchAll(wordsPattern(terms))].slice(0, MAX_PLACES).map(({ index }) => index);
  const countWords = (start: number): number =>
    new Set(
      places.filter((place) => place >= start && place < start + PASSAGE_LENGTH).map((place) => wordAt(text, place)),
    ).size;
  const bestPlace = places.reduce(
    (best, place) => (countWords(place) > countWords(best) ? place : best),
    places[0] ?? 0,
  );
  const from = Math.max(0, bestPlace - PASSAGE_LENGTH / 4);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = start + PASSAGE_LENGTH >= text.length ? text.length : text.lastIndexOf(' ', start + PASSAGE_LENGTH);
  return `${start === 0 ? '' : '… '}${text.slice(start, end)}${end === text.length ? '' : ' …'}`;
}

function wordAt(text: string, place: number): string {
  return /^[\p{L}\p{N}]*/u.exec(text.slice(place, place + PASSAGE_LENGTH))?.[0].toLowerCase() ?? '';
}

function wordsPattern(terms: readonly string[]): RegExp {
  const sources = terms.map((term) => term.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|') || '(?!)'})(?![\\p{L}\\p{N}])`, 'giu');
}

/** Nodes of a text in which the words of a query are highlighted. */
function highlightWords(text: string, terms: readonly string[]): readonly (HTMLElement | string)[] {
  const parts: (HTMLElement | string)[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(wordsPattern(terms))) {
    parts.push(text.slice(end, index), createElement('mark', {}, word));
    end = index + word.length;
  }
  return [...parts, text.slice(end)];
}

void search();
