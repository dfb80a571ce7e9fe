import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import { scan } from '../../src/scan/index.js';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import { folder } from './support.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const ONE = loadCatalogue();
const ALL = loadCatalogue({ apis: packagedApis() });

async function found(root: string, catalogue: Catalogue): Promise<readonly string[]> {
  const { findings } = await scan({ root, catalogue, minConfidence: 'possible', asOf: '2026-01-01' });
  return findings.map(({ file, range, deprecation, confidence }) =>
    [file, range.start.line, range.start.column, deprecation, confidence].join(' '),
  );
}

/** A new file that uses another API adds the catalogue of that API to the scan. */
describe('catalogues of more APIs', () => {
  const themes = readdirSync(FIXTURES).filter((theme) => theme !== 'apis' && theme !== 'waf-plan');

  it.each(themes)('remove no finding of the first catalogue and lower no confidence: %s', async (theme) => {
    const root = join(FIXTURES, theme);
    const all = new Set(await found(root, ALL));
    expect((await found(root, ONE)).filter((one) => !all.has(one))).toEqual([]);
  });
});

describe('a catalogue that applies automatically', () => {
  it.each([
    ['the quoted name of its service in a package of many APIs', '"bedrock-runtime"', true],
    ['the name of another service', '"s3"', false],
    ['its name in a comment only', '"s3"  # bedrock-runtime', false],
  ])('is applied for %s, and not for the import of the package', async (_, service, isApplied) => {
    const code = `import boto3\nclient = boto3.client(${service})\nclient.converse(modelId="anthropic.claude-3-haiku-20240307-v1:0")\n`;
    const { catalogue, findings } = await scan({ root: folder({ 'ask.py': code }), asOf: '2026-11-28' });
    expect(catalogue.editions?.some(({ api }) => api === 'amazon-bedrock')).toBe(isApplied);
    expect(findings.map(({ deprecation }) => deprecation)).toEqual(isApplied ? ['amazon-bedrock/claude-3-haiku'] : []);
  });

  const step = (uses: string, script: string): string =>
    `jobs:\n  board:\n    steps:\n      - uses: ${uses}\n        with:\n          script: |\n            ${script}\n`;
  const create = "await github.rest.projects.createCard({ column_id: 1, note: 'New' })";

  it.each([
    ['a command of gh', 'board.sh', 'gh api orgs/clock/projects\n', ['github/projects-classic']],
    ['another command of gh', 'board.sh', 'gh pr view --json url # orgs/clock/projects\n', []],
    [
      'a workflow whose action hands over a client',
      '.github/workflows/board.yml',
      step('actions/github-script@v7', create),
      ['github/projects-classic'],
    ],
    ['a workflow with another action', '.github/workflows/board.yml', step('clock/run-script@v7', create), []],
    [
      'a workflow that uses the client for nothing that ended',
      '.github/workflows/board.yml',
      step('actions/github-script@v7', "await github.rest.issues.create({ title: 'New' })"),
      [],
    ],
  ])('is applied exactly if it is used, with %s', async (_, file, text, expected) => {
    const { findings } = await scan({
      root: folder({ 'main.ts': '', [file]: text }),
      minConfidence: 'possible',
      asOf: '2026-01-01',
    });
    expect(findings.map(({ deprecation }) => deprecation)).toEqual(expected);
  });
});

/** Other catalogues do not add files to the analysis of one API. */
describe('files that use one API, next to files that use another', () => {
  const chain = (host: string): Readonly<Record<string, string>> => ({
    'a.ts': `export const send = (path: string) => fetch('${host}' + path);`,
    'b.ts': "import { send } from './a'; export const read = (path: string) => send(path);",
    'c.ts': "import { read } from './b'; export const list = (path: string) => read(path);",
    'd.ts': "import { list } from './c'; export const all = (path: string) => list(path);",
    'orders.ts': "import { all } from './d'; export const orders = all('/orders/' + id);",
    'charge.ts': "export const charge = () => fetch('https://api.stripe.com/v1/charges');",
  });
  const analysed = async (files: Readonly<Record<string, string>>): Promise<number> => {
    const root = folder({ 'package.json': '{}', ...files });
    const catalogue = loadCatalogue({ apis: ['github', 'stripe'] });
    return (await scan({ root, catalogue, asOf: '2026-01-01' })).coverage.parsed;
  };

  it('are not parsed for common words of the other API', async () => {
    const { 'orders.ts': orders = '', ...others } = chain('https://api.github.com');
    expect(await analysed({ ...others, 'orders.ts': orders })).toBe(await analysed(others));
  });

  it('are not parsed because a program of another language names the API', async () => {
    const uses = { 'board.sh': 'gh api user\n' };
    const looked = async (files: Readonly<Record<string, string>>): Promise<number> =>
      (await scan({ root: folder({ 'package.json': '{}', ...files }), asOf: '2026-01-01' })).coverage.parsed;
    const words = "get('github', 'projects'); list(`orgs/${org}/members`);";
    const piece = "list('projects/columns');";
    const own = await looked({ ...uses, 'main.ts': '' });
    expect(await looked({ ...uses, 'main.ts': words })).toBe(own);
    expect(await looked({ ...uses, 'main.ts': piece })).toBe(own + 1);
    expect(await looked({ ...uses, 'main.ts': `${words} fetch('https://api.github.com');` })).toBe(own + 1);
  });

  it('are parsed if they reach the API of the words', async () => {
    const { 'orders.ts': orders = '', ...others } = chain('https://api.stripe.com/v1');
    expect(await analysed({ ...others, 'orders.ts': orders })).toBeGreaterThan(await analysed(others));
  });
});

describe('a deprecated value', () => {
  it('is found at a caller far from the request', async () => {
    const root = folder({
      'package.json': '{}',
      'a.ts':
        "export const send = (body: object) => fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body: JSON.stringify(body) });",
      'b.ts': "import { send } from './a'; export const ask = (model: string) => send({ model });",
      'c.ts': "import { ask } from './b'; export const answer = (model: string) => ask(model);",
      'd.ts': "import { answer } from './c'; export const reply = (model: string) => answer(model);",
      'main.ts': "import { reply } from './d'; await reply('gpt-4o-mini');",
      'other.ts': "import { reply } from './d'; await reply('gpt-6-luna');",
    });
    const { findings } = await scan({
      root,
      catalogue: loadCatalogue({ apis: ['openai'] }),
      minConfidence: 'possible',
      asOf: '2026-12-01',
    });
    expect(findings.map(({ file, deprecation }) => [file, deprecation])).toEqual([['main.ts', 'openai/gpt-4o']]);
  });
});
