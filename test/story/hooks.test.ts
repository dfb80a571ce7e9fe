import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, has, HERE, must, pack, put, run, scratch, taggedCopy } from './support.js';
import { IS_LONG } from '../share.js';

const API = 'https://api.cloudflare.com/client/v4';
const DEAD = `export const rules = (zone: string) => fetch(\`${API}/zones/\${zone}/pagerules\`);\n`;
const ALIVE = DEAD.replace('pagerules', 'rulesets');
const MINUTES = 60_000;

const PAGE = readFileSync(join(HERE, 'docs/pre-commit.md'), 'utf8');

/** First code block of a section of the page. */
function section(title: string): string {
  const below = PAGE.slice(PAGE.indexOf(`\n## ${title}\n`));
  return /^```\w+\n([^]*?)^```$/m.exec(below)?.[1] ?? '';
}

describe.runIf(IS_LONG && has('pre-commit'))('pre-commit', () => {
  it(
    'runs the hooks from a tag of this repository on staged content',
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
      put(root, 'b.vue', `<script>\n${DEAD}</script>\n`);
      put(root, 'b.astro', `---\n${DEAD}---\n<p />\n`);
      put(root, 'b.mts', DEAD);
      put(root, 'Containerfile', `FROM x\nRUN curl ${API}/zones/1/pagerules\n`);
      put(root, 'b.css', 'a {}\n');
      const second = commit(root, 'dead', env);
      expect(second.status).toBe(1);
      for (const place of ['a.ts:1:46', 'b.vue:2:46', 'b.astro:2:46', 'b.mts:1:46', 'Containerfile:2:10'])
        expect(second.output.split('\n').filter((line) => line.startsWith(`${place} `))).toHaveLength(2);
      for (const name of ['b.vue', 'b.astro', 'b.mts', 'b.css', 'Containerfile'])
        must(root, 'git', 'rm', '-q', '-f', name);
      expect(run(root, 'pre-commit', ['run', '--hook-stage', 'manual', 'sunset-lint-all'], env).output).toMatch(
        /whole repository\)\.+Failed[^]*^a\.ts:1:46 /m,
      );
      // Only staged content counts: pre-commit stashes the rest.
      must(root, 'git', 'checkout', '-q', 'HEAD', '--', 'a.ts');
      put(root, 'b.ts', ALIVE);
      must(root, 'git', 'add', 'b.ts');
      put(root, 'b.ts', DEAD);
      expect(run(root, 'git', ['commit', '-q', '-m', 'b'], env).status).toBe(0);
      // A configuration that is a program is not run by a hook.
      put(root, 'sunset-lint.config.mjs', 'throw new Error("it ran");\n');
      expect(commit(root, 'code', env).output).toMatch(/--no-config-code does not allow it to run/);
    },
    4 * MINUTES,
  );
});

describe.runIf(IS_LONG)('the packed package in a commit hook', () => {
  let store = '';
  let tarball = '';
  let unpacked = '';

  beforeAll(() => {
    ({ store, tarball, unpacked } = pack());
  }, 4 * MINUTES);
  afterAll(() => rmSync(store, { recursive: true, force: true }));

  /** Repository with a hook manager and sunset-lint installed; undefined if the registry lacks the package. */
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
    'gates commits with Husky',
    (context) => {
      const root = project(['husky@9'], {
        '.husky/pre-commit': section('Husky'),
      });
      if (root === undefined) return context.skip();
      must(root, 'npx', '--no-install', 'husky');
      expectGate(root);
    },
    4 * MINUTES,
  );

  it(
    'gates commits with lefthook',
    (context) => {
      const root = project(['lefthook@1'], {
        'lefthook.yml': section('lefthook'),
      });
      if (root === undefined || run(root, 'npx', ['--no-install', 'lefthook', 'install']).status !== 0)
        return context.skip();
      expectGate(root);
    },
    4 * MINUTES,
  );

  it(
    'gates commits with lint-staged',
    (context) => {
      const root = project(['lint-staged@16.4.0'], {
        '.lintstagedrc.json': section('lint-staged'),
        '.git/hooks/pre-commit': '#!/bin/sh\nexec npx --no-install lint-staged\n',
      });
      if (root === undefined) return context.skip();
      expectGate(root);
    },
    4 * MINUTES,
  );

  it(
    'gates commits with a local pre-commit hook that installs it',
    (context) => {
      if (!has('pre-commit')) return context.skip();
      const env = { PRE_COMMIT_HOME: join(store, 'cache') };
      const { version } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as { readonly version: string };
      expect(section('pre-commit')).toContain(`'sunset-lint@${version}'`);
      const root = scratch({
        '.pre-commit-config.yaml': section('pre-commit').replace(`sunset-lint@${version}`, tarball),
        'a.ts': DEAD,
      });
      must(root, 'pre-commit', 'install');
      const done = commit(root, 'dead', env);
      expect(done).toMatchObject({ status: 1, output: expect.stringMatching(/^a\.ts:1:46 /m) as string });
    },
    4 * MINUTES,
  );
});
