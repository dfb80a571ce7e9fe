import type { HttpMethod } from '../../core/model/endpoint.js';
import { enterFunction, MAX_CALL_DEPTH } from '../evaluate/arguments.js';
import { couldBecomeMatch } from '../match/match-url.js';
import { REASON } from '../values/reasons.js';
import type { Args, ExternalValue, Frame, FrameSource, FunctionValue, Value } from '../values/value.js';
import { isBeforeRequest } from './calling/client-match.js';
import { knownMethod } from './calling/request.js';
import type { MethodFacts, Site, SiteFinder } from './calling/site.js';
import { isRuledOut } from './calling/ruled-out.js';
import { verbOf } from './unknown/call-names.js';
import type { CallTarget } from './unknown/call-targets.js';
import { requestsOtherHost, openCallsOf } from './unknown/open-calls.js';
import { deciderKey } from './unknown/open-url.js';
import { wordTest } from '../../knowledge/clients/words.js';
import type { CallFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import type { FileContext } from '../evaluate/program.js';

/** The requests inside a function of the program, with the arguments of a call. */
export function ofFunction(lookUp: AskedCall, { callee, args, hasWrittenArguments }: CallTarget): Found | undefined {
  if (callee.kind !== 'function') return undefined;
  const { finder, context, call, index, frame, at } = lookUp;
  const source = hasWrittenArguments ? { file: context.file, call: index, frame } : undefined;
  const innerSites = followFunction(finder, callee, args, frame, source);
  const verb = call.callee.kind === 'member' ? verbOf(finder.apis, call.callee.property) : undefined;
  return {
    sites: innerSites.map((site) => ({
      ...site,
      at,
      method: narrowed(site.method, verb),
      chain: [site.at, ...site.chain],
    })),
    isFollowed: usesArguments(finder, innerSites) || requestsOtherHost(finder, callee.file, callee.function),
  };
}

/** The requests inside functions of the program that an unknown function wraps: `retrying(send)('/bells')`. */
export function ofGivenFunctions(lookUp: AskedCall, { callee, args }: CallTarget): Found | undefined {
  const external = externalOf(callee);
  if (external === undefined) return undefined;
  const { finder, call, frame, at } = lookUp;
  const innerSites = functionArguments(external).flatMap((fn) => followFunction(finder, fn, args, frame));
  return {
    sites: innerSites.map((site) => ({ ...site, at, kind: 'call', chain: [site.at, ...site.chain] })),
    isFollowed: usesArguments(finder, innerSites) || isBeforeRequest(finder.clients, external, call.form),
  };
}

/** Functions of the program that an unknown one wraps: `retrying(send)` calls `send`, usually with its arguments. */
function functionArguments({ steps }: ExternalValue): readonly FunctionValue[] {
  const last = steps.at(-1);
  if (last?.kind !== 'call' || last.form === 'tag') return [];
  return last.args().filter((arg) => arg.kind === 'function');
}

/** Narrows the method to the verb in a wrapper's name, such as `post`, if its own code leaves several methods open. */
function narrowed(method: MethodFacts, verb: HttpMethod | undefined): MethodFacts {
  if (verb === undefined || (!method.unknown && method.known.length === 1)) return method;
  return method.unknown || method.known.includes(verb) ? knownMethod(verb) : method;
}

/** Whether one of the sites has not lost the arguments of the call. */
function usesArguments(finder: SiteFinder, sites: readonly Site[]): boolean {
  return sites.some((site) => !losesArguments(finder, site));
}

/** Whether a site has lost the arguments of the caller: every URL ends in a hole that is not a parameter. */
function losesArguments(finder: SiteFinder, site: Site): boolean {
  return site.urls.every((parts) => {
    const last = parts.at(-1);
    if (last?.kind !== 'hole' || last.parameter !== undefined) return false;
    const url = finder.urlOf(parts);
    return url.host.kind !== 'other' && couldBecomeMatch(url);
  });
}

/** Maximum number of requests that are followed from one call. */
const MAX_SITES = 200;

/** Returns the request sites of the calls inside a function for the given arguments. */
export function followFunction(
  finder: SiteFinder,
  fn: FunctionValue,
  args: Args,
  caller: Frame | undefined,
  source?: FrameSource,
): readonly Site[] {
  const context = finder.evaluator.program.context(fn.file);
  if (context === undefined) return [];
  const open = openCallsOf(finder, context, fn.function);
  if (open.length === 0) return [];
  const frame = enterFunction(fn, args, caller, source);
  if (frame === undefined) {
    if ((caller?.depth ?? 0) >= MAX_CALL_DEPTH) finder.evaluator.program.cut(REASON.limit);
    return [];
  }
  const found: Site[] = [];
  for (const { index, completeDeciders } of open) {
    const isUnreachable = isRuledOut(finder.evaluator, context, index, frame);
    for (const site of finder.sitesOf(context, index, frame)) {
      const urls =
        completeDeciders.size === 0
          ? site.urls
          : site.urls.filter((url) => !completeDeciders.has(deciderKey(finder, url) ?? ''));
      if (urls.length > 0) found.push({ ...site, urls, ...(isUnreachable ? { ruledOut: true } : {}) });
    }
    finder.evaluator.program.spend(found.length >> 1);
    if (found.length <= MAX_SITES) continue;
    finder.evaluator.program.cut(REASON.tooMany);
    return found.slice(0, MAX_SITES);
  }
  return found;
}

/** A call whose requests are looked up. */
export interface AskedCall {
  readonly finder: SiteFinder;
  readonly context: FileContext;
  readonly call: CallFact;
  /** Index of the call in the table of calls of its file. */
  readonly index: number;
  readonly frame: Frame | undefined;
  readonly at: Place;
  /** Indices of arguments that are methods of a client: their requests are found separately. */
  readonly methods: ReadonlySet<number>;
}

/** Requests that a source found for a call. */
export interface Found {
  readonly sites: readonly Site[];
  /** Whether the target of the call is known, so that the call is not treated as unknown. */
  readonly isFollowed: boolean;
}

/** Finds the requests of a call through one of its targets; undefined for targets of another kind. */
export type Source = (lookUp: AskedCall, target: CallTarget) => Found | undefined;

const isFetchParameter = wordTest('fetch-parameter');

/** Returns a callee as an external value; a parameter named `fetch` counts as the global one. */
export function externalOf(callee: Value): ExternalValue | undefined {
  if (callee.kind === 'external') return callee;
  if (callee.kind !== 'parameter') return undefined;
  const { name } = callee;
  const { path } = callee.parameter;
  const isFetch = path.length === 0 ? isFetchParameter(name) : path.length === 1 && path[0] === 'fetch';
  return isFetch ? { kind: 'external', root: { kind: 'global', name: 'fetch' }, steps: [], patches: [] } : undefined;
}
