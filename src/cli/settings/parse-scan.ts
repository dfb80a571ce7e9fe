import type { Command } from 'commander';
import { expectDefined } from '../../lib/collections.js';
import { scanCommand } from './args.js';
import type { ScanFlags } from './flags.js';
import type { CliIo } from '../shared/io.js';
import { readSettings } from './settings.js';
import type { ScanSettings } from './settings.js';

/**
 * The settings of a scan of these paths with these flags, for commands that scan as well.
 *
 * @throws CommanderError where flags are none of `scan`, ConfigError and CatalogueError where something cannot be used.
 */
export async function parseScan(
  written: readonly string[],
  paths: readonly string[],
  io: CliIo,
): Promise<ScanSettings> {
  let parsed: { readonly flags: ScanFlags; readonly command: Command } | undefined;
  const scan = scanCommand((_paths, flags, command) => {
    parsed = { flags, command };
    return Promise.resolve();
  }).exitOverride();
  await scan.parseAsync([...written], { from: 'user' });
  const { flags, command } = expectDefined(parsed, 'flags of scan');
  return readSettings(paths, flags, command, io);
}

/** Flags of a scan among those of a command; `own`: flags of the command itself. */
export function writtenFlags(command: Command, own: readonly string[]): readonly string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    if (own.includes(name)) return [];
    const value: unknown = command.getOptionValue(name);
    if (command.getOptionValueSource(name) !== 'cli' || option.negate !== (value === false)) return [];
    const flag = option.long ?? option.flags;
    if (typeof value === 'boolean') return [flag];
    return (Array.isArray(value) ? value : [value]).flatMap((one) => [flag, String(one)]);
  });
}
