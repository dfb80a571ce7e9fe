import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import type {
  ClientCapabilities,
  Diagnostic,
  DocumentDiagnosticReport,
  InitializeResult,
  ProtocolConnection,
  PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol/node';

const MAIN = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));

/** Capabilities of a client that pulls diagnostics. */
const PULLS: ClientCapabilities = {
  textDocument: { diagnostic: {}, publishDiagnostics: { relatedInformation: true } },
  workspace: {
    workspaceFolders: true,
    diagnostics: { refreshSupport: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
};

export interface EditorInput {
  readonly capabilities?: ClientCapabilities;
  readonly options?: object;
}

/** The built server, and a client of it. */
export class Editor {
  readonly connection: ProtocolConnection;
  readonly messages: string[] = [];
  readonly logs: string[] = [];
  readonly published = new Map<string, readonly Diagnostic[]>();
  refreshed = 0;
  registered = 0;
  readonly #over: Promise<readonly unknown[]>;
  readonly #versions = new Map<string, number>();

  private constructor(cwd: string) {
    const server = spawn(process.execPath, [MAIN, 'lsp', '--stdio'], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void server.kill());
    this.#over = once(server, 'exit');
    const connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    this.connection = connection;
    connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) => {
      this.published.set(uri, diagnostics);
    });
    connection.onNotification(
      'window/showMessage',
      ({ message }: { readonly message: string }) => void this.messages.push(message),
    );
    connection.onNotification(
      'window/logMessage',
      ({ message }: { readonly message: string }) => void this.logs.push(message),
    );
    connection.onRequest('workspace/diagnostic/refresh', () => void (this.refreshed += 1));
    connection.onRequest('client/registerCapability', () => void (this.registered += 1));
    connection.listen();
  }

  static async open(roots: readonly string[], { capabilities = PULLS, options }: EditorInput = {}): Promise<Editor> {
    const editor = new Editor(roots[0] ?? process.cwd());
    editor.answer = await editor.connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities,
      workspaceFolders: roots.map((root) => ({ uri: pathToFileURL(root).href, name: root })),
      initializationOptions: options,
    });
    await editor.connection.sendNotification('initialized', {});
    return editor;
  }

  answer: InitializeResult | undefined;

  async show(file: string, text: string): Promise<void> {
    const uri = pathToFileURL(file).href;
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    await (version === 1
      ? this.connection.sendNotification('textDocument/didOpen', {
          textDocument: { uri, languageId: 'plaintext', version, text },
        })
      : this.connection.sendNotification('textDocument/didChange', {
          textDocument: { uri, version },
          contentChanges: [{ text }],
        }));
  }

  async close(file: string): Promise<void> {
    const uri = pathToFileURL(file).href;
    this.#versions.delete(uri);
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  async changedOnDisk(...files: readonly string[]): Promise<void> {
    const changes = files.map((file) => ({ uri: pathToFileURL(file).href, type: 2 }));
    await this.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
  }

  async diagnostics(file: string): Promise<readonly Diagnostic[]> {
    const report = await this.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri: pathToFileURL(file).href },
    });
    return report.kind === 'full' ? report.items : [];
  }

  /** Diagnostics as `12: page-rules-api`, with lines counted from 1. */
  async found(root: string, name: string): Promise<readonly string[]> {
    return (await this.diagnostics(join(root, name))).map(
      ({ range, code }) => `${range.start.line + 1}: ${code ?? ''}`,
    );
  }

  /** Waits for the end of the server and gives its exit code. */
  async exit(): Promise<unknown> {
    return (await this.#over)[0];
  }

  /** Shuts the server down by protocol, and gives its exit code. */
  async end(): Promise<unknown> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    return (await this.#over)[0];
  }
}
