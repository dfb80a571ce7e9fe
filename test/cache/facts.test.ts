import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli } from '../cli/support.js';

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

describe('facts and link', () => {
  it('give the report of the whole scan', async () => {
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
  ])('do so after an edit of %s that the facts know nothing of', async (file, from, to) => {
    const path = join(root, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    const whole = await report(['scan']);
    expect(await link()).toEqual(whole);
  });

  it('do so in another place: names are relative', async () => {
    const whole = await report(['scan']);
    const other = mkdtempSync(join(tmpdir(), 'sunset-elsewhere-'));
    cpSync(root, other, { recursive: true });
    rmSync(root, { recursive: true });
    root = other;
    expect(await link()).toEqual(whole);
  });

  it('of a package hold little of the others, however many there are', async () => {
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

  it('are made in the folder of the package, with facts of what it imports', async () => {
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

  it('are told where they were made with other flags, and found anew', async () => {
    await cli(root, ['facts', 'packages/app', '--output', 'app.facts', '--', '--test-doubles']);
    const whole = await report(['scan']);
    const linked = await link();
    expect(linked.out).toBe(whole.out);
    expect(linked.err).toContain("warning: the facts 'app.facts' were written by another version");
  });

  it('end with an error where a file or a folder is not there', async () => {
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
