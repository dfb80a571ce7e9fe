import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { DATA_PACKAGE } from '../../src/knowledge/catalogue/catalogue-files.js';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { describeEntry } from '../../src/engine/judge/describe-end.js';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import { scan } from '../../src/scan/index.js';
import { folder } from '../scanner/support.js';
import { blocksOf } from './pages.js';

const PAGE = readFileSync(new URL('../../docs/catalogues.md', import.meta.url), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/^```json\n([^]*?)^```$/gm)].map((match) => match[1] ?? '');

function endIn(catalogue: Catalogue, id: string): string {
  const found = catalogue.deprecations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return describeEntry(found, '2026-11-22');
}

describe('docs/catalogues.md', () => {
  it('quotes the explanations of ends of life', () => {
    const specification = loadCatalogue();
    const current = loadCatalogue({ edition: 'current' });
    expect(PAGE).toContain(`\n${endIn(specification, 'page-rules-api')}\n`);
    expect(PAGE).toContain(`\n${endIn(specification, 'brotli-setting-api')}\n`);
    expect(PAGE).toContain(`\n${endIn(current, 'account-roles')}\n`);
    expect(PAGE).toContain(`\n${endIn(current, 'mirage')}\n`);
  });

  it('has the dates and numbers of the editions', () => {
    for (const [id, entries] of [
      ['specification', 'the 20 rows'],
      ['current', '31 newer entries'],
    ] as const) {
      const { editions } = loadCatalogue({ edition: id });
      const asOf = editions.find((edition) => edition.id === id)?.asOf ?? '';
      expect(PAGE).toMatch(new RegExp(`\\| \`${id}\`[^|]*\\| ${asOf} \\|[^|]*${entries}`));
    }
    expect(loadCatalogue().deprecations).toHaveLength(20);
    // One of 51 current entries is withdrawn.
    expect(loadCatalogue({ edition: 'current' }).deprecations).toHaveLength(50);
    expect(PAGE).toContain(loadCatalogue({ edition: 'current' }).editions.at(-1)?.reviewBy ?? 'no day');
  });

  it('has valid examples of catalogues and overrides', () => {
    const root = folder({ 'clock.json': EXAMPLES[0] ?? '', 'sunset.json': EXAMPLES[1] ?? '' });
    const own = loadCatalogue({ extra: [`${root}/clock.json`] });
    expect(endIn(own, 'clock/bells-v1')).toBe('Bells, version 1 is deprecated since 2026-02-01.');
    expect(own.apis.map(({ id }) => id)).toContain('clock');
    const changed = endIn(loadCatalogue({ extra: [`${root}/sunset.json`] }), 'rate-limiting-api');
    const [start = '', end = ''] = changed.split(/\S*sunset\.json:\d+/);
    expect(PAGE).toContain(`${start}sunset.json:3${end}`);
  });

  it('has valid examples of entries of format 3', () => {
    const entries = EXAMPLES.slice(2, 4);
    const api = '{ "id": "clock", "baseUrls": [{ "url": "https://api.clock.example" }] }';
    const text = `{ "format": 3, "api": ${api}, "deprecations": [${entries.join(',')}] }`;
    const own = loadCatalogue({ builtin: false, extra: [`${folder({ 'own.json': text })}/own.json`] });
    expect(own.deprecations.map(({ id }) => id)).toEqual(['clock/v17.0', 'clock/v18.0', 'clock/sdk-2']);
  });

  it('shows the message about changes that a replacement requires', async () => {
    const { successors } = JSON.parse(EXAMPLES.find((example) => example.includes('"successors"')) ?? '') as object & {
      successors: unknown;
    };
    const clock = {
      format: 2,
      api: { id: 'clock', title: 'Clock', baseUrls: [{ url: 'https://api.clock.example' }], successors },
      deprecations: [
        {
          ...{ id: 'clock/bell-1', feature: 'Bell 1', kind: 'value', endOfLife: '2027-01-01', pointer: '/bell' },
          ...{ equals: ['bell-1'], endpoints: [{ methods: ['POST'], path: '/bells' }] },
          replacement: { kind: 'product', name: 'bell-3' },
        },
      ],
    };
    const ring = (fields: string): string =>
      `await fetch('https://api.clock.example/bells', { method: 'POST', body: JSON.stringify({ bell: 'bell-1', ${fields} }) });\n`;
    const root = folder({
      'clock.json': JSON.stringify(clock),
      'ring.ts': ring('max_rings: 2') + ring('chimes: []') + ring('volume: 3') + ring("volume: 3, mode: 'loud'"),
    });
    const catalogue = loadCatalogue({ builtin: false, extra: [join(root, 'clock.json')] });
    const { findings } = await scan({ root, catalogue, asOf: '2026-11-28' });
    expect(findings.map(({ message }) => message.split('; ')[1])).toEqual([
      'use bell-3 and rename `max_rings` to `ring_limit`.',
      'use bell-3 and for `chimes` call `POST /v3/bells`.',
      'use bell-3 and drop `volume` unless you set `mode: loud`.',
      'use bell-3.',
    ]);
  });

  it('has an example of names, and the reason for an unknown name', async () => {
    const { names } = JSON.parse(EXAMPLES.find((example) => example.includes('"living"')) ?? '') as {
      readonly names: object;
    };
    const api = { id: 'clock', baseUrls: [{ url: 'https://api.clock.example' }] };
    const root = folder({
      'clock.json': JSON.stringify({ format: 3, api, names, deprecations: [] }),
      'a.js': `const ring = (tune) => fetch('https://api.clock.example/bells/1/ring', { method: 'POST', body: JSON.stringify({ tune }) });
ring('parsifal');
ring('westminster');
ring('my-tune');`,
    });
    const { unresolved } = await scan({ root, catalogue: loadCatalogue({ extra: [`${root}/clock.json`] }) });
    const reason = unresolved.map((row) => row.reason).join();
    expect(PAGE.replaceAll(/\s+/g, ' ')).toContain(`"${reason}"`);
  });

  it('has recipes that update only the catalogues', () => {
    const renovate = EXAMPLES.find((example) => example.includes('"extends"')) ?? '';
    expect(JSON.parse(renovate)).toEqual({
      extends: ['config:recommended'],
      packageRules: [{ matchPackageNames: [DATA_PACKAGE], matchUpdateTypes: ['minor', 'patch'], automerge: true }],
    });
    const [dependabot = ''] = blocksOf(PAGE, 'yaml');
    expect(parse(dependabot)).toEqual({
      version: 2,
      updates: [
        {
          'package-ecosystem': 'npm',
          directory: '/',
          schedule: { interval: 'daily' },
          allow: [{ 'dependency-name': DATA_PACKAGE }],
        },
      ],
    });
    expect(PAGE).toContain(`npm install --save-dev sunset-lint ${DATA_PACKAGE}\n`);
  });
});
