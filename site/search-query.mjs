// Options of the index, and queries on it: for the build, the page and the tests.

/** Options of the index. */
export const OPTIONS = { fields: ['title', 'text'], storeFields: ['title', 'page', 'url'] };

/** Words of visitors, with words of the pages that mean the same. */
const SYNONYMS = new Map(
  Object.entries({
    alarm: ['finding'],
    alert: ['finding'],
    false: ['wrong'],
    disable: ['silence', 'suppress'],
    ignore: ['silence', 'suppress'],
    mute: ['silence', 'suppress'],
    offline: ['network', 'telemetry'],
    privacy: ['telemetry', 'network'],
    rss: ['feed'],
    update: ['upgrade'],
  }),
);

/** Weights of pages by the beginning of their address; others have 1. */
const WEIGHTS = /** @type {const} */ ([
  ['docs/', 1.5],
  ['playground/', 1.5],
  ['deprecations/', 0.6],
  ['third-party-licenses/', 0.1],
  ['changelog/', 0.5],
]);

/**
 * Sections with all words of a query, or their synonyms, the best first.
 *
 * @param {import('minisearch').default} index
 * @param {string} words
 */
export function findSections(index, words) {
  const queries = words.split(/\s+/).map((word) => {
    const synonyms = SYNONYMS.get(word.toLowerCase()) ?? [];
    return synonyms.length === 0 ? word : { combineWith: 'OR', queries: [word, ...synonyms] };
  });
  return index.search(
    { combineWith: 'AND', queries },
    {
      ...{ prefix: true, fuzzy: 0.1, boost: { title: 3 } },
      boostDocument: (_id, _term, stored) =>
        WEIGHTS.find(([prefix]) => String(stored?.['url']).startsWith(prefix))?.[1] ?? 1,
    },
  );
}
