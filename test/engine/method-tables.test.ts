import { describe, expect, it } from 'vitest';
import { tableOf } from '../../src/core/lib/collections.js';
import { evaluate, evaluateShown } from './support.js';

const OF_EVERY_OBJECT = ['constructor', '__proto__', 'hasOwnProperty', 'isPrototypeOf', '__defineGetter__', 'valueOf'];

describe('a table of names', () => {
  it('has the names that it is given, and none that every object answers to', () => {
    const table = tableOf({ trim: 1, toString: 2 });
    expect(table.get('trim')).toBe(1);
    expect(table.get('toString')).toBe(2);
    for (const name of OF_EVERY_OBJECT) expect(table.has(name)).toBe(false);
  });
});

describe('names that every object answers to', () => {
  it.each(OF_EVERY_OBJECT.filter((name) => name !== 'valueOf'))('are no methods of texts or lists: %s', (name) => {
    expect(evaluate(`const result = 'a'.${name}('b');`)).toEqual([undefined]);
    expect(evaluate(`const result = ['a'].${name}('b');`)).toEqual([undefined]);
    expect(evaluate(`const f = () => 'a'; const result = f.${name}('b');`)).toEqual([undefined]);
  });

  it.each(OF_EVERY_OBJECT)('change no list: %s', (name) => {
    expect(evaluate(`const l = ['a']; l.${name}('b'); const result = l.join('/');`)).toEqual(['a']);
  });

  it.each(OF_EVERY_OBJECT)('are no known functions: %s', (name) => {
    expect(evaluateShown(`const result = ${name}('b');`)).toEqual([`\${${name}()}`]);
    expect(evaluateShown(`const result = Object.${name}('b');`)).toEqual([`\${Object.${name}()}`]);
  });

  it('are methods where the language gives them a meaning of their own', () => {
    expect(evaluate("const result = 'a'.toString() + 'b'.valueOf();")).toEqual(['ab']);
  });
});
