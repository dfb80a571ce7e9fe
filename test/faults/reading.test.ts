import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folder } from '../scanner/support.js';
import { CALL, CLEAN, filesFound, shell, sunset } from './support.js';

/** Program that runs `effect`, a statement that may throw, when `file` is first opened. */
function atOpening(file: string, effect: string): string {
  return `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openSync } = fs;
    fs.openSync = (path, ...rest) => {
      if (String(path).endsWith('${file}')) { ${effect} }
      return openSync(path, ...rest);
    };
    syncBuiltinESMExports();`;
}

describe('a path that cannot be read', () => {
  it('is named in the report, file or folder, and the rest is scanned', () => {
    const root = folder({ 'a.ts': CALL, 'secret.ts': CALL, 'locked/b.ts': CALL });
    for (const name of ['secret.ts', 'locked']) chmodSync(join(root, name), 0);
    onTestFinished(() => chmodSync(join(root, 'locked'), 0o700));
    const { code, out } = sunset(root, ['scan'], { unprivileged: true });
    expect(out).toContain('1 finding in 1 file');
    expect(out).toContain('Skipped: 2 unreadable (locked, secret.ts).');
    expect(code).toBe(1);
  });

  it('ends the run when it was given as an argument', () => {
    const root = folder({ 'a.ts': CLEAN, 'secret.ts': CALL });
    chmodSync(join(root, 'secret.ts'), 0);
    const { code, err } = sunset(root, ['scan', 'a.ts', 'secret.ts'], { unprivileged: true });
    expect(err).toBe("error: cannot scan 'secret.ts': it may not be read.\n");
    expect(code).toBe(2);
  });

  it.each(['package.json', 'pnpm-workspace.yaml', 'tsconfig.json', '.gitignore', 'CODEOWNERS', 'lerna.json'])(
    'does not stop a scan when it is the project file %s',
    (name) => {
      const root = folder({ 'a.ts': `import { b } from './b.js';\n${CALL}b();\n`, 'b.ts': CLEAN, [name]: '{}\n' });
      chmodSync(join(root, name), 0);
      const done = sunset(root, ['scan', '--quiet'], { unprivileged: true });
      expect(done).toMatchObject({ code: 1, err: '' });
      expect(filesFound(done)).toEqual(['a.ts']);
    },
  );

  it('is never treated as an empty baseline', () => {
    const root = folder({ 'a.ts': CALL, 'sunset-baseline.json': '{"version":1,"findings":[]}\n' });
    chmodSync(join(root, 'sunset-baseline.json'), 0);
    const { code, err } = sunset(root, ['scan', '--update-baseline'], { unprivileged: true });
    expect(err).toMatch(/^error: the baseline '.*' cannot be used: it cannot be read: EACCES/);
    expect(code).toBe(2);
  });
});

describe('files that change between listing and reading', () => {
  it('are not counted when they are gone, and the rest is scanned', () => {
    const root = folder({ 'a.ts': CALL, 'b.ts': CALL });
    const { code, out, err } = sunset(root, ['scan'], {
      preload: atOpening('a.ts', "fs.rmSync(String(path).replace('a.ts', 'b.ts'), { force: true });"),
    });
    expect(out).toContain('1 finding in 1 file');
    expect(out).toContain('Looked at 1 file with ');
    expect({ code, err }).toEqual({ code: 1, err: '' });
  });

  it('are reported by the text that was read', () => {
    const root = folder({ 'a.ts': CALL, 'b.ts': CALL });
    const done = sunset(root, ['scan', '--quiet'], {
      preload: atOpening(
        'a.ts',
        `fs.writeFileSync(String(path).replace('a.ts', 'b.ts'), ${JSON.stringify(`// new\n${CALL}`)});`,
      ),
    });
    expect(done.out).toMatch(/^a\.ts:1:7 .*\nb\.ts:2:7 .*\n$/);
  });

  it('are reported as skipped when they became a folder or a link', () => {
    const root = folder({ 'a.ts': CALL, 'b.ts': CALL, 'c.ts': CALL });
    const effect =
      "const other = (name) => String(path).replace('a.ts', name); fs.rmSync(other('b.ts'), { force: true, recursive: true }); fs.mkdirSync(other('b.ts')); fs.rmSync(other('c.ts'), { force: true }); fs.symlinkSync('a.ts', other('c.ts'));";
    const { code, out } = sunset(root, ['scan'], { preload: atOpening('a.ts', effect) });
    expect(out).toContain('Skipped: 1 link (c.ts); 1 unreadable (b.ts).');
    expect(code).toBe(1);
  });

  it('leave the baseline once they are gone, and entries of other files stay', () => {
    const root = folder({ 'a.ts': CALL, 'b.ts': CALL });
    expect(sunset(root, ['scan', '--update-baseline', '--quiet']).code).toBe(0);
    const { out, code } = sunset(root, ['scan', '--prune'], {
      preload: atOpening('a.ts', "fs.rmSync(String(path).replace('a.ts', 'b.ts'), { force: true });"),
    });
    expect(out).toContain('Baseline sunset-baseline.json: 1 known finding. Pruned.');
    expect(code).toBe(0);
  });
});

describe('too many open files', () => {
  const SHORTAGE = "throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });";

  it('end the scan, because a file that could not be opened must not count as clean', () => {
    const root = folder({ 'a.ts': CLEAN, 'b.ts': CALL });
    const { code, out, err } = sunset(root, ['scan', '--format', 'json=report.json', '--update-baseline'], {
      preload: atOpening('b.ts', SHORTAGE),
    });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^error: too many open files.*Raise the limit, such as with 'ulimit -n 1024'/);
    expect(shell(root, 'ls -A').out).toBe('a.ts\nb.ts\n');
  });

  it('give a one-line error when the program cannot start', () => {
    const { code, out, err } = sunset(folder({ 'a.ts': CALL }), ['scan'], { preload: atLoading('program.cjs') });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^error: sunset-lint could not be started: EMFILE.*\n$/);
  });

  it.each([
    ['analyses', 'analyse.cjs'],
    ['writes the report', 'html.cjs'],
  ])('give a one-line error when the module that %s cannot be loaded', (_what, module) => {
    const { code, out, err } = sunset(folder({ 'a.ts': CALL }), ['scan', '--format', 'html'], {
      preload: atLoading(module),
    });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^error: too many open files.*\n$/);
  });

  it('give a one-line error in a shell with a low limit', () => {
    const { code, out, err } = shell(folder({ 'a.ts': CALL }), 'ulimit -n 25; sunset-lint scan');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^error: (?:sunset-lint could not be started: EMFILE|too many open files).*\n$/);
  });

  /** Program that makes the loading of one module of the package fail. */
  function atLoading(module: string): string {
    return `import fs from 'node:fs'; const read = fs.readFileSync; fs.readFileSync = function (path, ...rest) { if (String(path).endsWith('/${module}')) { ${SHORTAGE} } return read.call(this, path, ...rest); };`;
  }

  it('are not needed to scan many files', () => {
    const root = folder(
      Object.fromEntries(
        Array.from({ length: 1500 }, (_, index) => [`f${index}.ts`, index === 7 ? CALL : 'export {};\n']),
      ),
    );
    const done = shell(root, 'ulimit -n 256; sunset-lint scan --quiet');
    expect({ code: done.code, err: done.err, files: filesFound(done) }).toEqual({ code: 1, err: '', files: ['f7.ts'] });
  });
});
