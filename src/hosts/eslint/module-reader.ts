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
 * The engine's view of the files on disk from within a linter. It records the dependencies of its answers about
 * relative imports, so that results can be cached as long as these are unchanged; other answers are valid as long as
 * their source.
 */
export class DiskReader implements ModuleReader {
  readonly reachedAlone = true;
  readonly #cwd: string;
  readonly #store: ModuleStore;
  readonly #catalogue: Catalogue;
  readonly #named: NamedImports;
  readonly #grounds = new Grounds();
  readonly #resolved = new Map<string, Map<string, Resolution>>();
  readonly #probe = new ListingProbe((path) => this.#grounds.need(this.#asking, path));
  #settings: SettingsFiles | undefined;
  /** The file for which the disk is asked. */
  #asking = EVERYWHERE;
  #isLate: () => boolean = () => false;

  constructor(cwd: string, catalogue: Catalogue, { store, named }: { store: ModuleStore; named: NamedImports }) {
    this.#cwd = cwd;
    this.#catalogue = catalogue;
    this.#store = store;
    this.#named = named;
  }

  /** Begins the analysis of a file. `isLate`: whether there is no time left for further modules. */
  begin(isLate: () => boolean): void {
    this.#isLate = isLate;
    this.#grounds.begin();
  }

  /** Whether all answers about a file are still the same. */
  holds(file: string): boolean {
    return this.#grounds.hold(this.#pathOf(file));
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
    this.#asking = EVERYWHERE;
    return packageVersion(this.#probe, this.#pathOf(fromFile), name);
  }

  settings(fromFile: string, name: string): readonly Setting[] {
    this.#asking = EVERYWHERE;
    this.#settings ??= new SettingsFiles(this.#probe, this.#cwd);
    return this.#settings.valuesOf(this.#pathOf(fromFile), name);
  }

  #find(fromFile: string, specifier: string): Resolution {
    const from = this.#pathOf(fromFile);
    if (!isRelative(specifier)) {
      const answer = this.#named.resolve(from, specifier);
      if (answer.kind === 'file') this.#grounds.lead(from, this.#pathOf(answer.file));
      return answer;
    }
    this.#asking = from;
    const path = relativeFile(this.#probe, dirname(from), specifier);
    if (path === undefined || /[\\/]node_modules[\\/]/.test(path)) return NOT_FOLLOWED;
    this.#grounds.lead(from, path);
    return { kind: 'file', file: nameOf(this.#cwd, path) };
  }

  #module(file: string): DiskText | undefined {
    const path = this.#pathOf(file);
    const module = this.#store.get(path, this.#grounds.isFresh(path) ? Infinity : 0);
    this.#grounds.read(path, module?.stamp ?? stampOf(path));
    return module;
  }

  #pathOf(file: string): string {
    return resolvePath(this.#cwd, file);
  }
}

/**
 * Returns the places that values of APIs reach in a file; undefined where it has neither an address nor an SDK of one.
 */
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

/** Resolution of a specifier without access to other files. */
function withoutDisk(specifier: string): Resolution {
  return /^(?:[.#~$/]|@\/)/.test(specifier) ? NOT_FOLLOWED : { kind: 'package', name: specifier };
}

/** The linter's text of the linted file, which may differ from the disk. */
export interface OwnModule {
  readonly facts: FileFacts;
  readonly mentionsApi: readonly string[];
}

/** The files as the linter sees them while it has an unsaved text of one file; without `disk`, that file alone. */
export function readerAround(
  { facts: own, mentionsApi }: OwnModule,
  { cwd, catalogue, disk }: { cwd: string; catalogue: Catalogue; disk?: DiskReader },
): ModuleReader {
  const probe = new FileProbe();
  return {
    resolve(fromFile, specifier) {
      return disk?.resolve(fromFile, specifier) ?? withoutDisk(specifier);
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

interface Ground {
  readonly stamp: string;
  /** The last round in which it was found unchanged. */
  round: number;
}

/** Key of answers that depend on no file. */
const EVERYWHERE = '';

/**
 * Files and folders that answers depend on, by absolute path, with the edges between them: a result for a file depends
 * on everything that can be reached from it. In each round, which is one linted file, each is checked once.
 */
class Grounds {
  readonly #grounds = new Map<string, Ground>();
  readonly #needs = new Map<string, Set<string>>();
  #round = 0;
  #isBroken = false;

  /** Begins a round: everything has to be checked again. */
  begin(): void {
    this.#round += 1;
  }

  /** Records that answers about `path` depend on another file or folder, which is about to be read. */
  need(path: string, other: string): void {
    this.lead(path, other);
    if (!this.#grounds.has(other)) this.read(other, stampOf(other));
  }

  /** Records that a file leads to another, whatever its content. */
  lead(path: string, other: string): void {
    let needs = this.#needs.get(path);
    if (needs === undefined) this.#needs.set(path, (needs = new Set()));
    needs.add(other);
  }

  /** Records the stamp with which something was read in this round. */
  read(path: string, stamp: string): void {
    const known = this.#grounds.get(path);
    if (known === undefined) this.#grounds.set(path, { stamp, round: this.#round });
    else if (known.stamp === stamp) known.round = this.#round;
    else if (known.round !== this.#round) this.#isBroken = true;
  }

  /** Whether a file or folder was checked in this round, and was unchanged. */
  isFresh(path: string): boolean {
    return this.#grounds.get(path)?.round === this.#round;
  }

  /** Whether all dependencies of the answers about a file are unchanged. */
  hold(path: string): boolean {
    const reached = new Set([path, EVERYWHERE]);
    for (const one of reached) {
      const ground = this.#grounds.get(one);
      if (ground !== undefined && ground.round !== this.#round) this.read(one, stampOf(one));
      if (this.#isBroken) return false;
      for (const need of this.#needs.get(one) ?? []) reached.add(need);
    }
    return true;
  }
}

/** Characters of text in memory, with their facts, which take some twenty times the memory. */
const MAX_TEXT = 12_000_000;

/** Files on disk and their facts, by absolute path, as one parser reads them. */
export class ModuleStore extends DiskTexts {
  readonly #cwd: string;
  readonly #parsing: ModuleParsing;

  constructor(cwd: string, catalogue: Catalogue, parsing: ModuleParsing) {
    super(catalogue, MAX_TEXT);
    this.#cwd = cwd;
    this.#parsing = parsing;
  }

  /** Facts of a module under the engine's name for it. */
  facts(path: string, module: DiskText): FileFacts | undefined {
    return module.facts(() => {
      const name = nameOf(this.#cwd, path);
      if (path.endsWith('.json')) return lowerJson(name, module.text);
      const turn = this.#parsing.compilersTurn(path);
      return (
        (turn === 'first' ? compiled(name, module.text) : undefined) ??
        this.#converted(path, name, module.text) ??
        (turn === 'last' ? compiled(name, module.text) : undefined)
      );
    });
  }

  #converted(path: string, name: string, text: string): FileFacts | undefined {
    const program = this.#parsing.parse(text, path);
    return program === undefined ? undefined : lowerEstree(program, text, name);
  }
}

/**
 * Facts by the compiler's parser: the same without a tree of ESLint's kind, which takes several times as long. A text
 * with errors has none.
 */
function compiled(name: string, text: string): FileFacts | undefined {
  work.filesParsed++;
  work.charactersParsed += text.length;
  try {
    const { facts, syntaxErrors } = javascriptParser.parse(name, text);
    return syntaxErrors === 0 ? facts : undefined;
  } catch {
    // Nested too deeply, as a rule for the other parser as well, whose errors are handled.
    return undefined;
  }
}
