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

/** Result of a scan: the findings and, equally important, the coverage of the scan. */
export interface Report {
  readonly schemaVersion: typeof REPORT_SCHEMA_VERSION;
  readonly tool: { readonly name: string; readonly version: string };
  readonly catalogue: ReportCatalogue;
  /** The day for which `lifecycle` was computed. */
  readonly asOf: IsoDate;
  /** The part of the scan that this report covers; absent if it covers the whole scan. */
  readonly part?: ReportPart;
  readonly coverage: ReportCoverage;
  readonly findings: readonly ReportFinding[];
  readonly unresolved: readonly ReportUnresolved[];
  /** Findings below the confidence threshold; their number is `coverage.belowThreshold`. Absent if there are none. */
  readonly hidden?: readonly HiddenFinding[];
}

/** One of the parts into which `--shard` divides a scan. */
export interface ReportPart {
  /** Number of the part, from 1. */
  readonly index: number;
  /** Number of all parts. */
  readonly of: number;
  /** Checked-out commit; absent outside of Git repositories. */
  readonly commit?: string;
}

/** Place and deprecation of a finding whose confidence is too low to show it. */
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
  /** Day for which the facts of the edition are valid. */
  readonly asOf: IsoDate;
  /** Day from which the edition should be reviewed. */
  readonly reviewBy?: IsoDate;
  /** Whether `reviewBy` has passed. */
  readonly stale?: boolean;
  /** Package of newer catalogues with the edition; absent for the program's own. */
  readonly package?: string;
  /** Sentence about the age of stale facts; absent if the API has neither findings nor unresolved requests. */
  readonly remark?: string;
}

export interface ReportCoverage {
  /** Source files that were candidates for the scan. */
  readonly files: number;
  /** Files whose text was read and tested. */
  readonly read: number;
  /** Files that were parsed because their text, or a module that they import, may use an API. */
  readonly parsed: number;
  /** Parsed files with syntax errors, analysed as far as they parse. */
  readonly syntaxErrors: readonly string[];
  /** Request sites in the parsed files: the sum of `sites`. */
  readonly requestSites: number;
  readonly sites: ReportSites;
  /** Request sites of known operations and other hosts: `sites.deprecated` and `sites.other`. */
  readonly resolved: number;
  /** Rows of `unresolved`: `sites.unresolved` and `addresses`. */
  readonly unresolved: number;
  /** Addresses of the API that no known request uses; an address is not a request site. */
  readonly addresses: number;
  /** Requests by destination. Absent in reports of older versions. */
  readonly requests?: ReportRequests;
  /** Findings in the report. */
  readonly findings: number;
  /** Findings left out because their confidence is below the threshold. */
  readonly belowThreshold: number;
  readonly skipped: readonly SkippedGroup[];
  /**
   * Files that may call an API and were not read in full. Absent if there are none, and in reports of older versions.
   */
  readonly unread?: readonly UnreadFile[];
  /**
   * Imports of analysed files that are not resolved although they refer to a source file of the project. Absent if
   * there are none.
   */
  readonly lostImports?: readonly LostImport[];
  /** Files that call an SDK whose methods are unknown in the language of the file. Absent if there are none. */
  readonly unknownSdks?: readonly UnknownSdkUse[];
  /** Reasons other than skipped files for which calls may have been missed; one sentence each. */
  readonly limits: readonly string[];
}

/**
 * Requests by destination. In analysed code the destination is resolved; in other code it is recognised by text. A
 * request in a wrapper counts once for each call that completes it.
 */
export interface ReportRequests {
  /** Sum of `checked`, `uncatalogued`, `elsewhere`, `inTests` and `unknown`. */
  readonly all: number;
  /** Requests to catalogued APIs, with any outcome, by API. */
  readonly checked: readonly { readonly api: string; readonly title: string; readonly requests: number }[];
  /** APIs in the code that no catalogue in use covers. */
  readonly uncatalogued: readonly UncataloguedApi[];
  /** SDKs of catalogued APIs in files without a known request; of these SDKs only deprecated operations are found. */
  readonly bySdk: readonly SdkUse[];
  /** Requests to this machine or to the server of a page, and requests whose path belongs to no catalogued API. */
  readonly elsewhere: number;
  /** Requests in tests that go to no catalogued API, or to an unknown destination. */
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
  /** Number of calls to the host; 0 for a package, and for a host that no call uses. */
  readonly requests: number;
  /** The first place of the host or package in each file. */
  readonly places: readonly CodeLine[];
}

/** Methods of an SDK that a file calls, by name. */
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
   * Whether the file has uncertain requests or findings that are not shown. The lost import may be the reason.
   */
  readonly mayHide: boolean;
}

/** A file without a known request, because the methods of the SDK that it calls are unknown. */
export interface UnknownSdkUse {
  readonly file: string;
  /** Id of the API. */
  readonly api: string;
  /** Title of the API, as shown to people. */
  readonly title: string;
  /** Imported module. */
  readonly module: string;
}

/** Outcomes of request sites; a site with several requests counts once, by the least certain of them. */
export interface ReportSites {
  /** Sites with a finding, shown or not. */
  readonly deprecated: number;
  /** Sites that request an operation without a finding, or another host. */
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
   * Null for a deprecation without an announced end. For a mistake in a request to an operation in use, `endOfLife`,
   * `lifecycle` and `replacement` are all null.
   */
  readonly endOfLife: IsoDate | null;
  /** Month of the end, `YYYY-MM`, if the day is unknown; `endOfLife` is then the last day of the month. */
  readonly endOfLifeMonth?: string;
  readonly lifecycle: Lifecycle | null;
  /** The affected users; absent if all users are affected. */
  readonly appliesTo?: string;
  /** Behaviour of the API after the end; absent if the catalogue does not describe it. */
  readonly after?: AfterEnd;
  readonly replacement: ReportReplacement | null;
  /** Further changes that the call needs for the replacement; absent if none is known. */
  readonly alsoChange?: readonly ReportChange[];
  /** The deprecated operation; null if the deprecation is not an operation. */
  readonly operation: { readonly method: HttpMethod; readonly path: string } | null;
  /** Method of the request: `GET`, `GET|PATCH` or `unknown`. */
  readonly method: string;
  readonly confidence: Confidence;
  /** Whether the file is a test or a mock. */
  readonly test: boolean;
  /** Language of the code; `javascript` includes TypeScript. Absent in reports of older versions. */
  readonly language?: LanguageId;
  /**
   * Reason why the finding does not fail the gate. `document`: it is in a document. `unchanged`: it is in code that
   * fails only when it changes. `undated`: its deprecation has no announced end, and belongs to an API that was enabled
   * automatically, not by the user. `later`: its deprecation ends after the horizon of the gate. `mocked`: a mock or
   * server of a test answers it.
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
  /**
   * Text about the deprecation that the change under review adds to a catalogue; without links, and not to be trusted.
   */
  readonly changeSays?: string;
  /** Objections of other editions to the deprecation that apply to this finding. */
  readonly disputes?: readonly ReportDispute[];
  /** Owners of the file by CODEOWNERS, separated by spaces; absent if the file has none. */
  readonly owner?: string;
  /** Suppression of the finding by a comment, the baseline or the configuration; absent if there is none. */
  readonly suppression?: ReportSuppression;
  /** Edits that replace the call by an equivalent one; absent without an exact replacement. */
  readonly suggestion?: ReportSuggestion;
}

/**
 * A field that must change, or that needs a condition, for some of the new values. Without `becomes`, `needs` or
 * `value`, the field must be removed.
 */
export interface ReportChange {
  /** The new values for which the field must change. */
  readonly with: readonly string[];
  /** Name of the field as in code: `reasoning.effort`. */
  readonly field: string;
  /** Name of the field that replaces it. */
  readonly becomes?: string;
  /** Conditions, one of which must hold for the field to stay: `POST /responses`, `reasoning_effort: none`. */
  readonly needs?: readonly string[];
  /** Required value of the field. */
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
  /** Set if the configuration ignores the deprecation; only with `--verbose`. */
  readonly by?: 'configuration';
  /** Line of the comment. */
  readonly line?: number;
  /** Day on which the finding was accepted: the date of its entry. */
  readonly accepted?: IsoDate;
  /** Person or team responsible for the entry. */
  readonly owner?: string;
  /** Last day on which the entry or comment is valid, as written. */
  readonly until?: string;
}

/** Edits that must be applied together, in order, and a sentence that describes them. */
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

/** The catalogue with the deprecation. */
interface ReportOrigin {
  readonly api: string;
  /** Id of the edition in use of the API; absent if the catalogue of the API has no editions. */
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
  /** End of life by the other edition, for a `moved` dispute; null if none is announced. */
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
   * Place of the unknown value that decides the request; reports for people merge requests with the same place. Absent
   * if there are several such values, and in reports of older versions.
   */
  readonly cause?: ReportCause;
}

export interface ReportCause {
  readonly file: string;
  readonly range: ReportRange;
  /** Whether the value is the same wherever it is used, like that of an environment variable. */
  readonly everywhere?: true;
}
