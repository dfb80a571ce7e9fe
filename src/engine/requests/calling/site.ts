import type { KnownApis } from '../../../core/api/known-apis.js';
import type { ClientModel, RequestRow } from '../../../core/model/client-model.js';
import type { Catalogue } from '../../../core/model/deprecation.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import type { Tracked } from '../../../core/model/query-log.js';
import type { FileContext } from '../../evaluate/program.js';
import type { ApiView } from '../../match/catalogue-index.js';
import type { RequestUrl } from '../../match/request-url.js';
import type { Frame, Parts, Value } from '../../values/value.js';
import type { ClientIndex, ClientUse } from './client-match.js';
import type { CallFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import { UNDEFINED, optionsOf } from '../../values/value.js';
import type { HttpMethod } from '../../../core/model/endpoint.js';
import type { Correlations } from '../../values/correlation.js';
import { areExclusive } from '../../values/correlation.js';
import { textCorrelations } from '../../values/correlate.js';

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
  /** Deciding texts of requests that are complete without callers: those are findings of the function itself. */
  readonly completeDeciders: ReadonlySet<string>;
}

/** Tools that answer requests in tests. */
export interface TestTools {
  readonly index: ClientIndex;
  /** Members of the tools; calls of other members are not evaluated. */
  readonly members: ReadonlySet<string>;
}

/** Memoised results for functions, by file and index. */
export interface OpenCalls {
  readonly callsByFunction: Map<string, readonly OpenCall[]>;
  /** Queries that the answers depend on. */
  readonly queriesByFunction: Map<string, Tracked<undefined>>;
  /** Functions whose open calls were found since the start of the outermost search. */
  readonly settledFunctions: string[];
  /** Functions whose open calls are being searched. */
  functionsUnderSearch: ReadonlySet<string>;
  /** Number of uses of results whose queries were not known yet. */
  usesWithoutQueries: number;
  /** Functions that request another host, whatever their arguments. */
  readonly functionsToOtherHosts: Set<string>;
  /** Functions with a cut result, or a result that depends on one; each file that uses such a function reports it. */
  readonly cutFunctions: Set<string>;
  /** Number of uses of a cut result. */
  cutUses: number;
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
  readonly passingFunctions: Map<string, Tracked<boolean>>;
  /** Releases the data of the previous file. */
  readonly releaseFileData: () => void;
  /** Names of the APIs of the catalogue in code. */
  readonly apis: KnownApis;
  /** Modules of the SDKs of each API, by its id. */
  readonly sdkPackages: ReadonlyMap<string, ReadonlySet<string>>;
  /** Memo of files near a file that name an API's base URL; by the API's id and the file. */
  readonly witnesses: Map<string, Tracked<string | undefined>>;
  /** Memo of whether a file and its imports name one API and no other server; by the API's id and the file. */
  readonly onlyMentionedApis: Map<string, Tracked<boolean>>;
  /** Calls inside functions whose requests callers complete; memoised across files. */
  readonly openCalls: OpenCalls;
  /** Sites of one call, by its index in the table of calls of its file. */
  readonly sitesOf: (context: FileContext, index: number, frame: Frame | undefined) => readonly Site[];
  /** Whether callers decide the part of the request that a check examines. */
  readonly mayComplete: (site: Site) => boolean;
}

/** A place in the program that issues a request, with the known parts of the request. */
export interface Site {
  /** The call in the analysed file. */
  readonly at: Place;
  /** `request`: sent by a modelled client; `call`: passed to an unknown callee. */
  readonly kind: 'request' | 'call';
  /** Client model, or the callee as written. */
  readonly client: string;
  readonly urls: readonly Parts[];
  /** URLs of the same call with other methods, which are separate sites. */
  readonly urlsOfOtherMethods?: readonly Parts[];
  readonly method: MethodFacts;
  /** Headers from each source, by descending priority. */
  readonly headers: readonly Value[];
  readonly body: Value;
  /** Set if the body is a text without a content type. */
  readonly bodyAsText?: true;
  readonly query: Value;
  /** Whether a relative URL cannot reach the API through this client. */
  readonly ownOrigin: boolean;
  /** Whether the path lacks its scope (`bells` for `/towers/{id}/bells`). */
  readonly isScopeMissing: boolean;
  /** Names of the callee in the code. */
  readonly names: readonly string[];
  /** The package of an unknown callee. */
  readonly package?: { readonly module: string; readonly exported: string };
  /** Id of the API whose SDK sends the request. */
  readonly api?: string;
  /** The version of the SDK (`acme 2.9.1`) that does not have the called method. */
  readonly missing?: string;
  /** APIs whose values reach the callee, by the call graph. */
  readonly apisByCallGraph?: ReadonlySet<string>;
  /** The only API with an SDK that has the called chain of members; the program uses that SDK. */
  readonly soleApi?: string;
  /** Set for an SDK method found by its name alone: the type of its client is unknown. */
  readonly isFoundByName?: true;
  /** Set if another server sends the request: its URL is inside the requested one. */
  readonly forwarded?: true;
  /** Calls of the program on the path to the request, from the outermost wrapper inwards. */
  readonly chain: readonly Place[];
  /** Set if the sender is a parameter with the name of the platform's `fetch`, for which no caller is known. */
  readonly assumed?: true;
  /** Set if the arguments of the enclosing function make the request unreachable: then it is not reported. */
  readonly ruledOut?: true;
  /** Values outside the call's arguments that describe the request. */
  readonly describedBy?: readonly Value[];
  /** The call of the modelled client that sends the request. */
  readonly sender?: Sender;
}

/** Call of a modelled client in the source, with the frame of the calls around it. */
export interface Sender {
  readonly context: FileContext;
  readonly index: number;
  readonly frame: Frame | undefined;
  readonly use: ClientUse;
  /** Request that the words of a command describe, if the client is a command-line program. */
  readonly command?: CommandRequest;
}

/** The method of a request whose code names none. */
export const UNKNOWN_METHOD: MethodFacts = { known: [], unknown: true, open: false, at: undefined };

/** A site with an unknown method that sends nothing. */
export function bareSite(parts: Pick<Site, 'at' | 'kind' | 'client' | 'urls'> & Partial<Site>): Site {
  return {
    method: UNKNOWN_METHOD,
    headers: [],
    body: UNDEFINED,
    query: UNDEFINED,
    ownOrigin: false,
    isScopeMissing: false,
    names: [],
    chain: [],
    ...parts,
  };
}

/** A site with the call that sends it. */
export interface SentCall {
  readonly site: Site;
  readonly context: FileContext;
  readonly call: CallFact;
  /** Index of the call in the table of calls of its file. */
  readonly index: number;
}

/** Methods that a request can have. `open`: one of them depends on a parameter of an enclosing function. */
export interface MethodFacts {
  readonly known: readonly HttpMethod[];
  readonly unknown: boolean;
  readonly open: boolean;
  readonly at: Place | undefined;
  /** The method for each URL, if both come from elements of one collection. */
  readonly ways?: readonly CorrelatedMethod[];
}

/** A method that comes from some elements of a collection. */
export interface CorrelatedMethod {
  readonly method: Pick<MethodFacts, 'known' | 'unknown' | 'open' | 'at'>;
  readonly correlations: Correlations;
  /** Whether this is the method of the elements beyond the limit. */
  readonly isRest: boolean;
}

/** Known parts of a request. */
export interface RequestFacts {
  readonly urls: readonly Parts[];
  readonly method: MethodFacts;
  /** Headers from each source, by descending priority. */
  readonly headers: readonly Value[];
  readonly body: Value;
  /** Set if the body is a text without a content type; a form has one. */
  readonly bodyAsText?: true;
  readonly query: Value;
}

/** A header that a command sends. */
export interface CommandHeader {
  readonly name: string;
  readonly value: Value;
  readonly at: Place;
}

/** A request of a command, with its headers for each list of words that the command can have. */
export interface CommandRequest extends RequestFacts {
  readonly ways: readonly { readonly headers: readonly CommandHeader[]; readonly isOpen: boolean }[];
  /** Set if the request connects to another server than its URL names. */
  readonly rerouted?: true;
}

/**
 * Splits a site whose method and URL come from elements of one collection into one site for each method: only a method
 * and a URL of the same element are requested together.
 */
export function correlatedSites<S extends Pick<Site, 'urls' | 'method'>>(site: S): readonly S[] {
  const { ways } = site.method;
  if (ways === undefined) return [site];
  const groups = new Map<string, { readonly method: MethodFacts; readonly urls: Parts[] }>();
  for (const url of site.urls) {
    const method = methodFor(url, ways);
    const key = `${[...method.known].sort().join(' ')} ${String(method.unknown)} ${String(method.open)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { method, urls: [url] });
    else group.urls.push(url);
  }
  if (groups.size === 1) return [...groups.values()].map(({ method }) => ({ ...site, method }));
  return [...groups.values()].map(({ method, urls }) => ({
    ...site,
    method,
    urls,
    urlsOfOtherMethods: site.urls.filter((url) => !urls.includes(url)),
  }));
}

/** The methods that can occur together with a URL. */
function methodFor(url: Parts, ways: readonly CorrelatedMethod[]): MethodFacts {
  const correlations = textCorrelations(url);
  const compatible = ways.filter((way) => !areExclusive(way.correlations, correlations));
  const hasSameCollection = compatible.some((way) =>
    way.correlations.some(({ reading }) => correlations.some((correlation) => correlation.reading === reading)),
  );
  const relevant =
    compatible.length === 0 ? ways : hasSameCollection ? compatible.filter(({ isRest }) => !isRest) : compatible;
  return {
    known: [...new Set(relevant.flatMap(({ method }) => method.known))],
    unknown: relevant.some(({ method }) => method.unknown),
    open: relevant.some(({ method }) => method.open),
    at: relevant.find(({ method }) => method.at !== undefined)?.method.at,
  };
}

/** Objects of the file that a call's requests use: they describe those requests and no others. */
export function passedObjects(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  sites: readonly Site[],
): readonly number[] {
  const values = [
    ...finder.evaluator.args(context, call, undefined),
    ...sites.flatMap(({ describedBy }) => describedBy ?? []),
  ];
  return values.flatMap((arg) =>
    optionsOf(arg).flatMap((option) => {
      const object = option.kind === 'layered' ? option.base : option;
      return object.kind === 'object' && object.file === context.file ? [object.object] : [];
    }),
  );
}
