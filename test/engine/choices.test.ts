import { describe, expect, it } from 'vitest';
import { catalogueOf, evaluate, findings } from './support.js';

const evaluateAfter = (expression: string, before = ''): readonly (string | undefined)[] =>
  evaluate(`${before}\nconst result = ${expression};`);

describe('a || b', () => {
  it.each([
    ["'a' || 'b'", ['a']],
    ["'' || 'b'", ['b']],
    ["null || 'b'", ['b']],
    ["0 || 'b'", ['b']],
    ["'a' || 'b' || 'c'", ['a']],
    ["'' || undefined || 'c'", ['c']],
    ["x || 'b'", [undefined, 'b']],
    ["x || 'b' || 'c'", [undefined, 'b']],
    ["`${x}/a` || 'b'", [undefined]],
    ["(q() ? 'a' : '') || 'b'", ['a', 'b']],
  ])('evaluates to the first truthy operand: %s', (expression, texts) => {
    expect(evaluateAfter(expression)).toEqual(texts);
  });

  it.each([
    ['a variable without an initial value', "let a; function set() { a = 'a'; }", "(() => a || 'b')()"],
    ['a variable that is set in a branch', "let a; if (q()) a = 'a';", "a || 'b'"],
    ['a property that may be spread', "const o = { ...(q() && { a: 'a' }) };", "o.a || 'b'"],
    ['an entry of a table by a name', "const t = { x: 'a' };", "t[q()] || 'b'"],
    ['an element found in a list', "const l = ['a'];", "l.find(q) || 'b'"],
    ['a result of only one branch of a function', "function f() { if (q()) return 'a'; }", "f() || 'b'"],
    ['a property of an optional object', "const o = q() ? { a: 'a' } : undefined;", "o?.a || 'b'"],
    [
      'a field that a method sets',
      "class C { set() { this.a = 'a'; } get() { return this.a || 'b'; } }",
      'new C().get()',
    ],
  ])('evaluates to both operands if the first may be missing: %s', (_, before, expression) => {
    expect(evaluateAfter(expression, before)).toEqual(['a', 'b']);
  });

  it('is decided by the argument of each caller', () => {
    const f = "const f = (o) => o.path || 'b';";
    expect(evaluateAfter("f({ path: 'a' })", f)).toEqual(['a']);
    expect(evaluateAfter('f({})', f)).toEqual(['b']);
  });
});

describe('a ?? b', () => {
  it.each([
    ["'a' ?? 'b'", ['a']],
    ["'' ?? 'b'", ['']],
    ["undefined ?? 'b'", ['b']],
    ["null ?? 'b'", ['b']],
    ["false ?? 'b'", ['false']],
    ["x ?? 'b'", [undefined, 'b']],
  ])('evaluates to the first operand that is neither null nor undefined: %s', (expression, texts) => {
    expect(evaluateAfter(expression)).toEqual(texts);
  });
});

describe('a ? b : c', () => {
  it.each([
    ["true ? 'a' : 'b'", ['a']],
    ["false ? 'a' : true ? 'b' : 'c'", ['b']],
    ["q() ? 'a' : 'b'", ['a', 'b']],
    ["x > 1 ? 'a' : 'b'", ['a', 'b']],
  ])('evaluates to one branch if the condition is known: %s', (expression, texts) => {
    expect(evaluateAfter(expression)).toEqual(texts);
  });

  it('is decided by the argument of a caller', () => {
    const f = "const f = (newer) => (newer ? 'a' : 'b'); const g = ({ newer }) => (newer ? 'a' : 'b');";
    expect(evaluateAfter('f(true)', f)).toEqual(['a']);
    expect(evaluateAfter('f()', f)).toEqual(['b']);
    expect(evaluateAfter('g({ newer: false })', f)).toEqual(['b']);
    expect(evaluateAfter('f(q())', f)).toEqual(['a', 'b']);
  });

  it('evaluates to both branches if the condition is a setting that other code can change', () => {
    expect(evaluateAfter("settings.newer ? 'a' : 'b'", 'export const settings = { newer: false };')).toEqual([
      'a',
      'b',
    ]);
    expect(evaluateAfter("newer ? 'a' : 'b'", 'let newer; function set() { newer = true; }')).toEqual(['a', 'b']);
  });
});

describe('a logical assignment', () => {
  it.each([
    ["let a = 'a'; a ||= 'b';", ['a']],
    ["let a = ''; a ||= 'b';", ['b']],
    ["let a = ''; a ??= 'b';", ['']],
    ["let a; a ??= 'b';", ['b']],
    ["let a = q(); a ||= 'b';", [undefined, 'b']],
  ])('applies only if the current value is missing: %s', (before, texts) => {
    expect(evaluateAfter('a', before)).toEqual(texts);
  });

  it('applies to properties as well', () => {
    expect(evaluateAfter('o.a', "const o = { a: 'a' }; o.a ||= 'b';")).toEqual(['a']);
    expect(evaluateAfter('o.a', "const o = {}; o.a ??= 'b';")).toEqual(['b']);
  });
});

describe('a default that a caller can override', () => {
  const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });
  const resource = (call: string): string => `
    const API = 'https://api.clock.test/rest/v2';
    function request({ method, uriPath }, opts) { return fetch(\`\${API}/\${uriPath || opts.path}\`, { method }); }
    class Bells {
      path = 'towers/1/bells';
      ring() { return ${call}; }
    }`;

  it('is not requested when the caller overrides it', () => {
    const found = findings(
      { 'a.ts': resource("request({ method: 'GET', uriPath: 'towers/1/hands' }, this)") },
      CATALOGUE,
    );
    // Only an unused text is left.
    expect(found.map(({ confidence, evidence }) => [confidence, evidence.site])).toEqual([['possible', 'loose']]);
  });

  it('is requested when no caller overrides it', () => {
    expect(findings({ 'a.ts': resource("request({ method: 'GET' }, this)") }, CATALOGUE)).toMatchObject([
      { deprecation: 'bells', confidence: 'certain' },
    ]);
  });
});
