import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ScanCache } from '../../../cache/scan-cache.js';
import { formatStored } from '../../../cache/stored.js';
import { workTable } from '../../../core/lib/work.js';
import { factsSteps } from '../../../scan/scan-facts.js';
import { drainAsync } from '../../../scan/steps.js';
import { toName } from '../../../files/file-name.js';
import { runScan } from '../scan/scan-command.js';
import { factsSeal, readFacts } from '../scanning/facts-files.js';
import { dependenciesOf, runOptions, scanWithSeenApis } from '../scanning/scan-settings.js';
import { addScanFlags } from '../settings/flags.js';
import type { ScanFlags } from '../settings/flags.js';
import { parseScan, readSettings } from '../settings/settings.js';
import { EXIT, progressLine } from '../shared/io.js';
import type { CommandRun } from '../shared/io.js';
import { writeOutput } from '../shared/write-output.js';

const HELP = `
Put the flags of 'scan' that 'link' gets, such as --edition or --config, after '--'.
There is no gate here: exit code 0 if the facts were written, 2 if not.

Examples:
  sunset-lint facts packages/app --output packages/app/.sunset-facts
  sunset-lint facts . --root ../.. --output .sunset-facts          in a task of a package
  sunset-lint facts packages/app --output app.facts --with kit.facts -- --edition current`;

interface FactsFlags {
  readonly output: string;
  readonly root?: string;
  readonly with?: readonly string[];
  readonly stats?: true;
}

/** Declares `facts`, which writes the facts of one package for `link`. */
export function declareFacts(command: Command, { io, finish }: CommandRun): Command {
  return command
    .description("Analyse one package, with what it imports, and write what is known of it for 'link'.")
    .argument('<folder>', 'the package')
    .argument('[flags...]', "after '--': flags of 'scan'")
    .requiredOption('--output <file>', 'where to write')
    .option('--root <folder>', "where 'link' is run (default: here)")
    .option('--with <files...>', 'facts of packages that this one imports, which are not found again')
    .option('--stats', 'print to standard error how much work was done, in counts that do not depend on the machine')
    .addHelpText('after', HELP)
    .action(async (folder: string, scanFlags: string[], flags: FactsFlags) => {
      const root = resolve(io.cwd, flags.root ?? '.');
      const importedFacts = flags.with === undefined ? {} : { facts: flags.with.map((file) => resolve(io.cwd, file)) };
      const settings = { ...(await parseScan(scanFlags, [], { ...io, cwd: root })), ...importedFacts };
      const progress = progressLine(io, 'shown');
      try {
        const stored = await scanWithSeenApis(settings, async (settingsWithApis, readState) => {
          const options = {
            ...runOptions(settingsWithApis, io),
            readState,
            cache: new ScanCache(() => readFacts(settingsWithApis, io)),
            folder: toName(settingsWithApis.root, resolve(io.cwd, folder)),
            onProgress: progress.update,
          };
          const facts = await drainAsync(
            factsSteps(options, dependenciesOf(settingsWithApis)),
            io.signal,
            options.allowance,
          );
          return formatStored(facts, factsSeal(settingsWithApis, io));
        });
        writeOutput(resolve(io.cwd, flags.output), stored, { outputName: 'the facts' });
      } finally {
        progress.clear();
        if (flags.stats === true || settings.flags.stats) io.err(workTable());
      }
      finish(EXIT.clean);
    });
}

const LINK_HELP = `
The report is the one of 'scan' without paths, byte for byte: files that the facts do not cover, or that
have changed since, are analysed again. Run it where you would run 'scan', with the flags of 'facts'.
Exit codes and the other flags are those of 'scan'.

Examples:
  sunset-lint facts packages/app --output packages/app/.sunset-facts
  sunset-lint facts packages/worker --output packages/worker/.sunset-facts
  sunset-lint link packages/*/.sunset-facts --format sarif=sunset.sarif`;

/** Declares `link`, a scan that reuses the facts of packages. */
export function declareLink(command: Command, { io, finish }: CommandRun): Command {
  command
    .description('Scan a repository, reusing the facts of its packages.')
    .argument('<facts...>', "files that 'facts' wrote")
    .addHelpText('after', LINK_HELP)
    .action(async (facts: string[], flags: ScanFlags, self: Command) => {
      finish(await runScan({ ...(await readSettings([], flags, self, io)), facts }, io));
    });
  return addScanFlags(command);
}
