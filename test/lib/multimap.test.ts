import { describe, expect, it } from 'vitest';
import { addTo } from '../../src/core/lib/collections.js';

describe('a list in a multimap', () => {
  it('contains the values added for its key, in order', () => {
    const map = new Map([['a', [1]]]);
    addTo(map, 'a', 2);
    addTo(map, 'b', 3);
    expect([...map]).toEqual([
      ['a', [1, 2]],
      ['b', [3]],
    ]);
  });
});
