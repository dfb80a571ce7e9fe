import { WINDOW_BYTES, requiredTexts, rarestWindowOf } from './required-texts.js';
import { SEARCH_WASM } from './search-wasm.js';
import type { SearchText } from './required-texts.js';

/** Bytes that are read beyond the end of a text: a block, and the remainder of a window. */
const MARGIN_BYTES = 32;

const PAGE_BYTES = 65_536;

/** Signature of the function that `search.wat` exports: returns the groups of the texts between two addresses. */
type Search = (from: number, end: number) => number;

/** The used part of `WebAssembly`. */
interface WebAssemblyApi {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (pages: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, object>>>>,
  ) => { readonly exports: { readonly search: Search } };
}

/**
 * Proves that an expression matches nothing in some bytes, several times faster than the expression could: sixteen
 * bytes at a time are compared with texts that each match requires. If one is found, the expression itself decides.
 */
export class TextSearch {
  /** Buffer for texts, which begin at its start. */
  readonly buffer: Buffer;
  readonly #search: Search;
  readonly #textsStart: number;
  /** Groups with an expression that can match without any searchable text. */
  readonly #unsearchableGroups: number;

  private constructor(room: Buffer, textsStart: number, search: Search, unsearchableGroups: number) {
    this.buffer = room;
    this.#textsStart = textsStart;
    this.#search = search;
    this.#unsearchableGroups = unsearchableGroups;
  }

  /**
   * `compile` is called only if the search can run. `room`: size of the buffer in bytes. Undefined if the machine, or a
   * flag of Node's, does not support it.
   */
  static create(compile: () => CompiledSearch, room: number): TextSearch | undefined {
    const { WebAssembly: api } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyApi };
    if (api?.validate(SEARCH_WASM) !== true) return undefined;
    const { tables, open } = compile();
    const textsStart = Math.ceil(tables.length / MARGIN_BYTES) * MARGIN_BYTES;
    try {
      const memory = new api.Memory({ initial: Math.ceil((textsStart + room + MARGIN_BYTES) / PAGE_BYTES) });
      new Uint8Array(memory.buffer).set(tables);
      const { search } = new api.Instance(new api.Module(SEARCH_WASM), { '': { memory } }).exports;
      return new TextSearch(Buffer.from(memory.buffer, textsStart, room), textsStart, search, open);
    } catch {
      // A memory reserves gigabytes of addresses, which may be limited.
      return undefined;
    }
  }

  /** Groups with an expression that may match in the bytes from `from` to `end`; a bit for each group. */
  matchingGroups(from: number, end: number): number {
    return this.#unsearchableGroups | this.#search(this.#textsStart + from, this.#textsStart + end);
  }
}

/** Tables of a search, ready to be copied into its memory. */
export interface CompiledSearch {
  readonly tables: Uint8Array;
  /** Groups with an expression that can match without any searchable text. */
  readonly open: number;
}

/** Compiles a search. `groups`: at most 31 lists of sources of expressions without flags. */
export function compileSearch(groups: readonly (readonly string[])[]): CompiledSearch {
  const { texts, open } = mergedTexts(groups);
  return { tables: searchTables(texts), open };
}

/** Merges the texts of all groups, so that each text is searched once. */
function mergedTexts(groups: readonly (readonly string[])[]): {
  readonly texts: readonly GroupedText[];
  readonly open: number;
} {
  const bySource = new Map<string, number>();
  for (const [group, sources] of groups.entries())
    for (const source of sources) bySource.set(source, (bySource.get(source) ?? 0) | (1 << group));
  const byKey = new Map<string, GroupedText>();
  let open = 0;
  for (const [source, bits] of bySource) {
    const texts = requiredTexts(source);
    if (texts === undefined) open |= bits;
    for (const text of texts ?? []) {
      const key = typeof text === 'string' ? text : text.join('\n\n');
      byKey.set(key, { text, groups: (byKey.get(key)?.groups ?? 0) | bits });
    }
  }
  return { texts: [...byKey.values()], open };
}

/** A text with the groups that look for it, a bit for each. */
interface GroupedText {
  readonly text: SearchText;
  readonly groups: number;
}

/** Layout of the memory of `search.wat`, in bytes. */
const SHIFT_AT = 96;
const SLOTS_AT = 128;
const ROW_BYTES = 16;
const CLASS_BYTES = 256;

const BUCKET_COUNT = 8;

/** Bytes of a search window, and the indexes of the texts that contain it. */
interface Window {
  readonly bytes: number;
  readonly texts: number[];
}

/** The tables that `search.wat` reads, from the start of its memory. Every text is long enough for a window. */
function searchTables(texts: readonly GroupedText[]): Uint8Array {
  const windowStarts = texts.map(({ text }) => rarestWindowOf(text) ?? 0);
  const windows = windowsOf(texts, windowStarts);
  const slotBits = Math.max(10, Math.ceil(Math.log2(windows.length * 4 + 1)));
  const shift = 32 - slotBits;
  const classesAt = SLOTS_AT + 4 * 2 ** slotBits;
  const classAddresses = new Map<string, number>();
  for (const { text } of texts)
    for (const chars of text)
      if (!classAddresses.has(chars)) classAddresses.set(chars, classesAt + classAddresses.size * CLASS_BYTES);
  const wordsAt = classesAt + classAddresses.size * CLASS_BYTES;
  const words: number[] = [];
  const nextAddress = (): number => wordsAt + words.length * 4;
  const textAddresses = texts.map(({ groups, text }, index) => {
    const at = nextAddress();
    words.push(groups, windowStarts[index] ?? 0, text.length);
    for (const chars of text) words.push(classAddresses.get(chars) ?? 0);
    return at;
  });
  const indexesBySlot = new Map<number, number[]>();
  for (const { bytes, texts: indexes } of windows) addAll(indexesBySlot, slotOf(bytes, shift), indexes);
  const slots = Array.from(indexesBySlot, ([slot, indexes]) => {
    const address = nextAddress();
    for (const index of indexes.length > 1 ? new Set(indexes) : indexes) words.push(textAddresses[index] ?? 0);
    words.push(0);
    return { slot, address };
  });
  const tables = new Uint8Array(nextAddress());
  const view = new DataView(tables.buffer);
  tables.set(masksOf(windows));
  view.setUint32(SHIFT_AT, shift, true);
  for (const { slot, address } of slots) view.setUint32(SLOTS_AT + slot * 4, address, true);
  for (const [chars, at] of classAddresses) for (const char of chars) tables[at + char.charCodeAt(0)] = 1;
  for (let index = 0; index < words.length; index += 1) view.setUint32(wordsAt + index * 4, words[index] ?? 0, true);
  return tables;
}

function windowsOf(texts: readonly GroupedText[], windowStarts: readonly number[]): readonly Window[] {
  const windows = new Map<number, number[]>();
  for (const [index, { text }] of texts.entries())
    for (const bytes of byteCombinations(text, windowStarts[index] ?? 0)) addAll(windows, bytes, [index]);
  return Array.from(windows, ([bytes, indexes]) => ({ bytes, texts: indexes }));
}

/** All combinations of the three bytes at a position, each packed into one number. */
function byteCombinations(text: SearchText, start: number): readonly number[] {
  let combinations = [0];
  for (let index = 0; index < WINDOW_BYTES; index += 1) {
    const chars = text[start + index] ?? '';
    combinations = combinations.flatMap((bytes) =>
      Array.from(chars, (char) => bytes | (char.charCodeAt(0) << (8 * index))),
    );
  }
  return combinations;
}

function addAll(lists: Map<number, number[]>, key: number, values: readonly number[]): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [...values]);
  else for (const value of values) list.push(value);
}

function slotOf(bytes: number, shift: number): number {
  return Math.imul(bytes, 0x9e3779b1) >>> shift;
}

/**
 * For each byte of a window, and each half of it, a row of 16 bytes: the buckets that match a half, a bit for each.
 * Similar windows share a bucket, because a bucket matches all combinations of the bytes of its windows.
 */
function masksOf(windows: readonly Window[]): Uint8Array {
  const rows = new Uint8Array(WINDOW_BYTES * 2 * ROW_BYTES);
  const buckets = Array.from({ length: BUCKET_COUNT }, (): Bucket => ({
    halves: new Uint16Array(WINDOW_BYTES * 2),
    counts: new Uint8Array(WINDOW_BYTES * 2),
    size: 0,
  }));
  for (const { bytes } of windows) {
    let bestIndex = 0;
    let leastGrowth = Infinity;
    for (const [index, bucket] of buckets.entries()) {
      const growth = sizeAfterAdding(bucket, bytes) - bucket.size;
      if (growth < leastGrowth) [bestIndex, leastGrowth] = [index, growth];
    }
    const bucket = buckets[bestIndex];
    if (bucket === undefined) continue;
    for (let row = 0; row < WINDOW_BYTES * 2; row += 1) {
      const half = halfOf(bytes, row);
      rows[row * ROW_BYTES + half] = (rows[row * ROW_BYTES + half] ?? 0) | (1 << bestIndex);
      if (matchesHalf(bucket, row, half)) continue;
      bucket.halves[row] = (bucket.halves[row] ?? 0) | (1 << half);
      bucket.counts[row] = (bucket.counts[row] ?? 0) + 1;
    }
    bucket.size = sizeAfterAdding(bucket, bytes);
  }
  return rows;
}

/** Halves of bytes that a bucket matches. */
interface Bucket {
  /** For each row, a bit for each half. */
  readonly halves: Uint16Array;
  /** For each row, the number of matched halves. */
  readonly counts: Uint8Array;
  /** Number of byte combinations that the bucket matches. */
  size: number;
}

/** Number of byte combinations that a bucket matches after a window is added. */
function sizeAfterAdding(bucket: Bucket, bytes: number): number {
  let size = 1;
  for (let row = 0; row < WINDOW_BYTES * 2; row += 1)
    size *= (bucket.counts[row] ?? 0) + (matchesHalf(bucket, row, halfOf(bytes, row)) ? 0 : 1);
  return size;
}

function matchesHalf({ halves }: Bucket, row: number, half: number): boolean {
  return (((halves[row] ?? 0) >> half) & 1) === 1;
}

function halfOf(bytes: number, row: number): number {
  return (bytes >> (4 * row)) & 15;
}
