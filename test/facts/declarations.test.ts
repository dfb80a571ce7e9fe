import { describe, expect, it } from 'vitest';
import { lower, spanIn } from './lower.js';

describe('lowering of bindings', () => {
  it('gives each name of a destructuring pattern the expression that it is bound to', () => {
    const source = 'const { a: { b = 1 }, ...c } = x, [, d, ...e] = y;';
    const x = { kind: 'name', name: 'x', at: spanIn(source, 'x') };
    const y = { kind: 'name', name: 'y', at: spanIn(source, 'y') };
    expect(lower(source).bindings.map(({ name, value }) => [name, value])).toEqual([
      [
        'b',
        {
          kind: 'default',
          value: {
            kind: 'member',
            object: { kind: 'member', object: x, property: 'a', propertyAt: [8, 9], at: [11, 20] },
            property: 'b',
            propertyAt: [13, 14],
            at: [13, 14],
          },
          fallback: { kind: 'literal', value: 1, at: [17, 18] },
          at: [13, 14],
        },
      ],
      ['c', { kind: 'rest', value: x, omit: ['a'], at: [25, 26] }],
      ['d', { kind: 'element', object: y, index: { kind: 'literal', value: 1, at: [37, 38] }, at: [37, 38] }],
      ['e', { kind: 'rest', value: y, from: 2, at: [43, 44] }],
    ]);
  });

  it('gives each binding the scope that its kind of declaration has', () => {
    const source = 'function f(p) { { var a; let b; } for (const c of p) d; }';
    const scopes = lower(source).bindings.map(({ name, kind, scope }) => [name, kind, scope]);
    expect(scopes).toEqual([
      ['f', 'function', [0, source.length]],
      ['p', 'parameter', [0, source.length]],
      ['a', 'var', [0, source.length]],
      ['b', 'let', spanIn(source, '{ var a; let b; }')],
      ['c', 'const', spanIn(source, 'for (const c of p) d;')],
    ]);
  });

  it('records the default, type and rest position of parameters', () => {
    const { bindings, functions } = lower('(a: n.A | null = b, ...c): Promise<D> => 1;');
    expect(bindings).toMatchObject([
      {
        name: 'a',
        value: {
          kind: 'default',
          value: { kind: 'parameter', function: 0, index: 0, at: [1, 2] },
          fallback: { name: 'b' },
        },
        type: { name: 'n.A', at: [4, 7] },
      },
      { name: 'c', value: { kind: 'parameter', function: 0, index: 1, rest: true } },
    ]);
    expect(functions).toMatchObject([
      { kind: 'arrow', parameters: 2, rest: 1, returnType: { name: 'D' }, returns: [{ value: 1 }] },
    ]);
  });

  it('turns an enum into a binding of an object', () => {
    const { bindings, objects } = lower("enum A { B = '/b', C = 1, D, E = B }");
    expect(bindings).toMatchObject([{ name: 'A', kind: 'enum', value: { kind: 'object', object: 0 } }]);
    expect(objects[0]?.properties).toMatchObject([
      { key: 'B', value: { value: '/b' } },
      { key: 'C', value: { value: 1 } },
      { key: 'D', value: { kind: 'unknown' } },
      { key: 'E', value: { value: '/b' } },
    ]);
  });

  it('creates no binding for declarations that are erased at run time', () => {
    const source = 'declare const a: A; declare function b(): void; interface C {} type D = E; function f(): void;';
    expect(lower(source)).toMatchObject({ bindings: [], functions: [] });
  });
});

describe('lowering of assignments', () => {
  it('records the operator, block and function of an assignment', () => {
    const source = 'function f() { if (a) { b.c ||= d; } } e += 1;';
    expect(lower(source).assignments).toMatchObject([
      {
        target: { kind: 'member', property: 'c' },
        operator: '||=',
        at: spanIn(source, 'b.c ||= d'),
        block: spanIn(source, '{ b.c ||= d; }'),
        within: 0,
      },
      { target: { kind: 'name', name: 'e' }, operator: '+=', at: spanIn(source, 'e += 1'), block: [0, source.length] },
    ]);
  });

  it('records one assignment for each target of a pattern', () => {
    expect(lower('[a, b.c] = d; for (e of g);').assignments).toMatchObject([
      { target: { name: 'a' }, value: { kind: 'element', index: { value: 0 } } },
      { target: { property: 'c' }, value: { kind: 'element', index: { value: 1 } } },
      { target: { name: 'e' }, value: { kind: 'each', value: { name: 'g' } } },
    ]);
  });
});

describe('lowering of classes', () => {
  it('lists the members of a class and resolves this in them', () => {
    const source =
      'class A extends B { static #c = this.d; constructor(private e: E) { super(e); } get f() { return () => this.e; } [g]() {} }';
    const { classes, functions, assignments } = lower(source);
    expect(assignments).toEqual([]);
    expect(classes).toMatchObject([
      {
        name: 'A',
        extends: { kind: 'name', name: 'B' },
        construct: 0,
        members: [
          {
            name: '#c',
            static: true,
            kind: 'field',
            value: { kind: 'member', object: { kind: 'this', ofClass: 0, static: true } },
          },
          {
            name: 'e',
            static: false,
            kind: 'parameter',
            value: { kind: 'parameter', function: 0, index: 0 },
            type: { name: 'E' },
          },
          { name: 'f', static: false, kind: 'getter', value: { kind: 'function', function: 1 } },
        ],
      },
    ]);
    expect(functions).toMatchObject([
      { kind: 'constructor', ofClass: 0 },
      { kind: 'getter', name: 'f', ofClass: 0, returns: [{ kind: 'function', function: 2 }] },
      { kind: 'arrow', within: 1, returns: [{ kind: 'member', object: { kind: 'this', ofClass: 0 } }] },
      { kind: 'method', ofClass: 0 },
    ]);
  });
});

describe('lowering of object literals', () => {
  it('lists the properties of an object and resolves this in its methods', () => {
    const { objects, functions } = lower(
      "x = { a, 'b': 1, [c]: 2, ...d, e() { return this; }, get f() { return 1; }, set g(h) {} };",
    );
    expect(objects[0]?.properties).toMatchObject([
      { kind: 'property', key: 'a', value: { name: 'a' } },
      { kind: 'property', key: 'b', value: { value: 1 } },
      { kind: 'property', computed: { name: 'c' }, value: { value: 2 } },
      { kind: 'spread', value: { name: 'd' } },
      { kind: 'property', key: 'e', value: { kind: 'function', function: 0 } },
      { kind: 'property', key: 'f', value: { kind: 'function', function: 1 }, getter: true },
    ]);
    expect(functions.map(({ kind }) => kind)).toEqual(['method', 'getter', 'setter']);
    expect(functions[0]?.returns).toMatchObject([{ kind: 'this', ofObject: 0 }]);
  });
});

describe('lowering of modules', () => {
  it('lists ES imports and import-equals declarations', () => {
    const { imports, bindings } = lower(
      "import a, { b as c } from 'm'; import type * as d from 'n'; import e = require('o');",
    );
    expect(imports).toEqual([
      { specifier: 'm', at: [26, 29], via: 'import' },
      { specifier: 'n', at: [55, 58], via: 'import', typeOnly: true },
      { specifier: 'o', at: [79, 82], via: 'require' },
    ]);
    expect(bindings.map(({ name, value }) => [name, value?.kind === 'imported' && value.name])).toEqual([
      ['a', 'default'],
      ['c', 'b'],
      ['d', '*'],
      ['e', '*'],
    ]);
  });

  it('lists ES and CommonJS exports', () => {
    const source =
      "export const { a } = b; export default c; export { d as e } from 'm'; export * from 'n'; export * as f from 'o';";
    expect(lower(source).exports).toEqual([
      { kind: 'local', name: 'a', value: { kind: 'name', name: 'a', live: true, at: [15, 16] } },
      { kind: 'local', name: 'default', value: { kind: 'name', name: 'c', at: [39, 40] } },
      { kind: 'from', name: 'e', specifier: 'm', imported: 'd' },
      { kind: 'all', specifier: 'n' },
      { kind: 'from', name: 'f', specifier: 'o', imported: '*' },
    ]);
    expect(lower('exports = module.exports = a; exports.b = c; module.exports.d = e;').exports).toMatchObject([
      { kind: 'assigned', value: { name: 'a' } },
      { kind: 'local', name: 'b', value: { name: 'c' } },
      { kind: 'local', name: 'd', value: { name: 'e' } },
    ]);
  });
});

describe('lowering of a broken file', () => {
  it.each([
    'f(',
    'const { a: = b',
    'class { x( }',
    'import from',
    '`/a/${',
    'x = {a:, b',
    'export {',
    'for (',
    'a.',
    '@',
    'enum',
  ])('does not throw for %s', (source) => {
    expect(() => lower(source)).not.toThrow();
  });
});
