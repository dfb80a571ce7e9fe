import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CALL, git } from '../cli/support.js';
import { shell } from '../faults/support.js';
import { folder } from '../scanner/support.js';
import { runCase, runCases } from './surroundings-support.js';

const SECRET = 'TOP-SECRET-TOKEN';

/** Objects in place of a file, by the way to make them. */
const IN_PLACE: Readonly<Record<string, (path: string) => void>> = {
  device: (path) => {
    symlinkSync('/dev/zero', path);
  },
  pipe: (path) => {
    if (spawnSync('mkfifo', [path]).status !== 0) throw new Error('no pipe can be made here');
  },
  'more than': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 1 << 30);
  },
};

/** Makes a folder in which other objects replace some files. */
function folderWithObjects(
  kind: string,
  names: readonly string[],
  files: Readonly<Record<string, string>> = {},
): string {
  const root = folder({ 'a.ts': CALL, ...files });
  for (const name of names) IN_PLACE[kind]?.(join(root, name));
  return root;
}

const MANIFESTS = [
  'package.json',
  'lerna.json',
  'pnpm-workspace.yaml',
  'deno.json',
  'rush.json',
  'tsconfig.json',
  'CODEOWNERS',
  '.gitignore',
];

describe.skipIf(process.platform === 'win32')('an object in place of a file', () => {
  it.each(Object.keys(IN_PLACE))('of kind %s neither blocks a scan nor stays unmentioned: manifests', (kind) => {
    const imports = "import { b } from '@x/b';\nimport { c } from './c.js';\nb(c);\n";
    const root = folderWithObjects(kind, MANIFESTS, { 'b.ts': imports + CALL, 'c.ts': 'export const c = 1;\n' });
    const inGit = folderWithObjects(kind, ['.gitmodules']);
    git(inGit, 'init', '-q');
    const [outside, inside] = runCases([
      { cwd: root, args: ['scan'] },
      { cwd: inGit, args: ['scan'] },
    ]);
    expect(outside).toMatchObject({ code: 1, err: expect.not.stringContaining('fault') as string });
    expect(outside?.out).toContain('2 findings in 2 files');
    for (const name of MANIFESTS) expect(outside?.out).toContain(`${name} was not read`);
    // Nested repositories are listed in the index.
    expect(inside).toMatchObject({ code: 1, err: '' });
  });

  it.each(Object.keys(IN_PLACE))(
    'of kind %s never lets a gate pass: configuration, baseline and files named there',
    (kind) => {
      const named = (key: string, value: unknown): string =>
        folderWithObjects(kind, ['x'], {
          'sunset-lint.config.json': JSON.stringify({ failOn: 'never', [key]: value }),
        });
      const cases = [
        ...['json', 'jsonc', 'mjs', 'ts'].map((end) => folderWithObjects(kind, [`sunset-lint.config.${end}`])),
        folderWithObjects(kind, ['sunset-baseline.json']),
        named('catalogues', ['x']),
        named('tsconfig', 'x'),
        named('baseline', 'x'),
      ].map((cwd) => ({ cwd, args: ['scan'] }));
      for (const [index, { code, out, err }] of runCases(cases).entries()) {
        expect({ index, code, out }).toEqual({ index, code: 2, out: '' });
        // A link to a device is a link out of the repository.
        expect(err).toMatch(
          new RegExp(`^error: .*(?:: it (?:is|has) (?:a )?${kind}|tsconfig is 'x', which is outside)`),
        );
      }
    },
  );

  it('is read up to a limit if the command line names it, and never overwritten', () => {
    const root = folder({ 'a.ts': CALL });
    const done = runCases(
      [['merge'], ['waf-plan'], ['catalogue', '--catalogue'], ['scan', '--baseline'], ['scan', '--config']].map(
        (args) => ({ cwd: root, args: [...args, '/dev/zero'] }),
      ),
    );
    for (const { code, err } of done) {
      expect(code).toBe(2);
      expect(err).toMatch(/it has more than \d+ MB/);
    }
  });

  it('ends init with the reason', () => {
    const { code, err } = runCase(folderWithObjects('device', ['eslint.config.mjs']), ['init', '--yes']);
    expect(err).toMatch(/^error: cannot read '.*eslint\.config\.mjs': it is a device\./);
    expect(code).toBe(2);
  });

  it('may be a pipe if the command line names it', () => {
    const root = folder({
      'a.ts': CALL,
      'own.json': '{ "deprecations": [] }',
      'base.json': '{"version":1,"findings":[]}',
      'config.json': '{ "failOn": "never" }',
      'zone.json': '{ "result": [], "success": true, "errors": [], "messages": [] }',
    });
    const { out } = shell(
      root,
      `sunset-lint scan a.ts --no-config --quiet --format json=r.json; echo "first $?"
      sunset-lint merge <(cat r.json) --quiet; echo "merge $?"
      cat r.json | sunset-lint merge /dev/stdin --quiet; echo "stdin $?"
      sunset-lint scan a.ts --catalogue <(cat own.json) --quiet; echo "catalogue $?"
      sunset-lint scan a.ts --baseline <(cat base.json) --quiet; echo "baseline $?"
      sunset-lint scan a.ts --config <(cat config.json) --quiet; echo "config $?"
      sunset-lint waf-plan --as overrides=<(cat zone.json) --plan pro >/dev/null; echo "waf-plan $?"`,
    );
    const codes = Object.fromEntries(
      [...out.matchAll(/^([\w-]+) (\d)$/gm)].map(([, name = '', code = '']) => [name, code] as const),
    );
    expect(codes).toEqual({
      first: '1',
      merge: '1',
      stdin: '1',
      catalogue: '1',
      baseline: '1',
      config: '0',
      'waf-plan': '2',
    });
  });
});

describe.skipIf(process.platform === 'win32')('a link out of the repository', () => {
  const outside = (): string => folder({ 'file.json': `{ "failOn": "never", "workspaces": ["p"] }\n`, secret: SECRET });
  const linked = (name: string, target: string): string => {
    const root = folder({ 'a.ts': CALL });
    mkdirSync(dirname(join(root, name)), { recursive: true });
    symlinkSync(target, join(root, name));
    git(root, 'init', '-q');
    return root;
  };

  it.each(['sunset-lint.config.json', 'sunset-lint.config.mjs', 'sunset-baseline.json'])('ends the run: %s', (name) => {
    const { code, err } = runCase(linked(name, join(outside(), 'file.json')), ['scan']);
    expect(err).toMatch(/^error: .*: a link takes it outside '/);
    expect(code).toBe(2);
  });

  it.each(['package.json', '.github/CODEOWNERS'])('is not followed, and reported: %s', (name) => {
    const { code, out } = runCase(linked(name, join(outside(), 'file.json')), ['scan']);
    expect(out).toMatch(new RegExp(`${name} was not read.*: a link takes it outside`));
    expect(code).toBe(1);
  });

  it('is allowed on the command line, and a link inside the repository is followed', () => {
    const inside = folder({ 'a.ts': CALL, 'etc/config.json': '{ "failOn": "never" }' });
    symlinkSync('etc/config.json', join(inside, 'sunset-lint.config.json'));
    git(inside, 'init', '-q');
    const away = linked('own.json', join(outside(), 'file.json'));
    expect(runCase(inside, ['scan']).code).toBe(0);
    expect(runCase(away, ['scan', '--config', 'own.json']).err).toContain("unknown key 'workspaces'");
  });
});

describe('an error', () => {
  it('names the place in a file without quoting the file', () => {
    const secret = join(folder({ secret: `{ "a": 1,\n  ${SECRET}\n}` }), 'secret');
    const named = (config: object): string =>
      folder({ 'a.ts': CALL, 'sunset-lint.config.json': JSON.stringify(config) });
    const root = folder({ 'a.ts': CALL });
    const done = runCases([
      { cwd: named({ catalogues: [secret] }), args: ['scan'] },
      { cwd: named({ baseline: secret }), args: ['scan'] },
      { cwd: named({ tsconfig: secret }), args: ['scan'] },
      { cwd: root, args: ['scan', '--config', secret] },
      { cwd: root, args: ['merge', secret] },
      { cwd: root, args: ['waf-plan', secret] },
      { cwd: root, args: ['explain', 'x', '--catalogue', secret] },
    ]);
    for (const { code, out, err } of done) {
      expect(code).toBe(2);
      expect(out + err).not.toContain('SECRET');
    }
    expect(done[0]?.err).toBe(`error: ${secret}: not JSON: line 2, column 3: invalid symbol.\n`);
    expect(done[1]?.err).toContain('it is not JSON: line 2, column 3: invalid symbol.');
    expect(done[3]?.err).toBe(`error: ${secret}:2:3: not JSON: invalid symbol.\n`);
  });

  it('says that bytes are not UTF-8, while UTF-16 with a byte order mark is read', () => {
    const config = '{ "failOn": "never" }';
    const wide = folder({ 'a.ts': CALL, 'sunset-lint.config.json': Buffer.from(`\uFEFF${config}`, 'utf16le') });
    const broken = folder({ 'a.ts': CALL, 'sunset-lint.config.json': Buffer.from(`{ "baseline": "\xe4" }`, 'latin1') });
    expect(runCase(wide, ['scan']).code).toBe(0);
    expect(runCase(broken, ['scan'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('it is not UTF-8 text') as string,
    });
  });

  it.each(['[', '{"a":'])('blames the file for deeply nested JSON: %s', (piece) => {
    const deep = piece.repeat(200_000);
    const root = folder({ 'a.ts': CALL, 'sunset-lint.config.json': deep, 'base.json': deep });
    const done = runCases([
      { cwd: root, args: ['scan'] },
      { cwd: root, args: ['scan', '--no-config', '--baseline', 'base.json'] },
      { cwd: root, args: ['merge', 'base.json'] },
    ]);
    for (const { code, err } of done) {
      expect(code).toBe(2);
      expect(err).not.toContain('fault');
    }
  });
});

describe.skipIf(process.platform === 'win32')('the search for a configuration', () => {
  const RUNS =
    "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('ran', import.meta.url), '');\nexport default { failOn: 'never' };\n";
  const ran = (root: string): boolean => existsSync(join(root, 'ran'));

  it('goes up to the home folder inside it, and not above the scanned folder outside of it', () => {
    const root = folder({ 'sunset-lint.config.mjs': RUNS, 'app/src/a.ts': CALL });
    const app = join(root, 'app');
    expect(runCase(app, ['scan'], { HOME: '/nonexistent' }).code).toBe(1);
    expect(runCase(app, ['scan'], { HOME: join(root, 'app/src') }).code).toBe(1);
    expect(ran(root)).toBe(false);
    expect(runCase(app, ['scan'], { HOME: root }).code).toBe(0);
    expect(ran(root)).toBe(true);
  });

  it('ignores a folder that everyone can write to', () => {
    const root = folder({ 'sunset-lint.config.json': '{ "failOn": "never" }', 'app/a.ts': CALL, '.git/HEAD': '' });
    expect(runCase(join(root, 'app'), ['scan']).code).toBe(0);
    chmodSync(root, 0o1777);
    expect(runCase(join(root, 'app'), ['scan']).code).toBe(1);
  });

  it.each([
    [
      'a program open to all',
      (root: string) => {
        chmodSync(join(root, 'sunset-lint.config.mjs'), 0o666);
      },
    ],
    [
      'a folder open to all',
      (root: string) => {
        chmodSync(root, 0o777);
      },
    ],
    [
      'a shared folder',
      (root: string) => {
        chmodSync(root, 0o1777);
      },
    ],
    ...(process.getuid?.() === 0
      ? ([
          [
            'a program of another user',
            (root) => {
              chownSync(join(root, 'sunset-lint.config.mjs'), 1234, 1234);
            },
          ],
          [
            'a folder of another user',
            (root) => {
              chownSync(root, 1234, 1234);
            },
          ],
        ] satisfies [string, (root: string) => void][])
      : []),
  ])('runs no program that others can write: %s', (_what, change) => {
    const root = folder({ 'sunset-lint.config.mjs': RUNS, 'a.ts': CALL });
    change(root);
    const { code, err } = runCase(root, ['scan']);
    expect(err).toMatch(/is a program and is not run: .* (?:belongs to another user|is writable by everyone)/);
    expect({ code, ran: ran(root) }).toEqual({ code: 2, ran: false });
    // An explicit path is trusted.
    expect(runCase(root, ['scan', '--config', 'sunset-lint.config.mjs']).code).toBe(0);
    expect(ran(root)).toBe(true);
  });

  it('runs no TypeScript of others either, even through a link', () => {
    const root = folder({ 'etc/config.ts': "export default { failOn: 'never' };\n", 'a.ts': CALL });
    symlinkSync('etc/config.ts', join(root, 'sunset-lint.config.ts'));
    expect(runCase(root, ['scan']).code).toBe(0);
    chmodSync(join(root, 'etc'), 0o777);
    expect(runCase(root, ['scan']).err).toContain('is not run: its folder');
  });
});
