/** The words of a catalogue that a text mentions, as the API spells them. */
export interface CatalogueWords {
  /** Common words, each with the other words of the paths it was chosen for. */
  readonly plain: ReadonlyMap<string, ReadonlySet<string>>;
  /** Words with a mark (`ring_tones`, `clockFaces`) that are segments or fields. */
  readonly segments: ReadonlySet<string>;
  /** Words that are parameters of a query, and so can stand alone: `{ ring_tone: 'low' }`. */
  readonly queries: ReadonlySet<string>;
  /** Names of parts of the API, as its documents have them. */
  readonly areas: ReadonlySet<string>;
  /** Ready-made sources of expressions. */
  readonly sources: ReadonlySet<string>;
  /** The same for what no request to an API is needed for: cipher suites, headers of one name. */
  readonly lone: ReadonlySet<string>;
  /** The same for reads of a field in a part of a record. */
  readonly partReads: ReadonlySet<string>;
  /** Deprecated paths and pieces of such, each with whether anything may come before and after it. */
  readonly paths: ReadonlyMap<string, boolean>;
}

/** Lists in the place of sets and maps. */
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

/** The form in which words are kept between runs. */
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

/** The words of such a form. */
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
