import { CatalogueError } from '../../../../src/core/model/errors.js';
import { partsOf } from './openapi-parts.js';
import type { RawOperation } from './openapi-parts.js';
import { operationKey, methodOf, templateOf } from './operations.js';
import { readDocument } from './read-document.js';
import type { DocumentText } from './read-document.js';
import { isRecord } from '../../../../src/core/lib/json.js';
import type { JsonRecord } from '../../../../src/core/lib/json.js';
import { entriesOf, listOf, ownProperty, ownPropertyAt, textOf } from './records.js';
import { resolverOf } from './references.js';
import type { NeighbourReader, Resolver } from './references.js';
import { datesFromFields, deprecationSentence, descriptionsOf } from './stated-dates.js';
import type { Omission, NamedOperation, Upstream, UpstreamOperation, UpstreamPart } from './upstream.js';
import type { HttpMethod } from '../../../../src/core/model/endpoint.js';

/** Contents of an OpenAPI or Swagger 2 document. */
export interface OpenApiDocument extends Upstream {
  readonly kind: 'openapi';
  readonly version: string;
  readonly baseUrls: readonly string[];
  readonly parts: readonly UpstreamPart[];
  /** Number of operations that a catalogue cannot express. */
  readonly omittedOperations: number;
  /** Address of the API's documentation. */
  readonly url?: string;
}

/** Whether a value is an OpenAPI or Swagger document, by its version field. */
export function isOpenApi(value: unknown): value is JsonRecord {
  return isRecord(value) && ['openapi', 'swagger'].some((key) => textOf(ownProperty(value, key)) !== undefined);
}

/**
 * Reads a document of Swagger 2 or OpenAPI 3.0 to 3.2, in JSON or YAML, with references within the document and to the
 * files that `neighbours` reads.
 *
 * @throws CatalogueError for any other text.
 */
export function readOpenApi(source: DocumentText, neighbours?: NeighbourReader): OpenApiDocument {
  const document = readDocument(source);
  if (!isOpenApi(document))
    throw new CatalogueError(
      "is not an OpenAPI document: it says neither 'openapi' nor 'swagger'. Name a document of OpenAPI 3 or Swagger 2.",
      source.file,
    );
  const version = textOf(document.openapi) ?? textOf(document.swagger) ?? '';
  if (!/^(?:2\.0|3\.[0-2](?:\.|$))/.test(version))
    throw new CatalogueError(
      `is a document of version '${version.slice(0, 20)}'. Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are read.`,
      source.file,
    );
  return describeDocument(source.file, document, version, resolverOf(document, neighbours));
}

function describeDocument(file: string, document: JsonRecord, version: string, resolver: Resolver): OpenApiDocument {
  const leftOut: Omission[] = [];
  const bases = basesOf(document);
  const extracted = operationsIn(document, bases, resolver, leftOut);
  const rawOperations = distinctOperations(extracted.rawOperations, leftOut);
  const names = operationNames(rawOperations, bases.urls);
  const operations = rawOperations.map((operation) => interpretOperation(operation, names, leftOut));
  const parts = rawOperations.flatMap((operation) => partsOf(operation, resolver, leftOut));
  const title = textOf(ownPropertyAt(document, ['info', 'title']));
  const url = addressOf(ownPropertyAt(document, ['externalDocs', 'url']));
  return {
    file,
    kind: 'openapi',
    version,
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    baseUrls: extracted.baseUrls,
    omittedOperations: extracted.omittedOperations,
    operations,
    parts,
    leftOut: [...bases.leftOut, ...leftOut, ...resolver.leftOut],
  };
}

/** Fields of a path item that are not methods. */
const NON_METHOD_FIELDS = new Set(['summary', 'description', 'servers', 'parameters', '$ref', 'additionalOperations']);

interface ExtractedOperations {
  readonly rawOperations: readonly RawOperation[];
  /** Base URLs of the document, and of its operations. */
  readonly baseUrls: readonly string[];
  readonly omittedOperations: number;
}

function operationsIn(
  document: JsonRecord,
  bases: Bases,
  resolver: Resolver,
  leftOut: Omission[],
): ExtractedOperations {
  const paths = ownProperty(document, 'paths');
  if (!isRecord(paths)) leftOut.push({ place: 'paths', why: 'there are none' });
  const rawOperations: RawOperation[] = [];
  const baseUrls = new Set(bases.urls);
  let omittedOperations = 0;
  const omit = (place: string, why: string, operations = 1): void => {
    omittedOperations += operations;
    leftOut.push({ place, why });
  };
  for (const [pathText, value] of entriesOf(paths)) {
    if (pathText.startsWith('x-')) continue;
    const at = `paths.${pathText.slice(0, 200)}`;
    const item = resolver.follow(value, at);
    if (item === undefined) {
      omit(at, 'it has no operations');
      continue;
    }
    const path = templateOf(pathText);
    const listed = [...entriesOf(item), ...entriesOf(ownProperty(item, 'additionalOperations'))].filter(
      ([word]) => !NON_METHOD_FIELDS.has(word) && !word.startsWith('x-'),
    );
    if (path === undefined) {
      omit(at, 'no path of a catalogue can be made of it', listed.length);
      continue;
    }
    const itemBases = ownBasesOf(item, at, leftOut);
    for (const [word, operation] of listed) {
      const place = `${at}.${word.slice(0, 20)}`;
      const method = methodOf(word);
      const record = resolver.follow(operation, place);
      const serverBases = ownBasesOf(record, place, leftOut) ?? itemBases;
      if (method === undefined) omit(place, 'a catalogue has no such method');
      else if (record === undefined) omit(place, 'it is not an operation');
      else if (serverBases?.urls.length === 0) omit(place, 'its own servers give no base URL that could be used');
      else {
        for (const url of serverBases?.urls ?? []) baseUrls.add(url);
        rawOperations.push({ method, path, place, record, pathItem: item });
      }
    }
  }
  return { rawOperations, baseUrls: [...baseUrls], omittedOperations };
}

/**
 * Merges operations that differ only in the names of their parameters; the result is deprecated if all of them are.
 */
function distinctOperations(rawOperations: readonly RawOperation[], leftOut: Omission[]): readonly RawOperation[] {
  const operationsByKey = new Map<string, RawOperation>();
  for (const operation of rawOperations) {
    const key = operationKey(operation);
    const earlierOperation = operationsByKey.get(key);
    if (earlierOperation !== undefined)
      leftOut.push({ place: operation.place, why: `it is the same method and path as ${earlierOperation.place}` });
    if (earlierOperation === undefined || (isDeprecated(earlierOperation.record) && !isDeprecated(operation.record)))
      operationsByKey.set(key, operation);
  }
  return [...operationsByKey.values()];
}

function isDeprecated(record: JsonRecord): boolean {
  return ownProperty(record, 'deprecated') === true;
}

function operationNames(rawOperations: readonly RawOperation[], bases: readonly string[]): OperationNames {
  const byName = new Map<string, NamedOperation | undefined>();
  for (const { record, method, path } of rawOperations)
    for (const name of new Set(
      ['operationId', 'summary'].flatMap((key) => textOf(ownProperty(record, key))?.toLowerCase() ?? []),
    ))
      byName.set(name, byName.has(name) ? undefined : { method, path });
  const basePath = /^https?:\/\/[^/]*(\/.*)$/.exec(bases[0] ?? '')?.[1] ?? '';
  return {
    byKey: new Map(rawOperations.map(({ method, path }) => [operationKey({ method, path }), { method, path }])),
    byName,
    basePath,
  };
}

function interpretOperation(operation: RawOperation, names: OperationNames, leftOut: Omission[]): UpstreamOperation {
  const { method, path, place, record } = operation;
  const deprecated = isDeprecated(record);
  const group = textOf(listOf(ownProperty(record, 'tags'))[0]);
  const name = textOf(ownProperty(record, 'operationId'));
  const operationFields = { method, path, deprecated, place, ...(group && { group }), ...(name && { name }) };
  if (!deprecated) {
    const { endOfLife, datesFrom } = datesFromFields(record, 'operation');
    // Dates in prose do not count: words such as "removed" describe the effect of the operation.
    if (endOfLife !== undefined && datesFrom === 'field')
      leftOut.push({ place, why: `it has an end (${endOfLife}), but is not marked as deprecated: treated as in use` });
    const sentence = deprecationSentence(record);
    if (sentence === undefined) return operationFields;
    leftOut.push({ place, why: `only its description calls it deprecated, so it was not used: check '${sentence}'` });
    return { ...operationFields, onlyInProse: true };
  }
  const { problems, ...dates } = datesFromFields(record, 'operation');
  for (const why of problems) leftOut.push({ place, why });
  const descriptions = descriptionsOf(record);
  const replacement = namedReplacement(descriptions, operation, names);
  if (descriptions.some((text) => text.length > MAX_TEXT))
    leftOut.push({
      place,
      why: `the first ${String(MAX_TEXT)} characters of its description were searched for a replacement`,
    });
  const url = addressOf(ownPropertyAt(record, ['externalDocs', 'url']));
  return { ...operationFields, ...dates, ...(replacement && { replacement }), ...(url && { url }) };
}

function addressOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && text.length < 1000 && /^https?:\/\/[^\s<>"]+$/.test(text) ? text : undefined;
}

/** Operations of one document by their possible names in prose. */
interface OperationNames {
  readonly byKey: ReadonlyMap<string, NamedOperation>;
  /** Operations by their names in lower case; undefined for a name of several operations. */
  readonly byName: ReadonlyMap<string, NamedOperation | undefined>;
  /** Path of the base URL, which paths in prose may begin with: `/v1`. */
  readonly basePath: string;
}

/** Words that introduce a replacement: `use` alone only at the start of the sentence. */
const REPLACEMENT_WORDS =
  /^[^a-z]{0,20}(?:please )?use\b|\b(?:replaced (?:by|with)|replacement|in favou?r of|instead|migrat(?:e|ing) to|migrating your existing code|switch(?:ing)? to|superseded by)\b/i;

/** `GET /a/{id}`, or a path alone. */
const PATH_IN_PROSE =
  /(?:\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[`"'\]]{0,2}\s{0,3}[`"'[]{0,2})?(\/[\w{}:.~/-]{2,300})/g;

/** Text in backticks, or of a link. */
const QUOTED_NAME = /`([^`\n]{2,120})`|\[([^\][\n]{2,120})\]/g;

/** Maximum number of characters of a description in which a replacement is searched. */
const MAX_TEXT = 5000;

/**
 * The operation that descriptions name as a replacement: by method and path, by its id, or by its summary. Undefined if
 * they name several operations, or one that the document does not have.
 */
function namedReplacement(
  descriptions: readonly string[],
  operation: NamedOperation,
  names: OperationNames,
): NamedOperation | undefined {
  const replacements = new Map<string, NamedOperation>();
  for (const sentence of descriptions.flatMap(sentences)) {
    if (!REPLACEMENT_WORDS.test(sentence)) continue;
    for (const replacement of [
      ...operationsByPath(sentence, operation.method, names),
      ...operationsByName(sentence, names),
    ])
      if (operationKey(replacement) !== operationKey(operation))
        replacements.set(operationKey(replacement), replacement);
    if (replacements.size > 0) break;
  }
  return replacements.size === 1 ? [...replacements.values()][0] : undefined;
}

function sentences(text: string): readonly string[] {
  return text
    .slice(0, MAX_TEXT)
    .split(/(?<=[.!?])\s|\n\s*\n/)
    .map((sentence) => sentence.replace(/\s+/g, ' '));
}

function operationsByPath(
  sentence: string,
  defaultMethod: HttpMethod,
  { byKey, basePath }: OperationNames,
): readonly NamedOperation[] {
  return [...sentence.matchAll(PATH_IN_PROSE)].flatMap(([, verb, pathText = ''], index) => {
    // Limits the work for one sentence.
    if (index > 50) return [];
    const text = pathText.replace(/(?<![.:])[.:]+$/, '');
    const pathBelowBase = basePath !== '' && text.startsWith(`${basePath}/`) ? text.slice(basePath.length) : text;
    const path = templateOf(pathBelowBase);
    const method = verb === undefined ? defaultMethod : methodOf(verb);
    if (path === undefined || method === undefined) return [];
    const operation = byKey.get(operationKey({ method, path }));
    return operation === undefined ? [] : [operation];
  });
}

function operationsByName(sentence: string, { byName: names }: OperationNames): readonly NamedOperation[] {
  return [...sentence.matchAll(QUOTED_NAME)].flatMap(([, code, link]) => {
    const name = (code ?? link ?? '').replaceAll('`', '').trim().toLowerCase();
    return names.get(name) ?? [];
  });
}

/** Maximum number of servers of a document that are read. */
const MAX_SERVERS = 20;
/** Maximum number of values of a variable that are expanded. */
const MAX_VALUES = 10;

interface Bases {
  /** Absolute URLs without a trailing slash, with the variables of the path: `https://api.bell.example/{tenant}`. */
  readonly urls: readonly string[];
  readonly leftOut: readonly Omission[];
}

/** The base URLs of a document, a path or an operation: `servers`, or `host`, `basePath` and `schemes` of Swagger 2. */
function basesOf(document: JsonRecord, at = 'servers'): Bases {
  const leftOut: Omission[] = [];
  const swaggerUrls = typeof document.swagger === 'string' ? swaggerBaseUrls(document) : [];
  const servers = listOf(document.servers);
  if (servers.length > MAX_SERVERS)
    leftOut.push({
      place: at,
      why: `there are ${String(servers.length)}; the first ${String(MAX_SERVERS)} were read`,
    });
  const urls = [
    ...swaggerUrls,
    ...servers.slice(0, MAX_SERVERS).flatMap((server, index) => {
      const place = `${at}.${String(index)}`;
      const url = textOf(ownProperty(server, 'url'));
      if (url === undefined || url.length > 500) {
        leftOut.push({ place, why: 'it has no url that could be used' });
        return [];
      }
      return expandServer(url, ownProperty(server, 'variables'), (why) => leftOut.push({ place, why }));
    }),
  ];
  const usableUrls = new Set<string>();
  for (const url of urls) {
    const problem = problemOf(url);
    if (problem === undefined) usableUrls.add(trimSlashes(url));
    else leftOut.push({ place: at, why: `${problem}: ${url.slice(0, 100)}` });
  }
  // An address with both schemes counts once.
  const distinctUrls = [...usableUrls].filter(
    (url) => !url.startsWith('http:') || !usableUrls.has(url.replace('http:', 'https:')),
  );
  return { urls: distinctUrls, leftOut };
}

/** The base URLs that a path or an operation has in place of those of the document; undefined if it has none. */
function ownBasesOf(owner: JsonRecord | undefined, place: string, leftOut: Omission[]): Bases | undefined {
  if (owner === undefined || ownProperty(owner, 'servers') === undefined) return undefined;
  const bases = basesOf(owner, `${place}.servers`);
  // Without any base URL, the operation itself is left out.
  if (bases.urls.length > 0) leftOut.push(...bases.leftOut);
  return bases;
}

function swaggerBaseUrls(document: JsonRecord): readonly string[] {
  const host = textOf(document.host);
  if (host === undefined) return [];
  const schemes = listOf(document.schemes).filter((scheme) => scheme === 'https' || scheme === 'http');
  return (schemes.length === 0 ? ['https'] : schemes).map(
    (scheme) => `${scheme}://${host}${textOf(document.basePath) ?? ''}`,
  );
}

/** Replaces the variables of a host with their listed values, and keeps those of a path. */
function expandServer(url: string, variables: unknown, addOmission: (why: string) => void): readonly string[] {
  const pathAt = url.indexOf('/', url.indexOf('://') + 3);
  const [origin, path] = pathAt < 0 ? [url, ''] : [url.slice(0, pathAt), url.slice(pathAt)];
  let origins: readonly string[] = [origin];
  for (const [name, variable] of entriesOf(variables)) {
    const placeholder = `{${name}}`;
    if (!origin.includes(placeholder)) continue;
    const listed = listOf(ownProperty(variable, 'enum'));
    const listedTexts = listed.flatMap((value) => variableText(value) ?? []);
    const defaultText = textOf(variableText(ownProperty(variable, 'default')));
    const values =
      listedTexts.length > 0 ? listedTexts.slice(0, MAX_VALUES) : defaultText === undefined ? [] : [defaultText];
    // The placeholder stays, and `problemOf` rejects the host.
    if (values.length === 0) continue;
    if (listed.length !== values.length || listedTexts.length === 0)
      addOmission(`hosts of other values of '${name}' than ${values.join(', ')} are not known`);
    const allOrigins = origins.flatMap((text) => values.map((value) => text.replaceAll(placeholder, value)));
    origins = allOrigins.slice(0, MAX_VALUES);
    if (allOrigins.length > origins.length)
      addOmission(`its variables make ${String(allOrigins.length)} hosts; the first ${String(MAX_VALUES)} are known`);
  }
  return origins.map((text) => text + path);
}

/** A value of a host variable as text; YAML has ports as numbers. */
function variableText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function problemOf(url: string): string | undefined {
  if (!/^https?:\/\//.test(url)) return 'it is not absolute (name the base URL with --base-url)';
  const [, host = '', port = ''] = /^https?:\/\/(?:[^/@]*@)?([^/:?#]*)(:[^/?#]*)?/.exec(url) ?? [];
  if (!/^[a-z0-9.-]+$/i.test(host) || port.includes('{')) return 'its host has a variable without values';
  if (/[?#\s]/.test(url)) return 'it is not a base URL';
  return /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|.+\.local(?:host)?)$/i.test(host)
    ? "it is the address of a developer's own machine"
    : undefined;
}

function trimSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
