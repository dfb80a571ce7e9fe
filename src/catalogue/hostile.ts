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
  let count = 0;
  const stack: { readonly value: unknown; readonly at: string; readonly depth: number }[] = [
    { value, at: '', depth: 0 },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { at, depth } = next;
    const refuse = (why: string): never => {
      throw new CatalogueError(`at ${at === '' ? 'the top' : at}: ${why}`, file);
    };
    count += 1;
    if (count > MAX_VALUES) refuse(`the file has more than ${MAX_VALUES} values. Make several of it.`);
    if (depth > MAX_DEPTH) refuse(`nested more than ${MAX_DEPTH} levels deep, as no catalogue is`);
    if (typeof next.value === 'string' && next.value.length > MAX_TEXT)
      refuse(`a text of ${next.value.length} characters; at most ${MAX_TEXT} are read`);
    if (typeof next.value !== 'object' || next.value === null) continue;
    const parts = Object.entries(next.value);
    if (parts.length > MAX_ITEMS) refuse(`has ${parts.length} items; at most ${MAX_ITEMS} are read`);
    for (const [key, part] of parts.reverse()) {
      if (PROTOTYPE.has(key)) refuse(`the property '${key}' is none of a catalogue`);
      stack.push({ value: part, at: depth > MAX_DEPTH ? at : `${at}/${key.slice(0, 100)}`, depth: depth + 1 });
    }
  }
}
