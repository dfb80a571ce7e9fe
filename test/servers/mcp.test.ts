import { spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { API, CALL } from '../cli/support.js';
import { folder } from '../scanner/support.js';

const MAIN = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));

interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

type Ask = (name: string, given?: Record<string, unknown>) => Promise<Answer>;

async function open(cwd: string): Promise<{ readonly client: Client; readonly ask: Ask }> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], cwd }));
  onTestFinished(() => client.close());
  return {
    client,
    ask: async (name, given = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: given });
      return {
        text: (content as readonly { readonly text: string }[]).map(({ text }) => text).join(''),
        isError: isError === true,
      };
    },
  };
}

function rowsOf({ text }: Answer): readonly Readonly<Record<string, unknown>>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

// Each test starts the program.
describe('the MCP server', { timeout: 60_000 }, () => {
  it('has three read-only tools', async () => {
    const root = folder({ 'a.ts': CALL, '.git/HEAD': 'ref: refs/heads/main\n' });
    const { client, ask } = await open(root);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['scan_paths', 'explain', 'list_ends']);
    for (const { annotations } of tools)
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    await ask('scan_paths');
    expect(readdirSync(root).sort()).toEqual(['.git', 'a.ts']);
  });

  it('answers a scan with the requested findings and a summary', async () => {
    const root = folder({
      'src/a.ts': CALL,
      'src/b.ts': `${CALL}${CALL.replace('list', 'more')}`,
      'c.sh': `curl ${API}/zones/1/pagerules\n`,
    });
    const { ask } = await open(root);
    const all = rowsOf(await ask('scan_paths'));
    expect(all.map(({ record }) => record)).toEqual([...Array.from({ length: 4 }, () => 'finding'), 'summary']);
    const some = rowsOf(await ask('scan_paths', { paths: ['src'], limit: 1 }));
    expect(some.map(({ record, left, findings }) => [record, left, findings])).toEqual([
      ['finding', undefined, undefined],
      ['more', 2, undefined],
      ['summary', undefined, 3],
    ]);
    expect(rowsOf(await ask('scan_paths', { paths: ['*.sh'] }))[0]).toMatchObject({ place: 'c.sh:1:6' });
    expect((await ask('scan_paths', { paths: ['none.ts'] })).isError).toBe(true);
  });

  it('limits the length of answers, and counts the rest', async () => {
    const broken = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`broken${at}.ts`, `${CALL}const = ;\n`]));
    const { ask } = await open(folder(broken));
    const rows = rowsOf(await ask('scan_paths', { limit: 1_000_000 }));
    const summary = rows.at(-1) as { syntaxErrors: readonly string[]; limits: readonly string[] };
    expect(summary.syntaxErrors).toHaveLength(50);
    expect(summary.limits.at(-1)).toBe(
      "Not named here: 10 more files with syntax errors. A narrower 'paths' names them.",
    );
    const { text, isError } = await ask('explain', { what: 'x'.repeat(3000) });
    expect({ text, isError }).toEqual({ text: "'what' has more than 2000 characters.", isError: true });
  });

  it('explains deprecations and locations, and lists future ends', async () => {
    const { ask } = await open(folder({ 'a.ts': CALL }));
    expect((await ask('explain', { what: 'page-rules-api' })).text).toContain('GET');
    expect((await ask('explain', { what: 'a.ts:2' })).text).toContain('pagerules');
    expect(await ask('explain', { what: 'page-rule-api' })).toEqual({
      text: expect.stringContaining("did you mean 'page-rules-api'") as string,
      isError: true,
    });
    const ends = rowsOf(await ask('list_ends', { limit: 500 }));
    expect(ends.find(({ id }) => id === 'page-rules-api')).toMatchObject({
      ends: '2025-01-06',
      days: expect.any(Number) as number,
    });
    const days = ends.map((row) => String(row['ends']).slice(0, 7));
    expect(days).toEqual([...days].sort());
    expect((await ask('list_ends', { withinDays: 0, api: 'nobody' })).text).toBe('Nothing ends.\n');
  });

  it('reads nothing outside its folder, even through links', async () => {
    const root = folder({ 'in/a.ts': CALL, 'out/secret.ts': CALL });
    symlinkSync(join(root, 'out'), join(root, 'in/link'));
    symlinkSync(join(root, 'out/secret.ts'), join(root, 'in/file.ts'));
    const { ask } = await open(join(root, 'in'));
    const paths = [
      '..',
      '../out',
      join(root, 'out/secret.ts'),
      '/etc',
      'link',
      'link/secret.ts',
      'file.ts',
      '../out/*.ts',
      'link/*.ts',
      '!../out',
      'a\0',
    ];
    for (const path of paths)
      expect([path, await ask('scan_paths', { paths: [path] })]).toMatchObject([path, { isError: true }]);
    for (const what of ['../out/secret.ts:2', 'link/secret.ts:2', 'file.ts:2', '/etc/passwd:1'])
      expect([what, await ask('explain', { what })]).toMatchObject([what, { isError: true }]);
    const whole = await ask('scan_paths');
    expect(whole.isError).toBe(false);
    expect(whole.text).not.toContain('secret');
  });

  it('runs no program, and reveals no keys', async () => {
    const program =
      "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('ran', import.meta.url), '');\nexport default {};\n";
    const root = folder({ 'a.ts': CALL, 'sunset-lint.config.mjs': program });
    const { ask } = await open(root);
    expect((await ask('scan_paths')).isError).toBe(true);
    expect(readdirSync(root).sort()).toEqual(['a.ts', 'sunset-lint.config.mjs']);
    const key = 'sk_live_abcdefghijklmnopqrstuvwx';
    const second = await open(
      folder({
        'b.ts': `fetch('https://me:${key}@api.cloudflare.com/client/v4/zones/1/pagerules?api_key=${key}');\n`,
      }),
    );
    const { text } = await second.ask('scan_paths');
    expect(text).toContain('page-rules-api');
    expect(text).not.toContain(key);
  });

  it('has a prompt with the plan of a deprecation, as fix --plan writes it', async () => {
    const root = folder({
      'src/a.js': `fetch('${API}/zones/1/script_monitor');\n`,
      'b.ts': CALL,
      '.git/HEAD': 'ref: refs/heads/main\n',
    });
    const { client } = await open(root);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, arguments: given = [] }) => [name, ...given.map((one) => one.name)])).toEqual([
      ['migration-plan', 'deprecation', 'path'],
    ]);
    const plan = async (given: Record<string, string>): Promise<string> => {
      const { messages } = await client.getPrompt({ name: 'migration-plan', arguments: given });
      expect(messages.map(({ role }) => role)).toEqual(['user']);
      return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('');
    };
    const args = ['fix', '--dry-run', '--plan', '-'];
    const { stdout } = spawnSync(process.execPath, [MAIN, ...args], { cwd: root, encoding: 'utf8' });
    const texts = [
      await plan({ deprecation: 'page-shield-script-monitor' }),
      await plan({ deprecation: 'page-rules-api' }),
    ];
    expect(texts.join('\n')).toBe(stdout);
    expect(texts[0]).toContain('## Edits ready to be made');
    await expect(plan({ deprecation: 'page-rules-api', path: 'src' })).rejects.toThrow(
      "there is no open finding of 'page-rules-api'; there are findings of page-shield-script-monitor.",
    );
    for (const given of [{}, { deprecation: 'page-rules-api', path: '..' }, { deprecation: 'x', more: 'y' }])
      await expect(plan(given as Record<string, string>)).rejects.toThrow();
    expect(readdirSync(root).sort()).toEqual(['.git', 'b.ts', 'src']);
  });

  it('explains an invalid call', async () => {
    const { ask } = await open(folder({ 'a.ts': CALL }));
    for (const [name, given] of [
      ['scan_paths', { paths: 'src' }],
      ['scan_paths', { paths: [] }],
      ['scan_paths', { fix: true }],
      ['scan_paths', { minConfidence: 'sure' }],
      ['explain', {}],
      ['list_ends', { limit: -1 }],
      ['write', {}],
    ] as const)
      expect([name, given, (await ask(name, given)).isError]).toEqual([name, given, true]);
  });

  it('answers a client that closes its input at once, and ends with 0', () => {
    const messages = [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_ends', arguments: { limit: 1 } } },
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'mcp'], {
      cwd: folder({ 'a.ts': CALL }),
      input: messages.map((one) => `${JSON.stringify(one)}\n`).join(''),
      encoding: 'utf8',
    });
    expect({ status, stderr, answers: stdout.trimEnd().split('\n').length }).toEqual({
      status: 0,
      stderr: '',
      answers: 2,
    });
  });
});
