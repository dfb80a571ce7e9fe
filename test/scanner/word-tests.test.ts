import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordTest, openedWords } from '../../src/select/word-tests.js';
import { startCpuClock } from '../cpu-time.js';

const PIECE = fc.constantFrom(
  'bell',
  'bells',
  'ring',
  'tone',
  's',
  '_',
  '-',
  '.',
  '2',
  'Tower',
  ' ',
  '/',
  `'`,
  '}',
  'é',
);
const WORD = fc.array(PIECE, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
const SEGMENT = WORD.map((word) => word.replace(/[ /'}]/g, '') || 'clock');
const MARKED = SEGMENT.map((word) => `${word}_x`);
const TEXT = fc.array(PIECE, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe('the search for many words', () => {
  it('agrees with a regular expression of all words, anywhere in a text', () => {
    fc.assert(
      fc.property(fc.array(MARKED, { minLength: 1, maxLength: 6 }), TEXT, fc.nat(5), (words, text, pick) => {
        const held = `${text}'${words[pick % words.length] ?? ''}${text}`;
        for (const each of [text, held]) expect(wordTest(words, 0)(each)).toBe(wordTest(words, 100)(each));
        expect(wordTest(words, 0)(held)).toBe(true);
      }),
    );
  });

  it('agrees with a regular expression of all words, at the beginning of segments', () => {
    fc.assert(
      fc.property(fc.array(SEGMENT, { minLength: 1, maxLength: 6 }), TEXT, fc.nat(5), (words, text, pick) => {
        const all = new Set(words);
        const [many, few] = [openedWords(all, `['/}]`, 0), openedWords(all, `['/}]`, 100)];
        for (const each of [text, `${text}/${words[pick % words.length] ?? ''} ${text}`]) {
          const at = (found: typeof many): ReadonlySet<number> =>
            new Set(Array.from(found.placesIn(each), (one) => one.at));
          expect(at(many)).toEqual(at(few));
          expect([many.isIn(each), few.isIn(each)]).toEqual([at(few).size > 0, at(few).size > 0]);
        }
      }),
    );
  });

  it.each([0, 100])('finds a word with a separator inside another word only where it can begin', (few) => {
    const test = wordTest(['ring_tones', 'clockFaces', 'x-1', 'ring_tones_2', 'DNSRecords'], few);
    const found = [
      'my_ring_tones_list',
      '(x-1)',
      'a ring_tones.',
      "'\\nring_tones'",
      "'%sring_tones'",
      '%2Fring_tones',
      '2clockFaces',
      'getDNSRecords',
      'aclockFaces clockFaces',
    ];
    expect(found.filter((text) => !test(text))).toEqual([]);
    const others = ['ring_tone', 'ringtones', 'clockfaces', 'x-', '', 'aclockFaces', './Models/DatabaseaclockFaces'];
    expect(others.filter(test)).toEqual([]);
  });

  it('finds a word at the beginning of a segment only if it ends there like a word', () => {
    const { placesIn } = openedWords(new Set(['bells', 'ring-tones']), `['/]`, 0);
    const found = (text: string): readonly string[] => Array.from(placesIn(text), ({ word, at }) => `${at} ${word}`);
    expect(found(`'bells' /bells/ring-tones?x`)).toEqual(['0 bells', '8 bells', '14 ring-tones']);
    expect(found(`'bellsx' xbells "bells" /bells_2 /ring_tones`)).toEqual([]);
    expect(found('/bells-2')).toEqual(['0 bells']);
  });

  it('takes time in proportion to the text, whatever the number of words', () => {
    const text = Array.from(
      { length: 20_000 },
      (_, index) => `'word_${(index * 104_729).toString(36)}' /bells${index} `,
    ).join('');
    const time = (count: number): number => {
      const words = Array.from({ length: count }, (_, index) => `word_${(index * 7919).toString(36)}_x`);
      const [test, begun] = [wordTest(words, 0), openedWords(new Set(words), `['/]`, 0)];
      const clock = startCpuClock();
      for (let run = 0; run < 3; run += 1) expect([test(text), begun.isIn(text)]).toEqual([false, false]);
      return clock();
    };
    time(2000);
    // 40 times the words.
    expect(time(80_000) / time(2000)).toBeLessThan(6);
  });
});
