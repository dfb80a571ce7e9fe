import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { FAIL_ON } from '../baseline/gate.js';
import type { FailOn, GateOptions, GateResult } from '../baseline/gate.js';
import type { Verdict } from '../report/format-context.js';

/** Flags that decide whether a report passes. */
export interface GateFlags {
  readonly failOn: FailOn;
  /** Days. */
  readonly warnWithin?: number;
  readonly maxFindings?: number;
}

/** Adds the flags to a command. */
export function addGateFlags(command: Command): Command {
  return command
    .optionsGroup('Gate:')
    .addOption(
      new Option(
        '--fail-on <state>',
        'which findings fail: those past their end of life (sunset), all (deprecated), or none (never)',
      )
        .choices([...FAIL_ON])
        .default('deprecated'),
    )
    .addOption(
      new Option(
        '--warn-within <days>',
        'warn about findings that reach their end of life within this many days, such as 90d',
      ).argParser(parseDays),
    )
    .addOption(
      new Option('--max-findings <number>', 'maximum number of findings allowed (default: 0)').argParser(parseCount),
    );
}

export function gateOptions({ failOn, warnWithin, maxFindings }: GateFlags): GateOptions {
  return {
    failOn,
    ...(warnWithin === undefined ? {} : { warnWithin }),
    ...(maxFindings === undefined ? {} : { maxFindings }),
  };
}

/** What reports say of the gate. `problems`: how much could not be looked at; `since`: what a change is measured from. */
export function verdictOf({ verdict, failing }: GateResult, problems: number, since?: string): Verdict {
  return {
    status: problems > 0 ? 'error' : verdict,
    failing: failing.length,
    ...(since === undefined ? {} : { since }),
  };
}

export function parseDays(value: string): number {
  const match = /^(\d{1,5})d?$/.exec(value);
  if (match === null) throw new InvalidArgumentError('Write a number of days, such as 90d.');
  return Number(match[1]);
}

function parseCount(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('Write a whole number.');
  return Number(value);
}
