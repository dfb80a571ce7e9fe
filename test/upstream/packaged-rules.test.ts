import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { packagedApi, packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import { scan } from '../../src/scan/index.js';
import type { Report } from '../../src/report/report.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { expectationsIn } from '../fixtures-support.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/apis/', import.meta.url));
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Expected ids of each file in a fixture. */
function expectedIn(api: string): ReadonlyMap<string, readonly string[]> {
  const root = join(FIXTURES, api);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  return new Map(
    files
      .filter((file) => statSync(join(root, file)).isFile())
      .map((file) => [file, expectationsIn(file, readFileSync(join(root, file), 'utf8')).map(({ id }) => id)]),
  );
}

describe.each(packagedApis())('the packaged catalogue %s', (api) => {
  const { file } = packagedApi(api).catalogue;
  const edition = expectDefined(file.edition, 'an edition');
  const entries = loadCatalogue({ builtin: false, apis: [api] }).deprecations;

  it('names the sources of its facts and the days of reading them', () => {
    const { asOf, reviewBy, sources = [] } = edition;
    expect(asOf).toMatch(DAY);
    expect(reviewBy).toMatch(DAY);
    expect(asOf < (reviewBy ?? '')).toBe(true);
    expect(sources).not.toEqual([]);
    const described = sources.filter(({ sha256 }) => sha256 !== undefined);
    const read = sources.filter((source) => !described.includes(source));
    expect(read).not.toEqual([]);
    expect(read.filter(({ url = '', retrieved = '' }) => !url.startsWith('https://') || !DAY.test(retrieved))).toEqual(
      [],
    );
  });

  it('gives the page of the vendor and the replacement of each entry', () => {
    expect(entries).not.toEqual([]);
    expect(entries.filter(({ url }) => url?.startsWith('https://') !== true).map(({ id }) => id)).toEqual([]);
    expect(entries.filter((entry) => !('replacement' in entry)).map(({ id }) => id)).toEqual([]);
  });

  it('ends the history of each date with the current date', () => {
    const moved = file.deprecations.filter(({ history = [] }) => history.length > 0);
    const wrong = moved.filter(({ history = [], endOfLife }) => history.at(-1)?.endOfLife !== endOfLife);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('has a fixture with findings, and a file of near misses', () => {
    expect(existsSync(join(FIXTURES, api))).toBe(true);
    const expected = expectedIn(api);
    const known = new Set(entries.map(({ id }) => id));
    expect([...expected.values()].flat().filter((id) => !known.has(id))).toEqual([]);
    expect([...expected.values()].flat()).not.toEqual([]);
    expect(expected.get('near-misses.ts')).toEqual([]);
  });

  describe('applies automatically', () => {
    const expected = [...expectedIn(api)].filter(([, ids]) => ids.length > 0).map(([name]) => name);
    let report: Report;

    beforeAll(async () => {
      report = await scan({ root: join(FIXTURES, api), minConfidence: 'possible', asOf: '2026-11-25' });
    });

    it.each(expected)('in %s', (name) => {
      expect(report.findings.filter((finding) => finding.file === name)).not.toEqual([]);
    });
  });
});

it('the package has catalogues of at least sixteen vendors besides the built-in one', () => {
  const vendors = packagedApis().map((id) => {
    const { api } = packagedApi(id).catalogue.file;
    return (typeof api === 'object' ? api.vendor : undefined) ?? id;
  });
  expect(new Set(vendors).size).toBeGreaterThanOrEqual(16);
});
