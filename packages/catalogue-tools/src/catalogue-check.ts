import type { Command } from 'commander';
import type { ProgramParts } from '../../../src/hosts/cli/packaged-commands.js';
import type { ExitCode, CliIo } from '../../../src/hosts/cli/shared/io.js';
import type { CheckFlags } from './run-catalogue-check.js';

const HELP = `
A FILE is what a vendor publishes, saved: a page of deprecations (HTML, Markdown, a list of entries in
YAML), a feed (RSS, Atom), an OpenAPI document, or the folder of an unpacked SDK whose methods have
@deprecated tags. All that is named counts together, and is joined with the catalogue by method and path.
Nothing is downloaded.

Exit codes:
  0  catalogue and vendor agree
  1  they differ: an operation that only one of them calls deprecated, or different dates
  2  something could not be read

Examples:
  sunset-lint catalogue check --upstream deprecations.yaml
  sunset-lint catalogue check --upstream page.html --upstream openapi.json --upstream node_modules/bells
  sunset-lint catalogue check --upstream openapi.json --format json`;

/** Declares `catalogue check`: the differences between the catalogue and the vendor's current publications. */
export function checkCommand(parts: ProgramParts, io: CliIo, finish: (code: ExitCode) => void): Command {
  const { Command, Option, addFlags } = parts;
  const command = new Command('check')
    .description('Compare the catalogue with what its vendor publishes, saved as files.')
    .addOption(
      new Option(
        '--upstream <files...>',
        'a saved page, feed, OpenAPI document or folder of an SDK',
      ).makeOptionMandatory(),
    )
    .addOption(new Option('--format <format>', 'format of the output').choices(['text', 'json']).default('text'))
    .option('--output <file>', 'write the comparison to a file')
    .addHelpText('after', HELP)
    .action(async (flags: CheckFlags) => {
      const { runCheck } = await import('./run-catalogue-check.js');
      finish(await runCheck(flags, io, parts));
    });
  return addFlags(command, ['catalogue']);
}
