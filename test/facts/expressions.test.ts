import { describe, expect, it } from 'vitest';
import type { ExprFact } from '../../src/core/model/facts.js';
import { lower, spanIn } from './lower.js';

/** Fact of the expression assigned to `x`; its range starts at 4. */
function valueOf(expression: string): ExprFact | undefined {
  return lower(`x = ${expression};`).assignments.find(({ at }) => at[0] === 0)?.value;
}

describe('lowering of expressions', () => {
  it('records the values of literals', () => {
    expect(valueOf("'a'")).toEqual({ kind: 'literal', value: 'a', at: [4, 7] });
    expect(valueOf('-0x10')).toEqual({ kind: 'literal', value: -16, at: [4, 9] });
    expect(valueOf('null')).toEqual({ kind: 'literal', value: null, at: [4, 8] });
    expect(valueOf('`a`')).toEqual({ kind: 'literal', value: 'a', at: [4, 7] });
    expect(valueOf('/a[/]/g')).toEqual({ kind: 'regex', source: 'a[/]', flags: 'g', at: [4, 11] });
    expect(valueOf('10n')).toEqual({ kind: 'unknown', reason: 'other', at: [4, 7] });
  });

  it('leaves out parentheses, assertions and await', () => {
    const name = (start: number) => ({ kind: 'name', name: 'a', at: [start, start + 1] });
    expect(valueOf('((a))')).toEqual(name(6));
    expect(valueOf('(a as B)!')).toEqual(name(5));
    expect(valueOf('await (a satisfies B)')).toEqual(name(11));
    expect(valueOf('<B>a')).toEqual(name(7));
  });

  it('flattens a chain of + and nests a group on the right', () => {
    expect(valueOf("(a + '/b') + (c + d)")).toEqual({
      kind: 'concat',
      parts: [
        { kind: 'name', name: 'a', at: [5, 6] },
        { kind: 'literal', value: '/b', at: [9, 13] },
        {
          kind: 'concat',
          parts: [
            { kind: 'name', name: 'c', at: [18, 19] },
            { kind: 'name', name: 'd', at: [22, 23] },
          ],
          sum: true,
          at: [18, 23],
        },
      ],
      sum: true,
      at: [4, 24],
    });
  });

  it('flattens a chain of 50,000 terms', () => {
    const value = valueOf(Array.from({ length: 50_000 }, () => "'a'").join(' + '));
    expect(value?.kind === 'concat' && value.parts.length).toBe(50_000);
  });

  it('omits the empty pieces of a template', () => {
    expect(valueOf('`${a}/b/${ c }`')).toEqual({
      kind: 'concat',
      parts: [
        { kind: 'name', name: 'a', at: [7, 8] },
        { kind: 'literal', value: '/b/', at: [9, 12] },
        { kind: 'name', name: 'c', at: [15, 16] },
      ],
      at: [4, 19],
    });
  });

  it('records no text for a tagged template with an invalid escape', () => {
    expect(lower('f`\\01`; g`\\u{41}`;').calls.map(({ args }) => args[0])).toEqual([
      { kind: 'unknown', reason: 'other', at: [1, 6] },
      { kind: 'literal', value: 'A', at: [9, 17] },
    ]);
  });

  it('names a numeric property by its value, whatever its notation', () => {
    const keys = (source: string) =>
      lower(source).objects[0]?.properties.map((property) => 'key' in property && property.key);
    expect(keys('x = { 0x1f: 1, 0x1fn: 2, 0b11n: 3, 1_000n: 4, 5n: 5 };')).toEqual(['31', '31', '3', '1000', '5']);
  });

  it('records every member that is read, and none that is called', () => {
    const source = "if (record.oldName && record['old_name'].size > 1) send(record.tags.join(record.mark));";
    const { reads } = lower(source);
    expect(reads.map(({ at: [start, end] }) => source.slice(start, end))).toEqual([
      'record.oldName',
      "record['old_name'].size",
      "record['old_name']",
      'record.tags',
      'record.mark',
    ]);
  });

  it('flattens a chain of one logical operator into one choice', () => {
    const options = ['a', 'b', 'c'].map((name, index) => ({ kind: 'name', name, at: [4 + 5 * index, 5 + 5 * index] }));
    expect(valueOf('a || b || c')).toEqual({ kind: 'choice', operator: '||', options, at: [4, 15] });
    expect(valueOf('a ?? (b ?? c)')).toMatchObject({
      operator: '??',
      options: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    });
    expect(valueOf('a ?? (b || c)')).toMatchObject({ operator: '??', options: [{ name: 'a' }, { operator: '||' }] });
    expect(valueOf('q ? a : r ? b : c')).toMatchObject({
      kind: 'choice',
      operator: '?:',
      options: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
      tests: [{ name: 'q' }, { name: 'r' }],
    });
    expect(valueOf('a && b')).toEqual({ kind: 'name', name: 'b', at: [9, 10] });
  });

  it('reads a string in brackets as a property, and anything else as an index', () => {
    expect(valueOf("a['b']")).toEqual({
      kind: 'member',
      object: { kind: 'name', name: 'a', at: [4, 5] },
      property: 'b',
      propertyAt: [6, 9],
      at: [4, 10],
    });
    expect(valueOf('a?.[0]')).toEqual({
      kind: 'element',
      object: { kind: 'name', name: 'a', at: [4, 5] },
      index: { kind: 'literal', value: 0, at: [8, 9] },
      at: [4, 10],
    });
  });

  it('gives the value of an assignment and of a sequence', () => {
    expect(valueOf('y = a')).toEqual({ kind: 'name', name: 'a', at: [8, 9] });
    expect(valueOf('y += a')).toMatchObject({ kind: 'concat', parts: [{ name: 'y' }, { name: 'a' }] });
    expect(valueOf('(a, b)')).toEqual({ kind: 'name', name: 'b', at: [8, 9] });
  });

  it.each([
    ['a - b', 'arithmetic'],
    ['~a', 'arithmetic'],
    ['a -= b', 'arithmetic'],
    ['a < b', 'other'],
    ['typeof a', 'other'],
    ['-a', 'other'],
    ['i++', 'arithmetic'],
    ['import.meta', 'meta-property'],
  ])('does not evaluate %s', (expression, reason) => {
    expect(valueOf(expression)).toEqual({ kind: 'unknown', reason, at: [4, 4 + expression.length] });
  });

  it('records the spreads and holes of an array', () => {
    expect(valueOf('[, ...a]')).toEqual({
      kind: 'array',
      elements: [
        { kind: 'unknown', reason: 'hole', at: [4, 12] },
        { kind: 'spread', value: { kind: 'name', name: 'a', at: [10, 11] }, at: [7, 11] },
      ],
      at: [4, 12],
    });
  });

  it('stops below 400 levels of nesting', () => {
    expect(JSON.stringify(valueOf(`${'['.repeat(450)}1${']'.repeat(450)}`))).toContain('too-deep');
    expect(JSON.stringify(valueOf(`${'['.repeat(350)}1${']'.repeat(350)}`))).not.toContain('too-deep');
  });
});

describe('lowering of calls', () => {
  it('numbers an outer call before its arguments, with its function and block', () => {
    const source = 'function f() { if (a) b(c()); } new D;';
    const { calls } = lower(source);
    const block = spanIn(source, 'b(c());');
    expect(calls).toEqual([
      {
        at: spanIn(source, 'b(c())'),
        callee: { kind: 'name', name: 'b', at: spanIn(source, 'b') },
        args: [{ kind: 'call', call: 1, at: spanIn(source, 'c()') }],
        form: 'call',
        within: 0,
        block,
      },
      {
        at: spanIn(source, 'c()'),
        callee: { kind: 'name', name: 'c', at: [24, 25] },
        args: [],
        form: 'call',
        within: 0,
        block,
      },
      { at: [32, 37], callee: { kind: 'name', name: 'D', at: [36, 37] }, args: [], form: 'new' },
    ]);
  });

  it('records tagged templates, and calls inside unknown values', () => {
    const { calls } = lower('a`/b/${c()}`; -d();');
    expect(calls.map(({ form }) => form)).toEqual(['tag', 'call', 'call']);
    expect(calls[0]?.args).toMatchObject([{ kind: 'concat', parts: [{ value: '/b/' }, { kind: 'call', call: 1 }] }]);
  });

  it('records calls inside JSX', () => {
    const { calls, texts } = lower('x = <a b="/c" d={e("/f")}>/g {h()}</a>;', 'a.tsx');
    expect(calls).toHaveLength(2);
    expect(texts).toEqual([{ kind: 'literal', value: '/f', at: [19, 23] }]);
  });

  it('records a call of import.meta as a call, not as an import', () => {
    const { calls, imports } = lower('import.meta("a"); import.meta?.(b);');
    expect(calls.map(({ at }) => at)).toEqual([
      [0, 16],
      [18, 34],
    ]);
    expect(imports).toEqual([]);
  });

  it('records require and import() as imports, not as calls', () => {
    const { calls, imports, assignments } = lower("x = require('m').a; y = await import('n');");
    expect(calls).toEqual([]);
    expect(imports).toEqual([
      { specifier: 'm', at: [12, 15], via: 'require' },
      { specifier: 'n', at: [37, 40], via: 'dynamic' },
    ]);
    expect(assignments[0]?.value).toMatchObject({
      kind: 'member',
      object: { kind: 'imported', specifier: 'm', name: '*', via: 'require' },
    });
    expect(assignments[1]?.value).toEqual({
      kind: 'imported',
      specifier: 'n',
      name: '*',
      via: 'dynamic',
      at: [30, 41],
    });
  });
});

describe('lowering of texts', () => {
  it('lists the outermost strings that contain a slash', () => {
    const source = "'/no'; f('/a', 'b', '/c' + d + ('/e' + g('/h')), i ? '/j' : `k/${l}`, { '/m': '/n' }, o['/p']);";
    expect(lower(source).texts.map(({ at }) => source.slice(at[0], at[1]))).toEqual([
      "'/a'",
      "'/c' + d + ('/e' + g('/h'))",
      "'/h'",
      "'/j'",
      '`k/${l}`',
      "'/n'",
    ]);
  });
});
