import { resolve } from 'node:path';
import { packagedNames } from '../../../knowledge/catalogue/packaged.js';
import { asJson, plainText } from '../../../core/lib/safe-output.js';
import type { SafeOutput } from '../../../core/lib/safe-output.js';
import { workTable } from '../../../core/lib/work.js';
import { countUndone } from '../../../core/model/skipped.js';
import type { CallTrace } from '../../../core/model/evidence.js';
import {
  formatInventoryCyclonedx,
  formatInventoryHtml,
  formatInventoryText,
} from '../../../report/inventory-formats.js';
import type { Inventory } from '../../../report/inventory.js';
import { inventorySteps } from '../../../scan/inventory.js';
import type { InventoryResult } from '../../../scan/inventory.js';
import { drainAsync } from '../../../scan/steps.js';
import { dependenciesOf, runOptions, scanProblems, withSeenApis } from '../scanning/scan-settings.js';
import { ownFiles } from '../scanning/own-files.js';
import { parseScan } from '../settings/settings.js';
import { exitCode, progressLine } from '../shared/io.js';
import type { CliIo, ExitCode } from '../shared/io.js';
import { outputOrPrint, refuseUnwritable } from '../shared/write-output.js';

/** Name of a format of an inventory. */
export type ApisFormat = keyof typeof FORMATS;

interface FormatOptions {
  readonly verbose: boolean;
}

const FORMATS = {
  text: (inventory: Inventory, options: FormatOptions): SafeOutput =>
    plainText(formatInventoryText(inventory, options)),
  json: (inventory: Inventory): SafeOutput => asJson(inventory),
  html: (inventory: Inventory): SafeOutput => plainText(formatInventoryHtml(inventory)),
  cyclonedx: (inventory: Inventory): SafeOutput => asJson(formatInventoryCyclonedx(inventory)),
} as const;

/**
 * Scans, and writes the inventory of called APIs.
 *
 * @throws as a scan, and ConfigError if the file cannot be written.
 */
export async function runApis(
  paths: readonly string[],
  written: readonly string[],
  { format, output }: { readonly format: ApisFormat; readonly output?: string },
  io: CliIo,
): Promise<ExitCode> {
  const settings = await parseScan(written, paths, io);
  const { flags } = settings;
  if (output !== undefined) refuseUnwritable(resolve(io.cwd, output), { what: 'the inventory' });
  const progress = progressLine(io, flags.quiet ? 'hidden' : 'shown');
  let found: InventoryResult;
  try {
    found = await withSeenApis(settings, (all, readState) => {
      const options = {
        ...runOptions(all, io),
        readState,
        own: ownFiles(all, io.cwd, undefined),
        onProgress: progress.update,
        packaged: all.automatic === undefined ? [] : packagedNames(),
      };
      const dependenciesWith = (trace: (call: CallTrace) => void): ReturnType<typeof dependenciesOf> =>
        dependenciesOf(all, { trace, completesAll: true });
      return drainAsync(inventorySteps(options, dependenciesWith), io.signal, options.allowance);
    });
  } finally {
    progress.clear();
    if (flags.stats) io.err(workTable());
  }
  outputOrPrint(FORMATS[format](found.inventory, flags), output, 'the inventory', io);
  const problems = problemsOf(found);
  for (const problem of problems) io.err(`error: ${problem}\n`);
  return exitCode({ findings: 0, problems: problems.length });
}

/** Describes unreadable files and other problems, each in a sentence. */
function problemsOf({ result }: InventoryResult): readonly string[] {
  const undone = countUndone(result.report.coverage.skipped);
  return [
    ...scanProblems(result),
    ...(undone > 0 && result.stopped === undefined
      ? [`${undone} files could not be analysed: the inventory is incomplete.`]
      : []),
  ];
}
