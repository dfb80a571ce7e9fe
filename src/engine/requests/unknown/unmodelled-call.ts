import { SENDS, wordsOf, wordTest } from '../../../knowledge/clients/words.js';
import type { CallFact, ExprFact } from '../../../core/model/facts.js';
import { HTTP_METHODS } from '../../../core/model/endpoint.js';
import type { Place } from '../../../core/model/span.js';
import { fieldMatchesOf, leadsToMatch, scopedMatchesOf } from '../../match/match-url.js';
import { perFile } from '../../evaluate/per-file.js';
import type { FileContext } from '../../evaluate/program.js';
import { callNames, isBystander, isRouter, takesPaths, verbOf } from './call-names.js';
import { curlRequest } from '../commands/command-line.js';
import { configuredBases, chainedUrls } from '../calling/url-forms.js';
import { passesParametersOn } from './hands-on.js';
import { onlyHandles } from './looks-only.js';
import { appendPath, knownMethod, leadingVerb, methodFacts } from '../calling/request.js';
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
export interface HandedCall {
  readonly frame: Frame | undefined;
  /** Whether a value of an API reaches the callee, by the call graph. */
  readonly isHanded?: boolean;
  /** Whether a value of an API can reach the callee or the arguments. */
  readonly mayPass?: boolean;
}

/** Known facts about an unmodelled call before its arguments are examined. */
interface Callee {
  readonly written: string;
  readonly tail: string;
  readonly at: Place;
  /** Whether its name suggests sending, so that a path alone is enough. */
  readonly sends: boolean;
  /** Whether nothing contradicts that it sends a URL of the API among its arguments. */
  readonly mayPass: boolean;
  readonly names: readonly string[];
  /** Base URLs with which the callee was made. */
  readonly bases: readonly Parts[];
}

/**
 * A call that passes a URL of the API which is or could be deprecated to a callee that is not known as a client, or a
 * deprecated path to a callee with the name of a client. Undefined if no argument is such a path.
 */
export function unmodelledSite(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  handed: HandedCall,
):
  Pick<Site, 'client' | 'urls' | 'method' | 'headers' | 'body' | 'query' | 'scoped' | 'names' | 'package'> | undefined {
  const known = calleeOf(finder, context, call, handed);
  if (known === undefined) return undefined;
  const { callee, receiver, args } = known;
  const { written, at, mayPass } = callee;
  const sent = mayPass ? (curlRequest(finder, args, at) ?? chainedRequest(finder, receiver, callee)) : undefined;
  if (sent !== undefined) return { ...NOTHING_SENT, client: written, names: callee.names, ...sent };
  for (const [index, arg] of args.entries()) {
    const options = isObject(arg) ? arg : undefined;
    const url = options === undefined ? arg : firstOption(finder, options, callee.sends ? SENT_URL_KEYS : URL_KEYS, at);
    const urls = deprecatedUrls(finder, url, callee);
    if (urls === undefined) continue;
    const others = args.slice(index + 1);
    const settings = options ?? others.find(isObject) ?? others.flatMap(callArguments).find(isObject);
    return {
      client: written,
      urls: urls.urls,
      scoped: urls.scoped,
      method: methodInCall(finder, callee.tail, args, at) ?? methodOption(finder, settings, at),
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
  { frame, isHanded = false, mayPass: isReached = true }: HandedCall,
): { readonly callee: Callee; readonly receiver: Value; readonly args: readonly Value[] } | undefined {
  const { evaluator } = finder;
  const { written, tail } = callNames(asImported(context, call.callee));
  // `api.towers(id).bells.get()` has its whole path without an argument.
  if (call.args.length === 0 && verbOf(finder.apis, tail) === undefined) return undefined;
  const named = call.form === 'call' && (isHanded || (SENDS.test(tail) && !takesPaths(written)));
  if (!named && !isReached) return undefined;
  const isOnlyHandled = onlyHandles({ evaluator, context, frame }, call);
  if (isHanded && isOnlyHandled) return undefined;
  if (!named && isOnlyHandled) return undefined;
  const receiver = evaluator.value(context, call.callee.kind === 'member' ? call.callee.object : call.callee, frame);
  const mayPass = !isOnlyHandled && !isBystander(receiver) && !isFollowed(finder, context, call, frame);
  if (!named && !mayPass) return undefined;
  const at: Place = { file: context.file, span: call.at };
  const bases = mayPass ? configuredBases(finder, receiver, at) : [];
  // A router that is made with a base URL sends requests, as test tools do.
  if (isRouter(receiver) && bases.length === 0) return undefined;
  if (receiver.kind === 'text' || receiver.kind === 'array') return undefined;
  const args = evaluator.args(context, call, frame);
  const hasHandler = args.some((arg) =>
    optionsOf(arg).some((option) => isHandler(finder, option) || classIn(option) !== undefined),
  );
  const sends = named && !hasHandler;
  return {
    callee: { written, tail, at, sends, mayPass, names: [written, ...calleeNames(receiver)], bases },
    receiver,
    args,
  };
}

/** Returns a callee under its exported name, because a local alias has no meaning (`import { request as r }`). */
function asImported({ scope }: FileContext, callee: ExprFact): ExprFact {
  if (callee.kind !== 'name') return callee;
  const value = scope.bindingOf(callee)?.value;
  const isOther = value?.kind === 'imported' && !['default', '*', callee.name].includes(value.name);
  return isOther ? { ...callee, name: value.name } : callee;
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

const NOTHING_SENT = { headers: [], body: UNDEFINED, query: UNDEFINED, scoped: false } as const;

/** The request of a chain on a value made with a base URL: `api.towers(id).bells.get()`. */
function chainedRequest(
  finder: SiteFinder,
  receiver: Value,
  { tail, at }: Callee,
): Pick<Site, 'urls' | 'method'> | undefined {
  const verb = verbOf(finder.apis, tail);
  const urls = verb === undefined ? [] : chainedUrls(finder, receiver, at);
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
  const made = value.kind === 'external' ? value.steps.at(-1) : undefined;
  return made?.kind === 'call' && made.form === 'call' ? made.args() : [];
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
  const [only, ...others] = optionsOf(value);
  if (only?.kind !== 'external' || others.length > 0) return {};
  const { root } = only;
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
  { at, sends, mayPass, names, bases }: Callee,
): { readonly urls: readonly Parts[]; readonly scoped: boolean } | undefined {
  const paths = optionsOf(value).flatMap((option) => {
    if (option.kind === 'array') return sends ? segmentList(option.elements, at) : [];
    const isText = option.kind === 'text' || option.kind === 'layered';
    return isText || (option.kind === 'parameter' && bases.length > 0)
      ? textsOf(option, at).map((parts) => leadingVerb(parts).url)
      : [];
  });
  const urls = bases.length === 0 ? paths : paths.flatMap((url) => belowBases(finder, url, bases, at));
  if (urls.length === 0) return undefined;
  const known = urls.filter((url) => {
    const read = finder.urlOf(url);
    const { host, segments } = read;
    if (host.kind === 'other' || (host.kind !== 'exact' && !sends)) return false;
    if (leadsToMatch(read) || fieldMatchesOf(read).length > 0) return true;
    return host.kind === 'exact' && mayPass && segments.length > 0;
  });
  if (known.length > 0) return { urls: known, scoped: false };
  if (!sends || !names.some((name) => finder.apis.isNamed(name))) return undefined;
  const scoped = urls.filter((url) => {
    const read = finder.urlOf(url);
    return (
      read.host.kind === 'relative' &&
      scopedMatchesOf(read).some(
        ({ reading, match }) => match.entry.distinctive && names.some((name) => reading.view.known.isNamed(name)),
      )
    );
  });
  return scoped.length > 0 ? { urls: scoped, scoped: true } : undefined;
}

/** A path below each base URL, if it is one of the API's; unchanged without a base URL, or if it is not a path. */
function belowBases(finder: SiteFinder, path: Parts, bases: readonly Parts[], at: Place): readonly Parts[] {
  if (!isPathBelow(finder, path)) return [path];
  const whole = bases.map((base) => appendPath(base, path, at));
  const exact = whole.filter((url) => finder.urlOf(url).host.kind === 'exact');
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

/** A path given as a list of its segments: `['towers', id, 'bells']`. */
function segmentList(elements: readonly Value[], at: Place): readonly Parts[] {
  const [first] = elements;
  const isPath =
    elements.length > 1 &&
    first?.kind === 'text' &&
    elements.every((element) => element.kind !== 'object' && element.kind !== 'array');
  return isPath ? joinTexts(elements, '/', at) : [];
}

/** The method in the name of the call, or in one of its arguments. */
function methodInCall(finder: SiteFinder, tail: string, args: readonly Value[], at: Place): MethodFacts | undefined {
  const fixed = verbOf(finder.apis, tail);
  if (fixed !== undefined) return knownMethod(fixed);
  for (const arg of args) {
    if (arg.kind !== 'text') continue;
    const only = plainText(arg.parts)?.trim().toUpperCase();
    const method = HTTP_METHODS.find((candidate) => candidate === only) ?? leadingVerb(arg.parts).verb;
    if (method !== undefined) return { known: [method], unknown: false, open: false, at };
  }
  return undefined;
}

function methodOption(finder: SiteFinder, options: Value | undefined, at: Place): MethodFacts {
  const method = options === undefined ? UNDEFINED : firstOption(finder, options, METHOD_OPTIONS, at);
  if (method.kind !== 'scalar') return methodFacts(method, 'GET', at);
  return UNKNOWN_METHOD;
}
