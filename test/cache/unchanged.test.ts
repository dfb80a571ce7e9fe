import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectDefined } from '../../src/core/lib/collections.js';
import { work } from '../../src/core/lib/work.js';
import { repository } from '../cli/support.js';
import { possibleReport, forgeKept } from './kept-support.js';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "app", "dependencies": { "cloudflare": "^3.0.0" } }',
  '.env': 'API=https://api.cloudflare.com/client/v4\n',
  'src/base.ts': 'export const url = (path: string) => `https://api.cloudflare.com/client/v4${path}`;\n',
  'src/send.ts': "import { url } from './base.js';\nexport const send = (path: string) => fetch(url(path));\n",
  'src/use.ts': "import { send } from './send.js';\nexport const rules = () => send('/zones/1/pagerules');\n",
  'src/other.ts': "import { send } from './send.js';\nexport const limits = () => send('/zones/1/rate_limits');\n",
  'src/settings.ts': 'export const minify = () => fetch(`${process.env.API}/zones/1/settings/minify`);\n',
  'src/sdk.ts':
    "import Cloudflare from 'cloudflare';\nexport const list = () => new Cloudflare().pagerules.list({ zone_id: '1' });\n",
  'run.sh': '#!/bin/sh\ncurl https://api.cloudflare.com/client/v4/zones/1/pagerules\n',
};

let root: string;
let kept: string;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sunset-unchanged-'));
  kept = mkdtempSync(join(tmpdir(), 'sunset-kept-'));
  for (const [name, text] of Object.entries(FILES)) put(name, text);
  repository(root);
  // Summaries of recently changed files are not cached.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  await scanCached();
});

afterEach(() => {
  vi.useRealTimers();
  for (const folder of [root, kept]) rmSync(folder, { recursive: true });
});

function put(name: string, text: string): void {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Writes a file that sends a path from a data file. */
function putSending(data: string): void {
  put('src/late.ts', `import { send } from './send.js';\nimport paths from '${data}';\nsend(paths.rules);\n`);
}

const scanOutput = (...more: readonly string[]): Promise<string> => possibleReport(root, ...more);

const scanCached = (): Promise<string> => scanOutput('--cache-location', kept);

function resultFiles(): readonly string[] {
  return readdirSync(kept).filter((name) => !name.endsWith('.read.json'));
}

describe('a run without a changed file', () => {
  it('repeats the report without cached results of single files, and parses and analyses nothing', async () => {
    const fresh = await scanOutput('--no-cache');
    expect(fresh).toContain('src/use.ts');
    for (const name of resultFiles()) rmSync(join(kept, name));
    expect(await scanCached()).toBe(fresh);
    expect(work).toMatchObject({ filesParsed: 0, filesAnalysed: 0, importsResolved: 0 });
    expect(resultFiles()).toEqual([]);
  });

  it.each([
    ['a settings file sets a variable to another URL', '.env', 'API=https://api.example.com\n'],
    ['a manifest declares another version of an SDK', 'package.json', '{ "dependencies": { "cloudflare": "^2.0.0" } }'],
    [
      'a folder now exists at the target of an import',
      'src/base/index.ts',
      'export const url = (path: string) => path;\n',
    ],
    ['a script of another language changes', 'run.sh', '#!/bin/sh\necho done\n'],
    ['a file is ignored', '.gitignore', 'src/use.ts\n'],
  ])('is analysed again if %s', async (_, name, text) => {
    put(name, text);
    const fresh = await scanOutput('--no-cache');
    expect(await scanCached()).toBe(fresh);
    expect(await scanCached()).toBe(fresh);
    put(name, FILES[name] ?? '');
    if (FILES[name] === undefined) rmSync(join(root, name));
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
  });

  it.each([
    ['an ignored file', '.gitignore', 'lib/\n', undefined],
    ['a link to an ignored file', '.gitignore', 'lib/\n', 'src/paths.ts'],
  ])('is analysed again if %s is imported and changes', async (_, name, text, link) => {
    put(name, text);
    put('lib/paths.ts', "export const RULES = '/zones/1/dns_records';\n");
    if (link !== undefined) symlinkSync('../lib/paths.ts', join(root, link));
    const from = link === undefined ? '../lib/paths' : './paths';
    put('src/late.ts', `import { send } from './send.js';\nimport { RULES } from '${from}';\nsend(RULES);\n`);
    await scanCached();
    await scanCached();
    put('lib/paths.ts', "export const RULES = '/zones/1/pagerules';\n");
    const fresh = await scanOutput('--no-cache');
    expect(fresh).toContain('"file": "src/late.ts"');
    expect(await scanCached()).toBe(fresh);
  });

  it('is repeated if imported data that is not followed is unchanged, and analysed again otherwise', async () => {
    put('.gitignore', 'generated/\n');
    put('generated/paths.json', '{ "rules": "/zones/1/dns_records" }\n');
    putSending('../generated/paths.json');
    const fresh = await scanOutput('--no-cache');
    expect(fresh).toContain('is an import that is not followed');
    const forgetting = async (): Promise<string> => {
      for (const name of resultFiles()) rmSync(join(kept, name));
      return scanCached();
    };
    await scanCached();
    expect(await forgetting()).toBe(fresh);
    expect(work).toMatchObject({ filesParsed: 0, filesAnalysed: 0 });

    put('generated/paths.json', '{ "rules": "/zones/1/pagerules" }\n');
    expect(await forgetting()).toBe(fresh);
    expect(work.filesAnalysed).toBeGreaterThan(0);
    rmSync(join(root, 'generated/paths.json'));
    expect(await forgetting()).toBe(await scanOutput('--no-cache'));
  });

  it('reports an unreadable manifest only while imports lead to it', async () => {
    put('package.json', '{ "name": "app", "workspaces": ["packages/*"] }');
    rmSync(join(root, 'src/sdk.ts'));
    put('packages/shared/package.json', `{ "name": "@app/shared", "about": "${'x'.repeat(11_000_000)}" }`);
    put('packages/shared/paths.json', '{ "rules": "/zones/1/pagerules" }');
    putSending('@app/shared/paths.json');
    const told = await scanOutput('--no-cache');
    expect(told).toContain('packages/shared/package.json was not read');
    for (let run = 0; run < 3; run++) expect(await scanCached()).toBe(told);
    put('src/late.ts', "import { send } from './send.js';\nsend('/zones/1/pagerules');\n");
    const silent = await scanOutput('--no-cache');
    expect(silent).not.toContain('was not read');
    for (let run = 0; run < 2; run++) expect(await scanCached()).toBe(silent);
  });

  it.each([
    ['another shape', '{}'],
    [
      'invalid analyses',
      '{"imports":{"sums":[],"notes":[],"unread":[]},"asked":{"versions":[],"settings":[]},"analyses":[["src/use.ts",null]],"isComplete":true,"parsed":[],"broken":[]}',
    ],
  ])('is analysed again if the cached outcome has %s', async (_, outcome) => {
    const path = join(
      kept,
      expectDefined(
        readdirSync(kept).find((name) => name.endsWith('.read.json')),
        'what files say',
      ),
    );
    forgeKept(path, (body) => {
      const stored = JSON.parse(body) as { outcomes: (readonly [string, string])[] };
      const languages = stored.outcomes.map(([language]) => language);
      expect([...languages].sort()).toEqual(['javascript', 'shell']);
      return JSON.stringify({ ...stored, outcomes: languages.map((language) => [language, outcome]) });
    });
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
  });
});

describe('names of APIs in files that an analysis does not follow', () => {
  const around = "import { url } from './base.js';\nexport const around = () => url('/user');\n";

  beforeEach(async () => {
    put('src/around.ts', around);
    put(
      'src/given.ts',
      "import './around.js';\nexport const given = (base: string) => fetch(`${base}/zones/1/pagerules`);\n",
    );
    await scanCached();
  });

  it('do not cause a new analysis if they stay the same when the file changes', async () => {
    put('src/around.ts', `${around}export const more = [1, 2, 3];\n`);
    const fresh = await scanOutput('--no-cache');
    expect(fresh).toContain('"file": "src/given.ts"');
    expect(await scanCached()).toBe(fresh);
    expect(work.filesAnalysed).toBe(1);
  });

  it('cause a new analysis if they change', async () => {
    put('src/base.ts', (FILES['src/base.ts'] ?? '').replace('api.cloudflare.com/client/v4', 'api.example.com'));
    const without = await scanOutput('--no-cache');
    expect(await scanCached()).toBe(without);
    put('src/around.ts', `${around}export const API = 'https://api.cloudflare.com/client/v4';\n`);
    const again = await scanOutput('--no-cache');
    expect(again).not.toBe(without);
    expect(await scanCached()).toBe(again);
  });
});

describe('callers of a function', () => {
  it('are evaluated from the cache: a change of a caller parses only files that matter', async () => {
    put('src/use.ts', `${FILES['src/use.ts'] ?? ''}export const all = () => send('/zones/1/firewall/rules');\n`);
    const fresh = await scanOutput('--no-cache');
    expect(await scanCached()).toBe(fresh);
    const parsed = work.filesParsed;
    expect(fresh).toContain('/firewall/rules');
    expect(parsed).toBeLessThan(5);
  });

  it.each([
    [
      'a function that it calls',
      'src/base.ts',
      'export const url = (path: string) => `https://api.example.com${path}`;\n',
    ],
    [
      'the function itself',
      'src/send.ts',
      "export const send = (path: string) => fetch('https://api.example.com' + path);\n",
    ],
  ])('are evaluated again if %s has changed', async (_, name, text) => {
    put(name, text);
    put('src/use.ts', `${FILES['src/use.ts'] ?? ''}export const all = () => send('/zones/1/firewall/rules');\n`);
    const fresh = await scanOutput('--no-cache');
    expect(fresh).not.toContain('/firewall/rules');
    expect(await scanCached()).toBe(fresh);
    put(name, FILES[name] ?? '');
    const again = await scanOutput('--no-cache');
    expect(again).toContain('/firewall/rules');
    expect(await scanCached()).toBe(again);
  });

  it('are evaluated again if a change affects a value that was requested before the function', async () => {
    put('src/fields.ts', "export const FIELDS: any = { url: '/fixed' };\n");
    put(
      'src/route.ts',
      "import express from 'express';\nimport { FIELDS } from './fields.js';\nconst router = express.Router();\nexport const route = (path: string) => {\n  router.handle({ url: path, ...FIELDS });\n};\n",
    );
    put(
      'src/ask.ts',
      "import { route } from './route.js';\nexport const ask = (path: string) => route('https://api.cloudflare.com/client/v4' + '/zones/1/' + path);\n",
    );
    put(
      'src/asking.ts',
      "import { ask } from './ask.js';\nimport { route } from './route.js';\nroute('https://api.cloudflare.com/client/v4/zones/1/rate_limits');\nask('pagerules');\n",
    );
    put('src/later.ts', "import { ask } from './ask.js';\nask('pagerules');\n");
    await scanCached();
    put('src/fields.ts', 'export const FIELDS: any = {};\n');
    const fresh = await scanOutput('--no-cache');
    expect(fresh).toContain('"file": "src/later.ts"');
    expect(await scanCached()).toBe(fresh);
  });
});
