import { describe, expect, it } from 'vitest';
import { UnfinishedNote } from '../../src/hosts/eslint/time-budget.js';

describe('the message about unfinished work in an editor', () => {
  it('is absent if the file was judged in full', () => {
    expect(new UnfinishedNote('a.js', 'whole').takeMessage()).toBeUndefined();
  });

  it('is given once', () => {
    const unfinished = new UnfinishedNote('a.js', 'in part');
    expect(unfinished.takeMessage()).toEqual({ what: 'not all of this file was judged', file: 'a.js' });
    expect(unfinished.takeMessage()).toBeUndefined();
  });

  it('counts the findings that are not shown', () => {
    const one = new UnfinishedNote('a.js', 'whole');
    one.countHiddenFinding();
    expect(one.takeMessage()?.what).toBe('1 finding is not shown');
    const more = new UnfinishedNote('a.js', 'in part');
    for (let count = 0; count < 3; count++) more.countHiddenFinding();
    expect(more.takeMessage()?.what).toBe('not all of this file was judged, and 3 findings are not shown');
  });

  it('quotes the file name for a shell', () => {
    const nameOf = (file: string): string | undefined => new UnfinishedNote(file, 'not at all').takeMessage()?.file;
    expect(nameOf('src/a-b.c.ts')).toBe('src/a-b.c.ts');
    expect(nameOf("it's $(here).ts")).toBe("'it'\\''s $(here).ts'");
  });
});
