import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '../../src/languages/table.js';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import { compileSearch, TextSearch } from '../../src/core/search/text-search.js';
import { buildMentions, MENTIONS } from '../../src/select/mentions.js';
import type { Mention } from '../../src/select/mentions.js';
import { CATALOGUE, endpointDeprecation } from '../scanner/support.js';

const ROOM = 4096;

function searchFor(...groups: readonly (readonly string[])[]): (text: string | Buffer, from?: number) => number {
  const search = TextSearch.create(() => compileSearch(groups), ROOM);
  if (search === undefined) throw new Error('this machine has no WebAssembly');
  return (text, from = 0) => {
    const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
    search.buffer.set(bytes);
    return search.matchingGroups(from, bytes.length);
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('the text search', () => {
  it('gives the groups that may match', () => {
    const search = searchFor(['ring_tones', 'bells'], ['bells', '[tT]owers'], ['clock']);
    expect(search('no word of them')).toBe(0);
    expect(search('ring_tones')).toBe(0b001);
    expect(search('two bells')).toBe(0b011);
    expect(search('Towers and ring_tones')).toBe(0b011);
    expect(search('tower clock')).toBe(0b100);
    expect(search('ring_tone bell TOWERS cloc')).toBe(0);
  });

  it('finds a text at every offset in texts of every length, up to the end of its buffer', () => {
    const search = searchFor(['bells']);
    for (let before = 0; before < 70; before += 1)
      for (let after = 0; after < 40; after += 1) {
        const text = 'x'.repeat(before) + 'bells' + 'x'.repeat(after);
        expect(search(text), `${before} ${after}`).toBe(1);
      }
    expect(search('x'.repeat(ROOM - 5) + 'bells')).toBe(1);
    expect(search('bells' + 'x'.repeat(ROOM - 5))).toBe(1);
  });

  it('ignores the rest of a previous text, and everything before the start offset', () => {
    const search = searchFor(['bells']);
    for (let length = 0; length < 40; length += 1) {
      expect(search('x'.repeat(length) + 'bells')).toBe(1);
      expect(search('x'.repeat(length) + 'bell')).toBe(0);
    }
    expect(search('bells', 1)).toBe(0);
    expect(search('bells and bells', 1)).toBe(1);
  });

  it('may match any text for a group without a searchable text', () => {
    expect(searchFor(['bells'], ['a+b'], ['to', 'towers'])('')).toBe(0b110);
  });

  it('accepts any bytes', () => {
    const search = searchFor(['\xe9t\xe9', '[^\\x00-\\xfd]bells']);
    expect(search('\xe9t\xe9')).toBe(1);
    expect(search('\xffbells')).toBe(1);
    expect(search('\xfdbells')).toBe(0);
    expect(search(Buffer.alloc(100, 0))).toBe(0);
  });

  it('accepts thousands of texts', () => {
    const words = Array.from({ length: 3000 }, (_, index) => `word${(index * 7919).toString(36)}_${index}`);
    const search = searchFor(words);
    for (const word of words) expect(search(`a ${word} b`)).toBe(1);
    expect(search('word_0 wordless 2999')).toBe(0);
  });

  it.each([
    ['it is missing', undefined],
    ['it has no SIMD', { validate: (): boolean => false }],
    [
      'there is no memory for it',
      {
        validate: (): boolean => true,
        Memory: (): never => {
          throw new RangeError('could not allocate memory');
        },
      },
    ],
  ])('is unavailable without WebAssembly: %s', (_why, api) => {
    vi.stubGlobal('WebAssembly', api);
    expect(TextSearch.create(() => compileSearch([['bells']]), ROOM)).toBeUndefined();
  });
});

const WORD = fc.oneof(
  fc.constantFrom(
    'bells',
    'ring_tones',
    'ringTones',
    'clock-faces',
    'Towers',
    'a',
    'x9',
    'v4',
    'ключи',
    'été',
    'a.b*c',
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', 'e', 'r', '_', '-', 'Z', '4'), minLength: 1, maxLength: 9 }),
);

const BASE = {
  api: 'acme',
  layers: [],
  replacement: { kind: 'none' },
  source: { file: 't.md', line: 1 },
  areas: [],
  nearMisses: [],
  feature: 'f',
  endOfLife: '2025-01-01',
} as const;

/** Catalogues of random words, with every kind of deprecation that has words. */
const CATALOGUES: fc.Arbitrary<Catalogue> = fc
  .record({
    paths: fc.array(fc.array(WORD, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
    word: WORD,
    field: fc.tuple(WORD, WORD),
    equals: WORD,
    host: fc.constantFrom('api.acme.example', '{zone}.acme.example', 'acme.example/rest/v2'),
    sdk: fc.constantFrom('acme', '@acme/sdk', '@acme/*', '*/sdk-acme'),
    code: fc.integer({ min: 0, max: 0xffff }),
  })
  .map(({ paths, word, field, equals, host, sdk, code }) => {
    const endpoints = paths.map((path, index) => {
      const clean = path.map((segment) => segment.replace(/[^\w.*-]/g, 'q'));
      return endpointDeprecation(`e${index}`, clean.join(' '), [[['GET'], `/${clean.join('/')}`]]);
    });
    const [endpoint] = endpoints[0]?.endpoints ?? [];
    return {
      ...CATALOGUE,
      apis: CATALOGUE.apis.map((api) => ({ ...api, baseUrls: [{ url: `https://${host}` }], packages: [sdk] })),
      deprecations: [
        ...endpoints,
        { ...BASE, kind: 'segment', id: 's', after: '/zones', segment: word, replacedBy: 'q' },
        { ...BASE, kind: 'headers', id: 'h', headers: [`X-${word}`, 'Y'] },
        { ...BASE, kind: 'cipher-suites', id: 'c', names: [word], codePoints: [code], note: '' },
        {
          ...BASE,
          kind: 'field',
          id: 'f',
          endpoints: endpoint === undefined ? [] : [endpoint],
          pointers: [`/${field[0].replace(/[~/]/g, 'q')}/${field[1].replace(/[~/]/g, 'q')}`],
          direction: 'both',
          when: { pointer: '/type', equals },
        },
      ],
    };
  });

/** Text of pieces that contain a match of an expression, or nearly do. */
function textOf(sources: readonly string[], picks: readonly (readonly [number, number])[]): string {
  return picks
    .map(([pick, turn]) => {
      const source = sources[pick % sources.length] ?? '';
      const plain = source
        .replace(/\\b|\(\?:|[()?*+]|\{0,80\}|\[\^\{\}\]/g, '')
        .replace(/\[([^\]]+)\]/g, (_all, fitting: string) => fitting.charAt(turn % fitting.length))
        .replace(/\\(.)/g, '$1');
      const each = plain.split('|')[turn % plain.split('|').length] ?? '';
      const around = [' ', '\n', `'`, '/', '', 'x', ' import ', 'from "'];
      const cased = turn % 5 === 0 ? each.toUpperCase() : turn % 7 === 0 ? each.slice(1) : each;
      return (around[turn % around.length] ?? '') + cased + (around[(turn >> 3) % around.length] ?? '');
    })
    .join('');
}

describe.each(LANGUAGES.map(({ id, forms }) => ({ id, forms })))('the text search for mentions in $id', ({ forms }) => {
  it('excludes no kind of mention that a text contains', () => {
    let matched = 0;
    fc.assert(
      fc.property(
        CATALOGUES,
        fc.array(fc.tuple(fc.nat(200), fc.nat(100)), { maxLength: 4 }),
        fc.nat(40),
        (catalogue, picks, before) => {
          const mentions = buildMentions(catalogue, forms);
          const groups = MENTIONS.map((kind) => mentions.sources[kind]);
          const search = searchFor(...groups);
          const text = Buffer.from(' '.repeat(before) + textOf(groups.flat(), picks), 'utf8').subarray(0, ROOM);
          const latin1 = text.toString('latin1');
          const mention = mentions.of(latin1);
          if (mention === undefined) return;
          matched += 1;
          const found = search(text);
          const possible = (kind: Mention): boolean => ((found >> MENTIONS.indexOf(kind)) & 1) === 1;
          expect(possible(mention), latin1).toBe(true);
          expect(mentions.of(latin1, possible), latin1).toBe(mention);
        },
      ),
      { numRuns: 150 },
    );
    expect(matched).toBeGreaterThan(30);
  });
});
