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
      new Option('-f, --format <name[=file]>', 'format of the report, and the file to write it to; repeatable')
        .argParser(collectFormat)
        .default([], 'text'),
    )
    .option('-o, --output <file>', 'file for the report whose format names none')
    .option('--category <name>', 'SARIF category, to distinguish several runs on one commit')
    .option('--omit-suppressed', 'omit suppressed findings from SARIF, because GitHub shows them as open', false)
    .option('--evidence', 'show the steps that led to each finding', false)
    .option('--unresolved', 'list requests to the API whose operation is not known', false)
    .option('-v, --verbose', 'show the code of all findings, counts, clock and catalogue', false)
    .option('-q, --quiet', 'one line per finding, nothing else', false)
    .option('--no-color', 'no colours (also: NO_COLOR; FORCE_COLOR for the opposite)');
}

function collectFormat(value: string, previous: readonly FormatRequest[]): readonly FormatRequest[] {
  try {
    return [...previous, parseFormat(value)];
  } catch (error) {
    throw error instanceof ConfigError ? new InvalidArgumentError(error.message) : error;
  }
}
