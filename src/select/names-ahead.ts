import { ANY_NAME } from './exported-names.js';
import type { ExportLink, Through } from './export-links.js';
import type { ImportClause } from './import-text.js';
import { leadsOn, passedOn, uses } from './reach-names.js';
import { API_HOPS, WORD_HOPS } from './select-importing.js';
import type { FileSeeds } from './reach-seeds.js';

/** A clause with the file that it leads to. */
export interface FollowedClause {
  readonly clause: ImportClause;
  readonly target: string;
}

/** How a host that has one file at hand looks at those it imports, however indirectly. */
export interface NamesAccess {
  readonly clauses: (file: string) => readonly FollowedClause[];
  /** Undefined: its text has a mention, but what it exports is not known. */
  readonly seeds: (file: string) => FileSeeds | undefined;
  /** Undefined: not known. */
  readonly links: (file: string, through: Through) => readonly ExportLink[] | undefined;
  readonly target: (file: string, specifier: string) => string | undefined;
  /** Whether there is no time left. */
  readonly isLate: () => boolean;
}

type Kind = keyof FileSeeds;

/** How far each kind of name leads, and through what, as in `selectImporting`. */
const KINDS: readonly { readonly kind: Kind; readonly hops: number; readonly through: Through }[] = [
  { kind: 'api', hops: API_HOPS, through: 'code' },
  { kind: 'paths', hops: 1, through: 'code' },
  { kind: 'words', hops: WORD_HOPS, through: 'value' },
];

/** Names that a file exports and that lead on, with the fewest hops from where they begin. */
type Hops = ReadonlyMap<string, number>;

interface Known extends Readonly<Record<Kind, Map<string, number>>> {
  readonly clauses: readonly FollowedClause[];
  /** The file, or what it imports, knows where the API is. */
  reachesApi: boolean;
}

/**
 * Which names of modules lead to the API, or to words of a path: what `selectImporting` finds from who imports whom,
 * for a host that goes from a file to those it imports. What is known of a file depends on what it imports alone, so
 * that it stays true whatever is looked at later.
 */
export class NamesAhead {
  readonly #access: NamesAccess;
  readonly #known = new Map<string, Known>();

  constructor(access: NamesAccess) {
    this.#access = access;
  }

  /** Looks at what these clauses lead to; false where there was no time for it. */
  learn(clauses: readonly FollowedClause[]): boolean {
    const found = this.#unknownFrom(clauses);
    const importers = new Map<string, string[]>();
    for (const file of found) {
      if (this.#access.isLate()) {
        for (const unfinished of found) this.#known.delete(unfinished);
        return false;
      }
      const followed = this.#known.get(file)?.clauses ?? [];
      this.#known.set(file, this.#begin(file, followed));
      for (const target of new Set(followed.map((one) => one.target)))
        importers.set(target, [...(importers.get(target) ?? []), file]);
    }
    const pending = new Set(found);
    // Grows while it is walked: what has changed is told to those who import it.
    for (const file of pending) {
      pending.delete(file);
      if (this.#access.isLate()) {
        for (const unfinished of found) this.#known.delete(unfinished);
        return false;
      }
      if (this.#update(file)) for (const importer of importers.get(file) ?? []) pending.add(importer);
    }
    return true;
  }

  /** Whether a file with these clauses can make a finding of what they lead to. */
  selects(clauses: readonly FollowedClause[]): boolean {
    const reaches = clauses.some(({ target }) => this.#known.get(target)?.reachesApi === true);
    return KINDS.some(
      ({ kind }) =>
        (kind !== 'words' || reaches) &&
        clauses.some(({ clause, target }) =>
          [...this.#namesOf(target, kind).keys()].some((name) => uses(clause, name)),
        ),
    );
  }

  /** Whether a name of a module leads on; `*` stands for all. */
  leads(file: string, name: string): boolean {
    return KINDS.some(({ kind }) => {
      const names = this.#namesOf(file, kind);
      return names.size > 0 && (name === '*' || names.has(name) || names.has(ANY_NAME));
    });
  }

  #namesOf(file: string, kind: Kind): Hops {
    return this.#known.get(file)?.[kind] ?? NONE;
  }

  /** Files that are not known yet, mostly before those that import them. */
  #unknownFrom(clauses: readonly FollowedClause[]): readonly string[] {
    const order: string[] = [];
    const path: { readonly file: string | undefined; readonly clauses: readonly FollowedClause[]; next: number }[] = [
      { file: undefined, clauses, next: 0 },
    ];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const target = visit.clauses[visit.next++]?.target;
      if (target === undefined) {
        path.pop();
        if (visit.file !== undefined) order.push(visit.file);
      } else if (!this.#known.has(target)) {
        const followed = this.#access.clauses(target);
        this.#known.set(target, unknown(followed));
        path.push({ file: target, clauses: followed, next: 0 });
      }
    }
    return order;
  }

  #begin(file: string, clauses: readonly FollowedClause[]): Known {
    const seeds = this.#access.seeds(file) ?? ANY_SEEDS;
    const first = (names: readonly string[]): Map<string, number> => new Map(names.map((name) => [name, 1]));
    return {
      api: first(seeds.api),
      paths: first(seeds.paths),
      words: first(seeds.words),
      clauses,
      reachesApi: seeds.api.length > 0,
    };
  }

  /** Adds what a file exports because of what its imports export now; whether that is anything new. */
  #update(file: string): boolean {
    const own = this.#known.get(file);
    if (own === undefined) return false;
    let changed = false;
    for (const { target } of own.clauses)
      if (!own.reachesApi && this.#known.get(target)?.reachesApi === true) changed = own.reachesApi = true;
    for (const { kind, hops, through } of KINDS) {
      const add = (name: string, hop: number): void => {
        if ((own[kind].get(name) ?? Infinity) <= hop) return;
        own[kind].set(name, hop);
        changed = true;
      };
      for (const { clause, target } of own.clauses) {
        for (const [name, hop] of [...this.#namesOf(target, kind)]) {
          for (const passed of passedOn(clause, name)) add(passed, hop);
          if (!uses(clause, name)) continue;
          for (const exported of this.#exportsBy(file, 'passed', target, name)) add(exported, hop);
          if (hop < hops) for (const exported of this.#exportsBy(file, through, target, name)) add(exported, hop + 1);
        }
      }
    }
    return changed;
  }

  #exportsBy(file: string, through: Through, target: string, name: string): readonly string[] {
    const links = this.#access.links(file, through);
    if (links === undefined) return [ANY_NAME];
    return links.flatMap((link) =>
      leadsOn(link, name) && this.#access.target(file, link.specifier) === target ? link.exports : [],
    );
  }
}

const NONE: Hops = new Map();

const ANY_SEEDS: FileSeeds = { api: [ANY_NAME], words: [ANY_NAME], paths: [ANY_NAME] };

function unknown(clauses: readonly FollowedClause[]): Known {
  return { api: new Map(), paths: new Map(), words: new Map(), clauses, reachesApi: false };
}
