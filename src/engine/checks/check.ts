import type { Finding, UnresolvedSite } from '../../model/finding.js';
import type { RuleName } from '../../model/rules.js';
import type { CallTrace } from '../../model/trace.js';
import type { CallSelection, Selected } from '../../select/select-calls.js';
import type { FileContext } from '../evaluate/program.js';
import type { CallSite, SiteView } from '../judge/site-view.js';
import type { AddressFate } from '../requests/described/addresses.js';
import type { SiteFinder } from '../requests/calling/site-finder.js';

/** Options of the checks, as a host sets them. */
export interface CheckOptions {
  /** Whether what tests answer and expect (nock, msw, `toHaveBeenCalledWith`) is reported; by default it is not. */
  readonly testDoubles?: 'report' | 'skip';
  /** Whether resources of infrastructure packages are reported where the version is not known; by default they are not. */
  readonly resources?: 'report' | 'known';
  /** Whether findings alone are asked for: what was read and what stayed unresolved is not told then. */
  readonly findingsAlone?: boolean;
  /** Start of the selection of calls; without it every call is examined. */
  readonly selection?: CallSelection;
  /** Told of each call of a file, in order, where somebody asks what became of it. */
  readonly trace?: (call: CallTrace) => void;
  /** Whether each request is completed by callers, and not only where one of the checks asks for it. */
  readonly completesAll?: boolean;
  /** Told of each text of a file that names a host of an API. */
  readonly onAddress?: (address: AddressFate) => void;
}

/** The file that is analysed, as all checks see it. */
export interface FileView {
  readonly finder: SiteFinder;
  readonly context: FileContext;
  readonly options: CheckOptions;
  /** Calls and texts that are looked at; undefined where all are. */
  readonly selected: Selected | undefined;
  /** Starts of texts in the file that are settled: they decided a finding, or are sent to another host. */
  readonly used: Set<number>;
  /** Objects of the file that requests are made with, by their place in its table: they describe no other request. */
  readonly sent: Set<number>;
}

/** Hooks of a check for one file. State shared between request sites is kept here. */
export interface FileCheck {
  /** Looks at a request that the file sends. */
  ofSite?(site: CallSite): readonly Finding[];
  /** Returns the reason why the check could not decide on a request without findings. */
  unresolved?(site: CallSite): UnresolvedSite | undefined;
  /** A part of a request that its API is not known to take; it is a row beside findings too. */
  stranger?(site: CallSite): UnresolvedSite | undefined;
  /** Looks at a request that a test answers or expects. */
  ofTestDouble?(site: CallSite): readonly Finding[];
  /** Looks at the rest of the file, after all its sites. */
  ofFile?(): Iterable<Finding>;
  /** Number of findings that are not told, for want of being asked for. */
  withheld?(): number;
  /** Adds to the findings of all checks, sorted and with fingerprints, what they mean together. */
  amend?(findings: readonly Finding[]): readonly Finding[];
}

/** One thing that is looked for. */
export interface Check {
  /** The rule under which it reports. */
  readonly rule: RuleName;
  /** Begins with a file. Undefined where there is nothing to look for in it. */
  begin(file: FileView): FileCheck | undefined;
  /** Whether the part of a request that the check looks at depends on callers. */
  mayComplete?(site: SiteView): boolean;
}
