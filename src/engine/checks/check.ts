import type { Finding, UnresolvedSite } from '../../core/model/finding.js';
import type { RuleName } from '../../core/model/rules.js';
import type { CallTrace } from '../../core/model/evidence.js';
import type { CallSelection, Selected } from '../../select/select-calls.js';
import type { FileContext } from '../evaluate/program.js';
import type { CallSite, SiteView } from '../judge/site-view.js';
import type { AddressOutcome } from '../requests/described/addresses.js';
import type { SiteFinder } from '../requests/calling/site.js';
import { memoByObject } from '../../core/lib/collections.js';
import type { Catalogue, Deprecation } from '../../core/model/deprecation.js';

/** Options of the checks, set by a host. */
export interface CheckOptions {
  /** Treatment of requests that tests answer or expect (nock, `toHaveBeenCalledWith`); default `skip`. */
  readonly testDoubles?: 'report' | 'skip';
  /** Treatment of resources of infrastructure packages in an unknown version; default `known`: not reported. */
  readonly resources?: 'report' | 'known';
  /** Whether only findings are returned, without the files that were read and the unresolved requests. */
  readonly findingsOnly?: boolean;
  /** Start of the selection of calls; without it every call is examined. */
  readonly selection?: CallSelection;
  /** Receives each call of a file, in order, for a trace. */
  readonly trace?: (call: CallTrace) => void;
  /** Whether every request is completed by its callers, and not only those for which a check needs it. */
  readonly completesAll?: boolean;
  /** Receives each text of a file that names a host of an API. */
  readonly onAddress?: (address: AddressOutcome) => void;
}

/** The analysed file, as all checks see it. */
export interface FileView {
  readonly finder: SiteFinder;
  readonly context: FileContext;
  readonly options: CheckOptions;
  /** Calls and texts to examine; undefined: all. */
  readonly selected: Selected | undefined;
  /** Starts of texts in the file that are settled: they decided a finding, or are sent to another host. */
  readonly used: Set<number>;
  /** Indices of the file's objects that its requests use: such an object does not describe another request. */
  readonly sent: Set<number>;
}

/** Hooks of a check for one file. State shared between request sites is kept here. */
export interface FileCheck {
  /** Examines a request that the file sends. */
  ofSite?(site: CallSite): readonly Finding[];
  /** Returns the reason why the check could not decide on a request without findings. */
  unresolved?(site: CallSite): UnresolvedSite | undefined;
  /** Returns a part of a request that its API is not known to accept. Reported in addition to findings. */
  unknownPart?(site: CallSite): UnresolvedSite | undefined;
  /** Examines a request that a test answers or expects. */
  ofTestDouble?(site: CallSite): readonly Finding[];
  /** Examines the rest of the file, after all its sites. */
  ofFile?(): Iterable<Finding>;
  /** Number of findings that are omitted because the options do not ask for them. */
  omittedCount?(): number;
  /** Adds conclusions that follow from the sorted findings of all checks together. */
  amend?(findings: readonly Finding[]): readonly Finding[];
}

/** A check for one kind of deprecation or mistake. */
export interface Check {
  /** The rule under which the check reports. */
  readonly rule: RuleName;
  /** Starts the check for a file; undefined if there is nothing to look for in it. */
  begin(file: FileView): FileCheck | undefined;
  /** Whether the part of a request that the check examines depends on callers. */
  mayComplete?(site: SiteView): boolean;
}

type OfKind<K extends Deprecation['kind']> = Extract<Deprecation, { readonly kind: K }>;

/** Creates a getter of a catalogue's deprecations of one kind; memoised, because checks call it for each request. */
export function ofKind<K extends Deprecation['kind']>(kind: K): (catalogue: Catalogue) => readonly OfKind<K>[] {
  return memoByObject(({ deprecations }: Catalogue) =>
    deprecations.filter((deprecation): deprecation is OfKind<K> => deprecation.kind === kind),
  );
}
