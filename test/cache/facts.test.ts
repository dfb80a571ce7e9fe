import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli as run, settings } from '../cli/support.js';
import { withoutFindings } from './trees.js';
import type { Outcome } from '../cli/support.js';

const PACKAGES = ['kit', 'app', 'web'];
const TREE = {
  'package.json': '{ "name": "town", "private": true, "workspaces": ["packages/*"] }\n',
  'packages/kit/package.json': '{ "name": "@town/kit", "main": "src/index.ts" }\n',
  'packages/kit/src/index.ts':
    "const API = 'https://api.cloudflare.com/client/v4';\nexport const send = (path: string, method = 'GET') => fetch(`${API}${path}`, { method });\nexport const own = () => send('/zones/1/pagerules');\n",
  'packages/app/package.json': '{ "name": "@town/app", "dependencies": { "@town/kit": "*" } }\n',
  'packages/app/src/index.ts':
    "import { send } from '@town/kit';\nexport const rules = (zone: string) => send(`/zones/${zone}/rate_limits`, 'POST');\n",
  'packages/web/package.json': '{ "name": "@town/web", "dependencies": { "@town/kit": "*" } }\n',
  'packages/web/src/paths.ts': "export const paths = { rules: '/firewall/rules' };\n",
  'packages/web/src/index.ts':
    "import { send } from '@town/kit';\nimport { paths } from './paths';\nexport const drop = (zone: string) => send(`/zones/${zone}${paths.rules}`, 'DELETE');\n",
};

const ENV = { SUNSET_LINT_KEY: 'a secret of thirty-two characters or more' };

function cli(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = ENV): Promise<Outcome> {
  return run(cwd, args, { env });
}

let root: string;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sunset-facts-'));
  for (const [name, text] of Object.entries(TREE)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  for (const name of PACKAGES)
    expect(await cli(root, ['facts', `packages/${name}`, '--output', `${name}.facts`])).toEqual({
      code: 0,
      out: '',
      err: '',
    });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const report = (command: readonly string[]): ReturnType<typeof cli> =>
  cli(root, [...command, '--format', 'json', '--min-confidence', 'possible']);
const link = (...more: readonly string[]): ReturnType<typeof cli> =>
  report(['link', ...PACKAGES.map((name) => `${name}.facts`), ...more]);

describe('reports from facts and link', () => {
  it('equal the report of a complete scan', async () => {
    const whole = await report(['scan']);
    expect(whole.out).toContain('/zones/{zone_id}/rate_limits');
    expect(await link()).toEqual(whole);
  });

  it.each([
    ['packages/kit/src/index.ts', 'https://api.cloudflare.com/client/v4', 'https://api.example.com/v1'],
    ['packages/kit/src/index.ts', "method = 'GET'", "method = 'PUT'"],
    ['packages/web/src/paths.ts', '/firewall/rules', '/dns_records'],
    ['packages/app/src/index.ts', 'rate_limits', 'pagerules'],
    ['packages/kit/package.json', 'src/index.ts', 'src/other.ts'],
    ['packages/app/package.json', '@town/app', '@town/kit'],
  ])('equal a complete scan after an edit of %s that the facts do not include', async (file, from, to) => {
    const path = join(root, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    const whole = await report(['scan']);
    expect(await link()).toEqual(whole);
  });

  it('are the same in another folder, because names are relative', async () => {
    const whole = await report(['scan']);
    const other = mkdtempSync(join(tmpdir(), 'sunset-elsewhere-'));
    cpSync(root, other, { recursive: true });
    rmSync(root, { recursive: true });
    root = other;
    expect(await link()).toEqual(whole);
  });

  it('need little data of other packages, however many there are', async () => {
    const size = (): number => readFileSync(join(root, 'app.facts')).length;
    const few = size();
    for (let index = 0; index < 40; index += 1) {
      mkdirSync(join(root, `packages/more${index}`));
      writeFileSync(join(root, `packages/more${index}/package.json`), `{ "name": "@town/more${index}" }\n`);
    }
    await cli(root, ['facts', 'packages/app', '--output', 'app.facts']);
    expect(size() / few).toBeLessThan(1.1);
    const whole = await report(['scan']);
    expect(await link()).toEqual(whole);
  });

  it('can be prepared in the folder of a package, with facts of its imports', async () => {
    const folder = join(root, 'packages/app');
    const made = await cli(folder, [
      'facts',
      '.',
      '--root',
      '../..',
      '--output',
      'own.facts',
      '--with',
      '../../kit.facts',
    ]);
    expect(made).toEqual({ code: 0, out: '', err: '' });
    expect(existsSync(join(folder, 'own.facts'))).toBe(true);
    expect(await report(['link', 'kit.facts', 'web.facts', 'packages/app/own.facts'])).toEqual(await report(['scan']));
  });

  it('warn about facts made with other flags, which are not used', async () => {
    await cli(root, [
      'facts',
      'packages/app',
      '--output',
      'app.facts',
      '--',
      ...settings({ alsoReport: ['testDoubles'] }),
    ]);
    const whole = await report(['scan']);
    const linked = await link();
    expect(linked.out).toBe(whole.out);
    expect(linked.err).toContain("warning: the facts 'app.facts' are not used: they were written by another version");
  });

  it.each([
    [
      'changed since they were signed',
      () => editFile('app.facts', (text) => text.replace('rate_limits', 'rate_limitz')),
    ],
    [
      'without their findings',
      () =>
        editFile('app.facts', (text) => `${text.split('\n')[0] ?? ''}\n${withoutFindings(text.split('\n')[1] ?? '')}`),
    ],
    ['not signed', () => editFile('app.facts', (text) => text.replace(/,"signature":"\w+"/, ''))],
    ['truncated after a line', () => editFile('app.facts', (text) => text.replace(/\n[^]*/, '\n'))],
  ])('do not use facts that are %s', async (_what, change) => {
    change();
    const whole = await report(['scan']);
    const linked = await link();
    expect(linked.out).toBe(whole.out);
    expect(linked.err).toMatch(
      /^warning: the facts 'app\.facts' are not used: they are damaged, or signed with another key/,
    );
  });

  it('do not use facts signed with another key', async () => {
    await cli(root, ['facts', 'packages/app', '--output', 'app.facts'], OTHER);
    const whole = await report(['scan']);
    const linked = await link();
    expect(linked.out).toBe(whole.out);
    expect(linked.err).toContain("'app.facts' are not used: they are damaged, or signed with another key");
  });

  it("are signed with the user's own key if the environment has no secret", async () => {
    const home = mkdtempSync(join(tmpdir(), 'sunset-home-'));
    const env = { XDG_CACHE_HOME: home, LOCALAPPDATA: home };
    for (const name of PACKAGES) await cli(root, ['facts', `packages/${name}`, '--output', `${name}.facts`], env);
    expect(await cli(root, ['link', ...PACKAGES.map((name) => `${name}.facts`), '--quiet'], env)).toMatchObject({
      err: '',
    });
    expect(readFileSync(join(home, 'sunset-lint/key'))).toHaveLength(32);
    rmSync(home, { recursive: true });
  });

  it.each([
    ['there is neither a secret nor a folder for a key', () => ({}), 'there is no key to sign facts with'],
    [
      'the folder for a key is in the repository',
      () => ({ HOME: root, LOCALAPPDATA: root }),
      'there is no key to sign facts with',
    ],
    ['the secret is blank', () => ({ SUNSET_LINT_KEY: ' '.repeat(40) }), 'SUNSET_LINT_KEY is easy to guess'],
    ['the secret is a sequence', () => ({ SUNSET_LINT_KEY: 'abcdefghijklmnopqrstuvwxyz012345' }), 'is easy to guess'],
    ['the secret repeats', () => ({ SUNSET_LINT_KEY: 'password'.repeat(5) }), 'is easy to guess'],
    ['the secret is short', () => ({ SUNSET_LINT_KEY: 'short' }), 'SUNSET_LINT_KEY has fewer than 32 characters'],
  ])('fail without a usable key if %s', async (_what, env, message) => {
    for (const args of [
      ['facts', 'packages/app', '--output', 'new.facts'],
      ['link', 'app.facts'],
    ])
      expect(await cli(root, args, env())).toMatchObject({ code: 2, err: expect.stringContaining(message) as string });
    expect(existsSync(join(root, 'new.facts'))).toBe(false);
  });

  it('fail if two facts cover the same file', async () => {
    await cli(root, ['facts', 'packages', '--output', 'all.facts']);
    expect(await link('all.facts')).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        "the facts 'app.facts' and 'all.facts' both cover 'packages/app/src/index.ts'",
      ) as string,
    });
  });

  it('fail if a file or a folder does not exist', async () => {
    expect(await cli(root, ['link', 'none.facts'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('none.facts') as string,
    });
    expect(await cli(root, ['facts', 'none', '--output', 'x'])).toMatchObject({
      code: 2,
      err: expect.stringContaining("'none'") as string,
    });
    expect(existsSync(join(root, 'x'))).toBe(false);
  });
});

const OTHER = { SUNSET_LINT_KEY: 'another secret of thirty-two characters' };

function editFile(name: string, change: (text: string) => string): void {
  const path = join(root, name);
  const text = readFileSync(path, 'utf8');
  const edited = change(text);
  expect(edited).not.toBe(text);
  writeFileSync(path, edited);
}
