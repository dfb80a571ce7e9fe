import { memoByObject } from '../../../core/lib/collections.js';
import type { CallFact, ExprFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import { eachOf } from '../../evaluate/collections.js';
import type { FileContext } from '../../evaluate/program.js';
import { callNames, isBystander } from '../unknown/call-names.js';
import { onlyHandles } from '../unknown/looks-only.js';
import { findClient } from '../calling/client-match.js';
import type { ClientUse } from '../calling/client-match.js';
import { argumentOutcome } from '../unknown/argument-outcome.js';
import { readRequest } from '../calling/request.js';
import { missingFrom, namedSite } from './sdk-chain.js';
import { namedMethod, usesSdk } from './sdk-method.js';
import type { NamedMethod } from './sdk-method.js';
import { bareSite } from '../calling/site.js';
import type { Site, SiteFinder } from '../calling/site.js';
import { optionsOf } from '../../values/value.js';
import type { Frame, Value } from '../../values/value.js';

/** Requests of SDK methods among the arguments of a call, with those arguments. */
export interface PassedMethods {
  readonly sites: readonly Site[];
  readonly arguments: ReadonlySet<number>;
}

const NONE: PassedMethods = { sites: [], arguments: new Set() };

/** Methods of lists and promises that call their arguments. */
const CALLING = new Set(['map', 'flatMap', 'forEach', 'filter', 'find', 'some', 'every', 'then', 'from']);

/** The examined call. */
interface ExaminedCall {
  readonly finder: SiteFinder;
  readonly context: FileContext;
  readonly call: CallFact;
  readonly frame: Frame | undefined;
}

/**
 * SDK methods passed as arguments: `paginate(client.bells.list, { tower })`, `ids.map(client.bells.remove)`,
 * `retry(client.bells.list.bind(client))`. A method that seen code calls counts as a call; one passed to unknown code
 * may be called; one that is only compared or logged is not.
 */
export function passedMethods(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  { index, frame }: { readonly index: number; readonly frame: Frame | undefined },
): PassedMethods {
  const examined: ExaminedCall = { finder, context, call, frame };
  if (finder.sdk.size === 0 || call.form === 'tag') return NONE;
  const described = describedMethod(call.callee);
  if (described !== undefined) {
    const sites = methodsAt(examined, described).map((method) => siteOf(examined, method, 'call', argsOf(examined)));
    return { sites: sites.flat(), arguments: new Set() };
  }
  const isReached = mayBeReached(finder, context, index);
  const candidates = call.args.flatMap((arg, place) =>
    heldIn(examined, arg).flatMap((held) =>
      isReached || isWrittenAsMethod(examined, held.expr) ? [{ ...held, index: place }] : [],
    ),
  );
  if (candidates.length === 0 || isOnlyInspected(examined)) return NONE;
  const passed = candidates.flatMap(({ expr, key, index: place }) =>
    methodsAt(examined, expr).map((method) => ({ method, index: place, key })),
  );
  if (passed.length === 0) return NONE;
  const sites = passed.flatMap(({ method, index, key }) => {
    const use = useOf(examined, index, key, method);
    return use === undefined ? [] : siteOf(examined, method, use.kind, use.args);
  });
  return { sites, arguments: new Set(passed.map(({ index }) => index)) };
}

/** The method in `client.bells.list.endpoint(…)` and `….endpoint.merge(…)`, which describe a request of it. */
function describedMethod(callee: ExprFact): ExprFact | undefined {
  if (callee.kind !== 'member') return undefined;
  const owner = callee.property === 'merge' ? callee.object : callee;
  return owner.kind === 'member' && owner.property === 'endpoint' ? owner.object : undefined;
}

interface Held {
  readonly expr: ExprFact;
  /** The property of an options object, or the element of a list, with the method. */
  readonly key?: string;
}

/** An argument, and the members of an object or list literal in it. */
function heldIn({ context }: ExaminedCall, arg: ExprFact): readonly Held[] {
  if (arg.kind === 'array') return arg.elements.map((expr, index) => ({ expr, key: String(index) }));
  if (arg.kind !== 'object') return [{ expr: arg }];
  const properties = context.facts.objects[arg.object]?.properties ?? [];
  return properties.flatMap((property) =>
    property.kind === 'property' ? [{ expr: property.value, key: property.key ?? '' }] : [],
  );
}

/** Whether a value of an API can reach a call, according to the call graph. */
function mayBeReached({ evaluator }: SiteFinder, { file }: FileContext, index: number): boolean {
  const { modules } = evaluator.program;
  if (modules.reached === undefined || modules.reachedAlone === true) return true;
  return modules.reached(file)?.argumentCalls.has(index) === true;
}

/** Whether an expression is a member with the name of an SDK method, or a name or a bound function of one. */
function isWrittenAsMethod({ finder, context }: ExaminedCall, expr: ExprFact): boolean {
  if (expr.kind === 'member') return isTail(finder, expr.property);
  if (expr.kind === 'name') {
    const value = context.scope.bindingOf(expr)?.value;
    return value?.kind === 'member' && isTail(finder, value.property);
  }
  const callee = expr.kind === 'call' ? context.facts.calls[expr.call]?.callee : undefined;
  return callee?.kind === 'member' && callee.object.kind === 'member' && isTail(finder, callee.object.property);
}

type Method =
  { readonly expr: ExprFact; readonly use: ClientUse } | { readonly expr: ExprFact; readonly named: NamedMethod };

function methodsAt({ finder, context, frame }: ExaminedCall, expr: ExprFact): readonly Method[] {
  if (expr.kind !== 'member' && expr.kind !== 'name' && expr.kind !== 'call') return [];
  if (expr.kind === 'member' && !isTail(finder, expr.property)) return [];
  const found = optionsOf(finder.evaluator.value(context, expr, frame)).flatMap((value): readonly Method[] => {
    if (value.kind !== 'external' || value.steps.at(-1)?.kind !== 'member') return [];
    const use = findClient(finder.clients, value, 'call');
    return use?.row.template === undefined ? [] : [{ expr, use }];
  });
  if (found.length > 0 || expr.kind !== 'member') return found;
  const named = namedMethod(finder, context, expr, frame);
  // A member with the name of an SDK method may also be plain data.
  if (named === undefined || !(named.ofClient || usesSdk(finder, context.file, named.model))) return [];
  return [{ expr, named }];
}

const tailsOf = memoByObject(
  (sdk: SiteFinder['sdk']): ReadonlySet<string> =>
    new Set([...sdk.keys()].map((member) => member.slice(member.lastIndexOf('.') + 1))),
);

/** Whether a name is that of an SDK method. */
function isTail({ sdk }: SiteFinder, name: string): boolean {
  return tailsOf(sdk).has(name);
}

/** Whether a call does not call its arguments: logs, assertions, mocks. */
function isOnlyInspected({ finder, context, call, frame }: ExaminedCall): boolean {
  const { callee } = call;
  if (CALLING.has(callNames(callee).tail)) return false;
  return (
    onlyHandles({ evaluator: finder.evaluator, context, frame }, call) ||
    isBystander(finder.evaluator.value(context, callee.kind === 'member' ? callee.object : callee, frame))
  );
}

interface Use {
  readonly kind: Site['kind'];
  readonly args: readonly Value[];
}

/** Returns the use of a method that is passed as an argument; undefined if nothing calls it. */
function useOf(examined: ExaminedCall, index: number, key: string | undefined, method: Method): Use | undefined {
  const { finder, context, call, frame } = examined;
  const { callee } = call;
  const { evaluator } = finder;
  const args = argsOf(examined);
  if (callee.kind === 'member' && CALLING.has(callee.property) && index === 0 && key === undefined) {
    const list = evaluator.value(context, callee.object, frame);
    const at: Place = { file: context.file, span: call.at };
    return list.kind === 'array'
      ? { kind: 'request', args: [eachOf(evaluator, list, at)] }
      : { kind: 'call', args: [] };
  }
  const outcome = argumentOutcome(finder, context, call, { index, key, isModelled: 'use' in method, frame });
  if (outcome === 'unknown') return { kind: 'call', args: key === undefined ? args.slice(index + 1) : [] };
  return outcome === 'called' ? { kind: 'request', args: [] } : undefined;
}

function argsOf({ finder, context, call, frame }: ExaminedCall): readonly Value[] {
  return finder.evaluator.args(context, call, frame);
}

function siteOf(
  { finder, context, call }: ExaminedCall,
  method: Method,
  kind: Site['kind'],
  args: readonly Value[],
): readonly Site[] {
  const at: Place = { file: context.file, span: call.at };
  const { expr } = method;
  if ('named' in method) {
    const site = namedSite(finder, method.named, args, { context, expr });
    return [bareSite({ ...site, at, kind: 'call' })];
  }
  const { use } = method;
  const { model } = use;
  const request = readRequest(finder.evaluator, use, args, { at, callee: { file: context.file, span: expr.at } });
  if (request === undefined) return [];
  const names = model.package === undefined ? [] : [model.package];
  const missing = missingFrom(finder, context.file, use);
  return [bareSite({ at, kind, client: model.name, ...request, names, ...missing })];
}
