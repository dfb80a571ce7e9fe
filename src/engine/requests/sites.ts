import { work } from '../../lib/work.js';
import { isHelperCall } from '../evaluate/compiled-helpers.js';
import type { FileContext } from '../evaluate/program.js';
import { REASON } from '../values/reasons.js';
import type { Reached } from '../../model/module-reader.js';
import { optionsOf } from '../values/value.js';
import type { Frame } from '../values/value.js';
import type { AskedCall, Source } from './asked-call.js';
import { correlatedSites } from './calling/correlated-sites.js';
import type { Site } from './calling/site.js';
import type { SiteFinder } from './calling/site-finder.js';
import { rtkQuerySites } from './described/rtk-query.js';
import { ofClient } from './of-client.js';
import { ofFunction, ofGivenFunctions } from './of-function.js';
import { passedMethods } from './sdk/passed-methods.js';
import { sdkChainSites } from './sdk/sdk-chain.js';
import { callTargets, isOfText } from './unknown/call-targets.js';
import { looksAtArguments } from './unknown/looks-at-arguments.js';
import { unmodelledSite } from './unknown/unmodelled-call.js';

/** Sources that identify the target of a call, in order: the first one that knows the target decides. */
const SOURCES: readonly Source[] = [ofClient, ofGivenFunctions, ofFunction];

/** Sites of one call: its own request, or those that the called function completes with these arguments. */
export function sitesOf(
  finder: SiteFinder,
  context: FileContext,
  index: number,
  frame: Frame | undefined,
): readonly Site[] {
  const call = context.facts.calls[index];
  if (call === undefined || isHelperCall(context, call) || isOfText(call)) return [];
  const { program } = finder.evaluator;
  if (program.budget <= 0) {
    program.cut(REASON.limit);
    return [];
  }
  program.spend(1);
  work.callsAsked++;
  const built = rtkQuerySites(finder, context, call);
  if (built !== undefined) return built;
  const passed = passedMethods(finder, context, call, { index, frame });
  const at = { file: context.file, span: call.at };
  const asked: AskedCall = { finder, context, call, index, frame, at, methods: passed.arguments };
  const sites: Site[] = [...passed.sites];
  let isFollowed = sites.length > 0;
  for (const target of callTargets(finder, context, index, frame))
    for (const source of SOURCES) {
      const found = source(asked, target);
      if (found === undefined) continue;
      sites.push(...found.sites);
      isFollowed ||= found.isFollowed;
      break;
    }
  return (isFollowed ? undefined : ofUnknown(asked)) ?? sites;
}

/** Returns the possible requests of a call with an unknown callee; undefined if nothing suggests a request. */
function ofUnknown(asked: AskedCall): readonly Site[] | undefined {
  const { finder, context, call, index, frame, at } = asked;
  if (call.form === 'component') return undefined;
  const handed = handedTo(asked);
  const isHanded = handed !== undefined;
  const { modules } = finder.evaluator.program;
  const mayPass =
    modules.reached === undefined || modules.reachedAlone === true || mayPassAt(modules.reached(context.file), index);
  const named = sdkChainSites(finder, context, call, { frame, isHanded });
  const sites =
    named.length > 0 ? named : [unmodelledSite(finder, context, call, { frame, isHanded, mayPass }) ?? []].flat();
  if (sites.length === 0 || (named.length === 0 && looksOnly(asked))) return undefined;
  if (call.form !== 'tag' && givesText(asked)) return undefined;
  return sites.flatMap((site) =>
    correlatedSites({ ...site, at, kind: 'call', ownOrigin: false, chain: [], ...(isHanded ? { handed } : {}) }),
  );
}

/** The callee is a function of the program, and sends nothing, whatever its name is. */
function looksOnly({ finder, context, call, index, frame }: AskedCall): boolean {
  const callees = callTargets(finder, context, index, frame).map(({ callee }) => callee);
  return looksAtArguments(finder.evaluator, context, call, callees);
}

/** Whether a value of an API gets to what is called or given. */
function mayPassAt(reached: Reached | undefined, index: number): boolean {
  return reached?.called.has(index) === true || reached?.given.has(index) === true;
}

/** APIs whose values get to what is called; undefined where none does. */
function handedTo({ finder, context, index }: AskedCall): ReadonlySet<string> | undefined {
  const reached = finder.evaluator.program.modules.reached?.(context.file);
  return reached?.called.has(index) === true ? reached.calls.get(index) : undefined;
}

/** A call that gives a text builds a URL for others; it sends nothing. */
function givesText({ finder, context, call, index, frame }: AskedCall): boolean {
  const value = finder.evaluator.value(context, { kind: 'call', call: index, at: call.at }, frame);
  return optionsOf(value).some(({ kind }) => kind === 'text');
}
