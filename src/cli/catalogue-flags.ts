import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { EDITIONS } from '../catalogue/load.js';
import type { EditionId } from '../catalogue/load.js';

/** Which catalogue a command is about: with the configuration, what `load-catalogue.ts` makes one of. */
export interface CatalogueFlags {
  readonly edition?: EditionId;
  readonly api: readonly string[];
  readonly builtin: boolean;
  readonly catalogue: readonly string[];
  /** A file, or false: none. */
  readonly config?: string | false;
  readonly configCode: boolean;
}

/** Declares these flags. */
export function addCatalogueFlags(command: Command): Command {
  return command
    .optionsGroup('Catalogue and configuration:')
    .addOption(
      new Option('--edition <edition>', 'state of the built-in catalogue (default: specification)').choices(EDITIONS),
    )
    .addOption(
      new Option('--api <id>', 'also find deprecated operations of this API; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--no-builtin', 'do not use the built-in catalogue')
    .addOption(
      new Option('--catalogue <file>', 'add the deprecations of a catalogue file; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('-c, --config <file>', 'use this configuration (default: the nearest one)')
    .option('--no-config', 'use no configuration')
    .option('--no-config-code', 'refuse a configuration that is a program (.js, .mjs, .cjs, .ts, …)');
}

/** Reads an option that can be given more than once. */
export function collect(value: string, previous: readonly string[]): readonly string[] {
  if (value === '') throw new InvalidArgumentError('It is empty.');
  return [...previous, value];
}
