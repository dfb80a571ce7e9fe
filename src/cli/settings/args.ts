import { Argument, Command } from 'commander';
import { describeFormats } from '../../report/formats.js';
import { addScanFlags } from './flags.js';
import type { ScanFlags } from './flags.js';

/** Flag that lists every flag, and the help text below them. */
export const HELP_ALL = '--help-all';
export const ALL_HELP = `
Formats:
${describeFormats()}

Exit codes:
  0  no findings that fail (see --fail-on, --min-confidence)
  1  findings
  2  the scan failed: a bad flag or configuration, no files to scan,
     a named path that cannot be read, stopped by the settings timeout or maxMemory
     (also when there are findings)
  130  interrupted

Examples:
  sunset-lint                            this folder; 'scan' is optional
  sunset-lint src worker
  sunset-lint 'src/**/*.ts' -f json -o report.json
  sunset-lint scan init                  a file or folder with the name of a command; or: ./init
  sunset-lint scan --format sarif=sunset.sarif --format html=sunset.html --format text
  sunset-lint scan --ignore-files 'legacy/**' --min-confidence possible --verbose
  sunset-lint scan --as-of 2026-12-31    what will have ended by then
  sunset-lint scan --update-baseline     accept existing findings; then only new ones fail
  sunset-lint scan --changed-since origin/main
  sunset-lint scan --fix                 write the exact replacements, report the remaining findings
  sunset-lint scan --stdin --stdin-filename src/a.ts < unsaved.ts    what an editor holds
  sunset-lint scan --shard 2/8 --format json=part-2.json    then: sunset-lint merge part-*.json

Known findings are read from sunset-baseline.json beside the configuration or in the scanned folder, if
present. They stay known after their end of life, unless the configuration sets strictClock.
Comments make exceptions: '// sunset-lint-disable-next-line id -- reason' (also -line, and a range
from '/* sunset-lint-disable id -- reason */' to '/* sunset-lint-enable */'); where comments begin with
'#', '# sunset-lint-disable-next-line id -- reason', and a range between comments on lines of their own.

The configuration is the nearest sunset-lint.config.{json,jsonc,js,mjs,cjs,ts,mts,cts}, or 'sunsetLint' in
package.json, from the scanned folder upward. Flags override it; limits, clocks and what is scanned beside the program are its keys alone.

Inside a git work tree, files that git ignores are skipped; elsewhere .gitignore files are read.
Patterns work as in a .gitignore file: 'legacy' matches at any depth, 'src/*.ts' from the root.`;

/** Declares `scan` and its flags. */
export function scanCommand(action: (paths: string[], flags: ScanFlags, command: Command) => Promise<void>): Command {
  const command = new Command('scan')
    .summary('find calls to deprecated API operations')
    .description(
      'Find calls to deprecated API operations in TypeScript, JavaScript, shell scripts, Terraform and Python.',
    )
    .addArgument(new Argument('[paths...]', 'files, folders and patterns').default(['.'], 'this folder'))
    .action(action);
  return addScanFlags(command).option(HELP_ALL, 'print the help with every flag');
}
