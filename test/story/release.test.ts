import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readAddresses, ReleaseError } from '../../tools/release/addresses.js';
import { runRelease, writeRelease } from '../../tools/release/release.js';
import { interpolate } from './expressions.js';
import { ADDRESSES, DEAD, useRelease, VERSION } from './released.js';
import type { Sarif } from './released.js';
import { HERE, put, run, scratch } from './support.js';

const { folderOf, mirror, withProgram } = useRelease();

describe('the addresses of a release', () => {
  it('are all required, and each missing one is named', () => {
    expect(() => readAddresses({})).toThrow(
      /^--repository is missing: .*\n--homepage is missing: .*\n--bugs is missing: .*$/,
    );
    expect(() => readAddresses({ ...ADDRESSES, bugs: '' })).toThrow(/^--bugs is missing: the page for reports\.$/);
  });

  it.each([
    ['http://github.com/acme/sunset-lint', 'has to begin with https://'],
    ['git@github.com:acme/sunset-lint.git', 'is not an address'],
    ['https://me:secret@github.com/acme/sunset-lint', 'contains a login'],
    ['http://me:secret@github.com/acme/sunset-lint', 'contains a login'],
    ['https://example.com/acme/sunset-lint', 'is not a public address'],
    ['https://git.example/acme/sunset-lint', 'is not a public address'],
    ['https://localhost/acme/sunset-lint', 'is not a public address'],
    ['https://10.0.0.1/acme/sunset-lint', 'is not a public address'],
    ['https://github.com:8443/acme/sunset-lint', 'is not a public address'],
    ['https://github.com/OWNER/sunset-lint', 'contains a placeholder'],
    ['https://github.com/your-name/sunset-lint', 'contains a placeholder'],
    ['https://github.com/<owner>/sunset-lint', 'contains a placeholder'],
    ['https://github.com/acme/repo?a#b', 'contains a placeholder'],
    ['https://github.com/acme', 'is not a repository'],
    ['https://github.com/acme/sunset-lint/%zz', 'is not a repository'],
    ['https://github.com/acme/sunset-lint?tab=readme', 'is not a repository'],
  ])('are rejected as %s, which %s', (repository, problem) => {
    expect(() => readAddresses({ ...ADDRESSES, repository })).toThrow(`--repository ${problem}`);
    expect(() => readAddresses({ ...ADDRESSES, repository })).not.toThrow(/secret/);
  });

  it('may have groups, names like those of placeholders, and a fragment', () => {
    const given = {
      repository: 'https://gitlab.com/acme/user-agents/myrepo.git',
      homepage: 'https://github.com/acme/owners#readme',
      bugs: 'https://acme.dev/issues/',
    };
    expect(readAddresses(given)).toEqual({
      repository: 'https://gitlab.com/acme/user-agents/myrepo',
      homepage: 'https://github.com/acme/owners#readme',
      bugs: 'https://acme.dev/issues',
    });
  });
});

describe('the release step', () => {
  it('explains itself, and ends with 2 without an address or with an unknown flag', () => {
    expect(runRelease(HERE, ['--help'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('--repository URL') as string,
    });
    expect(runRelease(HERE, ['--homepage', ADDRESSES.homepage])).toEqual({
      code: 2,
      output:
        'error: --repository is missing: the public repository, such as the one that CI builds.\n--bugs is missing: the page for reports.\nNothing was written. --help shows what is needed.\n',
    });
    expect(runRelease(HERE, ['--hompage', 'x']).code).toBe(2);
  });

  it('writes nothing if a part is missing, and keeps a folder that is not a release', () => {
    const root = scratch({});
    const packages = ['packages/catalogue-tools/package.json', 'packages/waf-plan/package.json'];
    for (const file of ['package.json', 'README.md', 'LICENSE', ...packages])
      cpSync(join(HERE, file), join(root, file));
    const folder = join(root, 'out');
    expect(() => writeRelease(root, folder, ADDRESSES)).toThrow(
      /^sunset-lint lacks .*dist\/program\/main\.cjs.* npm run build first\.$/,
    );
    expect(() => writeRelease(HERE, folder, ADDRESSES, { cataloguesOnly: true })).toThrow(
      'SUNSET_RELEASE_KEY is missing',
    );
    expect(readdirSync(root).sort()).toEqual(['.git', 'LICENSE', 'README.md', 'package.json', 'packages']);
    put(root, 'out/mine.txt', 'mine\n');
    expect(() => writeRelease(HERE, folder, ADDRESSES)).toThrow(ReleaseError);
    expect(readdirSync(folder)).toEqual(['mine.txt']);
  });

  it('writes the package of catalogues alone, signed and with the addresses', () => {
    const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const folder = join(scratch({}), 'out');
    expect(writeRelease(HERE, folder, ADDRESSES, { key, cataloguesOnly: true })).toEqual([
      'npm/sunset-lint-catalogues',
    ]);
    const written = join(folder, 'npm/sunset-lint-catalogues');
    expect(JSON.parse(readFileSync(join(written, 'package.json'), 'utf8'))).toMatchObject({
      name: 'sunset-lint-catalogues',
      homepage: 'https://acme.dev/sunset-lint/',
      repository: { type: 'git', url: 'git+https://github.com/acme/sunset-lint.git' },
    });
    expect(readdirSync(join(written, 'rules'))).toContain('release.sig');
    // A release replaces an earlier one.
    expect(writeRelease(HERE, folder, ADDRESSES, { key, cataloguesOnly: true })).toHaveLength(1);
    expect(readdirSync(join(folder, '..')).sort()).toEqual(['.git', 'out']);
  });

  it('fills the addresses of each package, and leaves out what only the repository needs', () => {
    const folders = {
      'sunset-lint': undefined,
      'sunset-lint-catalogue-tools': 'packages/catalogue-tools',
      'sunset-lint-waf-plan': 'packages/waf-plan',
    };
    expect(readdirSync(join(folderOf(), 'npm')).sort()).toEqual(Object.keys(folders).sort());
    for (const [name, directory] of Object.entries(folders)) {
      const manifest = JSON.parse(readFileSync(join(folderOf(), 'npm', name, 'package.json'), 'utf8')) as object;
      expect(manifest).toMatchObject({
        name,
        version: VERSION,
        homepage: 'https://acme.dev/sunset-lint/',
        bugs: { url: 'https://github.com/acme/sunset-lint/issues' },
        publishConfig: { provenance: true },
      });
      const url = 'git+https://github.com/acme/sunset-lint.git';
      expect(manifest).toHaveProperty('repository', {
        type: 'git',
        url,
        ...(directory === undefined ? {} : { directory }),
      });
      for (const key of ['scripts', 'devDependencies', 'workspaces', 'overrides'])
        expect(manifest).not.toHaveProperty(key);
    }
  });

  it('says in the published README how to install the published package', () => {
    const readme = readFileSync(join(folderOf(), 'npm/sunset-lint/README.md'), 'utf8');
    expect(readme).not.toMatch(/not on the npm registry/i);
    expect(readme).toMatch(/^In your project \(Node\.js [^)]*\):\n\n```sh\nnpm install --save-dev sunset-lint\n/m);
  });

  it('gives the addresses to reports of the released program', () => {
    const root = scratch({ 'a.js': DEAD });
    const done = run(root, 'sunset-lint', ['scan', '--format', 'sarif=out.sarif', '--quiet'], withProgram());
    expect(done.status).toBe(1);
    const { driver } = (JSON.parse(readFileSync(join(root, 'out.sarif'), 'utf8')) as Sarif).runs[0].tool;
    expect(driver.informationUri).toBe('https://acme.dev/sunset-lint/');
    expect(driver.rules.map(({ helpUri }) => helpUri)).not.toContain(undefined);
  });

  it('is asked for by npm publish in the repository', () => {
    const done = run(HERE, 'npm', ['publish', '--dry-run', '--ignore-scripts=false']);
    expect(done.status).not.toBe(0);
    expect(done.output).toMatch(/^Nothing is published from here: .*Run npm run release -- --help$/m);
    for (const name of ['catalogue-tools', 'waf-plan'])
      expect(JSON.parse(readFileSync(join(HERE, 'packages', name, 'package.json'), 'utf8'))).toMatchObject({
        scripts: { prepublishOnly: expect.stringMatching(/^echo Nothing is published .* && exit 1$/) as string },
      });
  });

  it('writes the version and the addresses into all files of the mirrors, and the licence beside them', () => {
    const mirrors = [
      'action',
      'gitlab-component',
      'mega-linter-plugin-sunset-lint',
      'pre-commit',
      'reviewdog',
      'trunk',
    ];
    expect(readdirSync(join(folderOf(), 'mirrors')).sort()).toEqual(mirrors);
    for (const name of mirrors) {
      expect(mirror(name, 'LICENSE')).toContain('MIT License');
      expect(mirror(name, 'README.md')).toContain('Documentation: <https://acme.dev/sunset-lint/>.');
      const files = readdirSync(join(folderOf(), 'mirrors', name), { recursive: true, withFileTypes: true });
      for (const file of files.filter((entry) => entry.isFile()))
        expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toMatch(/__[A-Z]+__/);
    }
    expect(mirror('reviewdog', 'action.yml')).toContain(`default: sunset-lint@${VERSION}\n`);
  });
});

describe('the workflow that publishes', () => {
  interface Step {
    readonly name?: string;
    readonly uses?: string;
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
  }
  interface Job {
    readonly needs?: string;
    readonly permissions?: object;
    readonly steps: readonly Step[];
  }
  const text = readFileSync(join(HERE, '.github/workflows/release.yml'), 'utf8');
  const { permissions, jobs } = parse(text) as { permissions: object; jobs: Readonly<Record<'test' | 'publish', Job>> };

  /** Runs a step of the job that publishes, in a folder, with an npm that logs its arguments. */
  function step(name: string, root: string, contexts: object, npm = 'exit 0') {
    const found = jobs.publish.steps.find((one) => one.name === name);
    const bin = scratch({});
    put(bin, 'npm', `#!/bin/sh\necho "$* \${SUNSET_RELEASE_KEY:-}" >> '${bin}/npm.log'\n${npm}\n`);
    const env = Object.entries(found?.env ?? {}).map(([key, value]) => [key, interpolate(value, { ...contexts })]);
    const done = run(root, 'bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', found?.run ?? 'exit 9'], {
      ...(Object.fromEntries(env) as NodeJS.ProcessEnv),
      RUNNER_TEMP: bin,
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    });
    const log = join(bin, 'npm.log');
    return { ...done, bin, npm: existsSync(log) ? readFileSync(log, 'utf8').trim().split(/ *\n/) : [] };
  }
  const github = { server_url: 'https://github.com', repository: 'acme/sunset-lint', ref_name: `v${VERSION}` };

  it('publishes after the tests, with an identity and no other permission to write', () => {
    expect([permissions, jobs.test.permissions, jobs.publish.permissions, jobs.publish.needs]).toEqual([
      { contents: 'read' },
      undefined,
      { contents: 'read', 'id-token': 'write' },
      'test',
    ]);
    const steps = [...jobs.test.steps, ...jobs.publish.steps];
    expect(new Set(steps.flatMap(({ uses }) => uses ?? []))).toEqual(
      new Set(['actions/checkout@v5', 'actions/setup-node@v5', 'actions/upload-artifact@v4']),
    );
    for (const { run: script } of steps) expect(script ?? '').not.toContain('${{');
  });

  it('accepts only the tag of the version', () => {
    expect(step('Compare the tag with the version', HERE, { github }).status).toBe(0);
    const other = step('Compare the tag with the version', HERE, { github: { ...github, ref_name: 'v0.9.0' } });
    expect([other.status, other.output]).toEqual([
      1,
      `::error::The tag is v0.9.0, and the version in package.json is ${VERSION}.\n`,
    ]);
  });

  it('gives the addresses of its own repository to the release step, and the key as a file', () => {
    const root = scratch({});
    const own = step('Write the release', root, { github, vars: {}, secrets: {} });
    expect(own.npm).toEqual([
      'run release -- --repository https://github.com/acme/sunset-lint --homepage https://github.com/acme/sunset-lint#readme --bugs https://github.com/acme/sunset-lint/issues',
    ]);
    const vars = { HOMEPAGE: 'https://acme.dev/sunset-lint/' };
    const signed = step('Write the release', root, { github, vars, secrets: { SUNSET_RELEASE_KEY: 'KEY' } });
    expect(signed.npm.join()).toContain(`--homepage https://acme.dev/sunset-lint/ --bugs `);
    expect(signed.npm.join()).toContain(` ${signed.bin}/key.pem`);
    expect(readFileSync(join(signed.bin, 'key.pem'), 'utf8')).toBe('KEY\n');
  });

  it('publishes each package with provenance, and only those that are not published', () => {
    const root = scratch({});
    cpSync(join(folderOf(), 'npm'), join(root, 'dist/release/npm'), { recursive: true });
    const names = ['sunset-lint', 'sunset-lint-catalogue-tools', 'sunset-lint-waf-plan'];
    const isNew = '[ "$1" != view ]';
    const published = names.map((name) => `publish ./dist/release/npm/${name}/ --provenance --access public`);
    const looked = names.map((name) => `view ${name}@${VERSION} version`);
    expect(step('Publish the packages', root, {}, isNew).npm.sort()).toEqual([...published, ...looked].sort());
    expect(step('Publish the packages', root, {}).npm.filter((line) => line.startsWith('publish'))).toEqual([]);
    expect(step('Publish the packages', root, {}, '[ "$1" = none ]').status).toBe(1);
  });
});
