import type { Command } from 'commander';
import { expectDefined } from '../../lib/expect-defined.js';
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
