import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cli } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';

function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'sunset-lost-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

interface Coverage {
  readonly lostImports?: readonly unknown[];
}

async function coverageOf(root: string): Promise<Coverage> {
  const { out } = await cli(root, ['scan', '--format', 'json', '--no-baseline']);
  return (JSON.parse(out) as { readonly coverage: Coverage }).coverage;
}

const HIDDEN = `import { BASE } from '@/lib/base.js';\nfetch(\`\${BASE}/zones/1/pagerules\`);\n`;
const PLAIN = `import { log } from './gone.js';\nfetch('${API}/zones/1/dns_records');\n`;

it('lists unresolved imports with their files, and summarises them in one line', async () => {
  const root = project({ 'src/a.js': HIDDEN, 'src/b.js': PLAIN });
  expect((await coverageOf(root)).lostImports).toEqual([
    { file: 'src/a.js', specifier: '@/lib/base.js', mayHide: true },
    { file: 'src/b.js', specifier: './gone.js', mayHide: false },
  ]);
  const { out } = await cli(root, ['scan', '--no-baseline']);
  expect(out).toContain(
    "2 imports could not be resolved; calls through them may be missed: '@/lib/base.js' in src/a.js, './gone.js' in src/b.js.\n",
  );
});

it('lists unresolved imports of sources before those of tests', async () => {
  const root = project({ 'spec/a.js': HIDDEN, 'src/a.test.js': HIDDEN, 'src/z.js': PLAIN });
  const { out } = await cli(root, ['scan', '--no-baseline']);
  expect(out).toMatch(/3 imports could not be resolved; calls through them may be missed: '.\/gone.js' in src\/z.js, /);
});

it('lists unresolved imports that may hide calls in a job summary, and all of them on a page', async () => {
  const root = project({ 'src/a.js': HIDDEN, 'src/b.js': PLAIN });
  const { out: summary } = await cli(root, ['scan', '--no-baseline', '--format', 'markdown']);
  const items = summary.split('\n').filter((line) => line.startsWith('- '));
  const named = items.filter((line) => line.includes('which is not found'));
  expect(named).toEqual([expect.stringMatching(/src\/a\.js.*lib\/base\.js/)]);
  const { out: page } = await cli(root, ['scan', '--no-baseline', '--format', 'html']);
  expect(page).toMatch(
    /2 imports of files that are not found.*src\/a\.js.*@\/lib\/base\.js.*src\/b\.js.*\.\/gone\.js/s,
  );
});

it('reports unresolved imports that may hide calls with --quiet', async () => {
  const hidden = await cli(project({ 'src/a.js': HIDDEN }), ['scan', '--no-baseline', '--quiet']);
  expect(hidden.out + hidden.err).toContain(
    "1 import could not be resolved; calls through it may be missed: '@/lib/base.js'",
  );
  const plain = await cli(project({ 'src/b.js': PLAIN }), ['scan', '--no-baseline', '--quiet']);
  expect(plain.out + plain.err).toBe('');
});

it('ignores imports of types, packages and other files, and those in irrelevant files', async () => {
  const root = project({
    'src/a.ts': `import type { T } from './types.js';\nimport axios from 'axios';\nimport './look.css';\nimport made from './generated/x.js';\nfetch('${API}/zones/1/pagerules');\n`,
    'src/b.ts': `import { x } from './gone.js';\n`,
  });
  expect((await coverageOf(root)).lostImports).toBeUndefined();
});
