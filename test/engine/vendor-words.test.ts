import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { MIGRATION_WORD, WAF_DEPRECATION } from '../../src/waf/migration/operations.js';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
const NEUTRAL = ['engine', 'languages/facts', 'select', 'core/api'];

/** File that runs the migration check, which is specific to one API. */
const RUNS_THE_CHECK = 'engine/all-checks.ts';

/** Words of the API's paths that other programs and APIs use as well. */
const COMMON = new Set(
  `access accounts analytics audit_logs billing bookmarks configurations connections dashboard filters firewall groups history
  images invites members organizations overrides packages pools profile roles rules settings tunnels user v1 v2 apps latency
  load_balancers rate_limits direct_upload cleanup token colos`.split(/\s+/),
);

const { apis, deprecations } = loadCatalogue();
const segments = deprecations.flatMap((deprecation) =>
  'endpoints' in deprecation
    ? deprecation.endpoints.flatMap(({ path }) =>
        path.segments.flatMap((segment) => (segment.kind === 'literal' ? [segment.text] : [])),
      )
    : [],
);
const fields = deprecations.flatMap((deprecation) =>
  deprecation.kind === 'field' ? deprecation.pointers.map((pointer) => pointer.slice(1)) : [],
);
const WORDS = [
  ...apis.flatMap(({ id, baseUrls }) => [id, ...baseUrls.flatMap(({ names = [] }) => names)]),
  ...deprecations.flatMap((deprecation) => [
    ...(deprecation.words ?? []),
    ...(deprecation.kind === 'segment' ? [deprecation.segment, deprecation.replacedBy] : []),
  ]),
  ...segments,
  ...fields.filter((field) => field.includes('_')),
].filter((word) => !COMMON.has(word));
/** Common words that belong to the API only as a complete text. */
const TEXTS = [
  ...apis.flatMap(({ envelope = [], batch }) => [envelope, batch?.segment ?? [], batch?.lists ?? []].flat()),
  ...deprecations.flatMap((deprecation) =>
    deprecation.kind === 'field' ? [deprecation.when?.equals ?? [], deprecation.types ?? []].flat() : [],
  ),
];

/** Normalises a word: `page_rules`, `PageRule` and `pagerules` are equal. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[_-]/g, '').replace(/s$/, '');
}

/** Lists words of the API in a text, also as parts of longer names. */
function vendorWords(text: string): readonly string[] {
  const known = new Map(WORDS.map((word) => [plain(word), word]));
  const names = (text.match(/[A-Za-z][\w-]*/g) ?? []).flatMap((name) => {
    const parts = name.split(/[_-]|(?<=[a-z0-9])(?=[A-Z])/);
    return parts.flatMap((_, start) => [1, 2, 3].map((count) => plain(parts.slice(start, start + count).join(''))));
  });
  const texts = TEXTS.filter((word) => new RegExp(`['"\`]${word}['"\`]`).test(text));
  return [...new Set([...names.flatMap((name) => known.get(name) ?? []), ...texts])];
}

describe('code that is independent of any API', () => {
  const files = NEUTRAL.flatMap((room) =>
    readdirSync(`${SRC}${room}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${room}/${file.replaceAll('\\', '/')}`),
  ).filter((file) => file !== RUNS_THE_CHECK);

  it('contains no word of a catalogued API, not even in a comment', () => {
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap((file) =>
      vendorWords(readFileSync(`${SRC}${file}`, 'utf8')).map((word) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['/^cloudflare/', 'cloudflare'],
    ['const zoneId = 1;', 'zones'],
    ['class PageRule {}', 'pagerules'],
    ["step.name === 'result'", 'result'],
    ["['posts', 'puts']", 'posts'],
    ['CF_TOKEN', 'cf'],
    [`add('${MIGRATION_WORD}')`, MIGRATION_WORD],
  ])('would be rejected for %s', (source, word) => {
    expect(vendorWords(source)).toContain(word);
  });

  it('may use common words such as results, rules and timezone', () => {
    expect(vendorWords('const result = rules.filter((rule) => rule.timezone === posts);')).toEqual([]);
  });
});

it('names in the catalogue the word that all migration requests contain', () => {
  expect(deprecations.find(({ id }) => id === WAF_DEPRECATION)?.words).toEqual([MIGRATION_WORD]);
});
