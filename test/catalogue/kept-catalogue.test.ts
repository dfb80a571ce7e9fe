import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import type { LoadCatalogueOptions } from '../../src/knowledge/catalogue/load.js';
import { identityOf } from '../../src/core/lib/identity.js';
import { FormCache } from '../../src/core/lib/form-cache.js';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import { folder } from '../scanner/support.js';

/** Writes a catalogue that is large enough to be cached. */
function textOf(endOfLife = '2027-01-01', count = 700): string {
  const deprecations = Array.from({ length: count }, (_, number) => ({
    id: `bells/operation-${String(number)}`,
    feature: `Operation ${String(number)} of the bells`,
    kind: 'endpoint',
    endOfLife: number === 3 ? endOfLife : '2026-05-01',
    endpoints: [{ methods: ['GET'], path: `/towers/{tower}/bells${String(number)}/{bell}` }],
    replacement: { kind: 'none' },
  }));
  const api = { id: 'bells', baseUrls: [{ url: 'https://api.bells.example.com/v1', names: ['bells'] }] };
  return JSON.stringify({ format: 2, api, deprecations });
}

interface Place {
  readonly file: string;
  readonly load: (more?: LoadCatalogueOptions, program?: string) => Catalogue;
}

function place(text: string): Place {
  const root = folder({ 'bells.json': text });
  const kept = join(root, 'kept');
  mkdirSync(kept, { mode: 0o700 });
  const file = join(root, 'bells.json');
  const load: Place['load'] = (more = {}, program = 'a') =>
    loadCatalogue(
      { builtin: false, extra: [file], ...more },
      { forms: new FormCache(() => ({ folder: kept, program })) },
    );
  return { file, load };
}

/** Loads all entries. */
function loadFully({ apis, editions, deprecations, hidden, warnings, digest }: Catalogue): unknown {
  return { apis, editions, deprecations, hidden, warnings, digest };
}

describe('a large catalogue in the cache', () => {
  it('has the contents of its file', () => {
    const { file, load } = place(textOf());
    const plain = loadCatalogue({ builtin: false, extra: [file] });
    expect(plain.outline).toBeUndefined();
    for (let run = 0; run < 3; run += 1) {
      const catalogue = load();
      expect(catalogue.outline).toEqual({ count: 700, lastEnd: '2027-01-01' });
      expect(loadFully(catalogue)).toEqual(loadFully(plain));
    }
  });

  it('is replaced after a change of its file, even one that keeps name and length', () => {
    const { file, load } = place(textOf('2027-01-01'));
    load();
    writeFileSync(file, textOf('2028-01-01'));
    const changed = load();
    expect(changed.outline).toEqual({ count: 700, lastEnd: '2028-01-01' });
    expect(changed.deprecations[3]?.endOfLife).toBe('2028-01-01');
    writeFileSync(file, textOf('2027-01-01'));
    expect(load().deprecations[3]?.endOfLife).toBe('2027-01-01');
  });

  it('is cached separately for other options', () => {
    const { file, load } = place(textOf());
    const override = { id: 'bells/operation-3', disabled: true };
    const fail = (key: string, message: string): Error => new Error(`${key}: ${message}`);
    const ways: readonly LoadCatalogueOptions[] = [
      {},
      { builtin: true },
      { overrides: [{ override, name: 'config', fail }] },
      { extra: [{ path: file, name: 'mine.json' }] },
      { extra: [], named: [file] },
    ];
    const identities = ways.flatMap((way) => [load(way), load(way)].map(identityOf));
    expect(new Set(identities).size).toBe(ways.length);
    for (const way of ways) {
      const plain = { builtin: false, extra: [file], ...way };
      expect(loadFully(load(way))).toEqual(loadFully(loadCatalogue(plain)));
    }
  });

  it('is not cached if it is invalid, and reports the mistake each time', () => {
    const { file, load } = place(textOf('2027-02-30'));
    for (let run = 0; run < 3; run += 1) expect(() => load()).toThrow("'2027-02-30' is not a calendar date");
    writeFileSync(file, textOf().slice(0, -1));
    for (let run = 0; run < 3; run += 1) expect(() => load()).toThrow('not JSON');
  });

  it('is refused if its digest differs from the pinned one, even if it is cached', () => {
    const { file, load } = place(textOf());
    load();
    for (let run = 0; run < 2; run += 1)
      expect(() => load({ extra: [{ path: file, sha256: '0'.repeat(64) }] })).toThrow(
        'is not the file that was pinned',
      );
  });

  it('has no last end of life if an entry has none', () => {
    const open = textOf().replace('"endOfLife":"2027-01-01"', '"endOfLife":null');
    const { load } = place(open);
    expect([load(), load()].map(({ outline }) => outline?.lastEnd)).toEqual([null, null]);
  });

  it('is not cached if it is small', () => {
    const { load } = place(textOf('2027-01-01', 5));
    expect([load(), load()].map(({ outline }) => outline)).toEqual([undefined, undefined]);
  });
});
