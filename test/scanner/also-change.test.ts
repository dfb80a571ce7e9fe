import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import type { Report } from '../../src/report/report.js';
import { folder } from './support.js';

/** Scans one file, prefixed by a client of OpenAI's SDK. */
function scanned(name: 'app.ts' | 'app.py', code: string): Promise<Report> {
  const client =
    name === 'app.ts'
      ? `import OpenAI from 'openai';\nconst client = new OpenAI();\n`
      : `import requests\nfrom openai import OpenAI\nclient = OpenAI()\n`;
  return scan({ root: folder({ [name]: `${client}${code}\n` }), asOf: '2026-11-28' });
}

const advice = ({ findings }: Report): readonly string[] =>
  findings.map(({ message }) => message.slice(message.indexOf('use ')));

const CHAT = `client.chat.completions.create`;

describe('advice on other fields to change in a call', () => {
  it.each([
    [
      `${CHAT}({ model: 'gpt-4o', messages: [], max_tokens: 9 })`,
      'and rename `max_tokens` to `max_completion_tokens`.',
    ],
    [
      `${CHAT}({ model: 'gpt-4o', messages: [], temperature: 0 })`,
      'and drop `temperature` unless you set `reasoning_effort: none`.',
    ],
    [
      `${CHAT}({ model: 'gpt-4o', messages: [], tools: [] })`,
      'and for `tools` set `reasoning_effort: none` or call `POST /responses`.',
    ],
    [
      `client.responses.create({ model: 'gpt-4o', input: 'a', temperature: 0, top_p: 1 })`,
      'and drop `temperature` and `top_p` unless you set `reasoning.effort: none`.',
    ],
    [
      `fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body: JSON.stringify({ model: 'gpt-4o', max_tokens: 9 }) })`,
      'and rename `max_tokens` to `max_completion_tokens`.',
    ],
  ])('is given with the replacement for each affected field: %s', async (code, said) => {
    expect(advice(await scanned('app.ts', code))).toEqual([`use gpt-6-luna ${said}`]);
  });

  it('follows the rules of each replacement', async () => {
    const code = `${CHAT}({ model: 'gpt-5', messages: [], tools: [], temperature: 1 })`;
    expect(advice(await scanned('app.ts', code))).toEqual([
      'use gpt-6.1-sol, for `tools` call `POST /responses`, and drop `temperature`.',
    ]);
  });

  it('follows the rules of the successor of a replacement that has ended', async () => {
    const report = await scanned('app.ts', `${CHAT}({ model: 'gpt-3.5-turbo-0613', messages: [], max_tokens: 9 })`);
    expect(advice(report)).toEqual([
      'use gpt-5.6-terra; gpt-3.5-turbo, which OpenAI named, ended on 2026-10-23; with gpt-5.6-terra rename `max_tokens` to `max_completion_tokens`.',
    ]);
  });

  it.each([
    [`${CHAT}(model="gpt-4o", messages=[], max_tokens=9)`, 'and rename `max_tokens` to `max_completion_tokens`.'],
    [
      `requests.post("https://api.openai.com/v1/chat/completions", json={"model": "gpt-4o", "top_p": 1})`,
      'and drop `top_p` unless you set `reasoning_effort: none`.',
    ],
  ])('is given in Python: %s', async (code, said) => {
    expect(advice(await scanned('app.py', code))).toEqual([`use gpt-6-luna ${said}`]);
  });

  it('is a list in the JSON report, with its sources', async () => {
    const { findings } = await scanned('app.ts', `${CHAT}({ model: 'gpt-4o', messages: [], tools: [] })`);
    expect(findings[0]?.alsoChange).toEqual([
      {
        with: ['gpt-6-luna'],
        field: 'tools',
        needs: ['reasoning_effort: none', 'POST /responses'],
        unless: 'reasoning_effort: none',
        source: 'https://developers.openai.com/api/docs/guides/deployment-checklist',
      },
    ]);
  });

  it('includes a missing value, which the sentence names once', async () => {
    const report = await scanned('app.ts', `client.responses.create({ model: 'o3-pro', input: 'a' })`);
    expect(advice(report)).toEqual(['use gpt-6.1-sol with reasoning.mode: pro.']);
    expect(report.findings[0]?.alsoChange).toMatchObject([{ field: 'reasoning.mode', value: 'pro' }]);
  });
});

describe('no advice on other fields is given', () => {
  it.each([
    [
      'for a call without affected fields',
      'app.ts',
      `${CHAT}({ model: 'gpt-4o', messages: [], max_completion_tokens: 9 })`,
    ],
    [
      'for fields that are not sent',
      'app.ts',
      `${CHAT}({ model: 'gpt-4o', messages: [], temperature: undefined, max_tokens: null })`,
    ],
    [
      'for a call with the setting that allows them',
      'app.ts',
      `${CHAT}({ model: 'gpt-4o', messages: [], reasoning_effort: 'none', temperature: 0, tools: [] })`,
    ],
    [
      'for the same field of another operation',
      'app.ts',
      `client.responses.create({ model: 'gpt-4o', input: 'a', tools: [] })`,
    ],
    [
      'for a body that callers extend',
      'app.py',
      `def ask(messages, **options):\n    return ${CHAT}(model="gpt-4o", messages=messages, **options)`,
    ],
    [
      'for unknown options',
      'app.ts',
      `export const ask = (options: object) => ${CHAT}({ model: 'gpt-4o', messages: [], ...options })`,
    ],
    ['for None', 'app.py', `${CHAT}(model="gpt-4o", messages=[], max_tokens=None)`],
    [
      'for a client that builds the body itself',
      'app.py',
      'from langchain_openai import ChatOpenAI\nllm = ChatOpenAI(model="gpt-4o", max_tokens=9, temperature=0)',
    ],
    [
      'for a router of requests',
      'app.py',
      'import litellm\nlitellm.completion(model="openai/gpt-4o", messages=[], max_tokens=9)',
    ],
  ] as const)('%s', async (_, name, code) => {
    const report = await scanned(name, code);
    expect(advice(report)).toEqual(['use gpt-6-luna.']);
    expect(report.findings[0]?.alsoChange).toBeUndefined();
  });
});
