import { expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from '../scanner/support.js';
import { blocksOf, read } from './pages.js';

it.each([
  ['docs/getting-started.md', 'ts', 'src/helper.ts', [4, 'openai/assistants', 'certain']],
  ['docs/python.md', 'python', 'zones.py', [7, 'firewall-rules-and-filters-api', 'certain']],
  ['docs/terraform.md', 'hcl', 'main.tf', [1, 'page-rules-api', 'probable']],
] as const)('reports the example in %s', async (page, language, file, expected) => {
  const [code = ''] = blocksOf(read(page), language);
  const { findings } = await scan({ root: folder({ [file]: code }), asOf: '2026-11-27' });
  const found = findings.map(({ range, deprecation, confidence }) => [range.start.line, deprecation, confidence]);
  expect(found).toEqual([expected]);
});
