import type { MentioningFile } from './mentions.js';
import type { ScanModuleReader } from './modules.js';
import { reached } from './reach-files.js';
import { DISTANCES, reachByName } from './reach-names.js';
import type { NamesByFile, SeedKind } from './reach-names.js';

/** Exports of the files with a mention that can lead importers to a request. */
export type ReachSeeds = Readonly<Record<SeedKind, NamesByFile>>;

/** Files that are selected for their own text, and other files with a mention. */
interface Mentioned {
  /** Files that are selected for their own text. */
  readonly direct: ReadonlySet<string>;
  /** Exports of those files that lead on. */
  readonly seeds: ReachSeeds;
  /** Files to which a way to the API leads by names; asked only where there is something that it can meet. */
  readonly onTheWay: () => ReadonlySet<string>;
  /** Files whose own text is not enough. */
  readonly weak: readonly MentioningFile[];
  /** The exports of such files that lead on. */
  readonly seedsOf: (files: readonly MentioningFile[]) => ReachSeeds;
  /** Files in which a value of the API gets to a call. */
  readonly arrives: ReadonlySet<string>;
}

/** Files that are selected for what they import. */
export interface ImportingFiles {
  readonly files: readonly string[];
  /** False where the limit was reached. */
  readonly complete: boolean;
  /** By file, the names it exports that lead to the API or hold words of a path. */
  readonly names: readonly NamesByFile[];
}

const MAX_FILES = 1500;

const NONE: ReadonlySet<string> = new Set();

/**
 * Files without a mention of their own that can still make a deprecated request, as `send(PATHS.rules)`
 * does: both the way to the API and a value made of the words come from imports. Added are direct users of the API's
 * client, so that requests in it are understood from its callers. Nothing is read where there are no seeds, and
 * only files that use a name that leads on are parsed. A file with common words alone is parsed only where something
 * takes from it that is on the way to the API or looked at itself.
 */
export function selectImporting(
  { direct, seeds, onTheWay, weak, seedsOf, arrives }: Mentioned,
  modules: Pick<ScanModuleReader, 'importers' | 'imports' | 'taken' | 'exportLinks' | 'target'>,
  skip: (file: string) => boolean,
): ImportingFiles {
  const { imports } = modules;
  const api = reachByName(seeds.api, DISTANCES.api, modules);
  const paths = reachByName(seeds.paths, DISTANCES.paths, modules);
  const way = seeds.words.size + weak.length === 0 ? NONE : onTheWay();
  // Words that no file on the way to the API takes, be it from a file that takes them, lead nowhere.
  const near = reached([...way, ...arrives], imports, DISTANCES.words.hops);
  const takers = new Set(weak.length === 0 ? [] : [...near, ...direct, ...paths.users]);
  const given = new Set([...takers].flatMap((file) => imports(file)));
  const wordSeeds = new Map([...seeds.words, ...seedsOf(weak.filter(({ file }) => given.has(file))).words]);
  const words = reachByName(wordSeeds, { ...DISTANCES.words, isNear: (file) => near.has(file) }, modules);
  const found = new Set([
    ...api.users,
    ...paths.users,
    ...[...words.users].filter((file) => way.has(file) || arrives.has(file)),
  ]);
  const files = [...found].filter((file) => !skip(file)).sort();
  return {
    files: files.slice(0, MAX_FILES),
    complete: files.length <= MAX_FILES,
    names: [api.names, words.names, paths.names],
  };
}
