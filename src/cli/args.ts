import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { isIsoDate } from '../lib/iso-date.js';
import { CONFIDENCES } from '../model/evidence.js';
import type { Confidence } from '../model/evidence.js';
import { describeFormats } from '../report/formats.js';
import { addCatalogueFlags, collect } from './catalogue-flags.js';
import type { CatalogueFlags } from './catalogue-flags.js';
import { addLanguageFlags, onlyChangedFlag } from './language-flags.js';
import type { LanguageFlags } from './language-flags.js';
import { addFixFlags } from './fix-flags.js';
import type { FixFlags } from './fix-flags.js';
import { addGateFlags } from './gate-flags.js';
import type { GateFlags } from './gate-flags.js';
import { addReportFlags } from './report-flags.js';
import type { ReportFlags } from '../report/formats.js';

export interface ScanFlags extends ReportFlags, GateFlags, CatalogueFlags, LanguageFlags, FixFlags {
  readonly ignoreFiles: readonly string[];
  readonly include: readonly string[];
  readonly tsconfig?: string;
  readonly minConfidence: Confidence;
  readonly asOf?: string;
  readonly excludeTests: boolean;
  readonly resources: boolean;
  readonly testDoubles: boolean;
  readonly maxFileSize?: number;
  /** Bytes. */
  readonly maxMemory?: number;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly printConfig: boolean;
  readonly listFiles: boolean;
  readonly debug: boolean;
  readonly stats: boolean;
  readonly baseline?: string | false;
  readonly updateBaseline: boolean;
  readonly prune: boolean;
  readonly reason?: string;
  readonly strictClock: boolean;
  readonly reportSuppressed: boolean;
  readonly staged: boolean;
  readonly changedSince?: string;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly watch: boolean;
  readonly allowNoFiles: boolean;
  readonly cache: boolean;
  readonly cacheLocation?: string;
}

const HELP = `
Formats:
${describeFormats()}

Exit codes:
  0  no findings that fail (see --fail-on, --max-findings, --min-confidence)
  1  findings
  2  the scan failed: a bad flag or configuration, no files to scan,
     a named path that cannot be read, stopped by --timeout or --max-memory
     (also when there are findings)
  130  interrupted

Examples:
  sunset-lint                            this folder; 'scan' is optional
  sunset-lint src worker --exclude-tests
  sunset-lint 'src/**/*.ts' -f json -o report.json
  sunset-lint scan init                  a file or folder with the name of a command; or: ./init
  sunset-lint scan --format sarif=sunset.sarif --format html=sunset.html --format text
  sunset-lint scan --ignore-files 'legacy/**' --min-confidence possible --evidence
  sunset-lint scan --as-of 2026-12-31    what will have ended by then
  sunset-lint scan --update-baseline     accept existing findings; then only new ones fail
  sunset-lint scan --changed-since origin/main
  sunset-lint scan --fix                 write the exact replacements, report the remaining findings
  sunset-lint scan --shard 2/8 --format json=part-2.json    then: sunset-lint merge part-*.json

Known findings are read from sunset-baseline.json beside the configuration or in the scanned folder, if
present. They stay known after their end of life, unless --strict-clock is given.
Comments make exceptions: '// sunset-lint-disable-next-line id -- reason' (also -line, and a range
from '/* sunset-lint-disable id -- reason */' to '/* sunset-lint-enable */'); where comments begin with
'#', '# sunset-lint-disable-next-line id -- reason', and a range between comments on lines of their own.

The configuration is the nearest sunset-lint.config.{json,jsonc,js,mjs,cjs,ts,mts,cts}, or 'sunsetLint' in
package.json, from the scanned folder upward. Flags override it.

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
    .addHelpText('after', HELP)
    .action(action);
  return addScanFlags(command);
}

/** Adds the flags of a scan to a command, group by group as its help lists them. */
export function addScanFlags(command: Command): Command {
  addFileFlags(command);
  addReportFlags(command)
    .addOption(
      new Option('--min-confidence <level>', 'lowest confidence of the findings to report')
        .choices([...CONFIDENCES])
        .default('probable'),
    )
    .addOption(
      new Option(
        '--as-of <date>',
        'date that ends of life are compared with, YYYY-MM-DD (default: today, UTC)',
      ).argParser(parseDate),
    );
  addGateFlags(command).addOption(onlyChangedFlag());
  addBaselineFlags(command);
  addChangeFlags(command);
  addFixFlags(command.optionsGroup('Fixes:'));
  addCatalogueFlags(command);
  command.option('--print-config', 'print the settings in effect, and exit', false);
  return addRunFlags(command);
}

function addFileFlags(command: Command): void {
  command
    .optionsGroup('What to scan:')
    .addOption(
      new Option('--ignore, --ignore-files <glob>', 'skip matching files; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      new Option('--include <glob>', 'scan only matching files; repeatable').argParser(collect).default([], 'all'),
    );
  addLanguageFlags(command)
    .option('--exclude-tests', 'skip test files and mocks', false)
    .option('--test-doubles', 'also report requests that tests expect or answer (nock, msw, …)', false)
    .option('--resources', 'also report Pulumi and CDKTF resources of unknown version', false)
    .option('--tsconfig <file>', 'use the path aliases of this tsconfig (default: the nearest one to each file)')
    .addOption(
      new Option('--max-file-size <size>', 'skip larger files, such as 800kb or 5mb (default: 5mb)').argParser(
        parseSize,
      ),
    )
    .addOption(
      new Option(
        '--shard <n/count>',
        'scan one part of the files, to share a scan between machines, such as 2/8',
      ).argParser(parseShard),
    )
    .option('--list-files', 'list the files that would be read, and exit', false)
    .option('--allow-no-files', 'succeed when there are no files to scan', false);
}

function addBaselineFlags(command: Command): void {
  command
    .optionsGroup('Baseline:')
    .option('--baseline <file>', 'file with the known findings (default: sunset-baseline.json, if present)')
    .option('--no-baseline', 'ignore the baseline')
    .option('--update-baseline', 'write all findings to the baseline, keeping reasons and owners', false)
    .option('--reason <text>', 'with --update-baseline: why the new findings are accepted')
    .option('--prune', 'remove baseline entries whose calls no longer exist', false)
    .option('--strict-clock', 'known findings fail once their end of life has passed', false)
    .option(
      '--report-suppressed',
      'list every exception: findings hidden by comments, baseline or configuration',
      false,
    );
}

function addChangeFlags(command: Command): void {
  command
    .optionsGroup('Changes:')
    .option('--staged', 'report only findings that the staged changes introduce; reads the staged content', false)
    .option('--changed-since <ref>', 'report only findings introduced since the branch left this commit')
    .option('-w, --watch', 'scan again whenever a file changes', false);
}

function addRunFlags(command: Command): Command {
  return command
    .optionsGroup('Other:')
    .option(
      '--debug',
      'print to standard error what was examined in each named file, and why it is reported or not',
      false,
    )
    .option(
      '--stats',
      'print to standard error how much work was done, in counts that do not depend on the machine',
      false,
    )
    .helpOption('-h, --help', 'print this help')
    .option(
      '--cache-location <folder>',
      'folder for results kept between runs, outside the repository (default: in your cache folder)',
    )
    .option('--no-cache', 'do not use or keep results of earlier runs')
    .addOption(
      new Option(
        '--max-memory <size>',
        'stop with a partial report before memory exceeds this, such as 512mb (exit code 2)',
      ).argParser(parseMemory),
    )
    .addOption(
      new Option(
        '--timeout <duration>',
        'stop with a partial report after this time, such as 30s or 2m (exit code 2)',
      ).argParser(parseDuration),
    );
}

function parseDate(value: string): string {
  if (!isIsoDate(value)) throw new InvalidArgumentError('Write a calendar date as YYYY-MM-DD.');
  return value;
}

function parseShard(value: string): { readonly index: number; readonly count: number } {
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(value);
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (!(index >= 1 && index <= count))
    throw new InvalidArgumentError('Write the number of the part and of all parts, such as 2/8.');
  return { index, count };
}

export function parseMemory(value: string): number {
  const bytes = parseBytes(value);
  if (!(bytes >= 1 && Number.isSafeInteger(bytes)))
    throw new InvalidArgumentError('Write a size such as 512mb or 2gb.');
  return bytes;
}

/** @returns milliseconds */
export function parseDuration(value: string): number {
  const match = /^(\d{1,9}(?:\.\d{1,9})?)\s*(ms|s|m|h)$/i.exec(value);
  const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[(match?.[2] ?? '').toLowerCase()];
  const time = unit === undefined ? 0 : Number(match?.[1]) * unit;
  if (!(time > 0)) throw new InvalidArgumentError('Write a duration such as 30s, 2m or 500ms.');
  return time;
}

function parseBytes(value: string): number {
  const match = /^(\d{1,15}(?:\.\d{1,9})?)\s*(b|kb|mb|gb)?$/i.exec(value);
  const unit = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30 }[(match?.[2] ?? 'b').toLowerCase()] ?? 1;
  return Math.floor(Number(match?.[1]) * unit);
}

export function parseSize(value: string): number {
  const bytes = parseBytes(value);
  if (!(bytes >= 1 && bytes <= 512 * 1024 * 1024))
    throw new InvalidArgumentError('Write a size from 1 to 512mb, such as 800kb or 5mb.');
  return bytes;
}
