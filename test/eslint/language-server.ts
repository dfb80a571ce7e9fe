import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Position {
  readonly line: number;
  readonly character: number;
}
export interface Range {
  readonly start: Position;
  readonly end: Position;
}
export interface Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly code: string;
  readonly source: string;
  readonly codeDescription?: { readonly href: string };
}
export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}
export interface CodeAction {
  readonly title: string;
  readonly kind?: string;
  readonly command?: { readonly command: string; readonly arguments?: readonly unknown[] };
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Configuration that an editor's ESLint extension returns when its server asks for it. */
const CONFIGURATION = {
  validate: 'on',
  packageManager: 'npm',
  useESLintClass: true,
  codeAction: { disableRuleComment: { enable: true, location: 'separateLine' }, showDocumentation: { enable: true } },
  codeActionOnSave: { enable: false, mode: 'all' },
  format: false,
  quiet: false,
  onIgnoredFiles: 'off',
  options: {},
  rulesCustomizations: [],
  run: 'onType',
  problems: { shortenToSingleLine: false },
  nodePath: null,
  workingDirectory: { mode: 'location' },
  experimental: {},
};

/** Acts as an editor: a client of the ESLint language server over standard input and output. */
export class LanguageClient {
  readonly #server: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number | string, (message: Message) => void>();
  readonly #root: string;
  readonly applied: TextEdit[] = [];
  #buffer = Buffer.alloc(0);
  #next = 1;

  constructor(root: string) {
    this.#root = root;
    const manifest = createRequire(import.meta.url).resolve('vscode-langservers-extracted/package.json');
    this.#server = spawn(process.execPath, [join(manifest, '../bin/vscode-eslint-language-server'), '--stdio'], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#server.stdout.on('data', (chunk: Buffer) => {
      this.#buffer = Buffer.concat([this.#buffer, chunk]);
      this.#read();
    });
  }

  async start(): Promise<void> {
    const uri = pathToFileURL(this.#root).href;
    await this.request('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ name: 'workspace', uri }],
      capabilities: {
        workspace: {
          configuration: true,
          applyEdit: true,
          workspaceFolders: true,
          workspaceEdit: { documentChanges: true },
        },
        textDocument: {
          diagnostic: {},
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
        },
      },
    });
    this.notify('initialized', {});
  }

  stop(): void {
    this.#server.kill();
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  request<T>(method: string, params: unknown): Promise<T> {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result as T);
        else reject(new Error(`${method}: ${JSON.stringify(error)}`));
      });
      this.#send({ id, method, params });
    });
  }

  #send(message: Message): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#server.stdin.write(`Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`);
  }

  #read(): void {
    for (;;) {
      const head = this.#buffer.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.toString('latin1', 0, Math.max(head, 0)))?.[1]);
      if (head < 0 || this.#buffer.length < head + 4 + length) return;
      const message = JSON.parse(this.#buffer.toString('utf8', head + 4, head + 4 + length)) as Message;
      this.#buffer = this.#buffer.subarray(head + 4 + length);
      this.#receive(message);
    }
  }

  #receive(message: Message): void {
    const { id, method, params } = message;
    if (id === undefined) return;
    if (method === undefined) this.#waiting.get(id)?.(message);
    else this.#send({ id, result: this.#answer(method, params) });
  }

  #answer(method: string, params: unknown): unknown {
    switch (method) {
      case 'workspace/configuration': {
        const { items } = params as { readonly items: readonly unknown[] };
        return items.map(() => ({
          ...CONFIGURATION,
          workspaceFolder: { name: 'workspace', uri: pathToFileURL(this.#root).href },
        }));
      }
      case 'workspace/applyEdit': {
        const { edit } = params as {
          readonly edit: { readonly documentChanges?: readonly { readonly edits: readonly TextEdit[] }[] };
        };
        this.applied.push(...(edit.documentChanges ?? []).flatMap((change) => change.edits));
        return { applied: true };
      }
      default:
        return null;
    }
  }
}
