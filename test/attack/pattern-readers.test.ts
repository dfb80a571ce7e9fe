import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchItems } from '../../src/scan/baseline/entry.js';
import { parseCodeowners } from '../../src/report/owners.js';
import { FileProbe } from '../../src/files/file-probe.js';
import { gitignoreRules, ignoredBy, includedBy } from '../../src/files/ignore-rules.js';
import { Effort } from '../../src/core/lib/bounds.js';
import { matching, patternProblem } from '../../src/files/path-pattern.js';
import { SpecifierResolver } from '../../src/files/resolve-specifier.js';
import { TsconfigPaths } from '../../src/files/tsconfig.js';
import { findWorkspaces } from '../../src/files/workspaces.js';
import { folder } from '../scanner/support.js';
import { startCpuClock } from '../cpu-time.js';
import { IS_LONG, share } from '../share.js';

const RUNS = share(100);
/** Milliseconds for one input; a slow machine under load needs a tenth. */
const LIMIT = 5000;

/** Texts of fragments, each many times, that have made readers slow. */
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

/** Does something with inputs, each of which must end in time. */
function inTime<T>(input: fc.Arbitrary<T>, read: (value: T) => unknown): void {
  fc.assert(
    fc.property(input, (value) => {
      const elapsed = startCpuClock();
      read(value);
      expect(elapsed()).toBeLessThan(LIMIT);
    }),
    { numRuns: RUNS },
  );
}

describe('readers of patterns end in time', () => {
  it('of ignore files, and of those that a user wrote', () => {
    inTime(PATTERN, (text) => {
      const rules = gitignoreRules(text, new Effort(1_000_000));
      for (const path of PATHS) rules.verdict(path);
      if (patternProblem(text) !== undefined) return;
      for (const test of [ignoredBy([text]), includedBy([text])]) for (const path of PATHS) test(path);
      matching('/work', text, PATHS);
    });
  });

  it('of CODEOWNERS', () => {
    inTime(PATTERN, (text) => {
      const ownersOf = parseCodeowners(`${text} @a\n[x] @b\n${text}\n`);
      for (const path of PATHS) ownersOf(path);
    });
  });
});

describe('readers of what surrounds a program end in time', () => {
  const read = (files: Readonly<Record<string, string>>): void => {
    const root = folder({ '.git/HEAD': '', 'lib/package.json': '{"name":"lib"}', ...files });
    const probe = new FileProbe();
    findWorkspaces(root, probe);
    const resolver = new SpecifierResolver(root, probe, new TsconfigPaths(probe, undefined));
    for (const specifier of ['lib', 'lib/a', '#a', 'a/b', '.', './lib', 'aaaa'.repeat(2000)])
      resolver.resolve('app.ts', specifier);
  };

  it.each(['package.json', 'tsconfig.json', 'deno.json', 'deno.jsonc', 'lerna.json', 'rush.json', 'lib/package.json'])(
    '%s',
    (name) => {
      inTime(JSON_PART, (text) => read({ [name]: text }));
    },
    120_000,
  );

  it.each(['? ', '- ? ', '? - ', '- '])('pnpm-workspace.yaml of keys and lists in one another: %j', (opened) => {
    inTime(fc.constant(opened.repeat(400)), (text) => read({ 'pnpm-workspace.yaml': text }));
  });

  it('pnpm-workspace.yaml', () => {
    inTime(YAML_PART, (text) => read({ 'pnpm-workspace.yaml': text }));
  }, 120_000);

  it.each(['workspaces', 'exports', 'imports', 'main'])(
    '%s of package.json',
    (key) => {
      inTime(fc.tuple(PATTERN, PATTERN), ([one, two]) =>
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

  it('paths of a tsconfig', () => {
    inTime(fc.tuple(PATTERN, PATTERN), ([one, two]) =>
      read({
        'tsconfig.json': JSON.stringify({
          compilerOptions: { baseUrl: '.', paths: { [one]: [two], '*': [two, one] } },
        }),
      }),
    );
  }, 120_000);
});

describe('known findings', () => {
  it('are found again in time, however many are alike', () => {
    const many = (count: number, file: string) =>
      Array.from({ length: count }, (_, index) => ({ file, key: String(index % 3), detail: String(index % 7) }));
    inTime(fc.tuple(fc.nat({ max: 50_000 }), fc.nat({ max: 5000 }), fc.boolean()), ([old, now, exists]) => {
      const { pairs, gone } = matchItems(many(old, 'lost.ts'), many(now, exists ? 'lost.ts' : 'new.ts'), () => exists);
      expect(pairs.size + gone.length).toBe(old);
    });
  });
});

describe('rules of .gitignore', () => {
  it('mean what they mean to git, also those that are none', () => {
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
    // git takes plain letters before `**` off first, and reads what is left as if it began there: `ab**/*` fits `ab`.
    const line = fc
      .array(part, { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join(''))
      .filter((pattern) => !/[^/]\*\*/.test(pattern));
    const names = ['a', 'b', 'ab', 'a/b', 'a/a', 'b/a/b', 'ab/a', 'a/b/a/b', '*', 'a/*', '{a,b}', ' a', 'b]'];
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
        const rules = gitignoreRules(lines.join('\n'), new Effort(1_000_000));
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

  it('are refused with their place in a configuration where they are none', () => {
    for (const pattern of ['[a', '[z-a]', '{a,b', 'a\\', '[[:other:]]', '@(a|b)'])
      expect(patternProblem(pattern)).toBeDefined();
    for (const pattern of ['[a]', '{a,b}', 'a\\[', 'app/(group)/*', '!src/**', '*.{ts,js}'])
      expect(patternProblem(pattern)).toBeUndefined();
  });
});
