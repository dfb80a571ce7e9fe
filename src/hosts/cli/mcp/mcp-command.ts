import type { Command } from 'commander';
import { EXIT, streamsOf } from '../shared/io.js';
import type { CommandRun } from '../shared/io.js';

const HELP = `
Tools, which read and never write:
  scan_paths   findings of files and folders, a line of JSON for each
  explain      a deprecation, or a place in the code
  list_ends    what ends, and when

Prompt:
  migration-plan   how to migrate the calls of a deprecation, as 'fix --plan' writes it

Paths outside of the folder in which the server is started are refused, also through links. A configuration
that is a program is not run.

Exit codes:
  0  the client ended the connection

Example, as assistants configure it:
  { "mcpServers": { "sunset-lint": { "command": "npx", "args": ["--no-install", "sunset-lint", "mcp"] } } }`;

/** Declares `mcp`, the server for coding assistants. */
export function declareMcp(command: Command, { io, finish }: CommandRun): Command {
  return command
    .description('Serve coding assistants by the Model Context Protocol, on standard input and output.')
    .addHelpText('after', HELP)
    .action(async () => {
      const { serveAssistant } = await import('./serve-assistant.js');
      await serveAssistant(io, streamsOf(io));
      finish(io.signal?.aborted === true ? EXIT.interrupted : EXIT.clean);
    });
}
