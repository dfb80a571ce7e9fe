import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cli } from './support.js';

function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'sunset-unknown-sdk-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return root;
}

async function usesIn(files: Readonly<Record<string, string>>): Promise<unknown> {
  const { out } = await cli(project(files), ['scan', '--format', 'json', '--no-baseline']);
  return (JSON.parse(out) as { readonly coverage: { readonly unknownSdks?: unknown } }).coverage.unknownSdks;
}

const STRIPE = 'import stripe\nstripe.Invoice.upcoming(customer="c")\n';
const PYGITHUB = 'from github import Github\nGithub("key").get_user("octocat").get_projects()\n';
const BOLT = "import { App } from '@slack/bolt';\nnew App({}).start();\n";

it('names files that use an unknown SDK, also in the verdict of a passing gate', async () => {
  const root = project({ 'a.py': PYGITHUB, 'b.ts': BOLT });
  const { out, code } = await cli(root, ['scan', '--no-baseline']);
  expect(code).toBe(0);
  expect(out).toContain(
    "2 files that use the GitHub REST API and the Slack Web API were not understood, because no method of the SDK is known: a.py ('github'), b.ts ('@slack/bolt').\n",
  );
  expect(out).toContain(
    'Passed, but 2 files that use the GitHub REST API and the Slack Web API were not understood: 0 findings (--fail-on deprecated).',
  );
});

it('names files that use an unknown SDK in JSON, SARIF and a job summary', async () => {
  const root = project({ 'a.py': PYGITHUB });
  const words = '1 file that uses the GitHub REST API was not understood';
  expect(await usesIn({ 'a.py': PYGITHUB })).toEqual([
    { file: 'a.py', api: 'github', title: 'GitHub REST API', module: 'github' },
  ]);
  expect((await cli(root, ['scan', '--no-baseline', '--format', 'sarif'])).out).toContain(words);
  expect((await cli(root, ['scan', '--no-baseline', '--format', 'markdown'])).out).toContain(`**Passed; ${words}. `);
});

it('names a file that uses an unknown SDK beside a call that is found', async () => {
  const found = "\nfetch('https://slack.com/api/files.upload', { method: 'POST' });\n";
  expect(await usesIn({ 'a.ts': BOLT + found })).toEqual([
    { file: 'a.ts', api: 'slack', title: 'Slack Web API', module: '@slack/bolt' },
  ]);
});

it.each([
  ['an SDK whose methods are known', { 'a.ts': "import OpenAI from 'openai';\nnew OpenAI().files.list();\n" }],
  ['methods that the catalogue knows', { 'a.py': STRIPE }],
  ['the same SDK of Python', { 'a.py': 'from openai import OpenAI\nOpenAI().files.list()\n' }],
  ['types', { 'a.ts': "import type { App } from '@slack/bolt';\nexport const of = (app: App): App => app;\n" }],
  [
    'a client that is passed on',
    { 'a.py': 'import stripe\ndef key(client: stripe.StripeClient):\n    return client\n' },
  ],
  ['errors', { 'a.py': 'import stripe\nraise stripe.error.StripeError("no")\n' }],
  ['the verification of webhooks', { 'a.py': 'import stripe\nstripe.Webhook.construct_event(1, 2, 3)\n' }],
  ['a key', { 'a.py': 'import stripe\nstripe.api_key = "k"\n' }],
  ['a file of the project', { 'a.py': STRIPE, 'stripe.py': 'class Invoice:\n    pass\n' }],
  ['a comment', { 'a.py': '# import stripe\nprint("stripe.Invoice.upcoming()")\n' }],
])('does not report %s as an unknown SDK', async (_what, files) => {
  expect(await usesIn(files)).toBeUndefined();
});
