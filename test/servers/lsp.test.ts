import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import type { CodeAction, Hover, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol/node';
import { API, CALL, CLEAN } from '../cli/support.js';
import { folder } from '../scanner/support.js';
import { Editor } from './editor.js';

const MOVED = `fetch('${API}/zones/1/script_monitor');\n`;
const uri = (...steps: readonly string[]): string => pathToFileURL(join(...steps)).href;

// Each test starts the program.
describe('the language server', { timeout: 60_000 }, () => {
  it('reports findings of files in all languages, open or not', async () => {
    const root = folder({
      'a.ts': CALL,
      'b.sh': `curl "${API}/zones/1/pagerules"\n`,
      'c.py': `import requests\n\nrequests.get("${API}/zones/1/pagerules")\n`,
      '.github/workflows/w.yml': `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: curl ${API}/zones/1/pagerules\n`,
      'clean.ts': CLEAN,
    });
    const editor = await Editor.open([root]);
    expect(editor.answer?.serverInfo?.name).toBe('sunset-lint');
    const [first] = await editor.diagnostics(join(root, 'a.ts'));
    expect(first).toMatchObject({
      severity: 1,
      source: 'sunset-lint',
      code: 'page-rules-api',
      tags: [2],
      codeDescription: { href: expect.stringMatching(/^https:/) as string },
      range: { start: { line: 1 }, end: { line: 1 } },
    });
    const all = await editor.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
      previousResultIds: [],
    });
    expect(all.items.map((item) => item.uri).sort()).toEqual(
      ['.github/workflows/w.yml', 'a.ts', 'b.sh', 'c.py'].map((name) => uri(root, name)),
    );
    const again = await editor.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
      previousResultIds: all.items.map((item) => ({ uri: item.uri, value: item.resultId ?? '' })),
    });
    expect(again.items.map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => 'unchanged'));
    expect(await editor.end()).toBe(0);
  });

  it('reports a file that cannot be read at its first line', async () => {
    const root = folder({ 'a.ts': `${CALL}\0`, 'b.ts': CLEAN });
    const editor = await Editor.open([root]);
    expect(await editor.diagnostics(join(root, 'a.ts'))).toMatchObject([
      {
        code: 'unread',
        severity: 2,
        range: { start: { line: 0, character: 0 } },
        message:
          'Calls in this file may be missing here, because it was not read in full: binary, or in an unsupported encoding.',
      },
    ]);
    expect(await editor.diagnostics(join(root, 'b.ts'))).toEqual([]);
    expect(await editor.end()).toBe(0);
  });

  it('completes its first scan while the user types', async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}.ts`, CALL]));
    const root = folder({ ...files, 'typed.ts': CLEAN });
    const editor = await Editor.open([root], { capabilities: {} });
    let keys = 0;
    while (!editor.published.has(uri(root, 'f7.ts')) && keys < 1500) {
      keys += 1;
      await editor.show(join(root, 'typed.ts'), `${CLEAN}// ${'x'.repeat(keys)}\n`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(keys).toBeLessThan(1500);
    expect(await editor.end()).toBe(0);
  });

  it('analyses unsaved text, even of files that others import', async () => {
    const base = `export const base = '${API}';\n`;
    const call = `import { base } from './base';\n\nexport const list = (zone: string) => fetch(\`\${base}/zones/\${zone}/pagerules\`);\n`;
    const root = folder({ 'base.ts': "export const base = 'https://example.com';\n", 'call.ts': call, 'x.ts': CLEAN });
    const editor = await Editor.open([root]);
    expect(await editor.found(root, 'call.ts')).toEqual([]);
    await editor.show(join(root, 'base.ts'), base);
    expect(await editor.found(root, 'call.ts')).toEqual(['3: page-rules-api']);
    await editor.show(join(root, 'call.ts'), `\n\n${call}`);
    expect(await editor.found(root, 'call.ts')).toEqual(['5: page-rules-api']);
    await editor.close(join(root, 'base.ts'));
    expect(await editor.found(root, 'call.ts')).toEqual([]);
    // A file that does not exist yet.
    await editor.show(join(root, 'new.ts'), CALL);
    expect(await editor.found(root, 'new.ts')).toEqual(['2: page-rules-api']);
    await editor.show(join(root, 'new.ts'), `${CALL}const x = (;\n`);
    expect(await editor.found(root, 'new.ts')).toEqual(['2: page-rules-api']);
    await editor.close(join(root, 'new.ts'));
    expect(await editor.found(root, 'new.ts')).toEqual([]);
  });

  it('reads changed files again, including settings and baseline', async () => {
    const root = folder({ 'a.ts': CALL, 'b.ts': CLEAN });
    const editor = await Editor.open([root]);
    expect(await editor.found(root, 'a.ts')).toHaveLength(1);
    expect(editor.registered).toBe(1);
    writeFileSync(join(root, 'b.ts'), CALL);
    rmSync(join(root, 'a.ts'));
    await editor.changedOnDisk(join(root, 'a.ts'), join(root, 'b.ts'));
    expect([await editor.found(root, 'a.ts'), await editor.found(root, 'b.ts')]).toEqual([[], ['2: page-rules-api']]);
    await vi.waitFor(() => expect(editor.refreshed).toBeGreaterThan(0));
    const config = join(root, 'sunset-lint.config.json');
    writeFileSync(config, '{ "ignore": ["page-rules-api"] }');
    await editor.changedOnDisk(config);
    expect(await editor.found(root, 'b.ts')).toEqual([]);
    writeFileSync(config, '{ "ignore": ["page-rules-api" }');
    await editor.changedOnDisk(config);
    await editor.diagnostics(join(root, 'b.ts'));
    await vi.waitFor(() => expect(editor.messages.join('\n')).toContain('sunset-lint.config.json'));
    rmSync(config);
    await editor.changedOnDisk(config);
    expect(await editor.found(root, 'b.ts')).toEqual(['2: page-rules-api']);
  });

  it('offers the exact fix, a suppression comment and an entry in the baseline', async () => {
    const root = folder({
      'a.js': `function f() {\n  ${MOVED}}\n`,
      'b.sh': `curl -X GET \\\n  "${API}/zones/1/pagerules"\n`,
    });
    const editor = await Editor.open([root]);
    const [diagnostic] = await editor.diagnostics(join(root, 'a.js'));
    const ask = async (name: string, line: number): Promise<readonly CodeAction[]> => {
      const at = { line, character: 20 };
      return editor.connection.sendRequest('textDocument/codeAction', {
        textDocument: { uri: uri(root, name) },
        range: { start: at, end: at },
        context: { diagnostics: [] },
      });
    };
    const [fix, exception, accept, ...rest] = await ask('a.js', 1);
    expect(rest).toEqual([]);
    expect(fix).toMatchObject({
      isPreferred: true,
      diagnostics: [diagnostic],
      edit: { changes: { [uri(root, 'a.js')]: [{ newText: 'page_shield' }] } },
    });
    expect(exception?.edit?.changes?.[uri(root, 'a.js')]).toEqual([
      {
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } },
        newText: '  // sunset-lint-disable-next-line page-shield-script-monitor -- TODO: say why\n',
      },
    ]);
    // No comment is offered between the lines of one command.
    expect((await ask('b.sh', 1)).map(({ title }) => title)).toEqual([
      "Accept this use of 'page-rules-api' into the baseline",
    ]);
    expect(await ask('a.js', 0)).toEqual([]);
    await editor.connection.sendRequest('workspace/executeCommand', accept?.command);
    expect(await editor.found(root, 'a.js')).toEqual([]);
    expect(await editor.found(root, 'b.sh')).toHaveLength(1);
    const written = JSON.parse(readFileSync(join(root, 'sunset-baseline.json'), 'utf8')) as {
      readonly findings: unknown;
    };
    expect(written.findings).toMatchObject([{ file: 'a.js', deprecation: 'page-shield-script-monitor' }]);
    // An unknown address writes nothing.
    await editor.connection.sendRequest('workspace/executeCommand', {
      command: 'sunset-lint.acceptIntoBaseline',
      arguments: ['file:///etc/passwd', 'x'],
    });
    await vi.waitFor(() => expect(editor.messages.join('\n')).toContain('this finding no longer exists'));
  });

  it('shows the end of life, the replacement and the evidence in a hover', async () => {
    const root = folder({ 'a.ts': CALL });
    const editor = await Editor.open([root]);
    const ask = async (line: number): Promise<Hover | null> =>
      editor.connection.sendRequest('textDocument/hover', {
        textDocument: { uri: uri(root, 'a.ts') },
        position: { line, character: 20 },
      });
    const hover = await ask(1);
    const { value } = hover?.contents as { readonly value: string };
    for (const part of ['GET /zones/{zone_id}/pagerules', 'End of life: 2025-01-06', 'Confidence: certain', 'Why:'])
      expect(value).toContain(part);
    expect(await ask(0)).toBeNull();
  });

  it('publishes diagnostics to clients that do not pull, and clears outdated ones', async () => {
    const root = folder({ 'a.ts': CALL, 'b.ts': CLEAN });
    const editor = await Editor.open([root], { capabilities: {} });
    await vi.waitFor(() => expect(editor.published.get(uri(root, 'a.ts'))).toHaveLength(1), 20_000);
    await editor.show(join(root, 'a.ts'), CLEAN);
    await vi.waitFor(() => expect(editor.published.get(uri(root, 'a.ts'))).toEqual([]), 20_000);
    expect(editor.published.has(uri(root, 'b.ts'))).toBe(false);
    // The client does not report other changes on disk, so a save makes the server read all files again.
    expect(editor.logs.join('\n')).toContain('no changes on disk');
    writeFileSync(join(root, 'b.ts'), CALL);
    await editor.connection.sendNotification('textDocument/didSave', { textDocument: { uri: uri(root, 'a.ts') } });
    await vi.waitFor(() => expect(editor.published.get(uri(root, 'b.ts'))).toHaveLength(1), 20_000);
  });

  it('handles nested folders separately, and no file outside them', async () => {
    const root = folder({ 'one/a.ts': CALL, 'one/in/b.ts': CALL, 'two/c.ts': CALL, 'three/d.ts': CALL });
    const editor = await Editor.open([join(root, 'one'), join(root, 'one/in'), join(root, 'two')]);
    const filesReported = async (): Promise<readonly string[]> => {
      const all = await editor.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
        previousResultIds: [],
      });
      return all.items.map((item) => item.uri.slice(uri(root).length + 1)).sort();
    };
    expect(await filesReported()).toEqual(['one/a.ts', 'one/in/b.ts', 'two/c.ts']);
    await editor.show(join(root, 'three/d.ts'), CALL);
    expect(await editor.found(root, 'three/d.ts')).toEqual([]);
    const event = {
      added: [{ uri: uri(root, 'three'), name: 'three' }],
      removed: [{ uri: uri(root, 'two'), name: 'two' }],
    };
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    expect(await editor.found(root, 'three/d.ts')).toHaveLength(1);
    expect(await filesReported()).toEqual(['one/a.ts', 'one/in/b.ts', 'three/d.ts']);
  });

  it('skips languages excluded by the client, and says so once', async () => {
    const root = folder({ 'a.ts': CALL, 'b.sh': `curl "${API}/zones/1/pagerules"\n` });
    const editor = await Editor.open([root], { options: { ignoreLanguages: ['javascript'], unresolved: 'yes' } });
    expect([await editor.found(root, 'a.ts'), await editor.found(root, 'b.sh')]).toEqual([[], ['1: page-rules-api']]);
    expect(editor.logs.filter((line) => line.includes('left out'))).toHaveLength(1);
    expect(editor.messages.join('\n')).toContain("'unresolved' is neither true nor false");
  });

  it('runs no configuration program unless the client trusts the folder', async () => {
    const program =
      "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('ran', import.meta.url), '');\nexport default {};\n";
    const root = folder({ 'a.ts': CALL, 'sunset-lint.config.mjs': program });
    const careful = await Editor.open([root]);
    expect(await careful.found(root, 'a.ts')).toEqual([]);
    await vi.waitFor(() => expect(careful.messages.join('\n')).toContain('sunset-lint.config.mjs'));
    expect(() => readFileSync(join(root, 'ran'))).toThrow();
    const trusting = await Editor.open([root], { options: { configCode: true } });
    expect(await trusting.found(root, 'a.ts')).toHaveLength(1);
  });

  it('answers cancelled requests as such, and ends with 1 when the client disappears', async () => {
    const root = folder({ 'a.ts': CALL });
    const editor = await Editor.open([root]);
    await editor.show(join(root, 'a.ts'), `\n${CALL}`);
    const { CancellationTokenSource } = await import('vscode-languageserver-protocol/node');
    const source = new CancellationTokenSource();
    const asked = editor.connection.sendRequest(
      'textDocument/diagnostic',
      { textDocument: { uri: uri(root, 'a.ts') } },
      source.token,
    );
    source.cancel();
    await expect(asked).rejects.toThrow();
    expect(await editor.found(root, 'a.ts')).toEqual(['3: page-rules-api']);
    editor.connection.end();
    expect(await editor.exit()).toBe(1);
  });
});
