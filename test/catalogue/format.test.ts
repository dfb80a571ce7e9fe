import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { readCatalogueText } from '../../src/knowledge/catalogue/read-file.js';
import { readEntry } from '../../src/knowledge/catalogue/read-entry.js';
import { CatalogueError } from '../../src/core/model/errors.js';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import { ROOT } from './sources.js';

const folder = mkdtempSync(join(tmpdir(), 'format-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;
function write(content: unknown): string {
  const path = join(folder, `own-${String((files += 1))}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
}

const load = (...contents: readonly unknown[]): Catalogue => loadCatalogue({ extra: contents.map(write) });
const towers = {
  id: 'clock/towers',
  feature: 'Towers',
  kind: 'endpoint',
  endOfLife: '2026-02',
  endpoints: [{ methods: ['GET', 'POST'], path: '/towers/:id' }],
};
const api = { id: 'clock', baseUrls: [{ url: 'https://api.clock.test/' }] };
const clock = { format: 2, api, deprecations: [towers] };
const only = (change: object): object => ({ ...clock, deprecations: [{ ...towers, ...change }] });
const last = (catalogue: Catalogue) => catalogue.deprecations.at(-1);

describe('a catalogue of format 2', () => {
  it.each([
    ['2026-06-30', { endOfLife: '2026-06-30' }],
    ['2024-02', { endOfLife: '2024-02-29', endOfLifeMonth: '2024-02' }],
    ['2025-12', { endOfLife: '2025-12-31', endOfLifeMonth: '2025-12' }],
    [null, { endOfLife: null }],
  ])('accepts the end of life %s', (endOfLife, end) => {
    expect(last(load(only({ endOfLife })))).toMatchObject(end);
    expect('endOfLifeMonth' in (last(load(only({ endOfLife }))) ?? {})).toBe('endOfLifeMonth' in end);
  });

  it('records the layers that set a value', () => {
    const path = write({ deprecations: [{ id: 'clock/towers', endOfLife: '2027-01' }] });
    const { deprecations } = loadCatalogue({
      extra: [{ path: write(clock), name: 'clock.json' }],
      named: [{ path, name: 'own.json' }],
    });
    expect(deprecations.at(-1)?.layers).toEqual([
      { kind: 'file', name: 'clock.json:13', endOfLife: '2026-02' },
      { kind: 'file', name: 'own.json:4', endOfLife: '2027-01' },
    ]);
  });

  it('removes revived operations from an entry, and lists them as live', () => {
    const revived = [{ operations: ['POST /towers/{id}'], since: '2026', source: 'page' }];
    const catalogue = load(only({ revived }));
    expect(last(catalogue)).toMatchObject({ revived, endpoints: [{ methods: ['GET'] }] });
    expect(catalogue.apis[1]?.live?.map(({ method, path }) => `${method} ${path.text}`)).toEqual(['POST /towers/{id}']);
    const all = load(only({ revived: [{ operations: ['GET, POST /towers/{id}'], source: 'page' }] }));
    expect(all.deprecations.map(({ id }) => id)).not.toContain('clock/towers');
    expect(all.hidden?.find(({ deprecation }) => deprecation.id === 'clock/towers')?.reason).toBe('revived');
  });

  it('hides withdrawn and disabled entries, with the layer that did so', () => {
    const withdrawn = { id: 'page-rules-api', state: 'withdrawn', since: '2024-06-17', source: 'page' };
    const own = load({ format: 2, deprecations: [withdrawn, { id: 'brotli-setting-api', disabled: true }] });
    const reasons = own.hidden?.filter(({ reason }) => reason !== 'edition');
    expect(reasons?.map(({ deprecation, reason, layer }) => [deprecation.id, reason, layer.kind])).toEqual([
      ['page-rules-api', 'withdrawn', 'file'],
      ['brotli-setting-api', 'disabled', 'file'],
    ]);
    expect(reasons?.[0]?.deprecation.withdrawn).toEqual({ since: '2024-06-17', source: 'page' });
  });

  it.each([
    ['https://api.clock.test:8443/v2/', 'https://api.clock.test:8443/v2'],
    ['https://API.clock.test:443', 'https://api.clock.test'],
    ['https://{Account}.clock.test/v1', 'https://{Account}.clock.test/v1'],
    ['https://api-{region}.clock.test/{tenant}/v2//', 'https://api-{region}.clock.test/{tenant}/v2'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('normalises the base URL %s', (url, normal) => {
    expect(load({ ...clock, api: { id: 'clock', baseUrls: [{ url }] } }).apis[1]?.baseUrls).toEqual([{ url: normal }]);
  });

  it.each([
    [
      'an impossible day',
      only({ endOfLife: '2026-02-30' }),
      /json:\d+: at \/deprecations\/0\/endOfLife: '2026-02-30' is not a calendar date/,
    ],
    ['an impossible month', only({ endOfLife: '2026-13' }), /endOfLife: '2026-13' is not a calendar month/],
    ['no date', only({ endOfLife: 'soon' }), /'soon' is not a day, a month or null; write it like "2026-06-30"/],
    [
      'an unordered history',
      only({
        history: [
          { endOfLife: null, since: '2026', source: 'a' },
          { endOfLife: null, since: '2025-01', source: 'b' },
        ],
      }),
      /history\/1: '2025-01' is before '2026'/,
    ],
    [
      'an address without https',
      only({ url: 'http://clock.test' }),
      /url: 'http:\/\/clock\.test' is not an address that begins with https/,
    ],
    ['a withdrawal without a source', only({ state: 'withdrawn' }), /a withdrawn entry needs "source"/],
    [
      'a key of another kind',
      only({ parameter: 'page' }),
      /at \/deprecations\/0: the property 'parameter' is not allowed for this kind/,
    ],
    ['an id with two slashes', only({ id: 'a/b/c' }), /id: 'a\/b\/c' is not an id of small letters/],
    ['an id in capitals', only({ id: 'Towers' }), /id: 'Towers' is not an id of small letters/],
    [
      'ids that differ in their case',
      { ...clock, deprecations: [towers, { ...towers, id: 'clock/Towers' }] },
      /deprecations\/1\/id: 'clock\/Towers' is not an id/,
    ],
    [
      'a duplicate id',
      { ...clock, deprecations: [towers, towers] },
      /deprecations\/1\/id: 'clock\/towers' is already in this file/,
    ],
    [
      'a user in a base URL',
      { ...clock, api: { id: 'clock', baseUrls: [{ url: 'https://me@clock.test' }] } },
      /api\/baseUrls\/0\/url: 'https:\/\/me@clock\.test' is not a base URL/,
    ],
    [
      'a completely variable host',
      { ...clock, api: { id: 'clock', baseUrls: [{ url: 'https://{host}/v1' }] } },
      /is not a base URL/,
    ],
    ['no base URL', { ...clock, api: { id: 'clock' } }, /the API 'clock' has no base URL/],
    [
      'a base URL of another API',
      { ...clock, api: { id: 'clock', baseUrls: [{ url: 'https://api.cloudflare.com/client/v4/' }] } },
      /belongs to the API 'cloudflare'/,
    ],
    ['an unknown API', { ...clock, api: 'clok' }, /at \/api: unknown API 'clok'; in use: cloudflare/],
    ['no API', { format: 2, deprecations: [towers] }, /the new deprecation 'clock\/towers' belongs to no API/],
    ['a future format', { ...clock, format: 4 }, /has another "format" than 1, 2 and 3/],
    [
      'features of format 2 without its number',
      { deprecations: [], live: [] },
      /'live' is of format 2\. Write "format": 2/,
    ],
    [
      'a duplicate operation',
      { ...clock, deprecations: [towers, { ...towers, id: 'clock/bells' }] },
      /duplicate operation GET \/towers\/\{id\}: 'clock\/towers' already has it/,
    ],
    [
      'packages with patterns that are slow to match',
      { ...clock, api: { ...api, packages: ['*'.repeat(50)] } },
      /packages\/0: .* is not the name of a package/,
    ],
    [
      'a property with the name of an object member',
      '{"format":2,"deprecations":[{"id":"a","__proto__":{"kind":"endpoint"}}]}',
      /at \/deprecations\/0: '__proto__' is not a property of a catalogue/,
    ],
    [
      'a constructor',
      '{"format":2,"deprecations":[],"constructor":{}}',
      /'constructor' is not a property of a catalogue/,
    ],
    ['depth', `{"format":2,"deprecations":${'['.repeat(5000)}${']'.repeat(5000)}}`, /nested more than 40 levels deep/],
    [
      'a long path',
      only({ endpoints: [{ methods: ['GET'], path: '/a'.repeat(9_000) }] }),
      /endpoints\/0\/path: a path of 9000 segments; at most 100 are read/,
    ],
    ['an endless text', only({ feature: 'a'.repeat(30_000) }), /feature: a text of 30000 characters/],
    [
      'too many entries',
      { format: 2, deprecations: Array.from({ length: 2001 }, (_, index) => ({ id: `a${String(index)}` })) },
      /has 2001 deprecations; at most 2000/,
    ],
    [
      'too many operations',
      { ...clock, live: Array.from({ length: 20_001 }, () => 'GET /a') },
      /at \/live: has 20001 items/,
    ],
  ])('is rejected for %s', (_name, content, message) => {
    expect(() => load(content)).toThrow(CatalogueError);
    expect(() => load(content)).toThrow(message);
  });

  it('is rejected for a circular link, a URL or a file above 8 MB', () => {
    const link = join(folder, 'link.json');
    symlinkSync(link, link);
    expect(() => loadCatalogue({ extra: [link] })).toThrow(/link\.json: cannot be read: it is a link to itself/);
    expect(() => loadCatalogue({ extra: ['https://example.com/a.json'] })).toThrow(
      /nothing is downloaded: save the file/,
    );
    const large = write(`{"format":2,"deprecations":[]}${' '.repeat(9_000_000)}`);
    expect(() => loadCatalogue({ extra: [large] })).toThrow(/cannot be read: it has more than 8 MB/);
  });

  it('accepts ids and texts with names of object members', () => {
    const id = 'constructor';
    expect(last(load(only({ id, feature: '(a+)+$ [x' })))?.id).toBe(id);
  });
});

describe('editions', () => {
  it('contain the disputes of the other edition about an entry', () => {
    const disputes = (edition: 'specification' | 'current', id: string) =>
      loadCatalogue({ edition }).deprecations.find((one) => one.id === id)?.disputes;
    expect(disputes('specification', 'page-rules-api')).toMatchObject([
      { kind: 'withdrawn', edition: 'current', since: '2024-06-17' },
    ]);
    expect(disputes('specification', 'brotli-setting-api')).toMatchObject([
      { kind: 'moved', edition: 'current', endOfLife: '2024-08-15', since: '2024-06-17' },
    ]);
    expect(disputes('specification', 'argo-tunnel-api')).toMatchObject([{ kind: 'revived', edition: 'current' }]);
    expect(disputes('specification', 'auto-minify-api')).toBeUndefined();
    expect(disputes('current', 'brotli-setting-api')).toEqual([
      {
        kind: 'moved',
        edition: 'specification',
        vendor: 'Cloudflare',
        endOfLife: '2024-06-14',
        source: 'rules/end-of-life.md:19',
      },
    ]);
  });

  it('contain a dispute if a user catalogue moves an end of life', () => {
    const { deprecations } = load({ deprecations: [{ id: 'brotli-setting-api', endOfLife: '2024-08-15' }] });
    const moved = deprecations.find(({ id }) => id === 'brotli-setting-api');
    expect(moved?.disputes).toMatchObject([{ kind: 'moved', edition: 'specification', endOfLife: '2024-06-14' }]);
    expect(moved?.layers.map(({ kind }) => kind)).toEqual(['edition', 'file']);
  });

  it('omit withdrawn entries and revived operations', () => {
    const { deprecations, hidden = [] } = loadCatalogue({ edition: 'current' });
    expect(deprecations.map(({ id }) => id)).not.toContain('page-rules-api');
    expect(hidden.map(({ deprecation }) => deprecation.id)).toContain('page-rules-api');
    const tunnels = deprecations.find(({ id }) => id === 'argo-tunnel-api');
    const operations =
      tunnels?.kind === 'endpoint'
        ? tunnels.endpoints.map(({ methods, path }) => `${methods.join()} ${path.text}`)
        : [];
    expect(operations[0]).toBe('POST /accounts/{account_identifier}/tunnels');
  });

  it('and the packaged catalogue conform to the schema in canonical form', () => {
    for (const name of ['catalogue.json', 'editions/cloudflare-current.json']) {
      const text = readFileSync(`${ROOT}/rules/${name}`, 'utf8');
      for (const { file, source } of readCatalogueText({ file: name, text }))
        for (const [index, entry] of file.deprecations.entries())
          expect(readEntry(entry, { source, at: String(index) })).toEqual(entry);
    }
  });
});

it('accepts in catalogues the same clients as in configurations', () => {
  const schema = (name: string) =>
    JSON.parse(readFileSync(`${ROOT}/rules/${name}.schema.json`, 'utf8')) as Record<string, Record<string, unknown>>;
  expect(schema('catalogue').definitions?.clients).toEqual(schema('config').properties?.clients);
});
