import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cli } from '../cli/support.js';
import { folder } from '../scanner/support.js';

const TOWERS = {
  format: 2,
  api: { id: 'clock', title: 'Clock', baseUrls: [{ url: 'https://api.clock.test/v2/', names: ['clock'] }] },
  deprecations: [
    {
      id: 'clock/towers',
      feature: 'Towers',
      kind: 'endpoint',
      endOfLife: '2026-02',
      endpoints: [{ methods: ['GET'], path: '/towers' }],
    },
  ],
};

interface Printed {
  readonly api?: unknown;
  readonly catalogues?: readonly Printed[];
  readonly deprecations: readonly { readonly id: string; readonly endOfLife: string | null }[];
}

const files = (config: object, more: Readonly<Record<string, unknown>> = {}): string =>
  folder({
    'sunset-lint.config.json': JSON.stringify(config, null, 1),
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, JSON.stringify(value)])),
  });

async function endOf(root: string, id: string, ...args: readonly string[]): Promise<string | null | undefined> {
  const { out, err, code } = await cli(root, ['catalogue', '--format', 'json', ...args]);
  if (code !== 0) throw new Error(err);
  const printed = JSON.parse(out) as Printed;
  return (printed.catalogues ?? [printed]).flatMap(({ deprecations }) => deprecations).find((one) => one.id === id)
    ?.endOfLife;
}

describe('the edition setting', () => {
  it('is the specification by default, and can be set in the configuration or on the command line', async () => {
    const id = 'firewall-rules-and-filters-api';
    const current = files({ edition: 'current' });
    expect(await endOf(files({}), id)).toBe('2024-05-01');
    expect(await endOf(current, id)).toBe('2025-06-15');
    expect(await endOf(current, id, '--edition', 'specification')).toBe('2024-05-01');
    expect(await endOf(files({}), id, '--edition', 'current')).toBe('2025-06-15');
  });

  it('is refused if it is unknown', async () => {
    expect((await cli(files({ edition: 'curent' }), ['catalogue'])).err).toMatch(/edition is 'curent'.*'current'/);
    expect((await cli(files({}), ['scan', '--edition', 'new'])).err).toContain('specification, current');
  });
});

describe('catalogues in packages', () => {
  it('are found in node_modules from the configuration upward', async () => {
    const root = files(
      { packages: ['@acme/catalogue-clock', 'moved'] },
      {
        'node_modules/@acme/catalogue-clock/package.json': {
          name: '@acme/catalogue-clock',
          sunset: './data/clock.json',
        },
        'node_modules/@acme/catalogue-clock/data/clock.json': TOWERS,
        'node_modules/moved/package.json': { name: 'moved' },
        'node_modules/moved/catalogue.json': { deprecations: [{ id: 'page-rules-api', endOfLife: '2026-05-05' }] },
      },
    );
    expect(await endOf(root, 'clock/towers')).toBe('2026-02');
    expect(await endOf(root, 'page-rules-api')).toBe('2026-05-05');
  });

  it.each([
    ['absent', {}, /the package 'p' is not installed: no node_modules folder from .* upward has it/],
    [
      'pointing outside',
      { 'node_modules/p/package.json': { sunset: '../../own.json' } },
      /must name a JSON file of the package/,
    ],
    ['a program', { 'node_modules/p/package.json': { sunset: 'index.js' } }, /must name a JSON file of the package/],
    ['without a catalogue', { 'node_modules/p/package.json': {} }, /catalogue\.json: cannot be read: ENOENT/],
  ])('end the run if the package is %s', async (_name, more, message) => {
    const { code, err } = await cli(files({ packages: ['p'] }, more), ['catalogue']);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

describe('pinned catalogues', () => {
  const text = JSON.stringify(TOWERS);
  const sha256 = createHash('sha256').update(text).digest('hex');

  it('are read if their digest matches, and refused otherwise', async () => {
    const root = files({ catalogues: [{ file: 'own.json', sha256 }] }, { 'own.json': TOWERS });
    expect(await endOf(root, 'clock/towers')).toBe('2026-02');
    const other = files({ catalogues: [{ file: 'own.json', sha256 }] }, { 'own.json': { ...TOWERS, live: [] } });
    const { code, err } = await cli(other, ['scan']);
    expect(code).toBe(2);
    expect(err).toContain(`own.json: is not the file that was pinned: its SHA-256 is `);
    expect(err).toContain(`not ${sha256}`);
  });
});

describe('overrides in a configuration', () => {
  const override = (more: object): object => ({ overrides: [{ id: 'page-rules-api', ...more }] });

  it('take precedence over all catalogues', async () => {
    const config = { ...override({ endOfLife: '2026-06-30', why: 'Agreed.' }), catalogues: ['own.json'] };
    const own = { deprecations: [{ id: 'page-rules-api', endOfLife: '2026-01-01' }] };
    expect(await endOf(files(config, { 'own.json': own }), 'page-rules-api')).toBe('2026-06-30');
  });

  it.each([
    [
      'the catalogue moved on',
      { endOfLife: '2026-06-30', expects: { endOfLife: '2025-01-05' } },
      "override of 'page-rules-api' (sunset-lint.config.json:3) expected 2025-01-05, the catalogue has 2025-01-06: remove the override.",
    ],
    ['it agrees with the catalogue', { endOfLife: '2025-01-06' }, 'repeats the catalogue: remove the override.'],
    [
      'its until day has passed',
      { endOfLife: '2026-06-30', until: '2025-12-31' },
      'was meant until 2025-12-31: remove it',
    ],
  ])('apply with a warning if %s', async (_name, more, warning) => {
    const root = files(override(more));
    for (const args of [['catalogue'], ['explain', 'page-rules-api'], ['scan', '--allow-no-files']]) {
      const { code, err } = await cli(root, args);
      expect([code, err]).toEqual([0, expect.stringContaining(`warning: `)]);
      expect(err).toContain(warning);
    }
  });

  it.each([
    ['as expected', { endOfLife: '2026-06-30', expects: { endOfLife: '2025-01-06' } }],
    ['on its last day', { endOfLife: '2026-06-30', until: '2026-01-01' }],
  ])('apply without a warning %s', async (_name, more) => {
    expect((await cli(files(override(more)), ['catalogue'])).err).toBe('');
  });

  it.each([
    [
      'an unknown id',
      { id: 'page-rule-api', endOfLife: '2026-01-01' },
      /:4:10: \$\.overrides\[0\]\.id: unknown deprecation .*did you mean 'page-rules-api'/,
    ],
    [
      'an unknown key',
      { endOflife: '2026-01-01' },
      /overrides\[0\]: unknown property 'endOflife'; did you mean 'endOfLife'/,
    ],
    [
      'an unknown expectation',
      { endOfLife: '2026-01-01', expects: { end: 1 } },
      /overrides\[0\]\.expects: unknown property 'end'/,
    ],
    ['an impossible day', { endOfLife: '2026-02-30' }, /'2026-02-30' is not a calendar date/],
    ['a key of another kind', { headers: ['A', 'B'] }, /'headers' is not allowed for this kind/],
    ['a new entry', { kind: 'endpoint' }, /an override changes a known deprecation/],
  ])('are rejected for %s', async (_name, more, message) => {
    const { code, err } = await cli(files(override(more)), ['catalogue']);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });
});

describe('settings of APIs', () => {
  it('can exclude the built-in catalogue', async () => {
    const config = { edition: 'none', catalogues: ['own.json'] };
    const root = files(config, { 'own.json': TOWERS });
    expect(await endOf(root, 'page-rules-api')).toBeUndefined();
    expect(await endOf(root, 'clock/towers')).toBe('2026-02');
    const { code, err } = await cli(files({}), ['scan', '--edition', 'none']);
    expect([code, err]).toEqual([2, expect.stringContaining('no catalogue is left without the built-in one')]);
  });

  it('are refused for unknown ids', async () => {
    for (const root of [files({ apis: ['nobody'] }), files({})]) {
      const { code, err } = await cli(root, ['catalogue', '--api', 'nobody']);
      expect([code, err]).toEqual([2, expect.stringContaining("there is no catalogue of the API 'nobody'")]);
    }
    expect((await cli(files({}), ['catalogue', '--api', '../catalogue'])).code).toBe(2);
  });

  it('can add base URLs', async () => {
    const baseUrls = ['https://proxy.test/v4/', { url: 'https://clock.proxy.test', api: 'clock' }];
    const root = files({ catalogues: ['own.json'], baseUrls }, { 'own.json': TOWERS });
    const { out } = await cli(root, ['catalogue', '--format', 'json']);
    const { catalogues = [] } = JSON.parse(out) as Printed;
    expect(
      catalogues.map(({ api }) => (api as { baseUrls: { url: string }[] }).baseUrls.map(({ url }) => url)),
    ).toEqual([
      ['https://api.cloudflare.com/client/v4', 'https://proxy.test/v4'],
      ['https://api.clock.test/v2', 'https://clock.proxy.test'],
    ]);
  });

  it.each([
    [
      'no API',
      { edition: 'none', catalogues: ['own.json', 'other.json'], baseUrls: ['https://p.test'] },
      /baseUrls\[0\] names no API, and there are several: clock, bells/,
    ],
    [
      'another API',
      { baseUrls: [{ url: 'https://p.test', api: 'clock' }] },
      /baseUrls\[0\] is of the API 'clock', which is not in use/,
    ],
    [
      'a query',
      { baseUrls: ['https://p.test?a=1'] },
      /baseUrls\[0\] is 'https:\/\/p\.test\?a=1', which is not a base URL/,
    ],
  ])('are refused for a base URL with %s', async (_name, config, message) => {
    const other = { format: 2, api: { id: 'bells', baseUrls: [{ url: 'https://api.bells.test' }] }, deprecations: [] };
    const { code, err } = await cli(files(config, { 'own.json': TOWERS, 'other.json': other }), ['catalogue']);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});
