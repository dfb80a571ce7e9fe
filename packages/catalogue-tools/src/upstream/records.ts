import { isRecord } from '../../../../src/core/lib/json.js';

/** Returns an own property of a record, never an inherited one. */
export function ownProperty(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns the value at a path of own properties: `['x-github', 'removalDate']`. */
export function ownPropertyAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce(ownProperty, value);
}

/** A text without surrounding white space; undefined for a blank text and for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Keys and values of a record; none of anything else. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}
