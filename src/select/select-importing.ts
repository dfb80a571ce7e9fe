import type { MentioningFile } from './mentions.js';
import { reachByFile } from './reach-files.js';
import { reachByName } from './reach-names.js';
import type { NamesByFile, Seed, ReachModules } from './reach-names.js';

/** What the files with a mention export, as far as it can lead those that import it to a request. */
export interface ReachSeeds {
  /** What knows where the API is: it holds a base URL or uses the SDK. */
  readonly api: readonly Seed[];
  /** What holds a word of a deprecated path. */
  readonly words: readonly Seed[];
  /** The seeds among `words` whose path hardly belongs to another API. */
  readonly paths: readonly Seed[];
}

/** What is looked at for its own text, and what else mentions something. */
interface Mentioned {
  /** Files that are selected for their own text. */
  readonly direct: ReadonlySet<string>;
  /** What those export that leads on. */
  readonly seeds: ReachSeeds;
  /** Files with common words alone. */
  readonly weak: readonly MentioningFile[];
  /** The exports of such files that lead on. */
  readonly seedsOf: (files: readonly MentioningFile[]) => ReachSeeds;
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

/** Hops from a base URL to the last call around it: a wrapper in a wrapper. */
export const API_HOPS = 2;

/** Hops from the words of a path to where a request is made of them. */
export const WORD_HOPS = 3;

/**
 * Files without a mention of their own that can still make a deprecated request, as `send(PATHS.rules)`
 * does: both the way to the API and the words come from imports. Added are direct users of the API's
 * client, so that requests in it are understood from its callers. Nothing is read where there are no seeds, and
 * only files that use a name that leads on are parsed. A file with common words alone is parsed only where something
 * takes from it that is on the way to the API or looked at itself.
 */
export function selectImporting(
  { direct, seeds, weak, seedsOf }: Mentioned,
  modules: ReachModules,
  skip: (file: string) => boolean,
): ImportingFiles {
  const api = reachByName(seeds.api, { hops: API_HOPS, through: 'code' }, modules);
  const paths = reachByName(seeds.paths, { hops: 1, through: 'code' }, modules);
  const reach =
    seeds.words.length + weak.length === 0
      ? NONE
      : reachByFile(
          seeds.api.map(({ file }) => file),
          (file) => modules.importers(file),
          Infinity,
        );
  // Words that no file on the way to the API takes, be it from a file that takes them, lead nowhere.
  const near =
    reach.size === 0
      ? NONE
      : new Set([...reach, ...reachByFile([...reach], (file) => modules.imports(file), WORD_HOPS)]);
  const takers = weak.length === 0 ? NONE : new Set([...near, ...direct, ...paths.users]);
  const taken = new Set([...takers].flatMap((file) => modules.imports(file)));
  const wordSeeds = [...seeds.words, ...seedsOf(weak.filter(({ file }) => taken.has(file))).words];
  const words = reachByName(
    wordSeeds,
    { hops: WORD_HOPS, through: 'value', isNear: (file) => near.has(file) },
    modules,
  );
  const found = new Set([...api.users, ...paths.users, ...[...words.users].filter((file) => reach.has(file))]);
  const files = [...found].filter((file) => !skip(file)).sort();
  return {
    files: files.slice(0, MAX_FILES),
    complete: files.length <= MAX_FILES,
    names: [api.names, words.names, paths.names],
  };
}

const NONE: ReadonlySet<string> = new Set();
