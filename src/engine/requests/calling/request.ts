import type { HttpMethod } from '../../../core/model/endpoint.js';
import { HTTP_METHODS } from '../../../core/model/endpoint.js';
import type { Place } from '../../../core/model/span.js';
import type { ClientUse } from './client-match.js';
import type { MethodFacts, MethodWay, RequestFacts } from './site.js';
import {
  filling,
  isFilled,
  isOptions,
  isPatchedUrl,
  isRouted,
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
import { togetherIn } from '../../values/correlation.js';
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
  const byName = namedArguments(args);
  const inPlace = (index: number): Value | undefined => {
    const value = args[index];
    return value === byName ? undefined : value;
  };
  if (row.ifFilled === true && !isFilled(evaluator, row, args, at)) return undefined;
  if (row.prefixes !== undefined && !isRouted(evaluator, row, args, at)) return undefined;
  const urlArg = row.url === undefined ? undefined : inPlace(row.url);
  const urlIsOptions = urlArg !== undefined && isOptions(urlArg);
  const isBoth = urlArg !== undefined && optionsOf(urlArg).some(isPatchedUrl);
  const options = [byName, ...(row.options ?? []).map(inPlace), ...(urlIsOptions || isBoth ? [urlArg] : [])];
  const sources = [...options, ...use.defaults]
    .filter((value) => value !== undefined)
    .filter((value) => value.kind !== 'scalar' && value.kind !== 'function');
  const option = (keys: readonly string[] | undefined): Value => readOption(evaluator, sources, keys, at);
  const methodArgument = (): Value => {
    const isAsked = row.methodAt === undefined || byName !== undefined;
    const inOrder = row.methodAt === undefined ? undefined : inPlace(row.methodAt);
    const value = inOrder ?? (isAsked ? option(names.method) : UNDEFINED);
    const isDefault = value === UNDEFINED && names.method !== undefined;
    return isDefault && sources.some((source) => hasUnknownKey(evaluator, source)) ? atRunTime(at) : value;
  };
  // `json: true` is not a body but the encoding of the body beside it.
  const bodyOption = (): Value =>
    readOption(evaluator, sources, names.body, at, (value) => optionsOf(value).every(({ kind }) => kind === 'scalar'));
  const bodyArgument = (): Value => {
    if (row.body === undefined) return row.template === undefined ? bodyOption() : sdkBody(evaluator, row, args, at);
    const inOptions = byName !== undefined || urlIsOptions;
    return inPlace(row.body) ?? (inOptions ? bodyOption() : UNDEFINED);
  };

  const filled = (name: string): Value | undefined => {
    const value = filling(evaluator, row.fill?.[name], { name, args, at });
    return value && withoutPrefix(value, row.prefixes, at);
  };
  const urls =
    row.template === undefined
      ? requestUrls(use, urlIsOptions ? undefined : urlArg, option, at)
      : composed(
          sdkBase(
            use,
            (keys) => readOption(evaluator, row.options === undefined ? use.defaults : sources, keys, at),
            at,
          ),
          [templateTexts(row.template, filled, callee)],
          use,
          at,
        );
  if (urls === undefined) return undefined;
  const { named, ways } = verbByVerb(urls);
  const verbs = ways.flatMap(({ method: { known } }) => known);
  const method =
    row.method !== undefined
      ? knownMethod(row.method)
      : verbs.length > 0
        ? { known: verbs, unknown: false, open: false, at, ways }
        : methodFacts(methodArgument(), model.defaultMethod ?? 'GET', at);
  const body = bodyArgument();
  const asked = row.template === undefined ? sources : [...args.filter(isOptions).toReversed(), ...sources];
  const query = readOption(evaluator, asked, names.query, at);
  return {
    urls: named.map(({ url }) => url),
    method,
    headers: headerSources(evaluator, asked, names.headers, at),
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

/** The first source with the option; a source with an unknown value only if no other has it. */
function readOption(
  evaluator: Evaluator,
  sources: readonly Value[],
  keys: readonly string[] | undefined,
  at: Place,
  isNone = (value: Value): boolean => value.kind === 'scalar' && value.value === undefined,
): Value {
  let open: Value | undefined;
  for (const source of sources) {
    for (const key of keys ?? []) {
      const value = key.split('.').reduce((owner, name) => evaluator.member(owner, name, at), source);
      if (isNone(value)) continue;
      if (value.kind !== 'parameter' && value.kind !== 'unknown') return value;
      open ??= value;
    }
  }
  return open ?? UNDEFINED;
}

function requestUrls(
  use: ClientUse,
  urlArg: Value | undefined,
  option: (keys: readonly string[] | undefined) => Value,
  at: Place,
): readonly NamedUrl[] | undefined {
  const names = use.model.options ?? {};
  const base = baseOf(use, option, at);
  const url = urlArg ?? option(names.url);
  const tail = use.paths.map((path) => textsOf(path, at));
  if (isNothing(url)) {
    const path = option(names.path);
    const host = option(names.host);
    if (!isNothing(host))
      return hostAndPath(host, isNothing(path) ? UNDEFINED : path, option(names.protocol), at).map(leadingVerb);
    if (isNothing(path) && tail.length === 0 && base === undefined) return undefined;
    return composed(base, isNothing(path) ? tail : [...tail, textsOf(path, at)], use, at);
  }
  return composed(base, [...tail, textsOf(url, at)], use, at);
}

function isNothing(value: Value): boolean {
  return value.kind === 'scalar';
}

function baseOf(
  use: ClientUse,
  option: (keys: readonly string[] | undefined) => Value,
  at: Place,
): readonly Parts[] | undefined {
  const names = use.model.options?.baseUrl;
  const patched = use.patches.filter((patch) => names?.includes(patch.path.at(-1) ?? '') === true);
  const method = option(names);
  let values = isNothing(method) ? use.baseUrls.slice(0, 1) : [method];
  for (const patch of patched) values = replaces(patch, use) ? [patch.value] : [...values, patch.value];
  const own: readonly Parts[] =
    use.model.baseUrl === undefined ? [] : [[{ kind: 'text', text: use.model.baseUrl, at }]];
  if (values.length === 0) return own.length === 0 ? undefined : own;
  const isSet = !isNothing(method) || use.baseUrls.length > 0 || patched.some(({ maybe }) => !maybe);
  return [...textsOf(choiceOf(values, at), at), ...(isSet ? [] : own)];
}

/** Whether only this setting counts: it is certain, and follows the creation of the client. */
function replaces({ maybe, operator, unless, at }: Patch, { made }: ClientUse): boolean {
  const last = made.at(-1);
  if (maybe || operator !== '=' || unless !== undefined) return false;
  return last === undefined || (at?.file === last.file && at.span[0] > last.span[0]);
}

/** The base URL of an SDK: its own unless the client is made with another; an unknown one may be any. */
function sdkBase(
  use: ClientUse,
  option: (keys: readonly string[] | undefined) => Value,
  at: Place,
): readonly Parts[] | undefined {
  const bases = baseOf(use, option, at);
  const own = use.model.baseUrl;
  if (bases?.some(([first]) => first?.kind === 'hole') !== true) return bases;
  return bases.filter((parts) => plainText(parts)?.replace(/(?<!\/)\/+$/, '') !== own);
}

function composed(
  base: readonly Parts[] | undefined,
  pieces: readonly (readonly Parts[])[],
  use: ClientUse,
  at: Place,
): readonly NamedUrl[] {
  const paths = concatTexts(pieces).map(leadingVerb);
  if (base === undefined) return paths;
  return paths
    .flatMap((path) => {
      const { url } = path;
      if (isAbsolute(url)) return [path];
      return base.map((start) => ({
        ...path,
        url: use.model.join === 'resolve' ? resolveParts(url, start) : appendPath(start, url, at),
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
  const ends = last?.kind === 'text' && last.text.endsWith('/');
  const starts = first?.kind === 'text' && first.text.startsWith('/');
  if (ends && starts) return [...base, { ...first, text: first.text.slice(1) }, ...path.slice(1)].filter(isNotEmpty);
  if (ends || starts) return [...base, ...path];
  return [...base, { kind: 'text', text: '/', at }, ...path];
}

function isNotEmpty(part: Part): boolean {
  return part.kind === 'hole' || part.text !== '';
}

function hostAndPath(host: Value, path: Value, protocol: Value, at: Place): readonly Parts[] {
  const schemes = isNothing(protocol) ? [[{ kind: 'text', text: 'https:', at } as const]] : textsOf(protocol, at);
  const hosts = textsOf(host, at);
  const paths = isNothing(path) ? [[]] : textsOf(path, at);
  const urls = concatTexts([schemes, [[{ kind: 'text', text: '//', at }]], hosts]);
  return urls.flatMap((url) => paths.map((piece) => appendPath(url, piece, at))).slice(0, MAX_TEXTS);
}

/** Returns the methods that a value can be, in any case; `undefined` represents the client's default. */
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
  let passed = false;
  let place: Place | undefined;
  for (const option of options) {
    if (option.kind === 'scalar') {
      known.add(fallback);
      continue;
    }
    for (const parts of textsOf(option, at)) {
      const method = HTTP_METHODS.find((candidate) => candidate === plainText(parts)?.trim().toUpperCase());
      if (method === undefined) {
        if (isPassedThrough(parts)) passed = true;
        else unknown = true;
        open ||= parts.some((part) => part.kind === 'hole' && part.parameter !== undefined);
      } else {
        known.add(method);
        place = parts[0]?.at;
      }
    }
  }
  return { known: [...known], unknown: unknown || (passed && known.size === 0), open, at: place };
}

/** Whether the `method` is that of a caller's options object: if it is absent, the other value applies. */
function isPassedThrough(parts: Parts): boolean {
  const [only] = parts;
  return only?.kind === 'hole' && only.parameter?.path.at(-1) === 'method';
}

/** Returns each URL, correlated with the verb in the same text. */
function verbByVerb(urls: readonly NamedUrl[]): {
  readonly named: readonly { readonly url: Parts }[];
  readonly ways: readonly MethodWay[];
} {
  const verbs = [...new Set(urls.flatMap(({ verb }) => (verb === undefined ? [] : [verb])))];
  const of = {};
  const correlationOf = (verb: HttpMethod): Correlations => [{ of, at: [verbs.indexOf(verb)] }];
  return {
    named:
      verbs.length < 2
        ? urls
        : urls.map(({ verb, url }) => ({
            url:
              verb === undefined
                ? url
                : url.map((part) => withCorrelations(part, togetherIn(part.correlations, correlationOf(verb)))),
          })),
    ways: verbs.map((verb) => ({ method: knownMethod(verb), correlations: correlationOf(verb), isRest: false })),
  };
}

/** A URL, with the verb in the same text. */
export interface NamedUrl {
  readonly verb: HttpMethod | undefined;
  readonly url: Parts;
}

/** The method and the rest of a text such as `GET /towers/…`, with the verb in any case. */
export function leadingVerb(url: Parts): NamedUrl {
  const none: NamedUrl = { verb: undefined, url };
  const end = url.findIndex(({ kind }) => kind === 'hole');
  const known = plainText(end < 0 ? url : url.slice(0, end)) ?? '';
  const match = /^\s*([A-Z]+)\s+(?=\/|https?:|\{|$)/i.exec(known);
  const verb = HTTP_METHODS.find((method) => method === match?.[1]?.toUpperCase());
  if (match === null || verb === undefined) return none;
  // A verb alone, or before an unknown part: `GET ${url}`.
  if (match[0] === known && end < 0) return none;
  let left = match[0].length;
  const rest = url.flatMap((part): Parts => {
    if (left === 0 || part.kind === 'hole') return [part];
    const cut = Math.min(left, part.text.length);
    left -= cut;
    return cut === part.text.length ? [] : [{ ...part, text: part.text.slice(cut) }];
  });
  return { verb, url: rest };
}
