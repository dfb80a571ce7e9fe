import { describe, expect, it } from 'vitest';
import { isInside } from '../../src/core/lib/read-file.js';

describe('a path is a folder or inside it', () => {
  it.each([
    ['/town', '/town/a.ts', true],
    ['/town', '/town/..a.ts', true],
    ['/town', '/town', true],
    ['/town', '/townhall/a.ts', false],
    ['/town', '/a.ts', false],
    ['/', '/town/a.ts', true],
    ['/', '/', true],
  ])('%s: %s is %s', (folder, path, expected) => {
    expect(isInside(folder, path)).toBe(expected);
  });
});
