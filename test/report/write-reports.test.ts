import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS, parseFormat, planReports } from '../../src/report/formats.js';
import { run } from '../../src/hosts/cli/run.js';
import type { Report } from '../../src/report/report.js';
import { repository as gitRepository } from '../cli/support.js';
import { folder } from '../scanner/support.js';

const CALL =
  'export const list = (zone: string) =>\n  fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/pagerules`);\n';

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function cli(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  let out = '';
  let err = '';
  const code = await run(args, {
    cwd,
    env,
    today: () => '2026-01-01',
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    outIsTerminal: false,
    errIsTerminal: false,
  });
  return { code, out, err };
}

/** Repository with a call in one of its packages, and with code owners. */
function repository(): string {
  const root = folder({
    'packages/web/src/a.ts': CALL,
    '.github/CODEOWNERS': '* @acme/all\n/packages/web/ @acme/web\n',
  });
  mkdirSync(join(root, '.git'));
  return root;
}

describe('several reports of one scan', () => {
  it('are written to their files, and one to standard output', async () => {
    const root = folder({ 'a.ts': CALL });
    const { code, out } = await cli(root, [
      'scan',
      '--format',
      'sarif=out.sarif',
      '--format',
      'text',
      '--format',
      'html=out.html',
      '--format',
      'junit=out.xml',
    ]);
    expect(code).toBe(1);
    expect(out).toContain('1 finding in 1 file');
    expect(readdirSync(root).sort()).toEqual(['a.ts', 'out.html', 'out.sarif', 'out.xml']);
    expect(JSON.parse(readFileSync(join(root, 'out.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
  });

  it('still accept --format NAME --output FILE', async () => {
    const root = folder({ 'a.ts': CALL });
    const { out } = await cli(root, [
      'scan',
      '--quiet',
      '--format',
      'json',
      '--output',
      'out.json',
      '--format',
      'csv=out.csv',
    ]);
    expect(out).toBe('');
    expect((JSON.parse(readFileSync(join(root, 'out.json'), 'utf8')) as Report).findings).toHaveLength(1);
    expect(readFileSync(join(root, 'out.csv'), 'utf8')).toContain('page-rules-api');
  });

  it.each([
    [['--format', 'json', '--format', 'sarif'], 'only one format can go to standard output'],
    [['--format', 'json=x', '--format', 'sarif=./x'], 'two formats would be written to'],
    [['--format', 'json=x', '--output', 'y'], '--output names the file of a format without one'],
    [['--format', 'serif'], "did you mean 'sarif'?"],
    [['--format', 'json='], "name a file after 'json='"],
    [['--format', 'toString'], 'is not one of the formats text, json'],
  ])('are rejected when options contradict each other: %j', async (flags, message) => {
    const root = folder({ 'a.ts': CALL });
    const { code, out, err } = await cli(root, ['scan', ...flags]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(readdirSync(root)).toEqual(['a.ts']);
  });

  it('name files from the root of the repository, with their owners', async () => {
    const root = repository();
    const web = join(root, 'packages/web');
    await cli(web, [
      'scan',
      '--format',
      'sarif=out.sarif',
      '--format',
      'gitlab=out.json',
      '--format',
      'json',
      '--output',
      'report.json',
    ]);
    expect(readFileSync(join(web, 'out.sarif'), 'utf8')).toContain('"uri":"packages/web/src/a.ts"');
    expect(readFileSync(join(web, 'out.json'), 'utf8')).toContain('"path": "packages/web/src/a.ts"');
    expect((JSON.parse(readFileSync(join(web, 'report.json'), 'utf8')) as Report).findings[0]).toMatchObject({
      file: 'src/a.ts',
      owner: '@acme/web',
    });
  });

  it('append their job summary in GitHub Actions', async () => {
    const root = folder({ 'a.ts': CALL, 'summary.md': '# Before\n' });
    const env = { GITHUB_STEP_SUMMARY: join(root, 'summary.md') };
    const { out } = await cli(root, ['scan', '--format', 'github'], env);
    expect(out).toMatch(/^::error file=a\.ts,line=2,/);
    expect(readFileSync(join(root, 'summary.md'), 'utf8')).toMatch(/^# Before\n# Deprecated API operations\n/);
    await cli(root, ['scan', '--format', 'csv=x.csv'], env);
    expect(readFileSync(join(root, 'summary.md'), 'utf8').match(/^# Deprecated/gm)).toHaveLength(1);
    expect(
      (await cli(root, ['scan', '--format', 'github'], { GITHUB_STEP_SUMMARY: join(root, 'none/summary.md') })).code,
    ).toBe(2);
  });

  it('set the outputs of a step, and have links if the runner names its checkout', async () => {
    const root = repository();
    const env = {
      GITHUB_STEP_SUMMARY: join(root, 'summary.md'),
      GITHUB_OUTPUT: join(root, 'outputs'),
      GITHUB_SERVER_URL: 'https://github.test',
      GITHUB_REPOSITORY: 'acme/app',
      GITHUB_SHA: 'abc123',
    };
    const web = join(root, 'packages/web');
    await cli(web, ['scan', '--format', 'github'], env);
    expect(readFileSync(env.GITHUB_OUTPUT, 'utf8')).toBe('status=failed\nfindings=1\nfailing=1\n');
    expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toContain(
      '](https://github.test/acme/app/blob/abc123/packages/web/src/a.ts#L2)',
    );
    await cli(web, ['scan', '--format', 'github', '--fail-on', 'never'], env);
    expect(readFileSync(env.GITHUB_OUTPUT, 'utf8')).toMatch(/\nstatus=passed\nfindings=1\nfailing=0\n$/);
    const gitlab = { CI_PROJECT_URL: 'https://gitlab.test/g/app', CI_COMMIT_SHA: 'def' };
    const { out } = await cli(web, ['scan', '--format', 'markdown'], gitlab);
    expect(out).toContain('](https://gitlab.test/g/app/-/blob/def/packages/web/src/a.ts#L2)');
    // An invalid address gives no link.
    const odd = await cli(web, ['scan', '--format', 'markdown'], { ...gitlab, CI_PROJECT_URL: 'javascript:x' });
    expect(odd.out).not.toContain('src/a.ts#');
    expect(odd.out).not.toContain('](javascript');
  });

  it.each(['sarif', 'gitlab', 'badge'])(
    'are rejected for a change if the format describes the whole tree: %s',
    async (name) => {
      const root = gitRepository(folder({ 'a.ts': CALL }));
      for (const change of [['--changed-since', 'HEAD'], ['--staged']]) {
        const { code, err } = await cli(root, ['scan', ...change, '--format', `${name}=out`]);
        expect({ code, files: readdirSync(root).sort() }).toEqual({ code: 2, files: ['.git', 'a.ts'] });
        expect(err).toContain('whole scan');
      }
      expect((await cli(root, ['scan', '--changed-since', 'HEAD', '--format', 'json=out'])).code).toBe(0);
      expect((await cli(root, ['scan', '--format', `${name}=out`])).code).toBe(1);
    },
  );

  it('leave no partial file when one cannot be written', async () => {
    const root = folder({ 'a.ts': CALL, 'out.json': 'old' });
    const { code, err } = await cli(root, ['scan', '--format', 'json=none/out.json']);
    expect(code).toBe(2);
    expect(err).toContain('cannot write the report');
    expect(readFileSync(join(root, 'out.json'), 'utf8')).toBe('old');
  });

  it('have their formats listed by --help-all, one line each', async () => {
    const { out } = await cli(folder({}), ['scan', '--help-all']);
    for (const [name, { about }] of Object.entries(FORMATS)) expect(out).toContain(`  ${name.padEnd(14)} ${about}\n`);
  });

  it('can be written to a file with an equals sign in its name', () => {
    expect(parseFormat('json=a=b.json')).toEqual({ format: 'json', file: 'a=b.json' });
    expect(planReports({ format: [] }, '/')).toEqual([{ format: 'text' }]);
  });
});

describe('the documentation page on reports', () => {
  const page = readFileSync(new URL('../../docs/reports.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/^```(?:sh|yaml)\n([^]*?)^```/gm)].map(([, block = '']) => block);
  const commands = blocks.flatMap((block) =>
    [...block.matchAll(/(?:^|npx )sunset-lint (scan .*)$/gm)].map(([, command = '']) => command),
  );

  it('names every format in its table and in a command', () => {
    for (const name of Object.keys(FORMATS)) {
      expect(page).toContain(`| \`${name}\` |`);
      expect(commands.some((command) => command.includes(`--format ${name}`))).toBe(true);
    }
  });

  it.each(commands)('has a command that works: sunset-lint %s', async (command) => {
    const root = repository();
    mkdirSync(join(root, 'reports'));
    writeFileSync(join(root, 'b.ts'), CALL);
    const { code, out, err } = await cli(root, command.split(' '));
    expect(code, err).toBe(1);
    const files = [...command.matchAll(/--format [\w-]+=(\S+)/g)].map(([, file = '']) => join(root, file));
    for (const file of files) expect(existsSync(file) && statSync(file).size > 50).toBe(true);
    if (files.length === 0) expect(out).toContain('b.ts');
  });

  it('shows how to print the schema', async () => {
    const { out } = await cli(process.cwd(), ['schema', 'report']);
    expect(JSON.parse(out)).toMatchObject({ title: 'sunset-lint report, version 1' });
    expect(page).toContain('sunset-lint schema report');
  });
});
