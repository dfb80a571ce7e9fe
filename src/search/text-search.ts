import { requiredTexts } from './required-texts.js';
import { searchTables } from './search-tables.js';
import type { GroupedText } from './search-tables.js';
import { SEARCH_WASM } from './search-wasm.js';

/** Bytes that are read behind the end of a text: a block, and the rest of a window. */
const MARGIN = 32;

const PAGE = 65_536;

/** Signature of the function that `search.wat` exports: returns the groups of the texts between two addresses. */
type Search = (from: number, end: number) => number;

/** The part of it that is used. */
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
 * Says of bytes that an expression matches nothing in them, several times as fast as the expression could: sixteen bytes
 * at a time are compared with texts without which it cannot match. Where they may match, the expression has to be asked.
 */
export class TextSearch {
  /** Texts are put here, from the beginning on. */
  readonly room: Buffer;
  readonly #search: Search;
  readonly #at: number;
  /** Groups that have an expression which can match without a text that could be looked for. */
  readonly #open: number;

  private constructor(room: Buffer, at: number, search: Search, open: number) {
    this.room = room;
    this.#at = at;
    this.#search = search;
    this.#open = open;
  }

  /**
   * `compile` is asked only where the search can run. `room`: bytes that a text may have. Undefined where the machine, or
   * a flag of Node's, does not let it run.
   */
  static create(compile: () => CompiledSearch, room: number): TextSearch | undefined {
    const { WebAssembly: api } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyApi };
    if (api?.validate(SEARCH_WASM) !== true) return undefined;
    const { tables, open } = compile();
    const at = Math.ceil(tables.length / MARGIN) * MARGIN;
    try {
      const memory = new api.Memory({ initial: Math.ceil((at + room + MARGIN) / PAGE) });
      new Uint8Array(memory.buffer).set(tables);
      const { search } = new api.Instance(new api.Module(SEARCH_WASM), { '': { memory } }).exports;
      return new TextSearch(Buffer.from(memory.buffer, at, room), at, search, open);
    } catch {
      // A memory takes gigabytes of addresses, which may be limited.
      return undefined;
    }
  }

  /** Groups with an expression that may match in the bytes from `from` to `end`; a bit for each group. */
  matching(from: number, end: number): number {
    return this.#open | this.#search(this.#at + from, this.#at + end);
  }
}

/** Tables of a search, ready to be copied into its memory. */
export interface CompiledSearch {
  readonly tables: Uint8Array;
  /** Groups that have an expression which can match without a text that could be looked for. */
  readonly open: number;
}

/** `groups`: at most 31 lists of sources of expressions without flags. */
export function compileSearch(groups: readonly (readonly string[])[]): CompiledSearch {
  const { texts, open } = grouped(groups);
  return { tables: searchTables(texts), open };
}

/** Merges the texts of all groups, so that each text is searched once. */
function grouped(groups: readonly (readonly string[])[]): {
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
