import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE_TOOLS, packagedCommands, WAF_PLAN } from '../../src/hosts/cli/packaged-commands.js';
import { guardOutput } from '../../src/hosts/cli/shared/io.js';
import type { CommandRun } from '../../src/hosts/cli/shared/io.js';

const io = guardOutput({
  cwd: '/',
  env: {},
  today: () => '2026-01-01',
  out: () => undefined,
  err: () => undefined,
  outIsTerminal: false,
  errIsTerminal: false,
});

function of(args: readonly string[]): CommandRun {
  return { args, io, finish: () => undefined };
}

describe('commands of a separate package', () => {
  const declared = (args: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(packagedCommands(CATALOGUE_TOOLS, of(args)).map((one) => [one.name(), one.description()]));

  it('have the same names and descriptions without the package', () => {
    const own = declared(['catalogue', 'import', '--help']);
    expect(own).toMatchObject({ diff: 'Compare two catalogues, or what they find in a repository.' });
    expect(own).toEqual(CATALOGUE_TOOLS.commands);
    const [planner] = packagedCommands(WAF_PLAN, of(['waf-plan']));
    expect([planner?.name(), planner?.summary()]).toEqual(['waf-plan', 'plan the migration of a zone to the new WAF']);
    expect(planner?.options.map(({ long }) => long)).toContain('--waf');
  });

  it.each([
    [['catalogue', '--json', 'diff'], true],
    [['catalogue', '--help'], true],
    [['help', 'catalogue'], true],
    [['--help'], true],
    [['completion', 'bash'], true],
    [['catalogue'], false],
    [['catalogue', '--as-of', '2026-01-01'], false],
    [['scan', 'diff'], false],
    [['diff'], false],
    [[], false],
  ])('of %j are loaded: %j', (args, isLoaded) => {
    expect(declared(args)['export'] === CATALOGUE_TOOLS.commands['export']).toBe(isLoaded);
  });

  it('fail without the package, with any arguments', async () => {
    const program = new Command();
    const absent = { name: 'no-such-package', commands: { ring: 'Ring the bells.' } };
    for (const command of packagedCommands(absent, of(['ring']))) program.addCommand(command);
    expect(program.helpInformation()).toContain('Ring the bells (package no-such-package)');
    const given = ['ring', 'treble', '--loud', '--as=x=y', '-v'];
    await expect(program.parseAsync(given, { from: 'user' })).rejects.toThrow(
      /^'sunset-lint ring' is a command of the package 'no-such-package', which is not installed beside sunset-lint in /,
    );
  });
});

// Needs `npm run build`: published files.
describe('an installation', () => {
  const root = mkdtempSync(join(tmpdir(), 'packaged-'));
  const modules = join(root, 'installed', 'node_modules');
  const scanned = join(root, 'scanned');
  const marker = join(root, 'executed');
  const tools = join(modules, 'sunset-lint-catalogue-tools');

  beforeAll(() => {
    const own = join(modules, 'sunset-lint');
    for (const part of ['package.json', 'rules', 'dist/program', 'dist/libraries', 'dist/validators'])
      cpSync(part, join(own, part), { recursive: true });
    const planted = join(scanned, 'node_modules', 'sunset-lint-catalogue-tools');
    mkdirSync(planted, { recursive: true });
    writeFileSync(join(planted, 'package.json'), '{ "version": "1.0.0", "main": "index.cjs" }');
    writeFileSync(join(planted, 'index.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');`);
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  function run(...args: readonly string[]): {
    readonly status: number | null;
    readonly out: string;
    readonly err: string;
  } {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(modules, 'sunset-lint/dist/program/main.cjs'), ...args],
      { cwd: scanned, encoding: 'utf8', env: { ...process.env, SUNSET_LINT_CACHE: join(root, 'cache') } },
    );
    return { status, out: stdout, err: stderr };
  }

  function installTools(version: string): void {
    rmSync(tools, { recursive: true, force: true });
    cpSync('packages/catalogue-tools/dist', join(tools, 'dist'), { recursive: true });
    const manifest = JSON.parse(readFileSync('packages/catalogue-tools/package.json', 'utf8')) as object;
    writeFileSync(join(tools, 'package.json'), JSON.stringify({ ...manifest, version }));
  }

  it('without the package says where to install it, and runs none from the scanned folder', () => {
    expect(run('catalogue', 'diff', 'specification', 'current')).toEqual({
      status: 2,
      out: '',
      err: `error: 'sunset-lint catalogue diff' is a command of the package 'sunset-lint-catalogue-tools', which is not installed beside sunset-lint in ${modules}. Install sunset-lint-catalogue-tools@1.0.0 there, such as with 'npm install --save-dev sunset-lint-catalogue-tools@1.0.0'.\n`,
    });
    expect(run('catalogue', '--help').out.replaceAll(/\s+/g, ' ')).toContain(
      'export [args...] Write the catalogue as an OpenAPI overlay, as CSV, or as a calendar (package sunset-lint-catalogue-tools)',
    );
    expect(existsSync(marker)).toBe(false);
  });

  it('with the package of the same version runs its commands', () => {
    installTools('1.0.0');
    const { status, out, err } = run('catalogue', 'diff', 'specification', 'current');
    expect({ status, err }).toEqual({ status: 1, err: '' });
    expect(out).toContain("12 entries are the same in 'specification' and 'current'.");
    writeFileSync(join(scanned, 'api.yaml'), 'openapi: 3.1.0\ninfo: { title: Bells, version: "1" }\npaths: {}\n');
    expect(run('catalogue', 'import', 'openapi', 'api.yaml', '--api', 'B')).toMatchObject({
      status: 2,
      err: "error: option '--api <id>' argument 'B' is invalid. Write it in lower case, with hyphens: bells-v2.\n",
    });
    expect(run('catalogue', 'import', 'openapi', 'absent.yaml')).toMatchObject({
      status: 2,
      err: "error: cannot read 'absent.yaml': the file does not exist.\n",
    });
  });

  it('with another version or a damaged package does not run it', () => {
    installTools('1.0.1');
    expect(run('catalogue', 'update').err).toContain(
      "the package 'sunset-lint-catalogue-tools', which is installed in version 1.0.1 beside sunset-lint in ",
    );
    installTools('1.0.0');
    rmSync(join(tools, 'dist'), { recursive: true });
    const { status, err } = run('catalogue', 'update');
    expect(status).toBe(2);
    expect(err).toContain("the package 'sunset-lint-catalogue-tools', which cannot be loaded (Cannot find ");
  });
});
