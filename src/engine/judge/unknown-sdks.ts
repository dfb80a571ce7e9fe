import { packageName } from '../../lib/packages.js';
import type { ExprFact } from '../../model/facts.js';
import type { SdkCall, UnknownSdk } from '../../model/finding.js';
import type { LanguageId } from '../../model/language.js';
import type { FileContext } from '../evaluate/program.js';
import type { SiteFinder } from '../requests/calling/site-finder.js';

/** Names of SDK exports that send nothing: errors, types, validation of data that a server receives. */
const SENDS_NOTHING = /^(?:types?|errors?|exceptions?|webhooks?)$|(?:Error|Exception|Signature)$/i;

/** SDK modules that a file calls without a known method in its language: no call through them can be resolved. */
export function unknownSdks({ apis, evaluator, sdkPackages }: SiteFinder, context: FileContext): readonly UnknownSdk[] {
  const { file, facts } = context;
  const found = facts.imports.flatMap(({ specifier, typeOnly }): readonly UnknownSdk[] => {
    const name = typeOnly === true ? undefined : distributionOf(specifier, facts.language);
    if (name === undefined) return [];
    const known = apis.each.find(({ packages, isRouter }) => packages.includes(name) && !isRouter(name));
    if (known === undefined || evaluator.program.modules.resolve(file, specifier).kind === 'file') return [];
    const modelled = [...(sdkPackages.get(known.api.id) ?? [])];
    const isModelled = modelled.some((module) => distributionOf(module, facts.language) === name);
    return isModelled || !isCalled(context, specifier) ? [] : [{ api: known.api.id, module: specifier }];
  });
  const byApi = new Map(found.reverse().map((sdk) => [sdk.api, sdk]));
  return [...byApi.values()].reverse();
}

/**
 * Names of SDKs that a file calls. If none of its requests is known, its calls through them are of live operations, or
 * were not resolved.
 */
export function sdkCalls({ apis, evaluator }: SiteFinder, context: FileContext): readonly SdkCall[] {
  const { file, facts, scope } = context;
  const found = new Map<string, SdkCall>();
  for (const { callee } of facts.calls) {
    const root = callee.kind === 'name' ? scope.lookup(callee.name, callee.at[0])?.value : undefined;
    if (root?.kind !== 'imported' || SENDS_NOTHING.test(root.name)) continue;
    const known = apis.each.find(({ isSdk, isRouter }) => isSdk(root.specifier) && !isRouter(root.specifier));
    if (known === undefined || evaluator.program.modules.resolve(file, root.specifier).kind === 'file') continue;
    found.set(`${root.specifier} ${root.name}`, { api: known.api.id, module: root.specifier, name: root.name });
  }
  return [...found.values()];
}

/** The package of a module, as catalogues write it. */
function distributionOf(module: string, language: LanguageId): string | undefined {
  switch (language) {
    case 'javascript':
      return packageName(module);
    case 'python':
      return module.split('.', 1)[0]?.toLowerCase().replaceAll('_', '-');
    default:
      return undefined;
  }
}

/** Whether an export of a module is called that may send a request. */
function isCalled({ facts, scope }: FileContext, specifier: string): boolean {
  return facts.calls.some(({ callee }) => {
    let expr: ExprFact = callee;
    while (expr.kind === 'member') {
      if (SENDS_NOTHING.test(expr.property)) return false;
      expr = expr.object;
    }
    const root = expr.kind === 'name' ? scope.lookup(expr.name, expr.at[0])?.value : expr;
    return root?.kind === 'imported' && root.specifier === specifier && !SENDS_NOTHING.test(root.name);
  });
}
