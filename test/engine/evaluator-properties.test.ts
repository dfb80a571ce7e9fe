import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueOf, evaluate, findings } from './support.js';
import { startCpuClock } from '../cpu-time.js';

/** Step of a program: an operator, and numbers that pick its operands among the existing texts. */
interface Step {
  readonly operator: number;
  readonly picks: readonly [number, number, number];
  readonly word: string;
}

/** Writes a statement that defines `name`, from the names of existing texts. */
type Operator = (name: string, texts: readonly [string, string, string], word: string) => string;

const OPERATORS: readonly Operator[] = [
  (name, [a, b]) => `const ${name} = ${a} + '/' + ${b};`,
  (name, [a, b], word) => `const ${name} = \`\${${a}}/${word}/\${${b}}\`;`,
  (name, [a, b], word) => `let ${name} = ${a}; ${name} += ${b}; ${name} += '/${word}';`,
  (name, [a, b, c]) => `const ${name} = ${a}.concat('/', ${b}, ${c});`,
  (name, [a, b], word) => `const ${name} = [${a}, '${word}', ${b}].join('/');`,
  (name, [a, b, c]) => `const ${name}_list = [${b}, ${c}]; const ${name} = [${a}, ...${name}_list].join('/');`,
  (name, [a], word) => `const ${name} = '/x/:id/y/:id'.replace(':id', ${a}) + '${word}';`,
  (name, [a]) => `const ${name} = '/{id}/y/{id}'.replaceAll('{id}', ${a});`,
  (name, [a], word) => `const ${name} = ${a} + encodeURIComponent('${word}');`,
  (name, [a, b]) => `const ${name} = String(${a}) + ${b}.toString().trim();`,
  (name, [a, b], word) =>
    `const ${name}_paths = { ${word}: ${a}, nested: { deep: ${b} } }; const ${name} = ${name}_paths.${word} + ${name}_paths['nested'].deep;`,
  (name, [a, b]) =>
    `class ${name}_Urls { static base = ${a}; path; constructor(rest) { this.path = ${name}_Urls.base + '/' + rest; } } const ${name} = new ${name}_Urls(${b}).path;`,
  (name, [a, b], word) =>
    `const { left: ${name}_left, right: ${name}_right = '${word}' } = { left: ${a} }; const ${name} = ${name}_left + ${b} + ${name}_right;`,
  (name, [a, b], word) =>
    `function ${name}_build(first, second = '${word}') { return first + '/' + second; } const ${name} = ${name}_build(${a}) + ${name}_build(${a}, ${b});`,
  (name, [a, b]) =>
    `const ${name}_curried = (first) => (second) => \`\${first}/\${second}\`; const ${name} = ${name}_curried(${a})(${b});`,
  (name, [a, b], word) => `const ${name} = [${a}, ${b}].map((piece) => piece + '/${word}').join('/');`,
  (name, [a], word) => `const ${name} = new URL('${word}', 'https://x.test/base/').href + ${a};`,
  (name, [a, b]) =>
    `const ${name}_object = { start: ${a}, join(rest) { return this.start + '/' + rest; } }; const ${name} = ${name}_object.join(${b});`,
  (name, [a, b]) =>
    `const ${name}_spread = { first: 'unused', ...{ first: ${a} }, second: ${b} }; const ${name} = ${name}_spread.first + '/' + ${name}_spread.second;`,
  (name, [a, b]) => `let ${name}; ${name} = ${a} + '?q=' + ${b};`,
];

const WORD = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/).filter((word) => !RESERVED.has(word));
const RESERVED = new Set([
  'do',
  'if',
  'in',
  'as',
  'is',
  'of',
  'for',
  'new',
  'try',
  'var',
  'let',
  'else',
  'case',
  'enum',
  'this',
  'true',
  'null',
  'void',
  'with',
]);
const STEP: fc.Arbitrary<Step> = fc.record({
  operator: fc.nat({ max: OPERATORS.length - 1 }),
  picks: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
  word: WORD,
});

function programOf(steps: readonly Step[]): string {
  const names = ['start', 'zone'];
  const lines = ["const start = 'https://api.clock.test/rest/v2';", "const zone = 'z1';"];
  for (const { operator, picks, word } of steps) {
    const name = `t${names.length}`;
    const pick = (number: number): string => names[number % names.length] ?? 'start';
    lines.push(OPERATORS[operator]?.(name, [pick(picks[0]), pick(picks[1]), pick(picks[2])], word) ?? '');
    names.push(name);
  }
  lines.push(`const result = ${names.at(-1) ?? 'start'};`);
  return lines.join('\n');
}

function run(source: string): unknown {
  return runInNewContext(`${source}\nresult`, { URL, encodeURIComponent, String });
}

describe('evaluating a program that builds a text from known pieces', () => {
  it.each(OPERATORS.map((operator, index) => [operator('t2', ['start', 'zone', 'start'], 'word'), index] as const))(
    'gives the result of running it for one operator: %s',
    (_source, operator) => {
      const source = programOf([{ operator, picks: [0, 1, 0], word: 'word' }]);
      expect(evaluate(source)).toEqual([run(source)]);
    },
  );

  it('gives the result of running it for random operators', () => {
    fc.assert(
      fc.property(fc.array(STEP, { maxLength: 6 }), (steps) => {
        const source = programOf(steps);
        expect(evaluate(source)).toEqual([run(source)]);
      }),
      { numRuns: 300 },
    );
  });

  it('includes the result of running it among the alternatives if it branches', () => {
    const BRANCHES = ['Date.now() > 0 ? A : B', 'A || B', 'A ?? B', "(zone === 'z1' && A) || B"];
    fc.assert(
      fc.property(fc.array(STEP, { maxLength: 3 }), fc.constantFrom(...BRANCHES), WORD, (steps, branch, word) => {
        const source =
          `${programOf(steps)}\nconst last = ${branch.replace('A', 'result').replace('B', `'${word}'`)} + '/end';`.replace(
            'const result =',
            'let result =',
          );
        expect(evaluate(source, 'last')).toContain(
          runInNewContext(`${source}\nlast`, { URL, encodeURIComponent, String, Date }),
        );
      }),
      { numRuns: 150 },
    );
  });
});

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower_id}/bells']] });

describe('analysing source that does not parse', () => {
  const TOKENS = [
    'const',
    'let',
    'x',
    'y',
    'fetch',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '=',
    '+=',
    '=>',
    ',',
    ';',
    '.',
    '...',
    '?',
    ':',
    '??',
    '`',
    '${',
    "'a'",
    "'/towers/1/bells'",
    '1',
    'class',
    'extends',
    'this',
    'super',
    'new',
    'function',
    'return',
    'async',
    'await',
    'import',
    'export',
    'from',
    "'./a'",
    '*',
    'default',
    'enum',
    'for',
    'of',
    'in',
    '/x/g',
    '<T>',
    'as',
    'const',
    'get',
    'static',
    '#p',
    'yield',
    '@d',
    '\n',
  ] as const;

  it('never throws for random tokens', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 }), (tokens) => {
        expect(findings({ 'a.ts': tokens.join(' ') }, CATALOGUE)).toBeInstanceOf(Array);
      }),
      { numRuns: 400 },
    );
  });

  it('never throws for a program from which a piece is cut', () => {
    fc.assert(
      fc.property(fc.array(STEP, { maxLength: 4 }), fc.nat(), fc.nat({ max: 30 }), (steps, at, length) => {
        const source = `${programOf(steps)}\nfetch(\`\${result}/bells\`);`;
        const start = at % source.length;
        expect(findings({ 'a.ts': source.slice(0, start) + source.slice(start + length) }, CATALOGUE)).toBeInstanceOf(
          Array,
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('evaluating definitions that refer to each other', () => {
  const NAMES = ['a', 'b', 'c', 'd'] as const;
  const reference = fc.constantFrom(...NAMES);
  const definition = fc.oneof(
    reference.map((name) => `${name} + '/x'`),
    fc.tuple(reference, reference).map(([left, right]) => `\`\${${left}}/\${${right}}\``),
    reference.map((name) => `(() => ${name})()`),
    reference.map((name) => `((p = ${name}) => p + ${name})()`),
    reference.map((name) => `{ k: ${name} }.k`),
    fc.tuple(reference, reference).map(([left, right]) => `[${left}, ...${right}].join('/')`),
    fc.tuple(reference, reference).map(([left, right]) => `${left} ?? ${right}`),
    reference.map((name) => `${name}.concat(${name}, ${name})`),
    reference.map((name) => `[1, 2].map(() => ${name}).join()`),
  );

  it('ends within three seconds', () => {
    fc.assert(
      fc.property(
        fc.tuple(definition, definition, definition, definition),
        fc.constantFrom(...NAMES),
        (definitions, name) => {
          const source = NAMES.map((each, index) => `const ${each} = (${definitions[index] ?? "''"});`).join('\n');
          const elapsed = startCpuClock();
          expect(evaluate(source, name).length).toBeGreaterThan(0);
          expect(elapsed()).toBeLessThan(3000);
        },
      ),
      { numRuns: 150 },
    );
  });
});
