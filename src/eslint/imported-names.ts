import type { Catalogue } from '../model/deprecation.js';
import { exportLinks } from '../select/export-links.js';
import type { ExportLink, Through } from '../select/export-links.js';
import { JAVASCRIPT_IMPORTS } from '../select/import-text.js';
import { mentionsOf } from '../select/mentions.js';
import { isMinified } from '../select/minified.js';
import { NamesAhead } from '../select/names-ahead.js';
import type { FollowedClause } from '../select/names-ahead.js';
import { seedsOf, seedTests } from '../select/reach-seeds.js';
import type { FileSeeds, SeedTests } from '../select/reach-seeds.js';
import { DiskImports } from './disk-imports.js';
import type { ModuleStore } from './module-store.js';
import type { NamedImports } from './named-imports.js';

const NO_SEEDS: FileSeeds = { api: [], words: [], paths: [] };

/** Names that files import from modules on disk, and which of them lead to the API or to words of a path. */
export class ImportedNames {
  readonly #catalogue: Catalogue;
  readonly #store: ModuleStore;
  readonly #tests: SeedTests;
  readonly #links = new Map<string, readonly ExportLink[] | undefined>();
  readonly #imports: DiskImports;
  readonly #names: NamesAhead;
  #isLate: () => boolean = () => false;

  constructor(catalogue: Catalogue, store: ModuleStore, named: NamedImports) {
    this.#imports = new DiskImports(named, (path) => store.get(path));
    this.#catalogue = catalogue;
    this.#store = store;
    this.#tests = seedTests(catalogue, mentionsOf(catalogue));
    this.#names = new NamesAhead({
      clauses: (path) => this.#clausesOf(path, this.#imports.file(path)?.text ?? ''),
      seeds: (path) => this.#seedsOf(path),
      exportLinks: (path, through) => this.#linksOf(path, through),
      target: (path, specifier) => this.#imports.target(path, specifier),
      isLate: () => this.#isLate(),
    });
  }

  /** Whether the text that was seen is still the text on disk. */
  isCurrent(path: string): boolean {
    return this.#imports.isCurrent(path);
  }

  /** Whether imports by name lead elsewhere now, or what was seen long ago is not what it was. */
  isOld(named: NamedImports): boolean {
    return !this.#imports.isHolding(named);
  }

  /** What a file with this text takes; undefined where there was no time to find out. */
  of(path: string, text: string, isLate: () => boolean): NamesOfFile | undefined {
    this.#isLate = isLate;
    const clauses = this.#clausesOf(path, text);
    if (!this.#names.learn(clauses)) return undefined;
    return {
      selects: () => this.#names.selects(clauses),
      leads: (specifier, name) => {
        const target = this.#imports.target(path, specifier);
        return target !== undefined && this.#names.leads(target, name);
      },
    };
  }

  #clausesOf(path: string, text: string): readonly FollowedClause[] {
    return JAVASCRIPT_IMPORTS.clausesIn(text).flatMap((clause) => {
      const target = this.#imports.target(path, clause.specifier);
      return target === undefined ? [] : [{ clause, target }];
    });
  }

  #seedsOf(path: string): FileSeeds | undefined {
    const module = this.#imports.file(path);
    const mention = module && mentionsOf(this.#catalogue).of(module.text);
    if (module === undefined || mention === undefined || isMinified(module.text)) return NO_SEEDS;
    const facts = this.#store.facts(path, module);
    return facts && seedsOf(facts, mention, this.#tests);
  }

  #linksOf(path: string, through: Through): readonly ExportLink[] | undefined {
    const key = `${through} ${path}`;
    if (!this.#links.has(key)) {
      const module = this.#imports.file(path);
      const facts = module && this.#store.facts(path, module);
      this.#links.set(key, facts && exportLinks(facts, through));
    }
    return this.#links.get(key);
  }
}

/** What a file takes from the modules it imports. */
export interface NamesOfFile {
  /** Whether it can make a finding of that. */
  readonly selects: () => boolean;
  /** Whether a name of a module leads on; `*` stands for all. */
  readonly leads: (specifier: string, name: string) => boolean;
}
