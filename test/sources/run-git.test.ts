import { describe, expect, it } from 'vitest';
import { git } from '../../src/files/git/run-git.js';
import { folder } from '../scanner/support.js';

describe('git', () => {
  it('that ends before it has read its input is refused with its own words', () => {
    // More than a pipe holds.
    const input = 'a.ts\0'.repeat(1_000_000);
    expect(git(folder({ 'a.ts': '' }), ['check-ignore', '-z', '--stdin'], { input })).toEqual({
      kind: 'refused',
      message: expect.stringContaining('not a git repository') as string,
    });
  });
});
