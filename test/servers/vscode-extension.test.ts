import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';

const EXTENSION = fileURLToPath(new URL('../../editors/vscode/extension.js', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Started {
  readonly server: { readonly command: string; readonly args: readonly string[] };
  readonly client: { readonly initializationOptions: unknown };
}

/** Loads the extension with fakes of the editor and its library, and gives the servers that it starts. */
async function activate(
  root: string,
): Promise<{ readonly started: readonly Started[]; readonly logged: readonly string[] }> {
  const started: Started[] = [];
  const logged: string[] = [];
  class LanguageClient {
    constructor(_name: string, server: Started['server'], client: Started['client']) {
      started.push({ server, client });
    }
    start(): Promise<void> {
      return Promise.resolve();
    }
  }
  const parts: Readonly<Record<string, unknown>> = {
    vscode: {
      window: { createOutputChannel: () => ({ appendLine: (line: string) => logged.push(line) }) },
      workspace: {
        workspaceFolders: [{ uri: { scheme: 'file', fsPath: root, toString: () => pathToFileURL(root).href } }],
        getConfiguration: () => ({ get: (name: string) => (name === 'unresolved' ? false : []) }),
      },
    },
    'vscode-languageclient/node': { LanguageClient, TransportKind: { stdio: 0 } },
  };
  const require = createRequire(EXTENSION);
  const source = readFileSync(EXTENSION, 'utf8');
  const module = { exports: {} as { readonly activate?: () => Promise<void> } };
  const run = compileFunction(source, ['require', 'exports', 'process']) as (...given: readonly unknown[]) => void;
  run((name: string) => parts[name] ?? (require(name) as unknown), module.exports, process);
  await module.exports.activate?.();
  return { started, logged };
}

describe('the VS Code extension', () => {
  it('has no links that its packager rejects without a repository', () => {
    const readme = readFileSync(fileURLToPath(new URL('../../editors/vscode/README.md', import.meta.url)), 'utf8');
    expect(readme.match(/\]\((?!https:)[^)]*\)/g)).toBeNull();
  });

  it('starts the program of the workspace or of a parent folder', async () => {
    const root = folder({});
    mkdirSync(join(root, 'node_modules'));
    mkdirSync(join(root, 'packages/app'), { recursive: true });
    symlinkSync(ROOT, join(root, 'node_modules/sunset-lint'));
    const { started } = await activate(join(root, 'packages/app'));
    expect(started.map(({ server }) => server.args)).toEqual([
      [join(root, 'node_modules/sunset-lint/dist/program/main.cjs'), 'lsp'],
    ]);
    expect(started[0]?.client.initializationOptions).toEqual({
      ignoreLanguages: [],
      unresolved: false,
      configCode: true,
    });
  });

  it('starts nothing if the package is not installed, and says so', async () => {
    const { started, logged } = await activate(folder({}));
    expect({ started, logged }).toEqual({ started: [], logged: [expect.stringContaining('installed')] });
  });
});
