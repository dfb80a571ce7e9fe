import { addTo } from '../../core/lib/collections.js';
import { ANY_NAME } from '../../select/exported-names.js';
import type { ExportUse } from '../../select/exported-names.js';
import type { ImportClause } from '../../languages/language-texts.js';
import { firstHop, leadsFrom, reachByName, reached, uses } from '../../select/reach-names.js';
import type { ReachModules } from '../../select/reach-names.js';

/**
 * Kind of value that a name of a module gives its importers. `made`: a value made of a word of a deprecated path.
 * `word`: code with one, whose requests callers complete. `path`: the same with a word that is rare in other paths.
 * `client`: an object created with an SDK.
 */
export type NameKind = 'made' | 'word' | 'path' | 'client';

/** Number and kinds of steps by which each kind is followed. */
const WAYS: Readonly<Record<NameKind, { readonly hops: number; readonly through: ExportUse }>> = {
  made: { hops: 3, through: 'value' },
  word: { hops: 1, through: 'code' },
  path: { hops: 1, through: 'code' },
  client: { hops: 2, through: 'code' },
};

/** Names of one module, by kind. */
export type NamesOfModule = Readonly<Partial<Record<NameKind, Iterable<string>>>>;

/** A clause with the file that it resolves to. */
export interface FollowedClause {
  readonly clause: ImportClause;
  readonly target: string;
}

/** Access of a host with one file to its imports, however indirect. */
export interface NamesAccess extends Pick<ReachModules, 'exportLinks' | 'target'> {
  readonly clauses: (file: string) => readonly FollowedClause[];
  /** Names that a file defines itself; undefined where its text has some and it is not known which. */
  readonly seeds: (file: string) => NamesOfModule | undefined;
  /** Whether there is no time left. */
  readonly isLate: () => boolean;
}

/**
 * The names of modules that give values of some kinds: a scan derives them from importers, this one from a file to its
 * imports. The result for a file depends on its imports alone, so that it stays valid when more files are read.
 */
export class ForwardNameReach {
  readonly #kinds: readonly NameKind[];
  readonly #access: NamesAccess;
  /** Clauses of known files. */
  readonly #clauses = new Map<string, readonly FollowedClause[]>();
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

  /** Follows these clauses; false where there was no time for it. */
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

  /** Whether these clauses import a name of a kind. */
  isTaken(kind: NameKind, clauses: readonly FollowedClause[]): boolean {
    return clauses.some(({ clause, target }) =>
      [...(this.#names[kind].get(target)?.keys() ?? [])].some((name) => uses(clause, name)),
    );
  }

  /** Whether a name of a module is one of any kind; `*` means all. */
  leads(file: string, name: string): boolean {
    return this.#kinds.some((kind) => leadsFrom(this.#names[kind], file, name));
  }

  #unknown(clauses: readonly FollowedClause[]): readonly string[] {
    return clauses.flatMap(({ target }) => (this.#clauses.has(target) ? [] : [target]));
  }

  /** Follows names to these files, which no known file imports, and among them. */
  #follow(found: ReadonlySet<string>): boolean {
    const { isLate, seeds: seedsOf, exportLinks, target } = this.#access;
    const starts = this.#kinds.map((kind) => ({ kind, names: new Map<string, ReadonlyMap<string, number>>() }));
    const importers = new Map<string, string[]>();
    for (const file of found) {
      if (isLate()) return false;
      const seeds = seedsOf(file);
      for (const { kind, names } of starts) {
        const own = firstHop(seeds === undefined ? [ANY_NAME] : (seeds[kind] ?? []));
        if (own.size > 0) names.set(file, own);
      }
      for (const imported of new Set(this.#clauses.get(file)?.map((one) => one.target))) {
        addTo(importers, imported, file);
        for (const { kind, names } of starts) {
          const known = this.#names[kind].get(imported);
          if (known !== undefined) names.set(imported, known);
        }
      }
    }
    let wasLate = found.size > 0 && isLate();
    const modules: ReachModules = {
      importers: (file) => ((wasLate ||= isLate()) ? [] : (importers.get(file) ?? [])),
      taken: (importer, file) =>
        this.#clauses.get(importer)?.flatMap((one) => (one.target === file ? one.clause : [])) ?? [],
      exportLinks,
      target,
    };
    const walks = starts.map(({ kind, names }) => ({ kind, ...reachByName(names, WAYS[kind], modules) }));
    if (wasLate) return false;
    for (const { kind, names } of walks) for (const [file, own] of names) this.#names[kind].set(file, own);
    return true;
  }
}
