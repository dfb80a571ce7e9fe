import { apisOf } from '../api/known-apis.js';
import type { Catalogue } from '../model/deprecation.js';
import { exportLinks } from '../select/export-links.js';
import type { ExportLink, Through } from '../select/export-links.js';
import { JAVASCRIPT_IMPORTS } from '../select/import-text.js';
import { mentionsOf } from '../select/mentions.js';
import { isMinified } from '../select/minified.js';
import type { ImportReach } from '../select/reach-ahead.js';
import { seedTests } from '../select/reach-seeds.js';
import type { SeedTests } from '../select/reach-seeds.js';
import { DiskImports } from './disk-imports.js';
import type { DiskText } from './disk-texts.js';
import { clientSeeds, wordSeeds } from './module-seeds.js';
import type { ModuleStore } from './module-store.js';
import { NamesAhead } from './names-ahead.js';
import type { FollowedClause, NamesAccess, NamesOfModule } from './names-ahead.js';
import type { NamedImports } from './named-imports.js';

/** Forms by which a text can export imported values under names of its own. */
const PASSES = /\bexport\s*(?:\{|default\b|=)|\bexports\b|\b(?:define|System\.register)\s*\(/;

/**
 * Names that files import from modules on disk, and which of them give what a finding is made of: words of a path, and
 * clients of an SDK, which are asked for only where a file reads a word of a path as a member.
 */
export class ImportedNames {
  readonly #catalogue: Catalogue;
  readonly #store: ModuleStore;
  readonly #tests: SeedTests;
  readonly #clauses = new Map<string, readonly FollowedClause[]>();
  readonly #links = new Map<string, readonly ExportLink[] | undefined>();
  readonly #imports: DiskImports;
  readonly #words: NamesAhead;
  readonly #clients: NamesAhead;
  #isLate: () => boolean = () => false;

  constructor(catalogue: Catalogue, store: ModuleStore, named: NamedImports) {
    this.#imports = new DiskImports(named, (path) => store.get(path));
    this.#catalogue = catalogue;
    this.#store = store;
    this.#tests = seedTests(catalogue, mentionsOf(catalogue));
    const access: Omit<NamesAccess, 'seeds'> = {
      clauses: (path) => this.#clausesOf(path),
      exportLinks: (path, through) => this.#linksOf(path, through),
      target: (path, specifier) => this.#imports.target(path, specifier),
      isLate: () => this.#isLate(),
    };
    this.#words = new NamesAhead(['made', 'word', 'path'], { ...access, seeds: (path) => this.#wordsOf(path) });
    this.#clients = new NamesAhead(['client'], { ...access, seeds: (path) => this.#clientsOf(path) });
  }

  /** Whether the text that was seen is still the text on disk. */
  isCurrent(path: string): boolean {
    return this.#imports.isCurrent(path);
  }

  /** Whether imports by name lead elsewhere now, or what was seen long ago is not what it was. */
  isOld(named: NamedImports): boolean {
    return !this.#imports.isHolding(named);
  }

  /** Names that a file with this text takes; undefined where there was no time to find out. */
  of(path: string, text: string, isLate: () => boolean): NamesOfFile | undefined {
    this.#isLate = isLate;
    const clauses = this.#clausesIn(path, text);
    if (!this.#words.learn(clauses)) return undefined;
    const takes = this.#words.isTaken.bind(this.#words);
    return {
      selects: ({ reachesApi }) =>
        takes('path', clauses) || (reachesApi && (takes('made', clauses) || takes('word', clauses))),
      takesClient: () => !this.#clients.learn(clauses) || this.#clients.isTaken('client', clauses),
      leads: (specifier, name) => {
        const target = this.#imports.target(path, specifier);
        return target !== undefined && this.#words.leads(target, name);
      },
    };
  }

  #clausesOf(path: string): readonly FollowedClause[] {
    let clauses = this.#clauses.get(path);
    if (clauses === undefined)
      this.#clauses.set(path, (clauses = this.#clausesIn(path, this.#imports.file(path)?.text ?? '')));
    return clauses;
  }

  #clausesIn(path: string, text: string): readonly FollowedClause[] {
    return JAVASCRIPT_IMPORTS.clausesIn(text).flatMap((clause) => {
      const target = this.#imports.target(path, clause.specifier);
      return target === undefined ? [] : [{ clause, target }];
    });
  }

  #wordsOf(path: string): NamesOfModule | undefined {
    const isWord = ({ text, mentions: { mention, words } }: DiskText): boolean =>
      // A key without quotes is none of the words.
      mention !== undefined && (words !== 'none' || this.#isRare(text));
    return this.#seedsOf(path, isWord, (module) => {
      const facts = this.#store.facts(path, module);
      return facts && wordSeeds(facts, this.#tests);
    });
  }

  #isRare(text: string): boolean {
    return mentionsOf(this.#catalogue).of(text, (kind) => kind === 'rare') !== undefined;
  }

  #clientsOf(path: string): NamesOfModule | undefined {
    const { isSdk } = apisOf(this.#catalogue);
    const isClient = ({ mentions: { reachesApi, specifiers } }: DiskText): boolean =>
      reachesApi && specifiers.some(isSdk);
    return this.#seedsOf(path, isClient, (module) => {
      const facts = this.#store.facts(path, module);
      return facts && clientSeeds(facts, isSdk);
    });
  }

  #seedsOf(
    path: string,
    isSeed: (module: DiskText) => boolean,
    find: (module: DiskText) => NamesOfModule | undefined,
  ): NamesOfModule | undefined {
    const module = this.#imports.file(path);
    return module === undefined || !isSeed(module) || isMinified(module.text) ? {} : find(module);
  }

  #linksOf(path: string, through: Through): readonly ExportLink[] | undefined {
    const key = `${through} ${path}`;
    if (!this.#links.has(key)) {
      const module = this.#imports.file(path);
      const isIdle = through === 'passed' && module !== undefined && !PASSES.test(module.text);
      const facts = isIdle || module === undefined ? undefined : this.#store.facts(path, module);
      this.#links.set(key, isIdle ? [] : facts && exportLinks(facts, through));
    }
    return this.#links.get(key);
  }
}

/** Names that a file takes from the modules it imports. */
export interface NamesOfFile {
  /** Whether it can make a finding of the words among that, if its own text has none. */
  readonly selects: (reach: Pick<ImportReach, 'reachesApi'>) => boolean;
  /** Whether a client of the API is among that. */
  readonly takesClient: () => boolean;
  /** Whether a name of a module gives a word of a path; `*` stands for all. */
  readonly leads: (specifier: string, name: string) => boolean;
}
