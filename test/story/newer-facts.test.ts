import { cpSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { NEW_CALL, NEW_ENTRY, PACKAGED_DAY, trustKeys, writeLaterPackage } from '../catalogue/data-package-support.js';
import { IS_LONG } from '../share.js';
import { commit, HERE, MAIN, must, pack, put, run, scratch } from './support.js';
import type { Done, Packed } from './support.js';

// Some of the tests install packages.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const CONFIG = "import sunset from 'sunset-lint';\nexport default [sunset.configs.recommended];\n";
const OLD_ENTRY = {
  id: 'docker-hub/none',
  feature: 'None',
  kind: 'endpoint',
  endOfLife: null,
  url: 'https://docs.example',
};
const ELSEWHERE = { ...OLD_ENTRY, endpoints: [{ path: '/v2/none' }], replacement: { kind: 'unstated' } };

/** Repository with a call that only the newer catalogues know. */
function caller(): string {
  const root = scratch({
    'package.json': '{ "private": true, "type": "module" }\n',
    '.gitignore': 'node_modules\n.eslintcache\n',
    'a.js': NEW_CALL,
    'eslint.config.js': CONFIG,
  });
  commit(root, 'first');
  return root;
}

/** Runs ESLint with its cache between runs. */
function lint(root: string): Done {
  return run(root, process.execPath, [join(HERE, 'node_modules/eslint/bin/eslint.js'), '--cache', 'a.js']);
}

/** Runs the installed program with cached results. */
function scanInstalled(root: string, home: string, ...args: readonly string[]): Done {
  const program = join(root, 'node_modules/sunset-lint/dist/program/main.cjs');
  return run(root, process.execPath, [program, 'scan', '--as-of', '2027-03-01', ...args], { XDG_CACHE_HOME: home });
}

/** Returns whether each host finds the call. */
function found(root: string, home: string): readonly [scanned: boolean, linted: boolean] {
  const said = [scanInstalled(root, home), lint(root)];
  for (const { status, output } of said) expect([0, 1], output).toContain(status);
  const [scanned = false, linted = false] = said.map(
    ({ status, output }) => status === 1 && output.includes('/v2/bells` ended'),
  );
  return [scanned, linted];
}

describe.runIf(IS_LONG)('a project that upgrades only the catalogues', () => {
  let packed: Packed;
  const tarballs = new Map<string, { readonly version: string; readonly file: string }>();
  beforeAll(() => {
    packed = pack(trustKeys);
    for (const [name, entry, more] of [['first', ELSEWHERE, 0] as const, ['second', undefined, 1] as const]) {
      const folder = join(packed.store, name);
      const version = writeLaterPackage(folder, PACKAGED_DAY, entry, more);
      must(folder, 'npm', 'pack', '--pack-destination', packed.store, '--loglevel=error');
      tarballs.set(name, { version, file: join(packed.store, `sunset-lint-catalogues-${version}.tgz`) });
    }
  });
  afterAll(() => {
    rmSync(packed.store, { recursive: true });
  });

  it('finds the added deprecations in both hosts, with the same program and its caches', () => {
    const [root, home] = [caller(), scratch({})];
    const install = (...files: readonly string[]): string =>
      must(root, 'npm', 'install', '--save-dev', '--no-audit', '--no-fund', '--loglevel=error', ...files);
    install(packed.tarball);
    expect(found(root, home)).toEqual([false, false]);
    install(tarballs.get('first')?.file ?? '');
    expect(found(root, home)).toEqual([false, false]);
    expect(found(root, home)).toEqual([false, false]);
    install(tarballs.get('second')?.file ?? '');
    expect(found(root, home)).toEqual([true, true]);
    expect(found(root, home)).toEqual([true, true]);
    const report = join(home, 'report.json');
    expect(scanInstalled(root, home, '--format', 'json', '--output', report).output).toContain(
      "warning: the edition 'current' of 'docker-hub' is of 2026-11-25",
    );
    const { catalogue } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    expect(catalogue.editions?.map(({ api, stale, package: from }) => [api, stale, from])).toEqual([
      ['cloudflare', false, `sunset-lint-catalogues@${tarballs.get('second')?.version ?? ''}`],
      ['docker-hub', true, `sunset-lint-catalogues@${tarballs.get('second')?.version ?? ''}`],
    ]);
    // Results that were cached with the newer facts do not count with the older ones either.
    install(tarballs.get('first')?.file ?? '');
    expect(found(root, home)).toEqual([false, false]);
  });
});

describe.runIf(IS_LONG)('npx with a package of catalogues', () => {
  it('runs the program with these catalogues', () => {
    const [packed, root] = [pack(trustKeys), caller()];
    onTestFinished(() => rmSync(packed.store, { recursive: true }));
    writeLaterPackage(join(packed.store, 'data'), PACKAGED_DAY);
    must(join(packed.store, 'data'), 'npm', 'pack', '--pack-destination', packed.store, '--loglevel=error');
    const data = readdirSync(packed.store).find((name) => /^sunset-lint-catalogues-.*tgz$/.test(name)) ?? '';
    const args = ['--yes', '--package', packed.tarball, '--package', join(packed.store, data), 'sunset-lint', 'scan'];
    expect(run(root, 'npx', args).output).toContain('[docker-hub/bells]');
  });
});

describe('catalogues inside a scanned folder', () => {
  it('are read only if they are next to the program that runs', () => {
    const root = caller();
    let version = '';
    for (const folder of ['node_modules', 'node_modules/sunset-lint/node_modules'])
      version = writeLaterPackage(join(root, folder, 'sunset-lint-catalogues'), PACKAGED_DAY);
    // The program installed by a job, in a folder of the checkout.
    mkdirSync(join(root, '.ci/node_modules'), { recursive: true });
    copyProgram(join(root, '.ci/node_modules/sunset-lint'));
    trustKeys(join(root, '.ci/node_modules/sunset-lint'));
    for (const program of [MAIN, join(root, '.ci/node_modules/sunset-lint/dist/program/main.cjs')]) {
      const done = run(root, process.execPath, [program, 'scan', 'a.js', '--no-cache', '--format', 'json']);
      expect(done.status, done.output).toBe(0);
      expect(done.output).not.toContain('sunset-lint-catalogues');
    }
    put(root, 'eslint.config.js', CONFIG.replace("'sunset-lint'", `'${HERE}dist/bundle/index.js'`));
    expect(lint(root)).toMatchObject({ status: 0, output: '' });
    // Next to the program, the same catalogues are read.
    cpSync(join(root, 'node_modules/sunset-lint-catalogues'), join(root, '.ci/node_modules/sunset-lint-catalogues'), {
      recursive: true,
    });
    const beside = run(root, process.execPath, [
      join(root, '.ci/node_modules/sunset-lint/dist/program/main.cjs'),
      'scan',
      'a.js',
    ]);
    expect(beside).toMatchObject({ status: 1, output: expect.stringContaining('[docker-hub/bells]') as string });
    expect(beside.output).toContain(`from sunset-lint-catalogues@${version}`);
  });
});

describe('newer catalogues without an entry', () => {
  it('do not hide that entry in the change that installs them', () => {
    const outside = scratch({});
    const program = join(outside, 'node_modules/sunset-lint');
    copyProgram(program);
    trustKeys(program);
    addEntry(join(program, 'rules/apis/docker-hub.json'));
    writeLaterPackage(join(outside, 'node_modules/sunset-lint-catalogues'), PACKAGED_DAY, ELSEWHERE);
    const root = scratch({ 'package.json': '{ "private": true }\n', 'a.js': 'export {};\n' });
    commit(root, 'first');
    const staged = (): Done => {
      must(root, 'git', 'add', '.');
      const main = join(program, 'dist/program/main.cjs');
      return run(root, process.execPath, [main, 'scan', '--staged', '--no-cache', '--as-of', '2027-03-01']);
    };
    put(root, 'a.js', NEW_CALL);
    expect(staged()).toMatchObject({ status: 0, output: expect.not.stringContaining('docker-hub/bells') as string });
    put(root, 'package.json', '{ "private": true, "devDependencies": { "sunset-lint-catalogues": "^1.0.0" } }\n');
    const done = staged();
    expect(done, done.output).toMatchObject({
      status: 1,
      output: expect.stringContaining('[docker-hub/bells]') as string,
    });
    expect(done.output).toContain(
      '1 finding counts by the catalogues of sunset-lint itself alone: those of sunset-lint-catalogues, which this change may have installed, hide it.',
    );
  });
});

function addEntry(file: string): void {
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as { readonly deprecations: object[] };
  catalogue.deprecations.push(NEW_ENTRY);
  writeFileSync(file, JSON.stringify(catalogue));
}

/** Copies the parts of the package that run, without its dependencies. */
function copyProgram(folder: string): void {
  for (const name of ['package.json', 'rules', ...readdirSync(join(HERE, 'dist')).map((part) => `dist/${part}`)])
    if (/^(?:package|rules|dist\/(?:program|bundle|libraries|validators)$)/.test(name))
      cpSync(realpathSync(join(HERE, name)), join(folder, name), { recursive: true });
}
