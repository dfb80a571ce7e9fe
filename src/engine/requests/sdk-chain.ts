import type { CallFact } from '../../model/facts.js';
import type { ClientModel, RequestRow } from '../../model/client-model.js';
import type { Place } from '../../model/span.js';
import { describeExpr } from '../../facts/describe-expr.js';
import type { FileContext } from '../evaluate/program.js';
import { knownMethod, sdkBody, templateTexts } from './request.js';
import { UNKNOWN_METHOD } from './site.js';
import type { Site } from './site.js';
import type { SdkIndex, SiteFinder } from './site-finder.js';
import { optionsOf, UNDEFINED } from '../values/value.js';
import type { Frame, Value } from '../values/value.js';

export function indexSdk(models: readonly ClientModel[]): SdkIndex {
  const index = new Map<string, RequestRow>();
  for (const model of models) {
    if (model.package === undefined) continue;
    for (const row of model.requests) if (row.template !== undefined) index.set(row.member, row);
  }
  return index;
}

/**
 * A chain of members that only the SDK has (`this.client.firewall.rules.list(…)`) on a value that could
 * not be resolved: `any`, an untyped parameter, a field that is set elsewhere.
 */
export function sdkChainSite(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  frame: Frame | undefined,
): Pick<Site, 'client' | 'urls' | 'method' | 'headers' | 'body' | 'query' | 'scoped' | 'names'> | undefined {
  if (call.callee.kind !== 'member' || call.form !== 'call') return undefined;
  const written = describeExpr(call.callee);
  const callees = optionsOf(finder.evaluator.value(context, call.callee, frame));
  if (callees.some((callee) => callee.kind === 'external')) return undefined;
  const chains = [written.split('.'), ...callees.map(chainOf)];
  const at: Place = { file: context.file, span: call.callee.at };
  for (const chain of chains) {
    const row = longestRow(finder, chain);
    if (row?.template === undefined) continue;
    const args = finder.evaluator.args(context, call, frame);
    return {
      client: written,
      urls: templateTexts(row.template, row.fill ?? {}, args, at),
      method: row.method === undefined ? UNKNOWN_METHOD : knownMethod(row.method),
      headers: [],
      body: sdkBody(args),
      query: UNDEFINED,
      scoped: false,
      names: [written],
    };
  }
  return undefined;
}

function chainOf(value: Value): readonly string[] {
  if (value.kind === 'parameter') return [value.name.split('.')[0] ?? '', ...value.parameter.path];
  return value.kind === 'unknown' ? value.name.split('.') : [];
}

/** Names under which programs keep the client itself, rather than a part of it; so does one that names the API. */
const CLIENT_NAME = /client|sdk|api|^…/i;

/** Longest chain of members that can be a method of an SDK. */
const MAX_CHAIN = 40;

/** The row whose member the chain ends in. What stands before it must be the client: `user.organizations.get` is another method. */
function longestRow({ sdk, apis }: SiteFinder, chain: readonly string[]): RequestRow | undefined {
  if (chain.length > MAX_CHAIN) return undefined;
  for (let start = 1; start <= chain.length - 2; start++) {
    const owner = chain[start - 1] ?? '';
    if (start > 1 && !CLIENT_NAME.test(owner) && !apis.isNamed(owner)) continue;
    const row = sdk.get(chain.slice(start).join('.'));
    if (row !== undefined) return row;
  }
  return undefined;
}
