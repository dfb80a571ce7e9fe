import { describe, expect, it } from 'vitest';
import { isBelowRoot, toName } from '../../src/files/file-name.js';

describe('a file is below the root', () => {
  it.each([
    ['/work', '/work/a.ts', true],
    ['/work', '/work/..a.ts', true],
    ['/work', '/work', false],
    ['/work', '/workshop/a.ts', false],
    ['/work', '/a.ts', false],
    ['/', '/work/a.ts', true],
    ['/', '/', false],
  ])('%s: %s is %s', (root, path, expected) => {
    expect(isBelowRoot(toName(root, path))).toBe(expected);
  });
});
