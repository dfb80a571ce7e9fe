import type { Catalogue } from '../model/deprecation.js';
import type { HttpMethod } from '../model/endpoint.js';
import type { Place } from '../model/span.js';
import { passedValue } from './callers.js';
import { enterFunction, MAX_CALL_DEPTH } from './calls.js';
import type { CatalogueIndex } from './catalogue-index.js';
import { findClient } from './client-match.js';
import type { ClientIndex } from './client-match.js';
import type { Evaluator } from './evaluator.js';
import { couldMatch, matchPath } from './match.js';
import { openCallsOf } from './open-calls.js';
import type { OpenCalls } from './open-calls.js';
import type { FileContext } from './program.js';
import { readRequest } from './request.js';
import type { MethodFacts } from './request.js';
import { parseRequestUrl } from './request-url.js';
import { rtkQuerySites } from './rtk-query.js';
import { sdkChainSite } from './sdk-chain.js';
import type { SdkIndex } from './sdk-chain.js';
import { SENDS, unmodelledSite, verbOf } from './unmodelled-call.js';
import { lazyArgs, optionsOf, UNDEFINED } from './value.js';
import type { Args, Frame, FunctionValue, Parts, Value } from './value.js';

/** A place in the program that issues a request, as far as it is known. */
export interface Site {
  /** The call in the analysed file. */
  readonly at: Place;
  /** `request`: a modelled client sends it; `call`: passed to something that is not known. */
  readonly kind: 'request' | 'call';
  /** Client model, or the callee as written. */
  readonly client: string;
  readonly urls: readonly Parts[];
  readonly method: MethodFacts;
  /** Headers from each source, the call's own first. */
  readonly headers: readonly Value[];
  readonly body: Value;
  readonly query: Value;
  /** A relative URL cannot reach the API through this client. */
  readonly ownOrigin: boolean;
  /** The path lacks its scope (`pagerules` for `/zones/{id}/pagerules`). */
  readonly scoped: boolean;
  /** Names under which code refers to what is called. */
  readonly names: readonly string[];
  /** Calls inside the program that led to the request, from the outermost wrapper inwards. */
  readonly chain: readonly Place[];
  /** Values that describe the request and stand elsewhere than in the call's arguments. */
  readonly made?: readonly Value[];
}

/** What finding sites needs beside the evaluator. */
export interface SiteFinder {
  readonly evaluator: Evaluator;
  readonly clients: ClientIndex;
  readonly sdk: SdkIndex;
  readonly index: CatalogueIndex;
  readonly catalogue: Catalogue;
  /** Words by which code names the catalogued API. */
  readonly apiNames: RegExp;
  /** The file near a file that names the API's base URL, once looked for. */
  readonly witnesses: Map<string, { readonly file: string | undefined }>;
  /** Calls inside functions whose requests callers complete; remembered across files. */
  readonly openCalls: OpenCalls;
}

/** Sites of one call: its own request, or those that the called function completes with these arguments. */
export function sitesOf(
  finder: SiteFinder,
  context: FileContext,
  index: number,
  frame: Frame | undefined,
): readonly Site[] {
  const call = context.facts.calls[index];
  if (call === undefined) return [];
  const { evaluator } = finder;
  const { program } = evaluator;
  if (program.budget <= 0) {
    program.limits.add('the analysis limit for this file was reached');
    return [];
  }
  program.budget--;
  const built = rtkQuerySites(finder, context, call);
  if (built !== undefined) return built;
  const at: Place = { file: context.file, span: call.at };
  const sites: Site[] = [];
  let followed = false;
  for (const target of callTargets(finder, context, index, frame)) {
    const { callee } = target;
    if (callee.kind === 'external' || callee.kind === 'parameter') {
      const external = callee.kind === 'external' ? callee : passedFetch(callee.parameter.path, callee.name);
      const use = external === undefined ? undefined : findClient(finder.clients, external, call.form);
      if (use === undefined) continue;
      followed = true;
      const request = readRequest(evaluator, use, target.args(), at, { file: context.file, span: call.callee.at });
      if (request === undefined) continue;
      const { model } = use;
      sites.push({
        at,
        kind: 'request',
        client: model.name,
        ...request,
        ownOrigin: model.relative === 'own-origin' && external?.root.kind !== 'type',
        scoped: false,
        names: [],
        chain: [],
      });
    } else if (callee.kind === 'function') {
      const inner = followFunction(finder, callee, target.args, frame);
      if (inner.some((site) => !isBlind(finder, site))) followed = true;
      const verb = call.callee.kind === 'member' ? verbOf(call.callee.property) : undefined;
      for (const site of inner) {
        sites.push({ ...site, at, method: narrowed(site.method, verb), chain: [site.at, ...site.chain] });
      }
    }
  }
  if (!followed) {
    const unmodelled = sdkChainSite(finder, context, call, frame) ?? unmodelledSite(finder, context, call, frame);
    if (unmodelled !== undefined && !givesText(evaluator, context, index, frame))
      return [{ ...unmodelled, at, kind: 'call', ownOrigin: false, chain: [] }];
  }
  return sites;
}

/** A wrapper that is called `post` sends POST where its own code leaves more than one method open. */
function narrowed(method: MethodFacts, verb: HttpMethod | undefined): MethodFacts {
  if (verb === undefined || (!method.unknown && method.known.length === 1)) return method;
  return method.unknown || method.known.includes(verb)
    ? { known: [verb], unknown: false, open: false, at: undefined }
    : method;
}

/** What the caller passed was lost on the way: every path ends in something that is no parameter. */
function isBlind(finder: SiteFinder, site: Site): boolean {
  return site.urls.every((parts) => {
    const last = parts.at(-1);
    if (last?.kind !== 'hole' || last.parameter !== undefined) return false;
    const url = parseRequestUrl(parts, finder.catalogue.baseUrls);
    return url.host.kind !== 'other' && couldMatch(finder.index, url.segments);
  });
}

interface CallTarget {
  readonly callee: Value;
  readonly args: Args;
}

/** What a call can reach: `.call`, `.apply` and construction are undone. */
export function callTargets(
  finder: SiteFinder,
  context: FileContext,
  index: number,
  frame: Frame | undefined,
): readonly CallTarget[] {
  const { evaluator } = finder;
  const call = context.facts.calls[index];
  if (call === undefined) return [];
  const { callee } = call;
  if (callee.kind === 'member' && (callee.property === 'call' || callee.property === 'apply')) {
    const functions = optionsOf(evaluator.value(context, callee.object, frame));
    if (functions.some((value) => value.kind === 'function' || value.kind === 'external')) {
      const [self, ...rest] = evaluator.args(context, call, frame);
      const [list] = rest;
      const given = callee.property === 'call' ? rest : list?.kind === 'array' ? list.elements : [];
      return functions.map((value) => ({
        callee: value.kind === 'function' && self !== undefined ? { ...value, self: value.self ?? self } : value,
        args: () => given,
      }));
    }
  }
  const args = lazyArgs(() => evaluator.args(context, call, frame), evaluator.program);
  const sends = SENDS.test(callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : '');
  const callees = optionsOf(evaluator.value(context, callee, frame)).flatMap((value) =>
    sends ? passedCallees(evaluator, value, { file: context.file, span: call.at }) : [value],
  );
  return callees.map((value): CallTarget => {
    if (value.kind !== 'class' || call.form !== 'new') return { callee: value, args };
    const construct = evaluator.program.context(value.file)?.facts.classes[value.class]?.construct;
    if (construct === undefined) return { callee: UNDEFINED, args };
    const self: Value = { kind: 'instance', of: value, args };
    return {
      callee: { kind: 'function', file: value.file, function: construct, frame: value.frame, self, bound: [] },
      args,
    };
  });
}

/**
 * What callers hand in where the callee is, or belongs to, a parameter; the parameter itself where none is
 * found. Looked for only where the callee's name speaks of sending: callbacks are called everywhere.
 */
function passedCallees(evaluator: Evaluator, callee: Value, at: Place): readonly Value[] {
  if (callee.kind === 'parameter') {
    const passed = passedValue(evaluator, callee.parameter);
    const known =
      passed === undefined
        ? []
        : optionsOf(passed).filter((value) => value.kind === 'external' || value.kind === 'function');
    return known.length > 0 ? known : [callee];
  }
  if (callee.kind !== 'external' || callee.parameter === undefined) return [callee];
  let passed = passedValue(evaluator, callee.parameter);
  for (const step of callee.steps) {
    if (passed === undefined || step.kind !== 'member') return [callee];
    passed = evaluator.member(passed, step.name, at);
  }
  const known =
    passed === undefined
      ? []
      : optionsOf(passed).filter((value) => value.kind === 'external' || value.kind === 'function');
  return known.length > 0 ? known : [callee];
}

/** A function that was handed in under the name `fetch` is one. */
function passedFetch(path: readonly string[], name: string): Extract<Value, { kind: 'external' }> | undefined {
  const isFetch =
    path.length === 0
      ? name === 'fetch' || name === 'fetchImpl' || name === 'fetchFn'
      : path.length === 1 && path[0] === 'fetch';
  return isFetch ? { kind: 'external', root: { kind: 'global', name: 'fetch' }, steps: [], patches: [] } : undefined;
}

/** Most requests that one call is followed to. */
const MAX_SITES = 200;

/** Sites that the calls inside a function are for the given arguments. */
export function followFunction(
  finder: SiteFinder,
  fn: FunctionValue,
  args: Args,
  caller: Frame | undefined,
): readonly Site[] {
  const context = finder.evaluator.program.context(fn.file);
  if (context === undefined) return [];
  const open = openCallsOf(finder, context, fn.function);
  if (open.length === 0) return [];
  const frame = enterFunction(fn, args, caller);
  if (frame === undefined) {
    if ((caller?.depth ?? 0) >= MAX_CALL_DEPTH)
      finder.evaluator.program.limits.add('the analysis limit for this file was reached');
    return [];
  }
  const found: Site[] = [];
  for (const { index, settled } of open) {
    for (const site of sitesOf(finder, context, index, frame)) {
      const urls =
        settled.size === 0 ? site.urls : site.urls.filter((url) => !settled.has(deciderKey(finder, url) ?? ''));
      if (urls.length > 0) found.push({ ...site, urls });
    }
    if (found.length <= MAX_SITES) continue;
    finder.evaluator.program.limits.add('too many possible values');
    return found.slice(0, MAX_SITES);
  }
  return found;
}

/** The piece of text that decides what a URL requests, by its place; undefined where nothing deprecated is requested. */
export function deciderKey(finder: SiteFinder, url: Parts): string | undefined {
  const at = matchPath(finder.index, parseRequestUrl(url, finder.catalogue.baseUrls).segments)?.decider.at;
  return at === undefined ? undefined : `${at.file} ${at.span[0]}`;
}

/** Whether callers decide what the site requests: something they pass could complete it to a deprecated path. */
export function isOpen(finder: SiteFinder, site: Site): boolean {
  return site.urls.some((parts) => isOpenUrl(finder, parts));
}

export function isOpenUrl(finder: SiteFinder, parts: Parts): boolean {
  if (!parts.some((part) => part.kind === 'hole' && (part.parameter !== undefined || part.self === true))) return false;
  const url = parseRequestUrl(parts, finder.catalogue.baseUrls);
  if (url.host.kind === 'other') return false;
  if (matchPath(finder.index, url.segments) !== undefined) return false;
  if (url.host.kind === 'unknown' && url.segments.length === 0) return true;
  return couldMatch(finder.index, url.segments);
}

/** A call that gives a text builds a URL for others; it sends nothing. */
function givesText(evaluator: Evaluator, context: FileContext, index: number, frame: Frame | undefined): boolean {
  const at = context.facts.calls[index]?.at;
  if (at === undefined) return false;
  return optionsOf(evaluator.value(context, { kind: 'call', call: index, at }, frame)).some(
    (value) => value.kind === 'text',
  );
}
