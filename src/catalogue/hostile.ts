import { CatalogueError } from '../model/errors.js';

const MAX_DEPTH = 40;
const MAX_TEXT = 20_000;
const MAX_ITEMS = 20_000;
const MAX_VALUES = 1_000_000;
/** Names that mean something on every object of JavaScript. */
const PROTOTYPE = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses JSON that no catalogue is: what would keep the validator busy, or mean more than data. Throws a CatalogueError
 * with the JSON path.
 */
export function refuseHostile(value: unknown, file: string): void {
  const refusal = refusalOf(value, 0, { count: 0 });
  if (refusal === undefined) return;
  const { at, why } = refusal;
  throw new CatalogueError(`at ${at === '' ? 'the top' : at}: ${why}`, file);
}

/** Why a value is refused, and where in it, which is worked out on the way back: hardly any is. */
interface Refusal {
  readonly at: string;
  readonly why: string;
}

function refusalOf(value: unknown, depth: number, seen: { count: number }): Refusal | undefined {
  const refuse = (why: string): Refusal => ({ at: '', why });
  seen.count += 1;
  if (seen.count > MAX_VALUES) return refuse(`the file has more than ${MAX_VALUES} values. Make several of it.`);
  if (depth > MAX_DEPTH) return refuse(`nested more than ${MAX_DEPTH} levels deep, as no catalogue is`);
  if (typeof value === 'string' && value.length > MAX_TEXT)
    return refuse(`a text of ${value.length} characters; at most ${MAX_TEXT} are read`);
  if (typeof value !== 'object' || value === null) return undefined;
  const keys = Object.keys(value);
  if (keys.length > MAX_ITEMS) return refuse(`has ${keys.length} items; at most ${MAX_ITEMS} are read`);
  const own = keys.find((key) => PROTOTYPE.has(key));
  if (own !== undefined) return refuse(`the property '${own}' is none of a catalogue`);
  for (const key of keys) {
    const inside = refusalOf((value as Readonly<Record<string, unknown>>)[key], depth + 1, seen);
    if (inside !== undefined) return { at: `/${key.slice(0, 100)}${inside.at}`, why: inside.why };
  }
  return undefined;
}
