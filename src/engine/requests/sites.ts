import { callTargets } from './unknown/call-targets.js';
import { bareSite } from './calling/site.js';
import type { Site } from './calling/site.js';
import type { SiteFinder } from './calling/site-finder.js';
import { work } from '../../lib/work.js';
import type { HttpMethod } from '../../model/endpoint.js';
import type { Place } from '../../model/span.js';
import { isHelperCall } from '../evaluate/compiled-helpers.js';
import { enterFunction, MAX_CALL_DEPTH } from '../evaluate/calls.js';
import { forwardedSite } from './calling/forwarded.js';
import { findClient, isBeforeRequest, rowFitting } from './calling/client-match.js';
import type { ClientUse } from './calling/client-match.js';
import { commandRequests } from './commands/command-request.js';
import type { Env, Evaluator } from '../evaluate/evaluator.js';
import { couldBecomeMatch } from '../match/match-url.js';
import { REASON } from '../values/reasons.js';
import { deciderKey } from './unknown/open-url.js';
import { asksElsewhere, openCallsOf } from './unknown/open-calls.js';
import type { FileContext } from '../evaluate/program.js';
import { bodyGivenApart } from './sent/late-body.js';
import { knownMethod, readRequest } from './calling/request.js';
import type { RequestPlaces } from './calling/request.js';
import type { CommandRequest, MethodFacts, RequestFacts } from './calling/request-facts.js';
import { passedMethods } from './sdk/passed-methods.js';
import { rowByRowSites } from './calling/row-by-row.js';
import { isRuledOut } from './calling/ruled-out.js';
import { rtkQuerySites } from './described/rtk-query.js';
import { missingFrom, sdkChainSite } from './sdk/sdk-chain.js';
import { verbOf } from './unknown/call-names.js';
import { unmodelledSite } from './unknown/unmodelled-call.js';
import { optionsOf, UNDEFINED } from '../values/value.js';
import type { Args, ExternalValue, Frame, FrameSource, FunctionValue, Value } from '../values/value.js';

/** Sites of one call: its own request, or those that the called function completes with these arguments. */
export function sitesOf(
  finder: SiteFinder,
  context: FileContext,
  index: number,
  frame: Frame | undefined,
): readonly Site[] {
  const call = context.facts.calls[index];
  if (call === undefined || isHelperCall(context, call)) return [];
  const { evaluator } = finder;
  const { program } = evaluator;
  if (program.budget <= 0) {
    program.cut(REASON.limit);
    return [];
  }
  program.spend(1);
  work.callsAsked++;
  const built = rtkQuerySites(finder, context, call);
  if (built !== undefined) return built;
  const at: Place = { file: context.file, span: call.at };
  const passed = passedMethods(finder, context, call, frame);
  const sites: Site[] = [...passed.sites];
  let followed = sites.length > 0;
  for (const target of callTargets(finder, context, index, frame)) {
    const { callee } = target;
    const external = externalOf(callee);
    if (external !== undefined) {
      const found = findClient(finder.clients, external, call.form);
      if (found === undefined) {
        const inner = functionsGiven(external).flatMap((fn) => followFunction(finder, fn, target.args, frame));
        if (inner.some((site) => !isBlind(finder, site)) || isBeforeRequest(finder.clients, external, call.form))
          followed = true;
        for (const site of inner) sites.push({ ...site, at, kind: 'call', chain: [site.at, ...site.chain] });
        continue;
      }
      followed = true;
      const use = rowFitting(found, target.args);
      if (passed.arguments.has(use.row.url ?? -1)) continue;
      const { model } = use;
      const places = { at, callee: { file: context.file, span: call.callee.at } };
      const ownOrigin = model.relative === 'own-origin' && external.root.kind !== 'type';
      const names = model.package === undefined ? [] : [model.package];
      for (const request of requestsOf(evaluator.env(context, frame), { index, use, args: target.args }, places)) {
        const missing = missingFrom(finder, context.file, use);
        const sender = { context, index, frame, use, ...('ways' in request ? { command: request } : {}) };
        const site = bareSite({
          at,
          kind: 'request',
          client: model.name,
          ...request,
          ownOrigin,
          names,
          ...(model.api === undefined ? {} : { api: model.api }),
          ...missing,
          sender,
        });
        const forwarded = forwardedSite(finder, site);
        sites.push(...rowByRowSites(site), ...(forwarded === undefined ? [] : [forwarded]));
      }
    } else if (callee.kind === 'function') {
      const source = target.isWritten ? { file: context.file, call: index, frame } : undefined;
      const inner = followFunction(finder, callee, target.args, frame, source);
      if (inner.some((site) => !isBlind(finder, site)) || asksElsewhere(finder, callee.file, callee.function))
        followed = true;
      const verb = call.callee.kind === 'member' ? verbOf(finder.apis, call.callee.property) : undefined;
      for (const site of inner) {
        sites.push({ ...site, at, method: narrowed(site.method, verb), chain: [site.at, ...site.chain] });
      }
    }
  }
  if (!followed) {
    const unmodelled = sdkChainSite(finder, context, call, frame) ?? unmodelledSite(finder, context, call, frame);
    if (unmodelled !== undefined && (call.form === 'tag' || !givesText(evaluator, context, index, frame)))
      return rowByRowSites({ ...unmodelled, at, kind: 'call', ownOrigin: false, chain: [] });
  }
  return sites;
}

/** What a call of a modelled client requests: several things where it is a command that says so. */
function requestsOf(
  env: Env,
  { index, use, args }: { readonly index: number; readonly use: ClientUse; readonly args: Args },
  places: RequestPlaces,
): readonly (RequestFacts | CommandRequest)[] {
  const { command } = use.model;
  const call = env.context.facts.calls[index];
  if (command !== undefined) return call === undefined ? [] : commandRequests(env, call, command);
  const request = readRequest(env.evaluator, use, args(), places);
  if (request === undefined) return [];
  const apart = request.body === UNDEFINED ? bodyGivenApart(env, use, index, places.at) : undefined;
  return [apart === undefined ? request : { ...request, body: apart }];
}

/** Functions of the program that something unknown was made of: `retrying(send)` calls `send`, as a rule with what it is given. */
function functionsGiven({ steps }: ExternalValue): readonly FunctionValue[] {
  const last = steps.at(-1);
  if (last?.kind !== 'call' || last.form === 'tag') return [];
  return last.args().filter((arg) => arg.kind === 'function');
}

/** A wrapper that is called `post` sends POST where its own code leaves more than one method open. */
function narrowed(method: MethodFacts, verb: HttpMethod | undefined): MethodFacts {
  if (verb === undefined || (!method.unknown && method.known.length === 1)) return method;
  return method.unknown || method.known.includes(verb) ? knownMethod(verb) : method;
}

/** What the caller passed was lost on the way: every path ends in something that is no parameter. */
function isBlind(finder: SiteFinder, site: Site): boolean {
  return site.urls.every((parts) => {
    const last = parts.at(-1);
    if (last?.kind !== 'hole' || last.parameter !== undefined) return false;
    const url = finder.urlOf(parts);
    return url.host.kind !== 'other' && couldBecomeMatch(url);
  });
}

/** What a callee is of something outside the program; a function that was handed in under the name `fetch` is one. */
function externalOf(callee: Value): ExternalValue | undefined {
  if (callee.kind === 'external') return callee;
  if (callee.kind !== 'parameter') return undefined;
  const { name } = callee;
  const { path } = callee.parameter;
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
  for (const { index, settled } of open) {
    const isOut = isRuledOut(finder.evaluator, context, index, frame);
    for (const site of sitesOf(finder, context, index, frame)) {
      const urls =
        settled.size === 0 ? site.urls : site.urls.filter((url) => !settled.has(deciderKey(finder, url) ?? ''));
      if (urls.length > 0) found.push({ ...site, urls, ...(isOut ? { ruledOut: true } : {}) });
    }
    finder.evaluator.program.spend(found.length >> 1);
    if (found.length <= MAX_SITES) continue;
    finder.evaluator.program.cut(REASON.tooMany);
    return found.slice(0, MAX_SITES);
  }
  return found;
}

/** A call that gives a text builds a URL for others; it sends nothing. */
function givesText(evaluator: Evaluator, context: FileContext, index: number, frame: Frame | undefined): boolean {
  const at = context.facts.calls[index]?.at;
  if (at === undefined) return false;
  return optionsOf(evaluator.value(context, { kind: 'call', call: index, at }, frame)).some(
    (value) => value.kind === 'text',
  );
}
