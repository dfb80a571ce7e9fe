import { rememberedText } from '../lib/collections.js';
import { ANY_NAME } from './exported-names.js';
import type { ExportLink, Through } from './export-links.js';
import type { ImportClause } from './import-text.js';

/**
 * Kind of value that importers can get from an exported name. `api`: access to the API, because it contains a base URL
 * or uses the SDK. `words`: a value made of a word of a deprecated path. `paths`: a value that is unlikely to belong to
 * another API's path.
 */
export type SeedKind = 'api' | 'words' | 'paths';

interface Distance {
  /** Hops from the first file of a name to the last file that uses it. */
  readonly hops: number;
  /** Code that makes a hop: any code with a use in it, or only code that returns a value made of one. */
  readonly through: Exclude<Through, 'passed'>;
}

/**
 * Distance for each kind: from a base URL to the last call around it, a wrapper in a wrapper; from words of a path to
 * the request made of them.
 */
export const DISTANCES: Readonly<Record<SeedKind, Distance>> = {
  api: { hops: 2, through: 'code' },
  words: { hops: 3, through: 'value' },
  paths: { hops: 1, through: 'value' },
};

/**
 * Distance from access to the API to files with a word of their own or an imported one: a client in a class, its
 * subclass, and the users of that.
 */
const WAY: Distance = { hops: Infinity, through: 'code' };

/** Files that access to the API reaches by names, from the exports of files that have it. */
export function onTheWay(starts: NamesByFile, modules: ReachModules): ReadonlySet<string> {
  return reachByName(starts, WAY, modules).users;
}

/** By file, its exported names to follow, with the number of the next hop: 1 at the start. */
export type NamesByFile = ReadonlyMap<string, ReadonlyMap<string, number>>;

export const SEED_KINDS = Object.keys(DISTANCES) as readonly SeedKind[];

/** Empty names for each kind. */
export function noNames(): Readonly<Record<SeedKind, Map<string, ReadonlyMap<string, number>>>> {
  return { api: new Map(), words: new Map(), paths: new Map() };
}

/** Names at the start of a path. */
export function firstHop(names: Iterable<string>): ReadonlyMap<string, number> {
  return new Map(Array.from(names, (name) => [name, 1]));
}

/** Imports and exports of a program by name: from the text of importers, and the facts of files between. */
export interface ReachModules {
  readonly importers: (file: string) => readonly string[];
  /** Clauses by which a file imports from one of its imports. */
  readonly taken: (fromFile: string, file: string) => readonly ImportClause[];
  /** Links from imports to exports. Undefined where unknown: then every export may lead on. */
  readonly exportLinks: (file: string, through: Through) => readonly ExportLink[] | undefined;
  /** The file to which a specifier resolves. */
  readonly target: (fromFile: string, specifier: string) => string | undefined;
}

export interface ReachOptions extends Distance {
  /** Files to visit; default all. */
  readonly isNear?: (file: string) => boolean;
}

export interface Reach {
  readonly users: ReadonlySet<string>;
  /** The followed names: those at the start, and exports that use one. */
  readonly names: NamesByFile;
}

/**
 * Files that use some names within so many hops. A file that uses one makes one hop with every export that contains the
 * use; re-exporting a name, as a barrel does, is no hop, and no use.
 */
export function reachByName(
  starts: NamesByFile,
  { hops, through, isNear = () => true }: ReachOptions,
  modules: ReachModules,
): Reach {
  const names = new Map<string, Map<string, number>>();
  const users = new Set<string>();
  const queue: { readonly file: string; readonly name: string; readonly hop: number }[] = [];
  const add = (file: string, name: string, hop: number): void => {
    const known = names.get(file) ?? new Map<string, number>();
    if ((known.get(name) ?? Infinity) <= hop) return;
    names.set(file, known.set(name, hop));
    queue.push({ file, name, hop });
  };
  for (const [file, own] of starts) for (const [name, hop] of own) add(file, name, hop);
  const takersOf = rememberedText((file) => modules.importers(file).filter(isNear).map(takerOf(file, modules)));
  // Grows during the loop, nearest hop first.
  for (const { file, name, hop } of queue) {
    for (const { importer, clauses, links } of takersOf(file)) {
      for (const clause of clauses) for (const passed of passedOn(clause, name)) add(importer, passed, hop);
      if (!clauses.some((clause) => uses(clause, name))) continue;
      users.add(importer);
      const exportsBy = (way: Through): readonly string[] =>
        links(way)?.flatMap((link) => (leadsOn(link, name) ? link.exports : [])) ?? [ANY_NAME];
      for (const exported of exportsBy('passed')) add(importer, exported, hop);
      if (hop < hops) for (const exported of exportsBy(through)) add(importer, exported, hop + 1);
    }
  }
  return { users, names };
}

/** An importing file: names are followed one by one, and most of them have the same importers. */
interface Taker {
  readonly importer: string;
  readonly clauses: readonly ImportClause[];
  /** Its links from the imported file; undefined: unknown. */
  readonly links: (way: Through) => readonly ExportLink[] | undefined;
}

function takerOf(file: string, { taken, exportLinks, target }: ReachModules): (importer: string) => Taker {
  return (importer) => ({
    importer,
    clauses: taken(importer, file),
    links: rememberedText((way: Through) =>
      exportLinks(importer, way)?.filter(({ specifier }) => target(importer, specifier) === file),
    ),
  });
}

/** Whether a name of a module is followed; `*` includes all. */
export function leadsFrom(names: NamesByFile, file: string, name: string): boolean {
  const known = names.get(file);
  return known !== undefined && (name === '*' || known.has(name) || known.has(ANY_NAME));
}

/** Whether a link starts at the name of a module. */
function leadsOn({ name: imported }: ExportLink, name: string): boolean {
  return imported === '*' || name === ANY_NAME || imported === name;
}

/** Whether a clause imports the name for use in the file. */
export function uses({ names, passed, passesAll }: ImportClause, name: string): boolean {
  if (passesAll || passed.length > 0) return false;
  return names === 'all' || name === ANY_NAME ? names.length > 0 : names.includes(name);
}

/** The names under which a clause exports the name again. */
function passedOn({ passed, passesAll }: ImportClause, name: string): readonly string[] {
  if (passesAll) return [name];
  return passed.flatMap(([imported, exported]) => (imported === name || name === ANY_NAME ? [exported] : []));
}
