import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import type { Report } from '../../src/report/report.js';
import { folder } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';

function scanned(files: Readonly<Record<string, string>>): Promise<Report> {
  return scan({ root: folder(files), asOf: '2026-01-01', minConfidence: 'possible' });
}

const told = ({ findings }: Report): readonly string[] =>
  findings.map(({ file, range, deprecation }) => `${file}:${String(range.start.line)} ${deprecation}`);

describe('JSON that a program takes in', () => {
  const config = JSON.stringify({ base: API, rules: `${API}/zones/1/pagerules`, live: `${API}/zones/1/dns_records` });

  it('is a module, by import and by require', async () => {
    const report = await scanned({
      'config/api.json': config,
      'a.mjs': `import config from './config/api.json' with { type: 'json' };
await fetch(config.rules);
await fetch(config.live);
`,
      'lib/b.js': `const { base } = require('../config/api.json');
fetch(base + '/zones/1/filters');
fetch(base + '/zones/1/rulesets');
`,
    });
    expect(told(report)).toEqual(['a.mjs:2 page-rules-api', 'lib/b.js:2 firewall-rules-and-filters-api']);
    expect(report.coverage.limits).toEqual([]);
  });

  it('is no other file of the same name', async () => {
    const report = await scanned({
      'config/api.json': config,
      'api.json': '{ "rules": "https://api.example.com/zones/1/pagerules" }',
      'a.mjs': `import config from './api.json' with { type: 'json' };
await fetch(config.rules);
`,
    });
    expect(told(report)).toEqual([]);
    expect(report.coverage.limits).toEqual(['1 file names the API and was not understood: config/api.json.']);
  });
});

describe('files of other kinds that name an API', () => {
  it.each([
    ['playbook.yml', `- uri: { url: ${API}/zones/1/pagerules }\n`],
    ['docker-compose.yml', `services: { a: { command: curl ${API}/zones/1/pagerules } }\n`],
    ['collection.json', JSON.stringify({ item: [{ request: `${API}/zones/1/pagerules` }] })],
    ['analysis.ipynb', JSON.stringify({ cells: [{ source: [`requests.get('${API}/zones/1/pagerules')`] }] })],
    ['.env.production', `API=${API}\n`],
    ['wrangler.toml', `[vars]\nAPI = "${API}"\n`],
  ])('are named: %s', async (name, text) => {
    const { coverage } = await scanned({ 'index.js': 'export const one = 1;\n', [name]: text });
    expect(coverage.limits).toEqual([`1 file names the API and was not understood: ${name}.`]);
  });

  it.each([
    ['package-lock.json', JSON.stringify({ resolved: `${API}/zones` })],
    ['links.yml', 'docs: https://developers.cloudflare.com/api\n'],
    ['dist/collection.json', JSON.stringify({ url: `${API}/zones/1/pagerules` })],
    ['README.md', `See ${API}/zones/1/pagerules.\n`],
  ])('are not, where nothing sends what they say: %s', async (name, text) => {
    const { coverage } = await scanned({ 'index.js': 'export const one = 1;\n', [name]: text });
    expect(coverage.limits).toEqual([]);
  });
});
