import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import type { Help } from 'commander';
import { escapeText } from '../../core/lib/escape.js';
import { readTool } from '../../core/package-files.js';
import { closest } from '../../core/lib/wording.js';
import { resetWork } from '../../core/lib/work.js';
import { ConfigError, isExpected, shortageOf } from '../../core/model/errors.js';
import { declareScan } from './scan/scan-command.js';
import { DAILY_FLAGS, describeFlag, HELP_ALL, HELP_WORDS, helpItems, movedFlag } from './settings/flags.js';
import { EXIT, guardOutput } from './shared/io.js';
import type { CliIo, CommandRun, ExitCode, RawIo } from './shared/io.js';

/** Adds description, flags and action to a command, or returns the command of a package instead. */
type DeclareCommand = (command: Command, commandRun: CommandRun) => Command;

/** Row of the command table. */
interface CommandRow {
  /** Absent if only the loaded declaration has a summary. */
  readonly summary?: string;
  /** Loads the declaration on demand, because a run needs only one. */
  readonly load: () => DeclareCommand | Promise<DeclareCommand>;
}

/** Command that runs if the command line names none. */
const DEFAULT_COMMAND = 'scan';

/** All commands by name, in the order of the help. */
const COMMANDS: Readonly<Record<string, CommandRow>> = {
  [DEFAULT_COMMAND]: { summary: 'find calls to deprecated API operations', load: () => declareScan },
  fix: {
    summary: 'write exact replacements, and plans for the rest',
    load: async () => (await import('./scan/fix-command.js')).declareFix,
  },
  merge: {
    summary: 'make one report of several scans',
    load: async () => (await import('./facts/merge-command.js')).declareMerge,
  },
  trend: {
    summary: 'show how the number of open calls changed',
    load: async () => (await import('./trend/trend-command.js')).declareTrend,
  },
  facts: {
    summary: 'analyse one package, for link',
    load: async () => (await import('./facts/facts-command.js')).declareFacts,
  },
  link: {
    summary: 'scan with the facts of packages',
    load: async () => (await import('./facts/facts-command.js')).declareLink,
  },
  catalogue: {
    summary: 'list all known deprecations',
    load: async () => {
      const { declareCatalogue } = await import('./catalogue/catalogue-command.js');
      const { CATALOGUE_TOOLS, packagedCommands } = await import('./packaged-commands.js');
      return (command, commandRun) =>
        declareCatalogue(command, commandRun, packagedCommands(CATALOGUE_TOOLS, commandRun));
    },
  },
  explain: {
    summary: 'explain a deprecation, or why code is reported',
    load: async () => (await import('./explain/explain.js')).declareExplain,
  },
  'waf-plan': {
    load: async () => {
      const { packagedCommands, WAF_PLAN } = await import('./packaged-commands.js');
      return (command, commandRun) =>
        packagedCommands(WAF_PLAN, commandRun).find((loaded) => loaded.name() === command.name()) ?? command;
    },
  },
  apis: {
    summary: 'list the APIs that the code calls',
    load: async () => (await import('./apis/apis-command.js')).declareApis,
  },
  schema: {
    summary: 'print the JSON Schema of a file',
    load: async () => (await import('./schema/schema-command.js')).declareSchema,
  },
  lsp: {
    summary: 'serve an editor by the Language Server Protocol',
    load: async () => (await import('./lsp/lsp-command.js')).declareLsp,
  },
  mcp: {
    summary: 'serve coding assistants, as an MCP server',
    load: async () => (await import('./mcp/mcp-command.js')).declareMcp,
  },
  init: {
    summary: 'set up configuration, linter, commit hook, CI',
    load: async () => (await import('./init/init-command.js')).declareInit,
  },
  completion: {
    summary: 'print a script of completions for a shell',
    load: async () => (await import('./completion/completion-command.js')).declareCompletion,
  },
};

/** Declares all commands; commands that the command line does not need have only name and summary. */
async function declareCommands(commandRun: CommandRun): Promise<readonly Command[]> {
  const isNeeded = neededBy(commandRun.args);
  return Promise.all(
    Object.entries(COMMANDS).map(async ([name, row]) => {
      const command = new Command(name).summary(row.summary ?? '');
      return isNeeded(name, row) ? (await row.load())(command, commandRun) : command;
    }),
  );
}

/** Returns a test of whether a command line needs a command. Commander reads the command also after `--`. */
function neededBy(args: readonly string[]): (name: string, row: CommandRow) => boolean {
  const [firstWord = '', secondWord = ''] = args[0] === '--' ? args.slice(1) : args;
  const calledCommand = firstWord === 'help' ? secondWord : firstWord;
  // Completion needs the declarations of all commands.
  if (calledCommand === 'completion') return () => true;
  if (Object.hasOwn(COMMANDS, calledCommand)) return (name) => name === calledCommand;
  const isHelpRequested = args.some((word) => HELP_WORDS.has(word));
  return (name, { summary }) => name === DEFAULT_COMMAND || (summary === undefined && isHelpRequested);
}

/** Runs one command line and returns its exit code, without ending the process. */
export async function run(args: readonly string[], rawIo: RawIo): Promise<ExitCode> {
  const io = guardOutput(rawIo);
  let code: ExitCode = EXIT.clean;
  resetWork();
  try {
    const program = await declareProgram({ args, io, finish: (exit) => void (code = exit) });
    refuseMistyped(args, program, io.cwd);
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (io.signal?.aborted === true) return EXIT.interrupted;
    return printError(shortageOf(error) ?? error, io);
  }
}

async function declareProgram(commandRun: CommandRun): Promise<Command> {
  const { io } = commandRun;
  const program = new Command('sunset-lint')
    .description('Finds calls to deprecated API operations: when each one ends, and what to use instead.')
    .version(readTool().version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({ formatHelp: shortHelp })
    // Options belong to the command that they follow.
    .enablePositionalOptions();
  for (const command of await declareCommands(commandRun))
    program.addCommand(command, { isDefault: command.name() === DEFAULT_COMMAND });
  for (const command of withSubcommands(program)) {
    command.exitOverride().configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      outputError: (text, write) =>
        write((movedFlag(text) ?? escapeText(text.trimEnd())).replaceAll('\\n', '\n').concat('\n')),
    });
    command
      .showHelpAfterError(false)
      .showSuggestionAfterError(true)
      .configureHelp({ optionDescription: describeFlag, ...command.configureHelp() });
  }
  return program;
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function printError(error: unknown, io: CliIo): ExitCode {
  // Commander ends help and version with an exception of exit code 0, after printing.
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

/** Names of similar commands in other tools. */
const SYNONYMS: Readonly<Record<string, string>> = {
  audit: 'scan',
  check: 'scan',
  lint: 'scan',
  run: 'scan',
  list: 'catalogue',
  ls: 'catalogue',
  rules: 'catalogue',
  show: 'explain',
};

/**
 * Refuses a mistyped command: a first word that is neither a command nor an existing path, but similar to a command.
 *
 * @throws ConfigError with the similar command.
 */
function refuseMistyped([word = '']: readonly string[], program: Command, cwd: string): void {
  const names = program.commands.map((command) => command.name());
  if (!/^[a-z-]+$/i.test(word) || word.startsWith('-') || [...names, 'help'].includes(word)) return;
  const guess = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : closest(word, names);
  if (guess === undefined || lstatSync(resolve(cwd, word), { throwIfNoEntry: false }) !== undefined) return;
  throw new ConfigError(
    `'${word}' is neither a command nor a path; did you mean '${guess}'?\n'sunset-lint --help' lists the commands.`,
  );
}

/** Formats the help of the program: how to scan, then the commands. */
function shortHelp(program: Command, helper: Help): string {
  const programFlags = helper
    .visibleOptions(program)
    .map(({ flags: term, description }) => [term, description] as const);
  return `${program.description()}

Usage:
  sunset-lint [flags] [paths...]     scan files, folders and patterns; without any, this folder
  sunset-lint <command> [flags]      write a path with the name of a command as ./init

Flags of a scan (all: sunset-lint scan ${HELP_ALL}):
${helpItems(helper, [...DAILY_FLAGS, ...programFlags])}

Commands (more: sunset-lint <command> --help):
${helpItems(
  helper,
  helper.visibleCommands(program).map((command) => [command.name(), command.summary() || command.description()]),
)}

Exit codes: 0 nothing fails, 1 findings, 2 the run failed.
`;
}
