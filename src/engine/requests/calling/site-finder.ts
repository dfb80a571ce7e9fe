import type { KnownApis } from '../../../api/known-apis.js';
import type { ClientModel, RequestRow } from '../../../model/client-model.js';
import type { Catalogue } from '../../../model/deprecation.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import type { FileContext, Shared } from '../../evaluate/program.js';
import type { ApiView } from '../../match/catalogue-index.js';
import type { RequestUrl } from '../../match/request-url.js';
import type { Frame, Parts } from '../../values/value.js';
import type { ClientIndex } from './client-match.js';
import type { Site } from './site.js';

/** A method of an SDK. */
export interface SdkMethod {
  readonly model: ClientModel;
  readonly row: RequestRow;
}

/** SDK methods by their dotted member, for chains on values of unknown type. */
export type SdkIndex = ReadonlyMap<string, readonly SdkMethod[]>;

/** A call inside a function whose request callers complete. */
export interface OpenCall {
  readonly index: number;
  /** Deciding texts of the requests that are complete without callers: they are findings of the function itself. */
  readonly settled: ReadonlySet<string>;
}

/** Tools that answer requests in tests. */
export interface TestTools {
  readonly index: ClientIndex;
  /** Their members; calls of other members are not evaluated. */
  readonly members: ReadonlySet<string>;
}

/** Range of recorded questions: see `Asked`. */
export type Stretch = readonly [from: number, to: number];

/** Memoised results for functions, by file and index. */
export interface OpenCalls {
  readonly answers: Map<string, readonly OpenCall[]>;
  /** The recorded questions that the answer depends on: see `Asked`. */
  readonly asked: Map<string, Stretch>;
  /** Functions that were settled since the start of the outermost search. */
  readonly settled: string[];
  /** Functions that are being settled. */
  underWay: ReadonlySet<string>;
  /** Number of times that a settled function was used before the questions behind its result were known. */
  unexplained: number;
  /** Functions that request another host with any arguments. */
  readonly elsewhere: Set<string>;
  /** Functions whose result was cut short, or depends on one that was; each file that uses one of them reports it. */
  readonly cut: Set<string>;
  /** Number of times that a cut result was used. */
  cutsMet: number;
  /** Number of nested searches. */
  depth: number;
}

/** Inputs of site finding beside the evaluator. */
export interface SiteFinder {
  readonly evaluator: Evaluator;
  readonly clients: ClientIndex;
  /** Tools that answer requests in tests. */
  readonly testDoubles: TestTools;
  readonly sdk: SdkIndex;
  /** Each API of the catalogue, for matching. */
  readonly views: readonly ApiView[];
  readonly catalogue: Catalogue;
  /** Host, path and query of a URL, parsed once for the file being analysed. */
  readonly urlOf: (url: Parts) => RequestUrl;
  /** Functions that pass their arguments to an unknown callee, for the file being analysed. */
  readonly handingOn: Map<string, Shared<boolean>>;
  /** Releases the data of the previous file. */
  readonly begin: () => void;
  /** Names of the APIs of the catalogue in code. */
  readonly apis: KnownApis;
  /** Modules of the SDKs of each API, by its id. */
  readonly sdkPackages: ReadonlyMap<string, ReadonlySet<string>>;
  /** Memoised file near a file that names an API's base URL; by the API's id and the file. */
  readonly witnesses: Map<string, Shared<string | undefined>>;
  /** Whether a file and its imports name one API and no other server; by the API's id and the file. */
  readonly onlyAddresses: Map<string, Shared<boolean>>;
  /** Calls inside functions whose requests callers complete; memoised across files. */
  readonly openCalls: OpenCalls;
  /** Sites of one call, by its index in the table of calls of its file. */
  readonly sitesOf: (context: FileContext, index: number, frame: Frame | undefined) => readonly Site[];
  /** Whether the part of the request that a check looks at depends on callers. */
  readonly mayComplete: (site: Site) => boolean;
}
