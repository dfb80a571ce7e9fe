import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClientModel } from '../../src/core/model/client-model.js';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import { catalogueOf, findings } from './support.js';

interface Written {
  readonly id: string;
  readonly baseUrls: readonly string[];
  readonly names?: readonly string[];
  readonly operations: readonly (readonly [methods: string, path: string])[];
  readonly clients?: readonly ClientModel[];
}

/** Makes a catalogue of several APIs, each with one deprecation named after its API. */
function catalogueOfApis(...apis: readonly Written[]): Catalogue {
  const parts = apis.map((api) => catalogueOf({ [`${api.id}-legacy`]: api.operations }).deprecations);
  return {
    digest: 'test',
    editions: [],
    apis: apis.map(({ id, baseUrls, names = [id], clients }) => ({
      id,
      baseUrls: baseUrls.map((url) => ({ url, names })),
      ...(clients === undefined ? {} : { clients }),
    })),
    deprecations: parts.flatMap((deprecations, index) =>
      deprecations.map((deprecation) => ({ ...deprecation, api: apis[index]?.id ?? '' })),
    ),
  };
}

/** Lists findings in a source as ids with their confidence. */
function found(source: string, catalogue: Catalogue): readonly string[] {
  return findings({ 'a.ts': source }, catalogue).map(({ deprecation, confidence }) => `${deprecation} ${confidence}`);
}

const CLOCK: Written = {
  id: 'clock',
  baseUrls: ['https://api.clock.test/rest/v2'],
  operations: [
    ['GET', '/towers/{id}/bells'],
    ['GET', '/makers/{id}'],
  ],
};
const VOICE: Written = {
  id: 'voice',
  baseUrls: ['https://api.voice.test/v1'],
  operations: [
    ['POST', '/threads'],
    ['GET', '/threads/{id}'],
  ],
};
const BOTH = catalogueOfApis(CLOCK, VOICE);

describe('two APIs in one catalogue', () => {
  it.each([
    ['https://api.clock.test/rest/v2/makers/7', ['clock-legacy certain']],
    ['https://api.voice.test/v1/threads/7', ['voice-legacy certain']],
    ['https://api.voice.test/v1/makers/7', []],
    ['https://api.voice.test/v1/towers/7/bells', []],
    ['https://api.clock.test/v1/threads/7', []],
    ['https://api.clock.test/rest/v2/threads/7', []],
    ['https://own.test/v1/makers/7', []],
    ['https://own.test/v1/threads/7', []],
  ])('matches %s only against the API at its host', (url, expected) => {
    expect(found(`fetch('${url}');`, BOTH)).toEqual(expected);
  });

  it('are not matched by a path that begins with a version of one word', () => {
    expect(found("fetch('/v1/makers/7');", BOTH)).toEqual([]);
    expect(found("fetch('/v1/threads/7');", BOTH)).toEqual([]);
    expect(found('export const ask = (base) => fetch(`${base}/v1/threads/7`);', BOTH)).toEqual([]);
  });

  it('are not confirmed by a URL of the other API in the file', () => {
    const source = (witness: string): string =>
      `const link = '${witness}'; export const ask = (send) => send.get('/v1/threads/7', link);`;
    expect(found(source('https://api.clock.test/rest/v2/faces'), BOTH)).toEqual([]);
  });

  it('are distinguished by names of variables in code', () => {
    const source = (name: string): string => `export const ask = (${name}) => fetch(\`\${${name}}/threads/7\`);`;
    expect(found(source('voiceUrl'), BOTH)).toEqual(['voice-legacy possible']);
    expect(found(source('clockUrl'), BOTH)).toEqual([]);
  });

  it('are not matched by a base URL whose default belongs to the other API', () => {
    const source = "const base = process.env.BASE ?? 'https://api.voice.test/v1'; fetch(`${base}/makers/7`);";
    expect(found(source, BOTH)).toEqual([]);
  });
});

const ROWS: Written['operations'] = [['GET', '/towers/{id}/bells']];

describe('a base URL', () => {
  it.each([
    ['without a path', 'https://api.clock.test', 'https://api.clock.test/towers/1/bells', true],
    ['without a path, and another host', 'https://api.clock.test', 'https://clock.test/towers/1/bells', false],
    ['with a port', 'http://clock.test:8080/api', 'http://clock.test:8080/api/towers/1/bells', true],
    ['with a port, and another one', 'http://clock.test:8080/api', 'http://clock.test:9090/api/towers/1/bells', false],
    ['with the usual port', 'https://clock.test:443/api', 'https://clock.test/api/towers/1/bells', true],
    ['with a variable segment', 'https://clock.test/{tenant}/v2', 'https://clock.test/acme/v2/towers/1/bells', true],
    [
      'with a variable segment, and another version',
      'https://clock.test/{tenant}/v2',
      'https://clock.test/acme/v3/towers/1/bells',
      false,
    ],
    ['with a variable host', 'https://{region}.clock.test/v2', 'https://eu-1.clock.test/v2/towers/1/bells', true],
    [
      'with a variable host of unknown value',
      'https://{region}.clock.test/v2',
      'https://${region}.clock.test/v2/towers/1/bells',
      true,
    ],
    [
      'with a variable host that the URL lacks',
      'https://{region}.clock.test/v2',
      'https://clock.test/v2/towers/1/bells',
      false,
    ],
    [
      'with a variable host, and another domain',
      'https://{region}.clock.test/v2',
      'https://eu.clock.test.example/v2/towers/1/bells',
      false,
    ],
    ['of one word', 'https://api.clock.test/v1', 'https://api.clock.test/v1/towers/1/bells', true],
    [
      'of one word, with an expression as the path',
      'https://api.clock.test/v1',
      "https://api.clock.test/v1${'/towers/1/bells'}",
      true,
    ],
  ])('%s is matched', (_name, base, url, isFound) => {
    const catalogue = catalogueOfApis({ id: 'clock', baseUrls: [base], operations: ROWS });
    expect(found(`fetch(\`${url}\`);`, catalogue)).toEqual(isFound ? ['clock-legacy certain'] : []);
  });

  it('can be any of several, each with its own path', () => {
    const baseUrls = ['https://api.clock.test', 'https://eu.clock.test/rest/v2', 'https://us.clock.test/v3'];
    const catalogue = catalogueOfApis({ id: 'clock', baseUrls, operations: ROWS });
    const at = (base: string): number => found(`fetch('${base}/towers/1/bells');`, catalogue).length;
    expect(baseUrls.map(at)).toEqual([1, 1, 1]);
    expect(['https://eu.clock.test', 'https://us.clock.test/rest/v2', 'https://eu.clock.test/v3'].map(at)).toEqual([
      0, 0, 0,
    ]);
  });

  it('takes the paths below it from a shorter base URL at the same host', () => {
    const catalogue = catalogueOfApis(
      { id: 'clock', baseUrls: ['https://api.clock.test'], operations: [['GET', '/{part}/towers']] },
      { id: 'beta', baseUrls: ['https://api.clock.test/beta'], operations: [['GET', '/towers']] },
    );
    expect(found("fetch('https://api.clock.test/beta/towers');", catalogue)).toEqual(['beta-legacy certain']);
    expect(found("fetch('https://api.clock.test/v1/towers');", catalogue)).toEqual(['clock-legacy certain']);
  });
});

describe('the SDK of an API', () => {
  const sdk = (api: string, module: string): ClientModel => ({
    name: `${api} SDK`,
    package: module,
    origins: [{ module, export: 'default' }],
    requests: [{ member: 'files.upload', method: 'POST', template: '/files' }],
    derives: [{ member: '', form: 'new', defaults: 0 }],
  });
  const catalogue = catalogueOfApis(
    { ...CLOCK, operations: [['POST', '/files']], clients: [sdk('clock', '@acme/clock-work')] },
    { ...VOICE, operations: [['POST', '/files']], clients: [sdk('voice', '@voice/web')] },
  );

  it('sends requests to the first base URL of its API', () => {
    const source = "import Web from '@voice/web'; new Web().files.upload({});";
    expect(found(source, catalogue)).toEqual(['voice-legacy certain']);
  });

  it('is distinguished by the imported package when another SDK has a method of the same name', () => {
    const source = "import '@voice/web'; export const put = (web) => web.client.files.upload({});";
    expect(found(source, catalogue).map((line) => line.split(' ')[0])).toEqual(['voice-legacy']);
  });
});

const WORDS = ['towers', 'bells', 'makers', 'threads', 'runs', 'v1', 'v2', 'api', 'rest'] as const;
const segment = fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom('{id}', '{name}'));
const pathOf = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
const literalPath = pathOf.filter((path) => WORDS.some((word) => path.split('/').includes(word)));
const apiOf = (id: string): fc.Arbitrary<Written> =>
  fc.record({
    id: fc.constant(id),
    baseUrls: fc
      .array(fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
      .map((paths) => paths.map((path, at) => [`https://${'ab'[at] ?? ''}.${id}.test`, ...path].join('/'))),
    operations: fc
      .uniqueArray(literalPath, { minLength: 1, maxLength: 4, selector: (path) => path.replaceAll('{name}', '{id}') })
      .map((paths) => paths.map((path): readonly [string, string] => ['GET', path])),
  });

describe('random pairs of catalogues', () => {
  it('never report an operation of one API at the host of another, nor at an unknown host', () => {
    fc.assert(
      fc.property(
        apiOf('clock'),
        apiOf('voice'),
        fc.constantFrom('clock', 'voice', 'own'),
        pathOf,
        (a, b, host, path) => {
          const catalogue = catalogueOfApis(a, b);
          const bases = host === 'own' ? ['https://own.test'] : ([a, b].find(({ id }) => id === host)?.baseUrls ?? []);
          const own = [a, b].flatMap(({ operations }) => operations.map(([, template]) => template));
          for (const base of bases)
            for (const below of [path, ...own]) {
              const url = `${base}${below.replaceAll(/\{\w+\}/g, '7')}`;
              const ids = findings({ 'a.ts': `fetch('${url}');` }, catalogue).map(({ deprecation }) => deprecation);
              expect(ids.filter((id) => id !== `${host}-legacy`)).toEqual([]);
            }
        },
      ),
      { seed: 15, numRuns: 150 },
    );
  });
});
