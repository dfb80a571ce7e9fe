import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { ConfigError } from '../model/errors.js';
import { parseFormat } from '../report/formats.js';
import type { FormatRequest } from '../report/formats.js';

/** Adds the flags that say which reports are written, and how. */
export function addReportFlags(command: Command): Command {
  return command
    .optionsGroup('What to report:')
    .addOption(
      new Option('-f, --format <name[=file]>', 'form of the report, and the file it goes to; may be repeated')
        .argParser(collectFormat)
        .default([], 'text'),
    )
    .option('-o, --output <file>', 'write the report of the format without a file to this one')
    .option('--category <name>', 'tell several runs on one commit apart, in SARIF')
    .option('--omit-suppressed', 'leave suppressed findings out of SARIF: GitHub shows them as open', false)
    .option('--evidence', 'show the steps that led to each finding', false)
    .option('--unresolved', 'list requests to the API whose operation is not known', false)
    .option('-v, --verbose', 'show the code of all findings, and counts, clock and catalogue', false)
    .option('-q, --quiet', 'one line for each finding, nothing else', false)
    .option('--no-color', 'plain text (also: NO_COLOR; FORCE_COLOR for the opposite)');
}

function collectFormat(value: string, previous: readonly FormatRequest[]): readonly FormatRequest[] {
  try {
    return [...previous, parseFormat(value)];
  } catch (error) {
    throw error instanceof ConfigError ? new InvalidArgumentError(error.message) : error;
  }
}
