import { describe, expect, it } from 'vitest';
import { evaluate, evaluateShown } from './support.js';

describe('evaluating a list that is changed in place', () => {
  it.each([
    ["const l = ['a']; l.push('b', 'c');", 'a/b/c'],
    ["const l = ['a']; l.unshift('b', 'c');", 'b/c/a'],
    ["const l = ['a', 'b', 'c']; l.pop();", 'a/b'],
    ["const l = ['a', 'b', 'c']; l.shift();", 'b/c'],
    ["const l = ['a', 'b', 'c']; l.reverse();", 'c/b/a'],
    ["const l = ['a']; l.push(...['b', 'c']); l.pop(); l.push('d');", 'a/b/d'],
    ["const l = []; l.push('a'); l.unshift('b');", 'b/a'],
    ["const l = ['a']; l.map((x) => x + '!'); l.at(0); l.slice(1); l.toReversed();", 'a'],
  ])('gives the changed elements: %s', (source, expected) => {
    expect(evaluate(`${source} const result = l.join('/');`)).toEqual([expected]);
  });

  it.each(['l.sort();', "l.splice(0, 1, 'c');", "l.fill('c');", 'l.copyWithin(0, 1);'])(
    'gives an unknown order after %s',
    (change) => {
      expect(evaluate(`const l = ['a', 'b']; ${change} const result = l.join('/');`)).toEqual([undefined]);
    },
  );

  it('includes its elements and an unknown value if the order is unknown', () => {
    expect(evaluateShown("const l = ['a', 'b']; l.sort(); const result = l[0];")).toEqual(['a', 'b', '${[…]}']);
  });

  it('includes unknown elements after an unknown list is inserted', () => {
    expect(evaluate("const l = ['a']; l.push(...x); const result = l.join('/');")).toEqual([undefined]);
    expect(evaluate("const l = ['a']; l.push(...x); const result = l[0];")).toEqual(['a']);
    expect(evaluateShown("const l = ['a']; l.unshift(...x); const result = l[0];")).not.toEqual(['a']);
  });
});

describe('the result of a method that changes its list', () => {
  it.each([
    ["const l = ['a', 'b']; const result = l.pop() + '!';", ['a!', 'b!']],
    ["const l = ['a', 'b']; const result = l.shift() + '!';", ['a!', 'b!']],
    ["const l = ['a', 'b']; const result = l.reverse().join('/');", ['b/a']],
    ["const l = ['a', 'b']; const result = l.toReversed().join('/');", ['b/a']],
    ["const l = ['a', 'b']; const result = l.push('c') + '!';", [undefined]],
  ])('is evaluated: %s', (source, expected) => {
    expect(evaluate(source)).toEqual(expected);
  });
});

describe('evaluating a Set or Map that is filled', () => {
  it.each([
    ["const s = new Set(); s.add('a'); s.add('b'); s.add('a'); const result = [...s].join('/');", 'a/b'],
    ["const s = new Set(['a']); s.add('b', 'c'); const result = [...s].join('/');", 'a/b'],
    ["const m = new Map(); m.set('k', 'a'); m.set('l', 'b'); const result = [...m.values()].join('/');", 'a/b'],
    ["const m = new Map([['k', 'a']]); m.set('k', 'b'); const result = [...m.values()].join('/');", 'b'],
    ["const m = new Map([['k', 'a']]); m.set('l', 'b'); const result = [...m.keys()].join('/');", 'k/l'],
  ])('gives its elements: %s', (source, expected) => {
    expect(evaluate(source)).toEqual([expected]);
  });

  it.each(["s.delete('a');", 's.clear();'])('gives unknown elements after %s', (change) => {
    expect(evaluate(`const s = new Set(['a', 'b']); ${change} const result = [...s].join('/');`)).toEqual([undefined]);
  });
});

describe('a change of a list', () => {
  it('counts only before the use of the list', () => {
    expect(evaluate("const l = ['a']; const result = l.join('/'); l.push('b');", 'result')).toEqual(['a']);
  });

  it('is optional in a branch', () => {
    expect(evaluate("const l = ['a']; if (c) l.push('b'); const result = l.join('/');")).toEqual(['a', 'a/b']);
  });

  it('can be repeated any number of times in a loop', () => {
    const loop = "const l = ['a']; for (const x of y) l.push('b');";
    expect(new Set(evaluate(`${loop} const result = l.join('/');`))).toEqual(new Set([undefined]));
    expect(evaluateShown(`${loop} const result = l[0];`)).toEqual(['a', 'b', '${[…]}']);
  });

  it('is tracked for up to three branches', () => {
    const maybe = (count: number) =>
      Array.from({ length: count }, (_, index) => `if (c) l.push('${index}');`).join(' ');
    expect(evaluate(`const l = ['a']; ${maybe(3)} const result = l.join('/');`)).toEqual([
      'a',
      'a/0',
      'a/1',
      'a/0/1',
      'a/2',
      'a/0/2',
      'a/1/2',
      'a/0/1/2',
    ]);
    const more = evaluate(`const l = ['a']; ${maybe(4)} const result = l.join('/');`);
    expect(new Set(more)).toEqual(new Set([undefined]));
  });

  it('does not come from a method of the same name on another object', () => {
    expect(evaluate("const l = ['a']; other.push('b'); l.list.push('c'); const result = l.join('/');")).toEqual(['a']);
    expect(evaluate("let l = 'a'; l.push('b'); const result = l;")).toEqual(['a']);
  });
});
