import { wordTest } from '../../../clients/words.js';
import type { HttpMethod } from '../../../model/endpoint.js';
import { HTTP_METHODS } from '../../../model/endpoint.js';
import type { CallFact } from '../../../model/facts.js';
import type { Place } from '../../../model/span.js';
import type { FileContext } from '../../evaluate/program.js';
import { describedUrls, describedSite } from './described-site.js';
import type { Site } from '../calling/site.js';
import type { SiteFinder } from '../calling/site-finder.js';
import { optionsOf, UNDEFINED } from '../../values/value.js';
import type { Value } from '../../values/value.js';

const isUrlKey = wordTest('url-key');
const isMethodKey = wordTest('method-key');
const isBaseKey = wordTest('base-key');
const VERBS = new Set(HTTP_METHODS.map((method) => method.toLowerCase()));

/** Requests that chains of an unknown builder describe: `.path('/towers/{id}/bells').method('get')`. */
export function builderSites(finder: SiteFinder, context: FileContext): readonly Site[] {
  const { calls } = context.facts;
  return calls.flatMap((call, index) => {
    if (!isUrlKey(memberOf(call) ?? '') || call.args.length === 0) return [];
    const chain = chainOf(context, index);
    const isHandled = chain.some(({ args }) => args.some(({ kind }) => kind === 'function'));
    return isHandled ? [] : (chainSite(finder, context, call, chain) ?? []);
  });
}

function chainSite(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  chain: readonly CallFact[],
): Site | undefined {
  const argument = ([first]: CallFact['args']): Value =>
    first === undefined ? UNDEFINED : finder.evaluator.value(context, first, undefined);
  const said = chain.find((link) => isMethodKey(memberOf(link) ?? '') || VERBS.has(memberOf(link) ?? ''));
  if (said === undefined) return undefined;
  const at: Place = { file: context.file, span: call.at };
  const base = chain.find((link) => isBaseKey(memberOf(link) ?? ''));
  const path = optionsOf(argument(call.args)).find(({ kind }) => kind === 'text');
  if (path === undefined) return undefined;
  const urls = describedUrls(finder, argument(call.args), base === undefined ? UNDEFINED : argument(base.args), at);
  const verb = verbOf(memberOf(said) ?? '');
  const method: Value =
    verb === undefined ? argument(said.args) : { kind: 'text', parts: [{ kind: 'text', text: verb, at }] };
  return describedSite(finder, { urls, method, at, methodAt: said.at });
}

function verbOf(member: string): HttpMethod | undefined {
  return HTTP_METHODS.find((method) => method.toLowerCase() === member);
}

function memberOf({ callee, form }: CallFact): string | undefined {
  return callee.kind === 'member' && form === 'call' ? callee.property : undefined;
}

/** The calls of the chain of a call. */
function chainOf({ facts: { calls } }: FileContext, index: number): readonly CallFact[] {
  const chain: CallFact[] = [];
  // The last call of a chain has the same start as the chain, and precedes the other calls in the table.
  let first = index;
  for (let before = index - 1; before >= 0 && receiverOf(calls[before]) === first; before--) first = before;
  for (let link: number | undefined = first; link !== undefined; link = receiverOf(calls[link])) {
    const call = calls[link];
    if (call === undefined) break;
    chain.push(call);
  }
  return chain;
}

function receiverOf(call: CallFact | undefined): number | undefined {
  return call?.callee.kind === 'member' && call.callee.object.kind === 'call' ? call.callee.object.call : undefined;
}
