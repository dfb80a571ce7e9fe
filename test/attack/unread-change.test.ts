import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API, CLEAN, cli, git, repository } from '../cli/support.js';
import { folder } from '../scanner/support.js';

const CALL = `fetch('${API}/zones/1/pagerules');\n`;
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;

type Files = Readonly<Record<string, string | Buffer>>;

/** Encodes UTF-32 in little-endian order with a byte order mark. */
function utf32(text: string): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xfe, 0, 0]),
    ...Array.from(text, (char) => Buffer.from([char.charCodeAt(0), 0, 0, 0])),
  ]);
}

function write(root: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
}

/** Makes a repository with a branch that adds files. */
function branch(files: Files, base: Readonly<Record<string, string>> = {}, add?: (root: string) => void): string {
  const root = repository(folder({ 'kept.ts': CLEAN, ...base }));
  git(root, 'checkout', '-q', '-b', 'change');
  write(root, files);
  add?.(root);
  git(root, 'add', '-A');
  return root;
}

/** Scans staged files, and the same files once committed; returns exit codes and error. */
async function scanChange(root: string): Promise<{ readonly codes: readonly number[]; readonly err: string }> {
  const staged = await cli(root, ['scan', '--staged']);
  git(root, 'commit', '-qm', 'change');
  const { code, err } = await cli(root, ['scan', '--changed-since', 'main']);
  return { codes: [staged.code, code], err };
}

const NESTED = (root: string): void => {
  const inner = join(root, 'lib/inner');
  write(root, { 'lib/inner/n.js': CALL });
  repository(inner);
};

const RESOURCE = 'resource "cloudflare_page_rule" "a" { zone_id = "x" }';

const UNREAD: Readonly<Record<string, readonly [files: Files, why: string, add?: (root: string) => void]>> = {
  'a NUL byte': [{ 'a.js': `${CALL}// \0\n` }, 'a.js: it has a NUL byte'],
  'UTF-16 without a mark': [{ 'a.js': Buffer.from(CALL, 'utf16le') }, 'a.js: it has a NUL byte'],
  'UTF-32': [{ 'a.js': utf32(CALL) }, 'a.js: it has a NUL byte'],
  'a NUL byte in a script without extension': [
    { a: `#!/bin/sh\ncurl ${API}/zones/1/pagerules\n\0` },
    'a: it has a NUL',
  ],
  'a NUL byte in build output': [{ 'vendor/a.js': `${CALL}// \0\n` }, 'vendor/a.js: it has a NUL byte'],
  'its size': [{ 'a.js': `${CALL}//${' '.repeat(6_000_000)}\n` }, 'a.js: it is larger than maxFileSize'],
  'dense code': [{ 'a.js': 'x();'.repeat(3000) + CALL }, 'a.js: it looks minified'],
  'a long comment behind a resource': [{ 'a.tf': `${RESOURCE} # ${'x '.repeat(5000)}\n` }, 'a.tf: it looks minified'],
  'a NUL byte beside a resource': [{ 'a.tf': `${RESOURCE} # \0\n` }, 'a.tf: it has a NUL byte'],
  'the size of a file with a resource': [
    { 'a.tf': `${RESOURCE}\n#${' '.repeat(6_000_000)}\n` },
    'a.tf: it is larger than maxFileSize',
  ],
  'the folder of a resource': [
    { 'vendor/a.tf': `${RESOURCE}\n` },
    'vendor/a.tf: its folder has the name of build output',
  ],
  'its folder': [{ 'vendor/a.js': CALL }, 'vendor/a.js: its folder has the name of build output'],
  'the folder of a Dockerfile': [
    { 'vendor/Dockerfile': `FROM node\nRUN curl ${API}/zones/1/pagerules\n` },
    'vendor/Dockerfile: its folder has the name of build output',
  ],
  'the folder of a manifest': [
    { 'dist/package.json': JSON.stringify({ scripts: { go: `curl ${API}/zones/1/pagerules` } }) },
    'dist/package.json: its folder has the name of build output',
  ],
  'the folder of a script without an extension': [
    { 'vendor/go': `#!/bin/sh\ncurl ${API}/zones/1/pagerules\n` },
    'vendor/go: its folder has the name of build output',
  ],
  'node_modules that are committed': [{ 'node_modules/p/a.js': CALL }, 'node_modules/p/a.js: it is in node_modules'],
  'a name of type declarations': [{ 'a.d.ts': CALL }, 'a.d.ts: it calls functions'],
  'a pointer of Git LFS': [{ 'a.js': POINTER }, 'a.js: it is a pointer of Git LFS'],
  'a syntax error': [
    { 'a.py': `x = (\n"""\nrequests.get("${API}/zones/1/pagerules")\n` },
    'a.py: it has syntax errors',
  ],
  'a link to another kind of file': [
    { 'real.txt': CALL },
    'a.js: it is a symbolic link',
    (root) => symlinkSync('real.txt', join(root, 'a.js')),
  ],
  'a link to nothing': [{}, 'a.js: it is a symbolic link', (root) => symlinkSync('../gone/a.js', join(root, 'a.js'))],
  'a link to a folder outside': [
    {},
    'src: it is a symbolic link',
    (root) => symlinkSync(folder({ 'a.js': CALL }), join(root, 'src')),
  ],
  'a name that ends in a blank': [{ 'a.js ': CALL }, 'a.js : its name is that of a program'],
  'a name that ends in a tab': [{ 'a.py\t': CALL }, 'a.py\\t: its name is that of a program'],
  'a name that ends in a line break': [{ 'lib/a.sh\n': CALL }, 'lib/a.sh\\n: its name is that of a program'],
  'a name that ends in a dot': [{ 'a.ts.': CALL }, 'a.ts.: its name is that of a program'],
  'a name with a hidden character': [{ 'a.j\u200bs': CALL }, 'a.j\\u200bs: its name is that of a program'],
  'a name in wide letters': [{ 'a.ｊｓ': CALL }, 'a.ｊｓ: its name is that of a program'],
  'a nested repository': [{}, 'lib/inner: it is a repository of its own', NESTED],
};

describe('a changed file that may call an API but is not read', () => {
  it.each(Object.entries(UNREAD))('fails the scan: %s', async (_what, [files, why, add]) => {
    const { codes, err } = await scanChange(branch(files, {}, add));
    expect(codes).toEqual([2, 2]);
    expect(err).toMatch(/^error: this change has \d+ files? not read that may call an API:$/m);
    expect(err).toContain(`\n  ${why}`);
  });

  it.runIf(process.platform === 'linux')('fails the scan if its name is not UTF-8', async () => {
    const root = branch({});
    writeFileSync(Buffer.concat([Buffer.from(join(root, 'a')), Buffer.from([0xff]), Buffer.from('.js')]), CALL);
    git(root, 'add', '-A');
    const { codes, err } = await scanChange(root);
    expect([codes, err]).toEqual([[2, 2], expect.stringContaining('a\uFFFD.js: its name is not UTF-8. Rename it.')]);
  });

  it.each(['minified code', 'a repository', 'a link'])(
    'passes if the previous configuration excludes it: %s',
    async (what) => {
      const add = what === 'a repository' ? NESTED : (root: string) => symlinkSync('../gone', join(root, 'lib/a.js'));
      const files = { 'lib/b.js': 'x();'.repeat(3000) + CALL };
      const base = { 'lib/c.js': CLEAN, 'sunset-lint.config.json': '{ "ignoreFiles": ["lib/**"] }' };
      const { codes, err } = await scanChange(branch(files, base, what === 'minified code' ? undefined : add));
      expect([codes, err]).toEqual([[0, 0], '']);
    },
  );

  it('cannot be excluded by the change itself', async () => {
    const files = {
      'vendor/a.js': CALL,
      'lib/b.js': `${CALL}// \0\n`,
      'sunset-lint.config.json': '{ "ignoreFiles": ["vendor/**", "lib/**"], "edition": "none", "apis": ["github"] }',
    };
    const { codes, err } = await scanChange(branch(files));
    expect(codes).toEqual([2, 2]);
    expect(err).toContain('  lib/b.js: it has a NUL byte');
    expect(err).toContain('  vendor/a.js: its folder has the name of build output');
  });

  it('fails the scan if it is a nested repository at a new commit', async () => {
    const root = branch({}, {}, NESTED);
    git(root, 'commit', '-qm', 'change');
    expect((await cli(root, ['scan', '--changed-since', 'HEAD'])).code).toBe(0);
    const inner = join(root, 'lib/inner');
    write(inner, { 'more.js': CALL });
    git(inner, 'add', '-A');
    git(inner, 'commit', '-qm', 'more');
    const unstaged = await cli(root, ['scan', '--changed-since', 'HEAD']);
    expect([unstaged.code, unstaged.err]).toEqual([2, expect.stringContaining('lib/inner: it is a repository')]);
    git(root, 'add', 'lib/inner');
    expect((await cli(root, ['scan', '--staged'])).code).toBe(2);
    // A removed repository has nothing to read.
    git(root, 'commit', '-qam', 'moved');
    git(root, 'rm', '-q', '--cached', 'lib/inner');
    rmSync(inner, { recursive: true });
    expect((await cli(root, ['scan', '--staged'])).code).toBe(0);
  });

  it('passes if it existed before the change', async () => {
    const base = { 'vendor/a.js': CALL, 'b.js': `${CALL}// \0\n` };
    expect((await scanChange(branch({ 'c.ts': CLEAN }, base))).codes).toEqual([0, 0]);
  });
});

describe('a change passes', () => {
  const PASSING: Readonly<Record<string, readonly [files: Files, add?: (root: string) => void]>> = {
    'with a blank in the name of a file that is not a program': [{ 'a .bak': CALL, 'b.js.bak': CALL, 'c.foo ': CALL }],
    'with a program whose odd name calls nothing': [{ 'a.js ': 'x();\n' }],
    'with types that name the API': [
      { 'a.d.ts': `/** Of ${API}. */\nexport declare function get(path: string): Promise<void>;\n` },
    ],
    'with a picture and a film': [{ 'a.png': Buffer.from([0, 1, 2]), 'film.ts': Buffer.alloc(9000, 'G\0') }],
    'with a compiled program': [{ tool: Buffer.from(`\x7fELF\0\0${API}\0`) }],
    'with a bundle that does not name the API': [{ 'dist/a.js': 'x();'.repeat(3000), 'b.min.js': 'x();' }],
    'with prose, a Makefile and a binary in build output': [
      {
        'vendor/LICENSE': `See ${API}/zones/1/pagerules\n`,
        'dist/Makefile': 'all:\n\techo\n',
        'vendor/run': `\0${API}/zones/1/pagerules`,
      },
    ],
    'with a document that names the API': [{ 'a.md': `${CALL}\0` }],
    'with a link to a scanned file': [{ 'a.js': CLEAN }, (root) => symlinkSync('a.js', join(root, 'b.js'))],
    'with a link to a folder of the repository': [
      { 'lib/a.js': CLEAN },
      (root) => symlinkSync('lib', join(root, 'src')),
    ],
  };

  it.each(Object.entries(PASSING))('%s', async (_what, [files, add]) => {
    expect((await scanChange(branch(files, {}, add))).codes).toEqual([0, 0]);
  });
});

describe('a file that git treats as unchanged by request', () => {
  it.each(['--skip-worktree', '--assume-unchanged'])('is judged by its staged content: %s', async (flag) => {
    const root = branch({ 'kept.ts': CALL });
    write(root, { 'kept.ts': CLEAN });
    git(root, 'update-index', flag, 'kept.ts');
    const { code, out } = await cli(root, ['scan', '--staged']);
    expect([code, out]).toEqual([1, expect.stringContaining('kept.ts:1:7')]);
    // Near miss: the staged content has no call, and the one on disk is not staged.
    const other = branch({ 'kept.ts': `${CLEAN}// more\n` });
    write(other, { 'kept.ts': CALL });
    git(other, 'update-index', flag, 'kept.ts');
    expect((await cli(other, ['scan', '--staged'])).code).toBe(0);
  });

  it('is read from git if it is not checked out', async () => {
    const root = branch({ 'far/a.ts': CALL, 'far/b.ts': CLEAN });
    git(root, 'commit', '-qm', 'change');
    git(root, 'update-index', '--skip-worktree', 'far/a.ts', 'far/b.ts');
    rmSync(join(root, 'far'), { recursive: true });
    const { code, out } = await cli(root, ['scan', '--changed-since', 'main']);
    expect([code, out]).toEqual([1, expect.stringContaining('far/a.ts:1:7')]);
    expect(out).not.toContain('far/b.ts');
  });
});

it('reports a workflow above the size limit as too large, in every scan', async () => {
  const step = `      - run: curl ${API}/zones/1/pagerules\n`;
  const text = `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n${step.repeat(5000)}`;
  const root = branch({ '.github/workflows/w.yml': text });
  const whole = await cli(root, ['scan']);
  expect([whole.code, whole.out]).toEqual([
    2,
    expect.stringMatching(/w\.yml: not analysed: its YAML has \d+ characters, and 300000 are read/),
  ]);
  expect(whole.out).not.toContain('syntax errors');
  expect((await scanChange(root)).codes).toEqual([2, 2]);
});

it('prints no runner command with --list-files', async () => {
  const root = folder({ '::add-mask::x.js': CALL, '##[group]y.js': CALL });
  expect((await cli(root, ['scan', '--list-files'])).out).toBe('# #[group]y.js\n: :add-mask::x.js\n');
});
