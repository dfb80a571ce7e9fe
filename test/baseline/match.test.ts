import { describe, expect, it } from 'vitest';
import { matchItems } from '../../src/scan/baseline/entry.js';
import type { Identified } from '../../src/scan/baseline/entry.js';

const item = (file: string, key: string, detail = ''): Identified => ({ file, key, detail });

function match(
  old: readonly Identified[],
  now: readonly Identified[],
  existing: readonly string[],
): { pairs: readonly (readonly [number, number])[]; gone: readonly number[] } {
  const { pairs, gone } = matchItems(old, now, (file) => existing.includes(file));
  return {
    pairs: [...pairs].map(([to, from]) => [old.indexOf(from), now.indexOf(to)]),
    gone: gone.map((entry) => old.indexOf(entry)),
  };
}

describe('matching known items', () => {
  it('pairs equal items in order, each at most once', () => {
    expect(match([item('a', 'x'), item('a', 'x')], [item('a', 'x'), item('a', 'x'), item('a', 'x')], ['a'])).toEqual({
      pairs: [
        [0, 0],
        [1, 1],
      ],
      gone: [],
    });
  });

  it('prefers an item with the same detail at any position', () => {
    expect(match([item('a', 'x', 'one')], [item('a', 'x', 'two'), item('a', 'x', 'one')], ['a']).pairs).toEqual([
      [0, 1],
    ]);
  });

  it('follows an item whose detail changed', () => {
    expect(match([item('a', 'x', 'old')], [item('a', 'x', 'new')], ['a']).pairs).toEqual([[0, 0]]);
  });

  it('follows all items of a renamed file', () => {
    expect(match([item('a', 'x', '1'), item('a', 'y')], [item('b', 'x', '1'), item('b', 'y')], ['b'])).toEqual({
      pairs: [
        [0, 0],
        [1, 1],
      ],
      gone: [],
    });
  });

  it('does not follow a call between two files that both exist', () => {
    expect(match([item('a', 'x')], [item('b', 'x')], ['a', 'b'])).toEqual({ pairs: [], gone: [0] });
  });

  it('pairs nothing if several files are possible', () => {
    expect(match([item('a', 'x')], [item('b', 'x'), item('c', 'x')], ['b', 'c']).pairs).toEqual([]);
    expect(match([item('a', 'x'), item('d', 'x')], [item('b', 'x')], ['b']).pairs).toEqual([]);
  });

  it('does not pair different deprecations', () => {
    expect(match([item('a', 'x')], [item('a', 'y')], ['a'])).toEqual({ pairs: [], gone: [0] });
  });
});
