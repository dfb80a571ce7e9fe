import { resolve } from 'node:path';
import { packagedNames } from '../../../knowledge/catalogue/packaged.js';
import { count } from '../../../core/lib/wording.js';
import { asJson, plainText } from '../../../core/lib/safe-output.js';
import type { SafeOutput } from '../../../core/lib/safe-output.js';
import { workTable } from '../../../core/lib/work.js';
import { countUnanalysed } from '../../../core/model/skipped.js';
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
import { dependenciesOf, runOptions, scanProblems, scanWithSeenApis } from '../scanning/scan-settings.js';
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
 * @throws the errors of a scan, and ConfigError if the file cannot be written.
 */
export async function runApis(
  paths: readonly string[],
  flagTexts: readonly string[],
  { format, output }: { readonly format: ApisFormat; readonly output?: string },
  io: CliIo,
): Promise<ExitCode> {
  const settings = await parseScan(flagTexts, paths, io);
  const { flags } = settings;
  if (output !== undefined) refuseUnwritable(resolve(io.cwd, output), { outputName: 'the inventory' });
  const progress = progressLine(io, flags.quiet ? 'hidden' : 'shown');
  let inventory: InventoryResult;
  try {
    inventory = await scanWithSeenApis(settings, (settingsWithApis, readState) => {
      const options = {
        ...runOptions(settingsWithApis, io),
        readState,
        own: ownFiles(settingsWithApis, io.cwd, undefined),
        onProgress: progress.update,
        packaged: settingsWithApis.automatic === undefined ? [] : packagedNames(),
      };
      const dependenciesWith = (trace: (call: CallTrace) => void): ReturnType<typeof dependenciesOf> =>
        dependenciesOf(settingsWithApis, { trace, completesAll: true });
      return drainAsync(inventorySteps(options, dependenciesWith), io.signal, options.allowance);
    });
  } finally {
    progress.clear();
    if (flags.stats) io.err(workTable());
  }
  outputOrPrint(FORMATS[format](inventory.inventory, flags), output, 'the inventory', io);
  const problems = problemsOf(inventory);
  for (const problem of problems) io.err(`error: ${problem}\n`);
  return exitCode({ findings: 0, problems: problems.length });
}

/** Describes unreadable files and other problems, each in a sentence. */
function problemsOf({ result }: InventoryResult): readonly string[] {
  const unanalysedFiles = countUnanalysed(result.report.coverage.skipped);
  return [
    ...scanProblems(result),
    ...(unanalysedFiles > 0 && result.stopped === undefined
      ? [`${count(unanalysedFiles, 'file')} could not be analysed: the inventory is incomplete.`]
      : []),
  ];
}
