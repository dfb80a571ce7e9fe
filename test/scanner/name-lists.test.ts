import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import { scan } from '../../src/scan/index.js';
import { folder } from './support.js';

const OPENAI = "import OpenAI from 'openai';\nconst client = new OpenAI();\n";

/** Unresolved requests as line and reason, and the number of findings. */
async function rowsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings, unresolved } = await scan({ root: folder(files), asOf: '2026-11-28' });
  return [
    ...unresolved.map(({ range, reason }) => `${String(range.start.line)} ${reason}`),
    ...(findings.length === 0 ? [] : [`${String(findings.length)} found`]),
  ];
}

const unknown = (line: number, name: string, api: string): string =>
  `${String(line)} \`${name}\` is not among the model names that the catalogue '${api}' (read on 2026-11-28) knows`;

describe('a model name that is in no list of its API', () => {
  it('is listed as unresolved with its location, in the body of a request', async () => {
    const text = `fetch('https://api.openai.com/v1/responses', { method: 'POST', body: JSON.stringify({ model: 'gpt-0-none' }) });`;
    expect(await rowsOf({ 'a.js': `\n${text}` })).toEqual([unknown(2, 'gpt-0-none', 'openai')]);
  });

  it('is listed as unresolved in a path', async () => {
    const send = (model: string): string =>
      `fetch('https://generativelanguage.googleapis.com/v1beta/models/${model}:generateContent', { method: 'POST' });`;
    expect(await rowsOf({ 'a.js': send('gemini-ultra') })).toEqual([unknown(1, 'gemini-ultra', 'gemini')]);
    expect(await rowsOf({ 'a.js': send('gemini-3.8-flash') })).toEqual([]);
    expect(await rowsOf({ 'a.js': send('gemini-pro') })).toEqual(['1 found']);
  });

  it('is listed as unresolved in a call of an SDK, and through a function of the project', async () => {
    const text = `${OPENAI}const ask = (model) => client.chat.completions.create({ model, messages: [] });\nask('gpt-0-none');\nask('gpt-6-luna');`;
    expect(await rowsOf({ 'a.ts': text })).toEqual([unknown(4, 'gpt-0-none', 'openai')]);
  });

  it('is listed as unresolved in Python, in requests and SDK calls', async () => {
    const text = [
      'import requests',
      'from anthropic import Anthropic',
      'import google.generativeai as genai',
      "requests.post('https://api.mistral.ai/v1/chat/completions', json={'model': 'mistral-none'})",
      "Anthropic().messages.create(model='claude-none', max_tokens=1, messages=[])",
      "genai.GenerativeModel('models/gemini-ultra')",
    ].join('\n');
    expect(await rowsOf({ 'a.py': text })).toEqual([
      unknown(4, 'mistral-none', 'mistral'),
      unknown(5, 'claude-none', 'anthropic'),
      unknown(6, 'gemini-ultra', 'gemini'),
    ]);
  });

  it('is listed next to the finding of another value of the same table', async () => {
    const text = `${OPENAI}const MODELS = { a: 'gpt-4', b: 'gpt-0-none' };\nexport const ask = (k) => client.chat.completions.create({ model: MODELS[k], messages: [] });`;
    expect(await rowsOf({ 'a.ts': text })).toEqual([unknown(4, 'gpt-0-none', 'openai'), '1 found']);
  });

  it('is listed in one sentence with the other names of the call, at most five', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `'gpt-0-${letter}'`).join(', ');
    const text = `${OPENAI}for (const model of [${names}]) client.responses.create({ model, input: '' });`;
    const [row = ''] = await rowsOf({ 'a.ts': text });
    expect(row).toContain(
      '`gpt-0-a`, `gpt-0-b`, `gpt-0-c`, `gpt-0-d`, `gpt-0-e` and 2 more are not among the model names',
    );
  });

  it('does not fail the gate, and counts as an unresolved request', async () => {
    const text = `${OPENAI}client.responses.create({ model: 'gpt-0-none', input: '' });`;
    const { coverage } = await scan({ root: folder({ 'a.ts': text }), asOf: '2026-11-28' });
    expect(coverage.sites).toEqual({ deprecated: 0, other: 0, unresolved: 1, inWrappers: 0, unknownTarget: 0 });
  });
});

describe('a model name is not listed as unresolved', () => {
  it.each([
    ['if it is a name made by users', 'ft:gpt-4.1-mini-2025-04-14:acme::abc'],
    ['if it is an old form of names made by users', 'curie:ft-acme-2021-03-03-21-44-20'],
    ['if it is a live name', 'text-embedding-3-large'],
    ['if it is an alias of a live name', 'gpt-5.6'],
  ])('%s', async (_, model) => {
    const text = `${OPENAI}client.embeddings.create({ model: '${model}', input: '' });`;
    expect(await rowsOf({ 'a.ts': text })).toEqual([]);
  });

  it('if it is a tuned model, which has a path of its own', async () => {
    const text = `fetch('https://generativelanguage.googleapis.com/v1beta/tunedModels/mine:generateContent', { method: 'POST' });`;
    expect(await rowsOf({ 'a.js': text })).toEqual([]);
  });

  it('if it is a deployment, which the user names', async () => {
    const text = `fetch('https://acme.openai.azure.com/openai/deployments/mine/chat/completions?api-version=2025-01-01', { method: 'POST', body: '{}' });`;
    expect(await rowsOf({ 'a.js': text })).toEqual([]);
  });

  it('if it is sent to a gateway, which has its own names', async () => {
    const text = `${OPENAI}const other = new OpenAI({ baseURL: 'https://openrouter.ai/api/v1' });\nother.chat.completions.create({ model: 'acme/none', messages: [] });`;
    expect(await rowsOf({ 'a.ts': text })).toEqual([]);
  });

  it('if the server is unknown', async () => {
    const text = `import OpenAI from 'openai';\nconst c = new OpenAI({ baseURL: process.env.BASE });\nc.chat.completions.create({ model: 'gpt-0-none', messages: [] });`;
    expect((await rowsOf({ 'a.ts': text })).filter((row) => row.includes('gpt-0-none'))).toEqual([]);
  });
});

describe('an alias of a model that ended', () => {
  it('is listed as unresolved, because its current target is unknown', async () => {
    const text = `fetch('https://api.mistral.ai/v1/chat/completions', { method: 'POST', body: JSON.stringify({ model: 'devstral-latest' }) });`;
    expect(await rowsOf({ 'a.js': text })).toEqual([
      "1 `devstral-latest` is an alias of `devstral-2512`, which the catalogue 'mistral' (read on 2026-11-28) lists",
    ]);
  });
});

describe('a value that has ended', () => {
  it('is found in every operation that accepts it', async () => {
    const text = `${OPENAI}client.beta.assistants.create({ model: 'gpt-4' });`;
    const { findings } = await scan({ root: folder({ 'a.ts': text }), asOf: '2026-11-28' });
    expect(findings.map(({ deprecation }) => deprecation)).toEqual(['openai/assistants', 'openai/gpt-4']);
  });
});

describe('a batch of requests', () => {
  const body = (model: string): string =>
    `{ requests: [{ custom_id: 'a', params: { model: '${model}', max_tokens: 1 } }] }`;

  it.each([
    [
      'a request',
      (model: string) =>
        `fetch('https://api.anthropic.com/v1/messages/batches', { method: 'POST', body: JSON.stringify(${body(model)}) });`,
    ],
    [
      'an SDK',
      (model: string) =>
        `import Anthropic from '@anthropic-ai/sdk';\nnew Anthropic().messages.batches.create(${body(model)});`,
    ],
  ])('has its names checked like those of a single request, sent by %s', async (_, send) => {
    expect(await rowsOf({ 'a.ts': send('claude-2') })).toEqual(['1 found']);
    expect(await rowsOf({ 'a.ts': send('claude-opus-5') })).toEqual([]);
    const [row = ''] = await rowsOf({ 'a.ts': send('claude-none') });
    expect(row).toContain('`claude-none` is not among the model names');
  });
});

describe('the name lists of the packaged catalogues', () => {
  const listed = packagedApis().flatMap((id) => {
    const { apis, deprecations } = loadCatalogue({ builtin: false, apis: [id] });
    return apis.flatMap(({ names }) => (names === undefined ? [] : [{ id, names, deprecations }]));
  });

  it('exist for eleven APIs', () => {
    expect(listed.map(({ id }) => id)).toEqual([
      ...['anthropic', 'cerebras', 'cohere', 'deepseek', 'gemini', 'groq'],
      ...['mistral', 'openai', 'vertex-ai', 'vertex-claude', 'xai'],
    ]);
  });

  it.each(listed)('have, for $id, each name once, and none of a deprecated value', ({ names, deprecations }) => {
    const { living, aliases = {} } = names;
    const all = [...living, ...Object.keys(aliases)];
    const ended = new Set(deprecations.flatMap((one) => (one.kind === 'value' ? one.equals : [])));
    expect(all.filter((name, index) => all.indexOf(name) !== index || ended.has(name))).toEqual([]);
    expect(Object.values(aliases).filter((name) => !living.includes(name) && !ended.has(name))).toEqual([]);
  });
});

describe('a deprecated model name in a path that an SDK builds', () => {
  const places = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const { findings } = await scan({ root: folder(files), asOf: '2026-11-28' });
    return findings.map(({ range: { start, end }, notes }) =>
      [`${String(start.line)}:${String(start.column)}-${String(end.column)}`, ...notes].join(' '),
    );
  };
  const client = "import { GoogleGenAI } from '@google/genai';\nconst ai = new GoogleGenAI({});\n";

  it('is reported at the name, or at the argument that passes it', async () => {
    const text = `${client}const NAME = 'gemini-1.5-pro';\nai.models.generateContent({ contents: '', model: 'gemini-1.5-pro' });\nai.models.generateContent({ contents: '', model: NAME });\n`;
    expect(await places({ 'a.ts': text })).toEqual(['4:50-66', '5:50-54']);
  });

  it('is reported at the argument that passes it from another file, which a note names', async () => {
    const text = `${client}import { NAME } from './names';\nai.models.generateContent({ contents: '', model: NAME });\n`;
    expect(await places({ 'a.ts': text, 'names.ts': "export const NAME = 'gemini-1.5-pro';\n" })).toEqual([
      '4:50-54 `gemini-1.5-pro` is written in names.ts.',
    ]);
  });

  it('is reported at the named argument of Python that passes it', async () => {
    const text =
      "from google import genai\nNAME = 'gemini-1.5-pro'\ngenai.Client().models.generate_content(contents='', model=NAME)\n";
    expect(await places({ 'a.py': text })).toEqual(['3:59-63']);
  });
});
