import { describe, expect, it } from 'vitest';
import { Unfinished } from '../../src/hosts/eslint/patience.js';

describe('the message about unfinished work in an editor', () => {
  it('is absent if the file was judged in full', () => {
    expect(new Unfinished('a.js', 'whole').take()).toBeUndefined();
  });

  it('is given once', () => {
    const unfinished = new Unfinished('a.js', 'in part');
    expect(unfinished.take()).toEqual({ what: 'not all of this file was judged', file: 'a.js' });
    expect(unfinished.take()).toBeUndefined();
  });

  it('counts the findings that are not shown', () => {
    const one = new Unfinished('a.js', 'whole');
    one.leave();
    expect(one.take()?.what).toBe('1 finding is not shown');
    const more = new Unfinished('a.js', 'in part');
    for (let count = 0; count < 3; count++) more.leave();
    expect(more.take()?.what).toBe('not all of this file was judged, and 3 findings are not shown');
  });

  it('quotes the file name for a shell', () => {
    const nameOf = (file: string): string | undefined => new Unfinished(file, 'not at all').take()?.file;
    expect(nameOf('src/a-b.c.ts')).toBe('src/a-b.c.ts');
    expect(nameOf("it's $(here).ts")).toBe("'it'\\''s $(here).ts'");
  });
});
