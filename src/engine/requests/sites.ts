import { work } from '../../core/lib/work.js';
import { isHelperCall } from '../evaluate/compiled-code.js';
import type { FileContext } from '../evaluate/program.js';
import { REASON } from '../values/reasons.js';
import type { Reached } from '../../core/model/module-reader.js';
import { optionsOf, holePart, UNDEFINED } from '../values/value.js';
import type { Frame, Args, ExternalValue, Value } from '../values/value.js';
import type { AskedCall, Source, Found } from './of-function.js';
import { ofFunction, ofGivenFunctions, externalOf } from './of-function.js';
import { correlatedSites, bareSite } from './calling/site.js';
import type { Site, CommandRequest, RequestFacts, SiteFinder } from './calling/site.js';
import { rtkQuerySites } from './described/builders.js';
import { passedMethods } from './sdk/passed-methods.js';
import { sdkChainSites, missingInVersion } from './sdk/sdk-chain.js';
import { callTargets, isTextMethodCall } from './unknown/call-targets.js';
import { looksAtArguments } from './unknown/looks-at-arguments.js';
import { unmodelledSite } from './unknown/unmodelled-call.js';
import { objectAssign } from '../evaluate/known-functions.js';
import { plainTexts } from '../values/text.js';
import { clientsOf, findClient, madeDefaults, routesOf, rowFitting } from './calling/client-match.js';
import type { ClientUse } from './calling/client-match.js';
import { knownMethod, readRequest } from './calling/request.js';
import { modelArgument } from './calling/sdk-arguments.js';
import { commandRequests } from './commands/command-request.js';
import { separateBody } from './sent/late-body.js';
import type { CallTarget } from './unknown/call-targets.js';
import { embeddedUrls } from './calling/url-forms.js';

/** Sources of sites for a target of a call, in order: the first one with a result decides. */
const SOURCES: readonly Source[] = [clientSites, ofGivenFunctions, ofFunction];

/** Sites of one call: its own request, or those that the called function completes with these arguments. */
export function sitesOf(
  finder: SiteFinder,
  context: FileContext,
  index: number,
  frame: Frame | undefined,
): readonly Site[] {
  const call = context.facts.calls[index];
  if (call === undefined || isHelperCall(context, call) || isTextMethodCall(call)) return [];
  const { program } = finder.evaluator;
  if (program.budget <= 0) {
    program.cut(REASON.limit);
    return [];
  }
  program.spend(1);
  work.callsAsked++;
  const rtkSites = rtkQuerySites(finder, context, call);
  if (rtkSites !== undefined) return rtkSites;
  const passedSdkMethods = passedMethods(finder, context, call, { index, frame });
  const at = { file: context.file, span: call.at };
  const examinedCall: AskedCall = { finder, context, call, index, frame, at, methods: passedSdkMethods.arguments };
  const sites: Site[] = [...passedSdkMethods.sites];
  let isFollowed = sites.length > 0;
  for (const target of callTargets(finder, context, index, frame))
    for (const source of SOURCES) {
      const result = source(examinedCall, target);
      if (result === undefined) continue;
      sites.push(...result.sites);
      isFollowed ||= result.isFollowed;
      break;
    }
  return (isFollowed ? undefined : unknownCallSites(examinedCall)) ?? sites;
}

/** Returns the possible requests of a call with an unknown callee; undefined if nothing suggests a request. */
function unknownCallSites(examinedCall: AskedCall): readonly Site[] | undefined {
  const { finder, context, call, index, frame, at } = examinedCall;
  if (call.form === 'component') return undefined;
  const reachingApis = apisReachingCallee(examinedCall);
  const isHanded = reachingApis !== undefined;
  const { modules } = finder.evaluator.program;
  const mayPass =
    modules.reached === undefined || modules.reachedAlone === true || mayPassAt(modules.reached(context.file), index);
  const namedSites = sdkChainSites(finder, context, call, { frame, hasApiCallee: isHanded });
  const sites =
    namedSites.length > 0
      ? namedSites
      : [
          unmodelledSite(finder, context, call, { frame, hasApiCallee: isHanded, mayReceiveApiValue: mayPass }) ?? [],
        ].flat();
  if (sites.length === 0 || (namedSites.length === 0 && isInspecting(examinedCall))) return undefined;
  if (call.form !== 'tag' && isTextBuilder(examinedCall)) return undefined;
  return sites.flatMap((site) =>
    correlatedSites({
      ...site,
      at,
      kind: 'call',
      ownOrigin: false,
      chain: [],
      ...(isHanded ? { apisByCallGraph: reachingApis } : {}),
    }),
  );
}

/** Whether the callee is a function of the program that sends nothing, whatever its name. */
function isInspecting({ finder, context, call, index, frame }: AskedCall): boolean {
  const callees = callTargets(finder, context, index, frame).map(({ callee }) => callee);
  return looksAtArguments(finder.evaluator, context, call, callees);
}

/** Whether a value of an API reaches the callee or the arguments. */
function mayPassAt(reached: Reached | undefined, index: number): boolean {
  return reached?.calleeCalls.has(index) === true || reached?.argumentCalls.has(index) === true;
}

/** APIs whose values reach the callee; undefined if there are none. */
function apisReachingCallee({ finder, context, index }: AskedCall): ReadonlySet<string> | undefined {
  const reached = finder.evaluator.program.modules.reached?.(context.file);
  return reached?.calleeCalls.has(index) === true ? reached.calls.get(index) : undefined;
}

/** Whether a call returns a text: it builds a URL for others and sends nothing. */
function isTextBuilder({ finder, context, call, index, frame }: AskedCall): boolean {
  const value = finder.evaluator.value(context, { kind: 'call', call: index, at: call.at }, frame);
  return optionsOf(value).some(({ kind }) => kind === 'text');
}

/** The options of a client that was created without options. */
const NO_OPTIONS: Value = { kind: 'layered', base: UNDEFINED, patches: [] };

/** The requests of a modelled client. */
function clientSites(examinedCall: AskedCall, target: CallTarget): Found | undefined {
  const { finder, call } = examinedCall;
  const external = externalOf(target.callee);
  const use = external === undefined ? undefined : findClient(finder.clients, external, call.form);
  if (external === undefined || use === undefined) return undefined;
  const uses = routesOf(finder.clients, use, external, call.form);
  const sites = uses.flatMap((use) => sitesOfUse(examinedCall, target, external, use));
  const otherVendorRequests =
    sites.length === 0 && use.model.routes === true ? otherVendorSites(examinedCall, use, target.args) : [];
  return { sites: [...sites, ...otherVendorRequests], isFollowed: true };
}

/** A request of a router to a vendor whose models are in no catalogue, so that its destination is unknown. */
function otherVendorSites({ finder, at }: AskedCall, { model, row }: ClientUse, args: Args): readonly Site[] {
  const modelName = modelArgument(finder.evaluator, row, args(), at);
  const text = modelName === undefined ? undefined : plainTexts(modelName)?.[0];
  if (text === undefined) return [];
  const hole = holePart(REASON.atRunTime, at, text);
  const [client = model.name] = model.name.split(', to ');
  return [bareSite({ at, kind: 'request', client, urls: [[hole]], method: knownMethod('POST') })];
}

/** The requests of one use of a client. */
function sitesOfUse(
  examinedCall: AskedCall,
  target: CallTarget,
  external: ExternalValue,
  foundUse: ClientUse,
): readonly Site[] {
  const { finder, context, index, frame, at } = examinedCall;
  const use = madeDefaults(rowFitting(foundUse, target.args), (fn, earlierOptions) => {
    const env = finder.evaluator.env(context, frame);
    const options = objectAssign([NO_OPTIONS, ...earlierOptions], {
      env,
      form: 'call',
      args: () => earlierOptions,
      at,
    });
    return finder.evaluator.apply(fn, () => [options], frame);
  });
  if (examinedCall.methods.has(use.row.url ?? -1) || hasMethodAsUrl(finder, use, target.args)) return [];
  const { model } = use;
  const ownOrigin = model.relative === 'own-origin' && external.root.kind !== 'type';
  const names = model.package === undefined ? [] : [model.package];
  return requestsOf(examinedCall, use, target.args).flatMap((request): readonly Site[] => {
    const site = bareSite({
      at,
      kind: 'request',
      client: model.name,
      ...request,
      ownOrigin,
      names,
      ...(model.api === undefined ? {} : { api: model.api }),
      ...(target.callee.kind === 'parameter' ? { assumed: true } : {}),
      ...missingInVersion(finder, context.file, use),
      sender: { context, index, frame, use, ...('ways' in request ? { command: request } : {}) },
    });
    const forwarded = forwardedSite(finder, site);
    return [...correlatedSites(site), ...(forwarded === undefined ? [] : [forwarded])];
  });
}

/** Whether an SDK receives one of its own methods, unknown to the catalogue, instead of a URL. */
function hasMethodAsUrl({ clients }: SiteFinder, { model, row }: ClientUse, args: Args): boolean {
  const url = model.api === undefined || row.url === undefined ? undefined : args()[row.url];
  return url?.kind === 'external' && url.steps.at(-1)?.kind === 'member' && clientsOf(clients, url).includes(model);
}

/** Returns the requests of a call of a modelled client; a command that it runs can send several. */
function requestsOf(
  { finder, context, call, index, frame, at }: AskedCall,
  use: ClientUse,
  args: Args,
): readonly (RequestFacts | CommandRequest)[] {
  const env = finder.evaluator.env(context, frame);
  if (use.model.command !== undefined) return commandRequests(env, call, use.model, use.model.command);
  const callee = { file: context.file, span: call.callee.at };
  const request = readRequest(env.evaluator, use, args(), { at, callee });
  if (request === undefined) return [];
  const laterBody = request.body === UNDEFINED ? separateBody(env, use, index, at) : undefined;
  return [laterBody === undefined ? request : { ...request, body: laterBody }];
}

/**
 * The request that a proxy forwards, if a URL of the API is inside the requested one (`/proxy?url=https://…`,
 * `https://proxy.example.com/https://…`); else undefined.
 */
function forwardedSite(finder: SiteFinder, site: Site): Site | undefined {
  if (site.kind !== 'request') return undefined;
  const urls = site.urls
    .filter((url) => finder.urlOf(url).host.kind !== 'exact')
    .flatMap((url) => embeddedUrls(finder.catalogue, url))
    .filter((url) => finder.urlOf(url).host.kind === 'exact');
  return urls.length === 0 ? undefined : { ...site, kind: 'call', urls, forwarded: true };
}
