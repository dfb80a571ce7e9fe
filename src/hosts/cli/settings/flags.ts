import { Argument, Command, Help, InvalidArgumentError, Option } from 'commander';
import type { FlagGroup, SettingRow } from '../../../config/setting-row.js';
import { SETTINGS, SETTING_ROWS } from '../../../config/setting-table.js';
import type { CatalogueKey, ConfigKey, SettingName, ValueOf } from '../../../config/setting-table.js';
import { ConfigError } from '../../../core/model/errors.js';
import { describeFormats, FORMATS } from '../../../report/formats.js';
import { FLAG_CONVERSIONS } from './setting-kinds.js';
import type { FlagKinds } from './setting-kinds.js';

type Settings = typeof SETTINGS;
type FlagName = { [K in SettingName]: Settings[K] extends { readonly flag: string } ? K : never }[SettingName];

/** Names of flags that always have a value: false, an empty list or a default. */
type AlwaysSet = {
  [K in FlagName]: Settings[K] extends
    { readonly default: string } | { readonly kind: 'toggle' | 'negated' | 'globs' | 'ids' | 'formats' | 'catalogues' }
    ? K
    : never;
}[FlagName];

type FlagValue<K extends FlagName> =
  ValueOf<K, FlagKinds> | (Settings[K] extends { readonly off: readonly string[] } ? false : never);

/** Keys of a configuration without a flag, whose values are nevertheless part of `ScanFlags`. */
type Unflagged = Exclude<ConfigKey, FlagName | CatalogueKey | 'paths'>;

/** Values of the flags of `scan`, by their names in the table of settings, and of the keys without a flag. */
export type ScanFlags = { readonly [K in AlwaysSet]: FlagValue<K> } & {
  readonly [K in Exclude<FlagName, AlwaysSet>]?: FlagValue<K>;
} & {
  readonly [K in Unflagged]?: ValueOf<K, FlagKinds>;
};

type InGroup<G extends FlagGroup> = {
  [K in FlagName]: Settings[K] extends { readonly group: G } ? K : never;
}[FlagName];

/** Flags of some groups, for commands that accept only these. */
export type FlagsOf<G extends FlagGroup> = Pick<ScanFlags, InGroup<G>>;

const HEADINGS: Readonly<Record<FlagGroup, string>> = {
  files: 'What to scan:',
  report: 'What to report:',
  findings: 'What to report:',
  gate: 'Gate:',
  baseline: 'Baseline:',
  change: 'Changes:',
  fix: 'Fixes:',
  catalogue: 'Catalogue and configuration:',
  print: 'Catalogue and configuration:',
  run: 'Other:',
};

/** Adds all flags of a scan to a command, by group in the order of its help. */
export function addScanFlags(command: Command): Command {
  return addFlags(command, Object.keys(HEADINGS) as FlagGroup[]).helpOption('-h, --help', 'print this help');
}

/** Adds the flags of these groups to a command. */
export function addFlags(command: Command, groups: readonly FlagGroup[]): Command {
  for (const group of groups) {
    command.optionsGroup(HEADINGS[group]);
    for (const [name, row] of SETTING_ROWS)
      if (row.group === group) for (const option of optionsOf(name, row)) command.addOption(option);
  }
  return command;
}

/** Adds single flags without the rest of their groups. */
export function addFlagsOf(command: Command, names: readonly FlagName[]): Command {
  for (const [name, row] of SETTING_ROWS)
    if ((names as readonly string[]).includes(name))
      for (const option of optionsOf(name, row)) command.addOption(option);
  return command;
}

/** An option that stores its value under the name of the setting. */
class SettingOption extends Option {
  constructor(
    readonly setting: string,
    flags: string,
    about: string,
  ) {
    super(flags, about);
  }

  override attributeName(): string {
    return this.setting;
  }
}

function optionsOf(name: SettingName, row: SettingRow): readonly Option[] {
  if (row.flag === undefined) return [];
  const option = new SettingOption(name, row.flag, row.help ?? row.about);
  if (row.choices !== undefined) option.choices(row.choices);
  if (row.kind in FLAG_CONVERSIONS) option.argParser(parserOf(row.kind as keyof typeof FLAG_CONVERSIONS));
  if (row.kind === 'toggle') option.default(false);
  else if (row.empty !== undefined) option.default([], row.empty);
  else if (row.default !== undefined) option.default(row.default);
  const [flag, about] = row.off ?? [];
  return flag === undefined ? [option] : [option, new SettingOption(name, flag, about ?? '')];
}

/** Returns commander's parser for flags of a kind. */
export function parserOf(kind: keyof typeof FLAG_CONVERSIONS): (text: string, previous: unknown) => unknown {
  const parse: (text: string, previous: never) => unknown = FLAG_CONVERSIONS[kind].parse;
  return (text, previous) => {
    try {
      return parse(text, previous as never);
    } catch (error) {
      throw error instanceof ConfigError ? new InvalidArgumentError(error.message) : error;
    }
  };
}

/** Arguments that print the list of all commands. */
export const HELP_WORDS: ReadonlySet<string> = new Set(['help', '-h', '--help']);

/** Flag that prints the help with all flags. */
export const HELP_ALL = '--help-all';

/** Help text below the list of all flags. */
const COMPLETE_HELP = `
Formats:
${describeFormats()}

Exit codes:
  0  no findings that fail (see --fail-on, --min-confidence)
  1  findings
  2  the scan failed: a bad flag or configuration, no files to scan,
     a named path that cannot be read, stopped by the settings timeout or maxMemory
     (also when there are findings)
  130  interrupted

Examples:
  sunset-lint                            this folder; 'scan' is optional
  sunset-lint src worker
  sunset-lint 'src/**/*.ts' -f json -o report.json
  sunset-lint scan init                  a file or folder with the name of a command; or: ./init
  sunset-lint scan --format sarif=sunset.sarif --format html=sunset.html --format text
  sunset-lint scan --ignore-files 'legacy/**' --min-confidence possible --verbose
  sunset-lint scan --as-of 2026-12-31    what will have ended by then
  sunset-lint scan --update-baseline     accept existing findings; then only new ones fail
  sunset-lint scan --changed-since origin/main
  sunset-lint scan --fix                 write the exact replacements, report the remaining findings
  sunset-lint scan --stdin --stdin-filename src/a.ts < unsaved.ts    what an editor holds
  sunset-lint scan --shard 2/8 --format json=part-2.json    then: sunset-lint merge part-*.json

Known findings are read from sunset-baseline.json beside the configuration or in the scanned folder, if
present. They stay known after their end of life, unless the configuration sets strictClock.
Comments make exceptions: '// sunset-lint-disable-next-line id -- reason' (also -line, and a range
from '/* sunset-lint-disable id -- reason */' to '/* sunset-lint-enable */'); where comments begin with
'#', '# sunset-lint-disable-next-line id -- reason', and a range between comments on lines of their own.

The configuration is the nearest sunset-lint.config.{json,jsonc,js,mjs,cjs,ts,mts,cts}, or 'sunsetLint' in
package.json, from the scanned folder upward. Flags override it; limits, clocks and what is scanned beside the program are its keys alone.

Inside a git work tree, files that git ignores are skipped; elsewhere .gitignore files are read.
Patterns work as in a .gitignore file: 'legacy' matches at any depth, 'src/*.ts' from the root.`;

/** Declares `scan` and its flags. */
export function scanCommand(
  action: (paths: string[], flags: ScanFlags, command: Command) => Promise<void>,
  command = new Command('scan'),
): Command {
  command
    .description(
      'Find calls to deprecated API operations in TypeScript, JavaScript, shell scripts, Terraform and Python.',
    )
    .addArgument(new Argument('[paths...]', 'files, folders and patterns').default(['.'], 'this folder'))
    .action(action);
  return addScanFlags(command).option(HELP_ALL, 'print the help with every flag');
}

const DEFAULT_HELP = new Help();

/** Describes a flag in the help of its command, without a default of `false`. */
export function describeFlag(option: Option): string {
  return option.defaultValue === false ? option.description : DEFAULT_HELP.optionDescription(option);
}

/** Width of the column of flags and commands. */
const TERM_WIDTH = 27;

/** Flags in the short help of a scan. */
export const DAILY_FLAGS: readonly Item[] = SETTING_ROWS.flatMap(([, { flag, daily }]) =>
  flag === undefined || daily === undefined ? [] : [[flag, daily] as const],
);

type Item = readonly [term: string, about: string];

/** Formats rows of a help text. */
export function helpItems(helper: Help, rows: readonly Item[]): string {
  return rows.map(([term, about]) => helper.formatItem(term, TERM_WIDTH, about, helper)).join('\n');
}

/** Formats the short help of a scan; `--help-all` has the rest. */
function dailyHelp(scan: Command, helper: Help): string {
  return `Usage: ${helper.commandUsage(scan)}

${helper.boxWrap(scan.description(), 80)}

Flags:
${helpItems(helper, [...DAILY_FLAGS, [HELP_ALL, 'every flag, form of report and exit code'], ['-h, --help', 'print this help']])}

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

/** Sets the short help of a scan, and the complete one of `--help-all`. */
export function addScanHelp(scan: Command): Command {
  return scan
    .configureHelp({ formatHelp: dailyHelp })
    .on(`option:${HELP_ALL.slice(2)}`, () =>
      scan.configureHelp({ optionDescription: describeFlag }).addHelpText('after', COMPLETE_HELP).help(),
    );
}

/** Keys of a configuration that replace removed flags, with an example value. */
const REPLACEMENT_KEYS: Readonly<Record<string, string>> = {
  '--languages': '"languages": ["shell"]',
  '--documents': '"alsoReport": ["tests", "documents"]',
  '--exclude-tests': '"alsoReport": []',
  '--test-doubles': '"alsoReport": ["tests", "testDoubles"]',
  '--resources': '"alsoReport": ["tests", "resources"]',
  '--tsconfig': '"tsconfig": "tsconfig.app.json"',
  '--max-file-size': '"maxFileSize": "5mb"',
  '--warn-within': '"warnWithin": "90d"',
  '--max-findings': '"maxFindings": 10',
  '--only-changed': '"onlyChanged": ["shell"]',
  '--strict-clock': '"strictClock": true',
  '--max-memory': '"maxMemory": "512mb"',
  '--timeout': '"timeout": "2m"',
};

/** Advice for the other removed flags. */
const ADVICE_FOR_REMOVED: Readonly<Record<string, string>> = {
  '--evidence': 'write --verbose',
  '--unresolved': 'write --verbose',
  '--report-suppressed': 'write --verbose',
  '--no-builtin': 'write --edition none',
  '--category': "set 'category' where the SARIF file is uploaded",
};

/** Returns advice if commander's error message is about a removed flag. */
export function movedFlag(errorMessage: string): string | undefined {
  const flag = /unknown option '(--[a-z-]+)/.exec(errorMessage)?.[1] ?? '';
  const key = Object.hasOwn(REPLACEMENT_KEYS, flag) ? REPLACEMENT_KEYS[flag] : undefined;
  if (key !== undefined)
    return `error: ${flag} is a setting now: put ${key} in sunset-lint.config.json, or in the file that --config names.`;
  return Object.hasOwn(ADVICE_FOR_REMOVED, flag)
    ? `error: there is no ${flag} any more: ${ADVICE_FOR_REMOVED[flag]}.`
    : undefined;
}
