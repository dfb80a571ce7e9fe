import { CatalogueError } from '../model/errors.js';
import { MAX_TEXT, namedReplacement } from './named-replacement.js';
import type { OperationNames } from './named-replacement.js';
import { basesOf } from './openapi-base.js';
import type { Bases } from './openapi-base.js';
import { partsOf } from './openapi-parts.js';
import type { RawOperation } from './openapi-parts.js';
import { operationKey, methodOf, templateOf } from './operations.js';
import { readDocument } from './read-document.js';
import type { DocumentText } from './read-document.js';
import { isRecord } from '../lib/is-record.js';
import type { JsonRecord } from '../lib/is-record.js';
import { entriesOf, listOf, own, ownAt, textOf } from './records.js';
import { resolverOf } from './references.js';
import type { Neighbours, Resolver } from './references.js';
import { datesSaid, deprecatedInWords, wordsSaid } from './said.js';
import type { LeftOut, NamedOperation, Upstream, UpstreamOperation, UpstreamPart } from './upstream.js';

/** Contents of an OpenAPI or Swagger 2 document. */
export interface OpenApiDocument extends Upstream {
  readonly kind: 'openapi';
  readonly version: string;
  readonly baseUrls: readonly string[];
  readonly parts: readonly UpstreamPart[];
  /** Operations that no catalogue can say. */
  readonly lost: number;
  /** Address of the API's documentation. */
  readonly url?: string;
}

/** Whether a value is such a document, by the field that says so. */
export function isOpenApi(value: unknown): value is JsonRecord {
  return isRecord(value) && ['openapi', 'swagger'].some((key) => textOf(own(value, key)) !== undefined);
}

/**
 * Reads a document of Swagger 2 or OpenAPI 3.0 to 3.2, in JSON or YAML, with references to places of itself and of the
 * files that `neighbours` reads.
 *
 * @throws CatalogueError where the text is none.
 */
export function readOpenApi(source: DocumentText, neighbours?: Neighbours): OpenApiDocument {
  const document = readDocument(source);
  if (!isOpenApi(document))
    throw new CatalogueError(
      "is no OpenAPI document: it says neither 'openapi' nor 'swagger'. Name a document of OpenAPI 3 or Swagger 2.",
      source.file,
    );
  const written = textOf(document.openapi) ?? textOf(document.swagger) ?? '';
  if (!/^(?:2\.0|3\.[0-2](?:\.|$))/.test(written))
    throw new CatalogueError(
      `is a document of version '${written.slice(0, 20)}'. Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are read.`,
      source.file,
    );
  return describe(source.file, document, written, resolverOf(document, neighbours));
}

function describe(file: string, document: JsonRecord, version: string, resolver: Resolver): OpenApiDocument {
  const leftOut: LeftOut[] = [];
  const bases = basesOf(document);
  const found = operationsIn(document, bases, resolver, leftOut);
  const raw = distinct(found.raw, leftOut);
  const names = operationNames(raw, bases.urls);
  const operations = raw.map((operation) => understand(operation, names, leftOut));
  const parts = raw.flatMap((operation) => partsOf(operation, resolver, leftOut));
  const title = textOf(ownAt(document, ['info', 'title']));
  const url = addressOf(ownAt(document, ['externalDocs', 'url']));
  return {
    file,
    kind: 'openapi',
    version,
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    baseUrls: found.baseUrls,
    lost: found.lost,
    operations,
    parts,
    leftOut: [...bases.leftOut, ...leftOut, ...resolver.leftOut],
  };
}

/** Fields of a path item that are not methods. */
const NO_METHODS = new Set(['summary', 'description', 'servers', 'parameters', '$ref', 'additionalOperations']);

interface Found {
  readonly raw: readonly RawOperation[];
  /** Those of the document, and those that operations have of their own. */
  readonly baseUrls: readonly string[];
  readonly lost: number;
}

function operationsIn(document: JsonRecord, bases: Bases, resolver: Resolver, leftOut: LeftOut[]): Found {
  const paths = own(document, 'paths');
  if (!isRecord(paths)) leftOut.push({ place: 'paths', why: 'there are none' });
  const raw: RawOperation[] = [];
  const baseUrls = new Set(bases.urls);
  let lost = 0;
  const lose = (place: string, why: string, operations = 1): void => {
    lost += operations;
    leftOut.push({ place, why });
  };
  for (const [written, value] of entriesOf(paths)) {
    if (written.startsWith('x-')) continue;
    const at = `paths.${written.slice(0, 200)}`;
    const item = resolver.follow(value, at);
    if (item === undefined) {
      lose(at, 'it has no operations');
      continue;
    }
    const path = templateOf(written);
    const listed = [...entriesOf(item), ...entriesOf(own(item, 'additionalOperations'))].filter(
      ([word]) => !NO_METHODS.has(word) && !word.startsWith('x-'),
    );
    if (path === undefined) {
      lose(at, 'no path of a catalogue can be made of it', listed.length);
      continue;
    }
    for (const [word, operation] of listed) {
      const place = `${at}.${word.slice(0, 20)}`;
      const method = methodOf(word);
      const record = resolver.follow(operation, place);
      const servers = [record, item].find((owner) => own(owner, 'servers') !== undefined);
      const its = servers === undefined ? undefined : basesOf(servers, `${place}.servers`);
      if (method === undefined) lose(place, 'a catalogue has no such method');
      else if (record === undefined) lose(place, 'it is no operation');
      else if (its?.urls.length === 0) lose(place, 'its own servers give no base URL that could be used');
      else {
        for (const url of its?.urls ?? []) baseUrls.add(url);
        raw.push({ method, path, place, record, item });
      }
    }
  }
  return { raw, baseUrls: [...baseUrls], lost };
}

/** Two operations that differ in the names of their parameters alone are one, which is deprecated if both are. */
function distinct(raw: readonly RawOperation[], leftOut: LeftOut[]): readonly RawOperation[] {
  const known = new Map<string, RawOperation>();
  for (const operation of raw) {
    const key = operationKey(operation);
    const other = known.get(key);
    if (other !== undefined)
      leftOut.push({ place: operation.place, why: `it is the same method and path as ${other.place}` });
    if (other === undefined || (isDeprecated(other.record) && !isDeprecated(operation.record)))
      known.set(key, operation);
  }
  return [...known.values()];
}

function isDeprecated(record: JsonRecord): boolean {
  return own(record, 'deprecated') === true;
}

function operationNames(raw: readonly RawOperation[], bases: readonly string[]): OperationNames {
  const byName = new Map<string, NamedOperation | undefined>();
  for (const { record, method, path } of raw)
    for (const name of new Set(
      ['operationId', 'summary'].flatMap((key) => textOf(own(record, key))?.toLowerCase() ?? []),
    ))
      byName.set(name, byName.has(name) ? undefined : { method, path });
  const basePath = /^https?:\/\/[^/]*(\/.*)$/.exec(bases[0] ?? '')?.[1] ?? '';
  return {
    byKey: new Map(raw.map(({ method, path }) => [operationKey({ method, path }), { method, path }])),
    byName,
    basePath,
  };
}

function understand(operation: RawOperation, names: OperationNames, leftOut: LeftOut[]): UpstreamOperation {
  const { method, path, place, record } = operation;
  const deprecated = isDeprecated(record);
  const group = textOf(listOf(own(record, 'tags'))[0]);
  const name = textOf(own(record, 'operationId'));
  const described = { method, path, deprecated, place, ...(group && { group }), ...(name && { name }) };
  if (!deprecated) {
    const { endOfLife, datesFrom } = datesSaid(record, 'operation');
    // Only fields: words such as "removed" speak of what the operation does.
    if (endOfLife !== undefined && datesFrom === 'field')
      leftOut.push({ place, why: `it has an end (${endOfLife}), and is not said to be deprecated: taken as live` });
    const words = deprecatedInWords(record);
    if (words === undefined) return described;
    leftOut.push({ place, why: `only its words call it deprecated, and it is not taken: check '${words}'` });
    return { ...described, doubtful: true };
  }
  const { unclear, ...dates } = datesSaid(record, 'operation');
  for (const why of unclear) leftOut.push({ place, why });
  const words = wordsSaid(record);
  const replacement = namedReplacement(words, operation, names);
  if (words.some((text) => text.length > MAX_TEXT))
    leftOut.push({
      place,
      why: `of its words the first ${String(MAX_TEXT)} characters were searched for a replacement`,
    });
  const url = addressOf(ownAt(record, ['externalDocs', 'url']));
  return { ...described, ...dates, ...(replacement && { replacement }), ...(url && { url }) };
}

function addressOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && text.length < 1000 && /^https?:\/\/[^\s<>"]+$/.test(text) ? text : undefined;
}
