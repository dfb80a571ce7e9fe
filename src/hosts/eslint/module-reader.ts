import { dirname, resolve as resolvePath } from 'node:path';
import { apisOf } from '../../core/api/known-apis.js';
import { lowerEstree } from '../../languages/facts/estree.js';
import { lowerJson } from '../../languages/facts/json.js';
import { reachedWithinFile } from '../../select/flow/api-flow.js';
import { originsOf } from '../../select/flow/origins.js';
import { javascriptParser } from '../../languages/javascript/parse.js';
import { memoByObject } from '../../core/lib/collections.js';
import { work } from '../../core/lib/work.js';
import type { Catalogue } from '../../core/model/deprecation.js';
import type { FileFacts } from '../../core/model/facts.js';
import type { ModuleReader, Reached, Resolution, Setting } from '../../core/model/module-reader.js';
import { FileProbe } from '../../files/file-probe.js';
import { packageVersion } from '../../files/package-version.js';
import { SettingsFiles } from '../../files/settings-files.js';
import { isRelative, relativeFile } from './disk-imports.js';
import type { NamedImports } from './disk-imports.js';
import { DiskTexts, ListingProbe, nameOf, stampOf } from './disk.js';
import type { DiskText } from './disk.js';
import type { ModuleParsing } from './parse-module.js';

const NOT_FOLLOWED: Resolution = { kind: 'unresolved', reason: 'import not followed' };

/**
 * Module reader of a linter for files on disk. Records the dependencies of relative imports, so that results can be
 * cached until a dependency changes; results of other imports are valid as long as their `NamedImports`.
 */
export class DiskReader implements ModuleReader {
  readonly reachedAlone = true;
  readonly #cwd: string;
  readonly #store: ModuleStore;
  readonly #catalogue: Catalogue;
  readonly #namedImports: NamedImports;
  readonly #dependencies = new DependencyGraph();
  readonly #resolutions = new Map<string, Map<string, Resolution>>();
  readonly #probe = new ListingProbe((path) => this.#dependencies.addRead(this.#importingFile, path));
  #settings: SettingsFiles | undefined;
  /** Path of the file whose import is being resolved, and for which dependencies are recorded. */
  #importingFile = EVERY_FILE;
  #isLate: () => boolean = () => false;

  constructor(
    cwd: string,
    catalogue: Catalogue,
    { store, named: namedImports }: { store: ModuleStore; named: NamedImports },
  ) {
    this.#cwd = cwd;
    this.#catalogue = catalogue;
    this.#store = store;
    this.#namedImports = namedImports;
  }

  /** Begins the analysis of a file. `isLate`: whether time for further modules has run out. */
  begin(isLate: () => boolean): void {
    this.#isLate = isLate;
    this.#dependencies.begin();
  }

  /** Whether all dependencies of the results for a file are unchanged. */
  isCurrent(file: string): boolean {
    return this.#dependencies.isUnchanged(this.#pathOf(file));
  }

  resolve(fromFile: string, specifier: string): Resolution {
    let resolutions = this.#resolutions.get(fromFile);
    if (resolutions === undefined) this.#resolutions.set(fromFile, (resolutions = new Map<string, Resolution>()));
    let resolution = resolutions.get(specifier);
    if (resolution === undefined) resolutions.set(specifier, (resolution = this.#findResolution(fromFile, specifier)));
    return resolution;
  }

  facts(file: string): FileFacts | undefined {
    if (this.#isLate()) return undefined;
    const module = this.#module(file);
    return module && this.#store.facts(this.#pathOf(file), module);
  }

  mentionsApi(file: string): readonly string[] | undefined {
    return this.#module(file)?.mentionsApi;
  }

  importers(): readonly string[] {
    return [];
  }

  reached(file: string): Reached | undefined {
    return reachIn(this.facts(file), this.mentionsApi(file), this.#catalogue);
  }

  packageVersion(fromFile: string, name: string): string | undefined {
    this.#importingFile = EVERY_FILE;
    return packageVersion(this.#probe, this.#pathOf(fromFile), name);
  }

  settings(fromFile: string, name: string): readonly Setting[] {
    this.#importingFile = EVERY_FILE;
    this.#settings ??= new SettingsFiles(this.#probe, this.#cwd);
    return this.#settings.valuesOf(this.#pathOf(fromFile), name);
  }

  #findResolution(fromFile: string, specifier: string): Resolution {
    const from = this.#pathOf(fromFile);
    if (!isRelative(specifier)) {
      const resolution = this.#namedImports.resolve(from, specifier);
      if (resolution.kind === 'file') this.#dependencies.addEdge(from, this.#pathOf(resolution.file));
      return resolution;
    }
    this.#importingFile = from;
    const path = relativeFile(this.#probe, dirname(from), specifier);
    if (path === undefined || /[\\/]node_modules[\\/]/.test(path)) return NOT_FOLLOWED;
    this.#dependencies.addEdge(from, path);
    return { kind: 'file', file: nameOf(this.#cwd, path) };
  }

  #module(file: string): DiskText | undefined {
    const path = this.#pathOf(file);
    const module = this.#store.get(path, this.#dependencies.isFresh(path) ? Infinity : 0);
    this.#dependencies.recordStamp(path, module?.stamp ?? stampOf(path));
    return module;
  }

  #pathOf(file: string): string {
    return resolvePath(this.#cwd, file);
  }
}

/** Returns the places that values of APIs reach in a file; undefined for a file with neither a base URL nor an SDK. */
function reachIn(
  facts: FileFacts | undefined,
  mentionedApis: readonly string[] | undefined,
  catalogue: Catalogue,
): Reached | undefined {
  if (facts === undefined) return undefined;
  const { usesSdk, reached } = reachedByFacts(catalogue);
  return mentionedApis?.length || usesSdk(facts).answer ? reached(facts) : undefined;
}

const reachedByFacts = memoByObject((catalogue: Catalogue) => {
  const { isSdk } = apisOf(catalogue);
  return {
    usesSdk: memoByObject((facts: FileFacts) => ({ answer: facts.imports.some(({ specifier }) => isSdk(specifier)) })),
    reached: memoByObject((facts: FileFacts) => reachedWithinFile(facts, originsOf(catalogue))),
  };
});

/** Resolves a specifier without access to other files. */
function resolveWithoutDisk(specifier: string): Resolution {
  return /^(?:[.#~$/]|@\/)/.test(specifier) ? NOT_FOLLOWED : { kind: 'package', name: specifier };
}

/** The linted file as the linter has it, which may differ from the disk. */
export interface LintedModule {
  readonly facts: FileFacts;
  readonly mentionsApi: readonly string[];
}

/** Creates a reader of an unsaved file and the files on disk; without `disk`, of the unsaved file alone. */
export function createLintedReader(
  { facts: lintedFacts, mentionsApi }: LintedModule,
  { cwd, catalogue, disk }: { cwd: string; catalogue: Catalogue; disk?: DiskReader },
): ModuleReader {
  const probe = new FileProbe();
  return {
    resolve(fromFile, specifier) {
      return disk?.resolve(fromFile, specifier) ?? resolveWithoutDisk(specifier);
    },
    facts: (file) => (file === lintedFacts.file ? lintedFacts : disk?.facts(file)),
    mentionsApi: (file) => (file === lintedFacts.file ? mentionsApi : disk?.mentionsApi(file)),
    importers: () => [],
    reached: (file) => (file === lintedFacts.file ? reachIn(lintedFacts, mentionsApi, catalogue) : disk?.reached(file)),
    reachedAlone: true,
    settings: (fromFile, name) =>
      disk?.settings(fromFile, name) ?? new SettingsFiles(probe, cwd).valuesOf(resolvePath(cwd, fromFile), name),
    packageVersion: (fromFile, name) => packageVersion(probe, resolvePath(cwd, fromFile), name),
  };
}

interface Dependency {
  readonly stamp: string;
  /** Last round in which the stamp was unchanged. */
  round: number;
}

/** Key of dependencies that apply to every file. */
const EVERY_FILE = '';

/**
 * Dependency graph of files and folders, by absolute path: a result for a file depends on everything that can be
 * reached from the file. A round is the analysis of one linted file; it checks each stamp once.
 */
class DependencyGraph {
  readonly #dependencies = new Map<string, Dependency>();
  readonly #edges = new Map<string, Set<string>>();
  #round = 0;
  #hasChanged = false;

  /** Begins a round, in which every stamp has to be checked again. */
  begin(): void {
    this.#round += 1;
  }

  /** Records that `path` depends on a file or folder that is about to be read. */
  addRead(path: string, dependencyPath: string): void {
    this.addEdge(path, dependencyPath);
    if (!this.#dependencies.has(dependencyPath)) this.recordStamp(dependencyPath, stampOf(dependencyPath));
  }

  /** Records that `path` depends on a file or folder, without its stamp. */
  addEdge(path: string, dependencyPath: string): void {
    let edges = this.#edges.get(path);
    if (edges === undefined) this.#edges.set(path, (edges = new Set()));
    edges.add(dependencyPath);
  }

  /** Records the stamp that a file or folder had when it was read in this round. */
  recordStamp(path: string, stamp: string): void {
    const recorded = this.#dependencies.get(path);
    if (recorded === undefined) this.#dependencies.set(path, { stamp, round: this.#round });
    else if (recorded.stamp === stamp) recorded.round = this.#round;
    else if (recorded.round !== this.#round) this.#hasChanged = true;
  }

  /** Whether a file or folder was checked in this round, and was unchanged. */
  isFresh(path: string): boolean {
    return this.#dependencies.get(path)?.round === this.#round;
  }

  /** Whether a file and all its dependencies are unchanged. */
  isUnchanged(path: string): boolean {
    const reachedPaths = new Set([path, EVERY_FILE]);
    for (const dependency of reachedPaths) {
      const recorded = this.#dependencies.get(dependency);
      if (recorded !== undefined && recorded.round !== this.#round) this.recordStamp(dependency, stampOf(dependency));
      if (this.#hasChanged) return false;
      for (const next of this.#edges.get(dependency) ?? []) reachedPaths.add(next);
    }
    return true;
  }
}

/** Maximum number of characters of cached text; the facts take about twenty times the memory. */
const MAX_CACHED_CHARACTERS = 12_000_000;

/** Files on disk and their facts, by absolute path, for one parser. */
export class ModuleStore extends DiskTexts {
  readonly #cwd: string;
  readonly #parsing: ModuleParsing;

  constructor(cwd: string, catalogue: Catalogue, parsing: ModuleParsing) {
    super(catalogue, MAX_CACHED_CHARACTERS);
    this.#cwd = cwd;
    this.#parsing = parsing;
  }

  /** Returns the facts of a module. */
  facts(path: string, module: DiskText): FileFacts | undefined {
    return module.facts(() => {
      const name = nameOf(this.#cwd, path);
      if (path.endsWith('.json')) return lowerJson(name, module.text);
      const compilerOrder = this.#parsing.compilerOrder(path);
      return (
        (compilerOrder === 'first' ? parseWithCompiler(name, module.text) : undefined) ??
        this.#parseWithHost(path, name, module.text) ??
        (compilerOrder === 'last' ? parseWithCompiler(name, module.text) : undefined)
      );
    });
  }

  #parseWithHost(path: string, name: string, text: string): FileFacts | undefined {
    const program = this.#parsing.parse(text, path);
    return program === undefined ? undefined : lowerEstree(program, text, name);
  }
}

/**
 * Parses with the TypeScript compiler, which has the same facts without an ESTree, and is several times faster. Returns
 * undefined for a text with syntax errors.
 */
function parseWithCompiler(name: string, text: string): FileFacts | undefined {
  work.filesParsed++;
  work.charactersParsed += text.length;
  try {
    const { facts, syntaxErrors } = javascriptParser.parse(name, text);
    return syntaxErrors === 0 ? facts : undefined;
  } catch {
    // The text is usually nested too deeply. The host's parser is tried, and its errors are handled.
    return undefined;
  }
}
