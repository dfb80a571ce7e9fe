import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { catalogueOf, deprecatedFields, findings, readerOf } from './support.js';

const BELLS = 'https://api.clock.test/rest/v2/bells';
const CATALOGUE: Catalogue = {
  ...catalogueOf({}),
  deprecations: [deprecatedFields('bell-names', 'GET /bells', ['/oldName', '/old_name', '/maker/town'])],
};

function read(lines: string): readonly (readonly string[] | undefined)[] {
  return findings({ 'a.ts': lines }, CATALOGUE).map(({ fields }) => fields);
}

describe('reads of response fields', () => {
  it.each(['oldName', 'old_name', 'maker.town'])('are found for each spelling of a field: %s', (field) => {
    const source = `const { result } = await (await fetch('${BELLS}')).json(); if (result[0].${field} === 'Ben') ring();`;
    expect(read(source)).toEqual([[`/${field.replace('.', '/')}`]]);
  });

  it('are found through a variable that holds a part of the record', () => {
    const source = `const { result } = await (await fetch('${BELLS}')).json(); const maker = result.maker; log(maker.town);`;
    expect(read(source)).toEqual([['/maker/town']]);
  });

  it.each(['result.oldName()', 'result.name', 'result.town', 'result.oldName = 1', 'other.oldName'])(
    'are not found for calls, other fields, writes or other records: %s',
    (expression) => {
      const source = `const { result } = await (await fetch('${BELLS}')).json(); log(() => { ${expression}; });`;
      expect(read(source)).toEqual([]);
    },
  );
});

describe('the evidence for the API of a response', () => {
  const use = 'log((await (await fetch(`${base}/bells`)).json()).oldName);';

  it('is unknown if nothing points to the API', () => {
    expect(findings({ 'a.ts': `export async function f(base) { ${use} }` }, CATALOGUE)).toMatchObject([
      { confidence: 'possible', evidence: { host: 'unknown' } },
    ]);
  });

  it('is a comment in the module that names the API, with its steps', () => {
    const [finding] = findings({ 'a.ts': `// api.clock.test\nexport async function f(base) { ${use} }` }, CATALOGUE);
    expect(finding).toMatchObject({ confidence: 'probable', evidence: { host: 'graph' } });
    expect(finding?.evidence.steps.map(({ kind }) => kind)).toEqual(['module-graph', 'literal']);
  });

  it('is the version path, which does not name the API', () => {
    const source =
      'export async function f(base) { log((await (await fetch(`${base}/rest/v2/bells`)).json()).oldName); }';
    expect(findings({ 'a.ts': source }, CATALOGUE)).toMatchObject([
      { confidence: 'probable', evidence: { host: 'version' } },
    ]);
  });
});

describe('the envelope of responses', () => {
  const [described] = CATALOGUE.deprecations;
  const api = { id: 'clock', baseUrls: CATALOGUE.apis.flatMap(({ baseUrls }) => baseUrls), envelope: 'items' };
  const own = described === undefined ? [] : [{ ...described, api: 'clock' }];
  const readIn = (expression: string, catalogue: Catalogue) =>
    findings({ 'a.ts': `const answer = await fetch('${BELLS}'); log(${expression});` }, catalogue).length;

  it('is unwrapped if the catalogue names it', () => {
    const catalogue = { ...CATALOGUE, apis: [api], deprecations: own };
    expect(readIn('(await answer.json()).items[0].oldName', catalogue)).toBe(1);
    expect(readIn('(await answer.json()).oldName', catalogue)).toBe(0);
  });

  it('is not unwrapped if the catalogue names none; the response itself is not a record', () => {
    expect(readIn('(await answer.json()).oldName', CATALOGUE)).toBe(1);
    expect(readIn('answer.oldName', CATALOGUE)).toBe(0);
  });
});

describe('fields of records that are passed to functions', () => {
  const bells = `const bells = (await (await fetch('${BELLS}')).json()).result;`;

  it.each([
    [
      'by name in a callback',
      `function show(bell) { log(bell.oldName); } ${bells} bells.forEach((bell) => show(bell));`,
    ],
    ['as the callback itself', `function show(bell) { log(bell.oldName); } ${bells} bells.map(show);`],
    ['in a loop', `const show = (bell) => bell.oldName; ${bells} for (const bell of bells) show(bell);`],
    ['into a pattern', `function show({ oldName }) { log(oldName); } ${bells} bells.map((bell) => show(bell));`],
    ['as a part of an argument', `function show({ bell }) { log(bell.oldName); } ${bells} show({ bell: bells[0] });`],
    [
      'through several functions',
      `function a(x) { b(x); } function b(x) { log(x.oldName); } ${bells} bells.forEach(a);`,
    ],
    [
      'as a method',
      `class T { row(bell) { return bell.oldName; } async all() { ${bells} bells.map((b) => this.row(b)); } }`,
    ],
    ['by then', `const show = (bell) => bell.oldName; fetch('${BELLS}').then((r) => r.json()).then(show);`],
    ['by reduce', `const add = (all, bell) => all + bell.oldName; ${bells} bells.reduce(add, '');`],
    ['by Promise.all', `${bells} await Promise.all(bells.map(async (bell) => bell.oldName));`],
    [
      'as the result of a function',
      `async function all() { ${bells} return bells; } for (const b of await all()) log(b.oldName);`,
    ],
    [
      'as the values of a generator',
      `async function* all() { ${bells} for (const b of bells) yield b; } for await (const b of all()) log(b.oldName);`,
    ],
    [
      'as the lists of a generator',
      `async function* all() { ${bells} yield* bells; } for await (const b of all()) log(b.oldName);`,
    ],
  ])('are found when the record is passed %s', (_case, source) => {
    expect(read(source)).toEqual([['/oldName']]);
  });

  it('are found once for each parameter of a comparator', () => {
    expect(read(`${bells} bells.sort((a, b) => a.oldName - b.oldName);`)).toEqual([['/oldName'], ['/oldName']]);
  });

  it.each([
    ['no caller passes a record', `export function show(bell) { log(bell.oldName); } ${bells}`],
    [
      'only other objects are passed',
      `function show(bell) { log(bell.oldName); } ${bells} show(other); [1].map(show);`,
    ],
    ['the parameter is another one', `function show(bell, index) { log(index.oldName); } ${bells} bells.map(show);`],
    [
      'the function is another one',
      `function show(bell) { log(bell.oldName); } function f(show) { ${bells.replaceAll('await', '')} show(bells); }`,
    ],
  ])('are not found if %s', (_case, source) => {
    expect(read(source)).toEqual([]);
  });

  it('are found through a caller in another file, which is a step of the evidence', () => {
    const files = {
      'a.ts': 'export function show(bell) { log(bell.oldName); }',
      'b.ts': `import { show } from './a'; ${bells} bells.forEach((bell) => show(bell));`,
    };
    const modules = { ...readerOf(files), importers: (file: string) => (file === 'a.ts' ? ['b.ts'] : []) };
    const { findings: found } = createAnalyser({ catalogue: CATALOGUE, modules })('a.ts');
    expect(found).toMatchObject([{ at: { file: 'a.ts' }, confidence: 'certain' }]);
    expect(found[0]?.evidence.steps.map(({ kind, at }) => `${kind} ${at.file}`)).toEqual([
      'wrapper b.ts',
      'literal a.ts',
    ]);
  });
});

describe('the type of a record that is read', () => {
  const [plain] = CATALOGUE.deprecations;
  const typed: Catalogue = {
    ...CATALOGUE,
    deprecations: plain?.kind === 'field' ? [{ ...plain, when: { pointer: '/kind', equals: 'chime' } }] : [],
  };
  const sure = (lines: string): readonly string[] =>
    findings({ 'a.ts': `const bells = (await (await fetch('${BELLS}')).json()).result; ${lines}` }, typed).map(
      ({ confidence }) => confidence,
    );

  it.each([
    [`bells.filter((bell) => bell.kind === 'chime').map((bell) => bell.oldName)`],
    [
      `bells.find(({ kind, size }) => size > 3 && kind === 'chime').oldName;log(bells.find(({ kind }) => kind === 'chime').oldName)`,
    ],
    [`bells.map((bell) => bell.kind === 'chime' && bell.oldName)`],
    [`bells.map((bell) => { if (bell.kind !== 'chime') return ''; return bell.oldName; })`],
    [`bells.map((bell) => { switch (bell.kind) { case 'chime': return bell.oldName; } })`],
    [`const isChime = (bell) => bell.kind === 'chime'; bells.map((bell) => isChime(bell) ? bell.oldName : '')`],
    [`const CHIME = 'chime'; for (const bell of bells) if (CHIME === bell.kind) log(bell.oldName)`],
  ])('is certain if conditions select it: %s', (lines) => {
    expect(new Set(sure(lines))).toEqual(new Set(['certain']));
  });

  it.each([
    [`bells.filter((bell) => bell.kind === 'gong').map((bell) => bell.oldName)`],
    [`bells.map((bell) => bell.kind === 'gong' ? bell.oldName : '')`],
    [`bells.map((bell) => bell.kind === 'chime' || bell.oldName)`],
    [`bells.map((bell) => { if (bell.kind === 'chime') { return ''; } return bell.oldName; })`],
    [`for (const { kind, oldName } of bells) { if (kind === 'chime') continue; log(oldName) }`],
    [`bells.map((bell) => { switch (bell.kind) { case 'gong': case 'drum': return bell.oldName; } })`],
    [`bells.map((bell) => { switch (bell.kind) { case 'chime': break; default: return bell.oldName; } })`],
    [`const isGong = (bell) => bell.kind === 'gong'; bells.filter(isGong).map((bell) => bell.oldName)`],
    [`function show(bell) { log(bell.oldName); } for (const bell of bells) if (bell.kind === 'gong') show(bell)`],
  ])('excludes the field if conditions select another type: %s', (lines) => {
    expect(sure(lines)).toEqual([]);
  });

  it.each([
    [`bells.map((bell) => bell.oldName)`],
    [`bells.filter((bell) => bell.kind === other).map((bell) => bell.oldName)`],
    [`bells.filter((bell) => bell.kind === 'gong' || bell.loud).map((bell) => bell.oldName)`],
    [`bells.map((bell) => tower.kind === 'gong' ? bell.oldName : '')`],
    [`bells.map((bell) => { switch (bell.kind) { case 'gong': log(); case 'chime': return bell.oldName; } })`],
    [`bells.map((bell) => { if (bell.kind === 'gong') log(); return bell.oldName; })`],
  ])('leaves the finding probable if conditions do not decide it: %s', (lines) => {
    expect(sure(lines)).toEqual(['probable']);
  });
});
