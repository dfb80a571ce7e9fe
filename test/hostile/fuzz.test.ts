import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { parseTypeScript } from '../../src/languages/facts/typescript.js';
import { listFixtures } from '../fixtures-support.js';
import { BASE, lowerByEstree, MOST_STEPS, study } from './support.js';
import { IS_LONG, share } from '../share.js';

/** Returns whether two analyses give the same bytes, within the steps of a file. */
function isSteady(source: string, file = 'a.ts'): void {
  const first = study(source, file);
  const second = study(source, file);
  expect(JSON.stringify(second.analysis)).toBe(JSON.stringify(first.analysis));
  expect(first.steps).toBeLessThan(MOST_STEPS);
}

const WORDS = [
  ...[
    'a',
    'b',
    'c',
    'fetch',
    'axios',
    'get',
    'post',
    '__proto__',
    'constructor',
    'this',
    'super',
    'new',
    'class',
    'extends',
    'function',
    'return',
    'const',
    'let',
    'var',
    'for',
    'of',
    'in',
    'if',
    'else',
    'import',
    'export',
    'from',
    'default',
    'async',
    'await',
    'yield',
    'static',
    'enum',
    'namespace',
    'using',
    'typeof',
  ],
  ...[
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    ';',
    ',',
    '.',
    '?.',
    '...',
    '=>',
    '=',
    '+=',
    '??=',
    '+',
    '*',
    '/',
    '?',
    ':',
    '??',
    '||',
    '&&',
    '!',
    '<',
    '>',
    '@',
    '#x',
    '`',
    '${',
    '\n',
    '\u2028',
    '\\',
    '/a/g',
    '/(a+)+$/v',
    '0',
    '1n',
    '\ud800',
  ],
  ...[`'${BASE}'`, "'/towers/1/bells'", "'/towers/'", "'method'", "'__proto__'", "'m'", "'./a'"],
];
const SOUP = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(' '));

/** Expressions over ten names, each of which may be defined by any other. */
const NAME = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'o', '__proto__');
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    NAME,
    fc.constantFrom(
      "'/towers/1/bells'",
      `'${BASE}'`,
      "'/'",
      "'x'",
      '0',
      'null',
      'undefined',
      'process.env.X',
      '/x/g',
      '[]',
      '{}'.replace('{}', '({})'),
      'this',
      'fetch',
    ),
    ...templates(tie('expression'), [
      (x, y) => `${x} + ${y}`,
      (x, y) => `\`\${${x}}/\${${y}}\``,
      (x, y) => `(c ? ${x} : ${y})`,
      (x, y) => `(${x} ?? ${y})`,
      (x, y) => `[${x}, ...${y}]`,
      (x, y) => `({ a: ${x}, ...${y}, get b() { return ${x}; }, [${y}]: ${x} })`,
      (x, y) => `${x}(${y})`,
      (x, y) => `new ${x}(${y})`,
      (x, y) => `(${x}).a(${y})`,
      (x, y) => `(${x})[${y}]`,
      (x, y) => `(${x}).replace(${y}, ${x})`,
      (x, y) => `(${x}).map((a) => ${y}).join(${x})`,
      (x, y) => `((a, ...b) => ${x} + a + b)(${y})`,
      (x, y) => `Object.assign({}, ${x}, ${y})`,
      (x, y) => `new URL(${x}, ${y}).href`,
      (x, y) => `(class extends (${x}) { a = ${y}; static b = this.a; constructor(c) { super(c); this.c = ${y}; } })`,
      (x, y) => `fetch(${x}, ${y})`,
    ]),
  ),
}));

function templates(
  part: fc.Arbitrary<string>,
  shapes: readonly ((x: string, y: string) => string)[],
): readonly fc.Arbitrary<string>[] {
  return shapes.map((shape) => fc.tuple(part, part).map(([x, y]) => shape(x, y)));
}

const STATEMENT = fc.tuple(fc.nat({ max: 9 }), NAME, expression, expression).map(([kind, name, x, y]) => {
  const shapes = [
    `var ${name} = ${x};`,
    `${name} += ${x};`,
    `${name}.a = ${x};`,
    `function ${name}(a, b = ${y}) { return ${x}; }`,
    `for (const a of ${x}) { fetch(a + ${y}); }`,
    `if (c) { ${name} = ${x}; } else { ${name} = ${y}; }`,
    `${name}.push(${x});`,
    `export { ${name} as x${kind} };`,
    `import { ${name} } from './a';`,
    `fetch(${x}, { method: ${y} });`,
  ];
  return shapes[kind] ?? '';
});
const PROGRAM = fc.array(STATEMENT, { minLength: 1, maxLength: 12 }).map((statements) => statements.join('\n'));

const FIXTURES = listFixtures().flatMap(({ root, files }) => files.map((file) => join(root, file)));
const RESERVED = new Set([
  'const',
  'let',
  'var',
  'function',
  'return',
  'class',
  'new',
  'import',
  'export',
  'from',
  'as',
  'async',
  'await',
  'if',
  'else',
  'for',
  'of',
  'in',
  'extends',
  'this',
  'super',
  'typeof',
  'type',
  'interface',
  'static',
  'default',
  'enum',
  'declare',
  'try',
  'catch',
  'finally',
  'throw',
  'while',
  'switch',
  'case',
  'readonly',
  'private',
  'public',
  'protected',
]);
const TOKEN = /[\w$]+|\s+|'[^'\n]*'|[^]/g;

type Change = 'delete' | 'double' | 'swap' | 'swap words';

/** Fixture with some of its tokens deleted, doubled or swapped; if words are swapped for words, most still parse. */
const mutantBy = (...kinds: readonly Change[]): fc.Arbitrary<{ readonly source: string; readonly file: string }> =>
  fc
    .tuple(
      fc.constantFrom(...FIXTURES),
      fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }),
    )
    .map(([file, changes]) => {
      const tokens: string[] = readFileSync(file, 'utf8').match(TOKEN) ?? [];
      const words = [...tokens.keys()].filter(
        (index) => /^[a-z]/i.test(tokens[index] ?? '') && !RESERVED.has(tokens[index] ?? ''),
      );
      for (const [change, first, second] of changes) {
        const among = change === 'swap words' && words.length > 0 ? words : [...tokens.keys()];
        const [at, to] = [among[first % among.length] ?? 0, among[second % among.length] ?? 0];
        const [here = '', there = ''] = [tokens[at], tokens[to]];
        if (change === 'delete') tokens[at] = ' ';
        else if (change === 'double') tokens[at] = here + here;
        else [tokens[at], tokens[to]] = [there, here];
      }
      return { source: tokens.join(''), file: file.endsWith('x') ? 'a.tsx' : 'a.ts' };
    });

describe('the analysis', () => {
  it('survives random tokens', () => {
    fc.assert(
      fc.property(SOUP, (source) => isSteady(source)),
      { numRuns: share(600) },
    );
  });

  it('survives programs with circular definitions', () => {
    fc.assert(
      fc.property(PROGRAM, (source) => isSteady(source)),
      { numRuns: share(300) },
    );
  });

  it('survives mutated fixtures', () => {
    fc.assert(
      fc.property(mutantBy('delete', 'double', 'swap'), ({ source, file }) => isSteady(source, file)),
      { numRuns: share(300) },
    );
  });

  it('gives the same result with both parsers for mutated fixtures, and survives fixtures that only one parses', () => {
    let both = 0;
    fc.assert(
      fc.property(fc.oneof(mutantBy('swap words'), mutantBy('delete', 'double', 'swap')), ({ source, file }) => {
        const facts = lowerByEstree(file, source);
        if (facts === undefined) return;
        const estree = study(source, file, lowerByEstree);
        expect(estree.steps).toBeLessThan(MOST_STEPS);
        const typescript = parseTypeScript(ts, file, source);
        if (typescript.syntaxErrors > 0) return;
        both += 1;
        expect(facts).toEqual(typescript.facts);
        expect(estree.analysis).toEqual(study(source, file).analysis);
      }),
      { numRuns: share(300) },
    );
    expect(both).toBeGreaterThan(IS_LONG ? 60 : 3);
  });
});
