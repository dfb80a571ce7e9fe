import type { ExprFact, TypeFact } from '../../../core/model/facts.js';
import type { ClientModel } from '../../../core/model/client-model.js';
import { memoByObject } from '../../../core/lib/collections.js';
import { describeExpr } from '../../../languages/facts/expressions.js';
import type { FileContext, Program } from '../../evaluate/program.js';
import type { SdkMethod, SiteFinder } from '../calling/site.js';
import { plainText } from '../../values/text.js';
import { optionsOf } from '../../values/value.js';
import type { ExternalValue, Frame, Value } from '../../values/value.js';
import { memoised } from '../../../core/model/query-log.js';
import type { Tracked } from '../../../core/model/query-log.js';

type MemberExpr = Extract<ExprFact, { readonly kind: 'member' }>;

/** A member of an unresolved value that only an SDK has, judged by its name and its owner. */
export interface NamedMethod extends SdkMethod {
  /** Whether the owner of the method has a client's name or a type of the SDK. */
  readonly hasClientOwner: boolean;
  /** The only API with an SDK that has such a chain of three names or more, if the program uses that SDK. */
  readonly soleApi?: string;
  /** The same member in other SDKs that are used: the type of the client is unknown. */
  readonly otherSdkMethods: readonly SdkMethod[];
}

/**
 * The SDK method with the names of a member chain (`this.client.firewall.rules.list`), on a receiver of unknown type:
 * `any`, an untyped parameter, a field that is set elsewhere, or a type that another package re-exports. Ordinary words
 * (`groups.list`) need evidence: an owner with a client's name, the SDK in the module graph, or a value of the API
 * (`isHanded`).
 */
export function namedMethod(
  finder: SiteFinder,
  context: FileContext,
  expr: MemberExpr,
  frame: Frame | undefined,
  isHanded = false,
): NamedMethod | undefined {
  const values = optionsOf(finder.evaluator.value(context, expr, frame));
  for (const chain of [describeExpr(expr).split('.'), ...values.map(chainOf)]) {
    const matchingRow = longestRow(finder, context.file, chain, isHanded);
    if (matchingRow === undefined) continue;
    const { model, row } = matchingRow.method;
    // Only for names with a row, which are few, because the resolution of imports searches files.
    const externals = values.flatMap((value) =>
      value.kind === 'external' && !isUnresolvedImport(finder, context, value) ? [value] : [],
    );
    const isTyped = externals.some((value) => isOfSdk(value, model));
    const soleApi = soleApiOf(finder, context.file, matchingRow.method);
    // Another package can re-export a client of the SDK under another name; its own classes are not clients.
    const mayBeReexported =
      soleApi !== undefined &&
      externals.every(({ root, steps }) => root.kind !== 'global' && !steps.some(isConstruction));
    if (!mayBeReexported && externals.some((value) => !isOfSdk(value, model))) return undefined;
    if (
      !isTyped &&
      !isHanded &&
      !(mayBeReexported && externals.length > 0) &&
      (values.every((value) => isProgramValue(finder, context, value)) ||
        isProgramObject(finder, context, expr, frame) ||
        hasItemAccess(context, expr, row.member))
    )
      return undefined;
    const ofClient = isTyped || isHanded || matchingRow.ofClient;
    if (!ofClient && isOrdinary(row.member) && !usesSdk(finder, context.file, model)) return undefined;
    const otherSdkMethods = isTyped ? [] : matchingRow.otherSdkMethods;
    return {
      ...matchingRow.method,
      hasClientOwner: ofClient,
      otherSdkMethods,
      ...(soleApi === undefined || isTyped ? {} : { soleApi }),
    };
  }
  return undefined;
}

function isConstruction(step: ExternalValue['steps'][number]): boolean {
  return step.kind === 'call' && step.form === 'new';
}

/** The only API whose SDK has a chain of three names or more, if the file, its imports or an importer use it. */
function soleApiOf(finder: SiteFinder, file: string, { model, row: { member } }: SdkMethod): string | undefined {
  if (model.api === undefined || member.split('.').length < 3) return undefined;
  const isOnlyApi = finder.sdk.get(member)?.every((other) => other.model.api === model.api) === true;
  return isOnlyApi && usesSdk(finder, file, model) ? model.api : undefined;
}

/** Whether a member has ordinary names: `channels.join`. */
function isOrdinary(member: string): boolean {
  return /^[a-z]+(?:\.[a-z]+)?$/.test(member);
}

/** Whether a value has the name of an SDK's type, or comes from an export of that name, in any package. */
function isOfSdk({ root }: ExternalValue, { origins }: ClientModel): boolean {
  if (root.kind === 'global') return false;
  const name = root.kind === 'type' ? root.name : root.export;
  return origins.some((origin) =>
    'type' in origin
      ? origin.type === name
      : 'export' in origin && origin.export !== 'default' && origin.export === name,
  );
}

/** Whether a value is imported from a file of the program that is missing or unread, so that it can be anything. */
function isUnresolvedImport({ evaluator }: SiteFinder, { file }: FileContext, { root }: ExternalValue): boolean {
  return root.kind === 'package' && evaluator.program.modules.resolve(file, root.module).kind === 'unresolved';
}

/** Methods of lists and texts. */
const LANGUAGE_METHODS = new Set(
  `at charAt codePointAt concat endsWith entries every fill filter find findIndex findLast flat flatMap forEach includes
  indexOf join keys lastIndexOf map match matchAll padEnd padStart pop push reduce repeat replace replaceAll reverse
  shift slice some sort splice split startsWith substring toString trim unshift values`.split(/\s+/),
);

/** Whether a method is that of a list or a text, judged by its arguments: `channels.join(', ')`. */
export function isLanguageMethod({ row, hasClientOwner }: NamedMethod, args: readonly Value[]): boolean {
  if (!LANGUAGE_METHODS.has(row.member.slice(row.member.lastIndexOf('.') + 1))) return false;
  if (!args.every((arg) => optionsOf(arg).every(({ kind }) => LANGUAGE_ARGUMENTS.has(kind)))) return false;
  return !hasClientOwner || (args.length > 0 && !args.some(hasWord));
}

const LANGUAGE_ARGUMENTS = new Set<Value['kind']>(['text', 'scalar', 'regex', 'function']);

function hasWord(value: Value): boolean {
  return optionsOf(value).some((option) => option.kind === 'text' && /\w/.test(plainText(option.parts) ?? 'x'));
}

/** Whether a value belongs to the program or the language, so that a name shared with the SDK is no evidence. */
function isProgramValue(finder: SiteFinder, context: FileContext, value: Value): boolean {
  switch (value.kind) {
    case 'unknown':
    case 'parameter':
    case 'scalar':
      return false;
    case 'external':
      return !isUnresolvedImport(finder, context, value);
    case 'layered':
    case 'choice':
      return optionsOf(value.kind === 'layered' ? value.base : value).every((option) =>
        isProgramValue(finder, context, option),
      );
    default:
      return true;
  }
}

/**
 * Whether a name of a method is the key of an item in Python, where a key is not an attribute: `db["responses"].create`.
 * A member with a key ends with the bracket after the key.
 */
function hasItemAccess({ facts }: FileContext, expr: MemberExpr, member: string): boolean {
  if (facts.language !== 'python') return false;
  let part: ExprFact = expr;
  for (let namesLeft = member.split('.').length; namesLeft > 0 && part.kind === 'member'; namesLeft -= 1) {
    if (part.propertyAt[1] < part.at[1]) return true;
    part = part.object;
  }
  return false;
}

/** Types of the language that store values of the program. */
const STORING_TYPES =
  /^(?:Readonly)?(?:Weak)?(?:Map|Set|Array)$|^(?:Storage|Record|FormData|Headers|URLSearchParams|EventTarget)$/;

/** Whether the receiver of a method is known, or declared, not to be part of a client. */
function isProgramObject(
  finder: SiteFinder,
  context: FileContext,
  { object, property }: Extract<ExprFact, { readonly kind: 'member' }>,
  frame: Frame | undefined,
): boolean {
  const values = optionsOf(finder.evaluator.value(context, object, frame));
  if (values.every((value) => isProgramValue(finder, context, value))) return true;
  const type = declaredType(context, object);
  if (
    type !== undefined &&
    STORING_TYPES.test(type.name) &&
    context.scope.lookup(type.name, object.at[0]) === undefined
  )
    return true;
  let path = property;
  for (let owner = object; ; owner = owner.object) {
    if (declaredType(context, owner)?.methods?.includes(path) === true) return true;
    if (owner.kind !== 'member') return false;
    path = `${owner.property}.${path}`;
  }
}

/** The declared type of a variable, or of a field of `this`. */
function declaredType({ facts, scope }: FileContext, object: ExprFact): TypeFact | undefined {
  if (object.kind === 'name') return scope.bindingOf(object)?.type;
  if (object.kind !== 'member' || object.object.kind !== 'this') return undefined;
  const enclosingClass = facts.classes.findLast(({ at }) => at[0] <= object.at[0] && object.at[1] <= at[1]);
  return enclosingClass?.members.find(({ name }) => name === object.property)?.type;
}

function chainOf(value: Value): readonly string[] {
  if (value.kind === 'external') return ['', ...value.steps.map((step) => (step.kind === 'member' ? step.name : '()'))];
  if (value.kind === 'parameter') return [value.name.split('.')[0] ?? '', ...value.parameter.path];
  return value.kind === 'unknown' ? value.name.split('.') : [];
}

/** Names of variables for a client itself, not a part of it. The name of its API is such a name too. */
const CLIENT_NAME = /client|sdk|api|^…/i;

/** Number of names of the longest SDK method: of longer chains, only the end is compared. */
const longestMethod = memoByObject((sdk: SiteFinder['sdk']) => ({
  members: [...sdk.keys()].reduce((longest, member) => Math.max(longest, member.split('.').length), 0),
}));

interface MatchingRow extends Pick<NamedMethod, 'otherSdkMethods'> {
  readonly method: SdkMethod;
  readonly ofClient: boolean;
}

/**
 * Returns the row with the longest member at the end of the chain. The name before it must be that of a client:
 * `user.organizations.get` is another method.
 */
function longestRow(
  finder: SiteFinder,
  file: string,
  chain: readonly string[],
  isHanded: boolean,
): MatchingRow | undefined {
  const { sdk, apis } = finder;
  for (let start = Math.max(1, chain.length - longestMethod(sdk).members); start < chain.length; start++) {
    // A single name is an SDK method if a value of the API reaches the call and the name has two words.
    if (start === chain.length - 1 && !(isHanded && /[a-z](?:_[a-z]|[A-Z])/.test(chain[start] ?? ''))) continue;
    const owner = chain[start - 1] ?? '';
    const ofClient = CLIENT_NAME.test(owner) || apis.isNamed(owner);
    if (start > 1 && !ofClient && !isHanded) continue;
    const methods = sdk.get(chain.slice(start).join('.')) ?? [];
    // Of several SDKs with the method, only those in use count.
    const usedMethods = methods.length > 1 ? methods.filter(({ model }) => usesSdk(finder, file, model)) : [];
    const [first] = methods;
    const [method = first] = usedMethods;
    if (method === undefined) continue;
    const byApi = new Map(usedMethods.map((candidate) => [candidate.model.api, candidate]));
    byApi.delete(method.model.api);
    return { method, ofClient, otherSdkMethods: [...byApi.values()] };
  }
  return undefined;
}

/** Maximum number of files that are visited along imports. */
const MAX_FILES = 60;

/** Memo for each program and file: whether the file, or one that it imports, uses an API's SDK. */
const usesByProgram = memoByObject((_: Program) => new Map<string, Tracked<boolean>>());

/** Whether a file, its imports or its importers import a package of an SDK, or its package depends on one. */
export function usesSdk({ evaluator }: SiteFinder, file: string, model: ClientModel): boolean {
  const { program } = evaluator;
  return memoised(program.modules.log, usesByProgram(program), `${model.name} ${file}`, () => {
    const packages = packagesOf(model);
    return (
      [file, ...program.modules.importers(file).slice(0, MAX_FILES)].some((path) =>
        importsAnyOf(program, path, packages),
      ) || [...packages].some((name) => program.modules.packageVersion?.(file, name) !== undefined)
    );
  });
}

function packagesOf({ origins, package: name }: ClientModel): ReadonlySet<string> {
  const modules = origins.flatMap((origin) => ('module' in origin ? [origin.module] : []));
  return new Set(name === undefined ? modules : [...modules, name]);
}

function importsAnyOf({ modules }: Program, start: string, packages: ReadonlySet<string>): boolean {
  const visited = new Set([start]);
  for (const file of visited) {
    for (const { specifier } of modules.facts(file)?.imports ?? []) {
      if (packages.has(specifier)) return true;
      const target = visited.size < MAX_FILES ? modules.resolve(file, specifier) : undefined;
      if (target?.kind === 'file') visited.add(target.file);
    }
  }
  return false;
}
