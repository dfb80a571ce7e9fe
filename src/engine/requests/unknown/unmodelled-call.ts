import { SENDING_NAME, wordsOf, wordTest } from '../../../knowledge/clients/words.js';
import type { CallFact, ExprFact } from '../../../core/model/facts.js';
import { HTTP_METHODS } from '../../../core/model/endpoint.js';
import type { Place } from '../../../core/model/span.js';
import { fieldMatchesOf, hasMatch, scopedMatchesOf } from '../../match/match-url.js';
import { perFile } from '../../evaluate/per-file.js';
import type { FileContext } from '../../evaluate/program.js';
import { callNames, isBystander, isRouter, takesPaths, verbOf } from './call-names.js';
import { curlRequest } from '../commands/command-line.js';
import { configuredBases, urlsOfChain } from '../calling/url-forms.js';
import { passesParametersOn } from './passed-parameters.js';
import { isHandlingCall } from './handled-arguments.js';
import { appendPath, knownMethod, splitVerb, methodFacts } from '../calling/request.js';
import type { MethodFacts, Site, SiteFinder } from '../calling/site.js';
import { UNKNOWN_METHOD } from '../calling/site.js';
import { readJsonTexts } from '../../values/json-text.js';
import { externalName, joinTexts, plainText, textsOf } from '../../values/text.js';
import { classIn, optionsOf, UNDEFINED } from '../../values/value.js';
import type { Frame, Parts, Value } from '../../values/value.js';

const URL_KEYS = wordsOf('url-key');
const SENT_URL_KEYS = [...URL_KEYS, ...wordsOf('sent-url-key')];
const METHOD_OPTIONS = wordsOf('method-option');
const BODY_OPTIONS = wordsOf('body-option');
const isErrorParameter = wordTest('error-parameter');
const isPathParameter = wordTest('path-parameter');

/** Context for examining a call with an unknown callee. */
export interface UnmodelledContext {
  readonly frame: Frame | undefined;
  /** Whether a value of an API reaches the callee, by the call graph. */
  readonly hasApiCallee?: boolean;
  /** Whether a value of an API can reach the callee or the arguments. */
  readonly mayReceiveApiValue?: boolean;
}

/** Known facts about an unmodelled call before its arguments are examined. */
interface Callee {
  readonly calleeText: string;
  readonly decidingName: string;
  readonly at: Place;
  /** Whether the callee's name suggests sending, so that a path alone is enough. */
  readonly isSending: boolean;
  /** Whether nothing contradicts that the callee sends a URL of the API among its arguments. */
  readonly maySendUrl: boolean;
  readonly names: readonly string[];
  /** Base URLs with which the callee was created. */
  readonly bases: readonly Parts[];
}

/**
 * A call that passes a URL of the API which may be deprecated to an unknown callee, or a deprecated path to a callee
 * with the name of a client. Undefined if no argument is such a URL or path.
 */
export function unmodelledSite(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  callContext: UnmodelledContext,
):
  | Pick<Site, 'client' | 'urls' | 'method' | 'headers' | 'body' | 'query' | 'isScopeMissing' | 'names' | 'package'>
  | undefined {
  const examined = calleeOf(finder, context, call, callContext);
  if (examined === undefined) return undefined;
  const { callee, receiver, args } = examined;
  const { calleeText, at, maySendUrl } = callee;
  const request = maySendUrl ? (curlRequest(finder, args, at) ?? chainedRequest(finder, receiver, callee)) : undefined;
  if (request !== undefined) return { ...EMPTY_REQUEST, client: calleeText, names: callee.names, ...request };
  for (const [index, arg] of args.entries()) {
    const options = isObject(arg) ? arg : undefined;
    const url =
      options === undefined ? arg : firstOption(finder, options, callee.isSending ? SENT_URL_KEYS : URL_KEYS, at);
    const deprecated = deprecatedUrls(finder, url, callee);
    if (deprecated === undefined) continue;
    const laterArgs = args.slice(index + 1);
    const settings = options ?? laterArgs.find(isObject) ?? laterArgs.flatMap(callArguments).find(isObject);
    return {
      client: calleeText,
      urls: deprecated.urls,
      isScopeMissing: deprecated.isScopeMissing,
      method: methodInCall(finder, callee.decidingName, args, at) ?? methodOption(finder, settings, at),
      headers: settings === undefined ? [] : [firstOption(finder, settings, ['headers'], at)],
      body: settings === undefined ? UNDEFINED : readJsonTexts(firstOption(finder, settings, BODY_OPTIONS, at), at),
      query: UNDEFINED,
      names: callee.names,
      ...sitePackage(receiver),
    };
  }
  return undefined;
}

/** Returns the callee, its receiver and its arguments; undefined if it sends nothing, whatever its arguments. */
function calleeOf(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  { frame, hasApiCallee = false, mayReceiveApiValue: isReached = true }: UnmodelledContext,
): { readonly callee: Callee; readonly receiver: Value; readonly args: readonly Value[] } | undefined {
  const { evaluator } = finder;
  const { calleeText, decidingName } = callNames(asImported(context, call.callee));
  // `api.towers(id).bells.get()` contains the path without an argument.
  if (call.args.length === 0 && verbOf(finder.apis, decidingName) === undefined) return undefined;
  const maySend =
    call.form === 'call' && (hasApiCallee || (SENDING_NAME.test(decidingName) && !takesPaths(calleeText)));
  if (!maySend && !isReached) return undefined;
  const isOnlyHandled = isHandlingCall({ evaluator, context, frame }, call);
  if (hasApiCallee && isOnlyHandled) return undefined;
  if (!maySend && isOnlyHandled) return undefined;
  const receiver = evaluator.value(context, call.callee.kind === 'member' ? call.callee.object : call.callee, frame);
  const maySendUrl = !isOnlyHandled && !isBystander(receiver) && !isFollowed(finder, context, call, frame);
  if (!maySend && !maySendUrl) return undefined;
  const at: Place = { file: context.file, span: call.at };
  const bases = maySendUrl ? configuredBases(finder, receiver, at) : [];
  // A router with a base URL sends requests, as test tools do.
  if (isRouter(receiver) && bases.length === 0) return undefined;
  if (receiver.kind === 'text' || receiver.kind === 'array') return undefined;
  const args = evaluator.args(context, call, frame);
  const hasHandler = args.some((arg) =>
    optionsOf(arg).some((option) => isHandler(finder, option) || classIn(option) !== undefined),
  );
  const isSending = maySend && !hasHandler;
  return {
    callee: {
      calleeText,
      decidingName,
      at,
      isSending,
      maySendUrl,
      names: [calleeText, ...calleeNames(receiver)],
      bases,
    },
    receiver,
    args,
  };
}

/** Returns a callee under its exported name, because a local alias is arbitrary (`import { request as r }`). */
function asImported({ scope }: FileContext, callee: ExprFact): ExprFact {
  if (callee.kind !== 'name') return callee;
  const value = scope.bindingOf(callee)?.value;
  const isAlias = value?.kind === 'imported' && !['default', '*', callee.name].includes(value.name);
  return isAlias ? { ...callee, name: value.name } : callee;
}

/** Whether a function may handle a route of the program's server. One with an error first handles a response. */
function isHandler({ evaluator }: SiteFinder, value: Value): boolean {
  if (value.kind !== 'function') return false;
  const context = evaluator.program.context(value.file);
  return context === undefined || !answeredFunctions(context).has(value.function);
}

const answeredFunctions = perFile(
  ({ facts }): ReadonlySet<number> =>
    new Set(
      facts.bindings.flatMap(({ name, value }) =>
        value?.kind === 'parameter' && value.index === 0 && isErrorParameter(name) ? [value.function] : [],
      ),
    ),
);

const EMPTY_REQUEST = { headers: [], body: UNDEFINED, query: UNDEFINED, isScopeMissing: false } as const;

/** The request of a chain on a value with a base URL: `api.towers(id).bells.get()`. */
function chainedRequest(
  finder: SiteFinder,
  receiver: Value,
  { decidingName, at }: Callee,
): Pick<Site, 'urls' | 'method'> | undefined {
  const verb = verbOf(finder.apis, decidingName);
  const urls = verb === undefined ? [] : urlsOfChain(finder, receiver, at);
  return verb === undefined || urls.length === 0 ? undefined : { urls, method: knownMethod(verb) };
}

/** Whether the callee is a function of the program that passes nothing to unknown code: its requests are known. */
function isFollowed(finder: SiteFinder, context: FileContext, call: CallFact, frame: Frame | undefined): boolean {
  return optionsOf(finder.evaluator.value(context, call.callee, frame)).some(
    (callee) => classIn(callee) !== undefined || (callee.kind === 'function' && !passesParametersOn(finder, callee)),
  );
}

/** The arguments of a call outside the program: `json({ method, body })` still has options. */
function callArguments(value: Value): readonly Value[] {
  const lastStep = value.kind === 'external' ? value.steps.at(-1) : undefined;
  return lastStep?.kind === 'call' && lastStep.form === 'call' ? lastStep.args() : [];
}

function isObject(value: Value): boolean {
  return optionsOf(value).some(
    (option) => option.kind === 'object' || (option.kind === 'layered' && option.base.kind !== 'text'),
  );
}

function calleeNames(value: Value): readonly string[] {
  return optionsOf(value).flatMap((option) => {
    if (option.kind === 'external')
      return [externalName(option), option.root.kind === 'global' ? '' : (option.root.module ?? '')];
    return option.kind === 'parameter' || option.kind === 'unknown' ? [option.name] : [];
  });
}

function sitePackage(value: Value): Pick<Site, 'package'> {
  const [single, ...extra] = optionsOf(value);
  if (single?.kind !== 'external' || extra.length > 0) return {};
  const { root } = single;
  if (root.kind === 'package') return { package: { module: root.module, exported: root.export } };
  return root.kind === 'type' && root.module !== undefined
    ? { package: { module: root.module, exported: root.name } }
    : {};
}

function firstOption(finder: SiteFinder, options: Value, names: readonly string[], at: Place): Value {
  for (const name of names) {
    const value = finder.evaluator.member(options, name, at);
    if (value.kind !== 'scalar') return value;
  }
  return UNDEFINED;
}

function deprecatedUrls(
  finder: SiteFinder,
  value: Value,
  { at, isSending, maySendUrl, names, bases }: Callee,
): { readonly urls: readonly Parts[]; readonly isScopeMissing: boolean } | undefined {
  const paths = optionsOf(value).flatMap((option) => {
    if (option.kind === 'array') return isSending ? segmentList(option.elements, at) : [];
    const isText = option.kind === 'text' || option.kind === 'layered';
    return isText || (option.kind === 'parameter' && bases.length > 0)
      ? textsOf(option, at).map((parts) => splitVerb(parts).url)
      : [];
  });
  const urls = bases.length === 0 ? paths : paths.flatMap((url) => belowBases(finder, url, bases, at));
  if (urls.length === 0) return undefined;
  const relevantUrls = urls.filter((url) => {
    const requestUrl = finder.urlOf(url);
    const { host, segments } = requestUrl;
    if (host.kind === 'other' || (host.kind !== 'exact' && !isSending)) return false;
    if (hasMatch(requestUrl) || fieldMatchesOf(requestUrl).length > 0) return true;
    return host.kind === 'exact' && maySendUrl && segments.length > 0;
  });
  if (relevantUrls.length > 0) return { urls: relevantUrls, isScopeMissing: false };
  if (!isSending || !names.some((name) => finder.apis.isNamed(name))) return undefined;
  const scopedUrls = urls.filter((url) => {
    const requestUrl = finder.urlOf(url);
    return (
      requestUrl.host.kind === 'relative' &&
      scopedMatchesOf(requestUrl).some(
        ({ reading, match }) => match.entry.isDistinctive && names.some((name) => reading.view.knownApi.isNamed(name)),
      )
    );
  });
  return scopedUrls.length > 0 ? { urls: scopedUrls, isScopeMissing: true } : undefined;
}

/** A path below each base URL, if it is one of the API's; unchanged without a base URL, or if it is not a path. */
function belowBases(finder: SiteFinder, path: Parts, bases: readonly Parts[], at: Place): readonly Parts[] {
  if (!isPathBelow(finder, path)) return [path];
  const fullUrls = bases.map((base) => appendPath(base, path, at));
  const exact = fullUrls.filter((url) => finder.urlOf(url).host.kind === 'exact');
  return exact.length > 0 ? exact : [path];
}

/** Whether a text is a path, or a parameter with the name of one. */
function isPathBelow(finder: SiteFinder, path: Parts): boolean {
  const { host } = finder.urlOf(path);
  const [first, second] = path;
  if (host.kind === 'relative') return path.some((part) => part.kind === 'text' && part.text.includes('/'));
  if (host.kind !== 'unknown' || first?.kind !== 'hole' || first.parameter === undefined) return false;
  return second !== undefined || isPathParameter(first.name);
}

/** The path in a list of its segments: `['towers', id, 'bells']`. */
function segmentList(elements: readonly Value[], at: Place): readonly Parts[] {
  const [first] = elements;
  const isPath =
    elements.length > 1 &&
    first?.kind === 'text' &&
    elements.every((element) => element.kind !== 'object' && element.kind !== 'array');
  return isPath ? joinTexts(elements, '/', at) : [];
}

/** The method in the name of the call, or in one of its arguments. */
function methodInCall(
  finder: SiteFinder,
  decidingName: string,
  args: readonly Value[],
  at: Place,
): MethodFacts | undefined {
  const methodInName = verbOf(finder.apis, decidingName);
  if (methodInName !== undefined) return knownMethod(methodInName);
  for (const arg of args) {
    if (arg.kind !== 'text') continue;
    const text = plainText(arg.parts)?.trim().toUpperCase();
    const method = HTTP_METHODS.find((candidate) => candidate === text) ?? splitVerb(arg.parts).verb;
    if (method !== undefined) return { known: [method], unknown: false, open: false, at };
  }
  return undefined;
}

function methodOption(finder: SiteFinder, options: Value | undefined, at: Place): MethodFacts {
  const method = options === undefined ? UNDEFINED : firstOption(finder, options, METHOD_OPTIONS, at);
  if (method.kind !== 'scalar') return methodFacts(method, 'GET', at);
  return UNKNOWN_METHOD;
}
