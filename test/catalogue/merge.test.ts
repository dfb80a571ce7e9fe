import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { CatalogueError } from '../../src/core/model/errors.js';

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;

function write(content: unknown): string {
  const path = join(folder, `own-${String((files += 1))}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
}

const widgets = {
  id: 'widgets-v1',
  feature: 'Widgets v1',
  kind: 'endpoint',
  endOfLife: '2026-06-30',
  endpoints: [{ methods: ['GET', 'POST'], path: 'accounts/:account_id/widgets' }],
};

function load(...contents: unknown[]): ReturnType<typeof loadCatalogue> {
  return loadCatalogue({ extra: contents.map(write) });
}

describe('user catalogues', () => {
  it('can add a deprecation', () => {
    const { deprecations, digest } = load({ deprecations: [widgets] });
    expect(deprecations).toHaveLength(21);
    const added = deprecations.at(-1);
    expect(added).toMatchObject({
      id: 'widgets-v1',
      areas: ['Widgets v1'],
      replacement: { kind: 'unstated' },
      nearMisses: [],
    });
    expect(added?.kind === 'endpoint' && added.endpoints[0]?.path.text).toBe('/accounts/{account_id}/widgets');
    expect(added?.source.line).toBe(4);
    expect(digest).toMatch(/^[0-9a-f]{16}\+[0-9a-f]{8}$/);
  });

  it('can change a part of a deprecation', () => {
    const { deprecations } = load({
      deprecations: [{ id: 'page-rules-api', endOfLife: '2026-01-01', replacement: { kind: 'none' } }],
    });
    expect(deprecations[0]).toMatchObject({
      id: 'page-rules-api',
      feature: 'Page Rules API',
      endOfLife: '2026-01-01',
      replacement: { kind: 'none' },
    });
    expect(loadCatalogue().deprecations[0]?.endOfLife).toBe('2025-01-06');
  });

  it('can disable a deprecation', () => {
    const { deprecations } = load({ deprecations: [{ id: 'zone-analytics-api', disabled: true }] });
    expect(deprecations.map(({ id }) => id)).not.toContain('zone-analytics-api');
    expect(deprecations).toHaveLength(19);
  });

  it('can replace a deprecation completely, keeping its look-alikes', () => {
    const { deprecations } = load({ deprecations: [{ ...widgets, id: 'page-rules-api' }] });
    expect(deprecations[0]).toMatchObject({ id: 'page-rules-api', feature: 'Widgets v1' });
    expect(deprecations[0]?.nearMisses).toHaveLength(1);
  });

  it('must agree with each other, unless one replaces the other', () => {
    const later = { id: 'widgets-v1', endOfLife: '2027-01-01' };
    const of = (...contents: unknown[]) => load(...contents).deprecations.at(-1)?.endOfLife;
    expect(() => of({ deprecations: [widgets] }, { deprecations: [later] })).toThrow(
      /own-\d+\.json:4: at \/deprecations\/0\/endOfLife: 'widgets-v1' has another "endOfLife" here than at .*own-\d+\.json:4, .*"replaces": true/,
    );
    for (const replacing of [
      { ...later, replaces: true },
      { ...widgets, ...later, replaces: true },
    ]) {
      expect(of({ deprecations: [widgets] }, { deprecations: [replacing] })).toBe('2027-01-01');
      expect(of({ deprecations: [replacing] }, { deprecations: [widgets] })).toBe('2027-01-01');
    }
    // Equal values are no conflict, nor is a value that only one catalogue has.
    expect(of({ deprecations: [widgets] }, { deprecations: [{ id: 'widgets-v1', note: 'Sold.' }] })).toBe('2026-06-30');
    const off = { deprecations: [{ id: 'page-rules-api', disabled: true }] };
    expect(load(off, off).deprecations).toHaveLength(19);
  });

  it('can add base URLs and look-alikes', () => {
    const { apis, deprecations } = load({
      baseUrls: [{ url: 'https://api.example.com/v1' }],
      deprecations: [widgets],
      nearMisses: [
        {
          deprecations: ['widgets-v1'],
          status: 'live',
          why: 'reads only',
          operations: ['GET, HEAD /accounts/{account_id}/widgets/stats'],
        },
      ],
    });
    expect(apis.flatMap(({ baseUrls }) => baseUrls.map(({ url }) => url))).toEqual([
      'https://api.cloudflare.com/client/v4',
      'https://api.example.com/v1',
    ]);
    expect(deprecations.at(-1)?.nearMisses).toEqual([
      { method: 'GET', path: '/accounts/{account_id}/widgets/stats', why: 'reads only', status: 'live' },
      { method: 'HEAD', path: '/accounts/{account_id}/widgets/stats', why: 'reads only', status: 'live' },
    ]);
  });

  it('belong to the packaged API unless their file defines another', () => {
    const clock = { baseUrls: [{ url: 'https://api.clock.test/v2', names: ['clock'] }] };
    const apiIn = (file: object) => load({ ...file, deprecations: [widgets] }).deprecations.at(-1)?.api;
    expect(apiIn({})).toBe('cloudflare');
    expect(apiIn(clock)).toBe('api.clock.test');
    expect(apiIn({ ...clock, api: { id: 'clock' } })).toBe('clock');
  });

  it('can define another API, or redefine the packaged one', () => {
    const clock = { id: 'clock', packages: ['@clock/sdk'], envelope: 'items' };
    const baseUrls = [{ url: 'https://api.clock.test/v2' }];
    const own = load({ api: clock, baseUrls, deprecations: [widgets] });
    expect(own.apis.map(({ id }) => id)).toEqual(['cloudflare', 'clock']);
    expect(own.apis[1]).toEqual({ ...clock, baseUrls });
    const anew = load({ api: { id: 'cloudflare', envelope: 'data' }, deprecations: [] });
    expect(anew.apis).toEqual([
      {
        id: 'cloudflare',
        envelope: 'data',
        baseUrls: [{ url: 'https://api.cloudflare.com/client/v4', names: ['cloudflare', 'cf'] }],
      },
    ]);
  });

  it('can describe the migration of values, for any spelling of the path', () => {
    const values = [{ paths: ['/accounts/:account_id/widgets'], note: 'Widgets become gadgets.' }];
    expect(load({ deprecations: [{ ...widgets, values }] }).deprecations.at(-1)?.values).toEqual([
      { paths: ['/accounts/{account_id}/widgets'], note: 'Widgets become gadgets.' },
    ]);
  });

  it.each([
    [
      'a note on values of another operation',
      { deprecations: [{ ...widgets, values: [{ paths: ['/accounts/{account_id}/widget'], note: 'Gone.' }] }] },
      /at \/deprecations\/0\/values: the note on values of 'widgets-v1' is about .*did you mean/,
    ],
    [
      'an API without an id',
      { api: { envelope: 'data' }, deprecations: [] },
      /at \/api: must have required property 'id'/,
    ],
    ['no JSON', '{ nope', /own-\d+\.json: not JSON/],
    ['another shape', [], /own-\d+\.json: at the top: must be object/],
    [
      'an unknown property',
      { deprecations: [{ ...widgets, endOflife: '2026-01-01' }] },
      /at \/deprecations\/0: unknown property 'endOflife'; did you mean 'endOfLife'/,
    ],
    [
      'a missing property',
      { deprecations: [{ ...widgets, endpoints: undefined }] },
      /at \/deprecations\/0: must have required property 'endpoints'/,
    ],
    [
      'a property of another kind',
      { deprecations: [{ ...widgets, headers: ['A', 'B'] }] },
      /at \/deprecations\/0: the property 'headers' is not allowed for this kind/,
    ],
    [
      'an unknown kind',
      { deprecations: [{ ...widgets, kind: 'endpont' }] },
      /at \/deprecations\/0\/kind: must be one of endpoint, segment/,
    ],
    [
      'an unknown method',
      { deprecations: [{ ...widgets, endpoints: [{ methods: ['GTE'], path: '/a' }] }] },
      /at \/deprecations\/0\/endpoints\/0\/methods\/0: must be one of GET/,
    ],
    [
      'a date in another form',
      { deprecations: [{ ...widgets, endOfLife: '30 June' }] },
      /at \/deprecations\/0\/endOfLife: '30 June' is not a day, a month or null; write it like "2026-06-30"/,
    ],
    [
      'a date that does not exist',
      { deprecations: [{ ...widgets, endOfLife: '2026-06-31' }] },
      /json:4: at \/deprecations\/0\/endOfLife: '2026-06-31' is not a calendar date/,
    ],
    [
      'a bad path',
      { deprecations: [{ ...widgets, endpoints: [{ methods: ['GET'], path: '/a//b' }] }] },
      /at \/deprecations\/0\/endpoints\/0\/path: '\/a\/\/b' is not a path/,
    ],
    [
      'an unknown id',
      { deprecations: [{ id: 'page-rule-api', disabled: true }] },
      /at \/deprecations\/0\/id: unknown deprecation 'page-rule-api'; did you mean 'page-rules-api'/,
    ],
    [
      'a duplicate id',
      { deprecations: [widgets, widgets] },
      /at \/deprecations\/1\/id: 'widgets-v1' is already in this file/,
    ],
    [
      'a look-alike of an unknown deprecation',
      {
        deprecations: [],
        nearMisses: [{ deprecations: ['nobody'], status: 'live', why: 'x', operations: ['GET /a'] }],
      },
      /at \/nearMisses: unknown deprecation 'nobody'/,
    ],
    [
      'an operation that another entry contains',
      { deprecations: [{ ...widgets, endpoints: [{ methods: ['GET'], path: '/zones/:id/pagerules' }] }] },
      /duplicate operation GET \/zones\/\{id\}\/pagerules: 'page-rules-api' already has it; change or disable 'page-rules-api' first/,
    ],
  ])('are rejected for %s', (_name, content, message) => {
    expect(() => load(content)).toThrow(CatalogueError);
    expect(() => load(content)).toThrow(message);
  });

  it('are rejected if the file cannot be read', () => {
    expect(() => loadCatalogue({ extra: [join(folder, 'missing.json')] })).toThrow(
      /missing\.json: cannot be read: ENOENT/,
    );
  });
});
