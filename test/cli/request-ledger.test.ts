import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Report, ReportRequests } from '../../src/report/report.js';
import { cli } from './support.js';

function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'sunset-ledger-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return root;
}

async function requestsOf(files: Readonly<Record<string, string>>): Promise<ReportRequests | undefined> {
  const { out } = await cli(project(files), ['scan', '--format', 'json', '--no-baseline']);
  return (JSON.parse(out) as Report).coverage.requests;
}

/** Lists kind, name and number of requests to uncatalogued APIs, and lines of requests with unknown targets. */
async function seenIn(text: string, file = 'a.ts'): Promise<readonly string[]> {
  const requests = await requestsOf({ [file]: text });
  return [
    ...(requests?.uncatalogued ?? []).map(({ kind, name, requests: calls }) => `${kind} ${name} ${calls}`),
    ...(requests?.unknown ?? []).map(({ line, client }) => `unknown ${line} ${client}`),
    ...(requests?.elsewhere === 0 ? [] : [`elsewhere ${requests?.elsewhere ?? ''}`]),
  ];
}

const POST = `import axios from 'axios';
export const post = (body: object) =>
  axios.post('https://api.acme.dev/rest/posts', body);
`;

it('counts a request to an API without a catalogue, with its place, and mentions it in the gate', async () => {
  const { out, code } = await cli(project({ 'post.ts': POST }), ['scan', '--no-baseline']);
  expect(code).toBe(0);
  expect(out).toContain('Looked at 1 file with 1 request.\n');
  expect(out).toContain(
    'Not checked, because no catalogue in use is about it: the code calls api.acme.dev (post.ts:3).\n',
  );
  expect(out).toContain('1 API without a catalogue was not checked (api.acme.dev).');
});

it('names an API without a catalogue in all formats', async () => {
  const root = project({ 'post.ts': POST });
  for (const format of ['json', 'html', 'markdown', 'agent', 'sarif'])
    expect((await cli(root, ['scan', '--no-baseline', '--format', format])).out, format).toContain('api.acme.dev');
});

it('repeats the counts in a second run that reads no file', async () => {
  const root = project({ 'post.ts': POST });
  const kept = project({});
  const scan = async (): Promise<string> =>
    (await cli(root, ['scan', '--no-baseline', '--format', 'json', '--cache-location', kept])).out;
  const first = await scan();
  expect(first).toContain('api.acme.dev');
  expect(await scan()).toBe(first);
});

it.each([
  ['an address in the call', "fetch('https://api.acme.dev/v1');", ['host api.acme.dev 1']],
  ['a template', 'fetch(`https://acme.dev/v1/${id}`);', ['host acme.dev 1']],
  [
    'a constant of the file',
    "const BASE = 'https://acme.dev/v1';\nfetch(`${BASE}/bells`);\nfetch(BASE + '/towers');",
    ['host acme.dev 2'],
  ],
  ['an object', "axios({ method: 'POST', url: 'https://acme.dev/v1' });", ['host acme.dev 1']],
  ['another name for the client', "ringer.post('https://acme.dev/v1', {});", ['host acme.dev 1']],
  ['an address that no known call uses', "export const BASE = 'https://api.acme.dev/v1';", ['host api.acme.dev 0']],
  ['an address from a caller', 'export const ring = (url: string) => fetch(url);', ['unknown 1 fetch']],
  ['a path on the server of the page', "fetch('/api/bells');", ['elsewhere 1']],
  ['this machine', "fetch('http://localhost:3000/bells');", ['elsewhere 1']],
  ['an SDK', "import { Client } from '@linear/sdk';\nnew Client({}).ring();", ['package @linear/sdk 0']],
])('classifies %s', async (_, text, seen) => {
  expect(await seenIn(text)).toEqual(seen);
});

it.each([
  ['a comment', "// fetch('https://api.acme.dev/v1')\nexport const a = 1;"],
  ['a function of that name', 'export default { async fetch(request: Request) { return request; } };'],
  ['a declaration', 'export interface Ringer { fetch(url: string): Promise<void>; }'],
  ['a method of another object', 'export const a = (repo: any) => repo.fetch(origin);'],
  ['a longer name', 'export const a = () => prefetch(url);'],
  ['the type of an SDK', "import type { Client } from '@linear/sdk';\nexport type A = Client;"],
  ['a link to documentation', "export const HELP = 'https://docs.acme.dev/bells';"],
])('does not count %s', async (_, text) => {
  expect(await seenIn(text)).toEqual([]);
});

it('does not treat a module of the project as a Python SDK', async () => {
  expect(await seenIn('from linear_api import Client\nClient().ring()\n', 'a.py')).toEqual(['package linear_api 0']);
  const own = await requestsOf({ 'a.py': 'from trello import ring\nring()\n', 'trello.py': 'def ring(): pass\n' });
  expect(own?.uncatalogued).toEqual([]);
});

it('counts requests of Python clients', async () => {
  const text =
    'import requests\nBASE = "https://acme.dev/v1"\nrequests.get(f"{BASE}/bells")\nrequests.request("GET", url)\n';
  expect(await seenIn(text, 'a.py')).toEqual(['host acme.dev 1', 'unknown 4 requests.request']);
});

it('counts a request to a catalogued API once with its wrapper', async () => {
  const requests = await requestsOf({
    'a.ts':
      "const cf = (path: string) => fetch('https://api.cloudflare.com/client/v4' + path);\ncf('/zones/z/pagerules');\ncf('/zones');\n",
  });
  expect(requests).toEqual({
    all: 2,
    checked: [{ api: 'cloudflare', title: expect.any(String) as string, requests: 2 }],
    uncatalogued: [],
    bySdk: [],
    elsewhere: 0,
    inTests: 0,
    byText: 0,
    unknown: [],
  });
});

it('accepts a repository with workflows alone, and refuses an empty one', async () => {
  const root = project({});
  mkdirSync(join(root, '.github/workflows'), { recursive: true });
  writeFileSync(join(root, '.github/workflows/a.yml'), 'on: push\njobs:\n  a:\n    steps:\n      - run: echo ring\n');
  const { code, out } = await cli(root, ['scan', '--no-baseline']);
  expect(code).toBe(0);
  expect(out).toContain(
    'There is no code that is read: 1 file that may hold some, such as workflows, names no API of a catalogue.',
  );
  expect((await cli(root, ['scan', '--no-baseline', '--ignore-files', '**'])).code).toBe(2);
  expect((await cli(project({}), ['scan'])).code).toBe(2);
});

it('names an SDK client if no request through it was found', async () => {
  const text = 'from anthropic import AnthropicVertex\nclient = AnthropicVertex()\nclient.messages.create(model="x")\n';
  const { out } = await cli(project({ 'a.py': text }), ['scan', '--no-baseline', '--api', 'anthropic']);
  expect(out).toContain('Looked at 1 file with no request that is known.\n');
  expect(out).toContain("no other request was seen through AnthropicVertex of 'anthropic' in a.py.\n");
});
