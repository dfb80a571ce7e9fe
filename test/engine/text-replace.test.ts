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

/** Possible results of `receiver.replace(…)`, or `.replaceAll(…)`. */
function replaced(receiver: string, args: readonly Value[], method: 'replace' | 'replaceAll' = 'replace'): string[] {
  return textsOf(replaceText(text(receiver), args, method === 'replaceAll', PLACE), PLACE).map(displayText);
}

describe('a text in place of another', () => {
  it('takes the place of the first, or of all', () => {
    expect(replaced('a-b-c', [text('-'), text('/')])).toEqual(['a/b-c']);
    expect(replaced('a-b-c', [text('-'), text('/')], 'replaceAll')).toEqual(['a/b/c']);
  });

  it('leaves a text alone in which what is looked for is not', () => {
    expect(replaced('a-b-c', [text('+'), text('/')])).toEqual(['a-b-c']);
    expect(replaced('a-b-c', [])).toEqual(['a-b-c']);
  });

  it('takes letters that mean something in patterns as letters', () => {
    expect(replaced('a.b|c', [text('.'), text('/')])).toEqual(['a/b|c']);
    expect(replaced('ab.*(c)', [text('.*(c)'), text('/')])).toEqual(['ab/']);
    expect(replaced('/{id}/', [text('{id}'), text('7')])).toEqual(['/7/']);
  });

  it('is told apart for each text that can be looked for, and each that can be put', () => {
    const either = choiceOf([text('a'), text('b')], PLACE);
    expect(replaced('a/b', [either, text('x')])).toEqual(['x/b', 'a/x']);
    expect(replaced('a/c', [text('a'), either])).toEqual(['a/c', 'b/c']);
  });

  it('is not known where it is made by a function', () => {
    const made: Value = { kind: 'function', file: 'a.ts', function: 0, frame: undefined, bound: [] };
    expect(replaced('a/:id/b', [text(':id'), made])).toEqual(['a/${…}/b']);
  });

  it('has the place where it is written, and what stays has its own', () => {
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

describe('a pattern', () => {
  it('is replaced once, or wherever it is where it says so', () => {
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
  ])('may be put again: %s', (replacement, expected) => {
    expect(replaced('[/ab/]', [regex('(a)(b)'), text(replacement)])).toEqual([expected]);
  });

  it('may be put again by the names of its groups', () => {
    expect(replaced('ab', [regex('(?<first>a)(?<second>b)'), text('$<second>$<first>$<third>')])).toEqual(['ba']);
  });

  it('that could take long, is no pattern or is not known may give anything', () => {
    expect(replaced('aaa', [regex('(a+)+$'), text('')])).toEqual(['aaa', '${…}']);
    expect(replaced('aaa', [regex('['), text('')])).toEqual(['aaa', '${…}']);
    expect(replaced('aaa', [unknown, text('')])).toEqual(['aaa', '${…}']);
  });
});

describe('what is not known of a text', () => {
  it('may hold what is looked for', () => {
    expect(replaced('${x}/:id', [text(':id'), text('7')])).toEqual(['${x}/7', '${x}/:id']);
  });

  it('comes too late to be replaced where the first one stands before it', () => {
    expect(replaced(':id/${x}', [text(':id'), text('7')])).toEqual(['7/${x}']);
  });

  it('may be a part of what a pattern matches', () => {
    expect(replaced('a${x}b', [regex('a.*b'), text('-')])).toEqual(['a${x}b', '${…}']);
  });

  it('stays as it is where a pattern cannot reach it', () => {
    expect(replaced('/a/${x}/b/', [regex('/$'), text('')])).toEqual(['/a/${x}/b']);
  });

  it('is not put again as letters', () => {
    expect(replaced('${x}:id', [regex(':id'), text('$`')])).toEqual(expect.arrayContaining(['${x}${…}']));
  });
});
