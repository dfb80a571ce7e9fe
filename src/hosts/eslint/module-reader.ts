import { dirname, resolve as resolvePath } from 'node:path';
import { apisOf } from '../../core/api/known-apis.js';
import { lowerEstree } from '../../languages/facts/estree.js';
import { lowerJson } from '../../languages/facts/json.js';
import { reachedAlone } from '../../select/flow/api-flow.js';
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
 * The engine's view of the files on disk from within a linter. It records dependencies of relative imports, so that
 * results can be cached until one of these changes; other imports are valid as long as their `NamedImports`.
 */
export class DiskReader implements ModuleReader {
  readonly reachedAlone = true;
  readonly #cwd: string;
  readonly #store: ModuleStore;
  readonly #catalogue: Catalogue;
  readonly #named: NamedImports;
  readonly #dependencies = new DependencyGraph();
  readonly #resolved = new Map<string, Map<string, Resolution>>();
  readonly #probe = new ListingProbe((path) => this.#dependencies.addRead(this.#asking, path));
  #settings: SettingsFiles | undefined;
  /** Path of the file whose import is being resolved; dependencies are recorded for it. */
  #asking = EVERY_FILE;
  #isLate: () => boolean = () => false;

  constructor(cwd: string, catalogue: Catalogue, { store, named }: { store: ModuleStore; named: NamedImports }) {
    this.#cwd = cwd;
    this.#catalogue = catalogue;
    this.#store = store;
    this.#named = named;
  }

  /** Begins the analysis of a file. `isLate`: whether time for further modules has run out. */
  begin(isLate: () => boolean): void {
    this.#isLate = isLate;
    this.#dependencies.begin();
  }

  /** Whether all dependencies of the results for a file are unchanged. */
  holds(file: string): boolean {
    return this.#dependencies.isUnchanged(this.#pathOf(file));
  }

  resolve(fromFile: string, specifier: string): Resolution {
    let known = this.#resolved.get(fromFile);
    if (known === undefined) this.#resolved.set(fromFile, (known = new Map<string, Resolution>()));
    let resolution = known.get(specifier);
    if (resolution === undefined) known.set(specifier, (resolution = this.#find(fromFile, specifier)));
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
    return reachedIn(this.facts(file), this.mentionsApi(file), this.#catalogue);
  }

  packageVersion(fromFile: string, name: string): string | undefined {
    this.#asking = EVERY_FILE;
    return packageVersion(this.#probe, this.#pathOf(fromFile), name);
  }

  settings(fromFile: string, name: string): readonly Setting[] {
    this.#asking = EVERY_FILE;
    this.#settings ??= new SettingsFiles(this.#probe, this.#cwd);
    return this.#settings.valuesOf(this.#pathOf(fromFile), name);
  }

  #find(fromFile: string, specifier: string): Resolution {
    const from = this.#pathOf(fromFile);
    if (!isRelative(specifier)) {
      const answer = this.#named.resolve(from, specifier);
      if (answer.kind === 'file') this.#dependencies.addEdge(from, this.#pathOf(answer.file));
      return answer;
    }
    this.#asking = from;
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

/** Returns the places that values of APIs reach in a file; undefined if it has neither a base URL nor an SDK of one. */
function reachedIn(
  facts: FileFacts | undefined,
  named: readonly string[] | undefined,
  catalogue: Catalogue,
): Reached | undefined {
  if (facts === undefined) return undefined;
  const { usesSdk, reached } = reachedByFacts(catalogue);
  return named?.length || usesSdk(facts).answer ? reached(facts) : undefined;
}

const reachedByFacts = memoByObject((catalogue: Catalogue) => {
  const { isSdk } = apisOf(catalogue);
  return {
    usesSdk: memoByObject((facts: FileFacts) => ({ answer: facts.imports.some(({ specifier }) => isSdk(specifier)) })),
    reached: memoByObject((facts: FileFacts) => reachedAlone(facts, originsOf(catalogue))),
  };
});

/** Resolves a specifier without access to other files. */
function resolveWithoutDisk(specifier: string): Resolution {
  return /^(?:[.#~$/]|@\/)/.test(specifier) ? NOT_FOLLOWED : { kind: 'package', name: specifier };
}

/** The linted file in the linter's state, which may differ from the disk. */
export interface OwnModule {
  readonly facts: FileFacts;
  readonly mentionsApi: readonly string[];
}

/** Creates a reader of an unsaved file and the files on disk; without `disk`, of that file alone. */
export function readerAround(
  { facts: own, mentionsApi }: OwnModule,
  { cwd, catalogue, disk }: { cwd: string; catalogue: Catalogue; disk?: DiskReader },
): ModuleReader {
  const probe = new FileProbe();
  return {
    resolve(fromFile, specifier) {
      return disk?.resolve(fromFile, specifier) ?? resolveWithoutDisk(specifier);
    },
    facts: (file) => (file === own.file ? own : disk?.facts(file)),
    mentionsApi: (file) => (file === own.file ? mentionsApi : disk?.mentionsApi(file)),
    importers: () => [],
    reached: (file) => (file === own.file ? reachedIn(own, mentionsApi, catalogue) : disk?.reached(file)),
    reachedAlone: true,
    settings: (fromFile, name) =>
      disk?.settings(fromFile, name) ?? new SettingsFiles(probe, cwd).valuesOf(resolvePath(cwd, fromFile), name),
    packageVersion: (fromFile, name) => packageVersion(probe, resolvePath(cwd, fromFile), name),
  };
}

interface Dependency {
  readonly stamp: string;
  /** Last round in which its stamp was unchanged. */
  round: number;
}

/** Key of dependencies that apply to every file. */
const EVERY_FILE = '';

/**
 * Dependency graph of files and folders, by absolute path: a result for a file depends on everything that can be
 * reached from it. In each round, which is one linted file, each stamp is checked once.
 */
class DependencyGraph {
  readonly #known = new Map<string, Dependency>();
  readonly #edges = new Map<string, Set<string>>();
  #round = 0;
  #isBroken = false;

  /** Begins a round, in which every stamp has to be checked again. */
  begin(): void {
    this.#round += 1;
  }

  /** Records that `path` depends on another file or folder, which is about to be read. */
  addRead(path: string, other: string): void {
    this.addEdge(path, other);
    if (!this.#known.has(other)) this.recordStamp(other, stampOf(other));
  }

  /** Records that `path` depends on `other`, without taking its stamp. */
  addEdge(path: string, other: string): void {
    let edges = this.#edges.get(path);
    if (edges === undefined) this.#edges.set(path, (edges = new Set()));
    edges.add(other);
  }

  /** Records the stamp that a file or folder had when it was read in this round. */
  recordStamp(path: string, stamp: string): void {
    const known = this.#known.get(path);
    if (known === undefined) this.#known.set(path, { stamp, round: this.#round });
    else if (known.stamp === stamp) known.round = this.#round;
    else if (known.round !== this.#round) this.#isBroken = true;
  }

  /** Whether a file or folder was checked in this round, and was unchanged. */
  isFresh(path: string): boolean {
    return this.#known.get(path)?.round === this.#round;
  }

  /** Whether a file and all its dependencies are unchanged. */
  isUnchanged(path: string): boolean {
    const reached = new Set([path, EVERY_FILE]);
    for (const dependency of reached) {
      const known = this.#known.get(dependency);
      if (known !== undefined && known.round !== this.#round) this.recordStamp(dependency, stampOf(dependency));
      if (this.#isBroken) return false;
      for (const next of this.#edges.get(dependency) ?? []) reached.add(next);
    }
    return true;
  }
}

/** Characters of cached text; its facts take some twenty times the memory. */
const MAX_TEXT = 12_000_000;

/** Files on disk and their facts, by absolute path, for one parser. */
export class ModuleStore extends DiskTexts {
  readonly #cwd: string;
  readonly #parsing: ModuleParsing;

  constructor(cwd: string, catalogue: Catalogue, parsing: ModuleParsing) {
    super(catalogue, MAX_TEXT);
    this.#cwd = cwd;
    this.#parsing = parsing;
  }

  /** Returns the facts of a module. */
  facts(path: string, module: DiskText): FileFacts | undefined {
    return module.facts(() => {
      const name = nameOf(this.#cwd, path);
      if (path.endsWith('.json')) return lowerJson(name, module.text);
      const turn = this.#parsing.compilersTurn(path);
      return (
        (turn === 'first' ? parseWithCompiler(name, module.text) : undefined) ??
        this.#parseWithHost(path, name, module.text) ??
        (turn === 'last' ? parseWithCompiler(name, module.text) : undefined)
      );
    });
  }

  #parseWithHost(path: string, name: string, text: string): FileFacts | undefined {
    const program = this.#parsing.parse(text, path);
    return program === undefined ? undefined : lowerEstree(program, text, name);
  }
}

/**
 * Parses with the TypeScript compiler: equal facts without an ESTree, which takes several times as long. Undefined for
 * a text with syntax errors.
 */
function parseWithCompiler(name: string, text: string): FileFacts | undefined {
  work.filesParsed++;
  work.charactersParsed += text.length;
  try {
    const { facts, syntaxErrors } = javascriptParser.parse(name, text);
    return syntaxErrors === 0 ? facts : undefined;
  } catch {
    // Usually nested too deeply. The other parser is tried, and its errors are handled.
    return undefined;
  }
}
