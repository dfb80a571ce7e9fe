import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { QueryName } from '../../src/cache/queries.js';
import { repository } from '../cli/support.js';
import { rewriteCached, possibleReport } from './kept-support.js';

type Files = Readonly<Record<string, string>>;

interface Case {
  /** Files of the run whose results are cached. */
  readonly files: Files;
  /** Files written before the next run, which changes the report. */
  readonly edit: Files;
  /** Other queries whose answers the edit changes as well. */
  readonly also?: readonly QueryName[];
}

const API = 'https://api.cloudflare.com/client/v4';
const SEND = `export const send = (path: string) => fetch('${API}' + path);\n`;
const CALL = `fetch('${API}/zones/1/rate_limits');\n`;

/** For each query, an edit that changes its answer. */
const CASES: Readonly<Record<QueryName, Case>> = {
  importers: {
    files: { 'src/use.ts': "export const rules = () => fetch(process.env.HOST + '/zones/1/pagerules');\n" },
    edit: { 'src/main.ts': `import { rules } from './use.js';\nconsole.log('${API}', rules);\n` },
  },
  walked: {
    files: {
      'src/use.ts': "import './about.js';\nfetch(process.env.HOST + '/zones/1/pagerules');\n",
      'src/about.ts': "import './deep.js';\n",
      'src/deep.ts': `console.log('${API}');\n`,
      'src/other.ts': 'console.log(1);\n',
    },
    edit: { 'src/about.ts': "import './other.js';\n" },
  },
  mentions: {
    files: {
      'src/use.ts': "import './about.js';\nfetch(process.env.HOST + '/zones/1/pagerules');\n",
      'src/about.ts': `console.log('${API}');\n`,
    },
    edit: { 'src/about.ts': "console.log('nothing');\n" },
  },
  versions: {
    files: {
      'package.json': '{ "dependencies": { "cloudflare": "^3.0.0" } }',
      'src/sdk.ts': "import Cloudflare from 'cloudflare';\nnew Cloudflare().pagerules.list({ zone_id: '1' });\n",
    },
    edit: { 'package.json': '{ "dependencies": { "cloudflare": "^2.0.0" } }' },
  },
  settings: {
    files: { '.env': `BASE=${API}\n`, 'src/use.ts': 'fetch(`${process.env.BASE}/zones/1/pagerules`);\n' },
    edit: { '.env': 'BASE=https://api.example.com\n' },
  },
  offers: {
    files: {
      'src/use.ts': "import { go } from './barrel.js';\ngo('/zones/1/pagerules');\n",
      'src/barrel.ts': "export * from './deep.js';\nexport * from './also.js';\n",
      'src/deep.ts': 'export const other = 1;\n',
      'src/also.ts': `export const go = (path: string) => fetch('${API}' + path);\n`,
    },
    edit: { 'src/deep.ts': 'export const go = (path: string) => path;\n' },
  },
  reached: {
    files: {
      'src/hooks.ts':
        "const hooks: ((path: string) => unknown)[] = [];\nexport const add = (hook: (path: string) => unknown) => hooks.push(hook);\nexport const run = () => hooks.forEach((hook) => hook('/zones/1/pagerules'));\n",
      'src/send.ts': SEND,
    },
    edit: { 'src/use.ts': "import { add } from './hooks.js';\nimport { send } from './send.js';\nadd(send);\n" },
  },
  imported: {
    files: {
      'src/send.ts': `const KINDS: Record<string, string> = { rules: 'pagerules' };\nexport const send = (kind: string) => fetch('${API}/zones/1/' + KINDS[kind]);\n`,
      'src/use.ts': `import { go } from './go.js';\n${CALL}go('rules');\n`,
      'src/go.ts': 'export const go = console.log;\n',
    },
    edit: { 'src/go.ts': "export { send as go } from './send.js';\n" },
  },
  wanted: {
    files: {
      'src/use.ts': `import { post } from './host.js';\n${CALL}post('/v1/assistants');\n`,
      'src/host.ts': 'export const post = console.log;\n',
      'src/open.ts': "fetch('https://api.openai.com/v1/assistants', { method: 'POST' });\n",
    },
    edit: {
      'src/host.ts':
        "export const post = (path: string) => fetch('https://api.openai.com' + path, { method: 'POST' });\n",
    },
    also: ['reached', 'imported'],
  },
};

let root: string;
let cacheFolder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sunset-queries-'));
  cacheFolder = mkdtempSync(join(tmpdir(), 'sunset-kept-'));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
});

afterEach(() => {
  vi.useRealTimers();
  for (const folder of [root, cacheFolder]) rmSync(folder, { recursive: true });
});

function write(files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

interface Stored {
  readonly programs: readonly (readonly [
    language: string,
    program: {
      readonly questions: readonly (readonly [name: string])[];
      readonly analyses: readonly (readonly [file: string, analysis: Uses])[];
      readonly searches: readonly Uses[];
    },
  ])[];
}

interface Uses {
  questions?: readonly number[];
}

/** Removes a query from the dependencies of cached results, and counts the removed entries. */
function removeQuery(query: string): number {
  let removed = 0;
  for (const file of readdirSync(cacheFolder)) {
    if (file.endsWith('.read.json')) continue;
    rewriteCached(join(cacheFolder, file), (body) => {
      const stored = JSON.parse(body) as Stored;
      for (const [, { questions, analyses, searches }] of stored.programs)
        for (const uses of [...analyses.map(([, analysis]) => analysis), ...searches]) {
          const remaining = (uses.questions ?? []).filter((place) => questions[place]?.[0] !== query);
          removed += (uses.questions?.length ?? 0) - remaining.length;
          uses.questions = remaining;
        }
      return JSON.stringify(stored);
    });
  }
  return removed;
}

describe.each(Object.entries(CASES))('the query %s', (query, { files, edit, also = [] }) => {
  beforeEach(async () => {
    repository(root);
    write(files);
    await possibleReport(root, '--cache-location', cacheFolder);
    write(edit);
  });

  const withoutCache = (): Promise<string> => possibleReport(root, '--no-cache');
  const withCache = (): Promise<string> => possibleReport(root, '--cache-location', cacheFolder);

  it('reveals a change outside of the analysed file', async () => {
    also.forEach(removeQuery);
    expect(await withCache()).toBe(await withoutCache());
  });

  it('is necessary: without it, outdated results are used', async () => {
    also.forEach(removeQuery);
    expect(removeQuery(query)).toBeGreaterThan(0);
    expect(await withCache()).not.toBe(await withoutCache());
  });
});
