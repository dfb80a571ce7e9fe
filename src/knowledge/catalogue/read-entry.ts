import { isIsoDate, lastDayOf } from '../../core/lib/iso-date.js';
import { versionRange } from '../../core/lib/packages.js';
import { didYouMean } from '../../core/lib/wording.js';
import type { Deprecation } from '../../core/model/deprecation.js';
import { HTTP_METHODS, pathShape } from '../../core/model/endpoint.js';
import type { Endpoint, HttpMethod, Operation } from '../../core/model/endpoint.js';
import { CatalogueError } from '../../core/model/errors.js';
import { VERSION_PLACEHOLDER, isAfterEnd } from './file-format.js';
import type { CatalogueFile, WrittenEntry } from './file-format.js';
import { parsePathTemplate } from './path-template.js';
import { errorAt } from './source-text.js';
import type { EntryPlace, SourceAt } from './source-text.js';

/**
 * Checks the versions and ranges of an unexpanded entry. Throws a CatalogueError with the place of a path without a
 * version, of a value without operations that accept it, of an invalid day of a version, and of an invalid range.
 */
export function checkEntry(
  { kind, in: { path } = {}, versions = {}, endpoints, pointer }: WrittenEntry,
  place: EntryPlace,
  { names }: Pick<CatalogueFile, 'names'>,
): void {
  if (kind === 'value' && endpoints === undefined && (names === undefined || names.pointer !== pointer))
    throw errorAt(
      place,
      `it has no "endpoints", and no "names" of the file say which operations take ${pointer ?? ''}`,
    );
  if (typeof versions === 'string') {
    if (versionRange(versions) === undefined || /\|\||!=/.test(versions))
      throw errorAt(placeBelow(place, 'versions'), `'${versions}' is not a range of versions; write it like ">=2, <3"`);
    return;
  }
  if (kind !== 'versions') return;
  if (path !== undefined) {
    const { text } = parsePathTemplate(path, undefined, sourceAt(place, 'in', 'path'));
    if (!text.includes(VERSION_PLACEHOLDER))
      throw errorAt(placeBelow(place, 'in', 'path'), `'${path}' has no ${VERSION_PLACEHOLDER} in it`);
  }
  for (const [version, end] of Object.entries(versions)) {
    const facts = typeof end === 'object' && end !== null ? end : { endOfLife: end };
    assertDates(facts, placeBelow(place, 'versions', version), end === facts ? ['endOfLife'] : []);
  }
}

/**
 * Reads an entry whose shape was checked: puts its paths into the canonical form, and lists each revived operation
 * separately. Throws a CatalogueError with the place of an invalid day, an invalid path, a duplicate operation, and a
 * withdrawal without its source.
 */
export function readEntry(entry: WrittenEntry, place: EntryPlace): WrittenEntry {
  assertDates(entry, place);
  if (entry.url !== undefined && !URL.canParse(entry.url))
    throw errorAt(placeBelow(place, 'url'), `'${entry.url}' is not an address`);
  if (entry.state === 'withdrawn' && typeof entry.source !== 'string')
    throw errorAt(place, `a withdrawn entry needs "source", a text that says where the vendor cancelled it`);
  const { endpoints, after, replacedBy, replacement, revived } = entry;
  const canonicalPath = (text: string, ...keys: readonly string[]): string =>
    parsePathTemplate(text, undefined, sourceAt(place, ...keys)).text;
  const result: WrittenEntry = {
    ...entry,
    ...(endpoints === undefined
      ? {}
      : {
          endpoints: endpoints.map((endpoint, index) => ({
            ...endpoint,
            path: canonicalPath(endpoint.path, 'endpoints', String(index), 'path'),
          })),
        }),
    ...(after === undefined || isAfterEnd(entry) ? {} : { after: canonicalPath(after, 'after') }),
    ...(replacedBy === undefined ? {} : { replacedBy: canonicalPath(replacedBy, 'replacedBy').slice(1) }),
    ...(replacement?.kind !== 'operation'
      ? {}
      : {
          replacement: {
            ...replacement,
            operation: {
              ...replacement.operation,
              path: canonicalPath(replacement.operation.path, 'replacement', 'operation', 'path'),
            },
          },
        }),
    ...(revived === undefined
      ? {}
      : {
          revived: revived.map((revival, index) => ({
            ...revival,
            operations: readOperations(revival.operations, placeBelow(place, 'revived', String(index), 'operations')),
          })),
        }),
  };
  if (result.kind === 'endpoint') assertDistinct(result, place);
  return result;
}

/** Splits texts such as `GET, POST /a` into `GET /a` and `POST /a`, with paths in the canonical form. */
export function readOperations(texts: readonly string[], place: EntryPlace): readonly string[] {
  return texts.flatMap((text, index) =>
    parseEndpoints(text, sourceAt(place, String(index))).flatMap(({ methods, path }) =>
      methods.map((method) => `${method} ${path.text}`),
    ),
  );
}

/** The place of a key inside another place. */
export function placeBelow({ at, ...place }: EntryPlace, ...keys: readonly string[]): EntryPlace {
  return { ...place, at: [at, ...keys].join('/') };
}

/** A place for errors of other modules, formatted on demand. */
function sourceAt(place: EntryPlace, ...keys: readonly string[]): { readonly file: string } {
  return {
    get file() {
      return `${place.source.file} at ${placeBelow(place, ...keys).at}`;
    },
  };
}

/** Checks all dates of an entry. `endKeys`: JSON path of its end of life. */
function assertDates(
  { endOfLife, history = [], revived = [], ...entry }: Omit<WrittenEntry, 'id'>,
  place: EntryPlace,
  endKeys: readonly string[] = ['endOfLife'],
): void {
  const checkEnd = (text: string | null | undefined, ...keys: readonly string[]): void => {
    if (text != null && readEndOfLife(text) === undefined)
      throw errorAt(placeBelow(place, ...keys), noSuchDateMessage(text));
  };
  const checkPeriod = (text: string | undefined, ...keys: readonly string[]): void => {
    if (text !== undefined && !isPeriod(text)) throw errorAt(placeBelow(place, ...keys), noSuchDateMessage(text));
  };
  checkEnd(endOfLife, ...endKeys);
  checkPeriod(entry.deprecated, 'deprecated');
  checkPeriod(entry.announced, 'announced');
  checkPeriod(entry.since, 'since');
  for (const [index, { since }] of revived.entries()) checkPeriod(since, 'revived', String(index), 'since');
  let previous = '';
  for (const [index, change] of history.entries()) {
    checkEnd(change.endOfLife, 'history', String(index), 'endOfLife');
    checkPeriod(change.since, 'history', String(index), 'since');
    const { since = previous } = change;
    const length = Math.min(since.length, previous.length);
    if (since.slice(0, length) < previous.slice(0, length))
      throw errorAt(
        placeBelow(place, 'history', String(index)),
        `'${since}' is before '${previous}'. Write the oldest first.`,
      );
    previous = since;
  }
}

/** Message for a text in the form of a date that does not exist. */
function noSuchDateMessage(text: string): string {
  return `'${text}' is not a calendar ${text.length === 7 ? 'month' : 'date'}`;
}

/** Method key of an endpoint without methods. */
const ANY_METHOD = '*';

/** Refuses duplicate operations, which would report each request twice. */
function assertDistinct({ id, endpoints = [] }: WrittenEntry, place: EntryPlace): void {
  if (endpoints.length === 1 && (endpoints[0]?.methods?.length ?? 1) === 1) return;
  const knownKeys = new Set<string>();
  for (const { methods = [], path } of endpoints) {
    for (const method of methods.length === 0 ? [ANY_METHOD] : methods) {
      const key = `${method} ${pathShape(parsePathTemplate(path))}`;
      if (knownKeys.has(key))
        throw errorAt(
          placeBelow(place, 'endpoints'),
          `duplicate operation ${method === ANY_METHOD ? '' : `${method} `}${path}: '${id}' lists it twice`,
        );
      knownKeys.add(key);
    }
  }
}

const OPERATION = /^([A-Za-z]+(?:\s*,\s*[A-Za-z]+)*)\s+(\S+)$/;

/**
 * Reads a cell such as `GET, POST /a; GET .../a/:id` into endpoints, in order. Throws a CatalogueError,
 * at the given place, for a part that is not methods and a path, an unknown method, or a bad path.
 */
export function parseEndpoints(cell: string, at: SourceAt): readonly Endpoint[] {
  const endpoints: Endpoint[] = [];
  for (const part of cell.split(';')) {
    const match = OPERATION.exec(part.trim());
    if (match === null) {
      throw new CatalogueError(
        `'${part.trim()}' is not an operation; expected methods and a path, as in 'GET, POST /zones/:zone_id/name'`,
        at.file,
        at.line,
      );
    }
    const [, methods = '', path = ''] = match;
    endpoints.push({
      methods: methods.split(',').map((method) => parseMethod(method.trim(), at)),
      path: parsePathTemplate(path, endpoints.at(-1)?.path, at),
    });
  }
  return endpoints;
}

/** Reads `POST /a/b`; undefined if the text is not a method and a path. */
export function parseOperation(text: string, at: SourceAt): Operation | undefined {
  const match = /^([A-Z]+)\s+([^\s/]*\/\S*)$/.exec(text.trim());
  if (match === null) return undefined;
  const [, method = '', path = ''] = match;
  return { method: parseMethod(method, at), path: parsePathTemplate(path, undefined, at) };
}

function parseMethod(text: string, at: SourceAt): HttpMethod {
  const method = HTTP_METHODS.find((known) => known === text);
  if (method !== undefined) return method;
  throw new CatalogueError(
    `unknown method '${text}' (known: ${HTTP_METHODS.join(', ')})${didYouMean(text, HTTP_METHODS)}`,
    at.file,
    at.line,
  );
}

type End = Pick<Deprecation, 'endOfLife' | 'endOfLifeMonth'>;

/** Parses an end of life; a month ends on its last day. Undefined for a day or a month that does not exist. */
export function readEndOfLife(text: string | null): End | undefined {
  if (text === null) return { endOfLife: null };
  if (isIsoDate(text)) return { endOfLife: text };
  if (!isMonth(text)) return undefined;
  return { endOfLife: lastDayOf(text), endOfLifeMonth: text };
}

/** Whether a text is a day, a month or a year that exists. */
function isPeriod(text: string): boolean {
  return isIsoDate(text) || isMonth(text) || /^\d{4}$/.test(text);
}

function isMonth(text: string): boolean {
  return /^\d{4}-\d{2}$/.test(text) && isIsoDate(`${text}-01`);
}
