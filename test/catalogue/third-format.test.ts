import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { toCatalogueFile, loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { CatalogueError } from '../../src/core/model/errors.js';
import type { Catalogue } from '../../src/core/model/deprecation.js';

const folder = mkdtempSync(join(tmpdir(), 'third-format-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;
function load(...contents: readonly unknown[]): Catalogue {
  const extra = contents.map((content) => {
    const path = join(folder, `own-${String((files += 1))}.json`);
    writeFileSync(path, JSON.stringify(content, null, 2));
    return path;
  });
  return loadCatalogue({ builtin: false, extra });
}

const api = { id: 'clock', baseUrls: [{ url: 'https://api.clock.test' }] };
const bells = {
  id: 'clock/bells',
  feature: 'Bells',
  kind: 'endpoint',
  endOfLife: '2026-02-28',
  endpoints: [{ methods: ['GET'], path: '/bells/{id}' }],
};
const versions = {
  id: 'clock/v',
  kind: 'versions',
  feature: 'Clock API v{version}',
  url: 'https://docs.clock.test/{version}',
  in: { path: '/v{version}/**' },
  versions: { '1.0': '2025-09-12', '2.0': null },
};
const packages = { id: 'clock/sdk', feature: 'SDK', kind: 'package', endOfLife: null, language: 'javascript' };
const file = (entry: object, format: unknown = 3): object => ({ format, api, deprecations: [entry] });
const of = (entry: object): Catalogue['deprecations'] => load(file(entry)).deprecations;

describe('a catalogue of format 3', () => {
  it('may contain endpoints for any method and any subpath', () => {
    expect(of({ ...bells, endpoints: [{ path: '/v1/**' }, { path: '/bells/{id}.json' }] })).toMatchObject([
      {
        endpoints: [
          { methods: [], path: { text: '/v1/**' } },
          { methods: [], path: { text: '/bells/{id}.json' } },
        ],
      },
    ]);
  });

  it('is expanded into an entry for each version', () => {
    expect(of(versions)).toMatchObject([
      {
        id: 'clock/v1.0',
        kind: 'endpoint',
        feature: 'Clock API v1.0',
        url: 'https://docs.clock.test/1.0',
        endOfLife: '2025-09-12',
        endpoints: [{ methods: [], path: { text: '/v1.0/**' } }],
        layers: [{ endOfLife: '2025-09-12' }],
      },
      { id: 'clock/v2.0', endOfLife: null },
    ]);
  });

  it('may define versions in a header or the query, with data for a single version', () => {
    const history = [{ endOfLife: '2026-01', source: 'https://docs.clock.test/news' }];
    expect(
      of({ ...versions, in: { header: 'Clock-Version' }, versions: { '2023-10': { endOfLife: null, history } } }),
    ).toMatchObject([{ id: 'clock/v2023-10', kind: 'header', name: 'Clock-Version', only: ['2023-10'], history }]);
    expect(of({ ...versions, in: { query: 'version' } })[0]).toMatchObject({
      ...{ kind: 'query', parameter: 'version', only: ['1.0'], endpoints: [] },
    });
  });

  it('allows other layers to change one version', () => {
    const own = load(file(versions), {
      format: 2,
      deprecations: [{ id: 'clock/v2.0', endOfLife: '2027-01-01', replaces: true }],
    });
    expect(own.deprecations[1]).toMatchObject({ id: 'clock/v2.0', endOfLife: '2027-01-01' });
  });

  it('may contain packages of an API without a base URL', () => {
    const { deprecations } = load({
      format: 3,
      api: { id: 'clock', title: 'Clock' },
      deprecations: [{ ...packages, package: 'clock', packages: ['@clock/sdk'], versions: '>=1, <3' }],
    });
    expect(deprecations).toMatchObject([{ packages: ['clock', '@clock/sdk'], versions: '>=1, <3' }]);
  });

  it('may limit an end to some users and state its effect', () => {
    const said = { appliesTo: 'the Free plan', after: 'falls-forward' };
    expect(of({ ...bells, ...said })).toMatchObject([said]);
    const changed = load(file(bells, 2), { format: 3, deprecations: [{ id: 'clock/bells', ...said }] });
    expect(changed.deprecations).toMatchObject([said]);
  });

  it.each([
    ['any subpath', { ...bells, endpoints: [{ path: '/v1/**' }] }],
    ['versions in the path', versions],
    ['versions in the query', { ...versions, in: { query: 'version' } }],
    ['packages', { ...packages, package: 'clock' }],
    ['an effect', { ...bells, after: 'error' }],
  ])('is printed with %s and can be read again', (_name, entry) => {
    const printed = toCatalogueFile(load(file(entry)));
    expect(printed.format).toBe(3);
    expect(toCatalogueFile(load(printed))).toEqual(printed);
  });

  const names = {
    of: 'tune',
    read: '2026-03-01',
    pointer: '/tune',
    operations: ['POST, PUT /bells/{id}', 'GET /bells'],
    living: ['westminster'],
    also: [{ pointer: '/chimes/*/tune', operations: ['POST /chimes'] }],
  };
  const parsifal = { ...bells, kind: 'value', endpoints: undefined, pointer: '/tune', equals: ['parsifal'] };

  it('may contain values of all operations that accept a name', () => {
    expect(load({ ...file(parsifal), names }).deprecations).toMatchObject([
      {
        endpoints: [
          { methods: ['POST', 'PUT'], path: { text: '/bells/{id}' } },
          { methods: ['GET'], path: { text: '/bells' } },
          { methods: ['POST'], path: { text: '/chimes' }, pointer: '/chimes/*/tune' },
        ],
      },
    ]);
  });

  it('is printed with names and can be read again', () => {
    const printed = toCatalogueFile(load({ format: 3, api, deprecations: [], names }));
    expect(printed).toMatchObject({ format: 3, names });
    expect(toCatalogueFile(load(printed))).toEqual(printed);
  });

  it.each([
    ['in format 2', { ...file(bells, 2), names }, /at \/names: 'names' is of format 3/],
    [
      'without a place for the name',
      { ...file(bells), names: { ...names, pointer: undefined } },
      /has no \{tune\} in it/,
    ],
    ['beside a value of another field', { ...file({ ...parsifal, pointer: '/key' }), names }, /no "endpoints"/],
    ['of no API', { format: 3, deprecations: [], names }, /belongs to no API/],
  ])('may not contain names %s', (_name, content, message) => {
    expect(() => load(content)).toThrow(message);
  });

  it('is printed as format 2 if that is sufficient', () => {
    expect(toCatalogueFile(load(file(bells))).format).toBe(2);
  });
});

describe('a mistake in a catalogue', () => {
  const at = (key: string, what: string): RegExp => new RegExp(`at /deprecations/0/?${key}: .*${what}`);

  it.each([
    ['a star', { ...bells, endpoints: [{ path: '/v1/*' }] }, at('endpoints/0/path', 'only \\*\\* at the end')],
    [
      'a wildcard within a path',
      { ...bells, endpoints: [{ path: '/**/a' }] },
      at('endpoints/0/path', 'only \\*\\* at the end'),
    ],
    ['a wildcard as a name', { ...bells, endpoints: [{ path: '/v1/{rest*}' }] }, at('endpoints/0/path', 'neither')],
    [
      'an operation twice',
      { ...bells, endpoints: [{ path: '/a/{b}.json' }, { path: '/a/{c}.json' }] },
      at('endpoints', 'duplicate operation /a/{c}.json'),
    ],
    ['a path without the version', { ...versions, in: { path: '/v1/**' } }, at('in/path', "'/v1/\\*\\*' has no")],
    ['an invalid path', { ...versions, in: { path: '/v{version}/*' } }, at('in/path', 'is not a path')],
    ['no place', { ...versions, in: {} }, at('in', 'fewer than 1')],
    ['two places', { ...versions, in: { query: 'a', header: 'b' } }, at('in', 'more than 1')],
    [
      'a day of a version',
      { ...versions, versions: { '1.0': '2025-02-30' } },
      at('versions/1.0', 'not a calendar date'),
    ],
    ['a version with a space', { ...versions, versions: { '1 0': null } }, at('versions', "the property '1 0'")],
    [
      'an end beside those of versions',
      { ...versions, endOfLife: null },
      at('', "'endOfLife' is not allowed for this kind"),
    ],
    ['an invalid range', { ...packages, package: 'a', versions: 'new' }, at('versions', 'is not a range of versions')],
    ['alternatives', { ...packages, package: 'a', versions: '<2 || >3' }, at('versions', 'is not a range of versions')],
    ['a package without a name', packages, at('', "must have required property 'packages'")],
    [
      'a package of an unknown language',
      { ...packages, package: 'a', language: 'cobol' },
      at('language', 'one of javascript'),
    ],
    ['an effect', { ...bells, after: 'nothing' }, at('after', 'one of error, falls-forward')],
  ])('of format 3 is reported for %s', (_name, entry, message) => {
    expect(() => of(entry)).toThrow(CatalogueError);
    expect(() => of(entry)).toThrow(message);
  });

  it.each([
    ['any subpath', { ...bells, endpoints: [{ methods: ['GET'], path: '/v1/**' }] }, at('endpoints/0/path', '')],
    ['a fixed part', { ...bells, endpoints: [{ methods: ['GET'], path: '/a/{b}.json' }] }, at('endpoints/0/path', '')],
    ['any method', { ...bells, endpoints: [{ path: '/v1' }] }, at('endpoints/0', '')],
    ['versions', versions, at('kind', '')],
    ['packages', { ...packages, package: 'a' }, at('kind', '')],
    ['some users', { ...bells, appliesTo: 'the Free plan' }, at('appliesTo', '')],
    ['an effect', { ...bells, after: 'error' }, at('after', '')],
  ])('of format 2 is reported for %s, which needs format 3', (_name, entry, place) => {
    expect(() => load(file(entry, 2))).toThrow(new RegExp(`${place.source}.*is of format 3\\. Write "format": 3\\.`));
  });

  it('is reported for a live operation that needs format 3', () => {
    expect(() => load({ format: 2, api, deprecations: [bells], live: ['GET /a', 'GET /b/**'] })).toThrow(
      /at \/live\/1: 'GET \/b\/\*\*' is of format 3/,
    );
  });

  it('is reported for an API without packages and base URL', () => {
    expect(() => load({ format: 3, api: { id: 'clock' }, deprecations: [bells] })).toThrow(/has no base URL/);
  });
});
