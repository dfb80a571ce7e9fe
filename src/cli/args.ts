import { Command, InvalidArgumentError, Option } from 'commander';
import { isIsoDate } from '../model/iso-date.js';
import { CONFIDENCES } from '../model/evidence.js';
import type { Confidence } from '../model/evidence.js';
import { ConfigError } from '../model/errors.js';
import { describeFormats, parseFormat } from './formats.js';
import type { FormatRequest, ReportFlags } from './formats.js';

export interface ScanFlags extends ReportFlags {
  readonly ignore: readonly string[];
  readonly include: readonly string[];
  readonly tsconfig?: string;
  readonly minConfidence: Confidence;
  readonly asOf?: string;
  readonly excludeTests: boolean;
  readonly maxFileSize?: number;
  readonly catalogue: readonly string[];
}

const HELP = `
Formats:
${describeFormats()}

Exit codes:
  0  no findings at or above the confidence threshold
  1  findings
  2  the scan could not do its job: a bad flag or configuration, no file to scan,
     a named path that cannot be read (also when there are findings)

Examples:
  sunset-lint scan
  sunset-lint scan src worker --exclude-tests
  sunset-lint scan --format json --output report.json
  sunset-lint scan --format sarif=sunset.sarif --format html=sunset.html --format text
  sunset-lint scan --ignore 'legacy/**' --min-confidence possible --evidence
  sunset-lint scan --as-of 2026-12-31    what will be past its end of life by then

Inside a git work tree, files that git ignores are left out; elsewhere .gitignore files are read.
Patterns work as in a .gitignore file: 'legacy' matches at any depth, 'src/*.ts' from the root.`;

/** Declares `scan` and its flags. */
export function scanCommand(action: (paths: string[], flags: ScanFlags) => void): Command {
  return new Command('scan')
    .description('Find calls to deprecated API operations in TypeScript and JavaScript files.')
    .argument('[paths...]', 'files and folders to scan', ['.'])
    .addOption(new Option('--ignore <glob>', 'leave out files that match; may be repeated').argParser(collect).default([], 'none'))
    .addOption(new Option('--include <glob>', 'scan only files that match; may be repeated').argParser(collect).default([], 'all'))
    .option('--tsconfig <file>', 'use the path aliases of this tsconfig (default: the nearest of each file)')
    .addOption(new Option('--min-confidence <level>', 'report findings at least this sure').choices([...CONFIDENCES]).default('probable'))
    .addOption(new Option('--as-of <date>', 'day for which "past" and "in N days" are meant, YYYY-MM-DD (default: today, UTC)').argParser(parseDate))
    .addOption(new Option('--format <name[=file]>', 'form of the report, and the file it goes to; may be repeated').argParser(collectFormat).default([], 'text'))
    .option('--output <file>', 'write the report of the format without a file to this one')
    .option('--category <name>', 'tell several runs on one commit apart, in SARIF')
    .option('--omit-suppressed', 'leave suppressed findings out of SARIF: GitHub shows them as open', false)
    .option('--evidence', 'show the steps that led to each finding', false)
    .option('--unresolved', 'list requests to the API whose operation is not known', false)
    .option('--exclude-tests', 'leave out test files and mocks', false)
    .addOption(new Option('--max-file-size <size>', 'skip larger files, such as 800kb or 5mb (default: 5mb)').argParser(parseSize))
    .addOption(new Option('--catalogue <file>', 'add the deprecations of a catalogue file; may be repeated').argParser(collect).default([], 'none'))
    .option('--quiet', 'one line for each finding, nothing else', false)
    .option('--no-color', 'plain text (also: NO_COLOR; FORCE_COLOR for the opposite)')
    .addHelpText('after', HELP)
    .action(action);
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  if (value === '') throw new InvalidArgumentError('It is empty.');
  return [...previous, value];
}

function collectFormat(value: string, previous: readonly FormatRequest[]): readonly FormatRequest[] {
  try {
    return [...previous, parseFormat(value)];
  } catch (error) {
    throw error instanceof ConfigError ? new InvalidArgumentError(error.message) : error;
  }
}

function parseDate(value: string): string {
  if (!isIsoDate(value)) throw new InvalidArgumentError('Write a calendar date as YYYY-MM-DD.');
  return value;
}

function parseSize(value: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(b|kb|mb)?$/i.exec(value);
  const unit = { b: 1, kb: 1024, mb: 1024 * 1024 }[(match?.[2] ?? 'b').toLowerCase()] ?? 1;
  const bytes = Math.floor(Number(match?.[1]) * unit);
  if (!(bytes >= 1 && bytes <= 512 * 1024 * 1024)) throw new InvalidArgumentError('Write a size from 1 to 512mb, such as 800kb or 5mb.');
  return bytes;
}
