import type { ReportRange } from '../core/model/span.js';
import type { SkippedGroup, UnreadFile } from '../core/model/skipped.js';
import type { Lifecycle } from '../engine/judge/describe-end.js';
import type { AfterEnd, Dispute, IsoDate, Layer } from '../core/model/deprecation.js';
import type { HttpMethod } from '../core/model/endpoint.js';
import type { Confidence, EvidenceStep } from '../core/model/evidence.js';
import type { RuleName } from '../core/model/rules.js';
import type { LanguageId } from '../core/model/language.js';

/** Version of the report's schema, raised when a key changes its meaning or is removed. */
export const REPORT_SCHEMA_VERSION = 1;

/** Result of a scan: the findings and, equally important, their coverage. */
export interface Report {
  readonly schemaVersion: typeof REPORT_SCHEMA_VERSION;
  readonly tool: { readonly name: string; readonly version: string };
  readonly catalogue: ReportCatalogue;
  /** The day for which `lifecycle` was computed. */
  readonly asOf: IsoDate;
  /** The part of the scan that this report covers. Absent where it covers all. */
  readonly part?: ReportPart;
  readonly coverage: ReportCoverage;
  readonly findings: readonly ReportFinding[];
  readonly unresolved: readonly ReportUnresolved[];
  /** Findings whose confidence is below the threshold, `coverage.belowThreshold` in number. Absent where there are none. */
  readonly hidden?: readonly HiddenFinding[];
}

/** One of the parts into which `--shard` divides a scan, from 1, and the commit that was checked out, where there is git. */
export interface ReportPart {
  readonly index: number;
  readonly of: number;
  readonly commit?: string;
}

/** Place and deprecation of a finding that is not sure enough to be shown. */
export type HiddenFinding = Pick<
  ReportFinding,
  'file' | 'range' | 'test' | 'deprecation' | 'confidence' | 'method' | 'url'
>;

interface ReportCatalogue {
  readonly digest: string;
  readonly deprecations: number;
  /** The edition in use of each API; absent in reports of older versions. */
  readonly editions?: readonly ReportEdition[];
}

export interface ReportEdition {
  readonly id: string;
  readonly api: string;
  /** Day of the facts. */
  readonly asOf: IsoDate;
  /** Day from which the edition should be reviewed. */
  readonly reviewBy?: IsoDate;
  /** Whether `reviewBy` has passed. */
  readonly stale?: boolean;
  /** Package of newer catalogues with the edition; absent for the program's own. */
  readonly package?: string;
  /** Sentence about the age of stale facts, where the API has findings or unresolved requests. */
  readonly remark?: string;
}

export interface ReportCoverage {
  /** Source files that were candidates for the scan. */
  readonly files: number;
  /** Files whose text was read and tested. */
  readonly read: number;
  /** Files that were parsed because their text, or a module they import, can matter. */
  readonly parsed: number;
  /** Parsed files with syntax errors, analysed as far as they parse. */
  readonly syntaxErrors: readonly string[];
  /** Request sites seen in the parsed files: the sum of `sites`. */
  readonly requestSites: number;
  readonly sites: ReportSites;
  /** Request sites of known operations and other hosts: `sites.deprecated` and `sites.other`. */
  readonly resolved: number;
  /** Rows of `unresolved`: `sites.unresolved` and `addresses`. */
  readonly unresolved: number;
  /** Addresses of the API that no request was seen to use; they are no request sites. */
  readonly addresses: number;
  /** Requests by destination. Absent in reports of older versions. */
  readonly requests?: ReportRequests;
  /** Findings in the report. */
  readonly findings: number;
  /** Findings left out because their confidence is below the threshold. */
  readonly belowThreshold: number;
  readonly skipped: readonly SkippedGroup[];
  /**
   * Files that may call an API and were not read, or only in part. Absent where there are none, and in older reports.
   */
  readonly unread?: readonly UnreadFile[];
  /**
   * Imports of analysed files that are not resolved, though they refer to a source file of the project. Absent where
   * there are none.
   */
  readonly lostImports?: readonly LostImport[];
  /** Files that call an SDK of an API of which no method is known in their language. Absent where there are none. */
  readonly unknownSdks?: readonly UnknownSdkUse[];
  /** Reasons other than skipped files for which calls may have been missed; one sentence each. */
  readonly limits: readonly string[];
}

/**
 * Requests by destination, each counted once where it leaves the program: as resolved in analysed code, by text in
 * other code. A wrapper is counted at the calls that complete it.
 */
export interface ReportRequests {
  /** Sum of `checked`, `uncatalogued`, `elsewhere`, `inTests` and `unknown`. */
  readonly all: number;
  /** Requests to catalogued APIs, with any outcome, by API. */
  readonly checked: readonly { readonly api: string; readonly title: string; readonly requests: number }[];
  /** APIs that are called or named, and that no catalogue in use covers. */
  readonly uncatalogued: readonly UncataloguedApi[];
  /** SDKs of APIs of a catalogue in files without a known request: only deprecated operations of these are found. */
  readonly bySdk: readonly SdkUse[];
  /** Requests to this machine or to the server of a page, and those whose path rules out all catalogues. */
  readonly elsewhere: number;
  /** Requests in tests to no API of a catalogue, or to an unknown destination. */
  readonly inTests: number;
  /** Requests in code that was not analysed, recognised by its text; included in `all`. */
  readonly byText: number;
  /** Requests to an unknown destination. */
  readonly unknown: readonly UnknownDestination[];
}

/** A host or the package of an SDK that no catalogue in use covers. */
export interface UncataloguedApi {
  readonly kind: 'host' | 'package';
  readonly name: string;
  /** Number of calls to the host; 0 for a package, and where an address is only named. */
  readonly requests: number;
  /** The first place in each file. */
  readonly places: readonly CodeLine[];
}

/** Names of an SDK that a file calls. */
export interface SdkUse {
  readonly file: string;
  readonly api: string;
  readonly module: string;
  readonly names: readonly string[];
}

export interface CodeLine {
  readonly file: string;
  readonly line: number;
}

/** A request with an unknown destination. */
export interface UnknownDestination extends CodeLine {
  readonly client: string;
  readonly reason: string;
}

/** An import whose file does not exist, or is not found. */
export interface LostImport {
  readonly file: string;
  readonly specifier: string;
  /**
   * Whether the file has requests or findings that are not known well enough to be shown; the import may be the reason.
   */
  readonly mayHide: boolean;
}

/** A file of which nothing was understood, because of the SDK that it calls. */
export interface UnknownSdkUse {
  readonly file: string;
  /** Id of the API. */
  readonly api: string;
  /** Name for people. */
  readonly title: string;
  /** Imported module. */
  readonly module: string;
}

/** Outcomes of request sites; a site with several requests counts once, by the least known of them. */
export interface ReportSites {
  /** Sites with a finding, shown or not. */
  readonly deprecated: number;
  /** Sites of another operation or another host. */
  readonly other: number;
  /** Sites of a catalogued API whose operation is not known. */
  readonly unresolved: number;
  /** Sites in wrappers that known callers complete; the requests are counted at the callers. */
  readonly inWrappers: number;
  /** Sites with an unknown destination whose path does not rule out a deprecated operation. */
  readonly unknownTarget: number;
}

export type { ReportPosition, ReportRange } from '../core/model/span.js';

/** One finding. Keys are in the order in which the JSON report writes them. */
export interface ReportFinding {
  readonly rule: RuleName;
  readonly deprecation: string;
  readonly feature: string;
  /**
   * Null for a deprecation without an announced end, and, as `lifecycle` and `replacement`, for a mistake in a request
   * that is in use.
   */
  readonly endOfLife: IsoDate | null;
  /** `YYYY-MM` where only the month is known: `endOfLife` is its last day then. */
  readonly endOfLifeMonth?: string;
  readonly lifecycle: Lifecycle | null;
  /** The affected users, where not all are. */
  readonly appliesTo?: string;
  /** Behaviour after the end, where the catalogue says it. */
  readonly after?: AfterEnd;
  readonly replacement: ReportReplacement | null;
  /** Further changes that the call needs for the replacement; absent where none is known. */
  readonly alsoChange?: readonly ReportChange[];
  /** Null where the deprecation is not an operation. */
  readonly operation: { readonly method: HttpMethod; readonly path: string } | null;
  /** `GET`, `GET|PATCH` or `unknown`. */
  readonly method: string;
  readonly confidence: Confidence;
  /** Whether the file is a test or a mock. */
  readonly test: boolean;
  /** Language of the code; `javascript` is TypeScript as well. Absent in reports of older versions. */
  readonly language?: LanguageId;
  /**
   * Reason why the finding does not fail: it is in a document, or in code that fails only when it changes; its
   * deprecation has no announced end and belongs to an API that was not requested, or ends after the horizon of the
   * gate; or it is in a test, and a mock or a server of the test answers it.
   */
  readonly exempt?: 'document' | 'unchanged' | 'undated' | 'later' | 'mocked';
  readonly file: string;
  readonly range: ReportRange;
  /** One sentence: the deprecation, its end, and the replacement. */
  readonly message: string;
  /** The message in two parts, for lists by deprecation; absent for a mistake, and in reports of older versions. */
  readonly grouped?: { readonly headline: string; readonly call: string };
  /** Whether the vendor has since cancelled or moved the end of life that the edition in use has. */
  readonly disputed?: true;
  /** Qualifications of the message, one sentence each, the most important first. */
  readonly notes: readonly string[];
  /** Next steps, one sentence each. */
  readonly advice: readonly string[];
  /** The known part of the request. */
  readonly url: string;
  readonly client: string;
  readonly evidence: readonly ReportEvidence[];
  readonly fingerprint: string;
  /** Origin of the deprecation; absent for a mistake. */
  readonly catalogue?: ReportOrigin;
  /** Address of the vendor's notice. */
  readonly vendorUrl?: string;
  /** Text of the change under review about the deprecation, without links; not trusted. */
  readonly changeSays?: string;
  /** Objections of other editions to the deprecation that apply to this finding. */
  readonly disputes?: readonly ReportDispute[];
  /** Owners of the file by CODEOWNERS, separated by spaces; absent where it has none. */
  readonly owner?: string;
  /** Reason why the finding is not open; absent where it has no suppression. */
  readonly suppression?: ReportSuppression;
  /** Rewritten code that makes the equivalent request to the replacement, where that is exact. */
  readonly suggestion?: ReportSuggestion;
}

/**
 * A field of a call that the new value does not accept unchanged; it must be removed unless another change is given.
 */
export interface ReportChange {
  /** The new values to which this applies. */
  readonly with: readonly string[];
  /** As code writes it: `reasoning.effort`. */
  readonly field: string;
  /** Name of the field that replaces it. */
  readonly becomes?: string;
  /** Ways to keep it, one of which is enough: `POST /responses`, `reasoning_effort: none`. */
  readonly needs?: readonly string[];
  /** The required value. */
  readonly value?: string;
  /** Condition of the call under which nothing has to change. */
  readonly unless?: string;
  readonly source: string;
}

/** A reviewed finding: an entry of the baseline (`external`) or a comment in the code (`inSource`). */
export interface ReportSuppression {
  readonly kind: 'external' | 'inSource';
  /** Only an `accepted` suppression closes a finding. */
  readonly status: 'accepted' | 'underReview' | 'rejected';
  readonly justification?: string;
  /** Set where the configuration ignores the deprecation; only with `--verbose`. */
  readonly by?: 'configuration';
  /** Line of the comment. */
  readonly line?: number;
  /** Day on which the entry was made. */
  readonly accepted?: IsoDate;
  /** Person or team responsible for the entry. */
  readonly owner?: string;
  /** Last day on which it is valid, as written. */
  readonly until?: string;
}

/** Edits that belong together, in order, and one sentence that describes them. */
export interface ReportSuggestion {
  readonly title: string;
  readonly edits: readonly ReportEdit[];
}

/** A text that replaces a range of a file. */
export interface ReportEdit {
  readonly file: string;
  readonly range: ReportRange;
  readonly text: string;
}

export interface ReportReplacement {
  readonly kind: 'operation' | 'product' | 'none' | 'unstated';
  /** `POST /accounts/{account_id}/…` or the name of a product; null for `none` and `unstated`. */
  readonly value: string | null;
  readonly note: string | null;
}

/** The catalogue that a deprecation is from. */
interface ReportOrigin {
  readonly api: string;
  /** Id of the edition in use of the API; absent where its catalogue has none. */
  readonly edition?: string;
  /** The layer that last changed the entry: an edition, a package, a file, an override. */
  readonly layer?: { readonly kind: Layer['kind']; readonly name: string };
  /** File and line of the entry: `rules/end-of-life.md:22`. */
  readonly source: string;
}

export interface ReportDispute {
  readonly kind: Dispute['kind'];
  /** Id of the edition with the objection. */
  readonly edition: string;
  /** Other end of life of a `moved` dispute, as shown; null where none is announced. */
  readonly endOfLife?: string | null;
  readonly since?: string;
  readonly source: string;
}

export interface ReportEvidence {
  readonly kind: EvidenceStep['kind'];
  readonly note: string;
  readonly file: string;
  readonly range: ReportRange;
}

export interface ReportUnresolved {
  readonly file: string;
  readonly range: ReportRange;
  readonly test: boolean;
  readonly language?: LanguageId;
  readonly method: string;
  readonly url: string;
  readonly client: string;
  readonly reason: string;
  /**
   * Place of the unknown value that decides the request: rows that share it are one in reports for people. Absent where
   * there are several, and in reports of older versions.
   */
  readonly cause?: ReportCause;
}

export interface ReportCause {
  readonly file: string;
  readonly range: ReportRange;
  /** Whether the value is the same in all places, like that of an environment variable. */
  readonly everywhere?: true;
}
