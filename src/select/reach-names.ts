import { ANY_NAME } from './exported-names.js';
import type { ExportLink, Through } from './export-links.js';
import type { ImportClause } from './import-text.js';
import type { ScanModuleReader } from './modules.js';

/** Names that a file exports and that lead on to those who import them. */
export interface Seed {
  readonly file: string;
  readonly names: ReadonlySet<string>;
}

/** How modules are asked: by the text of those that import, and by what those export that use what they import. */
export type ReachModules = Pick<ScanModuleReader, 'importers' | 'imports' | 'taken' | 'exportLinks' | 'resolve'>;

export interface ReachOptions {
  readonly hops: number;
  /** What makes a hop: any code with a use in it, or only what gives a value made of one. */
  readonly through: 'code' | 'value';
  /** Files that are looked at; default all. */
  readonly isNear?: (file: string) => boolean;
}

export interface Reach {
  readonly users: ReadonlySet<string>;
  /** By file, the exported names that are followed: seeds, and names that use a seed. */
  readonly names: NamesByFile;
}

export type NamesByFile = ReadonlyMap<string, ReadonlySet<string>>;

interface Step {
  readonly file: string;
  readonly name: string;
  readonly hop: number;
}

/**
 * Files that use the seeds' names in so many hops. A file that uses one makes one hop with every name it exports
 * that holds the use; passing a name on, as a barrel does, is no hop, and no use.
 */
export function reachByName(
  seeds: readonly Seed[],
  { hops, through, isNear = () => true }: ReachOptions,
  modules: ReachModules,
): Reach {
  const byFile = new Map<string, Set<string>>();
  const users = new Set<string>();
  const reached = new Map<string, number>();
  const queue: Step[] = [];
  const add = (file: string, names: Iterable<string>, hop: number): void => {
    for (const name of names) {
      const key = `${file}\u0000${name}`;
      if ((reached.get(key) ?? Infinity) <= hop) continue;
      reached.set(key, hop);
      const known = byFile.get(file);
      if (known === undefined) byFile.set(file, new Set([name]));
      else known.add(name);
      queue.push({ file, name, hop });
    }
  };
  for (const { file, names } of seeds) add(file, names, 1);
  // Grows while it is walked, nearest hop first.
  for (const { file, name, hop } of queue) {
    for (const importer of modules.importers(file)) {
      if (!isNear(importer)) continue;
      const clauses = modules.taken(importer, file);
      add(
        importer,
        clauses.flatMap((clause) => passedOn(clause, name)),
        hop,
      );
      if (!clauses.some((clause) => uses(clause, name))) continue;
      users.add(importer);
      const leads = (link: ExportLink): boolean =>
        leadsOn(link, name) && leadsTo(modules, importer, link.specifier, file);
      const exportsBy = (way: Through): readonly string[] =>
        modules.exportLinks(importer, way).flatMap((link) => (leads(link) ? link.exports : []));
      add(importer, exportsBy('passed'), hop);
      if (hop < hops) add(importer, exportsBy(through), hop + 1);
    }
  }
  return { users, names: byFile };
}

/** Whether a link is one for the name of a module. */
export function leadsOn({ name: imported }: ExportLink, name: string): boolean {
  return imported === '*' || name === ANY_NAME || imported === name;
}

function leadsTo({ resolve }: ReachModules, from: string, specifier: string, file: string): boolean {
  const target = resolve(from, specifier);
  return target.kind === 'file' && target.file === file;
}

/** Whether a clause takes the name for use in the file. */
export function uses({ names, passed, passesAll }: ImportClause, name: string): boolean {
  if (passesAll || passed.length > 0) return false;
  return names === 'all' || name === ANY_NAME ? names.length > 0 : names.includes(name);
}

/** The names under which a clause exports the name again. */
export function passedOn({ passed, passesAll }: ImportClause, name: string): readonly string[] {
  if (passesAll) return [name];
  return passed.flatMap(([imported, exported]) => (imported === name || name === ANY_NAME ? [exported] : []));
}
