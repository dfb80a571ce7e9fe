import { addTo } from '../lib/multimap.js';
import { ANY_NAME } from './exported-names.js';
import type { ImportClause } from './import-text.js';
import { reached } from './reach-files.js';
import { DISTANCES, SEED_KINDS, firstHop, leadsFrom, noNames, reachByName, uses } from './reach-names.js';
import type { ReachModules } from './reach-names.js';
import type { FileSeeds } from './reach-seeds.js';

/** A clause with the file that it leads to. */
export interface FollowedClause {
  readonly clause: ImportClause;
  readonly target: string;
}

/** How a host that has one file at hand looks at those it imports, however indirectly. */
export interface NamesAccess extends Pick<ReachModules, 'exportLinks' | 'target'> {
  readonly clauses: (file: string) => readonly FollowedClause[];
  /** Undefined: its text has a mention, but what it exports is not known. */
  readonly seeds: (file: string) => FileSeeds | undefined;
  /** Whether there is no time left. */
  readonly isLate: () => boolean;
}

const ANY_SEEDS: FileSeeds = { api: [ANY_NAME], words: [ANY_NAME], paths: [ANY_NAME] };

/**
 * Which names of modules lead to the API, or to words of a path: what `selectImporting` finds from who imports whom,
 * for a host that goes from a file to those it imports. What is known of a file depends on what it imports alone, so
 * that it stays true whatever is looked at later.
 */
export class NamesAhead {
  readonly #access: NamesAccess;
  /** Of files that are known. */
  readonly #clauses = new Map<string, readonly FollowedClause[]>();
  readonly #names = noNames();
  /** Files that know where the API is, or import what does. */
  readonly #reaching = new Set<string>();

  constructor(access: NamesAccess) {
    this.#access = access;
  }

  /** Looks at what these clauses lead to; false where there was no time for it. */
  learn(clauses: readonly FollowedClause[]): boolean {
    const found = reached(this.#unknown(clauses), (file) => {
      const followed = this.#access.clauses(file);
      this.#clauses.set(file, followed);
      return this.#unknown(followed);
    });
    const isDone = this.#follow(found);
    if (!isDone) for (const unfinished of found) this.#clauses.delete(unfinished);
    return isDone;
  }

  /** Whether a file with these clauses can make a finding of what they lead to. */
  selects(clauses: readonly FollowedClause[]): boolean {
    const reaches = clauses.some(({ target }) => this.#reaching.has(target));
    return SEED_KINDS.some(
      (kind) =>
        (kind !== 'words' || reaches) &&
        clauses.some(({ clause, target }) =>
          [...(this.#names[kind].get(target)?.keys() ?? [])].some((name) => uses(clause, name)),
        ),
    );
  }

  /** Whether a name of a module leads on; `*` stands for all. */
  leads(file: string, name: string): boolean {
    return SEED_KINDS.some((kind) => leadsFrom(this.#names[kind], file, name));
  }

  #unknown(clauses: readonly FollowedClause[]): readonly string[] {
    return clauses.flatMap(({ target }) => (this.#clauses.has(target) ? [] : [target]));
  }

  /** Follows names to these files, which nothing that was known before imports, and among them. */
  #follow(found: ReadonlySet<string>): boolean {
    const { isLate, seeds: seedsOf, exportLinks, target } = this.#access;
    const starts = noNames();
    const reaching = new Set<string>();
    const importers = new Map<string, string[]>();
    for (const file of found) {
      if (isLate()) return false;
      const seeds = seedsOf(file) ?? ANY_SEEDS;
      for (const kind of SEED_KINDS) starts[kind].set(file, firstHop(seeds[kind]));
      if (seeds.api.length > 0) reaching.add(file);
      for (const imported of new Set(this.#clauses.get(file)?.map((one) => one.target))) {
        addTo(importers, imported, file);
        for (const kind of SEED_KINDS) {
          const known = this.#names[kind].get(imported);
          if (known !== undefined) starts[kind].set(imported, known);
        }
        if (this.#reaching.has(imported)) reaching.add(imported);
      }
    }
    let wasLate = found.size > 0 && isLate();
    const importersOf = (file: string): readonly string[] =>
      (wasLate ||= isLate()) ? [] : (importers.get(file) ?? []);
    const modules: ReachModules = {
      importers: importersOf,
      taken: (importer, file) =>
        this.#clauses.get(importer)?.flatMap((one) => (one.target === file ? one.clause : [])) ?? [],
      exportLinks,
      target,
    };
    const walks = SEED_KINDS.map((kind) => ({ kind, ...reachByName(starts[kind], DISTANCES[kind], modules) }));
    const users = reached(reaching, importersOf);
    if (wasLate) return false;
    for (const { kind, names } of walks) for (const [file, own] of names) this.#names[kind].set(file, own);
    for (const file of users) this.#reaching.add(file);
    return true;
  }
}
