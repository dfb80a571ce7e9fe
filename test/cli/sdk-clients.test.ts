import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { cli } from './support.js';

const DEPRECATED_BODY = "{ model: 'gpt-4-32k', messages: [] }";
const UNKNOWN_BODY = '{ model: process.env.MODEL, messages: [] }';
const callWith = (body: string): string =>
  `export const go = (client: any) => client.chat.completions.create(${body});\n`;
const CALL_OF_RUN =
  "import { client } from '@acme/ai';\nexport const go = () => client.beta.threads.runs.create('t', {});\n";
const manifest = (name: string, version = '^4.0.0'): string => JSON.stringify({ dependencies: { [name]: version } });

async function scanned(files: Readonly<Record<string, string>>): Promise<string> {
  const { out } = await cli(folder(files), ['scan', '--verbose', '--as-of', '2026-11-27']);
  return out;
}

describe('an SDK in package.json that no file imports', () => {
  it.each(['^4.0.0', 'latest', 'workspace:*'])('is recognised by its methods in version %s', async (version) => {
    const out = await scanned({ 'package.json': manifest('openai', version), 'a.ts': callWith(DEPRECATED_BODY) });
    expect(out).toMatch(/a\.ts:1:\d+ {2}Probably `model: gpt-4-32k`/);
  });

  it('is recognised on a client from an unknown package', async () => {
    const out = await scanned({ 'package.json': manifest('openai'), 'a.ts': CALL_OF_RUN });
    expect(out).toMatch(/a\.ts:2:\d+ {2}Probably `POST \/threads\/\{thread_id\}\/runs`/);
  });

  it.each([
    ['a member in brackets', "client['beta']['threads'].create({})"],
    ['a local variable for a member', '{ const own = client.beta.threads; return own.create({}); }'],
    ['a destructured member', '{ const { threads } = client.beta; return threads.create({}); }'],
  ])('is recognised on a client from an unknown package through %s', async (_, code) => {
    const text = `import { client } from '@acme/ai';\nexport const go = () => ${code};\n`;
    const out = await scanned({ 'package.json': manifest('openai'), 'a.ts': text });
    expect(out).toMatch(/a\.ts:2:\d+ {2}Probably `POST \/threads`/);
  });

  it('is recognised only in files below the manifest', async () => {
    const out = await scanned({
      'one/package.json': manifest('openai'),
      'two/package.json': '{}',
      'two/a.ts': CALL_OF_RUN,
    });
    expect(out).toContain('No findings.');
  });

  it('is not recognised in a class of the project with the same method names', async () => {
    const projectClass = 'class Own { chat = { completions: { create(body: object) { return body; } } } }\n';
    const call = `const client = new Own();\nexport const go = () => client.chat.completions.create(${DEPRECATED_BODY});\n`;
    const out = await scanned({ 'package.json': manifest('openai'), 'a.ts': projectClass + call });
    expect(out).toContain('No findings.');
    expect(out).not.toContain('a.ts:');
  });

  it('is not recognised in an instance from a package that is not an SDK', async () => {
    const call = `import { Store } from 'store';\nnew Store().chat.completions.create(${DEPRECATED_BODY});\n`;
    const out = await scanned({ 'package.json': manifest('openai'), 'a.ts': call });
    expect(out).toContain('No findings.');
    expect(out).not.toContain('a.ts:');
  });

  it('is not recognised if package.json names another package', async () => {
    const out = await scanned({ 'package.json': manifest('open'), 'a.ts': callWith(DEPRECATED_BODY) });
    expect(out).toContain('Looked at 1 file, 1 read, 0 parsed; 0 request sites');
  });
});

describe('a method of several SDKs on an unknown client', () => {
  const both = "import OpenAI from 'openai';\nimport Groq from 'groq-sdk';\n";

  it('is checked against the catalogue of each API', async () => {
    const groq = callWith("{ model: 'llama3-70b-8192', messages: [] }");
    expect(await scanned({ 'a.ts': both + groq })).toContain('[groq/llama3-70b-8192]');
    expect(await scanned({ 'a.ts': both + callWith(DEPRECATED_BODY) })).toMatch(/a\.ts:3:\d+ \(openai\/gpt-4-32k\)/);
  });

  it('is listed as unresolved if its model is unknown', async () => {
    const out = await scanned({ 'a.ts': both + callWith(UNKNOWN_BODY) });
    expect(out).toMatch(/a\.ts:3:\d+ {2}POST .*the client is not known, nor what `model` is/);
  });

  it('is not listed if its model is known and live', async () => {
    const out = await scanned({ 'a.ts': both + callWith("{ model: 'gpt-none', messages: [] }") });
    expect(out).not.toContain('a.ts:');
  });

  it('is not listed if the client is an instance of a class of the project', async () => {
    const projectClass = 'class Own { chat = { completions: { create(body: object) { return body; } } } }\n';
    const out = await scanned({
      'a.ts': `${both}${projectClass}new Own().chat.completions.create(${UNKNOWN_BODY});\n`,
    });
    expect(out).not.toContain('a.ts:');
  });
});
