import type { HttpMethod } from '../../../core/model/endpoint.js';
import { HTTP_METHODS } from '../../../core/model/endpoint.js';
import type { Place } from '../../../core/model/span.js';
import type { ClientUse } from './client-match.js';
import type { MethodFacts, CorrelatedMethod, RequestFacts } from './site.js';
import {
  templateArgument,
  hasTemplateArguments,
  isOptionsObject,
  isPatchedUrl,
  mayBeVendorModel,
  sdkBody,
  templateTexts,
  withoutPrefix,
} from './sdk-arguments.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import { namedArguments } from '../../evaluate/arguments.js';
import { hasUnknownKey } from '../../evaluate/object-keys.js';
import { readJsonTexts } from '../../values/json-text.js';
import { REASON } from '../../values/reasons.js';
import { isAbsolute, resolveParts } from '../../values/resolve-url.js';
import { concatTexts, MAX_TEXTS, plainText, textsOf } from '../../values/text.js';
import { combinedCorrelations } from '../../values/correlation.js';
import type { Correlations } from '../../values/correlation.js';
import { correlationsOf } from '../../values/correlate.js';
import { choiceOf, withCorrelations } from '../../values/choice.js';
import { atRunTime, optionsOf, UNDEFINED } from '../../values/value.js';
import type { Part, Parts, Patch, Value } from '../../values/value.js';

/** Places of a request in the source. */
export interface RequestPlaces {
  readonly at: Place;
  /** Place of the callee. */
  readonly callee: Place;
}

/** Reads URL, method, headers and body of a call of a modelled client. */
export function readRequest(
  evaluator: Evaluator,
  use: ClientUse,
  args: readonly Value[],
  { at, callee }: RequestPlaces,
): RequestFacts | undefined {
  const { model, row } = use;
  const names = model.options ?? {};
  const namedArgs = namedArguments(args);
  const positionalArg = (index: number): Value | undefined => {
    const value = args[index];
    return value === namedArgs ? undefined : value;
  };
  if (row.ifFilled === true && !hasTemplateArguments(evaluator, row, args, at)) return undefined;
  if (row.prefixes !== undefined && !mayBeVendorModel(evaluator, row, args, at)) return undefined;
  const urlArg = row.url === undefined ? undefined : positionalArg(row.url);
  const urlIsOptions = urlArg !== undefined && isOptionsObject(urlArg);
  const isUrlWithOptions = urlArg !== undefined && optionsOf(urlArg).some(isPatchedUrl);
  const options = [
    namedArgs,
    ...(row.options ?? []).map(positionalArg),
    ...(urlIsOptions || isUrlWithOptions ? [urlArg] : []),
  ];
  const sources = [...options, ...use.defaults]
    .filter((value) => value !== undefined)
    .filter((value) => value.kind !== 'scalar' && value.kind !== 'function');
  const option = (keys: readonly string[] | undefined): Value => readOption(evaluator, sources, keys, at);
  const methodArgument = (): Value => {
    const mayBeOption = row.methodAt === undefined || namedArgs !== undefined;
    const positionalMethod = row.methodAt === undefined ? undefined : positionalArg(row.methodAt);
    const value = positionalMethod ?? (mayBeOption ? option(names.method) : UNDEFINED);
    const isDefault = value === UNDEFINED && names.method !== undefined;
    return isDefault && sources.some((source) => hasUnknownKey(evaluator, source)) ? atRunTime(at) : value;
  };
  // `json: true` is not a body but the encoding of the body beside it.
  const bodyOption = (): Value =>
    readOption(evaluator, sources, names.body, at, (value) => optionsOf(value).every(({ kind }) => kind === 'scalar'));
  const bodyArgument = (): Value => {
    if (row.body === undefined) return row.template === undefined ? bodyOption() : sdkBody(evaluator, row, args, at);
    const mayBeInOptions = namedArgs !== undefined || urlIsOptions;
    return positionalArg(row.body) ?? (mayBeInOptions ? bodyOption() : UNDEFINED);
  };

  const templateValue = (name: string): Value | undefined => {
    const value = templateArgument(evaluator, row.fill?.[name], { name, args, at });
    return value && withoutPrefix(value, row.prefixes, at);
  };
  const urls =
    row.template === undefined
      ? requestUrls(use, urlIsOptions ? undefined : urlArg, option, at)
      : composeUrls(
          sdkBase(
            use,
            (keys) => readOption(evaluator, row.options === undefined ? use.defaults : sources, keys, at),
            at,
          ),
          [templateTexts(row.template, templateValue, callee)],
          use,
          at,
        );
  if (urls === undefined) return undefined;
  const { correlatedUrls, ways } = correlateVerbs(urls);
  const verbs = ways.flatMap(({ method: { known } }) => known);
  const method =
    row.method !== undefined
      ? knownMethod(row.method)
      : verbs.length > 0
        ? { known: verbs, unknown: false, open: false, at, ways }
        : methodFacts(methodArgument(), model.defaultMethod ?? 'GET', at);
  const body = bodyArgument();
  const optionSources =
    row.template === undefined ? sources : [...args.filter(isOptionsObject).toReversed(), ...sources];
  const query = readOption(evaluator, optionSources, names.query, at);
  return {
    urls: correlatedUrls.map(({ url }) => url),
    method,
    headers: headerSources(evaluator, optionSources, names.headers, at),
    body: readJsonTexts(body, at),
    ...(optionsOf(body).every(({ kind }) => kind === 'text') ? { bodyAsText: true } : {}),
    query,
  };
}

function headerSources(
  evaluator: Evaluator,
  sources: readonly Value[],
  keys: readonly string[] | undefined,
  at: Place,
): readonly Value[] {
  const values = sources.flatMap((source) => (keys ?? []).map((key) => evaluator.member(source, key, at)));
  return values.filter((value) => value.kind !== 'scalar');
}

/** The known method of a request. */
export function knownMethod(method: HttpMethod): MethodFacts {
  return { known: [method], unknown: false, open: false, at: undefined };
}

/** Value of the first source with the option; an unknown value only if no source has a known one. */
function readOption(
  evaluator: Evaluator,
  sources: readonly Value[],
  keys: readonly string[] | undefined,
  at: Place,
  isAbsent = (value: Value): boolean => value.kind === 'scalar' && value.value === undefined,
): Value {
  let unknownOption: Value | undefined;
  for (const source of sources) {
    for (const key of keys ?? []) {
      const value = key.split('.').reduce((owner, name) => evaluator.member(owner, name, at), source);
      if (isAbsent(value)) continue;
      if (value.kind !== 'parameter' && value.kind !== 'unknown') return value;
      unknownOption ??= value;
    }
  }
  return unknownOption ?? UNDEFINED;
}

function requestUrls(
  use: ClientUse,
  urlArg: Value | undefined,
  option: (keys: readonly string[] | undefined) => Value,
  at: Place,
): readonly UrlWithVerb[] | undefined {
  const names = use.model.options ?? {};
  const base = baseOf(use, option, at);
  const url = urlArg ?? option(names.url);
  const clientPaths = use.paths.map((path) => textsOf(path, at));
  if (isScalar(url)) {
    const path = option(names.path);
    const host = option(names.host);
    if (!isScalar(host))
      return hostAndPath(host, isScalar(path) ? UNDEFINED : path, option(names.protocol), at).map(splitVerb);
    if (isScalar(path) && clientPaths.length === 0 && base === undefined) return undefined;
    return composeUrls(base, isScalar(path) ? clientPaths : [...clientPaths, textsOf(path, at)], use, at);
  }
  return composeUrls(base, [...clientPaths, textsOf(url, at)], use, at);
}

function isScalar(value: Value): boolean {
  return value.kind === 'scalar';
}

function baseOf(
  use: ClientUse,
  option: (keys: readonly string[] | undefined) => Value,
  at: Place,
): readonly Parts[] | undefined {
  const names = use.model.options?.baseUrl;
  const basePatches = use.patches.filter((patch) => names?.includes(patch.path.at(-1) ?? '') === true);
  const baseOption = option(names);
  let values = isScalar(baseOption) ? use.baseUrls.slice(0, 1) : [baseOption];
  for (const patch of basePatches) values = isReplacement(patch, use) ? [patch.value] : [...values, patch.value];
  const defaultBase: readonly Parts[] =
    use.model.baseUrl === undefined ? [] : [[{ kind: 'text', text: use.model.baseUrl, at }]];
  if (values.length === 0) return defaultBase.length === 0 ? undefined : defaultBase;
  const isAlwaysSet = !isScalar(baseOption) || use.baseUrls.length > 0 || basePatches.some(({ maybe }) => !maybe);
  return [...textsOf(choiceOf(values, at), at), ...(isAlwaysSet ? [] : defaultBase)];
}

/** Whether a patch replaces earlier base URLs: it certainly runs, after the creation of the client. */
function isReplacement({ maybe, operator, unless, at }: Patch, { made }: ClientUse): boolean {
  const creation = made.at(-1);
  if (maybe || operator !== '=' || unless !== undefined) return false;
  return creation === undefined || (at?.file === creation.file && at.span[0] > creation.span[0]);
}

/** The base URLs of an SDK: its default, unless the client is created with another one. An unknown one may be any. */
function sdkBase(
  use: ClientUse,
  option: (keys: readonly string[] | undefined) => Value,
  at: Place,
): readonly Parts[] | undefined {
  const bases = baseOf(use, option, at);
  const defaultBase = use.model.baseUrl;
  if (bases?.some(([first]) => first?.kind === 'hole') !== true) return bases;
  return bases.filter((parts) => plainText(parts)?.replace(/(?<!\/)\/+$/, '') !== defaultBase);
}

function composeUrls(
  base: readonly Parts[] | undefined,
  pieces: readonly (readonly Parts[])[],
  use: ClientUse,
  at: Place,
): readonly UrlWithVerb[] {
  const paths = concatTexts(pieces).map(splitVerb);
  if (base === undefined) return paths;
  return paths
    .flatMap((path) => {
      const { url } = path;
      if (isAbsolute(url)) return [path];
      return base.map((baseParts) => ({
        ...path,
        url: use.model.join === 'resolve' ? resolveParts(url, baseParts) : appendPath(baseParts, url, at),
      }));
    })
    .slice(0, MAX_TEXTS);
}

/** Joins base and path with one slash. */
export function appendPath(base: Parts, path: Parts, at: Place): Parts {
  if (base.length === 0) return path;
  if (path.length === 0) return base;
  const last = base.at(-1);
  const [first] = path;
  const baseHasSlash = last?.kind === 'text' && last.text.endsWith('/');
  const pathHasSlash = first?.kind === 'text' && first.text.startsWith('/');
  if (baseHasSlash && pathHasSlash)
    return [...base, { ...first, text: first.text.slice(1) }, ...path.slice(1)].filter(isNotEmpty);
  if (baseHasSlash || pathHasSlash) return [...base, ...path];
  return [...base, { kind: 'text', text: '/', at }, ...path];
}

function isNotEmpty(part: Part): boolean {
  return part.kind === 'hole' || part.text !== '';
}

function hostAndPath(host: Value, path: Value, protocol: Value, at: Place): readonly Parts[] {
  const schemes = isScalar(protocol) ? [[{ kind: 'text', text: 'https:', at } as const]] : textsOf(protocol, at);
  const hosts = textsOf(host, at);
  const paths = isScalar(path) ? [[]] : textsOf(path, at);
  const urls = concatTexts([schemes, [[{ kind: 'text', text: '//', at }]], hosts]);
  return urls.flatMap((url) => paths.map((piece) => appendPath(url, piece, at))).slice(0, MAX_TEXTS);
}

/** Returns the methods that a value can be, in any letter case; `undefined` represents the client's default. */
export function methodFacts(value: Value, fallback: HttpMethod, at: Place): MethodFacts {
  const options = optionsOf(value);
  const facts = methodFactsOf(options, fallback, at);
  if (options.length < 2 || options.every((option) => correlationsOf(option).length === 0)) return facts;
  return {
    ...facts,
    ways: options.map((option) => ({
      method: methodFactsOf([option], fallback, at),
      correlations: correlationsOf(option),
      isRest: option.kind === 'unknown' && option.reason === REASON.tooMany,
    })),
  };
}

function methodFactsOf(options: readonly Value[], fallback: HttpMethod, at: Place): MethodFacts {
  const known = new Set<HttpMethod>();
  let unknown = false;
  let open = false;
  let hasPassedMethod = false;
  let methodPlace: Place | undefined;
  for (const option of options) {
    if (option.kind === 'scalar') {
      known.add(fallback);
      continue;
    }
    for (const parts of textsOf(option, at)) {
      const method = HTTP_METHODS.find((candidate) => candidate === plainText(parts)?.trim().toUpperCase());
      if (method === undefined) {
        if (isPassedThrough(parts)) hasPassedMethod = true;
        else unknown = true;
        open ||= parts.some((part) => part.kind === 'hole' && part.parameter !== undefined);
      } else {
        known.add(method);
        methodPlace = parts[0]?.at;
      }
    }
  }
  return { known: [...known], unknown: unknown || (hasPassedMethod && known.size === 0), open, at: methodPlace };
}

/** Whether the `method` is from a caller's options object: if it is absent, the other value applies. */
function isPassedThrough(parts: Parts): boolean {
  const [first] = parts;
  return first?.kind === 'hole' && first.parameter?.path.at(-1) === 'method';
}

/** Returns each URL, correlated with the verb in the same text. */
function correlateVerbs(urls: readonly UrlWithVerb[]): {
  readonly correlatedUrls: readonly { readonly url: Parts }[];
  readonly ways: readonly CorrelatedMethod[];
} {
  const verbs = [...new Set(urls.flatMap(({ verb }) => (verb === undefined ? [] : [verb])))];
  const identity = {};
  const correlationOf = (verb: HttpMethod): Correlations => [{ reading: identity, indexes: [verbs.indexOf(verb)] }];
  return {
    correlatedUrls:
      verbs.length < 2
        ? urls
        : urls.map(({ verb, url }) => ({
            url:
              verb === undefined
                ? url
                : url.map((part) =>
                    withCorrelations(part, combinedCorrelations(part.correlations, correlationOf(verb))),
                  ),
          })),
    ways: verbs.map((verb) => ({ method: knownMethod(verb), correlations: correlationOf(verb), isRest: false })),
  };
}

/** A URL, with the verb in the same text. */
export interface UrlWithVerb {
  readonly verb: HttpMethod | undefined;
  readonly url: Parts;
}

/** Splits a text such as `GET /towers/…` into its verb, in any letter case, and the URL. */
export function splitVerb(url: Parts): UrlWithVerb {
  const withoutVerb: UrlWithVerb = { verb: undefined, url };
  const end = url.findIndex(({ kind }) => kind === 'hole');
  const knownText = plainText(end < 0 ? url : url.slice(0, end)) ?? '';
  const match = /^\s*([A-Z]+)\s+(?=\/|https?:|\{|$)/i.exec(knownText);
  const verb = HTTP_METHODS.find((method) => method === match?.[1]?.toUpperCase());
  if (match === null || verb === undefined) return withoutVerb;
  // A text without a URL. Before an unknown part, as in `GET ${url}`, the verb counts.
  if (match[0] === knownText && end < 0) return withoutVerb;
  let remaining = match[0].length;
  const urlParts = url.flatMap((part): Parts => {
    if (remaining === 0 || part.kind === 'hole') return [part];
    const cut = Math.min(remaining, part.text.length);
    remaining -= cut;
    return cut === part.text.length ? [] : [{ ...part, text: part.text.slice(cut) }];
  });
  return { verb, url: urlParts };
}
