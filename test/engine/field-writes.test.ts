import { describe, expect, it } from 'vitest';
import type { Catalogue, FieldDeprecation } from '../../src/core/model/deprecation.js';
import { catalogueOf, deadFields, findings } from './support.js';

const BELLS = 'https://api.clock.test/rest/v2/bells';
const entry: FieldDeprecation = {
  ...deadFields('bell-names', 'POST /bells', ['/maker/town', '/maker/name']),
  when: { pointer: '/kind', equals: 'chime' },
  shared: ['/maker/name'],
};
const CATALOGUE: Catalogue = { ...catalogueOf({}), deprecations: [entry] };

/** Lists confidence and fields of each finding in a program that sends `body`, after the code in `before`. */
function sent(body: string, before = '', catalogue = CATALOGUE): readonly string[] {
  const source = `${before}\nexport const f = () => fetch('${BELLS}', { method: 'POST', body: ${body} });`;
  return findings({ 'a.ts': source }, catalogue).map(({ confidence, fields = [] }) =>
    [confidence, ...fields].join(' '),
  );
}

describe('bodies of the request package and its relatives', () => {
  const BELL = "{ kind: 'chime', maker: { town: 'Ulm' } }";
  it.each([
    ['request', `request({ url, method: 'POST', json: true, body: ${BELL} })`],
    ['request', `request.post(url, { json: true, body: ${BELL} })`],
    ['request', `request.post({ uri: url, body: ${BELL}, json: true })`],
    ['request', `request.post(url, { json: ${BELL} })`],
    ['request-promise', `request({ method: 'POST', uri: url, body: ${BELL}, json: isJson ? true : false })`],
    ['request-promise-native', `request.defaults({ json: true }).post(url, { body: ${BELL} })`],
  ])('are read as JSON if an option says so: %s %s', (module, call) => {
    const source = `const request = require('${module}');\nconst url = '${BELLS}';\n${call};`;
    expect(findings({ 'a.ts': source }, CATALOGUE).map(({ confidence }) => confidence)).toEqual(['certain']);
  });

  it('are empty if the option is set without a body', () => {
    const source = `const request = require('request');\nrequest.post('${BELLS}', { json: true });`;
    expect(findings({ 'a.ts': source }, CATALOGUE)).toEqual([]);
  });
});

describe('bodies sent as JSON', () => {
  it.each([
    [`'{"kind":"chime","maker":{"town":"Ulm"}}'`],
    ['`{\n  "kind" : "chime",\n  "maker" : { "town" : "${town()}" }\n}`'],
    [`'{"kind":"chime","maker":{"town":"' + town + '"}}'`],
    [`JSON.stringify(JSON.parse('{"kind":"chime","maker":{"town":"Ulm"}}'))`],
    [`JSON.stringify({ ...JSON.parse('{"kind":"chime"}'), maker: { town: 'Ulm' } })`],
    [`'[1,{"kind":"chime","maker":{"town":"Ulm"}}]'`],
    [`'{"kind":"chime","maker":' + JSON.stringify({ town: 'Ulm' }) + '}'`],
    [`'{"\\\\u006bind":"chime","maker":{"town":"Ulm"}}'`],
  ])('are parsed from text: %s', (body) => {
    expect(sent(body)).toEqual(['certain /maker/town']);
  });

  it.each([
    [`'{"kind":"gong","maker":{"town":"Ulm"}}'`],
    [`'{"kind":"chime","maker":{"town":"Ulm"}'`],
    [`'{"kind":"chime","note":"\\\\"maker\\\\":{\\\\"town\\\\":1}"}'`],
    [`'kind=chime&town=Ulm'`],
    ['town'],
    [`JSON.parse(town, revive)`],
  ])('contain no deprecated field: %s', (body) => {
    expect(sent(body)).toEqual([]);
  });

  it.each([
    ["{ kind: 'chime', maker: { [TOWN]: 'Ulm' } }"],
    ["{ kind: 'chime', maker: { [`${'to'}wn`]: 'Ulm' } }"],
    ["{ ['ki' + 'nd']: 'chime', [MAKER]: { town: 'Ulm' } }"],
    ["{ kind: 'chime', maker: { ...{ [TOWN]: 'Ulm' }, year: 1 } }"],
  ])('contain computed keys: %s', (body) => {
    expect(sent(`JSON.stringify(${body})`, "const TOWN = 'town';\nconst MAKER = 'maker';")).toEqual([
      'certain /maker/town',
    ]);
  });

  it('contain a field with less confidence if its key is one of several', () => {
    const body = "JSON.stringify({ kind: 'chime', maker: { [isTown ? 'town' : 'land']: 'Ulm' } })";
    expect(sent(body)).toEqual(['probable /maker/town']);
  });

  it('contain no field for another computed key', () => {
    expect(sent("JSON.stringify({ kind: 'chime', maker: { [LAND]: 'Ulm' } })", "const LAND = 'land';")).toEqual([]);
  });

  it('give the finding the place of the field in the text', () => {
    const source = `fetch('${BELLS}', { method: 'POST', body: '{"kind":"chime","maker":{"town":1}}' });`;
    const [finding] = findings({ 'a.ts': source }, CATALOGUE);
    expect(source.slice(...(finding?.at.span ?? []))).toBe('"town"');
  });

  it('are parsed to a limited depth without an error', () => {
    const deep = `${'{"maker":'.repeat(200)}1${'}'.repeat(200)}`;
    expect(sent(`'${deep}'`)).toEqual([]);
  });
});

describe('a field that the program may remove', () => {
  const record = `const bell = { kind: 'chime', maker: { town: 'Ulm', size: 3 } };`;
  const all = 'JSON.stringify(bell)';

  it.each([
    ['a property that is deleted', `${record} delete bell.maker.town;`, all],
    ['a property that is set to undefined', `${record} bell.maker.town = undefined;`, all],
    ['a part that is deleted', `${record} delete bell.maker;`, all],
    [
      'a property that a rest pattern leaves out',
      `${record} const { town, ...maker } = bell.maker;`,
      `JSON.stringify({ ...bell, maker })`,
    ],
    [
      'a property that a helper omits',
      `import { omit } from 'lodash'; ${record}`,
      `JSON.stringify(omit(bell, ['maker.town']))`,
    ],
    ['a property that a JSON replacer list omits', record, `JSON.stringify(bell, ['kind', 'maker', 'size'])`],
    ['a value that is undefined', '', `JSON.stringify({ kind: 'chime', maker: { town: undefined } })`],
  ])('is not reported for %s', (_case, before, body) => {
    expect(sent(body, before)).toEqual([]);
  });

  it.each([
    ['deleted in a branch', `${record} if (x) delete bell.maker.town;`, all],
    ['deleted through an alias', `${record} [bell].forEach((one) => { delete one.maker.town; });`, all],
    ['undefined in one case', '', `JSON.stringify({ kind: 'chime', maker: { town: x ? 'Ulm' : undefined } })`],
    ['copied by a function of a package', `import { clean } from 'tidy'; ${record}`, 'JSON.stringify(clean(bell))'],
    ['picked by a helper', `import { pick } from 'lodash'; ${record}`, `JSON.stringify(pick(bell, ['kind', 'maker']))`],
    ['filtered in a list of entries', record, 'JSON.stringify(Object.fromEntries(Object.entries(bell).filter(test)))'],
    ['sent through a JSON replacer function', record, 'JSON.stringify(bell, (key, value) => value)'],
  ])('is probable if it is %s', (_case, before, body) => {
    expect(sent(body, before)).toEqual(['probable /maker/town']);
  });

  it('is certain if only other fields are deleted', () => {
    expect(sent(all, `${record} delete bell.maker.size;`)).toEqual(['certain /maker/town']);
  });

  it('is certain if it is set again', () => {
    expect(sent(all, `${record} bell.maker = { town: 'Linz' };`)).toEqual(['certain /maker/town']);
  });
});

describe('a record of unknown type', () => {
  const post = (condition: string, body: string): readonly string[] => {
    const source = `export function f(kind, bell) { ${condition} fetch('${BELLS}', { method: 'POST', body: JSON.stringify(${body}) }); }`;
    return findings({ 'a.ts': source }, CATALOGUE).map(({ confidence }) => confidence);
  };

  it('is not reported if its only field exists in other types as well', () => {
    expect(post('', `{ kind, maker: { name: 'Ben' } }`)).toEqual([]);
    expect(post('', `{ kind: 'chime', maker: { name: 'Ben' } }`)).toEqual(['certain']);
    expect(post('', `{ kind, maker: { name: 'Ben', town: 'Ulm' } }`)).toEqual(['probable']);
  });

  it.each([
    [`if (kind === 'chime') `, 'certain'],
    [`if (kind !== 'chime') return; `, 'certain'],
    [`if (['chime'].includes(kind)) `, 'certain'],
    [`if (kind === other) `, 'probable'],
    [`if (bell.kind === 'gong') `, 'probable'],
  ])('has its confidence decided by the condition: %s', (condition, confidence) => {
    expect(post(condition, `{ kind, maker: { town: 'Ulm' } }`)).toEqual([confidence]);
  });

  it.each([
    [`if (kind === 'gong') `],
    [`if (kind !== 'gong') {} else `],
    [`if (kind === 'chime') return; `],
    [`if (kind === 'gong' || kind === 'drum') return log(); if (kind === 'chime') throw 1; `],
    [`if (['gong', 'drum'].includes(kind)) `],
  ])('is not reported if a condition selects another type: %s', (condition) => {
    expect(post(condition, `{ kind, maker: { town: 'Ulm' } }`)).toEqual([]);
  });

  it('is decided by a condition on the record that it spreads', () => {
    expect(post(`if (bell.kind === 'gong') `, `{ ...bell, maker: { town: 'Ulm' } }`)).toEqual([]);
    expect(post(`if (bell.kind === 'chime') `, `{ ...bell, maker: { town: 'Ulm' } }`)).toEqual(['certain']);
  });
});

describe('a field with an allowed value', () => {
  const reset: Catalogue = {
    ...catalogueOf({}),
    deprecations: [{ ...deadFields('bell-mail', 'PUT /bells', ['/mail']), allowedValues: [''] }],
  };
  const notes = (method: string): readonly (readonly string[])[] =>
    findings({ 'a.ts': `fetch('${BELLS}', { method: '${method}', body: JSON.stringify({ mail: '' }) });` }, reset).map(
      (finding) => finding.notes,
    );

  it('may be set to that value with PATCH, which findings of other methods mention', () => {
    expect(notes('PATCH')).toEqual([]);
    expect(notes('PUT')).toEqual([['Set to that value with `PATCH` it is reset, which is allowed.']]);
  });

  it('is possible if the catalogue is unsure which operations have the field', () => {
    const field = deadFields('bell-mail', 'PUT /bells', ['/mail']);
    const unsure = { ...field, endpoints: field.endpoints.map((endpoint) => ({ ...endpoint, unsure: true as const })) };
    const source = `fetch('${BELLS}', { method: 'PUT', body: JSON.stringify({ mail: 'a@clock.test' }) });`;
    expect(findings({ 'a.ts': source }, { ...catalogueOf({}), deprecations: [unsure] })).toMatchObject([
      {
        confidence: 'possible',
        notes: ['The catalogue does not say which operations have this field; this one may.'],
      },
    ]);
  });
});

describe('a record from another file', () => {
  const make = `export const make = (town) => ({ kind: 'chime', maker: { town } });`;

  it('is reported at the innermost expression that uses it, with the place to fix', () => {
    const source = `import { make } from './make';\nfetch('${BELLS}', { method: 'POST', body: JSON.stringify(make('Ulm')) });`;
    const [finding] = findings({ 'a.ts': source, 'make.ts': make }, CATALOGUE);
    expect(source.slice(...(finding?.at.span ?? []))).toBe(`make('Ulm')`);
    expect(finding?.causedAt?.file).toBe('make.ts');
    expect(make.slice(...(finding?.causedAt?.span ?? []))).toBe('town');
    expect(finding?.evidence.steps.map(({ kind, at }) => `${kind} ${at.file}`)).toEqual([
      'wrapper a.ts',
      'base-url a.ts',
      'literal make.ts',
    ]);
  });
});

describe('a field that a function elsewhere in the file deletes', () => {
  const clean = 'export function clean(x) { delete x.maker.town; return x; }';
  const record = "{ kind: 'chime', maker: { town: 'Ulm' } }";

  it('is certain if it is written in the request itself', () => {
    expect(sent(`JSON.stringify(${record})`, clean)).toEqual(['certain /maker/town']);
  });

  it.each([
    ['a variable that the function may change', 'JSON.stringify(body)', `${clean}\nconst body = ${record};`],
    [
      'the result of a function that deletes it',
      `JSON.stringify(tidy(${record}))`,
      `${clean}\nconst tidy = (x) => clean(x);`,
    ],
    ['the result of an unknown function', `JSON.stringify(unknown(${record}))`, clean],
  ])('is not certain in %s', (_, body, before) => {
    expect(sent(body, before)).not.toContainEqual(expect.stringMatching(/^certain/));
  });
});
