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
  /** Exports of those files to follow. */
  readonly seeds: ReachSeeds;
  /** Files that access to the API reaches by names; computed only if a file could use it. */
  readonly onTheWay: () => ReadonlySet<string>;
  /** Files whose own text does not suffice. */
  readonly weak: readonly MentioningFile[];
  /** The exports of such files to follow. */
  readonly seedsOf: (files: readonly MentioningFile[]) => ReachSeeds;
  /** Files in which a value of the API reaches a call. */
  readonly arrives: ReadonlySet<string>;
}

/** Files that are selected for their imports. */
export interface ImportingFiles {
  readonly files: readonly string[];
  /** False if the limit was reached. */
  readonly complete: boolean;
  /** By file, its exported names that lead to the API or contain words of a path. */
  readonly names: readonly NamesByFile[];
}

const MAX_FILES = 1500;

const NONE: ReadonlySet<string> = new Set();

/**
 * Files without a mention of their own that can still make a deprecated request, as `send(PATHS.rules)` does: both the
 * access to the API and a value made of the words are imported. Direct users of the API's client are added, so that
 * requests in it are resolved from its callers. Without seeds nothing is read, and only files that use a followed name
 * are parsed. A file with common words alone is parsed only if one of its importers has access to the API or is
 * examined itself.
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
  // Words that no file with access to the API imports, directly or through another file, lead to no request.
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
