import { Command } from 'commander';
import { addScanFlags } from '../settings/flags.js';
import type { ScanFlags } from '../settings/flags.js';
import type { ExitCode } from '../shared/exit-code.js';
import type { CliIo } from '../shared/io.js';
import { runScan } from '../scan/scan-command.js';
import { readSettings } from '../settings/settings.js';

const HELP = `
The report is the one of 'scan' without paths, byte for byte: files that the facts do not cover, or that
have changed since, are analysed again. Run it where you would run 'scan', with the flags of 'facts'.
Exit codes and the other flags are those of 'scan'.

Examples:
  sunset-lint facts packages/app --output packages/app/.sunset-facts
  sunset-lint facts packages/worker --output packages/worker/.sunset-facts
  sunset-lint link packages/*/.sunset-facts --format sarif=sunset.sarif`;

/** Declares `link`: a scan that starts from the facts of packages. */
export function linkCommand(io: CliIo, finish: (code: ExitCode) => void): Command {
  const command = new Command('link')
    .summary('scan with the facts of packages')
    .description('Scan a repository, reusing the facts of its packages.')
    .argument('<facts...>', "files that 'facts' wrote")
    .addHelpText('after', HELP)
    .action(async (facts: string[], flags: ScanFlags, self: Command) => {
      finish(await runScan({ ...(await readSettings([], flags, self, io)), facts }, io));
    });
  return addScanFlags(command);
}
