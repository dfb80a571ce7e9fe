import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { describeFinding } from '../../src/engine/judge/messages.js';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import { findings } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'third-format-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;
function catalogueOf(deprecations: readonly object[], more: object = {}): Catalogue {
  const path = join(folder, `own-${String((files += 1))}.json`);
  const api = { id: 'clock', baseUrls: [{ url: 'https://api.clock.test', names: ['clock'] }] };
  const entries = deprecations.map((entry) => ({
    feature: 'Bells',
    kind: 'endpoint',
    endOfLife: '2025-01-01',
    ...entry,
  }));
  writeFileSync(path, JSON.stringify({ format: 3, api, deprecations: entries, ...more }));
  return loadCatalogue({ builtin: false, extra: [path] });
}

/** Lists findings in a source, one per line. */
function lines(source: string, catalogue: Catalogue): readonly string[] {
  return findings({ 'a.ts': source }, catalogue).map((finding) => {
    const deprecation = catalogue.deprecations.find(({ id }) => id === finding.deprecation);
    return `${finding.confidence}: ${describeFinding(finding, deprecation, '2026-01-01').message}`;
  });
}

const get = (path: string, options = ''): string => `fetch('https://api.clock.test${path}'${options});`;

describe('an endpoint that ends in any path', () => {
  const rest = { id: 'clock/v1', endpoints: [{ path: '/v1/**' }] };

  it.each([
    ['no segment', get('/v1'), '`GET /v1/**`'],
    ['many', get('/v1/a/b/c'), '`GET /v1/a/b/c`'],
    ['a method', get('/v1/a', ", { method: 'DELETE' }"), '`DELETE /v1/a`'],
    ['an unknown method', `export const f = (o) => ${get('/v1/a', ', o')}`, '`/v1/a`'],
  ])('matches %s', (_name, source, thing) => {
    expect(lines(source, catalogueOf([rest]))).toEqual([
      `certain: ${thing} ended on 2025-01-01; no replacement is named.`,
    ]);
  });

  it('gives precedence to more literal paths', () => {
    const own = catalogueOf([rest, { id: 'clock/bells', endpoints: [{ methods: ['GET'], path: '/v1/bells/{id}' }] }]);
    expect(findings({ 'a.ts': get('/v1/bells/7') }, own).map(({ deprecation }) => deprecation)).toEqual([
      'clock/bells',
    ]);
    expect(findings({ 'a.ts': get('/v1/towers/7') }, own).map(({ deprecation }) => deprecation)).toEqual(['clock/v1']);
  });

  it('gives precedence to equally literal live operations of the same method', () => {
    const own = catalogueOf([rest], { live: ['GET /v1/{id}'] });
    expect(lines(get('/v1/7'), own)).toEqual([]);
    expect(lines(get('/v1/7', ", { method: 'PUT' }"), own)).toHaveLength(1);
  });

  it('can match all paths of one host, and none of others', () => {
    const own = catalogueOf([{ id: 'clock/all', endpoints: [{ path: '/**' }] }]);
    expect(lines(get('/a/b'), own)).toHaveLength(1);
    expect(lines(get(''), own)).toHaveLength(1);
    expect(lines("fetch('https://api.bells.test/a');", own)).toEqual([]);
    expect(lines("fetch('/a');", own)).toEqual([]);
    expect(lines('export const f = (base: string) => fetch(`${base}/a`);', own)).toEqual([]);
  });
});

describe('a segment with a fixed part', () => {
  const own = catalogueOf(
    [
      { id: 'clock/json', endpoints: [{ methods: ['GET'], path: '/bells/{id}.json' }] },
      { id: 'clock/ring', endpoints: [{ methods: ['GET'], path: '/bells/big-{name}:ring' }] },
      { id: 'clock/both', endpoints: [{ methods: ['GET'], path: '/bells/{name}' }] },
    ],
    { live: ['GET /bells/count.json'] },
  );
  const found = (path: string): readonly string[] =>
    findings(
      { 'a.ts': `export const f = (id: string, q: string) => fetch(\`https://api.clock.test${path}\`);` },
      own,
    ).map(({ deprecation }) => deprecation);

  it.each([
    ['/bells/7.json', ['clock/json']],
    ['/bells/${id}.json', ['clock/json']],
    ['/bells/${id}.json?a=b', ['clock/json']],
    ['/bells/${id}.json${q}', ['clock/json']],
    ['/bells/count.json', []],
    ['/bells/.json', ['clock/both']],
    ['/bells/big-${id}:ring', ['clock/ring']],
    ['/bells/big-ben:ring', ['clock/ring']],
    ['/bells/big-:ring', ['clock/both']],
    ['/bells/${id}', ['clock/both']],
    ['/bells/7.json/a', []],
  ])('matches %s', (path, expected) => {
    expect(found(path)).toEqual(expected);
  });
});

describe('an end of life for some users', () => {
  it('names these users and lowers the confidence', () => {
    const own = catalogueOf([
      { id: 'clock/free', appliesTo: 'the Free plan', endpoints: [{ methods: ['GET'], path: '/bells' }] },
      {
        id: 'clock/undated',
        appliesTo: 'new apps',
        endOfLife: null,
        endpoints: [{ methods: ['GET'], path: '/tones' }],
      },
    ]);
    expect(lines(get('/bells'), own)).toEqual([
      'probable: Probably `GET /bells`, which ended on 2025-01-01 for the Free plan; no replacement is named.',
    ]);
    expect(lines(get('/tones'), own)).toEqual([
      'probable: Probably `GET /tones`, which is deprecated for new apps; no replacement is named.',
    ]);
  });
});

describe('a deprecated value', () => {
  const value = {
    id: 'clock/tones',
    kind: 'value',
    pointer: '/tone',
    equals: ['low-1', 'low-2'],
    endpoints: [{ methods: ['POST'], path: '/rings' }],
  };

  it('is named in the message', () => {
    const source = get('/rings', ", { method: 'POST', body: JSON.stringify({ tone: 'low-2' }) }");
    expect(lines(source, catalogueOf([value]))).toEqual([
      'certain: `tone: low-2` in `POST /rings` ended on 2025-01-01; no replacement is named.',
    ]);
  });

  it('is found in a live SDK method', () => {
    const clients = [
      {
        name: 'clock',
        origins: [{ module: 'clock', export: 'default' }],
        derives: [{ member: '', form: 'new' }],
        requests: [{ member: 'rings.create', method: 'POST', template: '/rings' }],
        baseUrl: 'https://api.clock.test',
      },
    ];
    const own = catalogueOf([value], { clients, live: ['POST /rings'] });
    const source = (tone: string): string =>
      `import Clock from 'clock';\nconst client = new Clock();\nclient.rings.create({ tone: '${tone}' });`;
    expect(lines(source('low-1'), own)).toEqual([
      'certain: `tone: low-1` in `POST /rings` ended on 2025-01-01; no replacement is named.',
    ]);
    expect(lines(source('low-3'), own)).toEqual([]);
  });
});

describe('a deprecated parameter of all operations', () => {
  const own = catalogueOf([{ id: 'clock/key', kind: 'query', parameter: 'clock-key' }]);

  it('is found in any request to its API alone', () => {
    expect(lines(get('/a?clock-key=7'), own)).toEqual([
      'certain: The parameter `clock-key` of `GET https://api.clock.test/a?clock-key=7` ended on 2025-01-01; no replacement is named.',
    ]);
    expect(lines(get('/a?key=7'), own)).toEqual([]);
    expect(lines("fetch('https://api.bells.test/a?clock-key=7');", own)).toEqual([]);
  });
});
