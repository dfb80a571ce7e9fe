import { rememberedText } from '../lib/remembered.js';
import { ANY_NAME } from './exported-names.js';
import type { ExportLink, Through } from './export-links.js';
import type { ImportClause } from './import-text.js';

/**
 * Kind of value that importers can get from an exported name. `api`: a way to the API, because it holds a base URL or
 * uses the SDK. `words`: a value made of a word of a deprecated path. `paths`: a value that hardly belongs to another
 * API's path.
 */
export type SeedKind = 'api' | 'words' | 'paths';

interface Distance {
  /** Hops from where a name begins to the last file that uses it. */
  readonly hops: number;
  /** Code that makes a hop: any with a use in it, or only code that returns a value made of one. */
  readonly through: Exclude<Through, 'passed'>;
}

/**
 * How far each kind leads: a base URL to the last call around it, a wrapper in a wrapper; words of a path to where a
 * request is made of them.
 */
export const DISTANCES: Readonly<Record<SeedKind, Distance>> = {
  api: { hops: 2, through: 'code' },
  words: { hops: 3, through: 'value' },
  paths: { hops: 1, through: 'value' },
};

/** How far a way to the API leads files that have a word of their own, or take one: a client in a class, its subclass, and who uses that. */
const WAY: Distance = { hops: Infinity, through: 'code' };

/** Files to which a way to the API leads by names, from what files export that know where it is. */
export function onTheWay(starts: NamesByFile, modules: ReachModules): ReadonlySet<string> {
  return reachByName(starts, WAY, modules).users;
}

/** By file, names that it exports and that lead on, with the number of the hop that follows them: 1 where they begin. */
export type NamesByFile = ReadonlyMap<string, ReadonlyMap<string, number>>;

export const SEED_KINDS = Object.keys(DISTANCES) as readonly SeedKind[];

/** Of each kind no names yet. */
export function noNames(): Readonly<Record<SeedKind, Map<string, ReadonlyMap<string, number>>>> {
  return { api: new Map(), words: new Map(), paths: new Map() };
}

/** Names with which a way begins. */
export function firstHop(names: Iterable<string>): ReadonlyMap<string, number> {
  return new Map(Array.from(names, (name) => [name, 1]));
}

/** How a host tells who takes what from whom: by the text of those that import, and by what those export that use it. */
export interface ReachModules {
  readonly importers: (file: string) => readonly string[];
  /** Clauses by which a file imports from one of its imports. */
  readonly taken: (fromFile: string, file: string) => readonly ImportClause[];
  /** Links from imports to exports. Undefined where unknown: then every export may lead on. */
  readonly exportLinks: (file: string, through: Through) => readonly ExportLink[] | undefined;
  /** The file to which a specifier leads. */
  readonly target: (fromFile: string, specifier: string) => string | undefined;
}

export interface ReachOptions extends Distance {
  /** Files that are looked at; default all. */
  readonly isNear?: (file: string) => boolean;
}

export interface Reach {
  readonly users: ReadonlySet<string>;
  /** The names that are followed: those at the start, and those that use one. */
  readonly names: NamesByFile;
}

/**
 * Files that use some names in so many hops. A file that uses one makes one hop with every name it exports that holds
 * the use; passing a name on, as a barrel does, is no hop, and no use.
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
  // Grows while it is walked, nearest hop first.
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

/** A file that imports another one: the other's names are followed one by one, and most of them have the same takers. */
interface Taker {
  readonly importer: string;
  readonly clauses: readonly ImportClause[];
  /** Its links from the other file; undefined: not known. */
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

/** Whether a name of a module leads on; `*` includes all. */
export function leadsFrom(names: NamesByFile, file: string, name: string): boolean {
  const known = names.get(file);
  return known !== undefined && (name === '*' || known.has(name) || known.has(ANY_NAME));
}

/** Whether a link is one for the name of a module. */
function leadsOn({ name: imported }: ExportLink, name: string): boolean {
  return imported === '*' || name === ANY_NAME || imported === name;
}

/** Whether a clause takes the name for use in the file. */
export function uses({ names, passed, passesAll }: ImportClause, name: string): boolean {
  if (passesAll || passed.length > 0) return false;
  return names === 'all' || name === ANY_NAME ? names.length > 0 : names.includes(name);
}

/** The names under which a clause exports the name again. */
function passedOn({ passed, passesAll }: ImportClause, name: string): readonly string[] {
  if (passesAll) return [name];
  return passed.flatMap(([imported, exported]) => (imported === name || name === ANY_NAME ? [exported] : []));
}
