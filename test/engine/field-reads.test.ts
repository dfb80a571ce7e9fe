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
