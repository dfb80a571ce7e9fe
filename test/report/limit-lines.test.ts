import { describe, expect, it } from 'vitest';
import { limitLines } from '../../src/report/left-out.js';

const notes = (many: number): readonly string[] => Array.from({ length: many }, (_, index) => `${index}.ts: not read.`);

describe('the notes at the end of a text', () => {
  it('are all there while they are few', () => {
    expect(limitLines(notes(0), {})).toEqual([]);
    expect(limitLines(notes(11), {})).toEqual(notes(11));
  });

  it('are the first ten of many, and how many more there are', () => {
    const lines = limitLines(notes(174), {});
    expect(lines).toHaveLength(11);
    expect(lines.slice(0, 10)).toEqual(notes(10));
    expect(lines[10]).toBe('164 more notes of this kind (--verbose lists them all).');
  });

  it('are all there where everything is asked for', () => {
    expect(limitLines(notes(174), { verbose: true })).toEqual(notes(174));
  });
});
