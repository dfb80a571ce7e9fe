import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import { catalogueOf, findings } from './support.js';

/** Makes two APIs at one host: deprecated versions of the whole, and operations below any version. */
function both(versions: readonly (readonly [string, string])[]): Catalogue {
  const own = catalogueOf({ bells: [['GET', '/bells']] }).deprecations;
  const whole = catalogueOf({ versions }).deprecations;
  return {
    digest: 'test',
    editions: [],
    apis: [
      { id: 'whole', baseUrls: [{ url: 'https://api.clock.test/rest', names: ['clock'] }] },
      { id: 'clock', baseUrls: [{ url: 'https://api.clock.test/rest/{version}', names: ['clock'] }] },
    ],
    deprecations: [
      ...whole.map((deprecation) => ({ ...deprecation, api: 'whole' })),
      ...own.map((deprecation) => ({ ...deprecation, api: 'clock' })),
    ],
  };
}

const found = (url: string, versions: readonly (readonly [string, string])[]): readonly string[] =>
  findings({ 'a.ts': `fetch(\`${url}\`);` }, both(versions)).map(({ deprecation }) => deprecation);

describe('two APIs, one with a longer base URL', () => {
  it.each([
    ['https://api.clock.test/rest/v1/bells', ['bells', 'versions']],
    ['https://api.clock.test/rest/v1/towers/7', ['versions']],
    ['https://api.clock.test/rest/v2/bells', ['bells']],
    ['https://api.clock.test/rest/v2/v1/towers', []],
  ])('match %s against versions of the shorter one as well', (url, expected) => {
    expect([...found(url, [['GET', '/v1/**']])].sort()).toEqual(expected);
  });

  it('leave paths below the longer base URL to its API alone', () => {
    expect(found('https://api.clock.test/rest/v1/towers', [['GET', '/v1/towers']])).toEqual([]);
    expect(found('https://api.clock.test/rest/v1/towers', [['GET', '/v1']])).toEqual([]);
  });
});
