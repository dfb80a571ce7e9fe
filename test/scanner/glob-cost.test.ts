import { describe, expect, it } from 'vitest';
import { globSource } from '../../src/sources/glob.js';

function matches(glob: string, name: string): boolean {
  return new RegExp(`^${globSource(glob, { braces: 'literal' }).source}$`).test(name);
}

describe('stars of a glob', () => {
  it('mean any text of one segment, however many there are', () => {
    expect(matches('*a*b', 'xaxb')).toBe(true);
    expect(matches('*a*b', 'aab')).toBe(true);
    expect(matches('*ab*ab', 'abab')).toBe(true);
    expect(matches('*ab*ab', 'ab')).toBe(false);
    expect(matches('*.min.*', 'jquery.min.js')).toBe(true);
    expect(matches('*.*.js', 'a.b.c.js')).toBe(true);
    expect(matches('*a*b', 'xa/xb')).toBe(false);
    expect(matches('lib/*-*-*.ts', 'lib/a-b-c-d.ts')).toBe(true);
    expect(matches('**/*a*c', 'x/y/abc')).toBe(true);
    expect(matches('*aa*a', 'aaa')).toBe(true);
  });

  it('cost one pass over a long name that does not match', () => {
    const name = 'a'.repeat(20_000);
    expect(matches(`${'*a'.repeat(12)}*b`, name)).toBe(false);
  });
});
