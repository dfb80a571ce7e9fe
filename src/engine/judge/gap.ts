import { addTo } from '../../core/lib/collections.js';
import { hideSecrets } from '../../core/lib/mask-secrets.js';
import type { HttpMethod } from '../../core/model/endpoint.js';
import type { UnresolvedSite, Cause } from '../../core/model/finding.js';
import { perFile } from '../evaluate/per-file.js';
import type { FileContext } from '../evaluate/program.js';
import { couldBecomeMatch, hasMatch } from '../match/match-url.js';
import type { SiteFinder, Site } from '../requests/calling/site.js';
import { plainText } from '../values/text.js';
import type { HolePart, ParameterRef, Parts, ExternalValue, Value } from '../values/value.js';
import { shownUrl } from './finding.js';
import type { SiteView } from './site-view.js';
import type { Place } from '../../core/model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import { optionsOf } from '../values/value.js';

/**
 * Returns a request that goes to the API and could be deprecated, depending on its holes. A URL that callers complete
 * is skipped if another URL of the request is known.
 */
export function unresolvedOf(finder: SiteFinder, site: Site): UnresolvedSite | undefined {
  const apiUrls = [...site.urls, ...(site.urlsOfOtherMethods ?? [])].filter(
    (parts) => finder.urlOf(parts).host.kind === 'exact',
  );
  const openUrls = apiUrls.flatMap((parts) => {
    const hole = openHole(finder, parts, site.method.unknown ? [] : site.method.known);
    return hole === undefined ? [] : [{ parts, hole }];
  });
  const unresolvedUrl = openUrls.find(
    ({ hole }) => openUrls.length === apiUrls.length || !isCompletedByCallers(finder, site, hole),
  );
  if (unresolvedUrl === undefined) return baseUrlRequest(finder, site, apiUrls);
  const { parts, hole } = unresolvedUrl;
  return {
    at: site.at,
    client: site.client,
    url: shownUrl(parts),
    methods: site.method.known,
    reason: `\`${hideSecrets(hole.name).slice(0, 100)}\` ${reasonOf(finder, hole)}`,
    cause: causeOfHole(finder.evaluator, hole),
  };
}

/** The reason for an unknown piece of a URL, as the end of a sentence. */
function reasonOf({ evaluator }: SiteFinder, { reason, parameter, external }: HolePart): string {
  const isIncoming =
    (parameter !== undefined && isIncomingRequest(evaluator.program.context(parameter.file), parameter)) ||
    (external?.root.kind === 'package' &&
      external.root.export === 'request' &&
      SERVER_PACKAGES.has(external.root.module));
  return isIncoming ? 'comes from the incoming request' : `is ${reason}`;
}

/** Packages that export the request a server receives. */
const SERVER_PACKAGES: ReadonlySet<string> = new Set(['flask', 'quart', 'bottle']);

/** Whether a parameter is the request that a server receives, or the context object with that request. */
function isIncomingRequest(
  context: FileContext | undefined,
  { function: functionIndex, index, path }: ParameterRef,
): boolean {
  const names = (context && namesOfParameters(context).get(`${functionIndex} ${index}`)) ?? [];
  const [firstMember = ''] = path;
  return names.some(
    (name) => /^_?(?:req|request)$/.test(name) || (CONTEXT_PARAMETER.test(name) && REQUEST_MEMBER.test(firstMember)),
  );
}

/** Names of parameters, by function and position, memoised for all unresolved requests of a file. */
const namesOfParameters = perFile(({ facts }) => {
  const names = new Map<string, string[]>();
  for (const { name, value } of facts.bindings)
    if (value?.kind === 'parameter') addTo(names, `${value.function} ${value.index}`, name);
  return names;
});

const CONTEXT_PARAMETER = /^_?(?:c|ctx|context|e|ev|evt|event|params|query)$/;
const REQUEST_MEMBER =
  /^(?:req|request|params|query|body|rawPath|path|url|nextUrl|headers|pathParameters|queryStringParameters)$/;

/** Whether callers of the enclosing function pass the value of a hole. */
function isCompletedByCallers({ evaluator }: SiteFinder, { at }: Site, { parameter, self }: HolePart): boolean {
  if (self === true) return true;
  if (parameter === undefined) return false;
  const fact = evaluator.program.context(parameter.file)?.facts.functions[parameter.function];
  return parameter.file !== at.file || fact === undefined || (fact.at[0] <= at.span[0] && at.span[1] <= fact.at[1]);
}

/** Returns a request to a base URL alone, which is not an operation: code that was not followed may add a path. */
function baseUrlRequest({ urlOf }: SiteFinder, site: Site, apiUrls: readonly Parts[]): UnresolvedSite | undefined {
  if (site.kind !== 'request' || site.urls.length !== apiUrls.length) return undefined;
  const baseUrl = apiUrls.find((parts) => {
    const text = plainText(parts);
    return (
      text !== undefined &&
      /^[^/]*\/\/[^/]+\/./.test(text) &&
      urlOf(parts).segments.every((segment) => segment.text === '')
    );
  });
  if (baseUrl === undefined) return undefined;
  return {
    at: site.at,
    client: site.client,
    url: shownUrl(baseUrl),
    methods: site.method.known,
    reason: 'nothing was seen to be added to the base URL',
  };
}

/** Returns a request with a path that other APIs share, and too little evidence for this API for a finding. */
export function requestWithSharedPath(views: readonly SiteView[]): UnresolvedSite | undefined {
  for (const { site, candidates } of views) {
    if (site.ruledOut === true) continue;
    const candidate = candidates.find(({ match, host }) => match.entry.isCommonWord && host.host === 'graph');
    if (candidate === undefined) continue;
    return {
      at: site.at,
      client: site.client,
      url: shownUrl(candidate.url),
      methods: site.method.known,
      reason: 'the base URL is not known, and other APIs have this path too',
    };
  }
  return undefined;
}

/** Returns the last hole of a URL that could be that of a deprecated operation; undefined for other URLs. */
function openHole(finder: SiteFinder, parts: Parts, methods: readonly HttpMethod[]): HolePart | undefined {
  const url = finder.urlOf(parts);
  if (!couldBecomeMatch(url, { methods })) return undefined;
  const hole = url.segments.flatMap((segment) => segment.parts).findLast((part) => part.kind === 'hole');
  return hole?.kind === 'hole' ? hole : undefined;
}

/** Whether the destination of a request is unknown, while the known part of its path could be deprecated. */
export function hasUnknownTarget({ urlOf }: SiteFinder, site: Site): boolean {
  return site.urls.some((parts) => {
    const url = urlOf(parts);
    const { host, segments } = url;
    if (host.kind === 'exact' || host.kind === 'other') return false;
    if (host.kind === 'relative' && site.ownOrigin) return false;
    if (host.kind === 'unknown' && segments.length === 0) return true;
    return couldBecomeMatch(url) || hasMatch(url);
  });
}

/** Returns the place of the value behind a hole: requests with the same place are unresolved for the same reason. */
function causeOfHole(evaluator: Evaluator, { parameter, external, at }: HolePart): Cause {
  if (parameter !== undefined) return { at: parameterPlace(evaluator, parameter) };
  return external === undefined ? { at } : externalCause(external, at);
}

/** Returns the place of the first unknown part of a value; undefined if all of it is known. */
export function causeOfValue(evaluator: Evaluator, value: Value, at: Place): Cause | undefined {
  for (const option of optionsOf(value)) {
    if (option.kind === 'parameter') return { at: parameterPlace(evaluator, option.parameter) };
    if (option.kind === 'unknown') return { at: option.at };
    if (option.kind === 'external') return externalCause(option, at);
  }
  return undefined;
}

/**
 * Returns the place of an external value. The result of a call has the place of the call; a value without a call, such
 * as an environment variable, is the same cause everywhere.
 */
function externalCause({ steps }: ExternalValue, at: Place): Cause {
  const lastCall = steps.findLast((step) => step.kind === 'call');
  return lastCall === undefined ? { at, everywhere: true } : { at: lastCall.at };
}

/** Returns the place where a parameter is declared; that of its function if the parameter has no name. */
function parameterPlace({ program }: Evaluator, { file, function: functionIndex, index }: ParameterRef): Place {
  const context = program.context(file);
  const span =
    context && (parameterSpans(context).get(`${functionIndex} ${index}`) ?? context.facts.functions[functionIndex]?.at);
  return { file, span: span ?? [0, 0] };
}

const parameterSpans = perFile(({ facts }) => {
  const places = new Map<string, readonly [number, number]>();
  for (const { value, at } of facts.bindings)
    if (value?.kind === 'parameter') {
      const key = `${value.function} ${value.index}`;
      if (!places.has(key)) places.set(key, at);
    }
  return places;
});
