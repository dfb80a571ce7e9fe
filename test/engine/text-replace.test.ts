import { describe, expect, it } from 'vitest';
import { replaceText } from '../../src/engine/values/text-replace.js';
import { displayText, textsOf, textValue } from '../../src/engine/values/text.js';
import { choiceOf } from '../../src/engine/values/choice.js';
import type { TextValue, Value } from '../../src/engine/values/value.js';
import type { Place } from '../../src/core/model/span.js';
import { partsOf, PLACE } from './support.js';

const text = (value: string): TextValue => ({ kind: 'text', parts: partsOf(value) });
const regex = (source: string, flags = ''): Value => ({ kind: 'regex', source, flags });
const unknown: Value = { kind: 'unknown', reason: 'a value known only at run time', name: 'x', at: PLACE };

/** Lists possible results of `receiver.replace(…)`, or `.replaceAll(…)`. */
function replaced(receiver: string, args: readonly Value[], method: 'replace' | 'replaceAll' = 'replace'): string[] {
  return textsOf(replaceText(text(receiver), args, method === 'replaceAll', PLACE), PLACE).map(displayText);
}

describe('replacing a text', () => {
  it('replaces the first match, or all of them', () => {
    expect(replaced('a-b-c', [text('-'), text('/')])).toEqual(['a/b-c']);
    expect(replaced('a-b-c', [text('-'), text('/')], 'replaceAll')).toEqual(['a/b/c']);
  });

  it('leaves a text without a match unchanged', () => {
    expect(replaced('a-b-c', [text('+'), text('/')])).toEqual(['a-b-c']);
    expect(replaced('a-b-c', [])).toEqual(['a-b-c']);
  });

  it('treats special characters of patterns as plain characters', () => {
    expect(replaced('a.b|c', [text('.'), text('/')])).toEqual(['a/b|c']);
    expect(replaced('ab.*(c)', [text('.*(c)'), text('/')])).toEqual(['ab/']);
    expect(replaced('/{id}/', [text('{id}'), text('7')])).toEqual(['/7/']);
  });

  it('gives one result for each possible search text and each replacement', () => {
    const either = choiceOf([text('a'), text('b')], PLACE);
    expect(replaced('a/b', [either, text('x')])).toEqual(['x/b', 'a/x']);
    expect(replaced('a/c', [text('a'), either])).toEqual(['a/c', 'b/c']);
  });

  it('gives an unknown text if the replacement is a function', () => {
    const made: Value = { kind: 'function', file: 'a.ts', function: 0, frame: undefined, bound: [] };
    expect(replaced('a/:id/b', [text(':id'), made])).toEqual(['a/${…}/b']);
  });

  it('keeps the places of the replacement and of the remaining text', () => {
    const at = (start: number): Place => ({ file: 'a.ts', span: [start, start + 5] });
    const result = replaceText(
      textValue('a/:id/b', at(0)),
      [textValue(':id', at(10)), textValue('7', at(20))],
      false,
      at(0),
    );
    expect(textsOf(result, at(0))).toEqual([
      [
        { kind: 'text', text: 'a/', at: at(0) },
        { kind: 'text', text: '7', at: at(20) },
        { kind: 'text', text: '/b', at: at(0) },
      ],
    ]);
  });
});

describe('replacing a pattern', () => {
  it('replaces the first match, or all with the `g` flag', () => {
    expect(replaced('a1b22', [regex('\\d+'), text('-')])).toEqual(['a-b22']);
    expect(replaced('a1b22', [regex('\\d+', 'g'), text('-')])).toEqual(['a-b-']);
    expect(replaced('aXx', [regex('x', 'gi'), text('-')])).toEqual(['a--']);
  });

  it.each([
    ['$&', '[/ab/]'],
    ['$1$2', '[/ab/]'],
    ['$2$1', '[/ba/]'],
    ['<$$>', '[/<$>/]'],
    ['$`', '[/[//]'],
    ["$'", '[//]/]'],
    ['$3', '[/$3/]'],
    ['$10', '[/a0/]'],
    ['$01', '[/a/]'],
    ['$0', '[/$0/]'],
    ['$<first>', '[/$<first>/]'],
  ])('expands %s in the replacement: %s', (replacement, expected) => {
    expect(replaced('[/ab/]', [regex('(a)(b)'), text(replacement)])).toEqual([expected]);
  });

  it('expands named groups in the replacement', () => {
    expect(replaced('ab', [regex('(?<first>a)(?<second>b)'), text('$<second>$<first>$<third>')])).toEqual(['ba']);
  });

  it('can give any text for a slow, invalid or unknown pattern', () => {
    expect(replaced('aaa', [regex('(a+)+$'), text('')])).toEqual(['aaa', '${…}']);
    expect(replaced('aaa', [regex('['), text('')])).toEqual(['aaa', '${…}']);
    expect(replaced('aaa', [unknown, text('')])).toEqual(['aaa', '${…}']);
  });
});

describe('replacing in a text with an unknown piece', () => {
  it('may find the match in the unknown piece', () => {
    expect(replaced('${x}/:id', [text(':id'), text('7')])).toEqual(['${x}/7', '${x}/:id']);
  });

  it('replaces the match before the unknown piece only', () => {
    expect(replaced(':id/${x}', [text(':id'), text('7')])).toEqual(['7/${x}']);
  });

  it('gives an unknown text if the pattern may match across the piece', () => {
    expect(replaced('a${x}b', [regex('a.*b'), text('-')])).toEqual(['a${x}b', '${…}']);
  });

  it('keeps a piece that the pattern cannot reach', () => {
    expect(replaced('/a/${x}/b/', [regex('/$'), text('')])).toEqual(['/a/${x}/b']);
  });

  it('does not copy the name of the piece into the result', () => {
    expect(replaced('${x}:id', [regex(':id'), text('$`')])).toEqual(expect.arrayContaining(['${x}${…}']));
  });
});
