import { addTo } from '../../core/lib/collections.js';
import { ANY_NAME } from '../../select/exported-names.js';
import type { ExportUse } from '../../select/exported-names.js';
import type { ImportClause } from '../../languages/language-texts.js';
import { firstHop, isFollowedName, reachByName, filesReachedFrom, importsName } from '../../select/reach-names.js';
import type { ReachModules } from '../../select/reach-names.js';

/**
 * Kind of an exported value. `made`: a value that contains a word of a deprecated path. `word`: code with such a word,
 * whose requests callers complete. `path`: code with a word that is rare in other paths. `client`: an SDK client.
 */
export type NameKind = 'made' | 'word' | 'path' | 'client';

/** Limits for each kind: number of imports to follow, and uses in exports that are followed. */
const LIMITS_BY_KIND: Readonly<Record<NameKind, { readonly hops: number; readonly through: ExportUse }>> = {
  made: { hops: 3, through: 'value' },
  word: { hops: 1, through: 'code' },
  path: { hops: 1, through: 'code' },
  client: { hops: 2, through: 'code' },
};

/** Names of one module, by kind. */
export type NamesOfModule = Readonly<Partial<Record<NameKind, Iterable<string>>>>;

/** An import clause with the file that it resolves to. */
export interface FollowedClause {
  readonly clause: ImportClause;
  readonly target: string;
}

/** Access to the direct and indirect imports of one file. */
export interface NamesAccess extends Pick<ReachModules, 'exportLinks' | 'target'> {
  readonly clauses: (file: string) => readonly FollowedClause[];
  /** Names of values that a file itself contains; undefined if it contains such values, but its facts are unknown. */
  readonly seeds: (file: string) => NamesOfModule | undefined;
  /** Whether the time budget is spent. */
  readonly isLate: () => boolean;
}

/**
 * Exported names of modules whose values are of some kinds. Follows imports from one file forwards, whereas a scan
 * follows importers backwards. The result for a file depends only on its imports, so it stays valid when more files are
 * read.
 */
export class ForwardNameReach {
  readonly #kinds: readonly NameKind[];
  readonly #access: NamesAccess;
  /** Followed import clauses, by file. */
  readonly #clauses = new Map<string, readonly FollowedClause[]>();
  /** Exported names with the number of their hop, by kind and file. */
  readonly #names: Readonly<Record<NameKind, Map<string, ReadonlyMap<string, number>>>> = {
    made: new Map(),
    word: new Map(),
    path: new Map(),
    client: new Map(),
  };

  constructor(kinds: readonly NameKind[], access: NamesAccess) {
    this.#kinds = kinds;
    this.#access = access;
  }

  /** Follows import clauses; false if there was not enough time. */
  learn(clauses: readonly FollowedClause[]): boolean {
    const newFiles = filesReachedFrom(this.#newTargets(clauses), (file) => {
      const followed = this.#access.clauses(file);
      this.#clauses.set(file, followed);
      return this.#newTargets(followed);
    });
    const isDone = this.#propagate(newFiles);
    if (!isDone) for (const unfinished of newFiles) this.#clauses.delete(unfinished);
    return isDone;
  }

  /** Whether one of these clauses imports a name of a kind. */
  isTaken(kind: NameKind, clauses: readonly FollowedClause[]): boolean {
    return clauses.some(({ clause, target }) =>
      [...(this.#names[kind].get(target)?.keys() ?? [])].some((name) => importsName(clause, name)),
    );
  }

  /** Whether an exported name of a module has a value of any kind; `*` means all names. */
  leads(file: string, name: string): boolean {
    return this.#kinds.some((kind) => isFollowedName(this.#names[kind], file, name));
  }

  #newTargets(clauses: readonly FollowedClause[]): readonly string[] {
    return clauses.flatMap(({ target }) => (this.#clauses.has(target) ? [] : [target]));
  }

  /** Propagates names from known imports to new files, and among the new files; false if there was not enough time. */
  #propagate(newFiles: ReadonlySet<string>): boolean {
    const { isLate, seeds: seedsOf, exportLinks, target } = this.#access;
    const starts = this.#kinds.map((kind) => ({ kind, names: new Map<string, ReadonlyMap<string, number>>() }));
    const importers = new Map<string, string[]>();
    for (const file of newFiles) {
      if (isLate()) return false;
      const seeds = seedsOf(file);
      for (const { kind, names } of starts) {
        const ownNames = firstHop(seeds === undefined ? [ANY_NAME] : (seeds[kind] ?? []));
        if (ownNames.size > 0) names.set(file, ownNames);
      }
      for (const imported of new Set(this.#clauses.get(file)?.map((followed) => followed.target))) {
        addTo(importers, imported, file);
        for (const { kind, names } of starts) {
          const known = this.#names[kind].get(imported);
          if (known !== undefined) names.set(imported, known);
        }
      }
    }
    let wasLate = newFiles.size > 0 && isLate();
    const modules: ReachModules = {
      importers: (file) => ((wasLate ||= isLate()) ? [] : (importers.get(file) ?? [])),
      clausesOf: (importer, file) =>
        this.#clauses.get(importer)?.flatMap(({ clause, target: imported }) => (imported === file ? clause : [])) ?? [],
      exportLinks,
      target,
    };
    const results = starts.map(({ kind, names }) => ({ kind, ...reachByName(names, LIMITS_BY_KIND[kind], modules) }));
    if (wasLate) return false;
    for (const { kind, names } of results)
      for (const [file, namesOfFile] of names) this.#names[kind].set(file, namesOfFile);
    return true;
  }
}
