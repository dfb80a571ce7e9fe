import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import type { Report } from '../../src/report/report.js';
import { folder } from '../scanner/support.js';
import { CALL, cli, git, places, settings } from './support.js';

/** Ended on 2026-08-26. */
const ASSISTANTS = "import OpenAI from 'openai';\nnew OpenAI().beta.assistants.create({ model: 'm' });\n";
/** Without an announced end. */
const ORDERS = "import Stripe from 'stripe';\nnew Stripe(process.env.KEY ?? '').orders.list();\n";

describe('packaged catalogues of other APIs', () => {
  it.each([
    ['imports an SDK', { 'a.ts': ASSISTANTS }, ['a.ts:2:1']],
    ['has a host in a request', { 'a.js': "fetch('https://api.openai.com/v1/assistants');\n" }, ['a.js:1:7']],
    [
      'calls a wrapper of another file that has the host',
      {
        'a.ts': "import { api } from './b.js';\nexport const list = () => api('/assistants');\n",
        'b.ts': "export const api = (path: string) => fetch('https://api.openai.com/v1' + path);\n",
      },
      ['a.ts:2:31'],
    ],
    ['is a script', { 'a.sh': 'curl -X DELETE "https://api.openai.com/v1/assistants/$ID"\n' }, ['a.sh:1:16']],
    [
      'is Python',
      { 'a.py': 'import requests\nrequests.post("https://api.openai.com/v1/assistants")\n' },
      ['a.py:2:15'],
    ],
    [
      'is a workflow with a step that names the address',
      {
        'z.ts': '',
        '.github/workflows/w.yml':
          'jobs:\n  a:\n    steps:\n      - run: curl -X POST "https://api.openai.com/v1/assistants"\n',
      },
      ['.github/workflows/w.yml:4:27'],
    ],
  ])('apply if a file %s', async (_, files, found) => {
    expect(await places(folder(files))).toEqual(found);
  });

  it.each([
    ['the name of an API in a text', "export const provider = 'openai';\nfetch('/assistants');\n"],
    ['a package of the same name in a folder', "import { a } from './openai';\na.beta.assistants.create();\n"],
    ['the documentation of an API', "// https://platform.openai.com/docs/assistants\nfetch('/v1/assistants');\n"],
    ['an operation of the API that is in use', "fetch('https://api.openai.com/v1/responses', { method: 'POST' });\n"],
  ])('report nothing for %s', async (_, text) => {
    const { out, code } = await cli(folder({ 'a.ts': text }), ['scan']);
    expect(out).toContain('No findings.');
    expect(code).toBe(0);
  });

  it('do not apply for a URL outside the code of a workflow', async () => {
    const text = 'jobs:\n  a:\n    steps:\n      - name: https://api.openai.com/v1/assistants\n        run: ls\n';
    const { out } = await cli(folder({ 'a.ts': '', '.github/workflows/w.yml': text }), ['scan', '--verbose']);
    expect(out).not.toContain('openai current');
  });

  it('do not cause a second listing or reading', async () => {
    const root = folder({ 'a.ts': ASSISTANTS, 'b.ts': CALL, 'c.ts': '', 'd.json': '{}' });
    const counts = async (...flags: string[]): Promise<readonly (string | undefined)[]> => {
      const { err } = await cli(root, ['scan', '--stats', ...flags]);
      return [/files listed +(\d+)/, /files read +(\d+)/].map((line) => line.exec(err)?.[1]);
    };
    expect(await counts()).toEqual(['3', '4']);
    expect(await counts('--api', 'none')).toEqual(['3', '4']);
  });

  it('apply beside the built-in catalogue, each only to files that use its API', async () => {
    const root = folder({ 'a.ts': ASSISTANTS, 'b.ts': CALL });
    const { out } = await cli(root, ['scan', '--as-of', '2026-11-24']);
    // Editions that provide dates of findings.
    expect(out).toMatch(/^Dates: editions cloudflare specification of 2024-06-16, openai current of \S+\.$/m);
    expect(out).not.toContain('stripe');
    expect(await places(root)).toEqual(['a.ts:2:1', 'b.ts:2:9']);
  });

  it('are selected by "apis" and --api', async () => {
    const root = folder({ 'a.ts': ASSISTANTS, 'b.ts': ORDERS });
    const openai = ['a.ts:2:1'];
    const stripe = ['b.ts:2:1'];
    expect(await places(root)).toEqual([...openai, ...stripe]);
    expect(await places(root, '--api', 'none')).toEqual([]);
    expect(await places(root, '--api', 'stripe')).toEqual(stripe);
    expect(await places(root, '--api', 'stripe', '--api', 'auto')).toEqual([...openai, ...stripe]);
    expect(await places(root, ...settings({ apis: ['openai'] }))).toEqual(openai);
    expect(await places(root, ...settings({ apis: ['none'] }))).toEqual([]);
  });

  it('report deprecations without an announced end, which fail only if the API is requested', async () => {
    const root = folder({ 'b.ts': ORDERS });
    const { out, code } = await cli(root, ['scan']);
    expect(code).toBe(0);
    expect(out).toContain('does not fail: no end is announced');
    expect(out).toContain('1 finding without an announced end does not fail the gate (--api stripe makes it count).');
    expect((await cli(root, ['scan', '--api', 'stripe'])).code).toBe(1);
    expect((await cli(folder({ 'a.ts': ASSISTANTS }), ['scan', '--within', 'all'])).code).toBe(1);
  });

  it('are named even if nothing is found', async () => {
    const live = folder({ 'a.ts': "fetch('https://api.openai.com/v1/responses', { method: 'POST' });\n" });
    const { out } = await cli(live, ['scan']);
    expect(out).toMatch(
      /^No findings\.\nLooked for: editions cloudflare specification of [-\d]+, openai current of [-\d]+\.\n/,
    );
    expect((await cli(folder({ 'a.ts': 'export {};\n' }), ['scan'])).out).not.toContain('openai');
  });

  it('can be ignored and overridden without being requested', async () => {
    const root = folder({ 'a.ts': ASSISTANTS, 'b.ts': 'export {};\n' });
    expect(await places(root, ...settings({ ignore: ['openai/assistants'] }))).toEqual([]);
    expect(await places(folder({ 'b.ts': CALL }), ...settings({ ignore: ['openai/assistants'] }))).toEqual([
      'b.ts:2:9',
    ]);
    const overrides = [{ id: 'openai/assistants', endOfLife: '2031-01-01' }];
    const { out } = await cli(root, ['scan', '--format', 'json', ...settings({ overrides })]);
    expect((JSON.parse(out) as Report).findings[0]?.endOfLife).toBe('2031-01-01');
    const { err } = await cli(root, ['scan', ...settings({ ignore: ['openai/assistant'] })]);
    expect(err).toContain("'openai/assistant', which is not a deprecation");
  });

  it('are replaced by a catalogue of the project for the same host', async () => {
    const own = {
      format: 2,
      api: { id: 'mine', baseUrls: [{ url: 'https://api.openai.com/v1' }] },
      deprecations: [
        {
          id: 'mine/files',
          kind: 'endpoint',
          feature: 'Files',
          endOfLife: '2025-01-01',
          endpoints: [{ methods: ['GET'], path: '/files' }],
          replacement: { kind: 'none' },
        },
      ],
    };
    const root = folder({
      'own.json': JSON.stringify(own),
      'a.ts': "fetch('https://api.openai.com/v1/assistants');\nfetch('https://api.openai.com/v1/files');\n",
    });
    expect(await places(root, '--catalogue', join(root, 'own.json'), 'a.ts')).toEqual(['a.ts:2:7']);
  });

  it('apply to additions in a change, even if the change disables them', async () => {
    const root = folder({ 'a.ts': 'export {};\n', 'b.ts': ASSISTANTS });
    git(root, 'init', '-q');
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'one');
    writeFileSync(join(root, 'a.ts'), "fetch('https://api.openai.com/v1/threads', { method: 'POST' });\n");
    git(root, 'add', '.');
    expect(await places(root, '--staged')).toEqual(['a.ts:1:7']);
    writeFileSync(join(root, 'sunset-lint.config.json'), JSON.stringify({ apis: ['none'] }));
    git(root, 'add', '.');
    expect(await places(root, '--staged')).toEqual(['a.ts:1:7']);
  });

  it('are known to explain, by id, URL, operation and place', async () => {
    const root = folder({ 'a.ts': ASSISTANTS });
    for (const asked of ['openai/assistants', 'https://api.openai.com/v1/assistants', 'POST /assistants'])
      expect((await cli(root, ['explain', asked])).out).toContain('Assistants API');
    expect((await cli(root, ['explain', 'a.ts:2'])).out).toContain('https://api.openai.com/v1/assistants');
  });

  it('apply to a scan by the API unless it passes its own catalogue', async () => {
    const root = folder({ 'a.ts': ASSISTANTS });
    const { findings } = await scan({ root, asOf: '2026-11-24' });
    expect(findings.map(({ deprecation }) => deprecation)).toEqual(['openai/assistants']);
  });

  it('do not cause files to be read twice in a tree that does not use their APIs', async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${String(at)}.ts`, CALL]));
    const read = async (...flags: readonly string[]): Promise<string | undefined> => {
      const { err } = await cli(folder(files), ['scan', '--stats', ...flags]);
      return /files read +(\d+)/.exec(err)?.[1];
    };
    expect(await read()).toBe(await read('--api', 'none'));
  });
});
