import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({
  bells: [['GET PATCH', '/towers/{tower_id}/bells']],
  chimes: [['GET', '/towers/{tower_id}/chimes/{chime_id}']],
});

const BASE = 'https://api.clock.test/rest/v2/towers';

function found(body: string): readonly string[] {
  return findings({ 'a.ts': body }, CATALOGUE).map(({ deprecation }) => deprecation);
}

describe('a path that ends in an empty segment', () => {
  it.each([
    `export const read = (id: string, bell = '') => fetch(\`${BASE}/\${id}/bells/\${bell}\`);`,
    `const BELL = '';\nexport const read = (id: string) => fetch(\`${BASE}/\${id}/bells/\${BELL}\`);`,
    `const BELL = '';\nexport const read = (id: string) => fetch('${BASE}/' + id + '/bells/' + BELL);`,
    `export const read = (id: string, bell?: string) => fetch(\`${BASE}/\${id}/bells/\${bell ?? ''}?page=1\`);`,
    `export const read = (id: string, bell?: string) => fetch('${BASE}/' + id + '/bells/' + (bell || ''));`,
  ])('is not taken for the collection if an expression can be empty: %s', (source) => {
    expect(found(source)).toEqual([]);
  });

  it.each([
    `export const read = (id: string) => fetch(\`${BASE}/\${id}/bells/\`);`,
    `export const read = (id: string) => fetch('${BASE}/' + id + '/bells/');`,
    `export const read = (id: string) => fetch(\`${BASE}/\${id}/bells/?page=1\`);`,
    `export const read = (id: string, query = '') => fetch(\`${BASE}/\${id}/bells\${query}\`);`,
    `const TOWER = '';\nexport const read = () => fetch(\`${BASE}/\${TOWER}/bells\`);`,
  ])('is taken for the collection if the slash is written out: %s', (source) => {
    expect(found(source)).toEqual(['bells']);
  });

  it('is matched as an item of the collection', () => {
    expect(
      found(`const CHIME = '';\nexport const read = (id: string) => fetch(\`${BASE}/\${id}/chimes/\${CHIME}\`);`),
    ).toEqual(['chimes']);
  });
});
