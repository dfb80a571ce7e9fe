import MiniSearch from 'minisearch';
import { OPTIONS, findSections } from '../search-query.mjs';
import { byId, make } from './elements.js';

interface Hit {
  readonly title: string;
  /** Title of the page with the section. */
  readonly page: string;
  /** Address relative to the root of the site. */
  readonly url: string;
  /** Words of the section that the query found. */
  readonly terms: readonly string[];
}

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
  const shown = hits.slice(0, MAX_HITS).map((hit) => {
    const { title, page, url, terms } = hit as unknown as Hit;
    const excerpt = make('p', { className: 'excerpt' });
    const from = title === page ? '' : make('span', { className: 'from' }, page);
    const link = make('a', { href: `../${url}` }, ...marked(title, terms));
    return { url, terms, excerpt, item: make('li', {}, link, ' ', from, excerpt) };
  });
  byId('results', HTMLOListElement).append(...shown.map(({ item }) => item));
  for (const { url, terms, excerpt } of shown) excerpt.append(...marked(await passageOf(url, terms), terms));
}

const pages = new Map<string, Promise<Document | undefined>>();

/** Page of the site, fetched once; undefined if it cannot be read. */
function pageOf(url: string): Promise<Document | undefined> {
  const known = pages.get(url) ?? fetchPage(url);
  pages.set(url, known);
  return known;
}

async function fetchPage(url: string): Promise<Document | undefined> {
  try {
    const answer = await fetch(new URL(`../${url}`, import.meta.url));
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined;
  } catch {
    return undefined;
  }
}

/** Passage of a section with most of the words, from its page: the index has no texts. */
async function passageOf(url: string, terms: readonly string[]): Promise<string> {
  const [path = '', id] = url.split('#');
  const page = await pageOf(path);
  const heading = id === undefined ? page?.querySelector('main h1') : page?.getElementById(id);
  return passageIn(sectionAfter(heading ?? undefined), terms);
}

const HEADINGS = /^H[123]$/;

function sectionAfter(heading: Element | undefined): string {
  const parts: string[] = [];
  let next = heading?.nextElementSibling ?? undefined;
  while (next !== undefined && !HEADINGS.test(next.tagName)) {
    if (next.tagName !== 'SCRIPT' && next.tagName !== 'TEMPLATE') parts.push(textOf(next));
    next = next.nextElementSibling ?? undefined;
  }
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Text with spaces between cells and items, which `textContent` joins. */
function textOf(element: Element): string {
  const cells = element.querySelectorAll('td, th, li, label, option, dt, dd');
  for (const cell of cells) cell.append(' ');
  return element.textContent;
}

const PASSAGE = 220;

/** Largest number of places in a section that are compared. */
const MAX_PLACES = 200;

/** Part of a text with as many of the words as possible, from the beginning of a word. */
function passageIn(text: string, terms: readonly string[]): string {
  const places = [...text.matchAll(wordsTest(terms))].slice(0, MAX_PLACES).map(({ index }) => index);
  const within = (start: number): number =>
    new Set(places.filter((place) => place >= start && place < start + PASSAGE).map((place) => wordAt(text, place)))
      .size;
  const best = places.reduce((found, place) => (within(place) > within(found) ? place : found), places[0] ?? 0);
  const from = Math.max(0, best - PASSAGE / 4);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = start + PASSAGE >= text.length ? text.length : text.lastIndexOf(' ', start + PASSAGE);
  return `${start === 0 ? '' : '… '}${text.slice(start, end)}${end === text.length ? '' : ' …'}`;
}

function wordAt(text: string, place: number): string {
  return /^[\p{L}\p{N}]*/u.exec(text.slice(place, place + PASSAGE))?.[0].toLowerCase() ?? '';
}

function wordsTest(terms: readonly string[]): RegExp {
  const sources = terms.map((term) => term.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|') || '(?!)'})(?![\\p{L}\\p{N}])`, 'giu');
}

/** Text with the found words marked. */
function marked(text: string, terms: readonly string[]): readonly (HTMLElement | string)[] {
  const parts: (HTMLElement | string)[] = [];
  let at = 0;
  for (const { 0: word, index } of text.matchAll(wordsTest(terms))) {
    parts.push(text.slice(at, index), make('mark', {}, word));
    at = index + word.length;
  }
  return [...parts, text.slice(at)];
}

void search();
