import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LanguageClient } from './language-server.js';
import type { CodeAction, Diagnostic, Range, TextEdit } from './language-server.js';
import { API, folder } from './support.js';

const PLUGIN = new URL('../../dist/bundle/index.js', import.meta.url).href;
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const TEXT = `import { BASE } from './base.js';\n\nawait fetch(\`\${BASE}/zones/1/script_monitor/scripts\`);\n`;

describe('the ESLint server of an editor', () => {
  let client: LanguageClient;
  let uri: string;
  let version = 1;

  beforeEach(async () => {
    const root = folder({
      'package.json': '{"type":"module"}',
      'eslint.config.js': `import sunset from '${PLUGIN}';\nexport default [sunset.configs.recommended];\n`,
      'base.js': `export const BASE = '${API}';\n`,
      'a.js': TEXT,
    });
    symlinkSync(MODULES, join(root, 'node_modules'));
    uri = pathToFileURL(join(root, 'a.js')).href;
    client = new LanguageClient(root);
    await client.start();
    client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'javascript', version, text: TEXT } });
  });

  afterEach(() => {
    client.stop();
  });

  it('shows a finding, applies its suggestion, and reports nothing afterwards', async () => {
    const [diagnostic, ...others] = await diagnostics();
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({
      source: 'eslint',
      code: 'sunset/no-deprecated-endpoint',
      range: range(2, 12, 2, 52),
    });
    expect(diagnostic?.message).toMatch(/^`GET \/zones\/\{zone_id\}\/script_monitor\/scripts` ended on 2022-10-11;/);
    expect(diagnostic?.codeDescription?.href).toMatch(/^file:.*\/docs\/rules\/no-deprecated-endpoint\.md$/);

    const actions = await client.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: diagnostic?.range,
      context: { diagnostics: [diagnostic] },
    });
    const suggestion = actions.find(({ title }) =>
      title.startsWith('Replace the path segment `script_monitor` by `page_shield`.'),
    );
    expect(suggestion?.kind).toBe('quickfix');
    await client.request('workspace/executeCommand', suggestion?.command);
    expect(client.applied).toEqual([{ range: range(2, 29, 2, 43), newText: 'page_shield' }]);

    change(applied(TEXT, client.applied));
    expect(await diagnostics()).toEqual([]);
  });

  it('updates findings while text is typed', async () => {
    expect(await diagnostics()).toHaveLength(1);
    change(TEXT.replace('script_monitor/scripts', 'rulesets'));
    expect(await diagnostics()).toEqual([]);
    change(TEXT.replace('script_monitor/scripts', 'pagerules'));
    expect(await diagnostics()).toHaveLength(1);
  });

  async function diagnostics(): Promise<readonly Diagnostic[]> {
    const { items } = await client.request<{ items: Diagnostic[] }>('textDocument/diagnostic', {
      textDocument: { uri },
    });
    return items;
  }

  function change(text: string): void {
    version += 1;
    client.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
  }
});

function range(line: number, character: number, endLine: number, endCharacter: number): Range {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

/** Applies one edit within a line. */
function applied(text: string, edits: readonly TextEdit[]): string {
  const [edit] = edits;
  const lines = text.split('\n');
  if (edit === undefined) return text;
  const { start, end } = edit.range;
  const line = lines[start.line] ?? '';
  lines[start.line] = line.slice(0, start.character) + edit.newText + line.slice(end.character);
  return lines.join('\n');
}
