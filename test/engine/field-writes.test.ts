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

/** Confidence and fields of each finding in a program that posts `body`, after `before`. */
function sent(body: string, before = '', catalogue = CATALOGUE): readonly string[] {
  const source = `${before}\nexport const f = () => fetch('${BELLS}', { method: 'POST', body: ${body} });`;
  return findings({ 'a.ts': source }, catalogue).map(({ confidence, fields = [] }) =>
    [confidence, ...fields].join(' '),
  );
}

describe('bodies of `request` and its relatives', () => {
  const BELL = "{ kind: 'chime', maker: { town: 'Ulm' } }";
  it.each([
    ['request', `request({ url, method: 'POST', json: true, body: ${BELL} })`],
    ['request', `request.post(url, { json: true, body: ${BELL} })`],
    ['request', `request.post({ uri: url, body: ${BELL}, json: true })`],
    ['request', `request.post(url, { json: ${BELL} })`],
    ['request-promise', `request({ method: 'POST', uri: url, body: ${BELL}, json: isJson ? true : false })`],
    ['request-promise-native', `request.defaults({ json: true }).post(url, { body: ${BELL} })`],
  ])('stand beside the word that they are JSON: %s %s', (module, call) => {
    const source = `const request = require('${module}');\nconst url = '${BELLS}';\n${call};`;
    expect(findings({ 'a.ts': source }, CATALOGUE).map(({ confidence }) => confidence)).toEqual(['certain']);
  });

  it('are none where that word stands alone', () => {
    const source = `const request = require('request');\nrequest.post('${BELLS}', { json: true });`;
    expect(findings({ 'a.ts': source }, CATALOGUE)).toEqual([]);
  });
});

describe('bodies written as JSON', () => {
  it.each([
    [`'{"kind":"chime","maker":{"town":"Ulm"}}'`],
    ['`{\n  "kind" : "chime",\n  "maker" : { "town" : "${town()}" }\n}`'],
    [`'{"kind":"chime","maker":{"town":"' + town + '"}}'`],
    [`JSON.stringify(JSON.parse('{"kind":"chime","maker":{"town":"Ulm"}}'))`],
    [`JSON.stringify({ ...JSON.parse('{"kind":"chime"}'), maker: { town: 'Ulm' } })`],
    [`'[1,{"kind":"chime","maker":{"town":"Ulm"}}]'`],
    [`'{"kind":"chime","maker":' + JSON.stringify({ town: 'Ulm' }) + '}'`],
    [`'{"\\\\u006bind":"chime","maker":{"town":"Ulm"}}'`],
  ])('are read: %s', (body) => {
    expect(sent(body)).toEqual(['certain /maker/town']);
  });

  it.each([
    [`'{"kind":"gong","maker":{"town":"Ulm"}}'`],
    [`'{"kind":"chime","maker":{"town":"Ulm"}'`],
    [`'{"kind":"chime","note":"\\\\"maker\\\\":{\\\\"town\\\\":1}"}'`],
    [`'kind=chime&town=Ulm'`],
    ['town'],
    [`JSON.parse(town, revive)`],
  ])('are no use of a field: %s', (body) => {
    expect(sent(body)).toEqual([]);
  });

  it.each([
    ["{ kind: 'chime', maker: { [TOWN]: 'Ulm' } }"],
    ["{ kind: 'chime', maker: { [`${'to'}wn`]: 'Ulm' } }"],
    ["{ ['ki' + 'nd']: 'chime', [MAKER]: { town: 'Ulm' } }"],
    ["{ kind: 'chime', maker: { ...{ [TOWN]: 'Ulm' }, year: 1 } }"],
  ])('have the keys that are computed: %s', (body) => {
    expect(sent(`JSON.stringify(${body})`, "const TOWN = 'town';\nconst MAKER = 'maker';")).toEqual([
      'certain /maker/town',
    ]);
  });

  it('may have one of several keys', () => {
    const body = "JSON.stringify({ kind: 'chime', maker: { [isTown ? 'town' : 'land']: 'Ulm' } })";
    expect(sent(body)).toEqual(['probable /maker/town']);
  });

  it('have no field by another key', () => {
    expect(sent("JSON.stringify({ kind: 'chime', maker: { [LAND]: 'Ulm' } })", "const LAND = 'land';")).toEqual([]);
  });

  it('say where the field stands in them', () => {
    const source = `fetch('${BELLS}', { method: 'POST', body: '{"kind":"chime","maker":{"town":1}}' });`;
    const [finding] = findings({ 'a.ts': source }, CATALOGUE);
    expect(source.slice(...(finding?.at.span ?? []))).toBe('"town"');
  });

  it('are read to a limit of depth, without an error', () => {
    const deep = `${'{"maker":'.repeat(200)}1${'}'.repeat(200)}`;
    expect(sent(`'${deep}'`)).toEqual([]);
  });
});

describe('a field that may not be sent', () => {
  const record = `const bell = { kind: 'chime', maker: { town: 'Ulm', size: 3 } };`;
  const all = 'JSON.stringify(bell)';

  it.each([
    ['a property that is deleted', `${record} delete bell.maker.town;`, all],
    ['one that is set to nothing', `${record} bell.maker.town = undefined;`, all],
    ['a part that is deleted', `${record} delete bell.maker;`, all],
    [
      'one taken out by a pattern',
      `${record} const { town, ...maker } = bell.maker;`,
      `JSON.stringify({ ...bell, maker })`,
    ],
    [
      'one that a helper leaves out',
      `import { omit } from 'lodash'; ${record}`,
      `JSON.stringify(omit(bell, ['maker.town']))`,
    ],
    ['one that a list for JSON leaves out', record, `JSON.stringify(bell, ['kind', 'maker', 'size'])`],
    ['a value that is undefined', '', `JSON.stringify({ kind: 'chime', maker: { town: undefined } })`],
  ])('is none: %s', (_case, before, body) => {
    expect(sent(body, before)).toEqual([]);
  });

  it.each([
    ['deleted in a branch', `${record} if (x) delete bell.maker.town;`, all],
    ['deleted by another name', `${record} [bell].forEach((one) => { delete one.maker.town; });`, all],
    ['undefined in one case', '', `JSON.stringify({ kind: 'chime', maker: { town: x ? 'Ulm' : undefined } })`],
    ['remade by a function of a package', `import { clean } from 'tidy'; ${record}`, 'JSON.stringify(clean(bell))'],
    ['left by a helper', `import { pick } from 'lodash'; ${record}`, `JSON.stringify(pick(bell, ['kind', 'maker']))`],
    ['through a list of entries', record, 'JSON.stringify(Object.fromEntries(Object.entries(bell).filter(test)))'],
    ['through a replacer', record, 'JSON.stringify(bell, (key, value) => value)'],
  ])('is probable: %s', (_case, before, body) => {
    expect(sent(body, before)).toEqual(['probable /maker/town']);
  });

  it('is certain where nothing takes it away, whatever else is deleted', () => {
    expect(sent(all, `${record} delete bell.maker.size;`)).toEqual(['certain /maker/town']);
  });

  it('is certain again where it is set once more', () => {
    expect(sent(all, `${record} bell.maker = { town: 'Linz' };`)).toEqual(['certain /maker/town']);
  });
});

describe('a record of a type that is not known', () => {
  const post = (condition: string, body: string): readonly string[] => {
    const source = `export function f(kind, bell) { ${condition} fetch('${BELLS}', { method: 'POST', body: JSON.stringify(${body}) }); }`;
    return findings({ 'a.ts': source }, CATALOGUE).map(({ confidence }) => confidence);
  };

  it('is no sign where only a field is set that other types have', () => {
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
  ])('is told by conditions: %s', (condition, confidence) => {
    expect(post(condition, `{ kind, maker: { town: 'Ulm' } }`)).toEqual([confidence]);
  });

  it.each([
    [`if (kind === 'gong') `],
    [`if (kind !== 'gong') {} else `],
    [`if (kind === 'chime') return; `],
    [`if (kind === 'gong' || kind === 'drum') return log(); if (kind === 'chime') throw 1; `],
    [`if (['gong', 'drum'].includes(kind)) `],
  ])('is none where conditions tell another: %s', (condition) => {
    expect(post(condition, `{ kind, maker: { town: 'Ulm' } }`)).toEqual([]);
  });

  it('is told by a condition on the record that it spreads', () => {
    expect(post(`if (bell.kind === 'gong') `, `{ ...bell, maker: { town: 'Ulm' } }`)).toEqual([]);
    expect(post(`if (bell.kind === 'chime') `, `{ ...bell, maker: { town: 'Ulm' } }`)).toEqual(['certain']);
  });
});

describe('what may be set', () => {
  const reset: Catalogue = {
    ...catalogueOf({}),
    deprecations: [{ ...deadFields('bell-mail', 'PUT /bells', ['/mail']), allowedValues: [''] }],
  };
  const notes = (method: string): readonly (readonly string[])[] =>
    findings({ 'a.ts': `fetch('${BELLS}', { method: '${method}', body: JSON.stringify({ mail: '' }) });` }, reset).map(
      (finding) => finding.notes,
    );

  it('is the empty value with PATCH, which other methods are told of', () => {
    expect(notes('PATCH')).toEqual([]);
    expect(notes('PUT')).toEqual([['Set to that value with `PATCH` it is reset, which is allowed.']]);
  });

  it('is possible, no more, where nothing says that the operation has the field', () => {
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

describe('a record that is made in another file', () => {
  const make = `export const make = (town) => ({ kind: 'chime', maker: { town } });`;

  it('is reported at the innermost expression that brings it, with the place to mend', () => {
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

describe('a field that is deleted elsewhere in the file', () => {
  const clean = 'export function clean(x) { delete x.maker.town; return x; }';
  const record = "{ kind: 'chime', maker: { town: 'Ulm' } }";

  it('is sent all the same where it is written in the request itself', () => {
    expect(sent(`JSON.stringify(${record})`, clean)).toEqual(['certain /maker/town']);
  });

  it.each([
    ['a variable that others may have', 'JSON.stringify(body)', `${clean}\nconst body = ${record};`],
    ['what a function makes of it', `JSON.stringify(tidy(${record}))`, `${clean}\nconst tidy = (x) => clean(x);`],
    ['what an unknown function makes of it', `JSON.stringify(unknown(${record}))`, clean],
  ])('may not be in %s', (_, body, before) => {
    expect(sent(body, before)).not.toContainEqual(expect.stringMatching(/^certain/));
  });
});
