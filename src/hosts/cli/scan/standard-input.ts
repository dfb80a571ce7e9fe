import { resolve } from 'node:path';
import { isInside } from '../../../core/lib/read-file.js';
import { ConfigError } from '../../../core/model/errors.js';
import { toName } from '../../../files/file-name.js';
import { DEFAULT_MAX_FILE_SIZE } from '../../../files/read-text.js';
import { TreeOverlay } from '../../../files/tree-overlay.js';
import type { ScanFlags } from '../settings/flags.js';
import type { ScanSettings } from '../settings/settings.js';
import type { CliIo } from '../shared/io.js';

/** Flags that need several files or write to disk. */
const INCOMPATIBLE_FLAGS = [
  'staged',
  'changedSince',
  'watch',
  'shard',
  'fix',
  'fixDryRun',
  'updateBaseline',
  'prune',
] as const;

/**
 * Reads standard input as the text of the file that `--stdin-filename` names.
 *
 * @throws ConfigError for contradictory flags, a file outside of the scan, and a text that is too large.
 */
export async function withInput(settings: ScanSettings, io: Pick<CliIo, 'cwd' | 'input'>): Promise<ScanSettings> {
  const { flags, root } = settings;
  refuseContradictions(flags);
  const file = resolve(io.cwd, flags.stdinFilename ?? '');
  if (!isInside(root, file) || file === root)
    throw new ConfigError(`--stdin-filename: '${flags.stdinFilename ?? ''}' is not below '${root}', which is scanned.`);
  const text = await readInput(io, flags.maxFileSize ?? DEFAULT_MAX_FILE_SIZE);
  return { ...settings, overlay: new TreeOverlay(new Map([[file, text]])), oneFile: toName(root, file) };
}

function refuseContradictions(flags: ScanFlags): void {
  if (!flags.stdin) throw new ConfigError('--stdin-filename names the file of --stdin: give both.');
  if (flags.stdinFilename === undefined || flags.stdinFilename === '')
    throw new ConfigError('--stdin needs --stdin-filename FILE: its name and place say what the text is.');
  const incompatible = INCOMPATIBLE_FLAGS.find((name) => flags[name] !== undefined && flags[name] !== false);
  if (incompatible === undefined) return;
  const flag = incompatible.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new ConfigError(`--stdin and --${flag} cannot be combined: only one text is looked at.`);
}

async function readInput({ input }: Pick<CliIo, 'input'>, maxBytes: number): Promise<Uint8Array> {
  if (input === undefined) throw new ConfigError('there is no standard input to read.');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input()) {
    size += chunk.length;
    if (size > maxBytes)
      throw new ConfigError(`the text on standard input has more than ${maxBytes} bytes; maxFileSize sets the limit.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
