/** The words of a catalogue that are searched in texts, as the API spells them. */
export interface CatalogueWords {
  /** Common words, each with the other words of its paths. */
  readonly plain: ReadonlyMap<string, ReadonlySet<string>>;
  /** Words with a mark (`ring_tones`, `clockFaces`) that are segments or fields. */
  readonly segments: ReadonlySet<string>;
  /** Words that are query parameters, and so can be alone: `{ ring_tone: 'low' }`. */
  readonly queries: ReadonlySet<string>;
  /** Names of parts of the API in its documentation. */
  readonly areas: ReadonlySet<string>;
  /** Ready-made sources of regular expressions. */
  readonly sources: ReadonlySet<string>;
  /** Sources for findings without a request: cipher suites, headers of one name. */
  readonly lone: ReadonlySet<string>;
  /** Sources for reads of a field in a part of a record. */
  readonly partReads: ReadonlySet<string>;
  /** Deprecated paths and pieces of them, each with whether any text may precede and follow it. */
  readonly paths: ReadonlyMap<string, boolean>;
}

/** Serialised words, with lists instead of sets and maps. */
interface Stored {
  readonly plain: readonly (readonly [word: string, others: readonly string[]])[];
  readonly segments: readonly string[];
  readonly queries: readonly string[];
  readonly areas: readonly string[];
  readonly sources: readonly string[];
  readonly lone: readonly string[];
  readonly partReads: readonly string[];
  readonly paths: readonly (readonly [path: string, isOpen: boolean])[];
}

/** Serialises words for storage between runs. */
export function formatWords(words: CatalogueWords): Uint8Array {
  const stored: Stored = {
    plain: Array.from(words.plain, ([word, others]) => [word, [...others]]),
    segments: [...words.segments],
    queries: [...words.queries],
    areas: [...words.areas],
    sources: [...words.sources],
    lone: [...words.lone],
    partReads: [...words.partReads],
    paths: [...words.paths],
  };
  return Buffer.from(JSON.stringify(stored));
}

/** Parses serialised words. */
export function parseWords(form: Buffer): CatalogueWords {
  const stored = JSON.parse(form.toString('utf8')) as Stored;
  return {
    plain: new Map(stored.plain.map(([word, others]) => [word, new Set(others)])),
    segments: new Set(stored.segments),
    queries: new Set(stored.queries),
    areas: new Set(stored.areas),
    sources: new Set(stored.sources),
    lone: new Set(stored.lone),
    partReads: new Set(stored.partReads),
    paths: new Map(stored.paths),
  };
}
