import { describe, expect, it } from 'vitest';
import { createScope } from '../../src/languages/facts/scope.js';
import { lower, spanIn } from './lower.js';

describe('createScope', () => {
  it('finds the innermost binding', () => {
    const source = 'let a = 1; function f(a) { { let a = 2; a; } a; } a;';
    const scope = createScope(lower(source));
    const kindAt = (nth: number) => scope.lookup('a', spanIn(source, ' a;', nth)[0])?.at;
    expect(kindAt(1)).toEqual(spanIn(source, 'a = 2').map((offset, index) => (index === 0 ? offset : offset - 4)));
    expect(kindAt(2)).toEqual([22, 23]);
    expect(kindAt(3)).toEqual([4, 5]);
    expect(scope.lookup('constructor', 0)).toBeUndefined();
  });

  it('prefers the last function, then the first value, among declarations of one scope', () => {
    const scope = createScope(lower('var a; var a = 1; var a = 2; var b = 1; function b() {} function b() {}'));
    expect(scope.lookup('a', 0)?.value).toMatchObject({ value: 1 });
    expect(scope.lookup('b', 0)?.value).toMatchObject({ kind: 'function', function: 1 });
    const a = scope.lookup('a', 0);
    expect(a && scope.declarationsOf(a).length).toBe(3);
  });

  it('finds assignments to a binding, and none to other bindings of its name', () => {
    const scope = createScope(lower('let a; a = 1; { let a; a = 2; } function f() { a = 3; } b = 4;'));
    const a = scope.lookup('a', 0);
    expect(a && scope.assignmentsTo(a)).toMatchObject([{ value: { value: 1 } }, { value: { value: 3 } }]);
  });

  it('finds the call that a function is an argument of', () => {
    const scope = createScope(lower('f(a, () => 1); const g = () => 2;'));
    expect(scope.callbackOf(0)).toEqual({ call: 0, argument: 1 });
    expect(scope.callbackOf(1)).toBeUndefined();
  });

  it('finds assignments to members of this', () => {
    const scope = createScope(lower('class A { constructor() { this.b = 1; } static c() { this.d = 2; } } class E {}'));
    expect(scope.memberAssignments(0)).toMatchObject([
      { name: 'b', static: false, assignment: { value: { value: 1 } } },
      { name: 'd', static: true, assignment: { value: { value: 2 } } },
    ]);
    expect(scope.memberAssignments(1)).toEqual([]);
  });
});
