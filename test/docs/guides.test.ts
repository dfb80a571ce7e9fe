import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { cli } from '../cli/support.js';
import { lint } from '../eslint/support.js';
import { folder } from '../scanner/support.js';
import { blocksOf, readRepositoryFile } from './pages.js';

it.each([
  ['docs/getting-started.md', 'ts', 'src/helper.ts', [4, 'openai/assistants', 'certain']],
  ['docs/models.md', 'ts', 'src/ask.ts', [4, 'openai/gpt-4o', 'certain']],
  ['docs/models.md', 'python', 'ask.py', [4, 'groq/llama3-70b-8192', 'certain']],
  ['docs/python.md', 'python', 'zones.py', [7, 'firewall-rules-and-filters-api', 'certain']],
  ['docs/terraform.md', 'hcl', 'main.tf', [1, 'page-rules-api', 'probable']],
] as const)('reports the example in %s (%s)', async (page, language, file, expected) => {
  const [code = ''] = blocksOf(readRepositoryFile(page), language);
  const { findings } = await scan({ root: folder({ [file]: code }), asOf: '2026-11-27' });
  const found = findings.map(({ range, deprecation, confidence }) => [range.start.line, deprecation, confidence]);
  expect(found).toEqual([expected]);
});

it('reports with the entry in docs/from-grep-or-semgrep.md only the old version, at the host, by the method', async () => {
  const page = readRepositoryFile('docs/from-grep-or-semgrep.md');
  const root = folder({ 'clock.json': blocksOf(page, 'json')[0] ?? '', 'bells.ts': blocksOf(page, 'ts')[0] ?? '' });
  const catalogue = loadCatalogue({ extra: [`${root}/clock.json`] });
  const { findings } = await scan({ root, catalogue, asOf: '2026-11-27' });
  expect(findings.map(({ range, deprecation }) => [range.start.line, deprecation])).toEqual([[4, 'clock/bells-v1']]);
});

it('names in docs/models.md the catalogues with names of models', () => {
  const page = readRepositoryFile('docs/models.md');
  const section = page.slice(page.indexOf('## Vendors'), page.indexOf('## What is a row'));
  const listed = [...section.matchAll(/`([\w-]+)`/g)].map(([, id = '']) => id);
  const rules = readdirSync('rules/apis').filter((file) => file.endsWith('.json'));
  const withNames = rules.flatMap((file) => {
    const { names } = JSON.parse(readRepositoryFile(`rules/apis/${file}`)) as { names?: { of: string } };
    return names?.of === 'model' ? [file.replace('.json', '')] : [];
  });
  // Bedrock and Azure OpenAI have rows, but no list of all names.
  expect([...withNames, 'amazon-bedrock', 'azure-openai'].sort()).toEqual(listed);
});

it('has in docs/vs-code.md the settings of the extension', () => {
  const [settings = ''] = blocksOf(readRepositoryFile('docs/vs-code.md'), 'json');
  const { contributes } = JSON.parse(readRepositoryFile('editors/vscode/package.json')) as {
    contributes: { configuration: { properties: object } };
  };
  expect(Object.keys(JSON.parse(settings) as object)).toEqual(Object.keys(contributes.configuration.properties));
});

it('accepts a call for ESLint and the gate by one baseline, as docs/eslint.md says', async () => {
  const call = "fetch('https://api.cloudflare.com/client/v4/zones/1/rate_limits');\n";
  const undated = "import Stripe from 'stripe';\nnew Stripe('key').sources.create({});\n";
  const root = folder({ 'a.js': call, 'b.js': undated });
  expect(lint({ 'a.js': call })).toHaveLength(1);
  expect(lint({ 'b.js': undated })).toMatchObject([{ severity: 2 }]);
  expect((await cli(root, ['b.js'])).code).toBe(0);
  expect((await cli(root, ['--update-baseline', '--reason', 'known at adoption'])).code).toBe(0);
  expect((await cli(root, [])).code).toBe(0);
  const baseline = readFileSync(`${root}/sunset-baseline.json`, 'utf8');
  expect(lint({ 'a.js': call, 'sunset-baseline.json': baseline })).toEqual([]);
  expect(lint({ 'a.js': call + call, 'sunset-baseline.json': baseline })).toHaveLength(1);
});
