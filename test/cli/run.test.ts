import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/hosts/cli/run.js';
import type { Report } from '../../src/report/report.js';
import { folder } from '../scanner/support.js';

const CALL =
  'export const list = (zone: string) =>\n  fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/pagerules`);\n';

const FILES = {
  'readme.md': '',
  'size.json': '{ "maxFileSize": "5 apples" }',
  'tsconfig.gone.json': '{ "tsconfig": "gone.json" }',
};

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function cli(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  terminal = false,
): Promise<Outcome> {
  let out = '';
  let err = '';
  const code = await run(args, {
    cwd,
    env,
    today: () => '2026-01-01',
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    outIsTerminal: terminal,
    errIsTerminal: false,
  });
  return { code, out, err };
}

const json = async (cwd: string, ...args: readonly string[]): Promise<Report> =>
  JSON.parse((await cli(cwd, ['scan', '--format', 'json', ...args])).out) as Report;

describe('exit codes', () => {
  it('are 0 without findings, with a summary of what was scanned', async () => {
    const root = folder({ 'a.ts': 'export {};\n' });
    const { code, out, err } = await cli(root, ['scan']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(
      'No findings.\nLooked for: edition specification of 2024-06-16.\nLooked at 1 file with 0 requests.',
    );
  });

  it('are 1 with findings', async () => {
    const { code, out } = await cli(folder({ 'src/a.ts': CALL }), ['scan', 'src']);
    expect(code).toBe(1);
    expect(out).toContain('src/a.ts');
    expect(out).toContain(
      ' on 2025-01-06 by the published end-of-life table; Cloudflare cancelled that on 2024-06-17, and it still works; ',
    );
  });

  it.each([
    ['no file to scan', ['scan']],
    ['a path that does not exist', ['scan', 'gone']],
    ['an unknown flag', ['scan', '--formt', 'json']],
    ['an unknown command', ['scna']],
    ['no command', []],
    ['a bad format', ['scan', '--format', 'xml']],
    ['a bad confidence', ['scan', '--min-confidence', 'high']],
    ['a bad date', ['scan', '--as-of', '2026-13-01']],
    ['a bad size', ['scan', '--config', 'size.json']],
    ['an empty glob', ['scan', '--ignore-files', '']],
    ['a missing tsconfig', ['scan', '--config', 'tsconfig.gone.json']],
    ['a missing catalogue', ['scan', '--catalogue', 'gone.json']],
  ])('are 2 for %s, with one clear message', async (_name, args) => {
    const { code, out, err } = await cli(folder(FILES), args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).not.toBe('');
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('are 2 if a path is missing, even with findings', async () => {
    const { code, out, err } = await cli(folder({ 'a.ts': CALL }), ['scan', 'a.ts', 'gone']);
    expect(code).toBe(2);
    expect(out).toContain('1 finding in 1 file');
    expect(err).toBe("error: cannot scan 'gone': it does not exist.\n");
  });

  it('are 2 if the report cannot be written', async () => {
    const { code, err } = await cli(folder({ 'a.ts': CALL }), ['scan', '--output', 'none/report.txt']);
    expect(code).toBe(2);
    expect(err).toContain("cannot write the report to '");
  });
});

describe('the command line', () => {
  it('suggests a similar flag for an unknown one', async () => {
    expect((await cli(folder({}), ['scan', '--formt', 'json'])).err).toContain('Did you mean --format?');
  });

  it('documents exit codes and examples in --help-all', async () => {
    const { code, out } = await cli(folder({}), ['scan', '--help-all']);
    expect(code).toBe(0);
    for (const text of [
      'Exit codes:',
      '0  no findings',
      '1  findings',
      '2  the scan failed',
      'Examples:',
      '--min-confidence',
    ])
      expect(out).toContain(text);
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(await cli(folder({}), ['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('writes the report to a file, and no other file', async () => {
    const root = folder({ 'a.ts': CALL });
    const { code, out } = await cli(root, ['scan', '--format', 'json', '--output', 'report.json']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect((JSON.parse(readFileSync(join(root, 'report.json'), 'utf8')) as Report).findings).toHaveLength(1);
    expect(readdirSync(root).sort()).toEqual(['a.ts', 'report.json']);
  });

  it('judges dates on the day of --as-of', async () => {
    const root = folder({ 'a.ts': CALL });
    expect((await json(root, '--as-of', '2025-01-06')).findings[0]?.lifecycle).toBe('deprecated');
    expect((await json(root)).findings[0]?.lifecycle).toBe('sunset');
  });

  it('uses colour on a terminal, unless it is disabled', async () => {
    const root = folder({ 'a.ts': CALL });
    const coloured = async (
      args: readonly string[],
      env: Readonly<Record<string, string>>,
      terminal: boolean,
    ): Promise<boolean> => (await cli(root, ['scan', ...args], env, terminal)).out.includes('\u001b[');
    expect(await coloured([], {}, true)).toBe(true);
    expect(await coloured([], {}, false)).toBe(false);
    expect(await coloured(['--no-color'], {}, true)).toBe(false);
    expect(await coloured([], { NO_COLOR: '1' }, true)).toBe(false);
    expect(await coloured([], { TERM: 'dumb' }, true)).toBe(false);
    expect(await coloured([], { FORCE_COLOR: '1' }, false)).toBe(true);
    expect(await coloured([], { FORCE_COLOR: '0' }, true)).toBe(false);
  });

  it('prints nothing with --quiet if there are no findings', async () => {
    expect(await cli(folder({ 'a.ts': '' }), ['scan', '--quiet'])).toEqual({ code: 0, out: '', err: '' });
  });
});

describe('a JSON report', () => {
  const schema = JSON.parse(readFileSync(new URL('../../rules/report.schema.json', import.meta.url), 'utf8')) as object;

  it('conforms to the published schema and is reproducible', async () => {
    const root = folder({
      'src/a.ts': CALL,
      'src/b.test.ts': CALL,
      'src/c.ts': 'const = ;\n',
      'x.ts': Buffer.alloc(4),
    });
    const first = await cli(root, ['scan', '--format', 'json']);
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
    validate(JSON.parse(first.out));
    expect(validate.errors).toBeNull();
    expect((await cli(root, ['scan', '--format', 'json'])).out).toBe(first.out);
    expect(first.out).not.toContain(root);
  });

  it('has file names relative to the working directory, or to a scanned folder outside of that', async () => {
    const root = folder({ 'src/a.ts': CALL });
    expect((await json(root, 'src')).findings.map((finding) => finding.file)).toEqual(['src/a.ts']);
    expect((await json(folder({}), join(root, 'src'))).findings.map((finding) => finding.file)).toEqual(['a.ts']);
  });

  it('contains a finding whose path and base URL are in other files', async () => {
    const root = folder({
      'paths.ts': "export const PATHS = { rules: '/pagerules' };\n",
      'client.ts':
        'export const send = (path: string) => fetch(`https://api.cloudflare.com/client/v4/zones/${process.env.ZONE}${path}`);\n',
      'job.ts': "import { send } from './client.js';\nimport { PATHS } from './paths.js';\nawait send(PATHS.rules);\n",
    });
    expect((await json(root)).findings.map((finding) => [finding.file, finding.deprecation])).toEqual([
      ['job.ts', 'page-rules-api'],
    ]);
  });
});

const builtProgram = new URL('../../dist/program/main.cjs', import.meta.url).pathname;

describe.skipIf(!existsSync(builtProgram))('the built program', () => {
  it('does not load the compiler if no file has to be parsed', () => {
    const root = folder({ 'a.ts': 'export {};\n' });
    const exitIfLoaded =
      "process.on('exit', () => { const { createRequire } = process.getBuiltinModule('module'); if (Object.keys(createRequire('/')('module')._cache).some((f) => /ts-morph|typescript-parser/.test(f))) process.exitCode = 9; });";
    const { status } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(exitIfLoaded)}`, builtProgram, 'scan'],
      { cwd: root },
    );
    expect(status).toBe(0);
  });

  it('accepts a reader that closes the pipe early', () => {
    const root = folder(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`a${index}.ts`, CALL])));
    const shell = (script: string): string =>
      execFileSync('sh', ['-c', script, process.execPath, builtProgram], { cwd: root, encoding: 'utf8' });
    expect(shell('{ "$0" "$1" scan --format json --quiet | head -c 10 >/dev/null; } 2>&1')).toBe('');
  });

  it.skipIf(!existsSync('/dev/full'))('fails if its output cannot be written', () => {
    const root = folder({ 'a.ts': CALL });
    const { status, stderr } = spawnSync('sh', ['-c', '"$0" "$1" scan >/dev/full', process.execPath, builtProgram], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('error: cannot write to standard output: ENOSPC') as string,
    });
  });
});
