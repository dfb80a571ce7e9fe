import type { ApisOfText } from './flow/file-flow.js';
import type { FileFlow } from './flow/graph.js';
import { addTo, memoByText } from '../core/lib/collections.js';
import type { ExprFact, FileFacts } from '../core/model/facts.js';
import type { ModuleReader, Reached } from '../core/model/module-reader.js';
import type { Span } from '../core/model/span.js';
import { ANY_NAME, indexExports, leavesOf } from './exported-names.js';
import type { ExportUse } from './exported-names.js';
import type { ImportClause } from '../languages/language-texts.js';

/**
 * Kind of value that importers can get from an exported name. `api`: access to the API, because it contains a base URL
 * or uses the SDK. `words`: a value made of a word of a deprecated path. `paths`: a value made of a rare word that
 * is written as a segment of a path, which hardly any other API has.
 */
export type SeedKind = 'api' | 'words' | 'paths';

interface Distance {
  /** Maximum number of hops from the first file of a name to the last file that uses it. */
  readonly hops: number;
  /** Uses that count as a hop: any use in code, or only a use in a value or result. */
  readonly through: Exclude<LinkKind, 'passed'>;
}

/**
 * Distance for each kind. `api`: from a base URL, through a wrapper and a wrapper of this wrapper, to their caller.
 * `words`: from a word to the request. `paths`: to the direct users.
 */
export const DISTANCES: Readonly<Record<SeedKind, Distance>> = {
  api: { hops: 2, through: 'code' },
  words: { hops: 3, through: 'value' },
  paths: { hops: 1, through: 'value' },
};

/**
 * Distance from access to the API to files with a word of a path, which is unlimited: a client in a class, its subclass,
 * users of the subclass, and so on.
 */
const ACCESS_DISTANCE: Distance = { hops: Infinity, through: 'code' };

/** Files to which exports with access to the API lead, by names. */
export function filesWithAccess(starts: NamesByFile, modules: ReachModules): ReadonlySet<string> {
  return reachByName(starts, ACCESS_DISTANCE, modules).users;
}

/** By file, its exported names to follow, with the number of the next hop: 1 at the start. */
export type NamesByFile = ReadonlyMap<string, ReadonlyMap<string, number>>;

export const SEED_KINDS = Object.keys(DISTANCES) as readonly SeedKind[];

/** Empty maps of names for each kind. */
export function noNames(): Readonly<Record<SeedKind, Map<string, ReadonlyMap<string, number>>>> {
  return { api: new Map(), words: new Map(), paths: new Map() };
}

/** Names at the start, before the first hop. */
export function firstHop(names: Iterable<string>): ReadonlyMap<string, number> {
  return new Map(Array.from(names, (name) => [name, 1]));
}

/**
 * Imports and exports of a program by name. Imports come from the texts of importers, links from the facts of the files
 * that pass names on.
 */
export interface ReachModules {
  readonly importers: (file: string) => readonly string[];
  /** The import clauses of `fromFile` that refer to `file`. */
  readonly clausesOf: (fromFile: string, file: string) => readonly ImportClause[];
  /** Links from imports to exports; undefined if unknown, so that any export may depend on any import. */
  readonly exportLinks: (file: string, through: LinkKind) => readonly ExportLink[] | undefined;
  /** The file to which a specifier resolves. */
  readonly target: (fromFile: string, specifier: string) => string | undefined;
}

export interface ReachOptions extends Distance {
  /** Whether a file is visited; default all. */
  readonly mayVisit?: (file: string) => boolean;
}

export interface Reach {
  readonly users: ReadonlySet<string>;
  /** The followed names: the first ones, and exports that use a followed name. */
  readonly names: NamesByFile;
}

/**
 * Files that use some names within a number of hops. Each export that contains a use is a hop. A re-export, as in a
 * barrel, is neither a hop nor a use.
 */
export function reachByName(
  starts: NamesByFile,
  { hops, through, mayVisit = () => true }: ReachOptions,
  modules: ReachModules,
): Reach {
  const names = new Map<string, Map<string, number>>();
  const users = new Set<string>();
  const queue: { readonly file: string; readonly name: string; readonly hop: number }[] = [];
  const add = (file: string, name: string, hop: number): void => {
    const hopsByName = names.get(file) ?? new Map<string, number>();
    if ((hopsByName.get(name) ?? Infinity) <= hop) return;
    names.set(file, hopsByName.set(name, hop));
    queue.push({ file, name, hop });
  };
  for (const [file, hopsByName] of starts) for (const [name, hop] of hopsByName) add(file, name, hop);
  const importingFiles = memoByText((file) => modules.importers(file).filter(mayVisit).map(importingBy(file, modules)));
  // Grows during the loop, nearest hop first.
  for (const { file, name, hop } of queue) {
    for (const { importer, clauses, links } of importingFiles(file)) {
      for (const clause of clauses) for (const reExported of reExportedAs(clause, name)) add(importer, reExported, hop);
      if (!clauses.some((clause) => importsName(clause, name))) continue;
      users.add(importer);
      const exportsBy = (kind: LinkKind): readonly string[] =>
        links(kind)?.flatMap((link) => (startsAt(link, name) ? link.exports : [])) ?? [ANY_NAME];
      for (const exported of exportsBy('passed')) add(importer, exported, hop);
      if (hop < hops) for (const exported of exportsBy(through)) add(importer, exported, hop + 1);
    }
  }
  return { users, names };
}

/** An importer of a file, computed once for all names of the file. */
interface ImportingFile {
  readonly importer: string;
  readonly clauses: readonly ImportClause[];
  /** Links from names of the imported file to exports; undefined if unknown. */
  readonly links: (kind: LinkKind) => readonly ExportLink[] | undefined;
}

function importingBy(
  file: string,
  { clausesOf, exportLinks, target }: ReachModules,
): (importer: string) => ImportingFile {
  return (importer) => ({
    importer,
    clauses: clausesOf(importer, file),
    links: memoByText((kind: LinkKind) =>
      exportLinks(importer, kind)?.filter(({ specifier }) => target(importer, specifier) === file),
    ),
  });
}

/** Whether a name of a module is followed; for `*`, whether any name of it is. */
export function isFollowedName(names: NamesByFile, file: string, name: string): boolean {
  const followed = names.get(file);
  return followed !== undefined && (name === '*' || followed.has(name) || followed.has(ANY_NAME));
}

/** Whether a link may start at a name of a module. */
function startsAt({ name: imported }: ExportLink, name: string): boolean {
  return imported === '*' || name === ANY_NAME || imported === name;
}

/** Whether a clause imports the name for use in the file. */
export function importsName({ names, reExports, passesAll }: ImportClause, name: string): boolean {
  if (passesAll || reExports.length > 0) return false;
  return names === 'all' || (name === ANY_NAME ? names.length > 0 : names.includes(name));
}

/** The names under which a clause re-exports a name. */
function reExportedAs({ reExports, passesAll }: ImportClause, name: string): readonly string[] {
  if (passesAll) return [name];
  return reExports.flatMap(([imported, exported]) => (imported === name || name === ANY_NAME ? [exported] : []));
}

/**
 * Link from an import of a file to its exports: re-exported (`passed`, `import { a } …; export { a }`), or used in an
 * exported value, see `ExportUse`.
 */
export type LinkKind = 'passed' | ExportUse;

/** The exports of a file that depend on one of its imported names. Plain data. */
export interface ExportLink {
  readonly specifier: string;
  /** Name in the module, or `*`. */
  readonly name: string;
  readonly exports: readonly string[];
}

/** Links from the imported names of a file to its exports. A pure function of its facts. */
export function exportLinks(facts: FileFacts, through: LinkKind): readonly ExportLink[] {
  if (facts.exports.length === 0) return [];
  const find = through === 'passed' ? reExportingExports(facts) : containingExports(facts, through);
  return importedNames(facts).flatMap((imported) => {
    const exports = [...find(imported)];
    return exports.length === 0 ? [] : [{ specifier: imported.specifier, name: imported.name, exports }];
  });
}

/** An imported name in a file. */
interface ImportedName {
  readonly specifier: string;
  readonly name: string;
  /** Local names in the file. */
  readonly locals: Set<string>;
  /** Places of the import expressions in the file. */
  readonly places: Span[];
}

type Imported = Extract<ExprFact, { readonly kind: 'imported' }>;

function importedNames(facts: FileFacts): readonly ImportedName[] {
  const found = new Map<string, ImportedName>();
  const addImport = ({ specifier, name }: Imported): ImportedName => {
    const key = `${name}\u0000${specifier}`;
    let importedName = found.get(key);
    if (importedName === undefined) found.set(key, (importedName = { specifier, name, locals: new Set(), places: [] }));
    return importedName;
  };
  for (const { name, value } of facts.bindings) if (value?.kind === 'imported') addImport(value).locals.add(name);
  for (const imported of leavesOf(facts).imports) addImport(imported).places.push(imported.at);
  return [...found.values()];
}

function containingExports(facts: FileFacts, use: ExportUse): (imported: ImportedName) => Iterable<string> {
  const index = indexExports(facts, use);
  return ({ places, locals }) => index.namesContaining(places, locals);
}

function reExportingExports({ exports }: FileFacts): (imported: ImportedName) => Iterable<string> {
  return ({ specifier, name, locals }) =>
    exports.flatMap((fact) => {
      if (fact.kind !== 'local') return [];
      const { value } = fact;
      const isReExported =
        value.kind === 'imported'
          ? value.specifier === specifier && value.name === name
          : value.kind === 'name' && locals.has(value.name);
      return isReExported ? [fact.name] : [];
    });
}

/** Module reader of a scan, which has read every file and answers further queries. */
export interface ScanModuleReader extends ModuleReader {
  /** Records the files that were read, and those of them that can name the API, so that no file is read twice. */
  noteRead(files: Iterable<string>, api: ReadonlySet<string>): void;
  /** Records the data files to follow; the imports of other data files are unknown. */
  noteData(files: ReadonlySet<string>): void;
  /** Records the imports of a file while its text is at hand. `latin1`: see `ReadResult`. */
  noteImports(file: string, latin1: string, decode: () => string): void;
  /** Recorded imports of a file, if any. */
  notedImports(file: string): readonly string[] | undefined;
  /** Records the imports of a file that an earlier run found. */
  noteSpecifiers(file: string, specifiers: readonly string[]): void;
  /**
   * Returns the answer to a question about the facts of a file, as plain data; undefined if the file cannot be parsed.
   * Hosts that cache answers use the question's name as the key.
   */
  ofFacts<T>(file: string, question: string, ask: (facts: FileFacts) => T): T | undefined;
  /** The file to which a specifier resolves. */
  target(fromFile: string, specifier: string): string | undefined;
  /** The import clauses of `fromFile` that refer to `file`, according to its text. */
  clausesOf(fromFile: string, file: string): readonly ImportClause[];
  /** Links from the imported names of a file to its exports, by its facts; none if it cannot be parsed. */
  exportLinks(file: string, through: LinkKind): readonly ExportLink[];
  /** Possible moves of values in a file; undefined if it cannot be parsed. */
  flow(file: string, ofText: ApisOfText): FileFlow | undefined;
  /** Records the calls that values of the APIs reach, once they are computed. */
  noteReached(reached: (file: string) => Reached | undefined, isCut: () => boolean): void;
  /** Files that a file imports, by its text. */
  imports(file: string): readonly string[];
  /** Limits that were reached while imports were followed, as sentences; complete once the files are analysed. */
  limits(): readonly string[];
  /** Names of the settings files, such as `.env`, that gave a value to a variable of the program. */
  usedSettingsFiles(): ReadonlySet<string>;
  /** Limits that may have cost findings. */
  shortfalls(): readonly string[];
}

/** Files at the other end of an import: importers, or imported files. */
export type Neighbours = (file: string) => Iterable<string>;

/** Some files, and the files reached from them in a number of steps. Each file is expanded once, nearest first. */
export function filesReachedFrom(starts: Iterable<string>, next: Neighbours, steps = Infinity): ReadonlySet<string> {
  const found = new Set(starts);
  let level: Iterable<string> = [...found];
  for (let step = 0; step < steps; step += 1) {
    const nextLevel: string[] = [];
    for (const file of level)
      for (const neighbour of next(file)) {
        if (found.has(neighbour)) continue;
        found.add(neighbour);
        nextLevel.push(neighbour);
      }
    if (nextLevel.length === 0) break;
    level = nextLevel;
  }
  return found;
}

/** A test of membership in a set of files, which is computed on first use. */
export function lazyMembership(find: () => ReadonlySet<string>): (file: string) => boolean {
  let found: ReadonlySet<string> | undefined;
  return (file) => (found ??= find()).has(file);
}

/** Importers of files, among some files and their direct and indirect imports. No other imports are followed. */
export function importersAmong(files: Iterable<string>, imports: Neighbours): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  filesReachedFrom(files, (file) => {
    const targets = [...imports(file)];
    for (const target of targets) addTo(importers, target, file);
    return targets;
  });
  return importers;
}
