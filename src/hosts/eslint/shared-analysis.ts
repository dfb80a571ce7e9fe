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
import { DiskReader, ModuleStore, createLintedReader } from './module-reader.js';
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

/** A file as the linter has it. */
export interface LintedFile {
  /** Absolute path. */
  readonly path: string;
  /** Name in facts and findings. */
  readonly name: string;
  readonly text: string;
  /** Ids of the APIs whose base URL is in the text. */
  readonly mentionsApi: readonly string[];
  /** Whether the linter's syntax tree equals the tree of `moduleParsing`. */
  readonly hasModuleTree: boolean;
  /** Lowers the syntax tree to facts; throws if there is not enough time. */
  readonly facts: () => FileFacts;
  /** Time budget of the analysis. */
  readonly timeBudget: TimeBudget;
}

/** Reader of files on disk, with an analyser that memoises results for these files. */
interface DiskProgram {
  readonly imports: NamedImports;
  readonly reader: DiskReader;
  readonly analyse: Analyser;
}

/** Analyses of the files that are linted in one folder with the same settings and parser; they share a disk reader. */
export class SharedAnalysis {
  readonly cwd: string;
  readonly parsing: Parsing;
  readonly #settings: Settings;
  readonly #store: ModuleStore;
  #program: DiskProgram | undefined;
  #importedNames: ImportedNames | undefined;
  #isLate: () => boolean = () => false;
  #namesOfLintedFile: NamesOfFile | undefined;

  constructor(cwd: string, settings: Settings, parsing: ModuleParsing) {
    this.cwd = cwd;
    this.parsing = parsing;
    this.#settings = settings;
    this.#store = new ModuleStore(cwd, settings.catalogue, parsing);
  }

  /** Caches the facts of a linted file for its importers. Returns false if the text differs from the disk. */
  cacheFacts({ path, text, hasModuleTree, facts }: LintedFile): boolean {
    const module = hasModuleTree ? this.#store.get(path) : undefined;
    return module?.text === text && module.facts(facts) !== undefined;
  }

  /** Drops cached names that may be based on an older text of a file. */
  noteChange(path: string): void {
    if (this.#importedNames?.isCurrent(path) === false) this.#importedNames = undefined;
  }

  /** Returns tests of the names that a file imports; undefined if there was not enough time. */
  namesOf(path: string, text: string, isLate: () => boolean): NamesOfFile | undefined {
    const imports = namedImports(this.cwd, MAX_AGE);
    if (this.#importedNames?.isStale(imports) === true) this.#importedNames = undefined;
    this.#importedNames ??= new ImportedNames(this.#settings.catalogue, this.#store, imports);
    return this.#importedNames.namesOf(path, text, isLate);
  }

  /** Returns the findings of a file and its imports, which do not depend on the files that were linted before. */
  findings(file: LintedFile): readonly Finding[] {
    if (!this.cacheFacts(file)) return this.#analyseAlone(file);
    const { path, name, text, timeBudget } = file;
    this.#isLate = timeBudget.isTooLateForAnalysis;
    this.#namesOfLintedFile = this.namesOf(path, text, timeBudget.isTooLateForAnalysis);
    for (let isLast = false; ; isLast = true) {
      const imports = namedImports(this.cwd, 0);
      if (this.#program?.imports !== imports) this.#program = this.#newProgram(imports);
      const { reader, analyse } = this.#program;
      reader.begin(timeBudget.isTooLateForAnalysis);
      const findings = reader.isCurrent(name) ? analyse(name).findings : undefined;
      if (findings !== undefined && reader.isCurrent(name) && !timeBudget.wasAnalysisStopped()) return findings;
      // A dependency has changed, or was not checked in time.
      this.#program = undefined;
      if (findings !== undefined && (isLast || timeBudget.wasAnalysisStopped())) return findings;
    }
  }

  #newProgram(imports: NamedImports): DiskProgram {
    const reader = new DiskReader(this.cwd, this.#settings.catalogue, { store: this.#store, named: imports });
    const hasPathWord: HasPathWord = (specifier, name) => this.#namesOfLintedFile?.hasPathWord(specifier, name) ?? true;
    return {
      imports,
      reader,
      analyse: analyserOf(reader, this.#settings, { isStopped: () => this.#isLate(), hasPathWord }),
    };
  }

  #analyseAlone({
    path,
    text,
    facts,
    mentionsApi,
    timeBudget: { isTooLateForAnalysis },
  }: LintedFile): readonly Finding[] {
    const names = this.namesOf(path, text, isTooLateForAnalysis);
    const hasPathWord: HasPathWord = (specifier, name) => names?.hasPathWord(specifier, name) ?? true;
    const lintedModule = { facts: facts(), mentionsApi };
    const disk = new DiskReader(this.cwd, this.#settings.catalogue, {
      store: this.#store,
      named: namedImports(this.cwd, 0),
    });
    disk.begin(isTooLateForAnalysis);
    const reader = createLintedReader(lintedModule, { cwd: this.cwd, catalogue: this.#settings.catalogue, disk });
    return analyserOf(reader, this.#settings, { isStopped: isTooLateForAnalysis, hasPathWord })(lintedModule.facts.file)
      .findings;
  }
}

/** Returns the findings of a file without reading its imports. */
export function findingsWithoutImports(
  { facts, mentionsApi, timeBudget: { isTooLateForAnalysis } }: LintedFile,
  cwd: string,
  settings: Settings,
): readonly Finding[] {
  const lintedModule = { facts: facts(), mentionsApi };
  const reader = createLintedReader(lintedModule, { cwd, catalogue: settings.catalogue });
  return analyserOf(reader, settings, { isStopped: isTooLateForAnalysis, hasPathWord: () => false })(
    lintedModule.facts.file,
  ).findings;
}

/** Maximum number of cached analyses per settings: a configuration has few parsers. */
const MAX_ANALYSES = 8;

/** Returns the shared analysis for a folder, settings and a parser. */
export function sharedAnalysis(cwd: string, settings: Settings, parsing: ModuleParsing): SharedAnalysis {
  const analyses = analysesBySettings(settings);
  let shared = analyses.find((candidate) => candidate.cwd === cwd && isSameParsing(candidate.parsing, parsing));
  if (shared === undefined) {
    analyses.push((shared = new SharedAnalysis(cwd, settings, parsing)));
    if (analyses.length > MAX_ANALYSES) analyses.shift();
  }
  return shared;
}

/** Drops names that analyses with these settings have cached for an older text of a file. */
export function dropStaleNames(settings: Settings, path: string): void {
  for (const shared of analysesBySettings(settings)) shared.noteChange(path);
}

const analysesBySettings = memoByObject((_settings: Settings): SharedAnalysis[] => []);

function isSameParsing(a: Parsing, b: Parsing): boolean {
  return a.parser === b.parser && isDeepStrictEqual(a.options, b.options);
}

/** Whether an imported name of the linted file has a value with a word of a path. */
type HasPathWord = (specifier: string, name: string) => boolean;

interface AnalyserOptions {
  readonly isStopped: () => boolean;
  readonly hasPathWord: HasPathWord;
}

function analyserOf(modules: ModuleReader, settings: Settings, { isStopped, hasPathWord }: AnalyserOptions): Analyser {
  const { catalogue, clients, resources } = settings;
  return createAnalyser({
    catalogue,
    clients,
    modules,
    findingsOnly: true,
    resources: resources ? 'report' : 'known',
    selection: {
      ...wordTestsFor(catalogue),
      imported: (_file, specifier, name) => apisOf(catalogue).isSdk(specifier) || hasPathWord(specifier, name),
    },
    isStopped,
  });
}

const wordTestsFor = memoByObject((catalogue: Catalogue) => wordTests(mentionsOf(catalogue)));

/** Syntax by which a module can re-export imported values. */
const REEXPORT = /\bexport\s*(?:\{|default\b|=)|\bexports\b|\b(?:define|System\.register)\s*\(/;

/**
 * Imported names that can cause a finding: words of a path, and SDK clients. Clients are needed only for files that
 * read a word of a path as a member.
 */
class ImportedNames {
  readonly #catalogue: Catalogue;
  readonly #store: ModuleStore;
  readonly #seedTests: SeedTests;
  readonly #clauses = new Map<string, readonly FollowedClause[]>();
  readonly #links = new Map<string, readonly ExportLink[] | undefined>();
  readonly #imports: DiskImports;
  readonly #wordReach: ForwardNameReach;
  readonly #clientReach: ForwardNameReach;
  #isLate: () => boolean = () => false;

  constructor(catalogue: Catalogue, store: ModuleStore, imports: NamedImports) {
    this.#imports = new DiskImports(imports, (path) => store.get(path));
    this.#catalogue = catalogue;
    this.#store = store;
    this.#seedTests = seedTests(catalogue, mentionsOf(catalogue));
    const access: Omit<NamesAccess, 'seeds'> = {
      clauses: (path) => this.#clausesOf(path),
      exportLinks: (path, linkKind) => this.#linksOf(path, linkKind),
      target: (path, specifier) => this.#imports.target(path, specifier),
      isLate: () => this.#isLate(),
    };
    this.#wordReach = new ForwardNameReach(['made', 'word', 'path'], {
      ...access,
      seeds: (path) => this.#wordSeedsOf(path),
    });
    this.#clientReach = new ForwardNameReach(['client'], { ...access, seeds: (path) => this.#clientSeedsOf(path) });
  }

  /** Whether a file on disk still has the text that was read last. */
  isCurrent(path: string): boolean {
    return this.#imports.isCurrent(path);
  }

  /** Whether a dependency of the cached names has changed. */
  isStale(imports: NamedImports): boolean {
    return !this.#imports.isValid(imports);
  }

  /** Returns tests of the names that a text imports; undefined if there was not enough time. */
  namesOf(path: string, text: string, isLate: () => boolean): NamesOfFile | undefined {
    this.#isLate = isLate;
    const clauses = this.#clausesIn(path, text);
    if (!this.#wordReach.learn(clauses)) return undefined;
    const areImported = this.#wordReach.isTaken.bind(this.#wordReach);
    return {
      maySelect: ({ reachesApi }) =>
        areImported('path', clauses) || (reachesApi && (areImported('made', clauses) || areImported('word', clauses))),
      importsClient: () => !this.#clientReach.learn(clauses) || this.#clientReach.isTaken('client', clauses),
      hasPathWord: (specifier, name) => {
        const target = this.#imports.target(path, specifier);
        return target !== undefined && this.#wordReach.leads(target, name);
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

  #wordSeedsOf(path: string): NamesOfModule | undefined {
    const isWord = ({ text, mentions: { mention, words } }: DiskText): boolean =>
      // An unquoted key is not among the mentioned words.
      mention !== undefined && (words !== 'none' || this.#hasRareWord(text));
    return this.#seedsOf(path, isWord, (module) => {
      const facts = this.#store.facts(path, module);
      return facts && wordSeeds(facts, this.#seedTests);
    });
  }

  #hasRareWord(text: string): boolean {
    return mentionsOf(this.#catalogue).of(text, (kind) => kind === 'rare') !== undefined;
  }

  #clientSeedsOf(path: string): NamesOfModule | undefined {
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
    findSeeds: (module: DiskText) => NamesOfModule | undefined,
  ): NamesOfModule | undefined {
    const module = this.#imports.file(path);
    return module === undefined || !isSeed(module) || isMinified(module.text) ? {} : findSeeds(module);
  }

  #linksOf(path: string, linkKind: LinkKind): readonly ExportLink[] | undefined {
    const key = `${linkKind} ${path}`;
    if (!this.#links.has(key)) {
      const module = this.#imports.file(path);
      const hasNoReexport = linkKind === 'passed' && module !== undefined && !REEXPORT.test(module.text);
      const facts = hasNoReexport || module === undefined ? undefined : this.#store.facts(path, module);
      this.#links.set(key, hasNoReexport ? [] : facts && exportLinks(facts, linkKind));
    }
    return this.#links.get(key);
  }
}

/** Tests of the imported names of a file. */
interface NamesOfFile {
  /** Whether imported words can cause a finding in a file whose own text has no word of a path. */
  readonly maySelect: (reach: Pick<ImportReach, 'reachesApi'>) => boolean;
  /** Whether a client of the API is imported. */
  readonly importsClient: () => boolean;
  /** Whether an imported name has a value with a word of a path; `*` means all names. */
  readonly hasPathWord: (specifier: string, name: string) => boolean;
}

/** Returns the names under which a module exports values with words of deprecated paths. */
function wordSeeds(facts: FileFacts, { words, isKey }: Pick<SeedTests, 'words' | 'isKey'>): NamesOfModule {
  const [allWords, rareWords]: [Span[], Span[]] = [[], []];
  for (const { at, value } of leavesOf(facts).texts) {
    const wordKind = words(value);
    if (wordKind !== 'none') allWords.push(at);
    if (wordKind === 'path') rareWords.push(at);
  }
  for (const { properties } of facts.objects)
    for (const property of properties)
      if (property.kind === 'property' && property.key !== undefined && isKey(property.key))
        allWords.push(property.keyAt);
  if (allWords.length === 0) return {};
  const dataKeys = keysOfData(facts);
  if (dataKeys !== undefined) return { made: dataKeys(allWords), path: dataKeys(rareWords) };
  return {
    made: indexExports(facts, 'value').namesContaining(allWords),
    word: indexExports(facts).namesContaining(allWords),
    path: indexExports(facts).namesContaining(rareWords),
  };
}

/** Returns the names under which a module exports a use of an SDK. */
function clientSeeds(facts: FileFacts, isSdk: (specifier: string) => boolean): NamesOfModule {
  const isSdkUse = (value: ExprFact | undefined): boolean => value?.kind === 'imported' && isSdk(value.specifier);
  const places = leavesOf(facts).imports.flatMap((use) => (isSdkUse(use) ? [use.at] : []));
  const locals = new Set(facts.bindings.flatMap(({ name, value }) => (isSdkUse(value) ? [name] : [])));
  return places.length + locals.size === 0 ? {} : { client: indexExports(facts).namesContaining(places, locals) };
}

/** Returns a function that lists the keys of a data file whose values contain one of some spans, and `default`. */
function keysOfData({
  file,
  exports,
  objects,
}: FileFacts): ((spans: readonly Span[]) => readonly string[]) | undefined {
  const [dataExport] = exports;
  if (!file.endsWith('.json') || dataExport?.kind !== 'assigned' || dataExport.value.kind !== 'object')
    return undefined;
  const properties = objects[dataExport.value.object]?.properties ?? [];
  return (spans) => {
    const keys = properties.flatMap((property) => {
      if (property.kind !== 'property' || property.key === undefined) return [];
      const { keyAt, value } = property;
      return spans.some(([start, end]) => keyAt[0] <= start && end <= value.at[1]) ? [property.key] : [];
    });
    return keys.length === 0 ? [] : ['default', ...keys];
  };
}
