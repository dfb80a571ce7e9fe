import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { Argument, Command, CommanderError, Help } from 'commander';
import type { Option } from 'commander';
import { SETTING_ROWS } from '../../config/setting-table.js';
import { escapeText } from '../../core/lib/escape.js';
import { asSafe } from '../../core/lib/leaving.js';
import { readRulesFile, readTool } from '../../core/package-files.js';
import { closest } from '../../core/lib/wording.js';
import { forgetWork } from '../../core/lib/work.js';
import { ConfigError, isExpected, shortageOf } from '../../core/model/errors.js';
import { FORMATS } from '../../report/formats.js';
import { apisCommand } from './apis/apis-command.js';
import { addCatalogueCommands } from './catalogue/catalogue-command.js';
import { CATALOGUE_TOOLS, packagedCommands, WAF_PLAN } from './packaged-commands.js';
import { completionCommand } from './completion/completion-command.js';
import { factsCommand, linkCommand } from './facts/facts-command.js';
import { mergeCommand } from './facts/merge-command.js';
import { initCommand } from './init/init-command.js';
import { lspCommand } from './lsp/lsp-command.js';
import { mcpCommand } from './mcp/mcp-command.js';
import { runScanCommand } from './scan/scan-command.js';
import { ALL_HELP, HELP_ALL, movedFlag, scanCommand } from './settings/flags.js';
import { EXIT, wayOut } from './shared/io.js';
import type { CliIo, ExitCode, GivenIo } from './shared/io.js';
import { trendCommand } from './trend/trend-command.js';

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
    packagedCommands(CATALOGUE_TOOLS, args, io, (exit) => void (code = exit)),
  );
  for (const command of packagedCommands(WAF_PLAN, args, io, (exit) => void (code = exit))) program.addCommand(command);
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

/** Names that other tools use for our commands. */
const MEANT: Readonly<Record<string, string>> = {
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
 * A first word that is no command is a path to scan; one that is no path either, and similar to the name of a command,
 * is taken for a mistyped command.
 *
 * @throws ConfigError for such a word.
 */
function refuseMistaken([word = '']: readonly string[], program: Command, cwd: string): void {
  const names = program.commands.map((command) => command.name());
  if (!/^[a-z-]+$/i.test(word) || word.startsWith('-') || [...names, 'help'].includes(word)) return;
  const guess = Object.hasOwn(MEANT, word) ? MEANT[word] : closest(word, names);
  if (guess === undefined || lstatSync(resolve(cwd, word), { throwIfNoEntry: false }) !== undefined) return;
  throw new ConfigError(
    `'${word}' is neither a command nor a path; did you mean '${guess}'?\n'sunset-lint --help' lists the commands.`,
  );
}

const DEFAULTS = new Help();

/** Describes a flag in the help of its command; a default of off is not mentioned. */
function describeFlag(option: Option): string {
  return option.defaultValue === false ? option.description : DEFAULTS.optionDescription(option);
}

/** Columns of flags and names of commands. */
const TERMS = 27;

/** The flags of a scan that most people want every day. */
const DAILY: readonly Item[] = SETTING_ROWS.flatMap(([, { flag, daily }]) =>
  flag === undefined || daily === undefined ? [] : [[flag, daily] as const],
);

type Item = readonly [term: string, about: string];

function items(helper: Help, rows: readonly Item[]): string {
  return rows.map(([term, about]) => helper.formatItem(term, TERMS, about, helper)).join('\n');
}

/** The help of a scan on one screen; `--help-all` has the rest. */
function dailyHelp(scan: Command, helper: Help): string {
  return `Usage: ${helper.commandUsage(scan)}

${helper.boxWrap(scan.description(), 80)}

Flags:
${items(helper, [...DAILY, [HELP_ALL, 'every flag, form of report and exit code'], ['-h, --help', 'print this help']])}

Formats: ${Object.keys(FORMATS).slice(0, 7).join(', ')},
  ${Object.keys(FORMATS).slice(7).join(', ')}.

Exit codes: 0 nothing fails, 1 findings, 2 the scan failed, 130 interrupted.

Examples:
  sunset-lint                                       this folder; 'scan' is optional
  sunset-lint scan src --format html=sunset.html    a page to open in a browser
  sunset-lint scan --update-baseline                accept existing findings; only new ones fail
  sunset-lint scan --changed-since origin/main      what this branch introduced

Exceptions: // sunset-lint-disable-next-line ID -- REASON
Settings of a project: sunset-lint.config.json, .ts, .js, …, or 'sunsetLint' in package.json
Every flag: sunset-lint scan ${HELP_ALL}
`;
}

/** The help of the program itself, on one screen: how to scan, then the commands. */
function shortHelp(program: Command, helper: Help): string {
  const own = DEFAULTS.visibleOptions(program).map(({ flags: term, description }) => [term, description] as const);
  return `${program.description()}

Usage:
  sunset-lint [flags] [paths...]     scan files, folders and patterns; without any, this folder
  sunset-lint <command> [flags]      write a path with the name of a command as ./init

Flags of a scan (all: sunset-lint scan ${HELP_ALL}):
${items(helper, [...DAILY, ...own])}

Commands (more: sunset-lint <command> --help):
${items(
  helper,
  DEFAULTS.visibleCommands(program).map((command) => [command.name(), command.summary() || command.description()]),
)}

Exit codes: 0 nothing fails, 1 findings, 2 the run failed.
`;
}

const SCHEMAS = {
  report: 'report.schema.json',
  explanation: 'explanation.schema.json',
  catalogue: 'catalogue.schema.json',
  config: 'config.schema.json',
  baseline: 'baseline.schema.json',
  'waf-export': 'waf-export.schema.json',
} as const;

/** Declares `schema`: prints the JSON Schema of an input or output format. */
export function schemaCommand(io: Pick<CliIo, 'data'>): Command {
  return new Command('schema')
    .summary('print the JSON Schema of a file')
    .description('Print the JSON Schema of a report, or of a file that is read.')
    .addArgument(new Argument('<name>', 'what to describe').choices(Object.keys(SCHEMAS)))
    .action((name: keyof typeof SCHEMAS) => {
      io.data(asSafe(readRulesFile(SCHEMAS[name])));
    });
}
