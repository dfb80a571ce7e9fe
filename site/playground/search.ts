import MiniSearch from 'minisearch';
import { byId, make } from './elements.js';

interface Hit {
  readonly title: string;
  /** Title of the page with the section. */
  readonly page: string;
  /** Address relative to the root of the site. */
  readonly url: string;
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
  const text = await fetch(new URL('../search.json', import.meta.url)).then((answer) => answer.text());
  // Same fields as in `search-index.mjs`.
  const index = MiniSearch.loadJSON(text, { fields: ['title', 'text'], storeFields: ['title', 'page', 'url'] });
  const hits = index.search(words, { prefix: true, fuzzy: 0.1, boost: { title: 3 }, combineWith: 'AND' });
  status.textContent = `${hits.length} section${hits.length === 1 ? '' : 's'} with “${words}”${hits.length > MAX_HITS ? `, the first ${MAX_HITS} shown` : ''}.`;
  byId('results', HTMLOListElement).append(
    ...hits.slice(0, MAX_HITS).map((hit) => {
      const { title, page, url } = hit as unknown as Hit;
      return make('li', {}, make('a', { href: `../${url}` }, title), title === page ? '' : ` in ${page}`);
    }),
  );
}

void search();
