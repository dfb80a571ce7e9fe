import { Help } from 'commander';
import type { Command, Option } from 'commander';
import { SETTING_ROWS } from '../config/setting-table.js';
import { FORMATS } from '../report/formats.js';
import { HELP_ALL } from './settings/args.js';

const DEFAULTS = new Help();

/** Describes a flag in the help of its command; a default of off is not mentioned. */
export function describeFlag(option: Option): string {
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
export function dailyHelp(scan: Command, helper: Help): string {
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
export function shortHelp(program: Command, helper: Help): string {
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
