import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import type { NearMiss } from '../../src/core/model/deprecation.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { findings } from '../engine/support.js';
import { FORMS, piecesOf, variablesOf } from './forms.js';
import { sample } from '../share.js';

const CATALOGUE = loadCatalogue();
const NEAR_MISSES = CATALOGUE.deprecations
  .filter((deprecation) => deprecation.kind !== 'field')
  .flatMap(({ nearMisses }) => nearMisses);
const LIVE = NEAR_MISSES.filter(({ status }) => status === 'live');
const COLLISIONS = NEAR_MISSES.filter(({ status }) => status === 'collision');

function program({ method, path }: NearMiss, form: string): string {
  const pieces = piecesOf(path);
  const { before, url } = expectDefined(FORMS[form], form)(pieces, 'https://api.cloudflare.com/client/v4');
  return `export async function run(${[...variablesOf(pieces), 'page'].join(', ')}) {\n  ${before}\n  return fetch(${url}, { method: '${method}' });\n}\n`;
}

describe.each(Object.keys(FORMS))('a request built as %s', (form) => {
  const live = sample(LIVE, Object.keys(FORMS).indexOf(form));

  it('is not reported when its operation only resembles a deprecated one', () => {
    expect(LIVE.length).toBeGreaterThan(150);
    const wrong = live.filter((miss) => findings({ 'a.ts': program(miss, form) }, CATALOGUE).length > 0);
    expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('is reported with a note when its path is in use again', () => {
    expect(COLLISIONS.length).toBeGreaterThan(0);
    for (const miss of COLLISIONS) {
      const [found, ...others] = findings({ 'a.ts': program(miss, form) }, CATALOGUE);
      expect(others).toEqual([]);
      expect(expectDefined(found, miss.path).notes).toContainEqual(
        expect.stringContaining('uses the same method and path again'),
      );
    }
  });
});
