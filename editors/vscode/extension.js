'use strict';
// Starts `sunset-lint lsp` of the workspace, which provides everything that the extension shows.
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { window, workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

/** @type {LanguageClient | undefined} */
let client;

/** The program that a folder has installed, in itself or above. */
function programOf(folders) {
  for (const { uri } of folders) {
    if (uri.scheme !== 'file') continue;
    for (let folder = uri.fsPath; ; folder = dirname(folder)) {
      const program = join(folder, 'node_modules', 'sunset-lint', 'dist', 'program', 'main.cjs');
      if (existsSync(program)) return program;
      if (dirname(folder) === folder) break;
    }
  }
  return undefined;
}

exports.activate = async () => {
  const program = programOf(workspace.workspaceFolders ?? []);
  if (program === undefined) {
    window.createOutputChannel('sunset-lint').appendLine('No folder has the package sunset-lint installed.');
    return;
  }
  const settings = workspace.getConfiguration('sunset-lint');
  client = new LanguageClient(
    'sunset-lint',
    {
      command: process.execPath,
      args: [program, 'lsp'],
      transport: TransportKind.stdio,
      options: { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
    },
    {
      documentSelector: [{ scheme: 'file' }],
      initializationOptions: {
        ignoreLanguages: settings.get('ignoreLanguages'),
        unresolved: settings.get('unresolved'),
        // The extension is off in folders that are not trusted.
        configCode: true,
      },
    },
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
