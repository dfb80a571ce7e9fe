import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower_id}/bells']] });
const BASE = 'https://api.clock.test/rest/v2';
const KY = `import ky from 'ky';\nconst api = ky.create({ prefixUrl: '${BASE}' });\n`;
const GOT = `import got from 'got';\nconst api = got.extend({ prefixUrl: '${BASE}' });\n`;

function found(source: string): readonly string[] {
  return findings({ 'a.ts': source }, CATALOGUE).map(({ confidence }) => confidence);
}

describe('a client derived from another client', () => {
  it.each([
    [
      'the base URL that a function returns',
      `${KY}api.extend((o) => ({ prefixUrl: \`\${o.prefixUrl}/towers/1\` })).get('bells');`,
    ],
    [
      'the base URL that the second function returns',
      `${KY}const tower = (o) => ({ prefixUrl: o.prefixUrl + '/towers' });
api.extend(tower).extend((o) => ({ prefixUrl: o.prefixUrl + '/1' })).get('bells');`,
    ],
    [
      'the base URL that a function leaves unchanged',
      `${KY}api.extend((o) => ({ headers: o.headers })).get('towers/1/bells');`,
    ],
    ['the base URL of a client among the arguments', `${GOT}got.extend(api, { retry: 1 }).get('towers/1/bells');`],
    [
      'the base URL of options that override a client',
      `${GOT}got.extend(api, { prefixUrl: '${BASE}/towers/1' }).get('bells');`,
    ],
    [
      'the base URL of the last of several clients',
      `${GOT}const other = got.extend({ prefixUrl: 'https://clock.example.com' });
got.extend(other, api)('towers/1/bells');`,
    ],
  ])('uses %s', (_, source) => {
    expect(found(source)).toEqual(['certain']);
  });

  it.each([
    [
      'replaced by a function',
      `${KY}api.extend(() => ({ prefixUrl: 'https://clock.example.com' })).get('towers/1/bells');`,
    ],
    ['extended by a function', `${KY}api.extend((o) => ({ prefixUrl: o.prefixUrl + '/live' })).get('towers/1/bells');`],
    [
      'overridden by the last of several clients',
      `${GOT}const other = got.extend({ prefixUrl: 'https://clock.example.com' });
got.extend(api, other)('towers/1/bells');`,
    ],
  ])('is not reported if its base URL is %s', (_, source) => {
    expect(found(source)).toEqual([]);
  });
});
