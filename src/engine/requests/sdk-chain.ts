import { addTo } from '../../lib/multimap.js';
import { majorHas } from './package-versions.js';
import type { CallFact, ExprFact, TypeFact } from '../../model/facts.js';
import type { ClientModel } from '../../model/client-model.js';
import type { Place } from '../../model/span.js';
import { describeExpr } from '../../facts/describe-expr.js';
import type { FileContext } from '../evaluate/program.js';
import { knownMethod, sdkBody, templateTexts } from './request.js';
import { UNKNOWN_METHOD } from './site.js';
import type { Site } from './site.js';
import type { SdkIndex, SdkMethod, SiteFinder } from './site-finder.js';
import { optionsOf, UNDEFINED } from '../values/value.js';
import type { Frame, Value } from '../values/value.js';

export function indexSdk(models: readonly ClientModel[]): SdkIndex {
  const index = new Map<string, SdkMethod[]>();
  for (const model of models) {
    if (model.package === undefined) continue;
    for (const row of model.requests) if (row.template !== undefined) addTo(index, row.member, { model, row });
  }
  return index;
}

/**
 * The version of an SDK, as a file sees it, that does not have a method: `{ missing: '2.9.1' }`. Empty where it has the
 * method, and where the version is not known.
 */
export function missingFrom({ evaluator }: SiteFinder, file: string, { model, row }: SdkMethod): Pick<Site, 'missing'> {
  if (model.package === undefined || row.versions === undefined) return {};
  const version = evaluator.program.modules.packageVersion?.(file, model.package);
  return version !== undefined && majorHas(row.versions, version, newestMajor(model)) === false
    ? { missing: `${model.package} ${version}` }
    : {};
}

/** The newest major of an SDK that its rows know. */
function newestMajor({ requests }: ClientModel): number {
  return Math.max(...requests.map(({ versions = '0' }) => Number.parseInt(versions.split(' - ').at(-1) ?? '0', 10)));
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
):
  | Pick<Site, 'client' | 'urls' | 'method' | 'headers' | 'body' | 'query' | 'scoped' | 'names' | 'api' | 'missing'>
  | undefined {
  const { callee } = call;
  if (callee.kind !== 'member' || call.form !== 'call') return undefined;
  const written = describeExpr(callee);
  const callees = optionsOf(finder.evaluator.value(context, callee, frame));
  if (callees.some(({ kind }) => kind === 'external')) return undefined;
  const chains = [written.split('.'), ...callees.map(chainOf)];
  const at: Place = { file: context.file, span: callee.at };
  for (const chain of chains) {
    const method = longestRow(finder, context, chain);
    if (method?.row.template === undefined) continue;
    if (callees.every(isOwn) || isOwnObject(finder, context, callee, frame)) return undefined;
    const { row } = method;
    const args = finder.evaluator.args(context, call, frame);
    return {
      client: written,
      urls: templateTexts(row.template ?? '', row.fill ?? {}, args, at),
      method: row.method === undefined ? UNKNOWN_METHOD : knownMethod(row.method),
      headers: [],
      body: sdkBody(args),
      query: UNDEFINED,
      scoped: false,
      names: [written],
      ...(method.model.api === undefined ? {} : { api: method.model.api }),
      ...missingFrom(finder, context.file, method),
    };
  }
  return undefined;
}

/** Something of the program itself, or of the language: a name that the SDK has too says nothing of it. */
function isOwn(value: Value): boolean {
  switch (value.kind) {
    case 'unknown':
    case 'parameter':
    case 'scalar':
      return false;
    case 'layered':
    case 'choice':
      return optionsOf(value.kind === 'layered' ? value.base : value).every(isOwn);
    default:
      return true;
  }
}

/** Types of the language that keep what a program puts into them. */
const KEEPERS =
  /^(?:Readonly)?(?:Weak)?(?:Map|Set|Array)$|^(?:Storage|Record|FormData|Headers|URLSearchParams|EventTarget)$/;

/** Whether what a method is called on is seen, or declared, to be no part of a client. */
function isOwnObject(
  finder: SiteFinder,
  context: FileContext,
  { object, property }: Extract<ExprFact, { readonly kind: 'member' }>,
  frame: Frame | undefined,
): boolean {
  if (optionsOf(finder.evaluator.value(context, object, frame)).every(isOwn)) return true;
  const type = declaredType(context, object);
  if (type !== undefined && KEEPERS.test(type.name) && context.scope.lookup(type.name, object.at[0]) === undefined)
    return true;
  let path = property;
  for (let owner = object; ; owner = owner.object) {
    if (declaredType(context, owner)?.methods?.includes(path) === true) return true;
    if (owner.kind !== 'member') return false;
    path = `${owner.property}.${path}`;
  }
}

/** The type that a variable, or a field of `this`, is declared with. */
function declaredType({ facts, scope }: FileContext, object: ExprFact): TypeFact | undefined {
  if (object.kind === 'name') return scope.lookup(object.name, object.at[0])?.type;
  if (object.kind !== 'member' || object.object.kind !== 'this') return undefined;
  const home = facts.classes.findLast(({ at }) => at[0] <= object.at[0] && object.at[1] <= at[1]);
  return home?.members.find(({ name }) => name === object.property)?.type;
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
function longestRow(finder: SiteFinder, context: FileContext, chain: readonly string[]): SdkMethod | undefined {
  const { sdk, apis } = finder;
  if (chain.length > MAX_CHAIN) return undefined;
  for (let start = 1; start <= chain.length - 2; start++) {
    const owner = chain[start - 1] ?? '';
    if (start > 1 && !CLIENT_NAME.test(owner) && !apis.isNamed(owner)) continue;
    const methods = sdk.get(chain.slice(start).join('.'));
    if (methods !== undefined) return methods.find(({ model }) => isImported(finder, context, model)) ?? methods.at(-1);
  }
  return undefined;
}

/** Whether a file imports the SDK of a model: where those of two APIs have a method of one name, this tells which is meant. */
function isImported({ sdkPackages }: SiteFinder, { facts }: FileContext, { api }: ClientModel): boolean {
  const packages = api === undefined ? undefined : sdkPackages.get(api);
  return packages !== undefined && facts.imports.some(({ specifier }) => packages.has(specifier));
}
