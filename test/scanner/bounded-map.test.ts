import { expect, it } from 'vitest';
import { BoundedMap } from '../../src/core/lib/collections.js';

it('a bounded map evicts its oldest entries first, and keeps the newest whatever its size', () => {
  const map = new BoundedMap<string>(10);
  map.set('a', 'A', 4);
  map.set('b', 'B', 4);
  map.set('c', 'C', 4);
  expect([map.has('a'), map.get('b'), map.get('c')]).toEqual([false, 'B', 'C']);
  map.set('b', 'again', 1);
  map.set('d', 'D', 5);
  expect([map.get('b'), map.get('c'), map.get('d')]).toEqual(['again', 'C', 'D']);
  map.set('huge', 'H', 99);
  expect([map.has('b'), map.get('huge')]).toEqual([false, 'H']);
});
