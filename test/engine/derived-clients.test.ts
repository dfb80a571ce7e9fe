import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower_id}/bells']] });
const BASE = 'https://api.clock.test/rest/v2';
const KY = `import ky from 'ky';\nconst api = ky.create({ prefixUrl: '${BASE}' });\n`;
const GOT = `import got from 'got';\nconst api = got.extend({ prefixUrl: '${BASE}' });\n`;

function found(source: string): readonly string[] {
  return findings({ 'a.ts': source }, CATALOGUE).map(({ confidence }) => confidence);
}

describe('a client that another one is made of', () => {
  it.each([
    [
      'the base that a function makes',
      `${KY}api.extend((o) => ({ prefixUrl: \`\${o.prefixUrl}/towers/1\` })).get('bells');`,
    ],
    [
      'the base that the second function makes',
      `${KY}const tower = (o) => ({ prefixUrl: o.prefixUrl + '/towers' });
api.extend(tower).extend((o) => ({ prefixUrl: o.prefixUrl + '/1' })).get('bells');`,
    ],
    ['the base that a function leaves', `${KY}api.extend((o) => ({ headers: o.headers })).get('towers/1/bells');`],
    ['the base of a client that it is given', `${GOT}got.extend(api, { retry: 1 }).get('towers/1/bells');`],
    [
      'the base that lies over that of a client',
      `${GOT}got.extend(api, { prefixUrl: '${BASE}/towers/1' }).get('bells');`,
    ],
    [
      'the base of the last of several clients',
      `${GOT}const other = got.extend({ prefixUrl: 'https://clock.example.com' });
got.extend(other, api)('towers/1/bells');`,
    ],
  ])('has %s', (_, source) => {
    expect(found(source)).toEqual(['certain']);
  });

  it.each([
    [
      'that a function leads elsewhere',
      `${KY}api.extend(() => ({ prefixUrl: 'https://clock.example.com' })).get('towers/1/bells');`,
    ],
    [
      'that a function leads below',
      `${KY}api.extend((o) => ({ prefixUrl: o.prefixUrl + '/live' })).get('towers/1/bells');`,
    ],
    [
      'of several, the last one elsewhere',
      `${GOT}const other = got.extend({ prefixUrl: 'https://clock.example.com' });
got.extend(api, other)('towers/1/bells');`,
    ],
  ])('is another one %s', (_, source) => {
    expect(found(source)).toEqual([]);
  });
});
