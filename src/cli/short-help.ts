import { Help } from 'commander';
import type { Command, Option } from 'commander';

const DEFAULTS = new Help();

/** What is said of a flag in the help of its command: that it is off unless it is given goes without saying. */
export function describeFlag(option: Option): string {
  return option.defaultValue === false ? option.description : DEFAULTS.optionDescription(option);
}

/** The flags of a scan that most people want, in this order, in fewer words than in the help of the scan. */
const COMMON: Readonly<Record<string, string>> = {
  '--format': 'text, json, html, sarif, …; repeatable',
  '--output': 'where the report goes',
  '--verbose': 'all there is: evidence, unresolved, …',
  '--ignore-files': 'skip matching files',
  '--fail-on': 'sunset, deprecated (default) or never',
  '--update-baseline': "accept today's findings; only new ones fail",
  '--changed-since': 'only what this branch introduced',
  '--as-of': 'the day to count from, YYYY-MM-DD',
  '--config': 'use this configuration',
  '--watch': 'scan again whenever a file changes',
  '--quiet': 'one line per finding, nothing else',
};

/** Columns of flags and names of commands. */
const TERMS = 27;

/** The help of the program itself, on one screen: how to scan, then the commands. */
export function shortHelp(program: Command, helper: Help): string {
  const scan = program.commands.find((command) => command.name() === 'scan');
  const flags = Object.entries(COMMON).flatMap(([name, about]) => {
    const option = scan?.options.find(({ long, short }) => name === long || name === short);
    return option === undefined ? [] : [[option.flags, about] as const];
  });
  const own = DEFAULTS.visibleOptions(program).map(({ flags: term, description }) => [term, description] as const);
  const items = (rows: readonly (readonly [term: string, about: string])[]): string =>
    rows.map(([term, about]) => helper.formatItem(term, TERMS, about, helper)).join('\n');
  return `${program.description()}

Usage:
  sunset-lint [flags] [paths...]     scan files, folders and patterns; without any, this folder
  sunset-lint <command> [flags]      write a path with the name of a command as ./init

Flags of a scan (all: sunset-lint scan --help):
${items([...flags, ...own])}

Commands (more: sunset-lint <command> --help):
${items(DEFAULTS.visibleCommands(program).map((command) => [command.name(), command.summary() || command.description()]))}

Exit codes: 0 nothing fails, 1 findings, 2 the run failed.
`;
}
