import type { ExprFact, TypeFact } from '../../../model/facts.js';
import type { ClientModel } from '../../../model/client-model.js';
import { remembered } from '../../../lib/remembered.js';
import { describeExpr } from '../../../facts/describe-expr.js';
import type { FileContext } from '../../evaluate/program.js';
import type { SdkMethod, SiteFinder } from '../calling/site-finder.js';
import { usesSdk } from './sdk-witness.js';
import { plainText } from '../../values/text.js';
import { optionsOf } from '../../values/value.js';
import type { ExternalValue, Frame, Value } from '../../values/value.js';

type MemberExpr = Extract<ExprFact, { readonly kind: 'member' }>;

/** A member of something that could not be resolved which only an SDK has, as far as its name and its owner tell. */
export interface NamedMethod extends SdkMethod {
  /** The owner of the method has a client's name or is of a type of the SDK. */
  readonly ofClient: boolean;
  /** The API that alone has an SDK with such a chain of three names or more, where the program uses that SDK. */
  readonly soleApi?: string;
  /** The same member of SDKs of other APIs that are used here as well: it is not known whose client it is. */
  readonly others: readonly SdkMethod[];
}

/**
 * The SDK method that a chain of members is: `this.client.firewall.rules.list` on `any`, an untyped parameter, a
 * field that is set elsewhere, or on the SDK's type as another package hands it on. Words that anything has
 * (`groups.list`) want a witness: such an owner, the SDK in the module graph, or a value of the API that gets there
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
    const found = longestRow(finder, context.file, chain, isHanded);
    if (found === undefined) continue;
    const { model, row } = found.method;
    // Asked where a name has led to a row, which few do: it takes looking for files.
    const externals = values.flatMap((value) =>
      value.kind === 'external' && !isLost(finder, context, value) ? [value] : [],
    );
    const isTyped = externals.some((value) => isOfSdk(value, model));
    const soleApi = soleApiOf(finder, context.file, found.method);
    // Another package can hand on a client of the SDK, under a name of its own; what it constructs is its own.
    const mayBeHandedOn =
      soleApi !== undefined &&
      externals.every(({ root, steps }) => root.kind !== 'global' && !steps.some(isConstruction));
    if (!mayBeHandedOn && externals.some((value) => !isOfSdk(value, model))) return undefined;
    if (
      !isTyped &&
      !isHanded &&
      !(mayBeHandedOn && externals.length > 0) &&
      (values.every((value) => isOwn(finder, context, value)) || isOwnObject(finder, context, expr, frame))
    )
      return undefined;
    const ofClient = isTyped || isHanded || found.ofClient;
    if (!ofClient && isOrdinary(row.member) && !usesSdk(finder, context.file, model)) return undefined;
    const others = isTyped ? [] : found.others;
    return { ...found.method, ofClient, others, ...(soleApi === undefined || isTyped ? {} : { soleApi }) };
  }
  return undefined;
}

function isConstruction(step: ExternalValue['steps'][number]): boolean {
  return step.kind === 'call' && step.form === 'new';
}

/** The API whose SDK alone has a chain of three names or more, where the file, what it imports or an importer uses it. */
function soleApiOf(finder: SiteFinder, file: string, { model, row: { member } }: SdkMethod): string | undefined {
  if (model.api === undefined || member.split('.').length < 3) return undefined;
  const isSole = finder.sdk.get(member)?.every((other) => other.model.api === model.api) === true;
  return isSole && usesSdk(finder, file, model) ? model.api : undefined;
}

/** Words that members of anything are called: `channels.join`. */
function isOrdinary(member: string): boolean {
  return /^[a-z]+(?:\.[a-z]+)?$/.test(member);
}

/** Whether something is of a type of the SDK by its name, or made by an export of that name, from whatever package. */
function isOfSdk({ root }: ExternalValue, { origins }: ClientModel): boolean {
  if (root.kind === 'global') return false;
  const name = root.kind === 'type' ? root.name : root.export;
  return origins.some((origin) =>
    'type' in origin
      ? origin.type === name
      : 'export' in origin && origin.export !== 'default' && origin.export === name,
  );
}

/** Whether something is imported from a file of the program that is not read, or not there: it can be anything. */
function isLost({ evaluator }: SiteFinder, { file }: FileContext, { root }: ExternalValue): boolean {
  return root.kind === 'package' && evaluator.program.modules.resolve(file, root.module).kind === 'unresolved';
}

/** Methods of lists and texts. */
const OF_LANGUAGE = new Set(
  `at charAt codePointAt concat endsWith entries every fill filter find findIndex findLast flat flatMap forEach includes
  indexOf join keys lastIndexOf map match matchAll padEnd padStart pop push reduce repeat replace replaceAll reverse
  shift slice some sort splice split startsWith substring toString trim unshift values`.split(/\s+/),
);

/** Whether a method of that name is that of a list or a text, by what it is given: `channels.join(', ')`. */
export function isOfLanguage({ row, ofClient }: NamedMethod, args: readonly Value[]): boolean {
  if (!OF_LANGUAGE.has(row.member.slice(row.member.lastIndexOf('.') + 1))) return false;
  if (!args.every((arg) => optionsOf(arg).every(({ kind }) => LANGUAGE_ARGUMENTS.has(kind)))) return false;
  return !ofClient || (args.length > 0 && !args.some(hasWord));
}

const LANGUAGE_ARGUMENTS = new Set<Value['kind']>(['text', 'scalar', 'regex', 'function']);

function hasWord(value: Value): boolean {
  return optionsOf(value).some((option) => option.kind === 'text' && /\w/.test(plainText(option.parts) ?? 'x'));
}

/** Something of the program itself, or of the language: a name that the SDK has too says nothing of it. */
function isOwn(finder: SiteFinder, context: FileContext, value: Value): boolean {
  switch (value.kind) {
    case 'unknown':
    case 'parameter':
    case 'scalar':
      return false;
    case 'external':
      return !isLost(finder, context, value);
    case 'layered':
    case 'choice':
      return optionsOf(value.kind === 'layered' ? value.base : value).every((option) => isOwn(finder, context, option));
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
  const values = optionsOf(finder.evaluator.value(context, object, frame));
  if (values.every((value) => isOwn(finder, context, value))) return true;
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
  if (value.kind === 'external') return ['', ...value.steps.map((step) => (step.kind === 'member' ? step.name : '()'))];
  if (value.kind === 'parameter') return [value.name.split('.')[0] ?? '', ...value.parameter.path];
  return value.kind === 'unknown' ? value.name.split('.') : [];
}

/** Names under which programs keep the client itself, rather than a part of it; so does one that names the API. */
const CLIENT_NAME = /client|sdk|api|^…/i;

/** Members that the longest method of the SDKs has: more of a chain than its end is none. */
const longestMethod = remembered((sdk: SiteFinder['sdk']) => ({
  members: [...sdk.keys()].reduce((most, member) => Math.max(most, member.split('.').length), 0),
}));

interface FoundRow extends Pick<NamedMethod, 'others'> {
  readonly method: SdkMethod;
  readonly ofClient: boolean;
}

/**
 * Returns the row whose member the chain ends in. The part before it must be the client: `user.organizations.get` is
 * another method.
 */
function longestRow(
  finder: SiteFinder,
  file: string,
  chain: readonly string[],
  isHanded: boolean,
): FoundRow | undefined {
  const { sdk, apis } = finder;
  for (let start = Math.max(1, chain.length - longestMethod(sdk).members); start < chain.length; start++) {
    // One name alone is a method of an SDK where a value of the API gets to the call, and the name has two words.
    if (start === chain.length - 1 && !(isHanded && /[a-z](?:_[a-z]|[A-Z])/.test(chain[start] ?? ''))) continue;
    const owner = chain[start - 1] ?? '';
    const ofClient = CLIENT_NAME.test(owner) || apis.isNamed(owner);
    if (start > 1 && !ofClient && !isHanded) continue;
    const methods = sdk.get(chain.slice(start).join('.')) ?? [];
    // Of SDKs that have it in common, those that are used here are meant.
    const used = methods.length > 1 ? methods.filter(({ model }) => usesSdk(finder, file, model)) : [];
    const [first] = methods;
    const [method = first] = used;
    if (method === undefined) continue;
    const byApi = new Map(used.map((one) => [one.model.api, one]));
    byApi.delete(method.model.api);
    return { method, ofClient, others: [...byApi.values()] };
  }
  return undefined;
}
