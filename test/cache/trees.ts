import { expect } from 'vitest';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const API = 'https://api.cloudflare.com/client/v4';

const FILLER = 'export const unused = 1;\n';

/**
 * Files of a small repository with their possible contents; `null` for a missing file. A change in one affects findings
 * in others: base URL, methods of a wrapper, constants, barrels, callers, aliases, packages.
 */
const SLOTS: Readonly<Record<string, readonly (string | null)[]>> = {
  'package.json': [
    '{ "name": "app", "private": true, "workspaces": ["packages/*"] }',
    '{ "name": "app", "private": true }',
    '{ "name": "app", "private": true, "dependencies": { "cloudflare": "^3.0.0" } }',
    '{ broken',
  ],
  'tsconfig.json': [
    '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }',
    '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["other/*"] } } }',
    null,
  ],
  'vite.config.js': [
    null,
    "export default { resolve: { alias: { '@': '/other' } } };\n",
    "import { alias } from './aliases.js';\nexport default { resolve: { alias } };\n",
  ],
  'aliases.js': ["export const alias = { '@': '/src' };\n", "export const alias = { '@': '/other' };\n", null],
  'src/base.ts': [
    `export const API = '${API}';\n`,
    `export const API = 'https://api.example.com/v1';\n`,
    `export const API = process.env.API_URL ?? '${API}';\n`,
    null,
  ],
  'src/paths.ts': [
    "export const PATHS = { rules: '/pagerules', other: '/dns_records' };\n",
    "export const PATHS = { rules: '/dns_records', other: '/pagerules' };\n",
    "export const PATHS = { rules: '/rate_limits' };\n",
    null,
  ],
  'src/send.ts': [
    "import { API } from './base.js';\nexport const send = (path: string, method = 'GET') => fetch(`${API}${path}`, { method });\n",
    "import { API } from './base.js';\nexport const send = (path: string, method = 'POST') => fetch(API + path, { method });\n",
    "export const send = (path: string) => fetch('https://api.example.com' + path);\n",
    "import { API } from './base.js';\nexport async function send(path: string) {\n  return fetch(`${API}/zones/1${path}`);\n}\n",
    'export const send = ;\n',
    null,
  ],
  'src/index.ts': [
    "export * from './send.js';\nexport { PATHS } from './paths.js';\n",
    "export { send as call } from './send.js';\nexport * from './paths.js';\n",
    FILLER,
    null,
  ],
  'src/index/index.ts': [null, 'export const send = (path: string) => path;\nexport const PATHS = {};\n'],
  'src/use.ts': [
    "import { send, PATHS } from './index.js';\nexport const rules = (zone: string) => send(`/zones/${zone}${PATHS.rules}`);\n",
    "import { send } from '@/send';\nimport { PATHS } from '@/paths';\nexport const rules = (zone: string) => send(`/zones/${zone}` + PATHS.other, 'DELETE');\n",
    "import { call } from './index';\nexport const rules = () => call('/zones/1/pagerules');\n",
    "import { send } from 'kit';\nexport const rules = () => send('/zones/1/rate_limits');\n",
    FILLER,
  ],
  'src/deep.ts': [
    "import { rules } from './use.js';\nexport const all = () => Promise.all([rules('1'), rules('2')]);\n",
    "import { send } from './send';\nconst zones = ['1', '2'];\nexport const all = () => zones.map((zone) => send(`/zones/${zone}/firewall/rules`, 'PUT'));\n",
    "import { PATHS } from './paths';\nexport const where = PATHS.rules;\n",
    "// sunset-lint-disable-next-line page-rules-api -- moved next week\nfetch('https://api.cloudflare.com/client/v4/zones/1/pagerules');\n",
    null,
  ],
  'src/relay.ts': [
    'export const relay = (path: string) => console.log(path);\n',
    'export const relay = (path: string) => fetch(process.env.HOST + path);\n',
    'export const relay = (path: string) => fetch(path);\n',
  ],
  'src/relayed.ts': [
    "import { relay } from './relay.js';\nexport const rules = (zone: string) => relay(`/client/v4/zones/${zone}/pagerules`);\n",
    null,
  ],
  'src/late.js': [
    null,
    "import { all } from './deep.js';\nall();\n",
    "const { send } = require('./send');\nsend('/zones/1/settings/minify', 'PATCH');\n",
    "const { send } = require('./send');\nconst { rules } = require('./zone.json');\nsend(rules);\n",
    "const { rules } = require('./zone.json');\nfetch(process.env.HOST + rules);\nfetch(process.env.HOST + '/zones/1/rate_limits');\n",
  ],
  'src/zone.json': [
    null,
    '{ "rules": "/zones/1/pagerules" }',
    '{ "rules": "/zones/1/dns_records" }',
    `{ "rules": "${API}/zones/1/rate_limits" }`,
  ],
  'src/packed.js': [
    null,
    `fetch("${API}/zones/1/pagerules");var a=[${'1,2,'.repeat(800)}3]`,
    `fetch("https://api.example.com/zones/1/pagerules");var a=[${'1,2,'.repeat(800)}3]`,
    `fetch('${API}/zones/1/pagerules');\n`,
  ],
  '.env': [null, 'HOST=https://api.cloudflare.com\n', `HOST=https://api.example.com\nAPI_URL=${API}\n`],
  '.gitignore': [null, 'src/base.ts\n', 'packages/\n', 'src/zone.json\nsrc/send.ts\n'],
  'other/send.ts': [
    null,
    'export const send = (path: string) => console.log(path);\n',
    `export const send = (path: string) => fetch('${API}' + path);\n`,
  ],
  'packages/kit/package.json': [
    '{ "name": "kit", "main": "./src/index.ts" }',
    '{ "name": "kit", "main": "./src/other.ts" }',
    null,
  ],
  'packages/kit/src/index.ts': [
    `export const send = (path: string) => fetch('${API}' + path);\n`,
    "export const send = (path: string) => fetch('https://api.example.com' + path);\n",
    "export { send } from '../../../src/send.js';\n",
    null,
  ],
  'packages/kit/src/other.ts': [
    `import axios from 'axios';\nexport const send = axios.create({ baseURL: '${API}' }).delete;\n`,
    null,
  ],
  'src/sdk.ts': [
    "import Cloudflare from 'cloudflare';\nexport const client = new Cloudflare();\nexport const list = () => client.pagerules.list({ zone_id: '1' });\n",
    "import { client } from './sdk-client.js';\nclient.rateLimits.list('1');\n",
    null,
  ],
  'scripts/run.sh': [
    `#!/bin/sh\n. ./scripts/lib.sh\ncall zones/1/pagerules\n`,
    `curl -X DELETE ${API}/zones/1/pagerules/2\n`,
    null,
  ],
  'scripts/lib.sh': [`call() { curl "${API}/$1"; }\n`, `call() { echo "$1"; }\n`, null],
  'tool/call.py': [
    `import requests\nfrom tool.base import API\nrequests.get(API + '/zones/1/pagerules')\n`,
    `import requests\nrequests.post('${API}/zones/1/rate_limits')\n`,
    null,
  ],
  'tool/base.py': [`API = '${API}'\n`, `API = 'https://api.example.com'\n`, null],
};

export const NAMES = Object.keys(SLOTS);

/** Writes one of the possible contents of a file; `index` may exceed their number. */
export function put(root: string, name: string, index: number): void {
  const contents = SLOTS[name] ?? [];
  const content = contents[index % contents.length] ?? null;
  const path = join(root, name);
  if (content === null) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

interface Stored {
  readonly programs: readonly (readonly [unknown, { readonly analyses: readonly (readonly [string, Kept])[] }])[];
}

interface Kept {
  readonly result: { findings: readonly unknown[] };
}

/** Removes findings from cached results, as an attacker would. */
export function withoutFindings(body: string): string {
  const stored = JSON.parse(body) as Stored;
  const kept = stored.programs.flatMap(([, { analyses }]) => analyses.map(([, { result }]) => result));
  expect(kept.some(({ findings }) => findings.length > 0)).toBe(true);
  for (const result of kept) result.findings = [];
  return JSON.stringify(stored);
}
