import { addTo } from '../lib/multimap.js';
import type { HeldUses, Questions } from './held-uses.js';
import type { KeptFiles } from './kept-files.js';
import { writeUses } from './kept-part.js';
import type { KeptPart, KeptSearch } from './kept-part.js';
import type { StoredSearch } from './stored.js';
import type { NumberedQuestions } from './uses.js';

/** Results of searches for functions, with all their dependencies: see `Asked`. */
export class KeptSearches {
  readonly #parts: readonly KeptPart[];
  readonly #files: KeptFiles;
  readonly #held: HeldUses;
  /** Searches of earlier runs that know a function, with their parts. */
  #known: ReadonlyMap<string, readonly (readonly [KeptSearch, KeptPart])[]> | undefined;

  constructor(parts: readonly KeptPart[], files: KeptFiles, held: HeldUses) {
    this.#parts = parts;
    this.#files = files;
    this.#held = held;
  }

  /** A search of an earlier run that settled a function, where it still holds. */
  find(key: string, questions: Questions): KeptSearch | undefined {
    this.#known ??= this.#byFunction();
    const [search] = this.#known.get(key)?.find(([{ uses }, part]) => this.#holds(uses, part, questions)) ?? [];
    if (search !== undefined) this.#files.countParsed(search.uses);
    return search;
  }

  /** Those that were learnt in this run, and all earlier ones that are still valid. */
  toStored(
    learnt: readonly KeptSearch[],
    place: (file: string) => number,
    numbered: NumberedQuestions,
    questions: Questions,
  ): readonly StoredSearch[] {
    const earlier = this.#parts.flatMap((part) =>
      part.searches.filter(({ uses }) => this.#holds(uses, part, questions)),
    );
    const now = learnt.flatMap(({ settled, uses }) => {
      const kept = this.#files.keep(uses);
      return kept === undefined ? [] : [{ settled, uses: kept }];
    });
    return [...earlier, ...now].map(({ settled, uses }) => ({ settled, ...writeUses(uses, place, numbered) }));
  }

  #holds(uses: KeptSearch['uses'], part: KeptPart, questions: Questions): boolean {
    return this.#held.holds(uses, '', part, questions);
  }

  #byFunction(): ReadonlyMap<string, readonly (readonly [KeptSearch, KeptPart])[]> {
    const known = new Map<string, (readonly [KeptSearch, KeptPart])[]>();
    for (const part of this.#parts)
      for (const search of part.searches)
        for (const [key] of search.settled) addTo(known, key, [search, part] as const);
    return known;
  }
}
