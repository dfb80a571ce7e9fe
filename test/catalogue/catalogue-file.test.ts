import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { toCatalogueFile, loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import type { Catalogue } from '../../src/core/model/deprecation.js';

const folder = mkdtempSync(join(tmpdir(), 'printed-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;
function write(content: unknown): string {
  const path = join(folder, `${String((files += 1))}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const reload = (catalogue: Catalogue): Catalogue =>
  loadCatalogue({ builtin: false, extra: [write(toCatalogueFile(catalogue))] });

/** Returns the contents of a catalogue, without origins and built-in entries. */
function contentsOf({ apis, deprecations, hidden = [] }: Catalogue): object {
  const own = [
    ...deprecations.map((one) => ({ reason: 'none', one })),
    ...hidden
      .filter(({ reason }) => reason !== 'edition')
      .map(({ reason, deprecation }) => ({ reason, one: deprecation })),
  ];
  const entries = own.map(({ reason, one: { layers: _layers, disputes: _disputes, source: _source, ...rest } }) => ({
    reason,
    ...rest,
  }));
  return { apis, entries: entries.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const text = fc.stringMatching(/^[A-Za-z][ -~]{0,20}$/);
const day = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const end = fc.oneof(
  day,
  day.map((one) => one.slice(0, 7)),
  fc.constant(null),
);
const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE');
const optional = <T>(key: string, value: fc.Arbitrary<T>): fc.Arbitrary<object> =>
  fc.option(value, { nil: undefined }).map((one) => (one === undefined ? {} : { [key]: one }));
const merged = (...parts: readonly fc.Arbitrary<object>[]): fc.Arbitrary<object> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as object);

/** Generates entries of one API, each with its own paths. */
const entry = (api: string, index: number): fc.Arbitrary<object> => {
  const path = `/${api}${String(index)}/{id}`;
  const endpoints = fc.uniqueArray(method, { minLength: 1 }).map((methods) => ({
    endpoints: [
      { methods, path },
      { methods: ['PATCH'], path: `${path}/more` },
    ],
  }));
  const kind = fc.oneof(
    merged(fc.constant({ kind: 'endpoint' }), endpoints),
    merged(
      fc.constant({ kind: 'endpoint', revived: [{ operations: [`PATCH ${path}/more`], source: 'page' }] }),
      endpoints,
    ),
    merged(fc.constant({ kind: 'endpoint', state: 'withdrawn', source: 'page', since: '2024-06' }), endpoints),
    merged(fc.constant({ kind: 'field', pointers: ['/a/b'], direction: 'both' }), endpoints),
    merged(fc.constant({ kind: 'header', name: 'X-Bell' }), optional('only', fc.constant(['1']))),
    merged(fc.constant({ kind: 'query', parameter: 'page' }), endpoints),
    merged(fc.constant({ kind: 'value', pointer: '/mode', equals: ['old'] }), endpoints),
    fc.constant({ kind: 'segment', after: '/a/{id}', segment: 'b', replacedBy: 'c/d/e' }),
    fc.constant({ kind: 'headers', headers: ['A', 'B'] }),
    fc.constant({ kind: 'cipher-suites', names: ['X-OLD'], codePoints: [1] }),
    fc.constant({ kind: 'undetectable', reason: 'Nobody sees it.' }),
  );
  return merged(
    fc.constant({ id: `${api}/e${String(index)}` }),
    text.map((feature) => ({ feature })),
    end.map((endOfLife) => ({ endOfLife })),
    kind,
    optional('disabled', fc.constant(true)),
    optional('deprecated', day),
    optional(
      'announced',
      day.map((one) => one.slice(0, 7)),
    ),
    optional('url', fc.webUrl({ validSchemes: ['https'] })),
    optional(
      'history',
      end.map((endOfLife) => [{ endOfLife, since: '2024', source: 'page' }]),
    ),
    optional('note', text),
    optional('replacement', fc.constant({ kind: 'operation', operation: { method: 'GET', path: '/new/{id}' } })),
    optional(
      'advice',
      text.map((caution) => ({ caution })),
    ),
  );
};

const file = (api: string): fc.Arbitrary<object> =>
  merged(
    fc.constant({ format: 2, api: { id: api, baseUrls: [{ url: `https://api.${api}.test/v1`, names: [api] }] } }),
    fc
      .integer({ min: 0, max: 4 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => entry(api, index))))
      .map((deprecations) => ({ deprecations })),
    optional('live', fc.constant(['GET, PUT /in/use'])),
    optional('edition', fc.constant({ id: 'current', asOf: '2026-01-01', sources: [{ title: 'page' }] })),
    optional('clients', fc.constant([{ name: api, origins: [{ global: api }], requests: [{ member: '', url: 0 }] }])),
  );

describe('a printed catalogue', () => {
  it('has the same contents when it is read again, for random catalogues', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 1, maxLength: 3 }).chain((apis) => fc.tuple(...apis.map(file))),
        (contents) => {
          const catalogue = loadCatalogue({ builtin: false, extra: contents.map(write) });
          const again = reload(catalogue);
          expect(contentsOf(again)).toEqual(contentsOf(catalogue));
          expect(again.editions).toEqual(catalogue.editions);
          expect(JSON.stringify(toCatalogueFile(reload(again)))).toBe(JSON.stringify(toCatalogueFile(again)));
        },
      ),
      { numRuns: 150, seed: 15 },
    );
  });

  it.each(['specification', 'current'] as const)(
    'has the same contents when it is read again, for the edition %s',
    (edition) => {
      const catalogue = loadCatalogue({ edition });
      const again = reload(catalogue);
      expect(contentsOf(again)).toEqual(contentsOf(catalogue));
      expect(again.editions).toEqual(catalogue.editions);
    },
  );

  it('adds nothing to the catalogue that it was printed from', () => {
    const catalogue = loadCatalogue();
    const twice = loadCatalogue({ named: [write(toCatalogueFile(catalogue))] });
    expect(contentsOf(twice)).toEqual(contentsOf(catalogue));
  });

  it('contains one API or a list of several', () => {
    const own = write({
      format: 2,
      api: { id: 'clock', baseUrls: [{ url: 'https://api.clock.test' }] },
      deprecations: [],
    });
    const catalogue = loadCatalogue({ extra: [own] });
    expect(toCatalogueFile(catalogue, 'clock')).toEqual({
      format: 2,
      api: { id: 'clock', baseUrls: [{ url: 'https://api.clock.test' }] },
      deprecations: [],
    });
    expect(Object.keys(toCatalogueFile(catalogue))).toEqual(['format', 'catalogues']);
    expect(() => toCatalogueFile(catalogue, 'clok')).toThrow("unknown API 'clok'; in use: cloudflare, clock");
  });
});
