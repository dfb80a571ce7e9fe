import { WINDOW, windowOf } from './required-texts.js';
import type { SearchText } from './required-texts.js';

/** A text with the groups that look for it, a bit for each. */
export interface GroupedText {
  readonly text: SearchText;
  readonly groups: number;
}

/** Where in the memory of `search.wat` what lies, in bytes. */
const SHIFT_AT = 96;
const SLOTS_AT = 128;
const ROW = 16;
const CLASS = 256;

const BUCKETS = 8;

/** What one look compares with: the bytes of a window, and the texts that have it. */
interface Window {
  readonly bytes: readonly number[];
  readonly texts: Set<GroupedText>;
}

/** The tables that `search.wat` reads, from the beginning of its memory on. Every text is long enough for a window. */
export function searchTables(texts: readonly GroupedText[]): Uint8Array {
  const windows = windowsOf(texts);
  const slotBits = Math.max(10, Math.ceil(Math.log2(windows.length * 4 + 1)));
  const shift = 32 - slotBits;
  const classes = [...new Set(texts.flatMap(({ text }) => text))];
  const classesAt = SLOTS_AT + 4 * 2 ** slotBits;
  const classAt = new Map(classes.map((fitting, index) => [fitting, classesAt + index * CLASS]));
  const words: number[] = [];
  const wordsAt = classesAt + classes.length * CLASS;
  const here = (): number => wordsAt + words.length * 4;
  const textAt = new Map<GroupedText, number>();
  for (const each of texts) {
    textAt.set(each, here());
    words.push(each.groups, windowOf(each.text) ?? 0, each.text.length);
    words.push(...each.text.map((fitting) => classAt.get(fitting) ?? 0));
  }
  const bySlot = new Map<number, Set<GroupedText>>();
  for (const { bytes, texts: having } of windows) {
    const slot = slotOf(bytes, shift);
    bySlot.set(slot, new Set([...(bySlot.get(slot) ?? []), ...having]));
  }
  const lists = [...bySlot].map(([slot, having]) => {
    const list = here();
    words.push(...[...having].map((each) => textAt.get(each) ?? 0), 0);
    return { slot, list };
  });
  const tables = new Uint8Array(here());
  const view = new DataView(tables.buffer);
  tables.set(masksOf(windows));
  view.setUint32(SHIFT_AT, shift, true);
  for (const { slot, list } of lists) view.setUint32(SLOTS_AT + slot * 4, list, true);
  for (const [fitting, at] of classAt) for (const char of fitting) tables[at + char.charCodeAt(0)] = 1;
  for (const [index, word] of words.entries()) view.setUint32(wordsAt + index * 4, word, true);
  return tables;
}

function windowsOf(texts: readonly GroupedText[]): readonly Window[] {
  const windows = new Map<string, Window>();
  for (const each of texts) {
    const at = windowOf(each.text) ?? 0;
    for (const bytes of combinations(each.text.slice(at, at + WINDOW))) {
      const key = bytes.join();
      const window = windows.get(key) ?? { bytes, texts: new Set() };
      windows.set(key, window);
      window.texts.add(each);
    }
  }
  return [...windows.values()];
}

function combinations(text: SearchText): readonly (readonly number[])[] {
  return text.reduce<readonly (readonly number[])[]>(
    (before, fitting) => before.flatMap((bytes) => Array.from(fitting).map((char) => [...bytes, char.charCodeAt(0)])),
    [[]],
  );
}

function slotOf([first = 0, second = 0, third = 0]: readonly number[], shift: number): number {
  return Math.imul(first | (second << 8) | (third << 16), 0x9e3779b1) >>> shift;
}

/**
 * For each byte of a window, and each half of it, a row of 16 bytes: which buckets a half fits, a bit for each. Windows
 * that are alike share a bucket, because a bucket fits all combinations of what its windows have.
 */
function masksOf(windows: readonly Window[]): Uint8Array {
  const rows = new Uint8Array(WINDOW * 2 * ROW);
  const buckets = Array.from({ length: BUCKETS }, () => new Uint16Array(WINDOW * 2));
  for (const { bytes } of windows) {
    const halves = bytes.flatMap((byte) => [byte & 15, byte >> 4]);
    let best = 0;
    let least = Infinity;
    for (const [index, bucket] of buckets.entries()) {
      const more = sizeOf(bucket, halves) - sizeOf(bucket, []);
      if (more < least) [best, least] = [index, more];
    }
    for (const [row, half] of halves.entries()) {
      const bucket = buckets[best];
      if (bucket !== undefined) bucket[row] = (bucket[row] ?? 0) | (1 << half);
      rows[row * ROW + half] = (rows[row * ROW + half] ?? 0) | (1 << best);
    }
  }
  return rows;
}

/** How many combinations of bytes a bucket fits, with these halves added. */
function sizeOf(bucket: Uint16Array, halves: readonly number[]): number {
  return bucket.reduce((product, bits, row) => {
    const half = halves[row];
    return product * bitsIn(half === undefined ? bits : bits | (1 << half));
  }, 1);
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}
