import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FORMATS } from '../../src/report/formats.js';
import { API, cli, repository } from '../cli/support.js';
import { folder, lint } from '../eslint/support.js';
import { FORMS } from './secret-forms.js';
import { sample } from '../share.js';

/** Programs with a key next to a deprecated call, with `KEY` for the key. */
const FILES: Readonly<Record<string, string>> = {
  'in-path.ts': `fetch(\`${API}/zones/KEY/pagerules\`);`,
  'in-query.ts': `fetch('${API}/zones/1/pagerules?page=1&access_token=KEY');`,
  'in-login.ts': `fetch('https://me:KEY@api.cloudflare.com/client/v4/zones/1/pagerules');`,
  'in-header.ts': `fetch('${API}/zones/1/pagerules', { headers: { 'X-Auth-Key': 'KEY', 'X-Auth-Email': 'me' } });`,
  'below.ts': `fetch(\n  '${API}/zones/1/pagerules',\n  { headers: { Authorization: 'Bearer KEY' } },\n);`,
  'above.ts': `const apiKey = 'KEY';\nfetch('${API}/zones/1/pagerules', { headers: { 'X-Auth-Key': apiKey } });`,
  'passed.ts': `const get = (path: string, key: string) => fetch('${API}' + path + '?key=' + key);\nget('/zones/1/pagerules', 'KEY');`,
  'rest.ts': `fetch('${API}/zones/1/rate_limits/KEY/KEY');`,
  'unresolved.ts': `export const any = (path: string) => fetch(\`${API}/zones/KEY/\${path}?token=KEY\`);`,
  'setup.sh': `#!/bin/bash\nTOKEN="KEY"\ncurl -H "X-Auth-Key: KEY" -u "me:KEY" "${API}/zones/KEY/pagerules?token=KEY"\n`,
  'main.tf': `resource "cloudflare_page_rule" "a" { zone_id = "KEY" }\nprovider "cloudflare" { api_token = "KEY" }\n`,
  'client.py': `import requests\nrequests.get("${API}/zones/KEY/pagerules", headers={"X-Auth-Key": "KEY"}, auth=("me", "KEY"))\n`,
  'mistaken.ts': `// sunset-lint-disable-next-line KEY -- KEY\nfetch('${API}/zones/1/pagerules');`,
  'comment.ts': `// sunset-lint-disable-next-line page-rules-api -- the token is KEY\nfetch('${API}/zones/1/pagerules');`,
};

const NAMES = Object.keys(FORMATS);
const keys = fc.sample(fc.tuple(...Object.values(FORMS)), { numRuns: 1, seed: 11 })[0] ?? [];
const named = Object.keys(FORMS).map((name, index) => [name, keys[index] ?? ''] as const);

function planted(key: string): Readonly<Record<string, string>> {
  const texts = Object.entries(FILES).map(
    ([name, text]) => [`src/${name}`, text.replaceAll('KEY', () => key)] as const,
  );
  return { ...Object.fromEntries(texts), 'package.json': '{}' };
}

/** Expects no piece of the key that is long enough to be useful. */
function expectNone(text: string, key: string): void {
  const middle = key.slice(Math.floor(key.length / 3), Math.floor(key.length / 3) + 10);
  const at = text.indexOf(middle);
  expect(at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 100)).toBe('');
}

it.each(sample(named))('no report format prints a key: %s', async (_name, key) => {
  const root = folder(planted(key));
  const formats = NAMES.flatMap((format) => ['--format', `${format}=out-${format}`]);
  const args = ['--verbose', '--min-confidence', 'possible'];
  const { code, out, err } = await cli(root, ['scan', 'src', ...args, ...formats]);
  expect(code, err).toBe(1);
  expectNone(out + err, key);
  const written = readdirSync(root).filter((name) => name.startsWith('out-'));
  expect(written).toHaveLength(NAMES.length);
  for (const name of written) expectNone(readFileSync(join(root, name), 'utf8'), key);
  const text = await cli(root, ['scan', 'src', ...args, '--update-baseline']);
  expectNone(text.out + text.err + readFileSync(join(root, 'sunset-baseline.json'), 'utf8'), key);
});

it.each(sample(named))('no cache and no facts file contains a key: %s', async (_name, key) => {
  const [root, caches] = [folder(planted(key)), folder({})];
  const env = { XDG_CACHE_HOME: caches, SUNSET_LINT_KEY: 'signs the facts of this test, and nothing else' };
  repository(root);
  const { code, err } = await cli(root, ['scan', 'src'], { env, cachesResults: true });
  expect(code, err).toBe(1);
  const kept = readdirSync(join(caches, 'sunset-lint/results'));
  expect(kept).toHaveLength(2);
  for (const name of kept) expectNone(readFileSync(join(caches, 'sunset-lint/results', name), 'utf8'), key);
  expect((await cli(root, ['facts', '.', '--output', 'own.facts'], { env })).code).toBe(0);
  const facts = readFileSync(join(root, 'own.facts'), 'utf8');
  expect(facts).toContain('in-path.ts');
  expectNone(facts, key);
});

it.each(sample(named, 5))('no message of ESLint contains a key: %s', (_name, key) => {
  for (const [file, text] of Object.entries(planted(key)))
    if (file.endsWith('.ts'))
      expectNone(JSON.stringify(lint({ [file.replace(/ts$/, 'js')]: text.replace(/: string/g, '') })), key);
});
