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
  const change = changeOnTheWay(view);
  return findings.map((finding) => {
    const note = change ?? (finding.about === 'data' ? changeOfData(view, finding) : undefined);
    if (note === undefined || finding.confidence !== 'certain') return finding;
    return { ...finding, confidence: 'probable', notes: [...finding.notes, note] };
  });
}

function changeOnTheWay({ finder, site, context, call }: CallSite): string | undefined {
  const { sender } = site;
  const calls = [{ context, call }, ...callsOf(finder, site.chain)];
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

function changeOfData({ finder }: CallSite, { at }: Finding): string | undefined {
  const context = finder.evaluator.program.context(at.file);
  if (context === undefined || !toJson(context).isWritten) return undefined;
  return 'A `toJSON` in the same file may change what is sent.';
}

/** Whether a file defines a `toJSON`, memoised for all its findings. */
const toJson = perFile(({ facts: { functions, objects } }): { readonly isWritten: boolean } => ({
  isWritten:
    functions.some(({ name }) => name === 'toJSON') ||
    objects.some(({ properties }) =>
      properties.some((property) => property.kind === 'property' && property.key === 'toJSON'),
    ),
}));

interface Called {
  readonly context: FileContext;
  readonly call: CallFact;
}

/** The calls at some places. */
function callsOf({ evaluator }: SiteFinder, places: readonly Place[]): readonly Called[] {
  return places.flatMap(({ file, span }) => {
    const context = evaluator.program.context(file);
    const call = context?.facts.calls[callAt(context, span) ?? -1];
    return context === undefined || call === undefined ? [] : [{ context, call }];
  });
}

/** Lowers the confidence of a finding whose deprecation covers only some callers, which code does not show. */
export function lowerIfCallersUnknown(catalogue: Catalogue, finding: Finding): Finding {
  if (finding.confidence !== 'certain' || !limitedDeprecations(catalogue).has(finding.deprecation)) return finding;
  return { ...finding, confidence: 'probable' };
}

const limitedDeprecations = memoByObject(
  ({ deprecations }: Catalogue): ReadonlySet<string> =>
    new Set(deprecations.flatMap(({ id, appliesTo }) => (appliesTo === undefined ? [] : [id]))),
);

/**
 * Returns the row that replaces a finding in code that never runs: after `return` or `throw`, or where a constant rules
 * it out. Undefined if the code may run.
 */
export function neverRun(finder: SiteFinder, finding: Finding): UnresolvedSite | undefined {
  const { at, sentAt = [at], evidence, client, url, methods } = finding;
  const wrappers = evidence.steps.flatMap((step) => (step.kind === 'wrapper' ? [step.at] : []));
  const [first = at] = sentAt;
  if (![...sentAt, ...wrappers].some((place) => isIdle(finder, place))) return undefined;
  return { at: first, client, url, methods, reason: 'it is in code that never runs' };
}

function isIdle({ evaluator }: SiteFinder, { file, span }: Place): boolean {
  const context = evaluator.program.context(file);
  if (context?.facts.idle === undefined) return false;
  return context.facts.idle.some(({ at, test, met }) => {
    if (span[0] < at[0] || at[1] < span[1]) return false;
    if (test === undefined) return !isHoisted(context, at[0], span[0]);
    return truthOf(evaluator.value(context, test, undefined)) === (met !== true);
  });
}

/** Whether a function is declared after `return`: it can be called from before. */
function isHoisted(context: FileContext, from: number, offset: number): boolean {
  return declared(context).some(({ at }) => from <= at[0] && at[0] <= offset && offset < at[1]);
}

const declared = perFile(({ facts }) =>
  facts.functions.filter(({ kind, name }) => kind === 'function' && name !== undefined),
);

/** Maximum number of mocked responses of a file that are compared with its requests. */
const ANSWERS_COMPARED = 200;

interface Answer {
  readonly segments: readonly string[];
  readonly method: MethodFacts;
}

/**
 * Requests of a file that never leave it: a mock answers their method and URL (nock, msw), their client is mocked
 * as a module or stubbed as a global, or their base URL is that of a server made in the file.
 */
export class Answers {
  readonly #answers: Answer[] = [];

  /** Records the requests that a test answers. */
  add(sites: readonly CallSite[]): void {
    for (const { site } of sites) {
      if (!answersRequests(site.client)) continue;
      for (const url of site.urls) {
        if (this.#answers.length >= ANSWERS_COMPARED) return;
        const segments = segmentsOf(shownUrl(url));
        if (segments !== undefined) this.#answers.push({ segments, method: site.method });
      }
    }
  }

  /** Returns the findings, with answered ones marked. */
  mark(context: FileContext, findings: readonly Finding[]): readonly Finding[] {
    return findings.map((finding) => (this.#answer(context, finding) ? { ...finding, answered: true } : finding));
  }

  #answer(context: FileContext, { url, client, methods, evidence, about }: Finding): boolean {
    if (about === 'resource' || evidence.site === 'test-double' || evidence.site === 'loose') return false;
    if (evidence.host !== 'exact' && evidence.host !== 'set' && isOfOwnServer(url)) return true;
    if (replacedClients(context).has(client)) return true;
    const segments = this.#answers.length === 0 ? undefined : segmentsOf(url);
    if (segments === undefined || methods.length === 0) return false;
    return this.#answers.some(
      (answer) =>
        (answer.method.unknown || methods.every((method) => answer.method.known.includes(method))) &&
        covers(answer.segments, segments),
    );
  }
}

/** Whether the base URL is a property of a server made in this file: `${createServer().url}/bells`. */
function isOfOwnServer(url: string): boolean {
  return /^\$\{(?:\w+\.)?create(?:[A-Z]\w{0,30})?Server\(\)\./.test(url);
}

/** Host and segments of a URL without its query; undefined if the host is unknown. */
function segmentsOf(url: string): readonly string[] | undefined {
  const [, host, path] = /^https?:\/\/([^/?#$*]+)(?=[/?#]|$)([^?#]*)/i.exec(url) ?? [];
  return host === undefined ? undefined : [host.toLowerCase(), ...(path ?? '').split('/').slice(1)];
}

/** Whether a mock with one path answers a request with another: the host is the same, and open segments match any. */
function covers(mock: readonly string[], request: readonly string[]): boolean {
  const isOpenEnd = /^\*+$/.test(mock.at(-1) ?? '');
  const fixed = isOpenEnd ? mock.slice(0, -1) : mock;
  if (isOpenEnd ? request.length < fixed.length : request.length !== fixed.length) return false;
  return fixed.every((text, index) => text === request[index] || (index > 0 && isOpen(text)) || isOpen(request[index]));
}

function isOpen(segment = ''): boolean {
  return segment.startsWith(':') || segment.includes('${');
}
