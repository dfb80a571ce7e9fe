import { wordTest, wordsOf } from '../../../knowledge/clients/words.js';
import type { ExprFact, ObjectFact, PropertyFact, ClassFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import type { FileContext } from '../../evaluate/program.js';
import { describedSite, leadsToDeprecated, describedUrls, baseOf } from './described-site.js';
import { appendPath, splitVerb } from '../calling/request.js';
import type { Site, SiteFinder } from '../calling/site.js';
import { UNDEFINED } from '../../values/value.js';
import type { Parts, Value } from '../../values/value.js';
import { textsOf } from '../../values/text.js';

const isUrlKey = wordTest('url-key');
const isMethodKey = wordTest('method-key');
const isBaseKey = wordTest('base-key');
const isSentKey = wordTest('sent-key');

/** Whether a key beside a path is only in routes of the program's own server or page, or in descriptions of an API. */
const isRouteKey = wordTest('route-key');

type NamedProperty = Extract<PropertyFact, { kind: 'property' }>;

/**
 * Request descriptors that are not passed to a followed call: entries of a route table, definitions of a resource
 * (`{ method: 'GET', path: '/towers/{id}/bells' }`), files of one operation each, whose URL is a function of the sent
 * data. `sent`: indices of the objects of known requests.
 */
export function descriptorSites(finder: SiteFinder, context: FileContext, sent: ReadonlySet<number>): readonly Site[] {
  const baseAround = enclosingBases(finder, context);
  const outerIndices = outerObjects(context);
  return context.facts.objects.flatMap((object, index) => {
    const path = sent.has(index) ? undefined : namedProperties(object).find(({ key }) => isUrlKey(key ?? ''));
    return (
      (path &&
        objectSite(finder, context, { index, path, outer: outerIndices[index], base: () => baseAround(index) })) ??
      []
    );
  });
}

/** Whether an object declares a route of the program's own server, or describes an API, rather than a request. */
export function isRoute(context: FileContext, object: ObjectFact): boolean {
  return isDescription(object) || hasHandler(context, object);
}

function isDescription(object: ObjectFact): boolean {
  return namedProperties(object).some(({ key }) => isRouteKey(key ?? ''));
}

function hasHandler(context: FileContext, object: ObjectFact): boolean {
  return namedProperties(object).some(({ key = '', value }) => isCallback(context, value) && !isOfRequest(key));
}

function isOfRequest(key: string): boolean {
  return isSentKey(key) || isUrlKey(key) || isMethodKey(key) || isBaseKey(key);
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
  /** Index of the enclosing object. */
  readonly outer: number | undefined;
  readonly base: () => Value;
}

function objectSite(
  finder: SiteFinder,
  context: FileContext,
  { index, path, outer, base }: Descriptor,
): Site | undefined {
  const object = context.facts.objects[index];
  if (object === undefined) return undefined;
  const { evaluator } = finder;
  const at: Place = { file: context.file, span: path.value.at };
  const value = evaluator.value(context, path.value, undefined);
  // The base URL is needed only if the path may be that of a deprecated operation.
  const mayBeDeprecated =
    namedProperties(object).some(({ key }) => isBaseKey(key ?? '')) ||
    describedUrls(finder, value, UNDEFINED, at).some((url) => leadsToDeprecated(finder, splitVerb(url).url));
  const urlsBelowOuter = mayBeDeprecated ? [] : pathsBelowOuter(finder, context, outer, value);
  if (!mayBeDeprecated && urlsBelowOuter.length === 0) return undefined;
  const urls = mayBeDeprecated ? describedUrls(finder, value, base(), at) : urlsBelowOuter;
  const isHostKnown = urls.every((url) => finder.urlOf(splitVerb(url).url).host.kind === 'exact');
  const isComputed = path.value.kind === 'function';
  if (isDescription(object) && !(isHostKnown && isComputed)) return undefined;
  if (hasHandler(context, object) && !isHostKnown) return undefined;
  const methodProperty = namedProperties(object).find(({ key }) => isMethodKey(key ?? ''));
  const method = methodProperty === undefined ? UNDEFINED : evaluator.value(context, methodProperty.value, undefined);
  const place: Place = { file: context.file, span: object.at };
  return describedSite(finder, { urls, method, at: place, methodAt: methodProperty?.value.at });
}

/**
 * URLs of deprecated operations that a path forms together with the path of its resource:
 * `{ path: 'towers', bells: method({ path: ':id/bells' }) }`.
 */
function pathsBelowOuter(
  finder: SiteFinder,
  context: FileContext,
  outer: number | undefined,
  path: Value,
): readonly Parts[] {
  const object = outer === undefined ? undefined : context.facts.objects[outer];
  const outerPath = object && namedProperties(object).find(({ key }) => key === 'path');
  if (outerPath === undefined || path.kind !== 'text' || !isRelativePath(path.parts)) return [];
  const at: Place = { file: context.file, span: outerPath.value.at };
  return textsOf(finder.evaluator.value(context, outerPath.value, undefined), at)
    .map((base) => appendPath(base, path.parts, at))
    .filter((url) => leadsToDeprecated(finder, url));
}

/** Whether a path begins with neither a slash nor a scheme. */
function isRelativePath([first]: Parts): boolean {
  return first?.kind === 'text' && !/^(?:\/|[\w+.-]+:\/\/)/.test(first.text);
}

/**
 * Finds the nearest base URL around an object literal of a file: in an enclosing object, or in the defaults beside it
 * (`requestDefaults: { baseURL }`).
 */
function enclosingBases(finder: SiteFinder, context: FileContext): (index: number) => Value {
  const outer = outerObjects(context);
  const known = new Map<number, Value>();
  const baseAround = (index: number): Value => {
    let base = known.get(index);
    if (base === undefined) {
      const enclosing = outer[index];
      base = ownBase(finder, context, index) ?? (enclosing === undefined ? UNDEFINED : baseAround(enclosing));
      known.set(index, base);
    }
    return base;
  };
  return baseAround;
}

/** The nearest enclosing object of each object; outer objects precede inner ones. */
function outerObjects({ facts: { objects } }: FileContext): readonly (number | undefined)[] {
  const open: number[] = [];
  return objects.map(({ at }, index) => {
    while ((objects[open.at(-1) ?? -1]?.at[1] ?? Infinity) < at[1]) open.pop();
    const enclosing = open.at(-1);
    open.push(index);
    return enclosing;
  });
}

function ownBase(finder: SiteFinder, context: FileContext, index: number): Value | undefined {
  const fact = context.facts.objects[index];
  if (fact === undefined) return undefined;
  const place: Place = { file: context.file, span: fact.at };
  const value: Value = { kind: 'object', file: context.file, object: index, frame: undefined };
  const own = baseOf(finder, value, place);
  if (own.kind !== 'scalar') return own;
  for (const property of fact.properties) {
    if (property.kind !== 'property' || !/defaults?$/i.test(property.key ?? '')) continue;
    const base = baseOf(finder, finder.evaluator.value(context, property.value, undefined), place);
    if (base.kind !== 'scalar') return base;
  }
  return undefined;
}

const METHOD_KEYS = wordsOf('method-key');

/**
 * Requests that classes describe by their members: `static endpoint = '/towers/{id}/bells'; static method = 'GET'`.
 * Path and method, or path and base, are both required: any class can have a path alone.
 */
export function classDescriptorSites(finder: SiteFinder, context: FileContext): readonly Site[] {
  return context.facts.classes.flatMap((fact, index) => {
    const path = fact.members.find(({ name, value }) => value !== undefined && isUrlKey(name));
    if (path === undefined || fact.members.some(({ name }) => isRouteKey(name))) return [];
    const classValue: Value = { kind: 'class', file: context.file, class: index, frame: undefined };
    const owner: Value = path.static ? classValue : { kind: 'instance', of: classValue, args: undefined };
    return classSite(finder, context, fact, { name: path.name, owner }) ?? [];
  });
}

function classSite(
  finder: SiteFinder,
  context: FileContext,
  fact: ClassFact,
  { name, owner }: { readonly name: string; readonly owner: Value },
): Site | undefined {
  const { evaluator } = finder;
  const at: Place = { file: context.file, span: fact.at };
  const base = baseOf(finder, owner, at);
  const method =
    METHOD_KEYS.map((key) => evaluator.member(owner, key, at)).find(
      ({ kind }) => kind !== 'scalar' && kind !== 'unknown' && kind !== 'external',
    ) ?? UNDEFINED;
  if (base.kind === 'scalar' && method.kind === 'scalar') return undefined;
  const urls = describedUrls(finder, evaluator.member(owner, name, at), base, at);
  return describedSite(finder, { urls, method, at });
}
