import type { ExprFact, ObjectFact, PropertyFact } from '../../../model/facts.js';
import type { Place } from '../../../model/span.js';
import type { FileContext } from '../../evaluate/program.js';
import { describedSite, leadsToDeprecated } from './described-site.js';
import { describedUrls } from './described-url.js';
import { enclosingBases, holdersOf } from './enclosing-base.js';
import { appendPath, leadingVerb } from '../calling/request.js';
import { BASE_NAMES, METHOD_NAMES, URL_NAMES } from '../calling/option-names.js';
import type { Site } from '../calling/site.js';
import type { SiteFinder } from '../calling/site-finder.js';
import { UNDEFINED } from '../../values/value.js';
import type { Parts, Value } from '../../values/value.js';
import { textsOf } from '../../values/text.js';

const PATH_KEYS = new Set(URL_NAMES);
const METHOD_KEYS = new Set(METHOD_NAMES);
const BASE_KEYS = new Set(BASE_NAMES);

/** Keys that only routes of one's own server or page, or descriptions of an API, have beside a path. */
export const OTHER_KEYS: ReadonlySet<string> = new Set([
  'handle',
  'handler',
  'handlers',
  'component',
  'element',
  'children',
  'middleware',
  'middlewares',
  'loader',
  'view',
  'controller',
  'action',
  'responses',
  'response200',
  'operationId',
  'summary',
  'tags',
  'description',
  'permission',
  'render',
  'redirect',
  'lazy',
  'meta',
  'icon',
  'label',
  'title',
  'config',
  'preHandler',
  'reply',
  'intercept',
]);

/** Keys beside a path under which a function makes or reads a part of the request, and handles none. */
const SENT_KEYS = new Set([
  ...URL_NAMES,
  ...METHOD_NAMES,
  ...BASE_NAMES,
  'headers',
  'body',
  'data',
  'json',
  'payload',
  'params',
  'query',
  'qs',
  'searchParams',
  'auth',
  'parse',
  'parseResponse',
  'transform',
  'transformRequest',
  'transformResponse',
  'validateStatus',
]);

type NamedProperty = Extract<PropertyFact, { kind: 'property' }>;

/**
 * Request descriptors that reach no call anyone could follow: entries of a route table, definitions of a
 * resource (`{ method: 'GET', path: '/towers/{id}/bells' }`), files of one operation each, whose URL is a
 * function of what is sent. `sent` are the objects that a request is known to be made with.
 */
export function descriptorSites(finder: SiteFinder, context: FileContext, sent: ReadonlySet<number>): readonly Site[] {
  const baseAround = enclosingBases(finder, context);
  const holders = holdersOf(context);
  return context.facts.objects.flatMap((object, index) => {
    const path = sent.has(index) ? undefined : namedProperties(object).find(({ key }) => PATH_KEYS.has(key ?? ''));
    return (
      (path && objectSite(finder, context, { index, path, holder: holders[index], base: () => baseAround(index) })) ??
      []
    );
  });
}

/** Whether an object declares a route of one's own, or describes an API, rather than a request. */
export function isRoute(context: FileContext, object: ObjectFact): boolean {
  return isDescription(object) || hasHandler(context, object);
}

function isDescription(object: ObjectFact): boolean {
  return namedProperties(object).some(({ key }) => OTHER_KEYS.has(key ?? ''));
}

function hasHandler(context: FileContext, object: ObjectFact): boolean {
  return namedProperties(object).some(({ key, value }) => !SENT_KEYS.has(key ?? '') && isCallback(context, value));
}

function namedProperties(object: ObjectFact): readonly NamedProperty[] {
  return object.properties.filter(
    (property): property is NamedProperty => property.kind === 'property' && property.key !== undefined,
  );
}

function isCallback(context: FileContext, value: ExprFact): boolean {
  if (value.kind !== 'function') return false;
  const kind = context.facts.functions[value.function]?.kind;
  return kind === 'arrow' || kind === 'function';
}

interface Descriptor {
  readonly index: number;
  readonly path: NamedProperty;
  /** The object that holds this one. */
  readonly holder: number | undefined;
  readonly base: () => Value;
}

function objectSite(
  finder: SiteFinder,
  context: FileContext,
  { index, path, holder, base }: Descriptor,
): Site | undefined {
  const object = context.facts.objects[index];
  if (object === undefined) return undefined;
  const { evaluator } = finder;
  const at: Place = { file: context.file, span: path.value.at };
  const given = evaluator.value(context, path.value, undefined);
  // What the base is matters only where the path may.
  const mayLead =
    namedProperties(object).some(({ key }) => BASE_KEYS.has(key ?? '')) ||
    describedUrls(finder, given, UNDEFINED, at).some((url) => leadsToDeprecated(finder, leadingVerb(url).url));
  const below = mayLead ? [] : belowHolder(finder, context, holder, given);
  if (!mayLead && below.length === 0) return undefined;
  const urls = mayLead ? describedUrls(finder, given, base(), at) : below;
  const isWhole = urls.every((url) => finder.urlOf(leadingVerb(url).url).host.kind === 'exact');
  const isBuilt = path.value.kind === 'function';
  if (isDescription(object) && !(isWhole && isBuilt)) return undefined;
  if (hasHandler(context, object) && !isWhole) return undefined;
  const verb = namedProperties(object).find(({ key }) => METHOD_KEYS.has(key ?? ''));
  const method = verb === undefined ? UNDEFINED : evaluator.value(context, verb.value, undefined);
  const place: Place = { file: context.file, span: object.at };
  return describedSite(finder, { urls, method, at: place, methodAt: verb?.value.at });
}

/**
 * A method of a resource names its path below that of the resource: `{ path: 'towers', bells: method({ path: ':id/bells' }) }`.
 * Those that lead to something deprecated.
 */
function belowHolder(
  finder: SiteFinder,
  context: FileContext,
  holder: number | undefined,
  path: Value,
): readonly Parts[] {
  const outer = holder === undefined ? undefined : context.facts.objects[holder];
  const named = outer && namedProperties(outer).find(({ key }) => key === 'path');
  if (named === undefined || path.kind !== 'text' || !isBelow(path.parts)) return [];
  const at: Place = { file: context.file, span: named.value.at };
  return textsOf(finder.evaluator.value(context, named.value, undefined), at)
    .map((start) => appendPath(start, path.parts, at))
    .filter((url) => leadsToDeprecated(finder, url));
}

/** A path that begins with no slash and no scheme. */
function isBelow([first]: Parts): boolean {
  return first?.kind === 'text' && !/^(?:\/|[\w+.-]+:\/\/)/.test(first.text);
}
