import { describe, expect, it } from 'vitest';
import { matchPath } from '../../src/engine/match/match.js';
import { segmentsOf } from '../../src/engine/match/url-parts.js';
import { catalogueOf, findings, indexOf, live, partsOf } from './support.js';

const CATALOGUE = catalogueOf(
  {
    bells: [['GET', '/towers/{city}/{tower}/bells']],
    members: [['GET', '/crews/{crew_id}/towers/{city}/{tower}']],
  },
  [live('GET', '/towers/{group}/hands')],
);

function match(path: string): string | undefined {
  return matchPath(indexOf(CATALOGUE), segmentsOf(partsOf(path)))?.entry.path;
}

describe('a variable in place of two path segments', () => {
  it.each([
    ['/towers/${fullName}/bells', '/towers/{city}/{tower}/bells'],
    ['/towers/${this.name}/bells', '/towers/{city}/{tower}/bells'],
    ['/towers/${fullname}/bells', '/towers/{city}/{tower}/bells'],
    ['/towers/${this.__fullname}/bells', '/towers/{city}/{tower}/bells'],
    ['/towers/${tower.full_name}/bells', '/towers/{city}/{tower}/bells'],
    ['/towers/${process.env.CLOCK_REPOSITORY}/bells', '/towers/{city}/{tower}/bells'],
    ['/towers/${slug}/bells', '/towers/{city}/{tower}/bells'],
    ['/towers/${nwo}/bells', '/towers/{city}/{tower}/bells'],
    ['/crews/${id}/towers/${repo}', '/crews/{crew_id}/towers/{city}/{tower}'],
  ])('matches %s against %s', (path, template) => {
    expect(match(path)).toBe(template);
  });

  it.each([
    '/towers/${id}/bells',
    '/towers/x-${repo}/bells',
    '/towers/${repo}/hands',
    '/crews/${id}/towers/${path}',
    '/crews/${id}/towers/${name}',
    '/crews/${id}/towers/${fullname}',
    '/towers/${repo}/${what}',
    '/towers/${filename}/bells',
  ])('does not match %s', (path) => {
    expect(match(path)).toBeUndefined();
  });

  it('takes precedence over a live operation with a parameter in place of a literal', () => {
    const inUse = catalogueOf({ bells: [['GET', '/towers/{city}/{tower}/bells']] }, [
      live('GET', '/towers/{city}/{tower}'),
    ]);
    const matched = (path: string): string | undefined =>
      matchPath(indexOf(inUse), segmentsOf(partsOf(path)))?.entry.path;
    expect(matched('/towers/${name}/bells')).toBe('/towers/{city}/{tower}/bells');
    expect(matched('/towers/${name}/${tower}')).toBeUndefined();
  });

  it('is never reported as certain', () => {
    const source = (base: string): string =>
      `export const read = (repo: string) => fetch(\`${base}/towers/\${repo}/bells\`);`;
    const confidence = (base: string): readonly string[] =>
      findings({ 'a.ts': source(base) }, CATALOGUE).map((one) => one.confidence);
    expect(confidence('https://api.clock.test/rest/v2')).toEqual(['probable']);
    expect(confidence('/rest/v2')).toEqual(['possible']);
  });
});
