import { describe, expect, it } from 'vitest';
import { breakLine, columnsOf, cutLine, padColumns } from '../../src/core/lib/terminal-text.js';
import { framesOf } from '../../src/report/source-frame.js';
import { formatText } from '../../src/report/text.js';
import { finding } from '../scanner/support.js';
import { report, SPAN, TEXT } from './support.js';

describe('text measured in columns of a terminal', () => {
  it.each([
    ['abc', 3],
    ['日本', 4],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 2],
    ['\u001b[1mab\u001b[22m', 2],
  ])('takes, for %s, %i columns', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it('is padded and cut by its visible width', () => {
    expect([padColumns('日本', 6), padColumns('abcd', 6), padColumns('too long', 6)]).toEqual([
      '日本  ',
      'abcd  ',
      'too long',
    ]);
    expect([cutLine('日本語日本語', 7), cutLine('日本語', 6), cutLine('one two', 5)]).toEqual([
      '日本語…',
      '日本語',
      'one…',
    ]);
  });

  it('is wrapped at spaces, not inside a word, and only on a terminal', () => {
    const path = `/${'a'.repeat(60)}`;
    const text = `This request calls ${path} and 日本語日本語日本語日本語 more.`;
    expect(breakLine(text, 44, 4)).toEqual(['This request calls', path, 'and 日本語日本語日本語日本語 more.']);
    expect(breakLine(text, 20)).toEqual(breakLine(text, 40));
    expect(breakLine(text, undefined)).toEqual([text]);
  });
});

describe('the text report on a terminal', () => {
  const doubtful = finding('src/a.ts', { at: SPAN }, { confidence: 'probable', methods: [] });
  const given = report({ findings: [{ ...doubtful, notes: [`${'A long note. '.repeat(10)}End.`] }] });
  const shown = (columns: number | undefined): readonly string[] => {
    const options = { colour: 'off', evidence: true, ...(columns === undefined ? {} : { columns }) } as const;
    return formatText(given, { ...options, frameOf: framesOf(() => TEXT, options) }).split('\n');
  };

  it.each([60, 80, 100])('fits into %i columns, with the same words as elsewhere', (columns) => {
    expect(shown(columns).filter((line) => columnsOf(line) > columns)).toEqual([]);
    const words = (lines: readonly string[]): readonly string[] =>
      lines.filter((line) => !line.includes('|')).flatMap((line) => line.split(/\s+/).filter(Boolean));
    expect(words(shown(columns))).toEqual(words(shown(undefined)));
  });

  it('indents the text of a finding below its location', () => {
    const lines = shown(60);
    const start = lines.findIndex((line) => line.startsWith('src/a.ts:3:33  '));
    const end = lines.indexOf('', start);
    expect(end - start).toBeGreaterThan(4);
    for (const line of lines.slice(start + 1, end)) expect(line).toMatch(/^ {4}/);
  });
});
