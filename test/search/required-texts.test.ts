import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requiredTexts } from '../../src/core/search/required-texts.js';
import type { SearchText } from '../../src/core/search/required-texts.js';

function shown(source: string): readonly string[] | undefined {
  return requiredTexts(source)?.map((text) =>
    Array.from(text, (fitting) => (fitting.length > 1 ? `[${fitting}]` : fitting)).join(''),
  );
}

function holds(text: string, required: SearchText): boolean {
  return Array.from(text, (_, at) => at).some((at) =>
    Array.from(required).every(
      (fitting, index) => at + index < text.length && fitting.includes(text.charAt(at + index)),
    ),
  );
}

describe('what a text cannot do without where an expression matches', () => {
  it('is the text itself, or each of several', () => {
    expect(shown('ring_tones')).toEqual(['ring_tones']);
    expect(shown('bells|towers')).toEqual(['bells', 'towers']);
    expect(shown('(?:bell|tower)s\\b')).toEqual(['bells', 'towers']);
  });

  it('has the sign before a word, and letters in either case', () => {
    expect(shown(`['"/]bells\\b`)).toEqual([`["'/]bells`]);
    expect(shown('[rR]ing-[tT]one')).toEqual(['[Rr]ing-[Tt]one']);
    expect(shown('[^\\x00-\\xfd]abc')).toEqual(['[\xfe\xff]abc']);
  });

  it('is the part that is met least often, where something open stands between two', () => {
    expect(shown('from.*ACME_7')).toEqual(['ACME_7']);
    expect(shown('the.*q{2,3}uartz_7')).toEqual(['quartz_7']);
    expect(shown('\\bbell(?:\\??\\.|: ?\\{[^{}]{0,80}\\b)maker\\b')).toEqual([
      'bell:{',
      'bell: {',
      'bell.maker',
      'bell?.maker',
    ]);
  });

  it('begins with the end of what is repeated before it, which may make a short one long enough', () => {
    expect(shown('(?:import|from)[ \\t]+[fF][bB]\\b')).toEqual(['[\t ][Ff][Bb]']);
    expect(shown('(?:ring|tone)+fb')).toEqual(['ringfb', 'tonefb']);
    expect(shown('[ \\t]*fb_7x')).toEqual(['fb_7x']);
  });

  it('is nothing where a character is no byte: no text of bytes matches', () => {
    expect(shown('ключ')).toEqual([]);
    expect(shown('ключ|bells')).toEqual(['bells']);
  });

  it.each(['ab', 'abc|de', 'abc?|x', '(?:abc)*', '\\w{5}', '(abc)\\1', '(?<n>abc)', '[abc', '(abc', ''])(
    'is not known of %s',
    (source) => {
      expect(requiredTexts(source)).toBeUndefined();
    },
  );
});

const LITERAL = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 2, maxLength: 4 });
const TIMES = fc.constantFrom('', '', '', '?', '{2}', '{0,2}', '{1,3}?', '??');
const CLASS = fc.constantFrom('[ab]', '[^a]', '[a-c]', '.', '\\w', '\\s', '[\\s/]', '\\x61', '\\/', 'a', 'b');
const OPEN = fc.constantFrom('\\b', '.*', 'a+', '[ab]+?', '(?=a)', '(?!b)', '(?<=c)');

function sourceOf(...inner: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  const repeated = fc.tuple(fc.oneof(CLASS, ...inner), TIMES).map((parts) => parts.join(''));
  const sequence = fc.array(fc.oneof(LITERAL, repeated, OPEN), { minLength: 1, maxLength: 4 });
  return fc
    .array(
      sequence.map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((all) => all.join('|'));
}

/** Sources of expressions over a few characters, so that texts of those often match. */
const SOURCE = sourceOf(fc.tuple(fc.constantFrom('(?:', '('), sourceOf()).map(([open, inner]) => `${open}${inner})`));

it('is in every text that an expression matches', () => {
  fc.assert(
    fc.property(
      SOURCE,
      fc.string({ unit: fc.constantFrom('a', 'b', 'a', 'b', 'c', '/'), maxLength: 24 }),
      (source, text) => {
        const required = requiredTexts(source);
        if (required === undefined || !new RegExp(source).test(text)) return;
        expect(required.some((each) => holds(text, each))).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});
