import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requiredTexts } from '../../src/core/search/required-texts.js';
import type { SearchText } from '../../src/core/search/required-texts.js';

function requiredIn(source: string): readonly string[] | undefined {
  return requiredTexts(source)?.map((text) =>
    Array.from(text, (fitting) => (fitting.length > 1 ? `[${fitting}]` : fitting)).join(''),
  );
}

function contains(text: string, required: SearchText): boolean {
  return Array.from(text, (_, at) => at).some((at) =>
    Array.from(required).every(
      (fitting, index) => at + index < text.length && fitting.includes(text.charAt(at + index)),
    ),
  );
}

describe('the texts required by a regular expression', () => {
  it('are its literal, or each of its alternatives', () => {
    expect(requiredIn('ring_tones')).toEqual(['ring_tones']);
    expect(requiredIn('bells|towers')).toEqual(['bells', 'towers']);
    expect(requiredIn('(?:bell|tower)s\\b')).toEqual(['bells', 'towers']);
  });

  it('include the character before a word, and character classes', () => {
    expect(requiredIn(`['"/]bells\\b`)).toEqual([`["'/]bells`]);
    expect(requiredIn('[rR]ing-[tT]one')).toEqual(['[Rr]ing-[Tt]one']);
    expect(requiredIn('[^\\x00-\\xfd]abc')).toEqual(['[\xfe\xff]abc']);
  });

  it('are its rarest literal if an open part separates several', () => {
    expect(requiredIn('from.*ACME_7')).toEqual(['ACME_7']);
    expect(requiredIn('the.*q{2,3}uartz_7')).toEqual(['quartz_7']);
    expect(requiredIn('\\bbell(?:\\??\\.|: ?\\{[^{}]{0,80}\\b)maker\\b')).toEqual([
      'bell:{',
      'bell: {',
      'bell.maker',
      'bell?.maker',
    ]);
  });

  it('are extended by the end of a preceding repetition, which may make a short literal long enough', () => {
    expect(requiredIn('(?:import|from)[ \\t]+[fF][bB]\\b')).toEqual(['[\t ][Ff][Bb]']);
    expect(requiredIn('(?:ring|tone)+fb')).toEqual(['ringfb', 'tonefb']);
    expect(requiredIn('[ \\t]*fb_7x')).toEqual(['fb_7x']);
  });

  it('are none for a character that is not a byte, because no byte text matches it', () => {
    expect(requiredIn('ключ')).toEqual([]);
    expect(requiredIn('ключ|bells')).toEqual(['bells']);
  });

  it.each(['ab', 'abc|de', 'abc?|x', '(?:abc)*', '\\w{5}', '(abc)\\1', '(?<n>abc)', '[abc', '(abc', ''])(
    'are unknown for %s',
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

/** Sources of expressions over a few characters, which random texts often match. */
const SOURCE = sourceOf(fc.tuple(fc.constantFrom('(?:', '('), sourceOf()).map(([open, inner]) => `${open}${inner})`));

it('a required text is in every text that its expression matches', () => {
  fc.assert(
    fc.property(
      SOURCE,
      fc.string({ unit: fc.constantFrom('a', 'b', 'a', 'b', 'c', '/'), maxLength: 24 }),
      (source, text) => {
        const required = requiredTexts(source);
        if (required === undefined || !new RegExp(source).test(text)) return;
        expect(required.some((each) => contains(text, each))).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});
