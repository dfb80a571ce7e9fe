import { posix } from 'node:path';
import { percentDecoded } from '../../../../src/core/lib/escape.js';
import { isRecord } from '../../../../src/core/lib/json.js';
import type { JsonRecord } from '../../../../src/core/lib/json.js';
import { CatalogueError } from '../../../../src/core/model/errors.js';
import { readDocument } from './read-document.js';
import type { DocumentText } from './read-document.js';
import { own } from './records.js';
import type { Omission } from './upstream.js';

/** Resolves references of a document. */
export interface Resolver {
  /** Returns the record itself, or the one it refers to; undefined if that is no record or cannot be read. */
  follow: (value: unknown, place: string) => JsonRecord | undefined;
  readonly leftOut: readonly Omission[];
}

/** Reads a file by its path below the folder of the document; a text gives the reason why it cannot be read. */
export type Neighbours = (path: string) => DocumentText | string;

/** Longer ones cost more than their length. */
const MAX_REFERENCE = 500;
/** Length of a chain of references. */
const MAX_CHAIN = 100;
/** Files of one document; hand-written ones have some thousands. */
const MAX_FILES = 10_000;

/** A value with its file, which references are relative to. */
interface Place {
  readonly value: unknown;
  readonly file: string;
}

/** The file of the document itself, which all other names are relative to. */
const ROOT = '';

/**
 * Resolves the references of a document to places of itself, and of files in its folder, if `neighbours` reads them.
 * Nothing else is opened: references to other files and addresses, broken and circular ones are listed, each once.
 */
export function resolverOf(document: JsonRecord, neighbours?: Neighbours): Resolver {
  const files = new Map<string, unknown>([[ROOT, document]]);
  const fileOf = new WeakMap<object, string>();
  const known = new Map<string, JsonRecord | string>();
  const leftOut: Omission[] = [];

  const open = (file: string): unknown => {
    if (files.has(file)) return files.get(file);
    if (neighbours === undefined) return 'it refers to another document';
    if (files.size > MAX_FILES) return `it refers to more than ${String(MAX_FILES)} files`;
    const value = readNeighbour(file, neighbours);
    files.set(file, value);
    markAll(value, (object) => fileOf.set(object, file));
    return value;
  };
  const step = (reference: string, from: string): Place | string => {
    if (reference.length > MAX_REFERENCE) return 'its reference is too long';
    const [written = '', ...pointer] = reference.split('#');
    const file = written === '' ? from : fileNamed(written, from);
    if (file === undefined) return 'it refers to an address, or to a file outside the folder of the document';
    const value = open(file);
    if (typeof value === 'string') return value;
    return { value: pointed(value, pointer.join('#')), file };
  };
  const look = (reference: string, from: string): JsonRecord | string => {
    let place = step(reference, from);
    for (let left = MAX_CHAIN; left > 0; left -= 1) {
      if (typeof place === 'string') return place;
      if (!isRecord(place.value)) return 'it refers to nothing';
      const next = own(place.value, '$ref');
      if (typeof next !== 'string') return place.value;
      place = step(next, place.file);
    }
    return 'its reference refers to itself, or through too many others';
  };
  const follow: Resolver['follow'] = (value, place) => {
    const reference = own(value, '$ref');
    if (!isRecord(value) || typeof reference !== 'string') return isRecord(value) ? value : undefined;
    const from = fileOf.get(value) ?? ROOT;
    const key = `${from}\n${reference}`;
    const before = known.get(key);
    const found = before ?? look(reference, from);
    known.set(key, found);
    if (typeof found !== 'string') return found;
    if (before === undefined) leftOut.push({ place, why: `${found}: ${shorten(reference)}` });
    return undefined;
  };
  return { follow, leftOut };
}

/** Path of a file below the folder of the document; undefined if it is outside, or is an address. */
function fileNamed(written: string, from: string): string | undefined {
  const path = percentDecoded(written);
  if (path === undefined || /^[a-z][a-z\d+.-]*:|^\/|[\\\0]/i.test(path)) return undefined;
  const file = posix.join(posix.dirname(from), path);
  return file === '..' || file.startsWith('../') ? undefined : file;
}

/** The value of a file, or the reason why there is none. */
function readNeighbour(file: string, neighbours: Neighbours): unknown {
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

function markAll(value: unknown, mark: (object: object) => void): void {
  const seen = new Set<unknown>();
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    mark(next);
    for (const inner of Object.values(next) as readonly unknown[]) left.push(inner);
  }
}

/** Returns the value at a JSON pointer; inherited properties do not count. */
function pointed(value: unknown, pointer: string): unknown {
  const path = percentDecoded(pointer);
  if (path === undefined || (path !== '' && !path.startsWith('/'))) return undefined;
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, key) => (Array.isArray(at) ? (at as readonly unknown[])[Number(key)] : own(at, key)), value);
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
