import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchItems } from '../../src/scan/baseline/entry.js';
import { parseCodeowners } from '../../src/report/owners.js';
import { FileProbe } from '../../src/files/file-probe.js';
import { gitignoreRules, ignoredBy, includedBy } from '../../src/files/ignore-rules.js';
import { StepBudget } from '../../src/core/lib/bounds.js';
import { namesMatching, patternProblem } from '../../src/files/path-pattern.js';
import { SpecifierResolver } from '../../src/files/resolve-specifier.js';
import { TsconfigPaths } from '../../src/files/tsconfig.js';
import { findWorkspaces } from '../../src/files/workspaces.js';
import { folder } from '../scanner/support.js';
import { startCpuClock } from '../cpu-time.js';
import { IS_LONG, share } from '../share.js';

const RUNS = share(100);
/** CPU time in milliseconds for one input; a slow machine under load needs a tenth. */
const LIMIT = 5000;

/** Repeats fragments that have slowed readers down. */
const hostile = (...fragments: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.tuple(fc.constantFrom(...fragments), fc.nat({ max: 12 })), { minLength: 1, maxLength: 5 }).map((parts) =>
    parts
      .map(([fragment, times]) => fragment.repeat(2 ** times))
      .join('')
      .slice(0, 100_000),
  );

const PATTERN = hostile(
  '*',
  '**/',
  '?',
  'a',
  'Z',
  '[a-z]',
  '[',
  ']',
  '{a,',
  '{*,*}',
  '}',
  '/',
  '!',
  '\\',
  '+(',
  '|',
  ')',
  '@',
  ' ',
  '#',
  '..',
  '[[:alpha:]]',
  'é',
  '😀',
);
const JSON_PART = hostile(
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  '/*',
  '*/',
  '//',
  '\n',
  ',',
  ':',
  '"a":',
  '1',
  'null',
  '{"a":',
  ' ',
  '"extends":"./tsconfig.json",',
  '"paths":{"*":["*"]},',
  '"workspaces":["*"],',
  '"exports":',
  '"__proto__":{',
);
const YAML_PART = hostile(
  '#',
  '- ',
  '? ',
  ': ',
  'packages:',
  '\n',
  '\n  ',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '\\',
  '&a ',
  '*a ',
  '<<: ',
  '|',
  '>',
  '!!',
  '%',
  '---\n',
  ' ',
  '\t',
  'a',
);

const PATHS = ['a.ts', 'a/a/a/aZ.ts', `${'a'.repeat(200)}Z/b.ts`, `${'a/'.repeat(100)}Z.ts`, 'é/😀.ts'];

/** Reads random inputs, each of which must end in time. */
function expectInTime<T>(input: fc.Arbitrary<T>, read: (value: T) => unknown): void {
  fc.assert(
    fc.property(input, (value) => {
      const elapsed = startCpuClock();
      read(value);
      expect(elapsed()).toBeLessThan(LIMIT);
    }),
    { numRuns: RUNS },
  );
}

describe('patterns are read in time', () => {
  it('from ignore files and from the configuration', () => {
    expectInTime(PATTERN, (text) => {
      const rules = gitignoreRules(text, new StepBudget(1_000_000));
      for (const path of PATHS) rules.verdict(path);
      if (patternProblem(text) !== undefined) return;
      for (const test of [ignoredBy([text]), includedBy([text])]) for (const path of PATHS) test(path);
      namesMatching('/work', text, PATHS);
    });
  });

  it('from CODEOWNERS', () => {
    expectInTime(PATTERN, (text) => {
      const ownersOf = parseCodeowners(`${text} @a\n[x] @b\n${text}\n`);
      for (const path of PATHS) ownersOf(path);
    });
  });
});

describe('files around a program are read in time', () => {
  const read = (files: Readonly<Record<string, string>>): void => {
    const root = folder({ '.git/HEAD': '', 'lib/package.json': '{"name":"lib"}', ...files });
    const probe = new FileProbe();
    findWorkspaces(root, probe);
    const resolver = new SpecifierResolver(root, probe, new TsconfigPaths(probe, undefined));
    for (const specifier of ['lib', 'lib/a', '#a', 'a/b', '.', './lib', 'aaaa'.repeat(2000)])
      resolver.resolve('app.ts', specifier);
  };

  it.each(['package.json', 'tsconfig.json', 'deno.json', 'deno.jsonc', 'lerna.json', 'rush.json', 'lib/package.json'])(
    'from %s',
    (name) => {
      expectInTime(JSON_PART, (text) => read({ [name]: text }));
    },
    120_000,
  );

  it.each(['? ', '- ? ', '? - ', '- '])('from pnpm-workspace.yaml with nested keys and lists: %j', (opened) => {
    expectInTime(fc.constant(opened.repeat(400)), (text) => read({ 'pnpm-workspace.yaml': text }));
  });

  it('from pnpm-workspace.yaml', () => {
    expectInTime(YAML_PART, (text) => read({ 'pnpm-workspace.yaml': text }));
  }, 120_000);

  it.each(['workspaces', 'exports', 'imports', 'main'])(
    'from %s in package.json',
    (key) => {
      expectInTime(fc.tuple(PATTERN, PATTERN), ([one, two]) =>
        read({
          'package.json': JSON.stringify({
            name: 'own',
            workspaces: ['lib'],
            [key]:
              key === 'main'
                ? one
                : key === 'workspaces'
                  ? ['lib', one, two]
                  : { [`#${one}`]: two, [`./${two}`]: [one] },
          }),
        }),
      );
    },
    120_000,
  );

  it('from paths in a tsconfig', () => {
    expectInTime(fc.tuple(PATTERN, PATTERN), ([one, two]) =>
      read({
        'tsconfig.json': JSON.stringify({
          compilerOptions: { baseUrl: '.', paths: { [one]: [two], '*': [two, one] } },
        }),
      }),
    );
  }, 120_000);
});

describe('known findings', () => {
  it('are matched in time, however many are equal', () => {
    const many = (count: number, file: string) =>
      Array.from({ length: count }, (_, index) => ({ file, key: String(index % 3), detail: String(index % 7) }));
    expectInTime(fc.tuple(fc.nat({ max: 50_000 }), fc.nat({ max: 5000 }), fc.boolean()), ([old, now, exists]) => {
      const { pairs, gone } = matchItems(many(old, 'lost.ts'), many(now, exists ? 'lost.ts' : 'new.ts'), () => exists);
      expect(pairs.size + gone.length).toBe(old);
    });
  });
});

describe('patterns', () => {
  it('in .gitignore match like in git, even invalid ones', () => {
    const root = folder({ '.keep': '' });
    execFileSync('git', ['init', '-q'], { cwd: root });
    const part = fc.constantFrom(
      '*',
      '**',
      '**/',
      '/**',
      '?',
      'a',
      'b',
      'ab',
      '/',
      '[ab]',
      '[!a]',
      '[b-a]',
      '[]a]',
      '[a',
      '\\*',
      '\\',
      '{a,b}',
      '[[:alpha:]]',
      '[a-',
      ' ',
      '!',
      '#',
    );
    // Git compares plain letters before `**` first, and matches the rest from there: `ab**/*` matches `ab`.
    const line = fc
      .array(part, { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join(''))
      .filter((pattern) => !/[^/]\*\*/.test(pattern));
    const names = ['a', 'b', 'ab', 'a/b', 'a/a', 'b/a/b', 'ab/a', 'a/b/a/b', '*', 'a/*', '{a,b}', ' a', 'b]'];
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
        const rules = gitignoreRules(lines.join('\n'), new StepBudget(1_000_000));
        const [asked, told] = [names.join('\n'), join(root, 'rules')];
        execFileSync('sh', ['-c', 'cat > rules'], { cwd: root, input: lines.join('\n') });
        let ignored = '';
        try {
          ignored = execFileSync('git', ['-c', `core.excludesFile=${told}`, 'check-ignore', '--no-index', '--stdin'], {
            cwd: root,
            input: asked,
            encoding: 'utf8',
          });
        } catch {
          // Nothing is ignored.
        }
        const expected = ignored
          .split('\n')
          .filter((name) => name !== '')
          .map((name) => name.replace(/^"(.*)"$/, '$1'));
        expect(names.filter((name) => rules.verdict(name) === 'ignored')).toEqual(
          names.filter((name) => expected.includes(name)),
        );
      }),
      { numRuns: share(150), ...(IS_LONG ? {} : { seed: 20261122 }) },
    );
  }, 120_000);

  it('in a configuration are refused if they are invalid', () => {
    for (const pattern of ['[a', '[z-a]', '{a,b', 'a\\', '[[:other:]]', '@(a|b)'])
      expect(patternProblem(pattern)).toBeDefined();
    for (const pattern of ['[a]', '{a,b}', 'a\\[', 'app/(group)/*', '!src/**', '*.{ts,js}'])
      expect(patternProblem(pattern)).toBeUndefined();
  });
});
