import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { FlagGroup, SettingRow } from '../../config/setting-row.js';
import { SETTING_ROWS, SETTINGS } from '../../config/setting-table.js';
import type { CatalogueKey, ConfigKey, SettingName, ValueOf } from '../../config/setting-table.js';
import { ConfigError } from '../../model/errors.js';
import { KINDS } from './setting-kinds.js';
import type { FlagKinds } from './setting-kinds.js';

type Settings = typeof SETTINGS;
type FlagName = { [K in SettingName]: Settings[K] extends { readonly flag: string } ? K : never }[SettingName];

/** Flags that always have a value: off, empty or a default. */
type Always = {
  [K in FlagName]: Settings[K] extends
    { readonly default: string } | { readonly kind: 'toggle' | 'negated' | 'globs' | 'ids' | 'formats' | 'catalogues' }
    ? K
    : never;
}[FlagName];

type FlagValue<K extends FlagName> =
  ValueOf<K, FlagKinds> | (Settings[K] extends { readonly off: readonly string[] } ? false : never);

/** Settings that only a configuration can have, and that are used as flags are. */
type Unflagged = Exclude<ConfigKey, FlagName | CatalogueKey | 'paths'>;

/** The flags of `scan`, by the table of settings, and the additional keys of a configuration. */
export type ScanFlags = { readonly [K in Always]: FlagValue<K> } & {
  readonly [K in Exclude<FlagName, Always>]?: FlagValue<K>;
} & {
  readonly [K in Unflagged]?: ValueOf<K, FlagKinds>;
};

type InGroup<G extends FlagGroup> = {
  [K in FlagName]: Settings[K] extends { readonly group: G } ? K : never;
}[FlagName];

/** The flags of some groups, for commands that take these alone. */
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

/** Adds all flags of a scan to a command, group by group as its help lists them. */
export function addScanFlags(command: Command): Command {
  return addFlags(command, Object.keys(HEADINGS) as FlagGroup[]).helpOption('-h, --help', 'print this help');
}

/** Adds the flags of some groups to a command. */
export function addFlags(command: Command, groups: readonly FlagGroup[]): Command {
  for (const group of groups) {
    command.optionsGroup(HEADINGS[group]);
    for (const [name, row] of SETTING_ROWS)
      if (row.group === group) for (const option of optionsOf(name, row)) command.addOption(option);
  }
  return command;
}

/** Adds some flags, where the whole of their groups would make no sense. */
export function addFlagsOf(command: Command, names: readonly FlagName[]): Command {
  for (const [name, row] of SETTING_ROWS)
    if ((names as readonly string[]).includes(name))
      for (const option of optionsOf(name, row)) command.addOption(option);
  return command;
}

/** An option whose value has the name of the setting. */
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
  if (row.kind in KINDS) option.argParser(parserOf(row.kind as keyof typeof KINDS));
  if (row.kind === 'toggle') option.default(false);
  else if (row.empty !== undefined) option.default([], row.empty);
  else if (row.default !== undefined) option.default(row.default);
  const [flag, about] = row.off ?? [];
  return flag === undefined ? [option] : [option, new SettingOption(name, flag, about ?? '')];
}

/** Reads the value of a flag of a kind, as commander asks for it. */
export function parserOf(kind: keyof typeof KINDS): (text: string, previous: unknown) => unknown {
  const parse: (text: string, previous: never) => unknown = KINDS[kind].parse;
  return (text, previous) => {
    try {
      return parse(text, previous as never);
    } catch (error) {
      throw error instanceof ConfigError ? new InvalidArgumentError(error.message) : error;
    }
  };
}
