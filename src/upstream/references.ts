import { $RefParser } from '@apidevtools/json-schema-ref-parser';
import { isRecord } from '../lib/is-record.js';
import type { JsonRecord } from '../lib/is-record.js';
import { own } from './records.js';
import type { LeftOut } from './upstream.js';

/** What a place of a document holds once its reference is followed. */
export interface Resolver {
  /** The record itself, or the one it refers to; undefined where that is none or cannot be had. */
  follow: (value: unknown, place: string) => JsonRecord | undefined;
  readonly leftOut: readonly LeftOut[];
}

/** Longer ones cost more than their length. */
const MAX_REFERENCE = 500;

/**
 * Follows the references of one document to places of itself. Nothing else is opened: references to other files and
 * addresses, to nothing, and to themselves are listed, each once.
 */
export async function resolverOf(document: JsonRecord): Promise<Resolver> {
  const references = await $RefParser.resolve(document, { resolve: { external: false } });
  const known = new Map<string, JsonRecord | string>();
  const leftOut: LeftOut[] = [];
  const look = (reference: string): JsonRecord | string => {
    if (!reference.startsWith('#')) return 'it refers to another document';
    if (reference.length > MAX_REFERENCE) return 'its reference is too long';
    try {
      const value: unknown = references.get(reference);
      // Of what every object inherits nothing is in the document.
      if (!isRecord(value) || typeof own(value, 'constructor') === 'function') return 'it refers to nothing';
      return typeof own(value, '$ref') === 'string' ? 'its reference leads to itself' : value;
    } catch (error) {
      return error instanceof RangeError ? 'its reference leads to itself' : 'it refers to nothing';
    }
  };
  const follow: Resolver['follow'] = (value, place) => {
    const reference = own(value, '$ref');
    if (typeof reference !== 'string') return isRecord(value) ? value : undefined;
    const before = known.get(reference);
    const found = before ?? look(reference);
    known.set(reference, found);
    if (typeof found !== 'string') return found;
    if (before === undefined) leftOut.push({ place, why: `${found}: ${shorten(reference)}` });
    return undefined;
  };
  return { follow, leftOut };
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
