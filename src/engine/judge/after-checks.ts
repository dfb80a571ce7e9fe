import { callAt } from '../evaluate/positions.js';
import type { Finding, UnresolvedSite } from '../../core/model/finding.js';
import type { CallFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import { perFile } from '../evaluate/per-file.js';
import type { FileContext } from '../evaluate/program.js';
import { isHooked } from '../requests/sent/hooks.js';
import { isReplaced, replacesTransport, replacedClients } from '../requests/calling/replaced.js';
import type { SiteFinder, MethodFacts } from '../requests/calling/site.js';
import type { CallSite } from './site-view.js';
import { memoByObject } from '../../core/lib/collections.js';
import type { Catalogue } from '../../core/model/deprecation.js';
import { truthOf } from '../evaluate/choices.js';
import { answersRequests } from '../requests/unknown/test-doubles.js';
import { shownUrl } from './finding.js';

/** Lowers the confidence of certain findings if the program may change the request of the site before it is sent. */
export function lowerIfChanged(view: CallSite, findings: readonly Finding[]): readonly Finding[] {
  if (!findings.some(({ confidence }) => confidence === 'certain')) return findings;
  const change = changeBeforeSending(view);
  return findings.map((finding) => {
    const note = change ?? (finding.about === 'data' ? changeByToJson(view, finding) : undefined);
    if (note === undefined || finding.confidence !== 'certain') return finding;
    return { ...finding, confidence: 'probable', notes: [...finding.notes, note] };
  });
}

function changeBeforeSending({ finder, site, context, call }: CallSite): string | undefined {
  const { sender } = site;
  const calls = [{ context, call }, ...callsAt(finder, site.chain)];
  if (sender !== undefined && isHooked(finder, sender))
    return 'A function of the program sees the request before it is sent, and may change where it goes.';
  if (site.assumed === true)
    return 'The function that sends it is a parameter, for which callers may pass something else.';
  if (sender?.command?.rerouted === true)
    return 'An option of the command connects to another server than the one that the URL names.';
  if (calls.some((called) => replacesTransport(finder, called.context)))
    return 'The file replaces the function that sends requests.';
  if (calls.some((called) => isReplaced(finder, called.context, called.call)))
    return 'A method on the way to the request is replaced in the same file.';
  return undefined;
}

function changeByToJson({ finder }: CallSite, { at }: Finding): string | undefined {
  const context = finder.evaluator.program.context(at.file);
  if (context === undefined || !toJsonMethod(context).isDefined) return undefined;
  return 'A `toJSON` in the same file may change what is sent.';
}

/** Whether a file defines a `toJSON`, memoised for all its findings. */
const toJsonMethod = perFile(({ facts: { functions, objects } }): { readonly isDefined: boolean } => ({
  isDefined:
    functions.some(({ name }) => name === 'toJSON') ||
    objects.some(({ properties }) =>
      properties.some((property) => property.kind === 'property' && property.key === 'toJSON'),
    ),
}));

interface CallInFile {
  readonly context: FileContext;
  readonly call: CallFact;
}

function callsAt({ evaluator }: SiteFinder, places: readonly Place[]): readonly CallInFile[] {
  return places.flatMap(({ file, span }) => {
    const context = evaluator.program.context(file);
    const call = context?.facts.calls[callAt(context, span) ?? -1];
    return context === undefined || call === undefined ? [] : [{ context, call }];
  });
}

/** Lowers the confidence of a finding whose deprecation applies only to some users, because code does not show them. */
export function lowerIfCallersUnknown(catalogue: Catalogue, finding: Finding): Finding {
  if (finding.confidence !== 'certain' || !limitedDeprecations(catalogue).has(finding.deprecation)) return finding;
  return { ...finding, confidence: 'probable' };
}

const limitedDeprecations = memoByObject(
  ({ deprecations }: Catalogue): ReadonlySet<string> =>
    new Set(deprecations.flatMap(({ id, appliesTo }) => (appliesTo === undefined ? [] : [id]))),
);

/**
 * Returns the unresolved request that replaces a finding in code that never runs: after `return` or `throw`, or under a
 * constant condition. Undefined if the code may run.
 */
export function neverRun(finder: SiteFinder, finding: Finding): UnresolvedSite | undefined {
  const { at, sentAt = [at], evidence, client, url, methods } = finding;
  const wrappers = evidence.steps.flatMap((step) => (step.kind === 'wrapper' ? [step.at] : []));
  const [firstPlace = at] = sentAt;
  if (![...sentAt, ...wrappers].some((place) => isUnreachable(finder, place))) return undefined;
  return { at: firstPlace, client, url, methods, reason: 'it is in code that never runs' };
}

function isUnreachable({ evaluator }: SiteFinder, { file, span }: Place): boolean {
  const context = evaluator.program.context(file);
  if (context?.facts.idle === undefined) return false;
  return context.facts.idle.some(({ at, test, met }) => {
    if (span[0] < at[0] || at[1] < span[1]) return false;
    if (test === undefined) return !isHoisted(context, at[0], span[0]);
    return truthOf(evaluator.value(context, test, undefined)) === (met !== true);
  });
}

/** Whether an offset is in a function that is declared after `return`: earlier code can call it. */
function isHoisted(context: FileContext, unreachableStart: number, offset: number): boolean {
  return declaredFunctions(context).some(({ at }) => unreachableStart <= at[0] && at[0] <= offset && offset < at[1]);
}

const declaredFunctions = perFile(({ facts }) =>
  facts.functions.filter(({ kind, name }) => kind === 'function' && name !== undefined),
);

/** Maximum number of mocked responses of a file that are compared with its requests. */
const ANSWERS_COMPARED = 200;

interface MockedRequest {
  readonly segments: readonly string[];
  readonly method: MethodFacts;
}

/**
 * Requests of a file that do not reach the API: a mock answers their method and URL (nock, msw), their client is mocked
 * as a module or stubbed as a global, or their base URL is that of a server created in the file.
 */
export class MockedRequests {
  readonly #mockedRequests: MockedRequest[] = [];

  /** Records the requests that a test answers. */
  add(sites: readonly CallSite[]): void {
    for (const { site } of sites) {
      if (!answersRequests(site.client)) continue;
      for (const url of site.urls) {
        if (this.#mockedRequests.length >= ANSWERS_COMPARED) return;
        const segments = segmentsOf(shownUrl(url));
        if (segments !== undefined) this.#mockedRequests.push({ segments, method: site.method });
      }
    }
  }

  /** Returns the findings, with answered ones marked. */
  mark(context: FileContext, findings: readonly Finding[]): readonly Finding[] {
    return findings.map((finding) => (this.#isAnswered(context, finding) ? { ...finding, answered: true } : finding));
  }

  #isAnswered(context: FileContext, { url, client, methods, evidence, about }: Finding): boolean {
    if (about === 'resource' || evidence.site === 'test-double' || evidence.site === 'loose') return false;
    if (evidence.host !== 'exact' && evidence.host !== 'set' && isTestServerUrl(url)) return true;
    if (replacedClients(context).has(client)) return true;
    const segments = this.#mockedRequests.length === 0 ? undefined : segmentsOf(url);
    if (segments === undefined || methods.length === 0) return false;
    return this.#mockedRequests.some(
      (answer) =>
        (answer.method.unknown || methods.every((method) => answer.method.known.includes(method))) &&
        answersRequest(answer.segments, segments),
    );
  }
}

/** Whether the base URL is a property of a server created in this file: `${createServer().url}/bells`. */
function isTestServerUrl(url: string): boolean {
  return /^\$\{(?:\w+\.)?create(?:[A-Z]\w{0,30})?Server\(\)\./.test(url);
}

/** Host and segments of a URL without its query; undefined if the host is unknown. */
function segmentsOf(url: string): readonly string[] | undefined {
  const [, host, path] = /^https?:\/\/([^/?#$*]+)(?=[/?#]|$)([^?#]*)/i.exec(url) ?? [];
  return host === undefined ? undefined : [host.toLowerCase(), ...(path ?? '').split('/').slice(1)];
}

/** Whether the URL of a mock matches that of a request: the host is the same, and unknown segments match any. */
function answersRequest(mock: readonly string[], request: readonly string[]): boolean {
  const hasOpenEnd = /^\*+$/.test(mock.at(-1) ?? '');
  const fixedSegments = hasOpenEnd ? mock.slice(0, -1) : mock;
  if (hasOpenEnd ? request.length < fixedSegments.length : request.length !== fixedSegments.length) return false;
  return fixedSegments.every(
    (text, index) =>
      text === request[index] || (index > 0 && isUnknownSegment(text)) || isUnknownSegment(request[index]),
  );
}

function isUnknownSegment(segment = ''): boolean {
  return segment.startsWith(':') || segment.includes('${');
}
