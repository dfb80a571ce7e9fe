import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { cli } from './support.js';

const DEAD = "{ model: 'gpt-4-32k', messages: [] }";
const OPEN = '{ model: process.env.MODEL, messages: [] }';
const asked = (body: string): string => `export const go = (client: any) => client.chat.completions.create(${body});\n`;
const RUN = "import { client } from '@acme/ai';\nexport const go = () => client.beta.threads.runs.create('t', {});\n";
const manifest = (name: string, version = '^4.0.0'): string => JSON.stringify({ dependencies: { [name]: version } });

async function scanned(files: Readonly<Record<string, string>>): Promise<string> {
  const { out } = await cli(folder(files), ['scan', '--verbose', '--as-of', '2026-11-27']);
  return out;
}

describe('an SDK that package.json asks for and no file imports', () => {
  it.each(['^4.0.0', 'latest', 'workspace:*'])('is one that the code uses, in version %s', async (version) => {
    const out = await scanned({ 'package.json': manifest('openai', version), 'a.ts': asked(DEAD) });
    expect(out).toMatch(/a\.ts:1:\d+ {2}Probably `model: gpt-4-32k`/);
  });

  it('is that of a client that a package of unknown contents hands on', async () => {
    const out = await scanned({ 'package.json': manifest('openai'), 'a.ts': RUN });
    expect(out).toMatch(/a\.ts:2:\d+ {2}Probably `POST \/threads\/\{thread_id\}\/runs`/);
  });

  it.each([
    ['a member in brackets', "client['beta']['threads'].create({})"],
    ['a local name of a member', '{ const own = client.beta.threads; return own.create({}); }'],
    ['a member that a pattern takes', '{ const { threads } = client.beta; return threads.create({}); }'],
  ])('is that of such a client through %s', async (_, code) => {
    const text = `import { client } from '@acme/ai';\nexport const go = () => ${code};\n`;
    const out = await scanned({ 'package.json': manifest('openai'), 'a.ts': text });
    expect(out).toMatch(/a\.ts:2:\d+ {2}Probably `POST \/threads`/);
  });

  it('counts for the files below the manifest', async () => {
    const out = await scanned({ 'one/package.json': manifest('openai'), 'two/package.json': '{}', 'two/a.ts': RUN });
    expect(out).toContain('No findings.');
  });

  it('says nothing of methods of the same name of an own class', async () => {
    const own = 'class Own { chat = { completions: { create(body: object) { return body; } } } }\n';
    const call = `const client = new Own();\nexport const go = () => client.chat.completions.create(${DEAD});\n`;
    const out = await scanned({ 'package.json': manifest('openai'), 'a.ts': own + call });
    expect(out).toContain('No findings.');
    expect(out).not.toContain('a.ts:');
  });

  it('says nothing of what a package that is no SDK constructs', async () => {
    const call = `import { Store } from 'store';\nnew Store().chat.completions.create(${DEAD});\n`;
    const out = await scanned({ 'package.json': manifest('openai'), 'a.ts': call });
    expect(out).toContain('No findings.');
    expect(out).not.toContain('a.ts:');
  });

  it('is none where package.json asks for another package', async () => {
    const out = await scanned({ 'package.json': manifest('open'), 'a.ts': asked(DEAD) });
    expect(out).toContain('Looked at 1 file, 1 read, 0 parsed; 0 request sites');
  });
});

describe('a method that SDKs of several APIs have, on a client that is not known', () => {
  const both = "import OpenAI from 'openai';\nimport Groq from 'groq-sdk';\n";

  it('is asked of each of them', async () => {
    const groq = asked("{ model: 'llama3-70b-8192', messages: [] }");
    expect(await scanned({ 'a.ts': both + groq })).toContain('[groq/llama3-70b-8192]');
    expect(await scanned({ 'a.ts': both + asked(DEAD) })).toMatch(/a\.ts:3:\d+ \(openai\/gpt-4-32k\)/);
  });

  it('is listed where its model is not known either', async () => {
    const out = await scanned({ 'a.ts': both + asked(OPEN) });
    expect(out).toMatch(/a\.ts:3:\d+ {2}POST .*the client is not known, nor what `model` is/);
  });

  it('is nothing to list where its model is known and living', async () => {
    const out = await scanned({ 'a.ts': both + asked("{ model: 'gpt-none', messages: [] }") });
    expect(out).not.toContain('a.ts:');
  });

  it('is nothing to list of an own class', async () => {
    const own = 'class Own { chat = { completions: { create(body: object) { return body; } } } }\n';
    const out = await scanned({ 'a.ts': `${both}${own}new Own().chat.completions.create(${OPEN});\n` });
    expect(out).not.toContain('a.ts:');
  });
});
