import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readAddresses, ReleaseError } from '../../tools/release/addresses.js';
import { runRelease, writeRelease } from '../../tools/release/release.js';
import { IS_LONG } from '../share.js';
import { interpolate } from './expressions.js';
import { runAction } from './github-runner.js';
import { stubs } from './project.js';
import { commit, has, HERE, must, put, run, scratch } from './support.js';

const DEAD = "fetch('https://api.cloudflare.com/client/v4/zones/1/pagerules');\n";
const ALIVE = DEAD.replace('pagerules', 'rulesets');
const MINUTES = 60_000;
const { version: VERSION } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as { version: string };

const ADDRESSES = {
  repository: 'https://github.com/acme/sunset-lint',
  homepage: 'https://acme.dev/sunset-lint/',
  bugs: 'https://github.com/acme/sunset-lint/issues',
};

let store = '';
let release = '';
beforeAll(() => {
  store = mkdtempSync(join(tmpdir(), 'sunset-release-'));
  release = join(store, 'release');
  writeRelease(HERE, release, ADDRESSES);
});
afterAll(() => rmSync(store, { recursive: true, force: true }));

const mirror = (name: string, file: string): string => readFileSync(join(release, 'mirrors', name, file), 'utf8');

/** Folder for the front of PATH with the released program. */
function withProgram(): { readonly PATH: string } {
  const bin = scratch({});
  put(bin, 'sunset-lint', `#!/bin/sh\nexec node '${release}/npm/sunset-lint/dist/program/main.cjs' "$@"\n`);
  return { PATH: [bin, process.env['PATH']].join(delimiter) };
}

/** Blocks of YAML in a page. */
function yamlIn(page: string): readonly string[] {
  return [...readFileSync(join(HERE, page), 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm)].map(
    ([, block = '']) => block,
  );
}

interface Sarif {
  readonly version: string;
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: { readonly informationUri?: string; readonly rules: readonly { helpUri?: string }[] };
      };
      readonly results: readonly { readonly ruleId: string }[];
    },
  ];
}

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
    ['https://example.com/acme/sunset-lint', 'is not a public address'],
    ['https://git.example/acme/sunset-lint', 'is not a public address'],
    ['https://localhost/acme/sunset-lint', 'is not a public address'],
    ['https://10.0.0.1/acme/sunset-lint', 'is not a public address'],
    ['https://github.com:8443/acme/sunset-lint', 'is not a public address'],
    ['https://github.com/OWNER/sunset-lint', 'contains a placeholder'],
    ['https://github.com/your-name/sunset-lint', 'contains a placeholder'],
    ['https://github.com/<owner>/sunset-lint', 'contains a placeholder'],
    ['https://github.com/acme', 'is not a repository'],
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
    expect(readdirSync(join(release, 'npm')).sort()).toEqual(Object.keys(folders).sort());
    for (const [name, directory] of Object.entries(folders)) {
      const manifest = JSON.parse(readFileSync(join(release, 'npm', name, 'package.json'), 'utf8')) as object;
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
    const readme = readFileSync(join(release, 'npm/sunset-lint/README.md'), 'utf8');
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
    expect(readdirSync(join(release, 'mirrors')).sort()).toEqual(mirrors);
    for (const name of mirrors) {
      expect(mirror(name, 'LICENSE')).toContain('MIT License');
      expect(mirror(name, 'README.md')).toContain('Documentation: <https://acme.dev/sunset-lint/>.');
      const files = readdirSync(join(release, 'mirrors', name), { recursive: true, withFileTypes: true });
      for (const file of files.filter((entry) => entry.isFile()))
        expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toMatch(/__[A-Z]+__/);
    }
    expect(mirror('reviewdog', 'action.yml')).toContain(`default: sunset-lint@${VERSION}\n`);
  });
});

/** Rules of the Marketplace: a name, a short description, an icon of Feather and one of eight colours. */
describe.each(['action', 'reviewdog'])('the mirror %s', (name) => {
  it('has the metadata that the Marketplace asks for, at its root', () => {
    const action = parse(mirror(name, 'action.yml')) as Readonly<Record<string, string>> & {
      readonly branding: object;
      readonly inputs: Readonly<Record<string, { readonly description: string }>>;
    };
    expect(action['name']).toMatch(/^sunset-lint/);
    expect(action['description']?.length).toBeLessThanOrEqual(125);
    expect(action.branding).toEqual({ icon: 'sunset', color: 'orange' });
    for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/\.$/);
  });
});

describe.runIf(IS_LONG)('the mirror action', () => {
  it('installs the released version and gates', () => {
    const bin = stubs();
    const done = runAction(join(release, 'mirrors/action'), scratch({ 'a.js': DEAD }), {}, {}, bin);
    expect(done.outputs['action'], done.log).toMatchObject({ status: 'failed', findings: '1' });
    expect(readFileSync(join(bin, 'npm.log'), 'utf8')).toMatch(new RegExp(`^install .* -- sunset-lint@${VERSION}\n$`));
  });
});

describe.runIf(IS_LONG)('the mirror reviewdog', () => {
  /** Runs the action with a reviewdog that shows its arguments and keeps its input. */
  function review(files: Readonly<Record<string, string>>, inputs: Readonly<Record<string, string>> = {}) {
    const bin = stubs();
    put(bin, 'reviewdog', `#!/bin/sh\ncat > '${bin}/input.json'\necho "$REVIEWDOG_GITHUB_API_TOKEN $*"\n`);
    const done = runAction(join(release, 'mirrors/reviewdog'), scratch(files), inputs, {}, bin);
    const input = join(bin, 'input.json');
    return { ...done, input: existsSync(input) ? (JSON.parse(readFileSync(input, 'utf8')) as object) : undefined };
  }

  it('hands findings of the folder as rdjson to reviewdog, which alone judges and has the token', () => {
    const done = review({ 'app/a.js': DEAD }, { 'working-directory': 'app', 'filter-mode': 'nofilter' });
    expect(done.code, done.log).toBe(0);
    expect(done.input).toMatchObject({
      source: { name: 'sunset-lint' },
      diagnostics: [{ location: { path: 'a.js' }, code: { value: 'no-deprecated-endpoint.page-rules-api' } }],
    });
    expect(done.log).toContain(
      'token-of-the-run -f=rdjson -name=sunset-lint -reporter=github-pr-review -filter-mode=nofilter -fail-level=error\n',
    );
    expect(review({ 'a.js': ALIVE }).input).toMatchObject({ diagnostics: [] });
  });

  it('fails if the scan is incomplete, or reviewdog is missing', () => {
    const incomplete = review({ 'a.js': DEAD }, { args: '--config=none.json\n' });
    expect([incomplete.code, incomplete.input]).toEqual([2, undefined]);
    const done = runAction(join(release, 'mirrors/reviewdog'), scratch({ 'a.js': DEAD }), {}, {}, stubs());
    expect([done.code, done.log]).toEqual([2, expect.stringContaining('There is no reviewdog here.')]);
  });

  it('runs no command from an input', () => {
    const hostile = 'x"; touch hacked; $(touch hacked) `touch hacked`';
    const inputs = { args: hostile, 'working-directory': hostile, reporter: hostile, package: hostile };
    const root = scratch({ 'a.js': DEAD });
    runAction(join(release, 'mirrors/reviewdog'), root, inputs, {}, stubs());
    expect(readdirSync(root).sort()).toEqual(['.git', 'a.js']);
  });
});

describe('the mirror gitlab-component', () => {
  it('is the job of the template, with its inputs', () => {
    const [header, body] = parseAllDocuments(mirror('gitlab-component', 'templates/sunset-lint.yml'));
    const { spec } = header?.toJS() as {
      spec: { inputs: Readonly<Record<string, { default: string; description: string }>> };
    };
    const text = body?.toString() ?? '';
    const used = [...text.matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name = '']) => name);
    expect(used.sort()).toEqual(Object.keys(spec.inputs).sort());
    // Nothing of an input becomes the text of a command.
    expect(text.slice(text.indexOf('script:'))).not.toContain('$[[');
    const filled = text.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => spec.inputs[name]?.default ?? '');
    expect(parse(filled)).toEqual(parse(readFileSync(join(HERE, 'templates/gitlab-ci.yml'), 'utf8')));
    for (const name of Object.keys(spec.inputs))
      expect(mirror('gitlab-component', 'README.md')).toContain(`| \`${name}\` |`);
  });

  it('is tried by its own project, which makes a release of a tag', () => {
    expect(parse(mirror('gitlab-component', '.gitlab-ci.yml'))).toMatchObject({
      include: [{ component: '$CI_SERVER_FQDN/$CI_PROJECT_PATH/sunset-lint@$CI_COMMIT_SHA' }],
      'create-release': { release: { tag_name: '$CI_COMMIT_TAG' } },
    });
  });
});

describe('the mirror mega-linter-plugin-sunset-lint', () => {
  interface Linter {
    readonly linter_name: string;
    readonly cli_lint_extra_args: readonly string[];
    readonly cli_sarif_args: readonly string[];
    readonly cli_lint_errors_regex: string;
    readonly cli_version_arg_name: string;
    readonly cli_help_arg_name: string;
    readonly examples: readonly string[];
    readonly install: { readonly dockerfile: readonly string[] };
  }
  const read = () =>
    parse(mirror('mega-linter-plugin-sunset-lint', 'sunset-lint.megalinter-descriptor.yml')) as Readonly<
      Record<string, unknown>
    > & {
      readonly linters: readonly [Linter];
    };

  it('has the keys that MegaLinter requires of a descriptor, and an exact version', () => {
    const { linters, ...descriptor } = read();
    expect(descriptor).toEqual({
      descriptor_id: 'SUNSET',
      descriptor_type: 'other',
      descriptor_flavors: ['all_flavors'],
      lint_all_files: true,
    });
    expect(linters).toMatchObject([
      {
        name: 'SUNSET_LINT',
        cli_lint_mode: 'project',
        can_output_sarif: true,
        linter_url: 'https://acme.dev/sunset-lint/',
        linter_repo: ADDRESSES.repository,
      },
    ]);
    // A plugin is installed by its RUN instructions alone.
    const [command = '', ...others] = linters[0].install.dockerfile;
    expect(others).toEqual([]);
    expect(command).toBe(`RUN npm install --global --ignore-scripts --no-audit --no-fund sunset-lint@${VERSION}`);
  });

  it.runIf(IS_LONG)('runs as MegaLinter runs it: with SARIF and a number of errors, or with text alone', () => {
    const [linter] = read().linters;
    const env = withProgram();
    const root = scratch({ 'a.js': `${DEAD}${DEAD}`, 'b.py': 'print(1)\n' });
    mkdirSync(join(root, 'reports'));
    const report = join(root, 'reports/SUNSET_LINT.sarif');
    const plain = run(root, linter.linter_name, linter.cli_lint_extra_args, env);
    expect(plain.status, plain.output).toBe(1);
    const sarif = linter.cli_sarif_args.map((argument) => argument.replace('{{SARIF_OUTPUT_FILE}}', report));
    const done = run(root, linter.linter_name, [...linter.cli_lint_extra_args, ...sarif], env);
    expect(done.status, done.output).toBe(1);
    for (const { output } of [plain, done])
      expect(new RegExp(linter.cli_lint_errors_regex).exec(output)?.[1]).toBe('2');
    const { version, runs } = JSON.parse(readFileSync(report, 'utf8')) as Sarif;
    expect([version, runs[0].results.length]).toEqual(['2.1.0', 2]);
    expect(run(scratch({ 'a.js': ALIVE }), linter.linter_name, linter.cli_lint_extra_args, env).status).toBe(0);
    expect(run(root, linter.linter_name, [linter.cli_version_arg_name], env).output).toContain(VERSION);
    expect(run(root, linter.linter_name, [linter.cli_help_arg_name], env).status).toBe(0);
    for (const example of linter.examples) expect(run(root, 'sh', ['-c', example], env).status).toBe(1);
  });
});

describe('the mirror trunk', () => {
  interface Plugin {
    readonly tools: { readonly definitions: readonly [object] };
    readonly lint: {
      readonly definitions: readonly [
        {
          readonly commands: readonly [
            {
              readonly run: string;
              readonly output: string;
              readonly read_output_from: string;
              readonly success_codes: readonly number[];
            },
          ];
          readonly version_command: { readonly run: string };
        },
      ];
    };
  }
  const read = (): Plugin => parse(mirror('trunk', 'plugin.yaml')) as Plugin;

  it('installs the exact version, which its linter runs', () => {
    const { tools, lint } = read();
    expect(tools.definitions).toEqual([
      {
        name: 'sunset-lint',
        runtime: 'node',
        package: 'sunset-lint',
        shims: ['sunset-lint'],
        known_good_version: VERSION,
      },
    ]);
    expect(lint.definitions).toMatchObject([
      { name: 'sunset-lint', tools: ['sunset-lint'], known_good_version: VERSION },
    ]);
    expect(run(scratch({}), 'sh', ['-c', lint.definitions[0].version_command.run], withProgram()).output).toContain(
      VERSION,
    );
  });

  it.runIf(IS_LONG)('runs as Trunk runs it: SARIF on standard output for the targets, with a success code', () => {
    const [command] = read().lint.definitions[0].commands;
    expect([command.output, command.read_output_from]).toEqual(['sarif', 'stdout']);
    const root = scratch({ 'a file.js': DEAD, 'b.js': ALIVE, 'c.css': 'a {}\n', 'd.js': DEAD });
    const lint = (targets: string) => {
      const { status, output } = run(
        root,
        'sh',
        ['-c', `${command.run.replace('${target}', targets)} 2> errors.txt`],
        withProgram(),
      );
      expect(command.success_codes).toContain(status);
      return (JSON.parse(output) as Sarif).runs[0].results.length;
    };
    expect(lint("'a file.js' b.js c.css")).toBe(1);
    expect(lint('b.js')).toBe(0);
    expect(lint('c.css')).toBe(0);
    const failed = run(root, 'sh', ['-c', command.run.replace('${target}', 'none.js')], withProgram());
    expect(command.success_codes).not.toContain(failed.status);
  });
});

describe('the mirror pre-commit', () => {
  interface Hook {
    readonly entry: string;
    readonly language: string;
  }

  it('has the hooks of the repository, in a language that installs the package', () => {
    const own = parse(readFileSync(join(HERE, '.pre-commit-hooks.yaml'), 'utf8')) as readonly Hook[];
    const expected = own.map((hook) => ({
      ...hook,
      entry: hook.entry.replace('templates/pre-commit/sunset-lint.mjs', 'sunset-lint'),
      language: 'node',
    }));
    expect(parse(mirror('pre-commit', '.pre-commit-hooks.yaml'))).toEqual(expected);
    expect(JSON.parse(mirror('pre-commit', 'package.json'))).toMatchObject({
      dependencies: { 'sunset-lint': VERSION },
    });
  });

  it.runIf(has('pre-commit'))('has a manifest that pre-commit accepts', () => {
    const file = join(release, 'mirrors/pre-commit/.pre-commit-hooks.yaml');
    expect(run(release, 'pre-commit', ['validate-manifest', file]).status).toBe(0);
  });

  it.runIf(IS_LONG && has('pre-commit'))(
    'installs the package once, and then needs no network',
    () => {
      must(store, 'npm', 'pack', join(release, 'npm/sunset-lint'), '--pack-destination', store, '--loglevel=error');
      const mirrored = scratch({});
      cpSync(join(release, 'mirrors/pre-commit'), mirrored, { recursive: true });
      const manifest = JSON.parse(mirror('pre-commit', 'package.json')) as { dependencies: Record<string, string> };
      manifest.dependencies['sunset-lint'] = `file:${store}/sunset-lint-${VERSION}.tgz`;
      writeFileSync(join(mirrored, 'package.json'), JSON.stringify(manifest));
      expect(commit(mirrored, 'release').status).toBe(0);
      must(mirrored, 'git', 'tag', `v${VERSION}`);
      const block = yamlIn('docs/pre-commit.md').find((one) => one.includes('MIRROR')) ?? '';
      const config = `${block.replace('MIRROR', `file://${mirrored}`)}      - id: sunset-lint\n      - id: sunset-lint-all\n`;
      const root = scratch({ '.pre-commit-config.yaml': config, 'a.js': ALIVE });
      const env = { PRE_COMMIT_HOME: join(scratch({}), 'cache') };
      must(root, 'git', 'add', '-A');
      const first = run(root, 'pre-commit', ['run'], env);
      expect(first.status, first.output).toBe(0);
      put(root, 'a.js', DEAD);
      must(root, 'git', 'add', '-A');
      // A network namespace has no network; without one, every address is a closed port.
      const isolated = run(root, 'unshare', ['-n', 'true']).status === 0 ? ['unshare', '-n'] : ['env'];
      const closed = Object.fromEntries(
        ['http_proxy', 'https_proxy', 'npm_config_registry'].map((name) => [name, 'http://127.0.0.1:9']),
      );
      const second = run(root, isolated[0] ?? 'env', [...isolated.slice(1), 'pre-commit', 'run'], {
        ...env,
        ...closed,
      });
      expect(second.status, second.output).toBe(1);
      expect(second.output.split('\n').filter((line) => line.startsWith('a.js:1:7 '))).toHaveLength(3);
    },
    4 * MINUTES,
  );
});

describe('the documentation', () => {
  const block = (words: string): unknown => parse(yamlIn('docs/ci.md').find((one) => one.includes(words)) ?? '');

  it('includes the component of this version, with inputs that it has', () => {
    const [header] = parseAllDocuments(mirror('gitlab-component', 'templates/sunset-lint.yml'));
    const { spec } = header?.toJS() as { spec: { inputs: object } };
    const { include } = block('component:') as { include: readonly [{ component: string; inputs: object }] };
    expect(include[0].component).toBe(`$CI_SERVER_FQDN/GROUP/PROJECT/sunset-lint@${VERSION}`);
    for (const name of Object.keys(include[0].inputs)) expect(spec.inputs).toHaveProperty(name);
  });

  it('names the plugins for MegaLinter and Trunk as their mirrors do', () => {
    const { PLUGINS } = block('PLUGINS:') as { PLUGINS: readonly string[] };
    const paths = PLUGINS.map((address) => address.replace('file://', ''));
    expect(paths).toEqual(['mega-linter-plugin-sunset-lint/sunset-lint.megalinter-descriptor.yml']);
    for (const path of paths) expect(existsSync(join(release, 'mirrors', path))).toBe(true);
    const [example = ''] = /(?<=```yaml\n)[^]*?(?=```)/.exec(mirror('trunk', 'README.md')) ?? [];
    expect(block('uri: ADDRESS')).toEqual(parse(example));
    expect(example).toContain(`sunset-lint@${VERSION}\n`);
  });

  it('runs the image as its Dockerfile says', () => {
    const command = 'docker run --rm --network none -v "$PWD:/src:ro" sunset-lint scan\n';
    expect(readFileSync(join(HERE, 'Dockerfile'), 'utf8')).toContain(command);
    expect(readFileSync(join(HERE, 'docs/ci.md'), 'utf8')).toContain(`\`\`\`sh\n${command}\`\`\`\n`);
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
    cpSync(join(release, 'npm'), join(root, 'dist/release/npm'), { recursive: true });
    const names = ['sunset-lint', 'sunset-lint-catalogue-tools', 'sunset-lint-waf-plan'];
    const isNew = '[ "$1" != view ]';
    const published = names.map((name) => `publish ./dist/release/npm/${name}/ --provenance --access public`);
    const looked = names.map((name) => `view ${name}@${VERSION} version`);
    expect(step('Publish the packages', root, {}, isNew).npm.sort()).toEqual([...published, ...looked].sort());
    expect(step('Publish the packages', root, {}).npm.filter((line) => line.startsWith('publish'))).toEqual([]);
    expect(step('Publish the packages', root, {}, '[ "$1" = none ]').status).toBe(1);
  });
});
