import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { readerOf } from './support.js';

const CATALOGUE = loadCatalogue({ builtin: false, apis: ['meta-graph'] });
const SOURCE = "import bizSdk from 'facebook-nodejs-business-sdk';\nbizSdk.FacebookAdsApi.init('x');";

function told(version: string | undefined): readonly string[] {
  const modules = { ...readerOf({ 'a.ts': SOURCE }), packageVersion: () => version };
  return createAnalyser({ catalogue: CATALOGUE, modules })('a.ts').findings.map(
    ({ deprecation, confidence }) => `${deprecation} ${confidence}`,
  );
}

describe('an import of a package whose majors end one after the other', () => {
  it('is one finding where no version is known, of the major that ends last', () => {
    const ends = CATALOGUE.deprecations.filter(({ id }) => id.startsWith('meta-graph/business-sdk-js-'));
    expect(ends.length).toBeGreaterThan(5);
    const last =
      ends
        .map(({ endOfLife, id }) => `${endOfLife ?? '~'} ${id}`)
        .sort()
        .at(-1)
        ?.split(' ')[1] ?? '';
    expect(told(undefined)).toEqual([`${last} probable`]);
  });

  it('is a finding of its own major where the version is known', () => {
    expect(told('17.0.2')).toEqual(['meta-graph/business-sdk-js-17 certain']);
    expect(told('99.0.0')).toEqual([]);
  });
});
