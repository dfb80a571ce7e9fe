import { WITHIN } from '../../baseline/gate.js';
import type { GateOptions, GateResult } from '../../baseline/gate.js';
import type { Verdict } from '../../report/format-context.js';
import type { ScanFlags } from '../settings/flags.js';

/** Options of the gate, from the flags. */
export function gateOptions({
  failOn,
  within = WITHIN,
  warnWithin,
  maxFindings,
}: Pick<ScanFlags, 'failOn' | 'within' | 'warnWithin' | 'maxFindings'>): GateOptions {
  return {
    failOn,
    within,
    ...(warnWithin === undefined ? {} : { warnWithin }),
    ...(maxFindings === undefined ? {} : { maxFindings }),
  };
}

/** Verdict of the gate for reports. `problems`: number of files that could not be read; `since`: base of a change. */
export function verdictOf(
  { verdict, failing }: GateResult,
  { failOn }: GateOptions,
  problems: number,
  since?: string,
): Verdict {
  return {
    status: problems > 0 ? 'error' : verdict,
    failing: failing.length,
    failOn,
    ...(since === undefined ? {} : { since }),
  };
}
