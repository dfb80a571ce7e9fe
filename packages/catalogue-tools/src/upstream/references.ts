import { posix } from 'node:path';
import { percentDecoded } from '../../../../src/core/lib/escape.js';
import { isRecord } from '../../../../src/core/lib/json.js';
import type { JsonRecord } from '../../../../src/core/lib/json.js';
import { CatalogueError } from '../../../../src/core/model/errors.js';
import { readDocument } from './read-document.js';
import type { DocumentText } from './read-document.js';
import { ownProperty } from './records.js';
import type { Omission } from './upstream.js';

/** Resolves references of a document. */
export interface Resolver {
  /** Returns the record, or the target of its reference; undefined if that is not a record or cannot be read. */
  follow: (value: unknown, place: string) => JsonRecord | undefined;
  readonly leftOut: readonly Omission[];
}

/** Reads a file by its path below the folder of the document; returns the reason if it cannot be read. */
export type NeighbourReader = (path: string) => DocumentText | string;

/** Maximum length of a reference, in characters. */
const MAX_REFERENCE = 500;
/** Maximum number of references from one to the next. */
const MAX_CHAIN = 100;
/** Maximum number of files of a document; hand-written ones have a few thousand. */
const MAX_FILES = 10_000;

/** A value and its file, to which its references are relative. */
interface LocatedValue {
  readonly value: unknown;
  readonly file: string;
}

/** Name of the document itself; all other names are relative to it. */
const ROOT_FILE = '';

/**
 * Creates a resolver of references to places in the document, and in files that `neighbours` reads. It opens no other
 * file and no address; unresolved references are listed, each once.
 */
export function resolverOf(document: JsonRecord, neighbours?: NeighbourReader): Resolver {
  const files = new Map<string, unknown>([[ROOT_FILE, document]]);
  const fileOf = new WeakMap<object, string>();
  const resolvedReferences = new Map<string, JsonRecord | string>();
  const leftOut: Omission[] = [];

  /** Returns the value of a file, or a text with the reason why it cannot be used; no file has a text as its value. */
  const openFile = (file: string): unknown => {
    if (files.has(file)) return files.get(file);
    if (neighbours === undefined) return 'it refers to another document';
    if (files.size > MAX_FILES) return `it refers to more than ${String(MAX_FILES)} files`;
    const value = readNeighbour(file, neighbours);
    files.set(file, value);
    visitObjects(value, (object) => fileOf.set(object, file));
    return value;
  };
  const resolveOnce = (reference: string, fromFile: string): LocatedValue | string => {
    if (reference.length > MAX_REFERENCE) return 'its reference is too long';
    const [pathText = '', ...pointer] = reference.split('#');
    const file = pathText === '' ? fromFile : resolveFile(pathText, fromFile);
    if (file === undefined) return 'it refers to an address, or to a file outside the folder of the document';
    const value = openFile(file);
    if (typeof value === 'string') return value;
    return { value: valueAt(value, pointer.join('#')), file };
  };
  const resolveChain = (reference: string, fromFile: string): JsonRecord | string => {
    let located = resolveOnce(reference, fromFile);
    for (let remainingSteps = MAX_CHAIN; remainingSteps > 0; remainingSteps -= 1) {
      if (typeof located === 'string') return located;
      if (!isRecord(located.value)) return 'it refers to nothing';
      const next = ownProperty(located.value, '$ref');
      if (typeof next !== 'string') return located.value;
      located = resolveOnce(next, located.file);
    }
    return 'its reference refers to itself, or through too many others';
  };
  const follow: Resolver['follow'] = (value, place) => {
    const reference = ownProperty(value, '$ref');
    if (!isRecord(value) || typeof reference !== 'string') return isRecord(value) ? value : undefined;
    const fromFile = fileOf.get(value) ?? ROOT_FILE;
    const key = `${fromFile}\n${reference}`;
    const cachedResult = resolvedReferences.get(key);
    const result = cachedResult ?? resolveChain(reference, fromFile);
    resolvedReferences.set(key, result);
    if (typeof result !== 'string') return result;
    if (cachedResult === undefined) leftOut.push({ place, why: `${result}: ${shorten(reference)}` });
    return undefined;
  };
  return { follow, leftOut };
}

/** Path of a file below the folder of the document; undefined if it is outside, or is an address. */
function resolveFile(pathText: string, fromFile: string): string | undefined {
  const path = percentDecoded(pathText);
  if (path === undefined || /^[a-z][a-z\d+.-]*:|^\/|[\\\0]/i.test(path)) return undefined;
  const file = posix.join(posix.dirname(fromFile), path);
  return file === '..' || file.startsWith('../') ? undefined : file;
}

/** The value of a file, undefined instead of a text; a text is the reason why the file cannot be read. */
function readNeighbour(file: string, neighbours: NeighbourReader): unknown {
  const source = neighbours(file);
  if (typeof source === 'string') return `it refers to a file that cannot be read (${source})`;
  try {
    const value = readDocument(source);
    return typeof value === 'string' ? undefined : value;
  } catch (error) {
    if (error instanceof CatalogueError) return `it refers to a file that is neither JSON nor YAML`;
    throw error;
  }
}

function visitObjects(value: unknown, visit: (object: object) => void): void {
  const visitedObjects = new Set<unknown>();
  const workList = [value];
  while (workList.length > 0) {
    const next = workList.pop();
    if (typeof next !== 'object' || next === null || visitedObjects.has(next)) continue;
    visitedObjects.add(next);
    visit(next);
    for (const inner of Object.values(next) as readonly unknown[]) workList.push(inner);
  }
}

/** Returns the value at a JSON pointer; inherited properties do not count. */
function valueAt(value: unknown, pointer: string): unknown {
  const path = percentDecoded(pointer);
  if (path === undefined || (path !== '' && !path.startsWith('/'))) return undefined;
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, key) => (Array.isArray(at) ? elementAt(at as readonly unknown[], key) : ownProperty(at, key)),
      value,
    );
}

/** The element with an index as JSON pointers write it: digits without leading zeros. */
function elementAt(list: readonly unknown[], index: string): unknown {
  return /^(?:0|[1-9]\d*)$/.test(index) ? list[Number(index)] : undefined;
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
