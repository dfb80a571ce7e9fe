import { addTo, memoByObject } from '../../../core/lib/collections.js';
import type { CallFact, ExprFact } from '../../../core/model/facts.js';
import type { ClientModel } from '../../../core/model/client-model.js';
import { describeExpr } from '../../../languages/facts/expressions.js';
import type { FileContext } from '../../evaluate/program.js';
import { knownMethod } from '../calling/request.js';
import { templateArgument, sdkBody, templateTexts } from '../calling/sdk-arguments.js';
import { isLanguageMethod, namedMethod } from './sdk-method.js';
import type { NamedMethod } from './sdk-method.js';
import { UNKNOWN_METHOD } from '../calling/site.js';
import type { Site, SdkIndex, SdkMethod, SiteFinder } from '../calling/site.js';
import { UNDEFINED } from '../../values/value.js';
import type { Value } from '../../values/value.js';
import type { UnmodelledContext } from '../unknown/unmodelled-call.js';
import { compareVersions, versionRange } from '../../../core/lib/packages.js';

export function indexSdk(models: readonly ClientModel[]): SdkIndex {
  const index = new Map<string, SdkMethod[]>();
  for (const model of models) {
    if (model.package === undefined) continue;
    for (const row of model.requests) if (row.template !== undefined) addTo(index, row.member, { model, row });
  }
  return index;
}

/**
 * The version of an SDK in a file that does not have a method: `{ missing: '2.9.1' }`. Empty if it has the method, or
 * the version is unknown.
 */
export function missingInVersion(
  { evaluator, sdk }: SiteFinder,
  file: string,
  { model, row }: SdkMethod,
): Pick<Site, 'missing'> {
  if (model.package === undefined || row.versions === undefined) return {};
  const version = evaluator.program.modules.packageVersion?.(file, model.package);
  return version !== undefined &&
    isMajorInRange(row.versions, version, newestMajors(sdk).get(model.package) ?? 0) === false
    ? { missing: `${model.package} ${version}` }
    : {};
}

/** The newest major version in the rows of each SDK: a rewritten SDK has rows in several models. */
const newestMajors = memoByObject((sdk: SdkIndex): ReadonlyMap<string, number> => {
  const majors = new Map<string, number>();
  for (const { model, row } of [...sdk.values()].flat()) {
    const newest = Number.parseInt(row.versions?.split(' - ').at(-1) ?? '0', 10);
    if (model.package !== undefined) majors.set(model.package, Math.max(newest, majors.get(model.package) ?? 0));
  }
  return majors;
});

/**
 * Requests of a call of a member chain that only SDKs have, on an unresolved value: one request for each possible API.
 */
export function sdkChainSites(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  { frame, hasApiCallee }: UnmodelledContext,
): readonly NamedSite[] {
  const { callee } = call;
  if (callee.kind !== 'member' || call.form !== 'call') return [];
  const method = namedMethod(finder, context, callee, frame, hasApiCallee);
  if (method === undefined) return [];
  const args = finder.evaluator.args(context, call, frame);
  if (isLanguageMethod(method, args)) return [];
  return [method, ...method.otherSdkMethods].map((alternative) =>
    namedSite(finder, alternative, args, { context, expr: callee }),
  );
}

/** Known parts of the request of a method that is identified by its name. */
type NamedSite = Pick<
  Site,
  | 'client'
  | 'urls'
  | 'method'
  | 'headers'
  | 'body'
  | 'query'
  | 'isScopeMissing'
  | 'names'
  | 'api'
  | 'missing'
  | 'soleApi'
  | 'isFoundByName'
>;

/** The request of a method that is identified by its name, with these arguments. */
export function namedSite(
  finder: SiteFinder,
  method: SdkMethod & Pick<NamedMethod, 'soleApi'>,
  args: readonly Value[],
  { context, expr }: { readonly context: FileContext; readonly expr: ExprFact },
): NamedSite {
  const { row } = method;
  const calleeText = describeExpr(expr);
  const at = { file: context.file, span: expr.at };
  return {
    client: calleeText,
    urls: templateTexts(
      row.template ?? '',
      (name) => templateArgument(finder.evaluator, row.fill?.[name], { name, args, at }),
      at,
    ),
    method: row.method === undefined ? UNKNOWN_METHOD : knownMethod(row.method),
    headers: [],
    body: sdkBody(finder.evaluator, row, args, at),
    query: UNDEFINED,
    isScopeMissing: false,
    names: [calleeText],
    isFoundByName: true,
    ...(method.model.api === undefined ? {} : { api: method.model.api }),
    ...missingInVersion(finder, context.file, method),
    ...(method.soleApi === undefined ? {} : { soleApi: method.soleApi }),
  };
}

/** Returns whether a row applies to a version, or to the whole declared range. */
export function rowCoversVersion(
  row: { readonly from: string; readonly before?: string },
  version: string | undefined,
): 'yes' | 'no' | 'unknown' {
  return rangeCoversVersion(`>= ${row.from}${row.before === undefined ? '' : `, < ${row.before}`}`, version);
}

/** Returns whether a version, or the whole declared range, is inside a range. */
export function rangeCoversVersion(range: string, version: string | undefined): 'yes' | 'no' | 'unknown' {
  const installed = version === undefined ? undefined : versionRange(version);
  const expected = versionRange(range);
  if (installed === undefined || expected === undefined) return 'unknown';
  if (compareVersions(installed.high, expected.low) <= 0 || compareVersions(installed.low, expected.high) >= 0)
    return 'no';
  return compareVersions(installed.low, expected.low) >= 0 && compareVersions(installed.high, expected.high) <= 0
    ? 'yes'
    : 'unknown';
}

/**
 * Whether a package that has a method in the versions `from - to` (both included, `to` perhaps the `newest` known one)
 * can have it in a version or a declared range. Majors are compared, since not every release was examined; undefined if
 * several majors fit, or an unknown newer one.
 */
export function isMajorInRange(versions: string, version: string, newest: number): boolean | undefined {
  const major = /^[\^~=v\s]*(\d+)(?:\.[\dx*]+){0,2}(?:[-+][\w.+-]+)?\s*$/.exec(version)?.[1];
  const [from, to] = versions.split(' - ').map((bound) => Number.parseInt(bound, 10));
  if (major === undefined || from === undefined || to === undefined || Number(major) > newest) return undefined;
  return from <= Number(major) && Number(major) <= to;
}
