import type { Command } from 'commander';
import { EXIT, onInputEnd, streamsOf } from '../shared/io.js';
import type { CommandRun } from '../shared/io.js';

const HELP = `
Editors start this command and speak the Language Server Protocol on standard input and output.
docs/editors.md has the settings of VS Code, Neovim, Helix and JetBrains.

Options of the client (initializationOptions):
  languages        only findings in these languages: javascript, shell, terraform, python
  ignoreLanguages  no findings in these, such as those that ESLint already shows
  unresolved       true: show requests that are not known well enough, too
  configCode       true: run a configuration that is a program; the folder is trusted

Exit codes:
  0  the client ended the server
  1  the connection ended before that`;

/** Declares `lsp`: runs the language server for an editor. */
export function declareLsp(command: Command, { io, finish }: CommandRun): Command {
  return command
    .description(
      'Serve an editor: findings while code is written, with exact changes, for all languages that are read.',
    )
    .option('--stdio', 'use standard input and output, which is the default', false)
    .addHelpText('after', HELP)
    .action(async () => {
      const streams = streamsOf(io);
      const { input, output } = streams;
      const [{ serve }, { loadLibrary }] = await Promise.all([
        import('./serve.js'),
        import('../../../core/lib/late-library.js'),
      ]);
      const { createConnection, StreamMessageReader, StreamMessageWriter } = loadLibrary('vscode-languageserver');
      const connection = createConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
      const exited = new Promise<void>((resolve) => {
        connection.onExit(resolve);
        onInputEnd(streams, io, resolve);
      });
      const isShutDown = serve(connection, io);
      await exited;
      connection.dispose();
      input.destroy();
      finish(io.signal?.aborted === true ? EXIT.interrupted : isShutDown() ? EXIT.clean : EXIT.findings);
    });
}
