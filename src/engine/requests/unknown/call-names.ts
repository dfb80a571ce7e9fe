import { VERBS } from '../../../knowledge/clients/verbs.js';
import type { WordKind } from '../../../knowledge/clients/word-rows.js';
import { packageTest, wordsOf, wordTest } from '../../../knowledge/clients/words.js';
import { describeExpr } from '../../../languages/facts/expressions.js';
import { memoByObject } from '../../../core/lib/collections.js';
import type { KnownApis } from '../../../core/api/known-apis.js';
import type { ExprFact } from '../../../core/model/facts.js';
import { isIntrinsic } from '../../../core/model/facts.js';
import type { HttpMethod } from '../../../core/model/endpoint.js';
import { optionsOf } from '../../values/value.js';
import type { Value } from '../../values/value.js';

const METHODS = new Map(VERBS.filter(([, method]) => method !== 'OPTIONS'));

/**
 * The method in a member name: `get`, `_get`, `$post`, `doPut`, `httpDelete`, `getJson`, `api_post`, or `acmePut` after
 * the API.
 */
export function verbOf({ isNamed }: KnownApis, member: string): HttpMethod | undefined {
  const unprefixed = member.replace(/^[_$#]+/, '');
  const knownMethod = METHODS.get(unprefixed);
  if (knownMethod !== undefined) return knownMethod;
  const match =
    /^([a-z]+)(Get|Head|Post|Put|Patch|Delete)$|^(get|post|put|patch|delete)(?:Json|JSON|Request|Raw|Async)$/.exec(
      unprefixed,
    ) ??
    /^([a-z]+)_(get|head|post|put|patch|delete)$|^(get|post|put|patch|delete)_(?:json|request|raw|async)$/i.exec(
      unprefixed,
    );
  const [, prefix, verbAfterPrefix, verbBeforeSuffix] = match ?? [];
  if (prefix !== undefined && !isBeforeVerb(prefix) && !isNamed(prefix)) return undefined;
  return METHODS.get((verbAfterPrefix ?? verbBeforeSuffix ?? '').toLowerCase());
}

function alternation(kind: WordKind): string {
  return wordsOf(kind).join('|');
}

const declaresRoutes = packageTest('package-routes');
const isHandlingPackage = packageTest('package-handles');
const isPathRoot = wordTest('root-takes-paths');
const isPrintingRoot = wordTest('root-tells');
const isValueRoot = wordTest('root-makes-values');
const isPrintingName = wordTest('tells');
const isComparingName = wordTest('compares');
const isMatchingName = wordTest('matches');
const isStoringName = wordTest('keeps');
const isBeforeVerb = wordTest('before-verb');

const LOGGER = new RegExp(`^(?:\\w*\\.)*(?:${alternation('logger').replaceAll('$', '\\$')})(?:\\.|$)`, 'i');

/** Whether a callee belongs to a global or a helper that takes paths but sends nothing. */
export function takesPaths(calleeText: string): boolean {
  return isPathRoot(rootOf(calleeText));
}

/** Whether a value is of a package whose verbs declare routes of the program's server, or responses of a test double. */
export function isRouter(value: Value): boolean {
  return optionsOf(value).some(
    (option) => option.kind === 'external' && option.root.kind !== 'global' && declaresRoutes(option.root.module ?? ''),
  );
}

/** The name that decides whether a call sends: for `.call` and `.apply`, the name of the function. */
function sendingName(callee: ExprFact, calleeText: string): string {
  if (callee.kind !== 'member') return calleeText;
  const isIndirect = callee.property === 'call' || callee.property === 'apply';
  return isIndirect && callee.object.kind === 'member' ? callee.object.property : callee.property;
}

/** Whether a value is of a package that sends nothing. */
export function isBystander(value: Value): boolean {
  return optionsOf(value).some(
    (option) => option.kind === 'external' && option.root.kind === 'package' && isHandlingPackage(option.root.module),
  );
}

/** The first name of an access path. */
function rootOf(calleeText: string): string {
  const dot = calleeText.indexOf('.');
  return dot < 0 ? calleeText : calleeText.slice(0, dot);
}

/** The first two names of an access path: `process.stdout` of `process.stdout.write`. */
function firstTwoNames(calleeText: string): string {
  return calleeText.split('.', 2).join('.');
}

/** Whether the names of a call show that its arguments are for people, or are compared by a test or a condition. */
function isForPeople(calleeText: string, decidingName: string): boolean {
  const isPrinting =
    isPrintingRoot(rootOf(calleeText)) || isPrintingRoot(firstTwoNames(calleeText)) || LOGGER.test(calleeText);
  return isPrinting || isPrintingName(decidingName) || isComparingName(decidingName);
}

function hasHandlingName(calleeText: string, decidingName: string): boolean {
  return isForPeople(calleeText, decidingName) || isStoringName(decidingName) || isValueRoot(rootOf(calleeText));
}

/** Meaning of the names in a call, for any caller of the enclosing function. */
interface CallNames {
  readonly calleeText: string;
  /** The name that decides whether the call sends a request. */
  readonly decidingName: string;
  /** Whether the arguments are for people, or are compared by a test or a condition. */
  readonly isForPeople: boolean;
  /** Whether the call compares or cuts texts. */
  readonly isComparing: boolean;
  /** Whether the names show that the call does not send its arguments. */
  readonly isOnlyHandling: boolean;
  /** Whether the call may search a text for a pattern; the receiver decides. */
  readonly mayMatch: boolean;
}

/** Classifies a call by the way its callee is written. */
export const callNames = memoByObject((callee: ExprFact): CallNames => {
  const calleeText = describeExpr(callee);
  const decidingName = sendingName(callee, calleeText);
  return {
    calleeText,
    decidingName,
    isForPeople: isForPeople(calleeText, decidingName),
    isComparing: isComparingName(decidingName),
    isOnlyHandling: hasHandlingName(calleeText, decidingName) || isIntrinsic(callee),
    mayMatch: callee.kind === 'member' && isMatchingName(callee.property),
  };
});
