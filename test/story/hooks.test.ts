import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, has, must, pack, put, run, scratch, taggedCopy } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';
const DEAD = `export const rules = (zone: string) => fetch(\`${API}/zones/\${zone}/pagerules\`);\n`;
const ALIVE = DEAD.replace('pagerules', 'rulesets');
const MINUTES = 60_000;

describe.skipIf(!has('pre-commit'))('pre-commit', () => {
  it(
    'runs the hooks from a tag of this repository',
    () => {
      const hooks = taggedCopy('v1');
      const home = scratch({});
      const env = { PRE_COMMIT_HOME: join(home, 'cache') };
      const root = scratch({
        '.pre-commit-config.yaml': `repos:\n  - repo: file://${hooks}\n    rev: v1\n    hooks:\n      - id: sunset-lint\n      - id: sunset-lint-staged\n      - id: sunset-lint-all\n        stages: [manual]\n`,
        'a.ts': ALIVE,
        'readme.md': '',
      });
      expect(run(root, 'pre-commit', ['install'], env).status).toBe(0);
      const first = commit(root, 'alive', env);
      expect(first).toMatchObject({
        status: 0,
        output: expect.stringMatching(/files of the commit\)\.+Passed[^]*introduces\)\.+Passed/) as string,
      });
      put(root, 'a.ts', DEAD);
      const second = commit(root, 'dead', env);
      expect(second.status).toBe(1);
      expect(second.output.match(/^a\.ts:1:46 /gm)).toHaveLength(2);
      expect(run(root, 'pre-commit', ['run', '--hook-stage', 'manual', 'sunset-lint-all'], env).output).toMatch(
        /whole repository\)\.+Failed[^]*^a\.ts:1:46 /m,
      );
      // Only staged content counts: pre-commit puts the rest aside.
      must(root, 'git', 'checkout', '-q', 'HEAD', '--', 'a.ts');
      put(root, 'b.ts', ALIVE);
      must(root, 'git', 'add', 'b.ts');
      put(root, 'b.ts', DEAD);
      expect(run(root, 'git', ['commit', '-q', '-m', 'b'], env).status).toBe(0);
      // A configuration that is a program is not run by a hook.
      put(root, 'sunset-lint.config.mjs', 'throw new Error("it ran");\n');
      expect(commit(root, 'code', env).output).toMatch(/--no-config-code forbids/);
    },
    4 * MINUTES,
  );
});

describe('hook managers from npm, with the packed package', () => {
  let store = '';
  let tarball = '';
  let unpacked = '';

  beforeAll(() => {
    ({ store, tarball, unpacked } = pack());
  }, MINUTES);
  afterAll(() => rmSync(store, { recursive: true, force: true }));

  /** A repository with a hook manager and sunset-lint installed, or undefined where the registry has no such package to give. */
  function project(packages: readonly string[], files: Readonly<Record<string, string>>): string | undefined {
    const root = scratch({
      'package.json': '{"name":"x","private":true}',
      '.gitignore': 'node_modules\n',
      'a.ts': ALIVE,
      ...files,
    });
    return run(root, 'npm', [
      'install',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--save-dev',
      unpacked,
      ...packages,
    ]).status === 0
      ? root
      : undefined;
  }

  function expectGate(root: string): void {
    expect(commit(root, 'alive')).toMatchObject({ status: 0 });
    put(root, 'a.ts', DEAD);
    const blocked = commit(root, 'dead');
    expect(blocked.status).not.toBe(0);
    expect(blocked.output).toMatch(/a\.ts:1:46 /);
    put(root, 'a.ts', `${ALIVE}// fixed\n`);
    expect(commit(root, 'fixed')).toMatchObject({ status: 0 });
  }

  it(
    'Husky',
    (context) => {
      const root = project(['husky@9'], {
        '.husky/pre-commit': 'npx --no-install sunset-lint scan --staged --no-config-code --quiet\n',
      });
      if (root === undefined) return context.skip();
      must(root, 'npx', '--no-install', 'husky');
      expectGate(root);
    },
    4 * MINUTES,
  );

  it(
    'lefthook',
    (context) => {
      const root = project(['lefthook@1'], {
        'lefthook.yml':
          'pre-commit:\n  commands:\n    sunset-lint:\n      run: npx --no-install sunset-lint scan --staged --no-config-code --quiet\n',
      });
      if (root === undefined || run(root, 'npx', ['--no-install', 'lefthook', 'install']).status !== 0)
        return context.skip();
      expectGate(root);
    },
    4 * MINUTES,
  );

  it(
    'lint-staged',
    (context) => {
      const root = project(['lint-staged@16.4.0'], {
        '.lintstagedrc.json':
          '{"*.{js,jsx,ts,tsx,mjs,cjs,mts,cts}":"sunset-lint scan --no-config-code --allow-no-files --quiet"}',
        '.git/hooks/pre-commit': '#!/bin/sh\nexec npx --no-install lint-staged\n',
      });
      if (root === undefined) return context.skip();
      expectGate(root);
    },
    4 * MINUTES,
  );

  it(
    'pre-commit with a local hook that installs the package',
    (context) => {
      if (!has('pre-commit')) return context.skip();
      const env = { PRE_COMMIT_HOME: join(store, 'cache') };
      const root = scratch({
        '.pre-commit-config.yaml': `repos:\n  - repo: local\n    hooks:\n      - id: sunset-lint\n        name: sunset-lint\n        entry: sunset-lint scan --staged --no-config-code --quiet\n        language: node\n        additional_dependencies: ['${tarball}']\n        pass_filenames: false\n`,
        'a.ts': DEAD,
      });
      must(root, 'pre-commit', 'install');
      const done = commit(root, 'dead', env);
      expect(done).toMatchObject({ status: 1, output: expect.stringMatching(/^a\.ts:1:46 /m) as string });
    },
    4 * MINUTES,
  );
});
