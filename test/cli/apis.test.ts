import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Inventory, InventoryApi } from '../../src/report/inventory.js';
import { folder } from '../scanner/support.js';
import { API, CALL, cli, configFlags } from './support.js';

async function inventory(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Inventory> {
  const { code, out, err } = await cli(folder(files), ['apis', '--format', 'json', ...args]);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Inventory;
}

/** Counts calls by the name of the API. */
function callsOf({ apis }: Inventory): Readonly<Record<string, number>> {
  return Object.fromEntries(apis.map(({ name, calls }) => [name, calls]));
}

function apiNamed({ apis }: Inventory, name: string): InventoryApi {
  const found = apis.find((api) => api.name === name);
  if (found === undefined) throw new Error(`no ${name} among ${apis.map((api) => api.name).join(', ')}`);
  return found;
}

const FIGMA = "export const me = () => fetch('https://api.figma.com/v1/me');\n";

describe('the inventory of called APIs', () => {
  it('shows for each API the edition that was checked, its date and its findings', async () => {
    const found = await inventory({ 'a.ts': CALL, 'b.ts': FIGMA });
    expect(apiNamed(found, 'Cloudflare API')).toMatchObject({
      api: 'cloudflare',
      hosts: ['api.cloudflare.com'],
      calls: 1,
      files: [{ file: 'a.ts', calls: 1 }],
      findings: 1,
      edition: { id: 'specification', asOf: '2024-06-16' },
    });
    expect(apiNamed(found, 'api.figma.com')).toMatchObject({ api: null, calls: 1, findings: 0, edition: null });
  });

  it('begins with a sentence about the number of APIs, of which one has no part', async () => {
    const headline = async (files: Readonly<Record<string, string>>): Promise<string | undefined> =>
      (await cli(folder(files), ['apis'])).out.split('\n')[0];
    expect(await headline({ 'a.ts': CALL })).toBe('1 API is called, and it is checked.');
    expect(await headline({ 'a.ts': FIGMA })).toBe('1 API is called, and it is not checked.');
    expect(await headline({ 'a.ts': CALL, 'b.ts': FIGMA })).toBe('2 APIs are called, 1 of them checked.');
  });

  it('counts a call with several findings once, and lists places of deprecated calls', async () => {
    const text = `import OpenAI from 'openai';
const client = new OpenAI();
export const make = () => client.beta.assistants.create({ model: 'gpt-4-32k' });
export const list = () => client.models.list();\n`;
    const files = { 'a.ts': text, 'b.ts': "fetch('https://api.openai.com/v1/models');\n" };
    expect(apiNamed(await inventory(files), 'OpenAI API')).toMatchObject({
      calls: 2,
      deprecated: [{ file: 'a.ts', line: 3 }],
      findings: 2,
    });
    const { out } = await cli(folder(files), ['apis']);
    expect(out).toContain('1 of 2 calls deprecated (2 findings)\n    deprecated: a.ts:3\n');
  });

  it('counts no call for a finding in a resource, and says so', async () => {
    const files = {
      'main.tf': `terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "4.40.0"
    }
  }
}
resource "cloudflare_page_rule" "home" {
  zone_id = "1"
}\n`,
    };
    const api = apiNamed(await inventory(files), 'Cloudflare API');
    expect([api.calls, api.deprecated, api.findings]).toEqual([0, [], 1]);
    expect((await cli(folder(files), ['apis'])).out).toContain(
      '  Cloudflare API: no call, but a resource, a field or a text of it\n',
    );
  });

  it('counts a call with a finding even if its server is uncertain', async () => {
    const text = `import { HttpModule, HttpService } from '@nestjs/axios';
HttpModule.register({ baseURL: '${API}' });
export class Zones {
  constructor(private readonly http: HttpService) {}
  list(zone: string) { return this.http.get(\`/zones/\${zone}/rate_limits\`); }
}\n`;
    const { out } = await cli(folder({ 'a.ts': text }), ['apis']);
    expect(out).toContain('  Cloudflare API: up to 1 call (all can go elsewhere as well), in 1 file\n');
    expect(out).toContain(': 1 of 1 call deprecated (1 finding)\n    deprecated: a.ts:5\n');
    expect((await cli(folder({ 'a.ts': `export const base = '${API}';\n` }), ['apis'])).out).not.toContain(
      'deprecated',
    );
  });

  it('marks an edition as stale after its review date', async () => {
    const files = { 'a.ts': "fetch('https://api.openai.com/v1/models');\n" };
    const { reviewBy } = apiNamed(await inventory(files), 'OpenAI API').edition ?? {};
    expect(apiNamed(await inventory(files, '--as-of', reviewBy ?? ''), 'OpenAI API').edition?.stale).toBe(false);
    expect(apiNamed(await inventory(files, '--as-of', '2999-01-01'), 'OpenAI API').edition?.stale).toBe(true);
    const { out } = await cli(folder(files), ['apis', '--as-of', '2999-01-01']);
    expect(out).toContain(`overdue: its review was due on ${reviewBy ?? ''}`);
  });

  it('includes calls in shell scripts and Python', async () => {
    const found = await inventory({
      'a.sh': '#!/bin/sh\ncurl -s https://api.fastly.com/service\ncurl api.digitalocean.com/v2/droplets\n',
      'b.py': "import requests\nrequests.get('https://api.pingdom.com/api/3.1/checks')\n",
    });
    expect(callsOf(found)).toEqual({ 'api.digitalocean.com': 1, 'api.fastly.com': 1, 'api.pingdom.com': 1 });
  });

  it('includes calls through wrappers with a base URL in another file', async () => {
    const found = await inventory({
      'config.ts': "export const BASE = 'https://api.linear.app/v1';\n",
      'http.ts': "import { BASE } from './config';\nexport const get = (path: string) => fetch(BASE + path);\n",
      'a.ts': "import { get } from './http';\nget('/users');\nget('/pages');\n",
      'b.ts': "import { get } from './http';\nget('/databases');\n",
    });
    expect(apiNamed(found, 'api.linear.app').files).toEqual([
      { file: 'a.ts', calls: 2 },
      { file: 'b.ts', calls: 1 },
    ]);
    expect(found.unknown).toEqual([]);
  });

  it('includes calls with a base URL from a settings file', async () => {
    const found = await inventory({
      '.env': 'API_URL=https://api.linear.app/v1\n',
      'a.ts': "fetch(process.env.API_URL + '/users');\n",
    });
    expect(callsOf(found)).toEqual({ 'api.linear.app': 1 });
  });

  it('marks calls that go to one of several APIs', async () => {
    const found = await inventory({
      'a.ts': `const AT = { a: 'https://api.figma.com/v1', b: 'https://api.linear.app/v1' };
export const get = (name: 'a' | 'b') => fetch(AT[name] + '/me');
`,
    });
    expect(apiNamed(found, 'api.figma.com')).toMatchObject({ calls: 1, shared: 1 });
    expect(apiNamed(found, 'api.linear.app')).toMatchObject({ calls: 1, shared: 1 });
  });

  it('counts calls in tests separately', async () => {
    const found = await inventory({
      'a.ts': FIGMA,
      'a.test.ts': `${FIGMA}fetch('https://api.linear.app/v1/users');\n`,
    });
    expect(apiNamed(found, 'api.figma.com')).toMatchObject({ calls: 2, inTests: 1 });
    const { out } = await cli(folder({ 'a.test.ts': FIGMA }), ['apis']);
    expect(out).toMatch(/^No API was seen to be called\.\n\nIn tests alone:\n {2}api\.figma\.com: 1 call, in 1 file\n/);
  });

  it('counts a call of the program even if only a test completes its URL', async () => {
    const found = await inventory({
      'a.ts': 'export const get = (id: string) => fetch(`https://api.figma.com/v1/files/${id}`);\n',
      'a.test.ts': "import { get } from './a';\nget('x');\nget('y');\n",
    });
    expect(apiNamed(found, 'api.figma.com')).toMatchObject({ calls: 3, inTests: 2 });
  });

  it('ignores comments, links, namespaces, imports, local hosts and reserved names', async () => {
    const found = await inventory({
      'a.ts': `// fetch('https://api.comment.com/v1')
/*
 * https://api.block.com/v1
 */
import x from 'https://esm.sh/x';
export const link = 'https://docs.figma.com/api';
document.createElementNS('http://www.w3.org/2000/svg', 'svg');
fetch('http://localhost:3000/x');
fetch('http://127.0.0.1/x');
fetch('https://api.example.com/x');
fetch('http://backend/x');
fetch('/api/x');
x();
`,
      'README.md': '[API](https://api.readme.com/v1)\n',
    });
    expect(found.apis).toEqual([]);
    expect(found.mentioned).toEqual(['docs.figma.com']);
    expect([found.local, found.ownOrigin]).toEqual([4, 1]);
  });

  it('takes no path with a wildcard, and no comment that ended, for the start of a comment', async () => {
    const found = await inventory({
      'a.js': `app.use('/api/*', proxy('https://api.wildcard.com/v1'));
/* old */ forward('https://api.after.com/v1');
forward(/* 'https://api.inside.com/v1' */);
forward(); /* forward('https://api.block.com/v1');
*/
`,
    });
    expect(found.apis.map(({ hosts }) => hosts)).toEqual([['api.after.com'], ['api.wildcard.com']]);
    expect(found.mentioned).toEqual([]);
  });

  it('lists URLs that are passed to unknown commands', async () => {
    const found = await inventory({ 'a.sh': '#!/bin/sh\n./send.sh https://api.datadoghq.com/api/v1/validate\n' });
    expect(apiNamed(found, 'api.datadoghq.com')).toMatchObject({ calls: 0, passed: [{ file: 'a.sh' }] });
  });

  it('shows a wildcard for an unknown part of the server', async () => {
    const found = await inventory({
      'a.ts': 'export const get = (shop: string) => fetch(`https://${shop}.freshdesk.com/api/v2/users.json`);\n',
    });
    expect(apiNamed(found, '*.freshdesk.com').calls).toBe(1);
  });
});

describe('the unresolved part of the inventory', () => {
  it('lists requests with an unknown server at the place that sends them', async () => {
    const found = await inventory({
      'a.ts': 'export const get = (path: string) => fetch(process.env.API_URL + path);\n',
      'b.ts': "import { get } from './a';\nget('/x');\nget('/y');\n",
      'c.py': "import os, requests\nrequests.get(os.environ['BASE'] + '/users')\n",
      'd.sh': '#!/bin/sh\ncurl "$URL/x"\napt-get install curl gnupg\n',
    });
    expect(found.unknown.map(({ file, line, client }) => `${file}:${line} ${client}`)).toEqual([
      'a.ts:1 fetch',
      'c.py:2 requests (Python)',
      'd.sh:2 curl',
    ]);
  });

  it('counts calls of a catalogued API with an unknown operation', async () => {
    const found = await inventory({ 'a.ts': `fetch('${API}/zones/z/' + process.env.WHAT);\n` });
    expect(apiNamed(found, 'Cloudflare API')).toMatchObject({ calls: 1, unresolved: 1 });
  });
});

describe('SDKs in the inventory', () => {
  it('have the version in the manifest and the files that import them', async () => {
    const found = await inventory({
      'package.json': '{ "dependencies": { "stripe": "^15.5.0" } }',
      'requirements.txt': 'slack_sdk[optional]>=3.20,<4  # chat\nflask\n',
      'a.ts': "import Stripe from 'stripe';\nnew Stripe('k').customers.list();\n",
    });
    expect(apiNamed(found, 'Stripe API')).toMatchObject({
      sdks: [{ name: 'stripe', version: '^15.5.0', manifest: 'package.json' }],
      importedBy: ['a.ts'],
    });
    expect(apiNamed(found, 'Slack Web API')).toMatchObject({
      calls: 0,
      sdks: [{ name: 'slack_sdk', version: '>=3.20,<4', manifest: 'requirements.txt' }],
      importedBy: [],
    });
  });

  it('are not called checked if only a manifest names them', async () => {
    const root = folder({ 'pyproject.toml': '[project]\ndependencies = ["groq>=0.9"]\n', 'a.py': 'print("hello")\n' });
    const { out } = await cli(root, ['apis']);
    expect(out).toContain('In a manifest alone:\n  Groq API\n    not checked, because nothing was seen to call it\n');
    expect(out).not.toContain('names no day');
  });

  it('are marked if none of their methods is understood', async () => {
    const { apis } = await inventory({
      'a.ts': "import { App } from '@slack/bolt';\nnew App({}).start();\n",
    });
    expect(apis.find(({ api }) => api === 'slack')?.notUnderstood).toEqual([{ file: 'a.ts', module: '@slack/bolt' }]);
  });
});

describe('the command apis', () => {
  it('exits with 0 for any inventory, and with 2 if a path could not be scanned', async () => {
    const root = folder({ 'a.ts': CALL });
    expect((await cli(root, ['apis'])).code).toBe(0);
    const missing = await cli(root, ['apis', 'a.ts', 'gone']);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("cannot scan 'gone'")]);
    expect((await cli(folder({}), ['apis'])).code).toBe(2);
    expect((await cli(folder({}), ['apis', '--allow-no-files'])).out).toMatch(/^No API was seen to be called\.\n/);
    expect((await cli(root, ['apis', '--format', 'xml'])).code).toBe(2);
  });

  it('reads a configuration, unless it is disabled', async () => {
    const root = folder({
      'sunset-lint.config.json': '{ "baseUrls": ["https://proxy.acme.com/cf"] }',
      'a.ts': "fetch('https://proxy.acme.com/cf/zones');\n",
    });
    const names = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { out } = await cli(root, ['apis', '-f', 'json', ...args]);
      return (JSON.parse(out) as Inventory).apis.map(({ name }) => name);
    };
    expect(await names()).toEqual(['Cloudflare API']);
    expect(await names('--no-config')).toEqual(['proxy.acme.com']);
    expect(await names(...configFlags({ ignoreFiles: ['a.ts'] }), '--allow-no-files')).toEqual([]);
  });

  it('writes a file completely or not at all', async () => {
    const root = folder({ 'a.ts': FIGMA });
    const { code, out } = await cli(root, ['apis', '-f', 'json', '-o', 'apis.json']);
    expect([code, out]).toEqual([0, '']);
    expect(callsOf(JSON.parse(readFileSync(join(root, 'apis.json'), 'utf8')) as Inventory)).toEqual({
      'api.figma.com': 1,
    });
    const refused = await cli(root, ['apis', '-o', 'none/apis.json']);
    expect([refused.code, existsSync(join(root, 'none'))]).toEqual([2, false]);
  });

  it('prints the same bytes for the same code', async () => {
    const files = { 'b.ts': FIGMA, 'a.ts': CALL };
    for (const format of ['text', 'json', 'html', 'cyclonedx']) {
      const args = ['apis', '--format', format];
      expect((await cli(folder(files), args)).out).toBe((await cli(folder(files), args)).out);
    }
  });

  it('describes its exit codes in the help', async () => {
    const { out } = await cli(folder({}), ['apis', '--help']);
    expect(out).toContain('Exit codes:\n  0  the inventory is written');
  });
});

describe('hostile code in the inventory', () => {
  const EVIL = 'evil<img src=x onerror=alert(1)>\u001b[2J.ts';
  const files = {
    [EVIL]: `fetch('https://admin:hunter2secret@api.figma.com/v1/me?api_key=abcdef1234567890');
fetch('javascript:alert(1)');
fetch('https://api.figma.com"><script>alert(1)</script>/x');
fetch(\`\${process.env.X}/\u001b]0;owned\u0007/x?token=ghp_abcdefghijklmnopqrstuvwxyz0123456789\`);
`,
  };

  it.each(['text', 'json', 'html', 'cyclonedx'])(
    'is printed without secrets and control characters as %s',
    async (format) => {
      const { out, code } = await cli(folder(files), ['apis', '--verbose', '--format', format]);
      expect(code).toBe(0);
      expect(out).not.toMatch(/hunter2secret|abcdef1234567890|ghp_abc/);
      expect(out).not.toMatch(/[\u001b\u0007]/);
      expect(out).toContain('api.figma.com');
    },
  );

  it('is escaped in a page without links and scripts', async () => {
    const { out } = await cli(folder(files), ['apis', '--format', 'html']);
    expect(out).not.toMatch(/<(?:script|img|a)\b/);
    expect(out).toMatch(/style-src 'sha256-[A-Za-z0-9+/=]{44}'/);
  });

  it('cannot make the inventory read files outside the folder', async () => {
    const outside = folder({ 'package.json': '{ "dependencies": { "stripe": "1.2.3" } }', 'b.ts': FIGMA });
    const root = folder({ 'a.ts': CALL });
    symlinkSync(join(outside, 'package.json'), join(root, 'package.json'));
    symlinkSync(join(outside, 'b.ts'), join(root, 'b.ts'));
    const { out } = await cli(root, ['apis', '-f', 'json']);
    expect(callsOf(JSON.parse(out) as Inventory)).toEqual({ 'Cloudflare API': 1 });
  });
});

describe('the inventory as CycloneDX', () => {
  const require = createRequire(import.meta.url);
  const schemas = join(dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json')), 'res/schema');
  const schema = (name: string): object => JSON.parse(readFileSync(join(schemas, name), 'utf8')) as object;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}`);
  const validate = ajv.compile(schema('bom-1.6.SNAPSHOT.schema.json'));

  it('conforms to the official schema', async () => {
    const root = folder({
      'a.ts': `${CALL}${FIGMA}`,
      'b.ts': 'export const get = (shop: string) => fetch(`https://${shop}.freshdesk.com/api`);\n',
      'package.json': '{ "dependencies": { "stripe": "^15.5.0" } }',
    });
    writeFileSync(join(root, 'c.sh'), '#!/bin/sh\ncurl "$URL"\n');
    const { out } = await cli(root, ['apis', '--format', 'cyclonedx']);
    const document = JSON.parse(out) as { services: readonly Record<string, unknown>[] };
    validate(document);
    expect(validate.errors).toBeNull();
    expect(document.services.map(({ name, endpoints }) => [name, endpoints])).toEqual([
      ['Cloudflare API', ['https://api.cloudflare.com']],
      ['Stripe API', undefined],
      ['*.freshdesk.com', undefined],
      ['api.figma.com', ['https://api.figma.com']],
    ]);
    expect(document.services[0]?.['properties']).toContainEqual({ name: 'sunset-lint:factsOf', value: '2024-06-16' });
  });

  it('would be rejected by the schema if it were invalid', () => {
    expect(validate({ bomFormat: 'CycloneDX', specVersion: '1.6', services: [{ endpoints: [] }] })).toBe(false);
  });
});
