import { describe, expect, it } from 'vitest';
import { BASE, lowerOrRefuse, MOST_STEPS, repeat, saysLimit, study } from './support.js';
import type { Study } from './support.js';

/** Milliseconds that 2,000 plain calls, of 200,000 characters, take on this machine; measured once. */
let plainTime: number | undefined;

/** Longest time for a file: that of twenty plain files of 2,000 lines, and more for a longer file. */
function patienceFor(source: string): number {
  const plain = repeat(
    2000,
    (index) => `fetch('${BASE}/towers/' + id${index} + '/gears', { method: 'GET' }); // plain\n`,
  );
  plainTime ??= Math.min(...[1, 2, 3].map(() => study(plain).milliseconds));
  return plainTime * (20 + 10 * Math.min(source.length / 200_000, 2));
}

function survives(source: string, file?: string): Study {
  const result = study(source, file);
  expect(result.steps).toBeLessThan(MOST_STEPS);
  if (result.milliseconds > 1000) expect(result.milliseconds).toBeLessThan(patienceFor(source));
  return result;
}

/** Sixty constants, each built from the next one more than once. */
function doubling(step: (next: string, index: number) => string, last: string, use = 'v0'): string {
  return `${repeat(60, (index) => `const v${index} = ${step(`v${index + 1}`, index)};\n`)}const v60 = ${last}; fetch('${BASE}/towers/' + ${use}); fetch('${BASE}/towers/1/bells');`;
}

describe('the analysis of a very large program', () => {
  const programs: Readonly<Record<string, string>> = {
    'a sum of 50,000 unknown terms': `fetch('${BASE}/towers/' + ${repeat(50_000, (index) => `a${index}`, ' + ')} + '/bells'); `,
    'a sum of 50,000 texts': `fetch('${BASE}' + ${repeat(50_000, (index) => `'/x${index}'`, ' + ')});`,
    'a template of 100,000 pieces': `fetch(\`${BASE}/towers/${repeat(100_000, (index) => `\${a${index}}/`)}bells\`);`,
    'a chain of 10,000 replacements': `fetch('${BASE}/towers/a'${".replace('a', 'ab')".repeat(10_000)} + '/bells');`,
    'a list joined to a text of 200,000 pieces': `const a = [${repeat(200_000, String, ',')}]; fetch('${BASE}/towers/1/' + a.join('/'));`,
    'a variable that grows 1,000 times': `let u = '${BASE}/towers'; ${repeat(1000, (index) => `u += '/a${index}'; fetch(u);`)}`,
    'a list that grows 1,000 times': `const v = ['${BASE}/towers']; ${repeat(1000, (index) => `v.push('b${index}'); fetch(v.join('/'));`)}`,
    'a path of four million characters': `fetch('${BASE}/towers/${'a/'.repeat(2_000_000)}bells');`,
    'a chain of 5,000 constants': `${repeat(5000, (index) => `const a${index} = a${index + 1} + '/x';\n`)}const a5000 = '/towers'; fetch('${BASE}' + a0);`,
    'wrappers 3,000 calls deep': `${repeat(3000, (index) => `function w${3000 - index}(p) { return w${2999 - index}(p); }\n`)}function w0(p) { return fetch('${BASE}' + p); } w3000('/towers/1/bells');`,
    'a hierarchy of 1,000 classes': `class K0 { get(p) { return fetch('${BASE}' + p); } } ${repeat(1000, (index) => `class K${index + 1} extends K${index} {}\n`)}new K1000().get('/towers/1/bells');`,
  };
  it.each(Object.entries(programs))('%s is cut off and says so', (_, source) => {
    expect(saysLimit(survives(source).analysis)).toBe(true);
  });

  const followed: Readonly<Record<string, readonly [source: string, findings: number]>> = {
    'a list of 200,000 paths': [
      `const a = [${repeat(200_000, (index) => `'/x/${index}'`, ',')}]; fetch('${BASE}/towers/1/bells');`,
      1,
    ],
    'an object of 50,000 keys': [
      `const o = { ${repeat(50_000, (index) => `k${index}: '/x/${index}'`, ',')}, bells: '/towers/1/bells' }; fetch('${BASE}' + o.bells);`,
      1,
    ],
    'a wrapper that is called 3,000 times': [
      `function api(p, m) { return fetch('${BASE}' + p, { method: m }); } ${repeat(3000, (index) => `api('/towers/t${index}/bells', 'GET');\n`)}`,
      3000,
    ],
    'two thousand clients': [
      `import axios from 'axios'; ${repeat(2000, (index) => `const c${index} = axios.create({ baseURL: '${BASE}' }); c${index}.get('/towers/${index}/bells');\n`)}`,
      2000,
    ],
    'two thousand instances': [
      `class C { constructor(b) { this.b = b; } get(p) { return fetch(this.b + p); } } ${repeat(2000, (index) => `const c${index} = new C('${BASE}'); c${index}.get('/towers/${index}/bells');\n`)}`,
      2000,
    ],
    'two thousand properties set one by one': [
      `const o = {}; ${repeat(2000, (index) => `o.k${index} = '/towers/${index}/bells'; fetch('${BASE}' + o.k${index});\n`)}`,
      2000,
    ],
    'an object spread into itself a thousand times': [
      `const o = { a: '/towers/1/bells', ${'...o, '.repeat(1000)} }; fetch('${BASE}/towers/1/bells');`,
      1,
    ],
  };
  it.each(Object.entries(followed))('%s is followed', (_, [source, findings]) => {
    expect(survives(source).analysis.findings.length).toBeGreaterThanOrEqual(findings);
  });
});

describe('the analysis of a deeply nested program', () => {
  const shapes: Readonly<Record<string, (depth: number) => string>> = {
    parentheses: (depth) => `fetch(${'('.repeat(depth)}'${BASE}/towers/1/bells'${')'.repeat(depth)});`,
    sums: (depth) => `fetch(${repeat(depth, () => `'/a' + (`)}id${')'.repeat(depth)});`,
    lists: (depth) => `fetch(${'['.repeat(depth)}'/towers/1/bells'${']'.repeat(depth)});`,
    calls: (depth) => `const f = (x) => x + '/a'; fetch(${'f('.repeat(depth)}'/towers/1/bells'${')'.repeat(depth)});`,
    objects: (depth) => `const o = ${'{a:'.repeat(depth)}'/towers/1/bells'${'}'.repeat(depth)}; fetch(o.a.a.a);`,
    conditionals: (depth) =>
      `fetch(${'c ? ('.repeat(depth)}'/towers/1/bells'${repeat(depth, (index) => `) : 'b${index}'`)});`,
    templates: (depth) => `fetch(${'`/a${'.repeat(depth)}'x'${'}`'.repeat(depth)});`,
    blocks: (depth) => `${'{'.repeat(depth)} fetch('${BASE}/towers/1/bells') ${'}'.repeat(depth)}`,
    functions: (depth) => `${'(() => {'.repeat(depth)} fetch('${BASE}/towers/1/bells') ${'})()'.repeat(depth)}`,
    classes: (depth) => `${'class A { m() { '.repeat(depth)} fetch('${BASE}/towers/1/bells') ${'} }'.repeat(depth)}`,
    patterns: (depth) => `const ${'{a:'.repeat(depth)}x${'}'.repeat(depth)} = y; fetch(x);`,
    elements: (depth) => `const x = ${'<a>'.repeat(depth)}{fetch('${BASE}/towers/1/bells')}${'</a>'.repeat(depth)};`,
    branches: (depth) =>
      `${repeat(depth, (index) => `if (c${index}) { f() } else `)}{ fetch('${BASE}/towers/1/bells') }`,
    assignments: (depth) => `fetch(${repeat(depth, (index) => `a${index} = `)}'${BASE}/towers/1/bells');`,
    negations: (depth) => `fetch(${'!'.repeat(depth)}x);`,
  };
  it.each(Object.entries(shapes))('finishes for %s, unless the parser refuses them', (_, shape) => {
    for (const depth of [50, 350, 800, 10_000]) {
      if (lowerOrRefuse('a.tsx', shape(depth)) === undefined) expect(depth).toBeGreaterThan(350);
      else survives(shape(depth), 'a.tsx');
    }
  });

  it('reports that code nested too deeply is not followed', () => {
    expect(survives(`${'{'.repeat(500)} fetch('${BASE}/towers/1/bells') ${'}'.repeat(500)}`).analysis.limits).toEqual([
      'the analysis limit for this file was reached',
    ]);
    expect(survives(`${'{'.repeat(50)} fetch('${BASE}/towers/1/bells') ${'}'.repeat(50)}`).analysis).toMatchObject({
      findings: [{ deprecation: 'bells' }],
    });
  });
});

describe('the analysis of a program with many possible values', () => {
  const programs: Readonly<Record<string, string>> = {
    'twenty conditionals in one URL': `fetch('${BASE}/towers/' + ${repeat(20, (index) => `(c${index} ? 'a${index}' : 'b${index}')`, ' + ')} + '/bells');`,
    'twenty loops': `const a = [${repeat(40, (index) => `'a${index}'`, ',')}]; ${repeat(20, (index) => `for (const x${index} of a) `)}fetch('${BASE}/towers/' + ${repeat(20, (index) => `x${index}`, ' + ')});`,
    'choices through functions': `${repeat(9, (index) => `function f${index}(x) { return c ? f${index + 1}(x + '/p${index}') : f${index + 1}(x + '/q${index}'); }\n`)}function f9(x) { return x; } fetch('${BASE}' + f0('/towers'));`,
    'reassignments in branches': `let u = '${BASE}/towers'; ${repeat(40, (index) => `if (c${index}) u = u + '/a${index}'; else u += '/b${index}';\n`)}fetch(u);`,
    'wrappers that all call each other': `${repeat(30, (index) => `function w${index}(p) { ${repeat(30, (other) => `w${other}(p);`)} fetch('${BASE}' + p); }\n`)}w9('/towers/1');`,
  };
  it.each(Object.entries(programs))('%s is cut off and says so', (_, source) => {
    expect(saysLimit(survives(source).analysis)).toBe(true);
  });

  it('keeps the known end of a URL with many choices', () => {
    const source = `fetch('${BASE}/towers/' + ${repeat(20, (index) => `(c${index} ? 'a' : 'b')`, ' + ')} + '/bells');`;
    expect(survives(source).analysis.findings).toMatchObject([{ deprecation: 'bells' }]);
  });
});

describe('the analysis of a program that refers to itself', () => {
  const programs: Readonly<Record<string, string>> = {
    constants: `const a = a + '/x'; let b = b; var c = c ? c : c + c; fetch('${BASE}/towers/1/' + a); fetch('${BASE}/towers/1/' + b); fetch('${BASE}/towers/1/' + c);`,
    functions: `function f(x) { return f(x + '/y') + f(x); } const g = () => g; fetch('${BASE}/towers/' + f('/bells')); g()()()();`,
    'mutual recursion with growing texts': `function f(x) { return g(x + '/f' + x); } function g(x) { return c ? f(x + '/g' + x) : f(x + x); } fetch('${BASE}' + f('/towers'));`,
    classes: `class A extends A { get x() { return this.x + this.x; } static get y() { return A.y; } m() { return this.m(); } constructor() { super(); this.z = this.z + this.z; } } const a = new A(); fetch('${BASE}/towers/' + a.x + A.y + a.m() + a.z); class B extends C {} class C extends B {} fetch('${BASE}/' + new B().foo);`,
    objects: `const o = { get x() { return this.x + o.x; }, ...o, y: o.y, [o.k]: 1 }; o.z = o; fetch('${BASE}/towers/' + o.x + o.y + o.z.z.z.q + o.k); for (const k in o) fetch(o[k]); Object.entries(o).map(([k, v]) => fetch(k + v));`,
    'self-application': `const w = (x) => x(x); fetch('${BASE}/towers/1/' + w(w)); const y = (f) => ((x) => f((v) => x(x)(v)))((x) => f((v) => x(x)(v))); fetch('${BASE}/towers/' + y((r) => (n) => r(n + '/z'))('/a'));`,
  };
  it.each(Object.entries(programs))('reports a limit for %s', (_, source) => {
    expect(saysLimit(survives(source).analysis)).toBe(true);
  });

  it('finishes for objects spread into each other', () => {
    survives(
      `const o = { ${'...p, '.repeat(300)} }; const p = { ${'...o, '.repeat(300)} b: 1 }; for (const k in o) fetch(k); Object.entries(p).map(([k]) => fetch(k));`,
    );
    survives(
      `const o0 = { a: '/towers/1/bells' }; ${repeat(1000, (index) => `const o${index + 1} = { ...o${index}, ...o${index} };\n`)}fetch('${BASE}' + o1000.a); fetch('${BASE}' + o20.none); for (const k in o1000) fetch('${BASE}' + o1000[k]);`,
    );
  });

  it('reports findings and a limit for modules that import each other', () => {
    const files = {
      'a.ts': `import { b } from './b'; export * from './b'; export const a = b; fetch('${BASE}/towers/1/' + a); fetch('${BASE}/towers/1/bells');`,
      'b.ts': `import { c } from './c'; export * from './c'; export const b = c;`,
      'c.ts': `import { a, none } from './a'; export * from './a'; export * from './c'; export { d as c2 } from './b'; export const c = a;`,
    };
    const { analysis } = study(files);
    expect(analysis.findings).toMatchObject([{ deprecation: 'bells' }]);
    expect(saysLimit(analysis)).toBe(true);
  });
});

describe('the analysis of values that double sixty times', () => {
  const text = "'/towers/1/bells'";
  const programs: Readonly<Record<string, string>> = {
    sums: doubling((next) => `${next} + ${next}`, text),
    'sums of holes': doubling((next) => `${next} + ${next}`, 'process.env.X'),
    spreads: doubling((next) => `[...${next}, ...${next}]`, `[${text}]`, "v0.join('/')"),
    lists: doubling((next) => `[${next}, ${next}]`, `[${text}]`),
    'empty lists': doubling((next) => `[${next}, ${next}]`, '[]', "v0.join('')"),
    objects: doubling((next) => `{ a: ${next}, b: ${next}, ...${next} }`, `{ u: ${text} }`, 'v0.u'),
    'concat of texts': doubling((next) => `${next}.concat(${next})`, text),
    'concat of lists': doubling((next) => `${next}.concat(${next})`, `[${text}]`, "v0.join('/')"),
    joins: doubling((next) => `[${next}, ${next}].join(${next})`, text),
    replacements: doubling((next) => `${next}.replaceAll('e', ${next})`, text),
    'regular replacements': doubling((next) => `${next}.replace(/e/g, 'ee').replaceAll('e', 'eeee')`, text),
    splits: doubling((next) => `${next}.split('').join('aa')`, text),
    maps: doubling(
      (next) => `${next}.flatMap((x) => [x, x]).concat(${next}.map((y) => y + y))`,
      `[${text}]`,
      "v0.join('/')",
    ),
    URLs: doubling((next) => `new URL(${next} + ${next}, '${BASE}/').href`, text),
    functions: `${repeat(60, (index) => `const f${index} = (x) => f${index + 1}(x) + f${index + 1}(x + x);\n`)}const f60 = (x) => x; fetch('${BASE}' + f0('/towers')); fetch('${BASE}/towers/1/bells');`,
    'functions of some depth': `${repeat(9, (index) => `const f${index} = (x) => f${index + 1}(x + x) + f${index + 1}(x + x);\n`)}const f9 = (x) => x + x; fetch('${BASE}' + f0('/towers')); fetch('${BASE}/towers/1/bells');`,
    reassignments: `let u = '/towers/x/'; ${'u = u + u;\n'.repeat(60)}fetch('${BASE}' + u); fetch('${BASE}/towers/1/bells');`,
    additions: `const v = ['a']; ${'v.push(...v);\n'.repeat(60)}fetch('${BASE}' + v.join('/')); fetch('${BASE}/towers/1/bells');`,
    'paths of folders': `import path from 'path'; ${doubling((next) => `path.join(${next}, ${next})`, text)}`,
    formats: `import util from 'util'; ${doubling((next) => `util.format('%s%s', ${next}, ${next})`, text)}`,
  };
  it.each(Object.entries(programs))('finishes for %s', (_, source) => {
    const { analysis } = survives(source);
    expect(analysis.findings.length > 0 || saysLimit(analysis)).toBe(true);
  });
});

describe('a regular expression of the analysed program', () => {
  it.each([
    ['nested quantifiers', '/(a+)+$/', 'a'.repeat(5000)],
    ['many quantifiers', '/a*a*a*a*b/g', 'a'.repeat(5000)],
    ['many options', `/${'a?'.repeat(40)}${'a'.repeat(40)}b/`, 'a'.repeat(39)],
    ['many alternatives', `/${'(a|a)'.repeat(30)}b/`, 'a'.repeat(30)],
    ['a lookahead', '/(?=(a+))+b/', 'a'.repeat(5000)],
    ['a reference', '/(a*)\\1\\1\\1b/', 'a'.repeat(5000)],
    ['a quantifier on a very long text', '/a+b/', 'a'.repeat(100_000)],
  ])('is not run for long with %s', (_, regex, text) => {
    expect(
      survives(
        `const s = '${text}!'; ${repeat(20, () => `fetch('${BASE}/towers/' + s.replace(${regex}, 'c') + '/bells');\n`)}`,
      ).milliseconds,
    ).toBeLessThan(4000);
  });

  it.each([
    ["'/towers/:id/bells'.replace(/:id/, '1')", 'bells'],
    ["'/towers/{id}/{what}'.replace(/\\{(\\w+)\\}/g, 'bells')", 'bells'],
    ["'/' + '//towers/1/hands//'.replace(/^\\/+|\\/+$/g, '')", 'hands'],
    ["'/towers/1/hxxxnds'.replace(/x{3}/, 'a')", 'hands'],
  ])('is run when it is harmless: %s', (path, deprecation) => {
    expect(survives(`fetch('${BASE}' + ${path});`).analysis.findings).toMatchObject([{ deprecation }]);
  });
});

describe('the analysis of unusual names and characters', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

  it.each(names)('treats %s like any other name', (name) => {
    const member = name === 'prototype' || name === 'constructor' ? `my_${name}` : name;
    const uses = [
      `{ const ${name} = '/towers/1/bells'; fetch('${BASE}' + ${name}); }`,
      `{ const o = { ['${name}']: '/towers/2/bells' }; fetch('${BASE}' + o.${name}); fetch('${BASE}' + o['${name}']); }`,
      `{ class K { static ${member} = '/towers/3/bells'; } fetch('${BASE}' + K.${member}); }`,
      `import m from '${name}'; m.${name}('/towers/4/bells'); export { m as ${name} };`,
      `fetch('${BASE}/' + {}.${name}); fetch('${BASE}/${name}/${name}'); ${name}(); x.${name}('${BASE}/towers/5/gears');`,
      `fetch('${BASE}/towers/6/bells', { ${name}: ${name}, headers: { '${name}': '${name}', ${name}: 1 } });`,
      `fetch('${BASE}/towers/7/bells/', { method: '${name}' });`,
    ];
    const { analysis } = survives(uses.join('\n'));
    const lines = new Set(analysis.findings.map(({ url }) => /towers\/(\d)/.exec(url)?.[1]));
    expect([...lines].sort()).toEqual(expect.arrayContaining(['1', '2', '3', '6', '7']));
    expect(analysis.findings.map(({ url }) => url).join(' ')).not.toContain('gears');
  });

  it('finds an operation named constructor, and nothing by an inherited name alone', () => {
    expect(survives(`fetch('${BASE}/towers/1/settings/constructor');`).analysis.findings).toMatchObject([
      { deprecation: 'odd-word' },
    ]);
    expect(
      survives(`fetch('${BASE}/towers/1/settings/toString'); fetch('${BASE}/constructor/1/__proto__');`).analysis
        .findings,
    ).toEqual([]);
  });

  it.each([
    [
      'lone surrogates',
      `const a = '/\ud800/\udfff'; fetch('${BASE}/towers/\ud800' + '/bells' + a.slice(9)); fetch("${BASE}/towers/\\ud800/bells");`,
    ],
    ['a name beyond the basic plane', `const \u{20BB7} = '/towers/1/bells'; fetch('${BASE}' + \u{20BB7});`],
    [
      'every line terminator',
      `const a = 1;\rconst b = 2;\r\nconst c = 3;\u2028const d = 4;\u2029// fetch\u2028fetch('${BASE}/towers/1/bells')`,
    ],
    ['a hashbang and CRLF', `#!/usr/bin/env node\r\nfetch('${BASE}/towers/1/bells');`],
    ['a byte order mark', `\ufefffetch('${BASE}/towers/1/bells');`],
    [
      'decorators and accessors',
      `@dec class A { @dec() accessor x = '/towers/1/bells'; m() { return fetch('${BASE}' + this.x); } }`,
    ],
    [
      'private names and static blocks',
      `class A { #p = '/towers/1/bells'; static { fetch('${BASE}/towers/2/bells'); } get #g() { return this.#p; } m() { return #p in this ? fetch('${BASE}' + this.#p) : fetch('${BASE}' + this.#g); } }`,
    ],
    [
      'using declarations',
      `using r = fetch('${BASE}/towers/1/bells'); await using s = fetch('${BASE}/towers/2/bells');`,
    ],
    [
      'import attributes',
      `import j from './x.json' with { type: 'json' }; import defer * as ns from 'x'; fetch('${BASE}/towers/1/bells');`,
    ],
    [
      'flags of regular expressions',
      `const re = /[\\p{L}--[a-z]]/v, d = /(?<a>x)/d, y = /x/y, both = /(?<a>x)|(?<a>y)/; fetch('${BASE}/towers/1/bells'.replace(re, 'a').replace(d, '$<a>').replace(y, 'z').replace(both, 'y'));`,
    ],
    [
      'enums and namespaces',
      `enum E { A = '/towers/1/bells', B = 1 << 2, C } namespace N.M { export const p = '/towers/1/bells'; fetch('${BASE}' + p); } fetch('${BASE}' + E.A);`,
    ],
    ['a syntax error', `fetch('${BASE}/towers/1/bells'); class { const = ; } \`\${`],
  ])('%s', (_, source) => {
    expect(survives(source).analysis.findings.length).toBeGreaterThanOrEqual(1);
  });

  it('finds requests in JSX', () => {
    expect(
      survives(
        `const x = <A b={fetch('${BASE}/towers/1/bells')} {...c}>{fetch('${BASE}/towers/2/bells')}{/* c */}<></></A>;`,
        'a.tsx',
      ).analysis.findings,
    ).toHaveLength(2);
  });
});

describe('the analysis of a hostile file', () => {
  it('takes nothing from the findings of other files', () => {
    const client = `export class Client { constructor(b) { this.b = b; } get(p) { return fetch(this.b + p); } } export const client = new Client('${BASE}');`;
    const hostile = `import { client } from './client'; ${repeat(9, (index) => `const f${index} = (x) => f${index + 1}(x + x) + f${index + 1}(x + x);\n`)}const f9 = (x) => x + x; fetch('${BASE}' + f0('/towers')); ${repeat(3000, (index) => `client.get(f0('/towers/${index}'));`)}`;
    const files = {
      'read-file.ts': hostile,
      'client.ts': client,
      'a.ts': "import { client } from './client'; client.get('/towers/1/bells');",
    };
    const alone = study({ 'client.ts': client, 'a.ts': files['a.ts'] }).analysis;
    expect(alone.findings).toMatchObject([{ deprecation: 'bells' }]);
    expect(study(files, 'read-file.ts').analysis.limits).toBeDefined();
    expect(study(files).analysis.findings).toEqual(alone.findings);
  });
});
