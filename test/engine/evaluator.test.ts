import { describe, expect, it } from 'vitest';
import { evaluate, evaluateShown } from './support.js';
import { startCpuClock } from '../cpu-time.js';

describe('evaluates a text that JavaScript builds:', () => {
  it.each([
    ["const result = 'a' + 1 + 'b';", 'a1b'],
    ["const a = 'x'; const result = `${a}/${a}`;", 'x/x'],
    ["let result = 'a'; result += '/b'; result += '/c';", 'a/b/c'],
    ["const result = 'a'.concat('b', 'c');", 'abc'],
    ["const tail = ['c', 'd']; const result = ['a', 'b', ...tail].join('/');", 'a/b/c/d'],
    ["const result = ['a', 'b'].join();", 'a,b'],
    ["const result = '/:zone/x/:zone'.replace(':zone', 'z');", '/z/x/:zone'],
    ["const result = '/{a}/{a}'.replaceAll('{a}', 'z');", '/z/z'],
    ["const result = '/a-b-c'.replace(/-/g, '/');", '/a/b/c'],
    ["const result = '/a-b-c'.replace(/-/, '/');", '/a/b-c'],
    ["const result = String('a') + ' b '.trim().toUpperCase();", 'aB'],
    ["const o = { a: { b: 'x' }, ['c']: 'y' } as const; const result = o.a.b + o['c'];", 'xy'],
    ["enum E { A = 'x', B = 'y' } const result = E.A + E.B;", 'xy'],
    [
      "class C { static a = 'x'; b = C.a + 'y'; constructor(readonly c: string) {} } const result = new C('z').b + new C('z').c;",
      'xyz',
    ],
    ["class C { constructor(a) { this.a = a; } get b() { return this.a + '!'; } } const result = new C('x').b;", 'x!'],
    ["const { a, b: { c = 'y' } } = { a: 'x', b: {} }; const result = a + c;", 'xy'],
    ["const [a, , b = 'z'] = ['x', 'y']; const result = a + b;", 'xz'],
    [
      "function f(a, b = 'y', ...c) { return a + b + c.join(''); } const result = f('x') + f('1', '2', '3', '4');",
      'xy1234',
    ],
    ["const f = (a) => (b) => a + b; const result = f('x')('y');", 'xy'],
    ["const f = function ({ a, b = 'y' }) { return a + b; }; const result = f({ a: 'x' });", 'xy'],
    ["const o = { a: 'x', f(b) { return this.a + b; } }; const result = o.f('y');", 'xy'],
    ["const base = { a: 'x', b: 'y' }; const o = { ...base, b: 'z' }; const result = o.a + o.b;", 'xz'],
    ["const result = ['a', 'b'].map((x) => x + '!').join('');", 'a!b!'],
    ["const result = new URL('b/c', 'https://x.test/a/').href;", 'https://x.test/a/b/c'],
    ["const u = new URL('https://x.test/a'); u.pathname += '/b'; const result = u.toString();", 'https://x.test/a/b'],
  ])('%s', (source, expected) => {
    expect(evaluate(source)).toEqual([expected]);
  });
});

describe('the value of a property with a setter', () => {
  const server = (more = ''): string => `
    class Server {
      #host = 'a.test';
      get host() { return this.#host; }
      set host(given) { this.#host = given.toLowerCase(); }
      constructor(host) { this.host = host; }
      ${more}
    }
    const result = \`https://\${new Server('B.test').host}\`;`;

  it('includes the arguments of the setter', () => {
    // The assigned value counts unchanged too: not every setter sets the value that its getter reads.
    expect(new Set(evaluate(server()))).toEqual(new Set(['https://a.test', 'https://b.test', 'https://B.test']));
  });

  it('includes an unknown value if another method sets it', () => {
    expect(evaluate(server('move(host) { this.#host = host; }'))).toContain(undefined);
  });

  it('includes an unknown value if nothing in the class uses the setter', () => {
    const source = `
      class Server { #host = 'a.test'; get host() { return this.#host; } set host(given) { this.#host = given; } }
      const result = new Server().host;`;
    expect(evaluate(source)).toEqual(['a.test', undefined]);
  });
});

describe('evaluates texts that are cut, replaced and encoded:', () => {
  it.each([
    ["const result = 'abcdef'.slice(-3);", ['def']],
    ["const result = 'abcdef'.substr(2, 3) + 'abcdef'.substring(3, 1);", ['cdebc']],
    ["const result = ('a/' + 'b').replace(/\\/$/, '');", ['a/b']],
    ["const result = ('ab' + 'cd').replace('bc', '-');", ['a-d']],
    ["const result = 'a-b'.replace(/(\\w)-(\\w)/, '$2-$1$$');", ['b-a$']],
    ["const result = 'a/b/c'.split('/', 2).join('-');", ['a-b']],
    ["const result = ('a ' + ' ').trim() + ' b '.trimStart();", ['ab ']],
    [
      "const result = encodeURIComponent('a/b c') + decodeURIComponent('%2F') + JSON.stringify('x');",
      ['a%2Fb%20c/"x"'],
    ],
    ["const result = '/abc'.slice(c ? 1 : 0);", ['abc', '/abc']],
    ["const result = ('ab' + x + 'cd').slice(0, 2);", ['ab']],
    ["const result = 'abcd'.slice(0, x);", ['abcd', undefined]],
  ])('%s', (source, expected) => {
    expect(evaluate(source)).toEqual(expected);
  });
});

describe('evaluates the rest of a list that has alternatives:', () => {
  it.each([
    ["const list = c ? ['a'] : ['b', 'c']; const [, ...rest] = list; const result = rest.join('/');", ['', 'c']],
    [
      "const list = ['a']; if (c) { list.push('b'); } const [first, ...rest] = list; const result = first + rest.join('/');",
      ['a', 'ab'],
    ],
  ])('%s', (source, expected) => {
    expect(evaluate(source)).toEqual(expected);
  });
});

describe('replaces in texts whose unknown piece can match too:', () => {
  it.each([
    ["(x + '/:id').replace(':id', '1')", ['${x}/1', '${x}/:id']],
    ["('/:id/' + x).replace(':id', '1')", ['/1/${x}']],
    ["(x + 'bc').replace(/[a-e]/, '1')", ['${x}1c', '${x}bc']],
    ["(x + 'https://a').replace(/^[a-z]+:/, '-')", ['${x}https://a', '${…}//a']],
    ["('a' + x + '/b').replace(/^[a-z]+:/, '-')", ['a${x}/b', '${…}/b']],
    ["('/' + x + '/b/').replace(/\\/+$/, '')", ['/${x}/b']],
    ["('/a/' + x).replace(/\\/+$/, '')", ['/a/${x}', '/a${…}']],
    ["('/a:' + x + ':b:').replaceAll('::', '-')", ['/a:${x}:b:', '/a${…}b:']],
    ["(x + '/a-b').replace(/-(?:b|c)/g, '/')", ['${x}/a/', '${…}']],
    ["('a' + x).replace(/b/g, '')", ['a${x}']],
  ])('%s', (expression, expected) => {
    expect(evaluateShown(`const result = ${expression};`)).toEqual(expected);
  });
});

describe('parses URLs with an unknown piece:', () => {
  it.each([
    ["new URL('HTTPS://API.clock.test:443/V2/' + x).href", ['https://api.clock.test/V2/${x}']],
    ["new URL('HTTPS://API.clock.test/V2/' + x).origin", ['https://api.clock.test']],
    ["new URL('HTTPS://Api.' + x + '/V2').href", ['https://api.${x}/V2']],
    ["new URL('https://Me:Secret@' + x + '/V2').href", ['https://Me:Secret@${x}/V2']],
    ["new URL(x, 'https://x.test').origin", ['https://x.test', '${…}']],
    ["new URL('ht' + x + 's://a/b', 'https://x.test/c').href", ['https://x.test/ht${x}s://a/b', '${…}']],
    ["new URL('https:/', 'https://x.test/base/').pathname", ['/']],
    ["new URL('mailto:a', 'https://x.test/base/').href", ['mailto:a']],
  ])('%s', (expression, expected) => {
    expect(evaluateShown(`const result = ${expression};`)).toEqual(expected);
  });
});

describe('evaluates numbers in texts:', () => {
  it.each([
    ["const result = 1 + 2 + '/x' + 1 + 2;", ['3/x12']],
    ['const a = 1; const result = `${a + 1}/${a}${a}`;', ['2/11']],
    ["let a = 1; a++; const result = '/x/' + a;", [undefined]],
    ["let a = 1; a *= 2; const result = '/x/' + a;", [undefined]],
  ])('%s', (source, expected) => {
    expect(evaluate(source)).toEqual(expected);
  });
});

describe('evaluating code in a loop', () => {
  it('includes an unknown value for a text that grows by several pieces', () => {
    expect(evaluate("let result = 'a'; for (const x of ['b', 'c']) { result += x; }")).toEqual([
      'a',
      'ab',
      'ac',
      undefined,
      undefined,
    ]);
    expect(evaluate("let result = 'a'; ['b', 'c'].forEach((x) => { result += x; });")).toContain(undefined);
  });

  it('includes a value that was set in an earlier round', () => {
    expect(evaluate("let u = 'a'; let result; for (const x of y) { result = u + '/'; u = 'b'; }")).toEqual(
      expect.arrayContaining(['a/', 'b/']),
    );
  });
});

describe('evaluates lists, tables and URLs that change:', () => {
  it.each([
    ["const a = ['x', 'y']; a.pop(); const result = a.join('/');", ['x']],
    ["const a = ['x', 'y']; a.reverse(); const result = a.join('/');", ['y/x']],
    ["const a = ['y', 'x']; a.sort(); const result = a.join('/');", [undefined]],
    ["const result = [...new Set(['x', 'y', 'x'])].join('/');", ['x/y']],
    ["const result = ['x', 'y'].flatMap((z) => [z, 1])[1];", ['1']],
    ["const result = ['x', 'y'].filter((z) => z > 'x')[0];", ['x', 'y', undefined]],
    ["const o = { a: 'x', ...(c && { a: 'y' }) }; const result = o.a;", ['y', 'x']],
    ["const o = { a: 'x', ...(c ? { a: 'y' } : {}) }; const result = o.a;", ['y', 'x']],
    ["const o = Object.assign({ a: 'x' }, unheardOf()); const result = o.a;", ['x', undefined]],
    ["const o = { a: 'x' }; o.a ??= 'y'; const result = o.a;", ['x']],
    ["const o = { a: 'x', b: 'y' }; o[c ? 'a' : 'b'] = 'z'; const result = o.a;", ['x', 'z']],
    ["const o = { a: 'x', f() { return this.a; } }; o.a = 'y'; const result = o.f();", ['y']],
    ["class C { a = 'x'; f() { return this.a; } } const o = new C(); o.a = 'y'; const result = o.f();", ['y']],
    ["class C { a = 'x'; constructor() { this.a += 'y'; } } const result = new C().a;", ['x', 'xy']],
    ["const result = Object.values({ ...{ a: 'x' }, a: 'y' }).join('/');", ['y']],
    ["enum E { A = 'x', B = A, C = f() } const result = E.B + E.C;", [undefined]],
    ["const result = new URL('a b/../{c}', 'https://X.test').href;", ['https://x.test/%7Bc%7D']],
    ["const result = new URL('//y.test/a', 'https://x.test').href;", ['https://y.test/a']],
    ["const f = (a, b) => a + b; const result = f('x', ...unheardOf);", [undefined]],
  ])('%s', (source, expected) => {
    expect(evaluate(source)).toEqual(expected);
  });
});

describe('values that depend on the run', () => {
  it('includes every branch', () => {
    expect(evaluate("const result = Math.random() > 1 ? 'a' : 'b';")).toEqual(['a', 'b']);
    expect(evaluate("const a = null; const result = a ?? 'b';")).toContain('b');
    expect(evaluate("const result = process.env.A || 'b';")).toContain('b');
  });

  it('is unknown', () => {
    expect(evaluate('const result = window.location.pathname;')).toEqual([undefined]);
    expect(evaluate("const result = 'a' + unheardOf;")).toEqual([undefined]);
    expect(evaluate("function f(a) { return a + '/b'; } const result = f;")).toEqual([undefined]);
  });
});

describe('evaluating definitions that refer to themselves', () => {
  it.each([
    'const result = result;',
    'const result = `${result}/a`;',
    "const a = b + 'x'; const b = a + 'y'; const result = a;",
    'const f = () => f(); const result = f();',
    "const f = (a) => g(a + 'x'); const g = (a) => f(a + 'y'); const result = f('');",
    'class C { a = this.b; b = this.a; } const result = new C().a;',
    'class C { constructor() { this.c = new C(); this.p = this.c.p + "x"; } } const result = new C().p;',
    'class A extends B {} class B extends A {} const result = new A().x + A.y;',
    'const o = { a: o.b, get b() { return o.a; }, ...o }; const result = o.a + o.b;',
    'let result = "a"; result = result + "b"; result += result;',
    'const xs = [...xs, "a"]; const result = xs.join("/");',
    'const { a = a } = a; const result = a;',
    'function f(x = f()) { return x; } const result = f();',
    'const f = (g) => g(g); const result = f(f);',
    'import { result } from "./a";',
    'export * from "./a"; export { result } from "./a";',
  ])('ends within two seconds: %s', (source) => {
    const elapsed = startCpuClock();
    const texts = evaluate(source);
    expect(texts.length).toBeGreaterThan(0);
    expect(elapsed()).toBeLessThan(2000);
  });
});

describe('a setting of a configuration service', () => {
  const NEST = "import { ConfigService } from '@nestjs/config';\n";
  it('evaluates to its default or an unknown value', () => {
    expect(evaluateShown(`${NEST}let c: ConfigService; const result = c.get('BASE', 'a/b');`)).toEqual([
      '${BASE}',
      'a/b',
    ]);
  });

  it('is unknown without a default', () => {
    expect(evaluate(`${NEST}let c: ConfigService; const result = c.get('BASE');`)).toEqual([undefined]);
  });

  it('is unknown if the service is not the one of the package', () => {
    expect(evaluate("let c: any; const result = c.get('BASE', 'a/b');")).toEqual([undefined]);
  });
});

describe('a function with its first arguments bound', () => {
  const JOIN = "import _ from 'lodash';\nimport partial from 'lodash/partial';\nconst f = (a, b) => a + '/' + b;\n";
  it.each([
    ["_.partial(f, 'a')('b')"],
    ["partial(f, 'a')('b')"],
    ["_.partial(_.partial(f, 'a'), 'b')()"],
    ["_.bind(f, null, 'a')('b')"],
  ])('returns the result of the call with all arguments: %s', (call) => {
    expect(evaluate(`${JOIN}const result = ${call};`)).toEqual(['a/b']);
  });

  it('is unknown if a placeholder leaves an argument open', () => {
    expect(evaluate(`${JOIN}const result = _.partial(f, _, 'b')('a');`)).toEqual([undefined]);
  });
});

describe('the class of an instance', () => {
  const OWN =
    "class C { static base = 'a'; static path() { return '/b'; } url() { return this.constructor.base + this.constructor.path(); } }\n";

  it('provides the static members that `this.constructor` reads', () => {
    expect(evaluate(`${OWN}const result = new C().url();`)).toEqual(['a/b']);
  });

  it('can be a subclass with other static members', () => {
    const source = `${OWN}class D extends C { static base = 'z'; }\nconst result = new D().url();`;
    expect(evaluate(source)).toEqual(['z/b']);
    expect(
      evaluateShown(`class C { static base = 'a'; url = this.constructor.base; }
class D extends C { static base = 'z'; }
let c: C; const result = c.url;`),
    ).toEqual(['a', '${base}']);
  });
});

describe('a repeated text', () => {
  it.each([
    ["'ab'.repeat(3)", 'ababab'],
    ["'a'.repeat(0) + 'b'", 'b'],
  ])('is known if the count is a known number: %s', (text, known) => {
    expect(evaluate(`const result = ${text};`)).toEqual([known]);
  });

  it.each(["'a'.repeat(n)", "'a'.repeat(-1)", "'a'.repeat(1e9)"])('is unknown for other counts: %s', (text) => {
    expect(evaluate(`const result = ${text};`)).toEqual([undefined]);
  });
});
