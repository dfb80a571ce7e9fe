import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { readerOf } from './support.js';

const CATALOGUE = loadCatalogue({ builtin: false, apis: ['meta-graph'] });
const SOURCE = "import bizSdk from 'facebook-nodejs-business-sdk';\nbizSdk.FacebookAdsApi.init('x');";

function findingsWith(version: string | undefined): readonly string[] {
  const modules = { ...readerOf({ 'a.ts': SOURCE }), packageVersion: () => version };
  return createAnalyser({ catalogue: CATALOGUE, modules })('a.ts').findings.map(
    ({ deprecation, confidence }) => `${deprecation} ${confidence}`,
  );
}

describe('an import of a package whose major versions end one after the other', () => {
  it('is reported once, for the major version that ends last, if the version is unknown', () => {
    const ends = CATALOGUE.deprecations.filter(({ id }) => id.startsWith('meta-graph/business-sdk-js-'));
    expect(ends.length).toBeGreaterThan(5);
    const last =
      ends
        .map(({ endOfLife, id }) => `${endOfLife ?? '~'} ${id}`)
        .sort()
        .at(-1)
        ?.split(' ')[1] ?? '';
    expect(findingsWith(undefined)).toEqual([`${last} probable`]);
  });

  it('is reported for its own major version if the version is known', () => {
    expect(findingsWith('17.0.2')).toEqual(['meta-graph/business-sdk-js-17 certain']);
    expect(findingsWith('99.0.0')).toEqual([]);
  });
});
