import type { FileFacts } from '../model/facts.js';

/** Facts of a text, as facts of the file that the text was taken from: all their spans are moved, in place. */
export function movedFacts(facts: FileFacts, placeOf: (offset: number) => number): FileFacts {
  const seen = new Set<object>();
  const open: unknown[] = [facts];
  for (let item = open.pop(); item !== undefined || open.length > 0; item = open.pop()) {
    if (typeof item !== 'object' || item === null || seen.has(item)) continue;
    seen.add(item);
    // The numbers of facts stand alone, but for those of spans.
    if (isNumbers(item)) for (const [index, offset] of item.entries()) item[index] = placeOf(offset);
    else for (const inner of Object.values(item)) open.push(inner);
  }
  return facts;
}

function isNumbers(item: object): item is number[] {
  return Array.isArray(item) && typeof item[0] === 'number';
}
