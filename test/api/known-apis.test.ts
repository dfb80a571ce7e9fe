import { describe, expect, it } from 'vitest';
import { apisOf } from '../../src/core/api/known-apis.js';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import type { Api, BaseUrl } from '../../src/core/model/deprecation.js';

function known(baseUrls: readonly BaseUrl[], api?: Omit<Api, 'baseUrls'>) {
  return apisOf({ digest: '', apis: [{ id: 'clock', ...api, baseUrls }], editions: [], deprecations: [] });
}

const CLOCK = [{ url: 'https://api.clock.test/rest/v2', names: ['clock', 'ck'] }];

describe('the SDK of an API', () => {
  it.each(['clock', 'clock/hands', '@acme/clock', '@acme/provider-clock', '@acme/provider-clock/lib/hands'])(
    'is recognised by its name if the catalogue names none: %s',
    (specifier) => {
      expect(known(CLOCK).isSdk(specifier)).toBe(true);
    },
  );

  it.each(['clocks', 'my-clock', './clock', '@clock/faces', 'provider-clock', 'ck', 'alarm/clock'])(
    'is not confused with %s',
    (specifier) => {
      expect(known(CLOCK).isSdk(specifier)).toBe(false);
    },
  );

  it('is only the packages that the catalogue names', () => {
    const { isSdk } = known(CLOCK, { id: 'clock', packages: ['@clock/sdk', '@*/time.keeper'] });
    const asked = [
      '@clock/sdk',
      '@clock/sdk/hands',
      '@any/time.keeper',
      '@any/timeXkeeper',
      'clock',
      '@clock/sdk-core',
    ];
    expect(asked.filter(isSdk)).toEqual(['@clock/sdk', '@clock/sdk/hands', '@any/time.keeper']);
  });

  it('is recognised by the host if the API has no name, even after base URLs of the settings', () => {
    const { isSdk, names } = known([{ url: 'https://api.bell.test/v1' }, ...CLOCK]);
    expect(names).toEqual(['bell', 'clock']);
    expect(['bell', 'clock'].every(isSdk)).toBe(true);
  });

  it('is unknown without an API', () => {
    expect(known([]).isSdk('clock')).toBe(false);
    expect(known([]).isNamed('clock')).toBe(false);
  });
});

describe('a name in code', () => {
  it.each(['clock', 'CLOCK_URL', 'myClock', 'ck', 'CK_TOKEN', 'theCk', 'url_ck'])('refers to the API: %s', (name) => {
    expect(known(CLOCK).isNamed(name)).toBe(true);
  });

  it.each(['check', 'back', 'lock', 'Ckeditor', 'bell'])('does not refer to the API: %s', (name) => {
    expect(known(CLOCK).isNamed(name)).toBe(false);
  });
});

describe('the packaged catalogue', () => {
  const catalogue = loadCatalogue();
  const { isSdk, of } = apisOf(catalogue);

  it('recognises its SDK, and its provider packages in any scope', () => {
    const asked = [
      'cloudflare',
      'cloudflare/resources/zones',
      '@pulumi/cloudflare',
      '@cdktf/provider-cloudflare/lib/zone',
    ];
    expect(asked.every(isSdk)).toBe(true);
    expect(['@cloudflare/workers-types', 'cloudflare-worker', '@cloudflare/kv-asset-handler'].some(isSdk)).toBe(false);
  });

  it('contains the API of every entry', () => {
    expect(new Set(catalogue.deprecations.map((deprecation) => of(deprecation)?.id))).toEqual(new Set(['cloudflare']));
  });
});
