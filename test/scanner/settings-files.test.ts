import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import type { Report } from '../../src/report/report.js';
import { cli, repository } from '../cli/support.js';
import { folder } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';

function scanned(files: Readonly<Record<string, string>>): Promise<Report> {
  return scan({ root: folder(files), asOf: '2026-01-01' });
}

const locationsOf = ({ findings }: Report): readonly string[] =>
  findings.map(({ file, range, deprecation, confidence }) =>
    [`${file}:${String(range.start.line)}`, deprecation, confidence].join(' '),
  );

const CALLS = `export const rules = (zone) => fetch(\`\${process.env.CF_API}/zones/\${zone}/filters\`);
export const live = (zone) => fetch(\`\${process.env.CF_API}/zones/\${zone}/rulesets\`);
export const own = (zone) => fetch(\`\${process.env.OWN_API}/zones/\${zone}/filters\`);
`;

const FOUND = 'src/a.js:1 firewall-rules-and-filters-api probable';

describe('a base URL that a settings file assigns to a variable', () => {
  it.each([
    ['.env', `TOKEN=x\nexport CF_API="${API}"\nOWN_API=https://api.example.com\n`],
    ['.env.production', `CF_API=${API}/\n`],
    ['src/.env.local', `CF_API = '${API}'\n`],
    ['.dev.vars', `CF_API=${API}\n`],
    ['wrangler.toml', `[vars]\nCF_API = "${API}"\n`],
    [
      'wrangler.jsonc',
      `{\n  // of the Worker\n  "vars": { "CF_API": "${API}", "OWN_API": "https://api.example.com" },\n}\n`,
    ],
    ['docker-compose.yml', `services:\n  web:\n    environment:\n      CF_API: ${API}\n`],
    ['compose.override.yaml', `services:\n  web:\n    environment:\n      - CF_API=${API}\n`],
    ['.github/workflows/deploy.yml', `on: push\nenv:\n  CF_API: ${API}\njobs: {}\n`],
  ])('makes a finding probable: %s', async (name, text) => {
    expect(locationsOf(await scanned({ 'src/a.js': CALLS, [name]: text }))).toEqual([FOUND]);
  });

  it('is used if one of several files names the API', async () => {
    const report = await scanned({
      'src/a.js': CALLS,
      '.env': 'CF_API=http://localhost:8080\n',
      '.env.production': `CF_API=${API}\n`,
    });
    expect(locationsOf(report)).toEqual([FOUND]);
    expect(report.findings[0]?.evidence.map(({ note }) => note)).toContain(
      '.env.production sets `CF_API` to a base URL of the API',
    );
  });

  it.each([
    ['another variable', '.env', `CF_API_BASE=${API}\nMY_CF_API=${API}\n`],
    ['another server', '.env', 'CF_API=https://api.cloudflare.com.example.org/client/v4\n'],
    ['a comment', '.env', `# CF_API=${API}\n`],
    ['a folder beside', 'other/.env', `CF_API=${API}\n`],
    ['a file of another kind', 'notes.yml', `CF_API: ${API}\n`],
  ])('is not taken from %s', async (_what, name, text) => {
    expect(locationsOf(await scanned({ 'src/a.js': CALLS, [name]: text }))).toEqual([]);
  });

  it('does not override a value in the code', async () => {
    const code = `const base = process.env.CF_API ?? '${API}';\nfetch(base + '/zones/1/filters');\n`;
    const before = await scanned({ 'a.js': code });
    const set = await scanned({ 'a.js': code, '.env': 'CF_API=https://api.example.com\n' });
    expect(locationsOf(before)).toEqual(['a.js:2 firewall-rules-and-filters-api certain']);
    expect(locationsOf(set)).toEqual(locationsOf(before));
  });

  it('is read for Workers, for variables read by name, and for Python', async () => {
    const report = await scanned({
      'wrangler.toml': `[vars]\napi = "${API}"\nCF_API = "${API}"\n`,
      'worker.js': `export default { async fetch(request, env) {
  return fetch(env.api + '/zones/1/filters');
} };
`,
      'deno.ts': "await fetch(`${Deno.env.get('CF_API')}/zones/1/filters`);\n",
      'a.py': `import os\nimport requests\nrequests.get(os.environ["CF_API"] + "/zones/1/filters")\n`,
      'b.py': `import os\nimport requests\nrequests.get(f"{os.getenv('CF_API')}/zones/1/filters")\n`,
      'c.js': "export const ask = (shop) => fetch(shop.api + '/zones/1/filters');\n",
    });
    expect(locationsOf(report).map((line) => line.split(' ')[0])).toEqual([
      'a.py:3',
      'b.py:3',
      'deno.ts:1',
      'worker.js:2',
    ]);
  });

  it('is the only value of the file in the report', async () => {
    const report = await scanned({
      'src/a.js': CALLS,
      '.env': `CF_API=${API}\nCF_TOKEN=aaaabbbbccccdddd\nDB=postgres://me:hunter2@db/x\n`,
    });
    expect(locationsOf(report)).toEqual([FOUND]);
    expect(JSON.stringify(report)).not.toMatch(/aaaabbbb|hunter2/);
  });
});

describe('a changed settings file', () => {
  it('is read again by a scan with cached results', async () => {
    const root = repository(folder({ 'src/a.js': CALLS, '.env': 'CF_API=https://api.example.com\n' }));
    const kept = folder({});
    const run = async (): Promise<string> => (await cli(root, ['scan', '--cache-location', kept])).out;
    expect(await run()).toContain('No findings.');
    writeFileSync(join(root, '.env'), `CF_API=${API}\n`);
    expect(await run()).toContain('src/a.js:1:');
    expect(await run()).toContain('src/a.js:1:');
    writeFileSync(join(root, '.env'), 'CF_API=https://api.example.com\n');
    expect(await run()).toContain('No findings.');
  });

  it.each(['/filters', '/pagerules'])('has its findings in a scan of the change: %s', async (path) => {
    const call = `fetch(process.env.BASE_URL + '/zones/1${path}');\n`;
    const root = repository(folder({ 'src/a.js': call, '.env.production': 'BASE_URL=https://api.example.com\n' }));
    writeFileSync(join(root, '.env.production'), `BASE_URL=${API}\n`);
    const { out, code } = await cli(root, ['scan', '--changed-since', 'HEAD']);
    expect(out).toContain('src/a.js:1:');
    expect(code).toBe(1);
    writeFileSync(join(root, '.env.production'), 'BASE_URL=https://api.example.org\n');
    expect((await cli(root, ['scan', '--changed-since', 'HEAD'])).code).toBe(0);
  });
});
