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

describe('a path that ends in nothing', () => {
  it.each([
    `export const read = (id: string, bell = '') => fetch(\`${BASE}/\${id}/bells/\${bell}\`);`,
    `const BELL = '';\nexport const read = (id: string) => fetch(\`${BASE}/\${id}/bells/\${BELL}\`);`,
    `const BELL = '';\nexport const read = (id: string) => fetch('${BASE}/' + id + '/bells/' + BELL);`,
    `export const read = (id: string, bell?: string) => fetch(\`${BASE}/\${id}/bells/\${bell ?? ''}?page=1\`);`,
    `export const read = (id: string, bell?: string) => fetch('${BASE}/' + id + '/bells/' + (bell || ''));`,
  ])('is not the collection where something was put in there: %s', (source) => {
    expect(found(source)).toEqual([]);
  });

  it.each([
    `export const read = (id: string) => fetch(\`${BASE}/\${id}/bells/\`);`,
    `export const read = (id: string) => fetch('${BASE}/' + id + '/bells/');`,
    `export const read = (id: string) => fetch(\`${BASE}/\${id}/bells/?page=1\`);`,
    `export const read = (id: string, query = '') => fetch(\`${BASE}/\${id}/bells\${query}\`);`,
    `const TOWER = '';\nexport const read = () => fetch(\`${BASE}/\${TOWER}/bells\`);`,
  ])('is the collection where its author wrote the slash: %s', (source) => {
    expect(found(source)).toEqual(['bells']);
  });

  it('is what is below the collection', () => {
    expect(
      found(`const CHIME = '';\nexport const read = (id: string) => fetch(\`${BASE}/\${id}/chimes/\${CHIME}\`);`),
    ).toEqual(['chimes']);
  });
});
