import { describe, expect, it } from 'vitest';
import { tableOf } from '../../src/core/lib/collections.js';
import { evaluate, evaluateShown } from './support.js';

const OF_EVERY_OBJECT = ['constructor', '__proto__', 'hasOwnProperty', 'isPrototypeOf', '__defineGetter__', 'valueOf'];

describe('a table of names', () => {
  it('contains only the names it was given, not the members of Object.prototype', () => {
    const table = tableOf({ trim: 1, toString: 2 });
    expect(table.get('trim')).toBe(1);
    expect(table.get('toString')).toBe(2);
    for (const name of OF_EVERY_OBJECT) expect(table.has(name)).toBe(false);
  });
});

describe('members of Object.prototype', () => {
  it.each(OF_EVERY_OBJECT.filter((name) => name !== 'valueOf'))('are not methods of texts or lists: %s', (name) => {
    expect(evaluate(`const result = 'a'.${name}('b');`)).toEqual([undefined]);
    expect(evaluate(`const result = ['a'].${name}('b');`)).toEqual([undefined]);
    expect(evaluate(`const f = () => 'a'; const result = f.${name}('b');`)).toEqual([undefined]);
  });

  it.each(OF_EVERY_OBJECT)('do not change a list: %s', (name) => {
    expect(evaluate(`const l = ['a']; l.${name}('b'); const result = l.join('/');`)).toEqual(['a']);
  });

  it.each(OF_EVERY_OBJECT)('are not known functions: %s', (name) => {
    expect(evaluateShown(`const result = ${name}('b');`)).toEqual([`\${${name}()}`]);
    expect(evaluateShown(`const result = Object.${name}('b');`)).toEqual([`\${Object.${name}()}`]);
  });

  it('are evaluated if texts define them themselves', () => {
    expect(evaluate("const result = 'a'.toString() + 'b'.valueOf();")).toEqual(['ab']);
  });
});
