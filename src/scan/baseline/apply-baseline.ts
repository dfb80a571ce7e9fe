import { isOpen } from '../../report/severity.js';
import { lifecycleAt } from '../../engine/judge/describe-end.js';
import type { IsoDate } from '../../core/model/deprecation.js';
import { memoByText } from '../../core/lib/collections.js';
import type { ReportFinding, ReportSuppression } from '../../report/report.js';
import { expiryOf, identifyEntry, identifyFinding, matchItems, toEntry } from './entry.js';
import type { BaselineEntry } from './entry.js';

export interface BaselineInput {
  readonly entries: readonly BaselineEntry[];
  readonly findings: readonly ReportFinding[];
  readonly asOf: IsoDate;
  /** `accepted`: a known finding stays known when its end of life passes. `strict`: it does not. */
  readonly clock: 'accepted' | 'strict';
  /** Returns the name of a file in the baseline. */
  readonly nameOf: (file: string) => string;
  /** Whether a file, by its name in the baseline, exists in the state that was scanned. */
  readonly fileExists: (name: string) => boolean;
  /** Whether the scan read a file, by its name in the baseline. */
  readonly wasRead: (name: string) => boolean;
}

/** Result of applying a baseline. Every entry is in exactly one of the lists of entries. */
export interface BaselineOutcome {
  readonly findings: readonly ReportFinding[];
  /** Entries that hide a finding. */
  readonly known: readonly BaselineEntry[];
  /** Entries whose `until` has passed, or is invalid. */
  readonly expired: readonly BaselineEntry[];
  /** Entries whose finding has since reached its end of life, under the strict clock. */
  readonly turned: readonly BaselineEntry[];
  /** Entries whose finding is gone. */
  readonly stale: readonly BaselineEntry[];
  /** Entries of files that were not scanned. */
  readonly unseen: readonly BaselineEntry[];
}

/** Marks the known findings. Findings that a comment accepts need no entry. */
export function applyBaseline(input: BaselineInput): BaselineOutcome {
  const [nameOf, fileExists] = [memoByText(input.nameOf), memoByText(input.fileExists)];
  const openItems = input.findings.filter(isOpen).map((finding) => identifyFinding(finding, nameOf(finding.file)));
  const { pairs, gone } = matchItems(input.entries.map(identifyEntry), openItems, fileExists);
  const suppressions = new Map<ReportFinding, ReportSuppression>();
  const byState = {
    known: [] as BaselineEntry[],
    expired: [] as BaselineEntry[],
    turned: [] as BaselineEntry[],
  };
  for (const [{ of: finding, file }, { of: entry }] of pairs) {
    const state = stateOf(entry, finding, input);
    // The entry follows a renamed file, and a rewritten request.
    byState[state].push({ ...entry, file, url: finding.url });
    suppressions.set(finding, suppressionOf(entry, state));
  }
  const isStale = memoByText((file) => input.wasRead(file) || !fileExists(file));
  return {
    findings: input.findings.map((finding) => {
      const suppression = suppressions.get(finding);
      return suppression === undefined ? finding : { ...finding, suppression };
    }),
    ...byState,
    stale: gone.map(({ of }) => of).filter(({ file }) => isStale(file)),
    unseen: gone.map(({ of }) => of).filter(({ file }) => !isStale(file)),
  };
}

/** Returns the entries of a baseline that accepts all findings. Existing entries keep their reason and owner. */
export function updatedEntries(
  outcome: BaselineOutcome,
  asOf: IsoDate,
  nameOf: (file: string) => string,
  reason: string | undefined,
): readonly BaselineEntry[] {
  const newFindings = outcome.findings.filter((finding) => finding.suppression?.kind !== 'external' && isOpen(finding));
  return [
    ...outcome.known,
    ...outcome.expired,
    ...outcome.turned.map((entry) => ({ ...entry, accepted: asOf })),
    ...outcome.unseen,
    ...newFindings.map((finding) => toEntry(finding, nameOf(finding.file), asOf, reason)),
  ];
}

/** Returns the entries of the baseline, except those whose finding is gone. */
export function prunedEntries(outcome: BaselineOutcome): readonly BaselineEntry[] {
  return [...outcome.known, ...outcome.expired, ...outcome.turned, ...outcome.unseen];
}

function stateOf(
  entry: BaselineEntry,
  finding: ReportFinding,
  { asOf, clock }: BaselineInput,
): 'known' | 'expired' | 'turned' {
  if (expiryOf(entry, asOf) !== undefined) return 'expired';
  const hasEnded =
    clock === 'strict' &&
    finding.endOfLife !== null &&
    finding.lifecycle === 'sunset' &&
    lifecycleAt(finding.endOfLife, entry.accepted) === 'deprecated';
  return hasEnded ? 'turned' : 'known';
}

function suppressionOf(entry: BaselineEntry, state: 'known' | 'expired' | 'turned'): ReportSuppression {
  const { reason, accepted, owner, until } = entry;
  const details = {
    accepted,
    ...(owner === undefined ? {} : { owner }),
    ...(until === undefined ? {} : { until }),
  };
  switch (state) {
    case 'known':
      return {
        kind: 'external',
        status: 'accepted',
        ...(reason === undefined ? {} : { justification: reason }),
        ...details,
      };
    case 'expired':
      return {
        kind: 'external',
        status: 'rejected',
        justification: `expired (until ${until ?? ''})${reason === undefined ? '' : `: ${reason}`}`,
        ...details,
      };
    case 'turned':
      return {
        kind: 'external',
        status: 'underReview',
        justification: `the end of life has passed since it was accepted on ${accepted}${reason === undefined ? '' : `: ${reason}`}`,
        ...details,
      };
  }
}
