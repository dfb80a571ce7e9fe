import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, ScanError } from '../../src/core/model/errors.js';
import type { Report } from '../../src/report/report.js';
import type { ScanOptions } from '../../src/scan/scan-options.js';
import { DEPENDENCIES, folder, runScan } from './support.js';

const CALL = "fetch('https://api.acme.test/client/v9/zones/1/rate_limits');\n";

function scan(root: string, options: Partial<ScanOptions> = {}): Report {
  return runScan({ root, asOf: '2026-01-01', ...options }, DEPENDENCIES).report;
}

function filesOf(report: Report): readonly string[] {
  return report.findings.map((finding) => finding.file);
}

function skipped(report: Report): Readonly<Record<string, number>> {
  return Object.fromEntries(report.coverage.skipped.map((group) => [group.reason, group.count]));
}

function git(root: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], {
    cwd: root,
    stdio: 'ignore',
  });
}

describe('the selection of files', () => {
  it('includes every TypeScript and JavaScript extension, sorted by name', () => {
    const names = ['a.ts', 'b.tsx', 'c.mts', 'd.cts', 'e.js', 'f.jsx', 'g.mjs', 'h.cjs'];
    const root = folder({ ...Object.fromEntries(names.map((name) => [name, CALL])), 'i.rb': CALL, 'j.json': CALL });
    const report = scan(root);
    expect(filesOf(report)).toEqual(names);
    expect(report.coverage).toMatchObject({ files: 8, read: 8, parsed: 8, findings: 8 });
  });

  it('skips dependencies, build output, declarations and minified files, and counts them', () => {
    const root = folder({
      'src/a.ts': CALL,
      'node_modules/x/a.js': CALL,
      'dist/a.js': CALL,
      'src/types.d.ts': CALL,
      'src/lib.min.js': CALL,
      'src/bundle.js': CALL + 'x();'.repeat(3000),
    });
    const report = scan(root);
    expect(filesOf(report)).toEqual(['src/a.ts']);
    expect(skipped(report)).toEqual({ dependencies: 1, 'build-output': 1, declaration: 1, minified: 2 });
  });

  it('includes build output given as a path', () => {
    const root = folder({ 'dist/a.js': CALL });
    expect(filesOf(scan(root, { paths: ['dist'] }))).toEqual(['dist/a.js']);
    expect(filesOf(scan(root, { include: ['dist/**'] }))).toEqual(['dist/a.js']);
  });

  it('honours --include and --ignore-files', () => {
    const root = folder({ 'src/a.ts': CALL, 'legacy/b.ts': CALL, 'src/legacy/c.ts': CALL, 'src/d.js': CALL });
    expect(filesOf(scan(root, { ignoreFiles: ['legacy'] }))).toEqual(['src/a.ts', 'src/d.js']);
    expect(filesOf(scan(root, { include: ['src/*.{ts,js}'] }))).toEqual(['src/a.ts', 'src/d.js']);
    expect(filesOf(scan(root, { include: ['*.ts'], ignoreFiles: ['/src/'] }))).toEqual(['legacy/b.ts']);
  });

  it('marks test files, or skips them', () => {
    const root = folder({ 'src/a.ts': CALL, 'src/a.test.ts': CALL, '__mocks__/b.ts': CALL, 'src/latest/c.ts': CALL });
    expect(scan(root).findings.map((finding) => [finding.file, finding.test])).toEqual([
      ['__mocks__/b.ts', true],
      ['src/a.test.ts', true],
      ['src/a.ts', false],
      ['src/latest/c.ts', false],
    ]);
    const report = scan(root, { tests: 'skip' });
    expect(filesOf(report)).toEqual(['src/a.ts', 'src/latest/c.ts']);
    expect(skipped(report)).toEqual({ test: 2 });
  });

  it('respects .gitignore in a git work tree', () => {
    const root = folder({
      'a.ts': CALL,
      'gen/b.ts': CALL,
      'deleted.ts': CALL,
      '.gitignore': 'gen/\n',
      'sub/c.ts': CALL,
    });
    git(root, 'init');
    git(root, 'add', '.');
    execFileSync('rm', [join(root, 'deleted.ts')]);
    const report = scan(root);
    expect(filesOf(report)).toEqual(['a.ts', 'sub/c.ts']);
    expect(report.coverage.files).toBe(2);
    expect(filesOf(scan(root, { paths: ['sub'] }))).toEqual(['sub/c.ts']);
    // Given by the user, who knows that git ignores it.
    expect(filesOf(scan(root, { paths: ['gen'] }))).toEqual(['gen/b.ts']);
  });

  it('does not enter repositories inside a repository, and lists them', () => {
    const root = folder({ 'a.ts': CALL, 'other/b.ts': CALL });
    git(root, 'init');
    git(join(root, 'other'), 'init');
    git(join(root, 'other'), 'add', '.');
    const report = scan(root);
    expect(filesOf(report)).toEqual(['a.ts']);
    expect(report.coverage.skipped).toEqual([{ reason: 'submodule', count: 1, paths: ['other'] }]);
  });

  it('reports tracked code that a sparse checkout omits', () => {
    const root = folder({ 'a/a.ts': CALL, 'b/b.ts': CALL, 'b/picture.png': '', 'b/put/back.ts': CALL });
    git(root, 'init');
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'first');
    git(root, 'sparse-checkout', 'set', 'a');
    const out = ['b/b.ts', 'b/put/back.ts'];
    expect(scan(root).coverage.skipped).toEqual([{ reason: 'not-checked-out', count: 2, paths: out }]);
    // A folder outside the sparse checkout is scanned if it exists.
    mkdirSync(join(root, 'b/put'), { recursive: true });
    writeFileSync(join(root, 'b/put/back.ts'), CALL);
    const report = scan(root);
    expect(filesOf(report)).toEqual(['a/a.ts', 'b/put/back.ts']);
    expect(report.coverage.skipped).toEqual([{ reason: 'not-checked-out', count: 1, paths: ['b/b.ts'] }]);
  });

  it('respects nested .gitignore files outside git', () => {
    const root = folder({
      '.gitignore': '# comment\n*.gen.ts\n/only-here/\n!keep.gen.ts\n',
      'a.ts': CALL,
      'a.gen.ts': CALL,
      'sub/keep.gen.ts': CALL,
      'only-here/x.ts': CALL,
      'sub/only-here/y.ts': CALL,
      'sub/.gitignore': 'z.ts\n',
      'sub/z.ts': CALL,
      'z.ts': CALL,
    });
    expect(filesOf(scan(root))).toEqual(['a.ts', 'sub/keep.gen.ts', 'sub/only-here/y.ts', 'z.ts']);
  });

  it('supports character classes in .gitignore files, and ignores files above the root outside a repository', () => {
    const root = folder({ '.gitignore': 'v[[:digit:]].ts\n', 'sub/v1.ts': CALL, 'sub/vx.ts': CALL, 'v22.ts': CALL });
    expect(filesOf(scan(root))).toEqual(['sub/vx.ts', 'v22.ts']);
    expect(filesOf(scan(root, { paths: ['sub'] }))).toEqual(['sub/vx.ts']);
    expect(filesOf(scan(join(root, 'sub')))).toEqual(['v1.ts', 'vx.ts']);
    // A folder of any version control is enough.
    mkdirSync(join(root, '.hg'));
    expect(filesOf(scan(join(root, 'sub')))).toEqual(['vx.ts']);
  });

  it('includes files that only import a relevant file', () => {
    const root = folder({
      'a.ts': "export const BASE = 'https://api.acme.test/client/v9';\n",
      'barrel.ts': "export * from './a';\n",
      'user.ts': "import { BASE } from './barrel.js';\nfetch(BASE + '/x');\n",
      'other.ts': "import { x } from './unrelated.js';\n",
    });
    expect(scan(root).coverage).toMatchObject({ read: 4, parsed: 2 });
  });
});

describe('the selection of files to parse', () => {
  const weak = "get('/filters');\n";

  it('is empty if only common words occur', () => {
    expect(scan(folder({ 'a.ts': weak, 'b.ts': 'export {};' })).coverage).toMatchObject({ read: 2, parsed: 0 });
  });

  it('includes a file with a common word that is connected to the API by its text or imports', () => {
    const root = folder({
      'api.ts': "export const get = (path: string) => fetch('https://api.acme.test/client/v9' + path);\n",
      'a.ts': `import { get } from './api';\n${weak}`,
      'b.ts': weak,
      'c.ts': "import './d';\n",
      'd.ts': "get('/zones/1/filters');\n",
    });
    expect(scan(root).coverage).toMatchObject({ read: 5, parsed: 3 });
  });

  it('includes a file that combines imported parts, through barrels', () => {
    const root = folder({
      'api.ts': "export const get = (path: string) => fetch('https://api.acme.test/client/v9' + path);\n",
      'lib.ts': "import { get } from './api';\nexport class Client { get = get; }\n",
      'words.ts': "export const WORDS = { filters: 'filters' };\n",
      'index.ts': "export * from './lib';\nexport * from './words';\n",
      'user.ts': "import { Client, WORDS } from './index';\nnew Client().get(WORDS.filters);\n",
      'other.ts': "import { x } from './unrelated';\n",
    });
    const analysed: string[] = [];
    runScan(
      { root, asOf: '2026-01-01' },
      {
        ...DEPENDENCIES,
        createAnalyser: (context) => (file) => (analysed.push(file), DEPENDENCIES.createAnalyser(context)(file)),
      },
    );
    expect(analysed).toEqual(['api.ts', 'lib.ts', 'user.ts']);
  });

  it('excludes a file with a common word that no file passes to the API', () => {
    const root = folder({
      'api.ts': "export const get = (path: string) => fetch('https://api.acme.test/client/v9' + path);\n",
      'words.ts': "export const WORDS = { filters: 'filters' };\n",
      'user.ts': "import { get } from './api';\nimport { WORDS } from './words';\nget(`/zones/1/${WORDS.filters}`);\n",
      'apart.ts': "export const WORDS = { filters: 'filters' };\n",
      'elsewhere.ts': "import { WORDS } from './apart';\nsend(WORDS.filters);\n",
    });
    expect(scan(root).coverage).toMatchObject({ read: 5, parsed: 3 });
  });
});

describe('the scan of unusual files', () => {
  it('reads UTF-8 with a byte order mark and UTF-16, with correct columns', () => {
    const text = `const näme = '𝄞'; ${CALL}`;
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const root = folder({
      'bom.ts': `\uFEFF${text}`,
      'le.ts': little,
      'be.ts': Buffer.from(little).swap16(),
      'plain.ts': text,
    });
    const report = scan(root);
    expect(filesOf(report)).toEqual(['be.ts', 'bom.ts', 'le.ts', 'plain.ts']);
    for (const finding of report.findings) expect(finding.range.start).toEqual({ line: 1, column: 26 });
  });

  it('skips and lists binary and huge files', () => {
    const root = folder({
      'a.ts': CALL,
      'video.ts': Buffer.concat([Buffer.from(CALL), Buffer.alloc(10), Buffer.from(CALL)]),
      'huge.js': CALL + ' '.repeat(2000),
      'fits.js': (CALL + ' '.repeat(1000)).slice(0, 1000),
    });
    const report = scan(root, { maxFileSize: 1000 });
    expect(filesOf(report)).toEqual(['a.ts', 'fits.js']);
    expect(report.coverage.skipped).toEqual([
      { reason: 'binary', count: 1, paths: ['video.ts'] },
      { reason: 'too-large', count: 1, paths: ['huge.js'] },
    ]);
  });

  it('reads files larger than its buffer', () => {
    const root = folder({ 'big.ts': `${'// line\n'.repeat(100_000)}${CALL}` });
    expect(scan(root).findings[0]?.range.start.line).toBe(100_001);
  });

  it('does not follow links, so that loops end and nothing is found twice', () => {
    const root = folder({ 'src/a.ts': CALL });
    const outside = folder({ 'b.ts': CALL });
    symlinkSync(root, join(root, 'src/loop'));
    symlinkSync(outside, join(root, 'src/away'));
    symlinkSync('a.ts', join(root, 'src/same.ts'));
    symlinkSync('nowhere.ts', join(root, 'src/broken.ts'));
    const report = scan(root);
    expect(filesOf(report)).toEqual(['src/a.ts']);
    expect(report.coverage.skipped).toEqual([
      { reason: 'link', count: 3, paths: ['src/broken.ts', 'src/loop', 'src/same.ts'] },
      { reason: 'outside', count: 1, paths: ['src/away'] },
    ]);
  });

  it('does not wait for a named pipe', () => {
    const root = folder({ 'a.ts': CALL });
    execFileSync('mkfifo', [join(root, 'pipe.ts')]);
    expect(filesOf(scan(root))).toEqual(['a.ts']);
    expect(filesOf(scan(root, { paths: ['a.ts', '.'] }))).toEqual(['a.ts']);
  });

  it('accepts any file name', () => {
    const names = ['a b.ts', "quote'.ts", 'new\nline.ts', '-flag.ts', 'ünïcödé.ts', '[x].ts', '$(rm).ts'];
    const root = folder(Object.fromEntries(names.map((name) => [name, CALL])));
    git(root, 'init');
    expect(filesOf(scan(root))).toEqual([...names].sort());
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xff]), Buffer.from('.ts')]), CALL);
    expect(scan(root).coverage.skipped).toEqual([{ reason: 'unreadable', count: 1, paths: ['bad\uFFFD.ts'] }]);
  });

  it('analyses files with syntax errors as far as they parse, and lists them', () => {
    const root = folder({ 'a.ts': `${CALL}const = ;\n}} {{\n` });
    const report = scan(root);
    expect(filesOf(report)).toEqual(['a.ts']);
    expect(report.coverage.syntaxErrors).toEqual(['a.ts']);
  });

  it('survives code that is nested thousands deep', () => {
    const root = folder({ 'deep.js': `${CALL}${'\n('.repeat(60_000)}1${')'.repeat(60_000)}`, 'a.ts': CALL });
    const report = scan(root);
    expect(filesOf(report)).toContain('a.ts');
    expect(report.coverage.read).toBe(2);
  });
});

describe('the start of a scan', () => {
  it('fails if there is nothing to scan', () => {
    const root = folder({ 'readme.md': 'x', 'types.d.ts': '' });
    expect(() => scan(root)).toThrow(ScanError);
    expect(() => scan(root)).toThrow(/no file to scan in '\.'.*Left out: 1 declaration\./);
    for (const kind of [
      '.ts',
      '.tsx',
      '.vue',
      '.svelte',
      '.astro',
      '.html',
      '.sh',
      '.py',
      '.tf',
      '.tf.json',
      'a workflow',
    ])
      expect(() => scan(root)).toThrow(new RegExp(`looked for .*(?<= )${kind.replaceAll('.', '\\.')}[ ,.]`));
    expect(() => scan(root)).not.toThrow(/a document/);
  });

  it('fails if the only path does not exist, and reports a missing path among others', () => {
    const root = folder({ 'a.ts': CALL });
    expect(() => scan(root, { paths: ['gone'] })).toThrow("cannot scan 'gone': it does not exist.");
    const { report, missing } = runScan({ root, paths: ['a.ts', 'gone'], asOf: '2026-01-01' }, DEPENDENCIES);
    expect(filesOf(report)).toEqual(['a.ts']);
    expect(missing).toEqual([{ path: 'gone', reason: 'it does not exist' }]);
  });

  it('rejects invalid options', () => {
    const root = folder({ 'a.ts': CALL });
    expect(() => scan(root, { asOf: '2026-02-30' })).toThrow(ConfigError);
    expect(() => scan(root, { maxFileSize: 0 })).toThrow(ConfigError);
    expect(() => scan(root, { tsconfig: 'none.json' })).toThrow(/cannot read the tsconfig/);
    writeFileSync(join(root, 'bad.json'), '{ "compilerOptions": ');
    expect(() => scan(root, { tsconfig: 'bad.json' })).toThrow(/is not a usable tsconfig/);
  });
});

describe('the result of a scan', () => {
  it('has the same bytes each time, whatever the order of the paths', () => {
    const root = folder({ 'a.ts': CALL + CALL, 'b/c.ts': CALL, 'b/a.ts': CALL });
    mkdirSync(join(root, 'empty'));
    const first = JSON.stringify(scan(root, { paths: ['b', 'a.ts'] }));
    expect(JSON.stringify(scan(root, { paths: ['a.ts', 'b', 'b/c.ts'] }))).toBe(first);
  });

  it('counts findings below the confidence threshold, with their locations', () => {
    const root = folder({ 'a.ts': CALL });
    const createAnalyser: typeof DEPENDENCIES.createAnalyser = (context) => (file) => {
      const analysis = DEPENDENCIES.createAnalyser(context)(file);
      return { ...analysis, findings: analysis.findings.map((finding) => ({ ...finding, confidence: 'possible' })) };
    };
    const run = (options: Partial<ScanOptions>): Report =>
      runScan({ root, asOf: '2026-01-01', ...options }, { ...DEPENDENCIES, createAnalyser }).report;
    expect(run({}).coverage).toMatchObject({ findings: 0, belowThreshold: 1 });
    expect(run({}).hidden).toMatchObject([{ file: 'a.ts', confidence: 'possible', method: 'GET' }]);
    expect(run({ minConfidence: 'possible' }).coverage).toMatchObject({ findings: 1, belowThreshold: 0 });
    expect(run({ minConfidence: 'possible' }).hidden).toBeUndefined();
  });
});
