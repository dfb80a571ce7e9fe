import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import type { Report } from '../../src/report/report.js';
import { folder } from './support.js';

function scanned(files: Readonly<Record<string, string>>): Promise<Report> {
  return scan({ root: folder(files), asOf: '2026-11-27' });
}

const locationsOf = ({ findings }: Report): readonly string[] =>
  findings.map(({ file, range, deprecation, confidence }) =>
    [`${file}:${String(range.start.line)}`, deprecation, confidence].join(' '),
  );

const rows = ({ unresolved }: Report): readonly string[] =>
  unresolved.map(({ file, range, reason }) => `${file}:${String(range.start.line)} ${reason}`);

const OPENAI = 'from openai import OpenAI\nclient = OpenAI()\n';
const asks = (model: string): string => `client.chat.completions.create(model=${model}, messages=[])\n`;

describe('a model name in an environment variable', () => {
  const PROGRAM = `import os\n${OPENAI}${asks('os.environ["CHAT_MODEL"]')}`;

  it.each([
    ['.env.example', 'CHAT_MODEL=gpt-4-0613\n'],
    ['.env', 'export CHAT_MODEL="gpt-4-0613"\n'],
    ['compose.yaml', 'services:\n  web:\n    environment:\n      CHAT_MODEL: gpt-4-0613\n'],
  ])('is found as probable if %s sets it to a deprecated value', async (name, text) => {
    const report = await scanned({ 'app.py': PROGRAM, [name]: text });
    expect(locationsOf(report)).toEqual(['app.py:4 openai/gpt-4 probable']);
    expect(report.findings[0]?.notes.join()).toContain(`\`CHAT_MODEL\` is set to it in ${name}`);
  });

  it.each([
    ['a living value', 'CHAT_MODEL=gpt-6.1-sol\n', 'which .env sets'],
    ['another name', 'CHAT_MODELS=gpt-4-0613\n', 'a value known only at run time'],
    ['a comment', '# CHAT_MODEL=gpt-4-0613\n', 'a value known only at run time'],
    ['a longer word', 'CHAT_MODEL=gpt-4-0613+own\n', 'a value known only at run time'],
  ])('is listed as unresolved, and not found, with %s', async (_, text, why) => {
    const report = await scanned({ 'app.py': PROGRAM, '.env': text });
    expect(locationsOf(report)).toEqual([]);
    expect(rows(report)).toEqual([`app.py:4 \`model\` is \`os.environ.CHAT_MODEL\`, ${why}`]);
  });

  it('is found in JavaScript too', async () => {
    const program = `import OpenAI from 'openai'\nconst client = new OpenAI()
client.chat.completions.create({ model: process.env.CHAT_MODEL, messages: [] })\n`;
    const report = await scanned({ 'app.ts': program, '.env': 'CHAT_MODEL=gpt-4-0613\n' });
    expect(locationsOf(report)).toEqual(['app.ts:3 openai/gpt-4 probable']);
  });

  it('is listed without the value from the file', async () => {
    const report = await scanned({ 'app.py': PROGRAM, '.env': 'CHAT_MODEL=private-word\n' });
    expect(JSON.stringify(report)).not.toContain('private-word');
  });
});

describe('the default of a command-line option', () => {
  const argparse = (option: string): string =>
    `import argparse\n${OPENAI}parser = argparse.ArgumentParser()\n${option}args = parser.parse_args()\n`;

  it.each<readonly [string, string, number]>([
    ['argparse', argparse('parser.add_argument("--api-model", default="gpt-4-0613")\n') + asks('args.api_model'), 5],
    [
      'argparse with dest',
      argparse('parser.add_argument("-m", dest="name", default="gpt-4-0613")\n') + asks('args.name'),
      5,
    ],
    [
      'click',
      `import click\n${OPENAI}@click.command()\n@click.option("--model", default="gpt-4-0613")\ndef main(model):\n    ${asks('model')}`,
      5,
    ],
    ['typer', `import typer\n${OPENAI}def main(model: str = typer.Option("gpt-4-0613")):\n    ${asks('model')}`, 4],
    [
      'settings of pydantic',
      `from pydantic_settings import BaseSettings\n${OPENAI}class Settings(BaseSettings):\n    model: str = "gpt-4-0613"\n${asks('Settings().model')}`,
      5,
    ],
    [
      'a field of pydantic',
      `from pydantic import BaseModel, Field\n${OPENAI}class Choice(BaseModel):\n    model: str = Field(default="gpt-4-0613")\n${asks('Choice().model')}`,
      5,
    ],
  ])('is treated as a value in the code: %s', async (_, program, line) => {
    expect(locationsOf(await scanned({ 'app.py': program }))).toEqual([`app.py:${String(line)} openai/gpt-4 certain`]);
  });

  it.each<readonly [string, string, number]>([
    [
      'commander',
      `import { program } from 'commander'\nprogram.option('--model <m>', 'a model', 'gpt-4-0613')\nconst { model } = program.opts()\n`,
      2,
    ],
    [
      'an action of commander',
      `import { program } from 'commander'\nlet model\nprogram.option('--model <m>', 'a model', 'gpt-4-0613')\nprogram.action((options) => { model = options.model })\n`,
      3,
    ],
    [
      'yargs',
      `import yargs from 'yargs'\nconst { model } = yargs().option('model', { default: 'gpt-4-0613' }).parseSync()\n`,
      2,
    ],
    [
      'parseArgs',
      `import { parseArgs } from 'node:util'\nconst { values: { model } } = parseArgs({ options: { model: { type: 'string', default: 'gpt-4-0613' } } })\n`,
      2,
    ],
  ])('is treated as a value in the code in JavaScript: %s', async (_, program, line) => {
    const call = `import OpenAI from 'openai'\nexport const ask = () => new OpenAI().chat.completions.create({ model, messages: [] })\n`;
    expect(locationsOf(await scanned({ 'app.mjs': program + call }))).toEqual([
      `app.mjs:${String(line)} openai/gpt-4 certain`,
    ]);
  });

  it.each([
    ['is of another option', argparse('parser.add_argument("--other", default="gpt-4-0613")\n') + asks('args.model')],
    ['lives', argparse('parser.add_argument("--model", default="gpt-6.1-sol")\n') + asks('args.model')],
    [
      'is of a parser of its own',
      `from own import parser\n${OPENAI}parser.add_argument("--model", default="gpt-4-0613")\n${asks('parser.parse_args().model')}`,
    ],
  ])('is not found if it %s, and the request is listed', async (_, program) => {
    const report = await scanned({ 'app.py': program });
    expect(locationsOf(report)).toEqual([]);
    expect(rows(report)).toHaveLength(1);
  });
});

describe('a model name passed to a router', () => {
  it.each([
    [
      'LiteLLM',
      'from litellm import completion\n',
      'completion(model="groq/gemma-7b-it", messages=[])',
      'groq/gemma-7b-it certain',
    ],
    ['CrewAI', 'from crewai import Agent\n', 'Agent(role="a", llm="groq/gemma-7b-it")', 'groq/gemma-7b-it certain'],
    [
      'ADK',
      'from google.adk.agents import Agent\n',
      'Agent(name="a", model="gemini-1.5-pro")',
      'gemini/gemini-1-5 certain',
    ],
    ['a bare name', 'import litellm\n', 'litellm.completion("gpt-4-0613", messages=[])', 'openai/gpt-4 certain'],
  ])('is looked up in the catalogue of the vendor that it names: %s', async (_, imports, call, found) => {
    expect(locationsOf(await scanned({ 'app.py': `${imports}${call}\n` }))).toEqual([`app.py:2 ${found}`]);
  });

  it.each([
    [
      'another vendor',
      'from litellm import completion\n',
      'completion(model="openrouter/openai/gpt-4-0613", messages=[])',
    ],
    ['a server of its own', 'from litellm import completion\n', 'completion(model="ollama/gemma-7b-it", messages=[])'],
  ])('is counted with an unknown destination if it names %s', async (_, imports, call) => {
    const report = await scanned({ 'app.py': `${imports}${call}\n` });
    expect(locationsOf(report)).toEqual([]);
    expect(report.coverage.sites.unknownTarget).toBe(1);
  });

  it.each([
    [
      'is passed to another function',
      'from own import completion\n',
      'completion(model="groq/gemma-7b-it", messages=[])',
    ],
    [
      'goes to a base URL of its own',
      'from litellm import completion\n',
      'completion(model="groq/gemma-7b-it", messages=[], api_base="http://localhost:1")',
    ],
    ['lives', 'from litellm import completion\n', 'completion(model="groq/openai/gpt-oss-120b", messages=[])'],
    [
      'is part of a constructed client',
      'from crewai import Agent\nfrom own import made\n',
      'Agent(role="a", llm=made("groq/gemma-7b-it"))',
    ],
  ])('is not found if it %s', async (_, imports, call) => {
    expect(locationsOf(await scanned({ 'app.py': `${imports}${call}\n` }))).toEqual([]);
  });

  it('is found in an environment variable, without its vendor', async () => {
    const program = 'import os\nfrom litellm import completion\ncompletion(model=os.environ["LLM"], messages=[])\n';
    const report = await scanned({ 'app.py': program, '.env': 'LLM=groq/gemma-7b-it\n' });
    expect(locationsOf(report)).toEqual(['app.py:3 groq/gemma-7b-it probable']);
    expect(rows(await scanned({ 'app.py': program }))).toEqual([
      'app.py:3 `model` is `os.environ.LLM`, a value known only at run time',
    ]);
  });
});
