import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { IS_LONG } from '../share.js';
import { runAction } from './github-runner.js';
import { stubs } from './project.js';
import { ADDRESSES, DEAD, useRelease, VERSION } from './released.js';
import type { Sarif } from './released.js';
import { commit, has, HERE, must, put, run, scratch } from './support.js';

const ALIVE = DEAD.replace('pagerules', 'rulesets');
const MINUTES = 60_000;

const { folderOf, mirror, withProgram } = useRelease();

/** Blocks of YAML in a page. */
function yamlIn(page: string): readonly string[] {
  return [...readFileSync(join(HERE, page), 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm)].map(
    ([, block = '']) => block,
  );
}

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
    const done = runAction(join(folderOf(), 'mirrors/action'), scratch({ 'a.js': DEAD }), {}, {}, bin);
    expect(done.outputs['action'], done.log).toMatchObject({ status: 'failed', findings: '1' });
    expect(readFileSync(join(bin, 'npm.log'), 'utf8')).toMatch(new RegExp(`^install .* -- sunset-lint@${VERSION}\n$`));
  });
});

describe.runIf(IS_LONG)('the mirror reviewdog', () => {
  /** Runs the action with a reviewdog that shows its arguments and keeps its input. */
  function review(files: Readonly<Record<string, string>>, inputs: Readonly<Record<string, string>> = {}) {
    const bin = stubs();
    put(bin, 'reviewdog', `#!/bin/sh\ncat > '${bin}/input.json'\necho "$REVIEWDOG_GITHUB_API_TOKEN $*"\n`);
    const done = runAction(join(folderOf(), 'mirrors/reviewdog'), scratch(files), inputs, {}, bin);
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
    const done = runAction(join(folderOf(), 'mirrors/reviewdog'), scratch({ 'a.js': DEAD }), {}, {}, stubs());
    expect([done.code, done.log]).toEqual([2, expect.stringContaining('reviewdog is not installed.')]);
  });

  it('runs no command from an input', () => {
    const hostile = 'x"; touch hacked; $(touch hacked) `touch hacked`';
    const inputs = { args: hostile, 'working-directory': hostile, reporter: hostile, package: hostile };
    const root = scratch({ 'a.js': DEAD });
    runAction(join(folderOf(), 'mirrors/reviewdog'), root, inputs, {}, stubs());
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
    const file = join(folderOf(), 'mirrors/pre-commit/.pre-commit-hooks.yaml');
    expect(run(folderOf(), 'pre-commit', ['validate-manifest', file]).status).toBe(0);
  });

  it.runIf(IS_LONG && has('pre-commit'))(
    'installs the package once, and then needs no network',
    () => {
      const store = scratch({});
      must(store, 'npm', 'pack', join(folderOf(), 'npm/sunset-lint'), '--pack-destination', store, '--loglevel=error');
      const mirrored = scratch({});
      cpSync(join(folderOf(), 'mirrors/pre-commit'), mirrored, { recursive: true });
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
    for (const path of paths) expect(existsSync(join(folderOf(), 'mirrors', path))).toBe(true);
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
