import { isDeepStrictEqual } from 'node:util';
import { apisOf } from '../../core/api/known-apis.js';
import { createAnalyser } from '../../engine/analyse.js';
import type { Analyser } from '../../engine/analyse.js';
import { memoByObject } from '../../core/lib/collections.js';
import type { Catalogue } from '../../core/model/deprecation.js';
import type { FileFacts, ExprFact } from '../../core/model/facts.js';
import type { Finding } from '../../core/model/finding.js';
import type { ModuleReader } from '../../core/model/module-reader.js';
import { seedTests, wordTests } from '../../select/reach-seeds.js';
import { mentionsOf } from '../../select/mentions.js';
import { DiskImports, MAX_AGE, namedImports } from './disk-imports.js';
import { DiskReader, ModuleStore, readerAround } from './module-reader.js';
import type { NamedImports } from './disk-imports.js';
import type { ModuleParsing, Parsing } from './parse-module.js';
import type { TimeBudget } from './time-budget.js';
import type { Settings } from './settings.js';
import { exportLinks } from '../../select/reach-names.js';
import type { ExportLink, LinkKind } from '../../select/reach-names.js';
import { JAVASCRIPT_IMPORTS } from '../../languages/language-texts.js';
import { isMinified } from '../../select/select-file.js';
import type { ImportReach } from '../../select/forward-file-reach.js';
import type { SeedTests } from '../../select/reach-seeds.js';
import type { DiskText } from './disk.js';
import { ForwardNameReach } from './forward-name-reach.js';
import type { FollowedClause, NamesAccess, NamesOfModule } from './forward-name-reach.js';
import type { Span } from '../../core/model/span.js';
import { indexExports, leavesOf } from '../../select/exported-names.js';

/** A file in the linter's state. */
export interface LintedFile {
  /** Absolute path. */
  readonly path: string;
  /** Name in facts and findings. */
  readonly name: string;
  readonly text: string;
  /** Ids of the APIs whose base URL is in the text. */
  readonly mentionsApi: readonly string[];
  /** Whether its tree equals the tree of `moduleParsing`. */
  readonly isModule: boolean;
  /** Lowers its tree to facts; throws if there is not enough time. */
  readonly facts: () => FileFacts;
  /** Time budget of the analysis. */
  readonly patience: TimeBudget;
}

/** Reader of files on disk, with the analyser that memoises results about them. */
interface Program {
  readonly named: NamedImports;
  readonly reader: DiskReader;
  readonly analyse: Analyser;
}

/** Analyses of files that are linted in one folder with the same settings and parser, over one view of the disk. */
export class SharedAnalysis {
  readonly cwd: string;
  readonly parsing: Parsing;
  readonly #settings: Settings;
  readonly #store: ModuleStore;
  #program: Program | undefined;
  #names: ImportedNames | undefined;
  #isLate: () => boolean = () => false;
  #ownNames: NamesOfFile | undefined;

  constructor(cwd: string, settings: Settings, parsing: ModuleParsing) {
    this.cwd = cwd;
    this.parsing = parsing;
    this.#settings = settings;
    this.#store = new ModuleStore(cwd, settings.catalogue, parsing);
  }

  /** Caches the facts of a linted file for its importers; false if its text differs from the disk. */
  take({ path, text, isModule, facts }: LintedFile): boolean {
    const module = isModule ? this.#store.get(path) : undefined;
    return module?.text === text && module.facts(facts) !== undefined;
  }

  /** Drops cached names that may be based on an older text of a file. */
  noteChange(path: string): void {
    if (this.#names?.isCurrent(path) === false) this.#names = undefined;
  }

  /** Names that a file imports; undefined if there was not enough time. */
  namesOf(path: string, text: string, isLate: () => boolean): NamesOfFile | undefined {
    const named = namedImports(this.cwd, MAX_AGE);
    if (this.#names?.isStale(named) === true) this.#names = undefined;
    this.#names ??= new ImportedNames(this.#settings.catalogue, this.#store, named);
    return this.#names.of(path, text, isLate);
  }

  /** Returns the findings of a file and its imports, which do not depend on the files that were linted before. */
  findings(file: LintedFile): readonly Finding[] {
    if (!this.take(file)) return this.#analyseAlone(file);
    const { path, name, text, patience } = file;
    this.#isLate = patience.isLate;
    this.#ownNames = this.namesOf(path, text, patience.isLate);
    for (let isLast = false; ; isLast = true) {
      const named = namedImports(this.cwd, 0);
      if (this.#program?.named !== named) this.#program = this.#newProgram(named);
      const { reader, analyse } = this.#program;
      reader.begin(patience.isLate);
      const findings = reader.holds(name) ? analyse(name).findings : undefined;
      if (findings !== undefined && reader.holds(name) && !patience.wasLate()) return findings;
      // A dependency has changed, or was not checked in time.
      this.#program = undefined;
      if (findings !== undefined && (isLast || patience.wasLate())) return findings;
    }
  }

  #newProgram(named: NamedImports): Program {
    const reader = new DiskReader(this.cwd, this.#settings.catalogue, { store: this.#store, named });
    const leads: Leads = (specifier, name) => this.#ownNames?.leads(specifier, name) ?? true;
    return { named, reader, analyse: analyserOf(reader, this.#settings, { isStopped: () => this.#isLate(), leads }) };
  }

  #analyseAlone({ path, text, facts, mentionsApi, patience: { isLate } }: LintedFile): readonly Finding[] {
    const names = this.namesOf(path, text, isLate);
    const leads: Leads = (specifier, name) => names?.leads(specifier, name) ?? true;
    const own = { facts: facts(), mentionsApi };
    const disk = new DiskReader(this.cwd, this.#settings.catalogue, {
      store: this.#store,
      named: namedImports(this.cwd, 0),
    });
    disk.begin(isLate);
    const reader = readerAround(own, { cwd: this.cwd, catalogue: this.#settings.catalogue, disk });
    return analyserOf(reader, this.#settings, { isStopped: isLate, leads })(own.facts.file).findings;
  }
}

/** Returns the findings of a file without reading its imports. */
export function findingsWithoutImports(
  { facts, mentionsApi, patience: { isLate } }: LintedFile,
  cwd: string,
  settings: Settings,
): readonly Finding[] {
  const own = { facts: facts(), mentionsApi };
  const reader = readerAround(own, { cwd, catalogue: settings.catalogue });
  return analyserOf(reader, settings, { isStopped: isLate, leads: () => false })(own.facts.file).findings;
}

/** Cached analyses per settings: a configuration has few parsers. */
const MAX_SHARED = 8;

/** Returns the shared analysis for a folder, settings and a parser. */
export function sharedAnalysis(cwd: string, settings: Settings, parsing: ModuleParsing): SharedAnalysis {
  const known = bySettings(settings);
  let shared = known.find((candidate) => candidate.cwd === cwd && isSameParsing(candidate.parsing, parsing));
  if (shared === undefined) {
    known.push((shared = new SharedAnalysis(cwd, settings, parsing)));
    if (known.length > MAX_SHARED) known.shift();
  }
  return shared;
}

/** Drops names that analyses with these settings have cached for an older text of a file. */
export function dropStaleNames(settings: Settings, path: string): void {
  for (const shared of bySettings(settings)) shared.noteChange(path);
}

const bySettings = memoByObject((_settings: Settings): SharedAnalysis[] => []);

function isSameParsing(a: Parsing, b: Parsing): boolean {
  return a.parser === b.parser && isDeepStrictEqual(a.options, b.options);
}

/** Whether a name that the linted file imports has a value with a word of a path. */
type Leads = (specifier: string, name: string) => boolean;

interface AnalyserOptions {
  readonly isStopped: () => boolean;
  readonly leads: Leads;
}

function analyserOf(modules: ModuleReader, settings: Settings, { isStopped, leads }: AnalyserOptions): Analyser {
  const { catalogue, clients, resources } = settings;
  return createAnalyser({
    catalogue,
    clients,
    modules,
    findingsOnly: true,
    resources: resources ? 'report' : 'known',
    selection: {
      ...wordTestsFor(catalogue),
      imported: (_file, specifier, name) => apisOf(catalogue).isSdk(specifier) || leads(specifier, name),
    },
    isStopped,
  });
}

const wordTestsFor = memoByObject((catalogue: Catalogue) => wordTests(mentionsOf(catalogue)));

/** Syntax by which a module can re-export imported values. */
const REEXPORT = /\bexport\s*(?:\{|default\b|=)|\bexports\b|\b(?:define|System\.register)\s*\(/;

/**
 * Imported names of files that can lead to a finding: words of a path, and SDK clients. Clients are needed only for
 * files that read a word of a path as a member.
 */
class ImportedNames {
  readonly #catalogue: Catalogue;
  readonly #store: ModuleStore;
  readonly #tests: SeedTests;
  readonly #clauses = new Map<string, readonly FollowedClause[]>();
  readonly #links = new Map<string, readonly ExportLink[] | undefined>();
  readonly #imports: DiskImports;
  readonly #words: ForwardNameReach;
  readonly #clients: ForwardNameReach;
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
    this.#words = new ForwardNameReach(['made', 'word', 'path'], { ...access, seeds: (path) => this.#wordsOf(path) });
    this.#clients = new ForwardNameReach(['client'], { ...access, seeds: (path) => this.#clientsOf(path) });
  }

  /** Whether the last read text of a file is still its text on disk. */
  isCurrent(path: string): boolean {
    return this.#imports.isCurrent(path);
  }

  /** Whether a dependency of the cached names has changed. */
  isStale(named: NamedImports): boolean {
    return !this.#imports.isValid(named);
  }

  /** Names that a file with this text imports; undefined if there was not enough time. */
  of(path: string, text: string, isLate: () => boolean): NamesOfFile | undefined {
    this.#isLate = isLate;
    const clauses = this.#clausesIn(path, text);
    if (!this.#words.learn(clauses)) return undefined;
    const imports = this.#words.isTaken.bind(this.#words);
    return {
      selects: ({ reachesApi }) =>
        imports('path', clauses) || (reachesApi && (imports('made', clauses) || imports('word', clauses))),
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
      // An unquoted key is not among the mentioned words.
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

  #linksOf(path: string, through: LinkKind): readonly ExportLink[] | undefined {
    const key = `${through} ${path}`;
    if (!this.#links.has(key)) {
      const module = this.#imports.file(path);
      const hasNoReexport = through === 'passed' && module !== undefined && !REEXPORT.test(module.text);
      const facts = hasNoReexport || module === undefined ? undefined : this.#store.facts(path, module);
      this.#links.set(key, hasNoReexport ? [] : facts && exportLinks(facts, through));
    }
    return this.#links.get(key);
  }
}

/** Tests of the names that a file imports. */
interface NamesOfFile {
  /** Whether imported words can lead to a finding in a file whose own text has none. */
  readonly selects: (reach: Pick<ImportReach, 'reachesApi'>) => boolean;
  /** Whether a client of the API is imported. */
  readonly takesClient: () => boolean;
  /** Whether an imported name has a value with a word of a path; `*` means all names. */
  readonly leads: (specifier: string, name: string) => boolean;
}

/** Names under which a module exports values with words of deprecated paths. */
function wordSeeds(facts: FileFacts, { words, isKey }: Pick<SeedTests, 'words' | 'isKey'>): NamesOfModule {
  const [allWords, rareWords]: [Span[], Span[]] = [[], []];
  for (const { at, value } of leavesOf(facts).texts) {
    const found = words(value);
    if (found !== 'none') allWords.push(at);
    if (found === 'path') rareWords.push(at);
  }
  for (const { properties } of facts.objects)
    for (const property of properties)
      if (property.kind === 'property' && property.key !== undefined && isKey(property.key))
        allWords.push(property.keyAt);
  if (allWords.length === 0) return {};
  const dataKeys = keysOfData(facts);
  if (dataKeys !== undefined) return { made: dataKeys(allWords), path: dataKeys(rareWords) };
  return {
    made: indexExports(facts, 'value').holding(allWords),
    word: indexExports(facts).holding(allWords),
    path: indexExports(facts).holding(rareWords),
  };
}

/** Names under which a module exports a use of an SDK. */
function clientSeeds(facts: FileFacts, isSdk: (specifier: string) => boolean): NamesOfModule {
  const isUse = (value: ExprFact | undefined): boolean => value?.kind === 'imported' && isSdk(value.specifier);
  const places = leavesOf(facts).imports.flatMap((use) => (isUse(use) ? [use.at] : []));
  const locals = new Set(facts.bindings.flatMap(({ name, value }) => (isUse(value) ? [name] : [])));
  return places.length + locals.size === 0 ? {} : { client: indexExports(facts).holding(places, locals) };
}

/** Returns a function that lists keys of a data file whose values contain given spans, and `default` with them. */
function keysOfData({
  file,
  exports,
  objects,
}: FileFacts): ((places: readonly Span[]) => readonly string[]) | undefined {
  const [whole] = exports;
  if (!file.endsWith('.json') || whole?.kind !== 'assigned' || whole.value.kind !== 'object') return undefined;
  const properties = objects[whole.value.object]?.properties ?? [];
  return (places) => {
    const keys = properties.flatMap((property) => {
      if (property.kind !== 'property' || property.key === undefined) return [];
      const { keyAt, value } = property;
      return places.some(([start, end]) => keyAt[0] <= start && end <= value.at[1]) ? [property.key] : [];
    });
    return keys.length === 0 ? [] : ['default', ...keys];
  };
}
