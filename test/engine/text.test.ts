import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  concatTexts,
  displayText,
  joinTexts,
  mergeScheme,
  plainText,
  plainTexts,
  splitAt,
  splitOrigin,
  textValue,
  textsOf,
} from '../../src/engine/values/text.js';
import { choiceOf } from '../../src/engine/values/choice.js';
import { UNDEFINED } from '../../src/engine/values/value.js';
import { partsOf, PLACE } from './support.js';

const text = (value: string) => textValue(value, PLACE);
const show = (texts: readonly ReturnType<typeof partsOf>[]): readonly string[] => texts.map(displayText);

describe('the texts of a value', () => {
  it('are its alternatives', () => {
    expect(show(textsOf(choiceOf([text('a'), text('b')], PLACE), PLACE))).toEqual(['a', 'b']);
  });

  it('omit undefined and null beside other values', () => {
    expect(show(textsOf(choiceOf([UNDEFINED, text('a'), { kind: 'scalar', value: null }], PLACE), PLACE))).toEqual([
      'a',
    ]);
  });

  it('contain values as JavaScript converts them', () => {
    expect(show(textsOf({ kind: 'scalar', value: true }, PLACE))).toEqual(['true']);
    expect(show(textsOf({ kind: 'array', elements: [text('a'), text('b')], open: false }, PLACE))).toEqual(['a,b']);
  });

  it('contain a hole for an unknown value', () => {
    expect(
      show(textsOf({ kind: 'unknown', reason: 'a value known only at run time', name: 'zone', at: PLACE }, PLACE)),
    ).toEqual(['${zone}']);
  });
});

describe('joining texts', () => {
  it('combines all alternatives', () => {
    const pieces = [[partsOf('a')], [partsOf('b'), partsOf('c')], [partsOf('${d}'), partsOf('e')]];
    expect(show(concatTexts(pieces))).toEqual(['ab${d}', 'abe', 'ac${d}', 'ace']);
  });

  it('limits the number of combinations', () => {
    const alternatives = Array.from({ length: 10 }, (_, index) => partsOf(String(index)));
    expect(concatTexts([alternatives, alternatives, alternatives]).length).toBeLessThanOrEqual(64);
  });

  it('joins like an array', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ maxLength: 3 }), (values, separator) => {
        expect(joinTexts(values.map(text), separator, PLACE).map(plainText)).toEqual([values.join(separator)]);
      }),
    );
  });
});

describe('the plain text of a value', () => {
  it('is known only if no piece is missing', () => {
    expect(plainText(partsOf('/a/b'))).toBe('/a/b');
    expect(plainText(partsOf('/a/${b}'))).toBeUndefined();
    expect(plainTexts(choiceOf([text('a'), text('b')], PLACE))).toEqual(['a', 'b']);
    expect(plainTexts(choiceOf([text('a'), UNDEFINED], PLACE))).toBeUndefined();
  });
});

describe('splitting texts', () => {
  it('splits at a character of a known piece', () => {
    const [head, tail] = splitAt(partsOf('/a/${b}?c=${d}'), (piece) => piece.indexOf('?'));
    expect([displayText(head), displayText(tail)]).toEqual(['/a/${b}', '?c=${d}']);
  });

  it('keeps every piece', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('/a', '?b', '${c}', '#', 'd/')), (pieces) => {
        const parts = pieces.flatMap(partsOf);
        const [head, tail] = splitAt(parts, (piece) => piece.search(/[?#]/));
        expect(displayText([...head, ...tail])).toBe(pieces.join(''));
        expect(displayText(head)).not.toMatch(/[?#]/);
      }),
    );
  });

  it.each([
    ['https://a.test/b/c', 'https://a.test', '/b/c'],
    ['https://a.test', 'https://a.test', ''],
    ['https://a.test?b', 'https://a.test', '?b'],
    ['//a.test/b', '//a.test', '/b'],
    ['https://${host}/b', 'https://${host}', '/b'],
    ['/b/c', '', '/b/c'],
    ['${base}/c', '', '${base}/c'],
  ])('finds in %s the origin %s', (url, origin, path) => {
    const [left, right] = splitOrigin(partsOf(url));
    expect([displayText(left), displayText(right)]).toEqual([origin, path]);
  });

  it('recognises a scheme that is in several pieces', () => {
    const pieces = [...partsOf('https:'), ...partsOf('//'), ...partsOf('a.test/b')];
    expect(displayText(mergeScheme(pieces))).toBe('https://a.test/b');
    expect(splitOrigin(pieces).map(displayText)).toEqual(['https://a.test', '/b']);
  });
});
