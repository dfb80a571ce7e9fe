import { assigned } from '../evaluate/known-functions.js';
import type { Args, ExternalValue, Value } from '../values/value.js';
import { REASON } from '../values/reasons.js';
import { plainTexts } from '../values/text.js';
import { holePart, UNDEFINED } from '../values/value.js';
import { externalOf } from './asked-call.js';
import type { AskedCall, Found } from './asked-call.js';
import { clientsOf, findClient, madeDefaults, routesOf, rowFitting } from './calling/client-match.js';
import type { ClientUse } from './calling/client-match.js';
import { knownMethod, readRequest } from './calling/request.js';
import { modelGiven } from './calling/sdk-arguments.js';
import type { CommandRequest, RequestFacts } from './calling/request-facts.js';
import { correlatedSites } from './calling/correlated-sites.js';
import { bareSite } from './calling/site.js';
import type { Site } from './calling/site.js';
import { commandRequests } from './commands/command-request.js';
import { missingFrom } from './sdk/sdk-chain.js';
import { bodyGivenApart } from './sent/late-body.js';
import type { CallTarget } from './unknown/call-targets.js';
import type { SiteFinder } from './calling/site-finder.js';
import { embeddedUrls } from './calling/embedded-url.js';

/** The options of a client that was made with none. */
const NOTHING_SET: Value = { kind: 'layered', base: UNDEFINED, patches: [] };

/** The requests of a modelled client. */
export function ofClient(asked: AskedCall, target: CallTarget): Found | undefined {
  const { finder, call } = asked;
  const external = externalOf(target.callee);
  const found = external === undefined ? undefined : findClient(finder.clients, external, call.form);
  if (external === undefined || found === undefined) return undefined;
  const uses = routesOf(finder.clients, found, external, call.form);
  const sites = uses.flatMap((use) => sitesOfUse(asked, target, external, use));
  const lost = sites.length === 0 && found.model.routes === true ? toAnotherVendor(asked, found, target.args) : [];
  return { sites: [...sites, ...lost], isFollowed: true };
}

/** A request of a router to a vendor whose models no catalogue has: its destination is not known. */
function toAnotherVendor({ finder, at }: AskedCall, { model, row }: ClientUse, args: Args): readonly Site[] {
  const given = modelGiven(finder.evaluator, row, args(), at);
  const text = given === undefined ? undefined : plainTexts(given)?.[0];
  if (text === undefined) return [];
  const hole = holePart(REASON.atRunTime, at, text);
  const [client = model.name] = model.name.split(', to ');
  return [bareSite({ at, kind: 'request', client, urls: [[hole]], method: knownMethod('POST') })];
}

/** The requests of one use of a client. */
function sitesOfUse(asked: AskedCall, target: CallTarget, external: ExternalValue, found: ClientUse): readonly Site[] {
  const { finder, context, index, frame, at } = asked;
  const use = madeDefaults(rowFitting(found, target.args), (fn, soFar) => {
    const env = finder.evaluator.env(context, frame);
    const options = assigned([NOTHING_SET, ...soFar], { env, form: 'call', args: () => soFar, at });
    return finder.evaluator.apply(fn, () => [options], frame);
  });
  if (asked.methods.has(use.row.url ?? -1) || isGivenMethod(finder, use, target.args)) return [];
  const { model } = use;
  const ownOrigin = model.relative === 'own-origin' && external.root.kind !== 'type';
  const names = model.package === undefined ? [] : [model.package];
  return requestsOf(asked, use, target.args).flatMap((request): readonly Site[] => {
    const site = bareSite({
      at,
      kind: 'request',
      client: model.name,
      ...request,
      ownOrigin,
      names,
      ...(model.api === undefined ? {} : { api: model.api }),
      ...(target.callee.kind === 'parameter' ? { assumed: true } : {}),
      ...missingFrom(finder, context.file, use),
      sender: { context, index, frame, use, ...('ways' in request ? { command: request } : {}) },
    });
    const forwarded = forwardedSite(finder, site);
    return [...correlatedSites(site), ...(forwarded === undefined ? [] : [forwarded])];
  });
}

/** Whether an SDK is given one of its own methods where a URL can stand, one that the catalogue is not about. */
function isGivenMethod({ clients }: SiteFinder, { model, row }: ClientUse, args: Args): boolean {
  const url = model.api === undefined || row.url === undefined ? undefined : args()[row.url];
  return url?.kind === 'external' && url.steps.at(-1)?.kind === 'member' && clientsOf(clients, url).includes(model);
}

/** Returns the requests of a call of a modelled client: several if it runs a command that sends several. */
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
  const apart = request.body === UNDEFINED ? bodyGivenApart(env, use, index, at) : undefined;
  return [apart === undefined ? request : { ...request, body: apart }];
}

/**
 * The request that a proxy is asked for, where a URL of the API stands inside the one that is requested
 * (`/proxy?url=https://…`, `https://proxy.example.com/https://…`). Undefined where none does.
 */
function forwardedSite(finder: SiteFinder, site: Site): Site | undefined {
  if (site.kind !== 'request') return undefined;
  const urls = site.urls
    .filter((url) => finder.urlOf(url).host.kind !== 'exact')
    .flatMap((url) => embeddedUrls(finder.catalogue, url))
    .filter((url) => finder.urlOf(url).host.kind === 'exact');
  return urls.length === 0 ? undefined : { ...site, kind: 'call', urls, forwarded: true };
}
