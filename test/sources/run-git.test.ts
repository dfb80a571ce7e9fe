import { describe, expect, it } from 'vitest';
import { git } from '../../src/files/git/run-git.js';
import { folder } from '../scanner/support.js';

describe('a git process', () => {
  it('is reported with its own message if it ends before it has read its input', () => {
    // More than the capacity of a pipe.
    const input = 'a.ts\0'.repeat(1_000_000);
    expect(git(folder({ 'a.ts': '' }), ['check-ignore', '-z', '--stdin'], { input })).toEqual({
      kind: 'refused',
      message: expect.stringContaining('not a git repository') as string,
    });
  });
});
