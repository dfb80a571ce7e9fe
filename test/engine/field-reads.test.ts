import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/model/deprecation.js';
import { catalogueOf, deadFields, findings } from './support.js';

const BELLS = 'https://api.clock.test/rest/v2/bells';
const CATALOGUE: Catalogue = {
  ...catalogueOf({}),
  deprecations: [deadFields('bell-names', 'GET /bells', ['/oldName', '/old_name', '/maker/town'])],
};

function read(lines: string): readonly (readonly string[] | undefined)[] {
  return findings({ 'a.ts': lines }, CATALOGUE).map(({ fields }) => fields);
}

describe('reads of response fields', () => {
  it.each(['oldName', 'old_name', 'maker.town'])('are found however the field is spelled: %s', (field) => {
    const source = `const { result } = await (await fetch('${BELLS}')).json(); if (result[0].${field} === 'Ben') ring();`;
    expect(read(source)).toEqual([[`/${field.replace('.', '/')}`]]);
  });

  it('are found through a name that holds a part of the record', () => {
    const source = `const { result } = await (await fetch('${BELLS}')).json(); const maker = result.maker; log(maker.town);`;
    expect(read(source)).toEqual([['/maker/town']]);
  });

  it.each(['result.oldName()', 'result.name', 'result.town', 'result.oldName = 1', 'other.oldName'])(
    'are no calls, other fields, writes or other records: %s',
    (expression) => {
      const source = `const { result } = await (await fetch('${BELLS}')).json(); log(() => { ${expression}; });`;
      expect(read(source)).toEqual([]);
    },
  );
});

describe('where a read answer comes from', () => {
  const use = 'log((await (await fetch(`${base}/bells`)).json()).oldName);';

  it('is proved as for any request: nothing points to the API', () => {
    expect(findings({ 'a.ts': `export async function f(base) { ${use} }` }, CATALOGUE)).toMatchObject([
      { confidence: 'possible', evidence: { host: 'unknown' } },
    ]);
  });

  it('is proved by a module that names the API, which is told', () => {
    const [finding] = findings({ 'a.ts': `// api.clock.test\nexport async function f(base) { ${use} }` }, CATALOGUE);
    expect(finding).toMatchObject({ confidence: 'probable', evidence: { host: 'graph' } });
    expect(finding?.evidence.steps.map(({ kind }) => kind)).toEqual(['module-graph', 'literal']);
  });

  it('is proved by the version path, which is no name of the API', () => {
    const source =
      'export async function f(base) { log((await (await fetch(`${base}/rest/v2/bells`)).json()).oldName); }';
    expect(findings({ 'a.ts': source }, CATALOGUE)).toMatchObject([
      { confidence: 'probable', evidence: { host: 'version' } },
    ]);
  });
});

describe('the envelope of answers', () => {
  const [described] = CATALOGUE.deprecations;
  const api = { id: 'clock', baseUrls: CATALOGUE.baseUrls, envelope: 'items' };
  const own = described === undefined ? [] : [{ ...described, api: 'clock' }];
  const readIn = (expression: string, catalogue: Catalogue) =>
    findings({ 'a.ts': `const answer = await fetch('${BELLS}'); log(${expression});` }, catalogue).length;

  it('is what the catalogue says', () => {
    const catalogue = { ...CATALOGUE, apis: [api], deprecations: own };
    expect(readIn('(await answer.json()).items[0].oldName', catalogue)).toBe(1);
    expect(readIn('(await answer.json()).oldName', catalogue)).toBe(0);
  });

  it('is none where the catalogue says nothing; the answer itself is still no record', () => {
    expect(readIn('(await answer.json()).oldName', CATALOGUE)).toBe(1);
    expect(readIn('answer.oldName', CATALOGUE)).toBe(0);
  });
});
