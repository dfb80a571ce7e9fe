import { isDeepStrictEqual } from 'node:util';
import { apisOf } from '../api/known-apis.js';
import { createAnalyser } from '../engine/analyse.js';
import type { Analyser } from '../engine/analyse.js';
import { remembered } from '../lib/remembered.js';
import type { Catalogue } from '../model/deprecation.js';
import type { FileFacts } from '../model/facts.js';
import type { Finding } from '../model/finding.js';
import type { ModuleReader } from '../model/module-reader.js';
import { wordTests } from '../select/call-selection.js';
import { mentionsOf } from '../select/mentions.js';
import { MAX_AGE } from './disk-imports.js';
import { ImportedNames } from './imported-names.js';
import type { NamesOfFile } from './imported-names.js';
import { DiskReader, readerAround } from './module-reader.js';
import { ModuleStore } from './module-store.js';
import { namedImports } from './named-imports.js';
import type { NamedImports } from './named-imports.js';
import type { ModuleParsing, Parsing } from './parse-module.js';
import type { Patience } from './patience.js';
import type { Settings } from './settings.js';

/** A file as the linter has it. */
export interface LintedFile {
  /** Absolute. */
  readonly path: string;
  /** As the engine knows it. */
  readonly name: string;
  readonly text: string;
  /** Ids of the APIs whose base URL is in the text. */
  readonly mentionsApi: readonly string[];
  /** Whether its tree is what the parser of modules would make of its text. */
  readonly isModule: boolean;
  /** Facts of its tree. It fails where there is no time to make them. */
  readonly facts: () => FileFacts;
  /** How long the analysis may take. */
  readonly patience: Patience;
}

/** Facts of the files on disk, and the analyser that memoises its answers about them. */
interface Program {
  readonly named: NamedImports;
  readonly reader: DiskReader;
  readonly analyse: Analyser;
}

/** Analyses of files that are linted in one folder with the same settings, by the same parser: they share what is on disk. */
export class SharedAnalysis {
  readonly cwd: string;
  readonly parsing: Parsing;
  readonly #settings: Settings;
  readonly #store: ModuleStore;
  #program: Program | undefined;
  #names: ImportedNames | undefined;
  #isLate: () => boolean = () => false;
  #own: NamesOfFile | undefined;

  constructor(cwd: string, settings: Settings, parsing: ModuleParsing) {
    this.cwd = cwd;
    this.parsing = parsing;
    this.#settings = settings;
    this.#store = new ModuleStore(cwd, settings.catalogue, parsing);
  }

  /** Takes the tree of a file for those that import it, if they see the text that the linter has. */
  take({ path, text, isModule, facts }: LintedFile): boolean {
    const module = isModule ? this.#store.get(path) : undefined;
    return module?.text === text && module.facts(facts) !== undefined;
  }

  /** Notes that others may know something else of a file than the linter has now. */
  noteChange(path: string): void {
    if (this.#names?.isCurrent(path) === false) this.#names = undefined;
  }

  /** Names that a file imports; undefined where there was no time to find out. */
  namesOf(path: string, text: string, isLate: () => boolean): NamesOfFile | undefined {
    const named = namedImports(this.cwd, MAX_AGE);
    if (this.#names?.isOld(named) === true) this.#names = undefined;
    this.#names ??= new ImportedNames(this.#settings.catalogue, this.#store, named);
    return this.#names.of(path, text, isLate);
  }

  /** Findings of a file and what it imports. They do not depend on the files that were linted before. */
  findings(file: LintedFile): readonly Finding[] {
    if (!this.take(file)) return this.#analyseAlone(file);
    const { path, name, text, patience } = file;
    this.#isLate = patience.isLate;
    this.#own = this.namesOf(path, text, patience.isLate);
    for (let isLast = false; ; isLast = true) {
      const named = namedImports(this.cwd, 0);
      if (this.#program?.named !== named) this.#program = this.#newProgram(named);
      const { reader, analyse } = this.#program;
      reader.begin(patience.isLate);
      const findings = reader.holds(name) ? analyse(name).findings : undefined;
      if (findings !== undefined && reader.holds(name) && !patience.wasLate()) return findings;
      // Something has changed, or was not looked at in time.
      this.#program = undefined;
      if (findings !== undefined && (isLast || patience.wasLate())) return findings;
    }
  }

  #newProgram(named: NamedImports): Program {
    const reader = new DiskReader(this.cwd, this.#settings.catalogue, { store: this.#store, named });
    const leads: Leads = (specifier, name) => this.#own?.leads(specifier, name) ?? true;
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

/** Findings of a file by itself. */
export function findingsWithoutImports(
  { facts, mentionsApi, patience: { isLate } }: LintedFile,
  cwd: string,
  settings: Settings,
): readonly Finding[] {
  const own = { facts: facts(), mentionsApi };
  const reader = readerAround(own, { cwd, catalogue: settings.catalogue });
  return analyserOf(reader, settings, { isStopped: isLate, leads: () => false })(own.facts.file).findings;
}

/** Most analyses that are kept: a configuration has few ways of parsing. */
const MAX_SHARED = 8;

/** The analysis that files share which are linted in a folder with these settings and this parser. */
export function sharedAnalysis(cwd: string, settings: Settings, parsing: ModuleParsing): SharedAnalysis {
  const known = bySettings(settings);
  let shared = known.find((one) => one.cwd === cwd && isSameParsing(one.parsing, parsing));
  if (shared === undefined) {
    known.push((shared = new SharedAnalysis(cwd, settings, parsing)));
    if (known.length > MAX_SHARED) known.shift();
  }
  return shared;
}

/** Tells the analyses with these settings that others may know something else of a file than the linter has now. */
export function noteChange(settings: Settings, path: string): void {
  for (const shared of bySettings(settings)) shared.noteChange(path);
}

const bySettings = remembered((_settings: Settings): SharedAnalysis[] => []);

function isSameParsing(one: Parsing, other: Parsing): boolean {
  return one.parser === other.parser && isDeepStrictEqual(one.options, other.options);
}

/** Whether a name that the linted file imports gives words of a path. */
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
    findingsAlone: true,
    resources: resources ? 'report' : 'known',
    selection: {
      ...wordTestsFor(catalogue),
      imported: (_file, specifier, name) => apisOf(catalogue).isSdk(specifier) || leads(specifier, name),
    },
    isStopped,
  });
}

const wordTestsFor = remembered((catalogue: Catalogue) => wordTests(mentionsOf(catalogue)));
