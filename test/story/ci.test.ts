import { cpSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commandsIn } from '../report/readers.js';
import { runAction } from './github-runner.js';
import type { JobRun } from './github-runner.js';
import { IS_LONG } from '../share.js';
import { stubs } from './project.js';
import { commit, has, HERE, MAIN, must, pack, put, run, scratch } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';
const DEAD = `export const rules = (zone: string) => fetch(\`${API}/zones/\${zone}/pagerules\`);\n`;
const MINUTES = 60_000;

/** Runs the action with these inputs. */
const action = (
  root: string,
  inputs: Readonly<Record<string, string>>,
  env = {},
  bin = stubs(),
  folder = HERE,
): JobRun => runAction(folder, root, inputs, env, bin);
const outputs = (run: JobRun): Readonly<Record<string, string>> => run.outputs['action'] ?? {};

describe.runIf(IS_LONG)('the packed package', () => {
  let store = '';
  let tarball = '';
  let unpacked = '';

  beforeAll(() => {
    ({ store, tarball, unpacked } = pack());
  }, 4 * MINUTES);
  afterAll(() => rmSync(store, { recursive: true, force: true }));

  it('installs at most twenty packages and twenty megabytes, with one compiler', () => {
    const installed = readdirSync(join(unpacked, 'node_modules'), { recursive: true, encoding: 'utf8' });
    const packages = installed.filter((name) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^/]+\/package\.json$/.test(name));
    const sizes = installed.map((name) => statSync(join(unpacked, 'node_modules', name)).size);
    expect(packages).toContain('ts-morph/package.json');
    expect(packages.length).toBeLessThan(20);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000_000);
    expect(installed.filter((name) => /(?:^|\/)typescript\.js$/.test(name))).toEqual([
      '@ts-morph/common/dist/typescript.js',
    ]);
  });

  it(
    'is installed by the action, which writes annotations, SARIF and a summary, and fails',
    () => {
      const root = scratch({ 'a.ts': DEAD });
      const done = action(
        root,
        { package: tarball, sarif: 'out.sarif', args: '--as-of\n2027-01-01\n' },
        {},
        '/nowhere',
      );
      expect(done.code, done.log).toBe(1);
      expect(done.log).toContain('::error file=a.ts,line=1');
      expect(JSON.parse(readFileSync(join(root, 'out.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
      expect(done.summary).toContain('a.ts');
      expect(outputs(done)).toEqual({ status: 'failed', findings: '1', failing: '1', sarif: join(root, 'out.sarif') });
    },
    2 * MINUTES,
  );

  it('contains the action, which runs the program next to it', () => {
    const bin = stubs();
    const done = action(scratch({ 'a.ts': DEAD }), {}, {}, bin, unpacked);
    expect(outputs(done), done.log).toMatchObject({ status: 'failed', findings: '1' });
    // Nothing was installed.
    expect(readdirSync(bin)).not.toContain('npm.log');
  });
});

describe('the GitHub action', () => {
  it('passes every input to its script, and none into the text of a command', () => {
    const text = readFileSync(join(HERE, 'action.yml'), 'utf8');
    const { inputs, runs } = parse(text) as {
      readonly inputs: object;
      readonly runs: {
        readonly steps: readonly [{ readonly run: string; readonly env: Readonly<Record<string, string>> }];
      };
    };
    const [{ run: script, env }] = runs.steps;
    expect(Object.values(env).sort()).toEqual(
      Object.keys(inputs)
        .map((name) => `\${{ inputs.${name} }}`)
        .sort(),
    );
    expect(script).not.toContain('${{');
    const shell = readFileSync(join(HERE, 'action.sh'), 'utf8');
    for (const name of Object.keys(env)) expect(shell).toContain(`$${name}`);
  });

  it(
    'installs its own version if it is not part of a package',
    () => {
      const folder = scratch({});
      for (const name of ['action.yml', 'action.sh', 'package.json']) cpSync(join(HERE, name), join(folder, name));
      const bin = stubs();
      const done = runAction(folder, scratch({ 'a.ts': DEAD }), { 'fail-on': 'never', summary: 'false' }, {}, bin);
      expect(done, done.log).toMatchObject({ code: 0, summary: '' });
      expect(outputs(done)).toEqual({ status: 'passed', findings: '1', failing: '0', sarif: '' });
      const { version } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as { readonly version: string };
      expect(readFileSync(join(bin, 'npm.log'), 'utf8')).toMatch(
        new RegExp(`^install .* -- sunset-lint@${version}\n$`),
      );
    },
    2 * MINUTES,
  );

  it(
    'accepts a folder, a configuration and a baseline, and runs no configuration program',
    () => {
      const root = scratch({ 'app/a.ts': DEAD, 'app/own.json': '{"failOn":"never"}' });
      const inputs = { 'working-directory': 'app', config: 'own.json', 'min-confidence': 'certain' };
      expect(outputs(action(root, inputs))).toMatchObject({ status: 'passed', findings: '1' });
      must(join(root, 'app'), process.execPath, MAIN, 'scan', '--update-baseline', '--baseline', 'known.json');
      const known = { 'working-directory': 'app', baseline: 'known.json' };
      expect(outputs(action(root, known))).toMatchObject({ status: 'passed', findings: '0' });
      put(root, 'sunset-lint.config.mjs', 'import "node:fs"; process.exit(0);\n');
      const refused = action(root, {});
      expect(refused.code).toBe(2);
      expect(refused.log).toContain('--no-config-code does not allow it to run');
      expect(outputs(refused)).toMatchObject({ status: 'error' });
    },
    2 * MINUTES,
  );

  it(
    'accepts paths with spaces, reports only new findings of a change, and runs no command from an input',
    () => {
      const root = scratch({ 'old file.ts': DEAD, 'b.ts': 'export {};\n' });
      commit(root, 'first');
      put(root, 'c.ts', DEAD);
      const done = action(root, { 'changed-since': 'HEAD', paths: 'old file.ts\nc.ts\nb.ts' });
      expect(done.log).toContain('file=c.ts');
      expect(done.log).not.toContain('file=old file.ts');
      const hostile = [
        'x"; touch hacked; "',
        '$(touch hacked)',
        '`touch hacked`',
        '--format=json=hacked',
        "'\\''; touch hacked #",
      ];
      for (const value of hostile) {
        const inputs = {
          paths: value,
          'changed-since': value,
          config: value,
          baseline: value,
          'working-directory': '.',
        };
        expect(outputs(action(root, inputs)), value).toMatchObject({ status: 'error' });
        expect(readdirSync(root)).not.toContain('hacked');
      }
    },
    2 * MINUTES,
  );

  it.each([
    'sarif',
    'config',
    'baseline',
    'changed-since',
    'fail-on',
    'min-confidence',
    'working-directory',
    'package',
  ])('rejects a line break in %s, which could be read as another line', (name) => {
    const done = action(scratch({ 'a.ts': DEAD }), { [name]: 'x\nstatus=passed\n::notice::%0Ax' });
    expect(done.code).toBe(2);
    expect(outputs(done)).toEqual({ status: 'error', findings: '', failing: '', sarif: '' });
    expect(commandsIn(done.log)).toHaveLength(1);
  });

  it('rejects a working directory that a commit turned into a link out of the checkout', () => {
    const root = scratch({ 'a.ts': DEAD, 'real/b.ts': DEAD });
    symlinkSync(scratch({ 'c.ts': '1;\n' }), join(root, 'app'));
    symlinkSync('real', join(root, 'inside'));
    const refused = action(root, { 'working-directory': 'app' });
    expect([refused.code, refused.log]).toEqual([
      2,
      expect.stringContaining("'app' is a symbolic link to a place outside"),
    ]);
    expect(outputs(refused)).toMatchObject({ status: 'error' });
    // A link inside the checkout is allowed, and so is a folder that the workflow names elsewhere.
    expect(outputs(action(root, { 'working-directory': 'inside' }))).toMatchObject({ status: 'failed', findings: '1' });
    expect(outputs(action(scratch({}), { 'working-directory': root }))).toMatchObject({ status: 'failed' });
  });

  it('reports a missing or old Node.js, a missing git and a missing folder', () => {
    const root = scratch({ 'a.ts': DEAD });
    const bin = scratch({});
    for (const name of ['bash', 'dirname', 'cat', 'mktemp', 'printf'])
      symlinkSync(must(root, 'which', name).trim(), join(bin, name));
    const only = { PATH: bin };
    expect(action(root, {}, only).log).toContain('Node.js is not installed');
    put(bin, 'node', '#!/bin/sh\nif [ "$1" = -e ]; then exit 1; fi\necho v18.0.0\n');
    put(bin, 'npm', '#!/bin/sh\n');
    expect(action(root, {}, only).log).toContain('Node.js v18.0.0 is too old');
    put(bin, 'node', `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
    const noGit = action(root, { 'changed-since': 'main' }, only);
    expect(noGit.log).toContain('git is not installed');
    expect(outputs(noGit)).toMatchObject({ status: 'error' });
    expect(action(root, { 'working-directory': 'none' }, only).log).toContain("no folder 'none'");
    expect(action(root, { summary: 'no' }, only).log).toContain("'summary' must be true or false");
  });
});

describe.skipIf(!has('check-jsonschema'))('a published schema', () => {
  it.each([
    ['vendor.github-actions', 'action.yml', []],
    ['vendor.gitlab-ci', 'templates/gitlab-ci.yml', ['--data-transform', 'gitlab-ci']],
  ])('accepts, as %s, the file %s', (schema, file, more) => {
    expect(run(HERE, 'check-jsonschema', ['--builtin-schema', schema, ...more, file])).toMatchObject({ status: 0 });
  });
});

describe.skipIf(!has('pre-commit'))('the pre-commit hooks', () => {
  it('have a manifest that pre-commit accepts', () => {
    expect(run(HERE, 'pre-commit', ['validate-manifest', '.pre-commit-hooks.yaml']).status).toBe(0);
  });
});
