import type { FileFacts } from '../model/facts.js';
import { isSpan, recordsIn, tableOf } from './record-places.js';
import type { FileVersion } from './record-places.js';

/**
 * Counts the records of a kind that two versions of a file begin with alike, all of them in the lines before the first
 * one that differs. They need no names to be compared by.
 */
export function sameStarts(before: FileVersion, after: FileVersion): (part: keyof FileFacts) => number {
  const end = startOfDifference(before.text, after.text);
  const isSame = (key: string, old: unknown, now: unknown): boolean => {
    if (typeof old === 'number') {
      if (old !== now) return false;
      const [table, other] = [tableOf(before.facts, key), tableOf(after.facts, key)];
      return table === undefined || isSame('at', table[old]?.at, other?.[old]?.at);
    }
    if (typeof old !== 'object' || typeof now !== 'object' || old === null || now === null) return old === now;
    if (isSpan(old)) return isSpan(now) && old[0] === now[0] && old[1] === now[1] && old[1] < end;
    if (Array.isArray(old))
      return (
        Array.isArray(now) && old.length === now.length && old.every((item, index) => isSame('', item, now[index]))
      );
    const [one, other] = [old as Readonly<Record<string, unknown>>, now as Readonly<Record<string, unknown>>];
    const keys = Object.keys(one);
    return keys.length === Object.keys(other).length && keys.every((name) => isSame(name, one[name], other[name]));
  };
  return (part) => {
    const [old, now] = [recordsIn(before.facts, part), recordsIn(after.facts, part)];
    let count = 0;
    while (count < old.length && count < now.length && isSame('', old[count], now[count])) count += 1;
    return count;
  };
}

/** Returns the start of the first line that differs. */
function startOfDifference(before: string, after: string): number {
  const length = Math.min(before.length, after.length);
  let at = 0;
  while (at < length && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  return at === 0 ? 0 : before.lastIndexOf('\n', at - 1) + 1;
}
