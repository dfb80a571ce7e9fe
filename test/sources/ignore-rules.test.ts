import { FileKinds } from '../../src/languages/table.js';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ignoredBy, includedBy } from '../../src/files/ignore-rules.js';
import { listFiles } from '../../src/files/list-files.js';
import { SkipLog } from '../../src/files/skip-log.js';
import { folder } from '../scanner/support.js';

function list(root: string, paths: readonly string[] = ['.']): { files: readonly string[]; limits: readonly string[] } {
  const { files, limits } = listFiles(
    { root, paths, include: [], ignore: [], tests: 'mark', names: new FileKinds(['javascript']) },
    new SkipLog(),
  );
  return { files, limits };
}

describe('the option --ignore-files', () => {
  const FILES = ['keep.ts', 'gen/a.ts', 'gen/keep.ts', 'src/gen/b.ts', 'src/c.ts'];
  it.each([
    [['gen'], ['keep.ts', 'src/c.ts']],
    [['/gen/'], ['keep.ts', 'src/gen/b.ts', 'src/c.ts']],
    [['./gen'], ['keep.ts', 'src/c.ts']],
    [
      ['gen/**', '!gen/keep.ts'],
      ['keep.ts', 'gen/keep.ts', 'src/gen/b.ts', 'src/c.ts'],
    ],
    // As in git, a file in an ignored folder cannot be included again.
    [
      ['gen', '!keep.ts'],
      ['keep.ts', 'src/c.ts'],
    ],
    [['{gen,src}/*.ts'], ['keep.ts', 'src/gen/b.ts']],
    [['*.TS'], FILES],
  ])('keeps, with %j, the other files', (globs, left) => {
    const ignored = ignoredBy(globs);
    expect(FILES.filter((file) => !ignored(file))).toEqual(left);
  });
});

describe('the option --include', () => {
  const FILES = ['a.ts', 'b.js', 'src/c.ts', 'src/old/d.ts', '../e.ts'];
  it.each([
    [[], FILES],
    [['src'], ['src/c.ts', 'src/old/d.ts']],
    [['src', '!src/old'], ['src/c.ts']],
    [
      ['src', '!src/old', '*/old/d.ts'],
      ['src/c.ts', 'src/old/d.ts'],
    ],
    [['!src'], ['a.ts', 'b.js', '../e.ts']],
    [['/*.{ts,js}'], ['a.ts', 'b.js']],
  ])('selects, with %j, the matching files', (globs, files) => {
    expect(FILES.filter(includedBy(globs))).toEqual(files);
  });
});

describe('.gitignore files outside git', () => {
  const RULES = {
    '.gitignore': '/top.ts\n*.gen.ts\n!keep.gen.ts\nsub/out/\nlog[0-9].ts\n\\#x.ts\nspace\\ .ts \n**/deep/**/z.ts\n',
    'sub/.gitignore': 'here.ts\n!mine.gen.ts\n',
  };
  const NAMES = [
    'top.ts',
    'sub/top.ts',
    'a.gen.ts',
    'keep.gen.ts',
    'sub/mine.gen.ts',
    'sub/other.gen.ts',
    'sub/here.ts',
    'here.ts',
    'sub/out/x.ts',
    'out/x.ts',
    'log1.ts',
    'logx.ts',
    '#x.ts',
    'space .ts',
    'a/deep/b/z.ts',
    'a/z.ts',
  ];

  it('have the meaning that they have in git', () => {
    const files = { ...RULES, ...Object.fromEntries(NAMES.map((name) => [name, ''])) };
    const [plain, inGit] = [folder(files), folder(files)];
    execFileSync('git', ['init', '-q'], { cwd: inGit });
    expect(list(plain).files).toEqual(list(inGit).files);
    expect(list(plain).files).toContain('sub/mine.gen.ts');
    expect(list(plain, ['sub']).files).toEqual(list(inGit, ['sub']).files);
    expect(list(plain, ['sub']).files).toEqual(['sub/mine.gen.ts', 'sub/top.ts']);
  });

  it('apply above a scanned folder, up to the root or the top of its repository', () => {
    const root = folder({
      '.gitignore': 'a.ts\n',
      'app/.gitignore': 'b.ts\n',
      'app/src/a.ts': '',
      'app/src/b.ts': '',
      'app/src/c.ts': '',
    });
    expect(list(root, ['app/src']).files).toEqual(['app/src/c.ts']);
    expect(list(join(root, 'app'), ['src']).files).toEqual(['src/a.ts', 'src/c.ts']);
    expect(list(join(root, 'app/src')).files).toEqual(['a.ts', 'b.ts', 'c.ts']);
    execFileSync('mkdir', [join(root, '.hg')]);
    expect(list(join(root, 'app/src')).files).toEqual(['c.ts']);
  });

  it('do not apply above an ignored folder that is given as a path', () => {
    const root = folder({ '.gitignore': 'gen/\nx.ts\n', 'gen/sub/a.ts': '', 'gen/x.ts': '' });
    expect(list(root, ['gen']).files).toEqual(['gen/sub/a.ts', 'gen/x.ts']);
    expect(list(root, ['gen/sub']).files).toEqual(['gen/sub/a.ts']);
    expect(list(root).files).toEqual([]);
  });

  it('take little time for any patterns and names', () => {
    const hostile = `${'*a'.repeat(12)}*b\n${'**/a/'.repeat(12)}b.ts\nsecret.ts\n`;
    const root = folder({
      '.gitignore': hostile,
      [`${'a'.repeat(200)}.ts`]: '',
      [`${'a/'.repeat(60)}b.ts`]: '',
      'secret.ts': '',
    });
    expect(list(root)).toEqual({
      files: [`${'a'.repeat(200)}.ts`],
      limits: [],
    });
  });

  it('are not searched for in endless parent folders', () => {
    const skips = new SkipLog();
    const root = folder({ [`${'d/'.repeat(80)}a.ts`]: '', 'b.ts': '' });
    expect(
      listFiles(
        { root, paths: ['.'], include: [], ignore: [], tests: 'mark', names: new FileKinds(['javascript']) },
        skips,
      ).files,
    ).toEqual(['b.ts']);
    expect(skips.groups()).toMatchObject([{ reason: 'unreadable', count: 1 }]);
  });
});
