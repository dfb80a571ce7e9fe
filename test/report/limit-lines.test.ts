import { describe, expect, it } from 'vitest';
import { limitLines } from '../../src/report/unread-words.js';

const notes = (many: number): readonly string[] => Array.from({ length: many }, (_, index) => `${index}.ts: not read.`);

describe('the notes at the end of a text report', () => {
  it('are complete when they are few', () => {
    expect(limitLines(notes(0), {})).toEqual([]);
    expect(limitLines(notes(11), {})).toEqual(notes(11));
  });

  it('are the first ten of many, with the number of the others', () => {
    const lines = limitLines(notes(174), {});
    expect(lines).toHaveLength(11);
    expect(lines.slice(0, 10)).toEqual(notes(10));
    expect(lines[10]).toBe('164 more notes of this kind (--verbose lists them all).');
  });

  it('are complete in verbose mode', () => {
    expect(limitLines(notes(174), { verbose: true })).toEqual(notes(174));
  });
});
