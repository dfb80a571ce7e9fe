import type { ObjectFact, PropertyFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import { matchPath } from '../match/match.js';
import type { FileContext } from '../evaluate/program.js';
import { methodFacts } from './request.js';
import { URL_NAMES } from './option-names.js';
import { bareSite, UNKNOWN_METHOD } from './site.js';
import type { Site } from './site.js';
import type { SiteFinder } from './site-finder.js';
import { textsOf } from '../values/text.js';

const PATH_KEYS = new Set(URL_NAMES);
const METHOD_KEYS = new Set(['method', 'verb', 'httpMethod', 'requestMethod']);

/** Keys that only routes of one's own server or page, or descriptions of an API, have beside a path. */
const OTHER_KEYS = new Set([
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

type NamedProperty = Extract<PropertyFact, { kind: 'property' }>;

/**
 * Request descriptors that reach no call anyone could follow: entries of a route table, definitions of a
 * resource (`{ method: 'GET', path: '/towers/{id}/bells' }`). `used` are the starts of texts of which all is
 * said, `sent` the objects that a request is known to be made with.
 */
export function descriptorSites(
  finder: SiteFinder,
  context: FileContext,
  { used, sent }: { readonly used: ReadonlySet<number>; readonly sent: ReadonlySet<number> },
): readonly Site[] {
  return context.facts.objects.flatMap((object, objectIndex) => {
    if (sent.has(objectIndex) || isRoute(context, object)) return [];
    const properties = namedProperties(object);
    const path = properties.find(({ key }) => PATH_KEYS.has(key ?? ''));
    const site = path === undefined ? undefined : descriptorSite(finder, context, object, path);
    return site === undefined || site.urls.every((url) => isUsed(url)) ? [] : [site];
  });

  function isUsed(url: Site['urls'][number]): boolean {
    return url.some((part) => part.kind === 'text' && used.has(part.at.span[0]) && part.at.file === context.file);
  }
}

/** Whether an object declares a route of one's own, or describes an API, rather than a request. */
export function isRoute(context: FileContext, object: ObjectFact): boolean {
  return namedProperties(object).some(({ key, value }) => OTHER_KEYS.has(key ?? '') || isHandler(context, value));
}

function namedProperties(object: ObjectFact): readonly NamedProperty[] {
  return object.properties.filter(
    (property): property is NamedProperty => property.kind === 'property' && property.key !== undefined,
  );
}

function isHandler(context: FileContext, value: NamedProperty['value']): boolean {
  if (value.kind !== 'function') return false;
  const kind = context.facts.functions[value.function]?.kind;
  return kind === 'arrow' || kind === 'function';
}

function descriptorSite(
  finder: SiteFinder,
  context: FileContext,
  object: ObjectFact,
  path: NamedProperty,
): Site | undefined {
  const { evaluator, index } = finder;
  const at: Place = { file: context.file, span: path.value.at };
  const urls = textsOf(evaluator.value(context, path.value, undefined), at).filter((parts) => {
    const { host, segments } = finder.urlOf(parts);
    return host.kind !== 'other' && matchPath(index, segments) !== undefined;
  });
  if (urls.length === 0) return undefined;
  const verb = namedProperties(object).find(({ key }) => METHOD_KEYS.has(key ?? ''));
  const method =
    verb === undefined
      ? UNKNOWN_METHOD
      : methodFacts(evaluator.value(context, verb.value, undefined), 'GET', {
          file: context.file,
          span: verb.value.at,
        });
  return bareSite({
    at: { file: context.file, span: object.at },
    kind: 'call',
    client: 'request descriptor',
    urls,
    method,
  });
}
