import { memoByObject } from '../../../core/lib/collections.js';
import type { CallFact, ExprFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import { eachOf } from '../../evaluate/collections.js';
import type { FileContext } from '../../evaluate/program.js';
import { callNames, isBystander } from '../unknown/call-names.js';
import { isHandlingCall } from '../unknown/handled-arguments.js';
import { findClient } from '../calling/client-match.js';
import type { ClientUse } from '../calling/client-match.js';
import { argumentOutcome } from '../unknown/argument-outcome.js';
import { readRequest } from '../calling/request.js';
import { missingInVersion, namedSite } from './sdk-chain.js';
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

const NO_METHODS: PassedMethods = { sites: [], arguments: new Set() };

/** Methods of lists and promises that call their arguments. */
const CALLBACK_METHODS = new Set(['map', 'flatMap', 'forEach', 'filter', 'find', 'some', 'every', 'then', 'from']);

interface ExaminedCall {
  readonly finder: SiteFinder;
  readonly context: FileContext;
  readonly call: CallFact;
  readonly frame: Frame | undefined;
}

/**
 * SDK methods passed as arguments: `paginate(client.bells.list, { tower })`, `ids.map(client.bells.remove)`,
 * `retry(client.bells.list.bind(client))`. A method that code of the program calls counts as a request; one passed to
 * unknown code may be called; one that is only compared or logged is not.
 */
export function passedMethods(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  { index, frame }: { readonly index: number; readonly frame: Frame | undefined },
): PassedMethods {
  const examinedCall: ExaminedCall = { finder, context, call, frame };
  if (finder.sdk.size === 0 || call.form === 'tag') return NO_METHODS;
  const describedExpr = describedMethod(call.callee);
  if (describedExpr !== undefined) {
    const sites = methodsAt(examinedCall, describedExpr).map((method) =>
      siteOf(examinedCall, method, 'call', argsOf(examinedCall)),
    );
    return { sites: sites.flat(), arguments: new Set() };
  }
  const mayReceiveApiValue = mayReceiveApiValues(finder, context, index);
  const candidates = call.args.flatMap((arg, place) =>
    methodPlacesIn(examinedCall, arg).flatMap((member) =>
      mayReceiveApiValue || hasMethodName(examinedCall, member.expr) ? [{ ...member, index: place }] : [],
    ),
  );
  if (candidates.length === 0 || isOnlyInspected(examinedCall)) return NO_METHODS;
  const passedOn = candidates.flatMap(({ expr, key, index: place }) =>
    methodsAt(examinedCall, expr).map((method) => ({ method, index: place, key })),
  );
  if (passedOn.length === 0) return NO_METHODS;
  const sites = passedOn.flatMap(({ method, index, key }) => {
    const use = methodUse(examinedCall, index, key, method);
    return use === undefined ? [] : siteOf(examinedCall, method, use.kind, use.args);
  });
  return { sites, arguments: new Set(passedOn.map(({ index }) => index)) };
}

/** The method in `client.bells.list.endpoint(…)` and `….endpoint.merge(…)`, which describe its request. */
function describedMethod(callee: ExprFact): ExprFact | undefined {
  if (callee.kind !== 'member') return undefined;
  const owner = callee.property === 'merge' ? callee.object : callee;
  return owner.kind === 'member' && owner.property === 'endpoint' ? owner.object : undefined;
}

interface MethodPlace {
  readonly expr: ExprFact;
  /** Property of an options object, or index of a list, with the method. */
  readonly key?: string;
}

/** An argument, and the members of an object or list literal in it. */
function methodPlacesIn({ context }: ExaminedCall, arg: ExprFact): readonly MethodPlace[] {
  if (arg.kind === 'array') return arg.elements.map((expr, index) => ({ expr, key: String(index) }));
  if (arg.kind !== 'object') return [{ expr: arg }];
  const properties = context.facts.objects[arg.object]?.properties ?? [];
  return properties.flatMap((property) =>
    property.kind === 'property' ? [{ expr: property.value, key: property.key ?? '' }] : [],
  );
}

/** Whether a value of an API can reach a call, according to the call graph. */
function mayReceiveApiValues({ evaluator }: SiteFinder, { file }: FileContext, index: number): boolean {
  const { modules } = evaluator.program;
  if (modules.reached === undefined || modules.reachedAlone === true) return true;
  return modules.reached(file)?.argumentCalls.has(index) === true;
}

/** Whether an expression is a member with the name of an SDK method, directly, in a variable, or bound. */
function hasMethodName({ finder, context }: ExaminedCall, expr: ExprFact): boolean {
  if (expr.kind === 'member') return isMethodName(finder, expr.property);
  if (expr.kind === 'name') {
    const value = context.scope.bindingOf(expr)?.value;
    return value?.kind === 'member' && isMethodName(finder, value.property);
  }
  const callee = expr.kind === 'call' ? context.facts.calls[expr.call]?.callee : undefined;
  return callee?.kind === 'member' && callee.object.kind === 'member' && isMethodName(finder, callee.object.property);
}

type Method =
  { readonly expr: ExprFact; readonly use: ClientUse } | { readonly expr: ExprFact; readonly named: NamedMethod };

function methodsAt({ finder, context, frame }: ExaminedCall, expr: ExprFact): readonly Method[] {
  if (expr.kind !== 'member' && expr.kind !== 'name' && expr.kind !== 'call') return [];
  if (expr.kind === 'member' && !isMethodName(finder, expr.property)) return [];
  const modelled = optionsOf(finder.evaluator.value(context, expr, frame)).flatMap((value): readonly Method[] => {
    if (value.kind !== 'external' || value.steps.at(-1)?.kind !== 'member') return [];
    const use = findClient(finder.clients, value, 'call');
    return use?.row.template === undefined ? [] : [{ expr, use }];
  });
  if (modelled.length > 0 || expr.kind !== 'member') return modelled;
  const namedSdkMethod = namedMethod(finder, context, expr, frame);
  // A member with the name of an SDK method may also be plain data.
  if (
    namedSdkMethod === undefined ||
    !(namedSdkMethod.hasClientOwner || usesSdk(finder, context.file, namedSdkMethod.model))
  )
    return [];
  return [{ expr, named: namedSdkMethod }];
}

const methodNamesOf = memoByObject(
  (sdk: SiteFinder['sdk']): ReadonlySet<string> =>
    new Set([...sdk.keys()].map((member) => member.slice(member.lastIndexOf('.') + 1))),
);

/** Whether a name is that of an SDK method. */
function isMethodName({ sdk }: SiteFinder, name: string): boolean {
  return methodNamesOf(sdk).has(name);
}

/** Whether a call does not call its arguments: logs, assertions, mocks. */
function isOnlyInspected({ finder, context, call, frame }: ExaminedCall): boolean {
  const { callee } = call;
  if (CALLBACK_METHODS.has(callNames(callee).decidingName)) return false;
  return (
    isHandlingCall({ evaluator: finder.evaluator, context, frame }, call) ||
    isBystander(finder.evaluator.value(context, callee.kind === 'member' ? callee.object : callee, frame))
  );
}

interface MethodUse {
  readonly kind: Site['kind'];
  readonly args: readonly Value[];
}

/** Returns the use of a method that is passed as an argument; undefined if nothing calls it. */
function methodUse(
  examined: ExaminedCall,
  index: number,
  key: string | undefined,
  method: Method,
): MethodUse | undefined {
  const { finder, context, call, frame } = examined;
  const { callee } = call;
  const { evaluator } = finder;
  const args = argsOf(examined);
  if (callee.kind === 'member' && CALLBACK_METHODS.has(callee.property) && index === 0 && key === undefined) {
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
  const missing = missingInVersion(finder, context.file, use);
  return [bareSite({ at, kind, client: model.name, ...request, names, ...missing })];
}
