import { Command, CommanderError } from 'commander';
import { isExpected, shortageOf } from '../model/errors.js';
import { escapeText } from '../lib/escape-text.js';
import { readTool } from '../lib/package-files.js';
import { forgetWork } from '../lib/work.js';
import { ALL_HELP, HELP_ALL, scanCommand } from './settings/args.js';
import { movedFlag } from './settings/moved-flags.js';
import { apisCommand } from './apis/apis-command.js';
import { addCatalogueCommands } from './catalogue/catalogue-command.js';
import { catalogueTools } from './catalogue/catalogue-tools.js';
import { addWafPlanCommand } from './waf/waf-plan-command.js';
import { completionCommand } from './completion/completion-command.js';
import { EXIT } from './shared/exit-code.js';
import type { ExitCode } from './shared/exit-code.js';
import { factsCommand } from './facts/facts-command.js';
import { linkCommand } from './facts/link-command.js';
import { initCommand } from './init/init-command.js';
import type { CliIo, GivenIo } from './shared/io.js';
import { lspCommand } from './lsp/lsp-command.js';
import { mcpCommand } from './mcp/mcp-command.js';
import { mergeCommand } from './facts/merge-command.js';
import { runScanCommand } from './scan/scan-command.js';
import { refuseMistaken } from './mistaken-command.js';
import { schemaCommand } from './schema-command.js';
import { dailyHelp, describeFlag, shortHelp } from './short-help.js';
import { trendCommand } from './trend/trend-command.js';
import { wayOut } from './shared/way-out.js';

/** Runs one command line and gives its exit code. Leaves the process alone. */
export async function run(args: readonly string[], given: GivenIo): Promise<ExitCode> {
  const io = wayOut(given);
  let code: ExitCode = EXIT.clean;
  forgetWork();
  const scan = scanCommand(async (_paths, flags, command) => {
    code = await runScanCommand(command.args, flags, command, io);
  });
  const program = new Command('sunset-lint');
  program
    .description('Finds calls to deprecated API operations: when each one ends, and what to use instead.')
    .version(readTool().version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addCommand(scan, { isDefault: true });
  program.addCommand(mergeCommand(io, (exit) => void (code = exit)));
  program.addCommand(trendCommand(io));
  program.addCommand(factsCommand(io, (exit) => void (code = exit)));
  program.addCommand(linkCommand(io, (exit) => void (code = exit)));
  addCatalogueCommands(
    program,
    io,
    catalogueTools(io, (exit) => void (code = exit)),
  );
  addWafPlanCommand(program, io, (exit) => void (code = exit));
  program.addCommand(apisCommand(io, (exit) => void (code = exit)));
  program.addCommand(schemaCommand(io));
  program.addCommand(lspCommand(io, (exit) => void (code = exit)));
  program.addCommand(mcpCommand(io, (exit) => void (code = exit)));
  program.addCommand(initCommand(io, (exit) => void (code = exit))).addCommand(completionCommand(program, io));
  for (const command of withSubcommands(program)) {
    command.exitOverride().configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      outputError: (text, write) =>
        write((movedFlag(text) ?? escapeText(text.trimEnd())).replaceAll('\\n', '\n').concat('\n')),
    });
    command.showHelpAfterError(false).showSuggestionAfterError(true).configureHelp({ optionDescription: describeFlag });
  }
  scan
    .configureHelp({ formatHelp: dailyHelp })
    .on(`option:${HELP_ALL.slice(2)}`, () =>
      scan.configureHelp({ optionDescription: describeFlag }).addHelpText('after', ALL_HELP).help(),
    );
  program.configureHelp({ formatHelp: (_command, helper) => shortHelp(program, helper) });
  try {
    refuseMistaken(args, program, io.cwd);
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (io.signal?.aborted === true) return EXIT.interrupted;
    return explainError(shortageOf(error) ?? error, io);
  }
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function explainError(error: unknown, io: CliIo): ExitCode {
  // Help and version end with an exception of exit code 0; commander has printed everything.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.failure;
  if (isExpected(error)) {
    io.err(`error: ${error.message.split('\n').map(escapeText).join('\nerror: ')}\n`);
  } else {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const lines = detail.split('\n').map(escapeText).join('\n');
    io.err(`error: this is a bug in sunset-lint. Please report it with the lines below.\n${lines}\n`);
  }
  return EXIT.failure;
}
