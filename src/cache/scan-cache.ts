import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, readOwnFile } from '../core/lib/user-cache.js';
import { MEGABYTE } from '../core/lib/read-file.js';
import { writeAtomically } from '../core/lib/write-atomically.js';
import type { LanguageId } from '../core/model/language.js';
import type { FileStamps } from '../files/file-probe.js';
import { ReadingCache } from './reading-cache.js';
import type { StoredReading } from './reading-cache.js';
import { ProgramCache } from './program-cache.js';
import type { ProgramTexts } from './answers-by-text.js';
import type { TreeState } from './earlier-run.js';
import { formatStored, parseReading, parseStored } from './stored.js';
import type { StoredOutcome } from './stored-outcome.js';
import type { StoredResolutions } from './stored-resolutions.js';
import type { Seal, StoredProgram, StoredScan } from './stored.js';

/** Results of earlier runs, one entry for each run. */
type EarlierScans = readonly StoredScan[];

/** Cache of one scan: results of earlier runs over the same files, and its own for later runs. */
export class ScanCache {
  readonly #load: () => EarlierScans;
  readonly #programs = new Map<LanguageId, ProgramCache>();
  #earlier: EarlierScans | undefined;

  /** `load` is called on the first question. */
  constructor(load: () => EarlierScans) {
    this.#load = load;
  }

  program(language: LanguageId, tree: TreeState, texts: ProgramTexts): ProgramCache {
    const program = new ProgramCache(() => this.#programsOf(language), tree, texts);
    this.#programs.set(language, program);
    return program;
  }

  /** A cache with the same earlier results for another state of the files, whose own results are not stored. */
  sibling(): ScanCache {
    return new ScanCache(() => this.#loadEarlier());
  }

  /** Whether the cache was used. */
  get isUsed(): boolean {
    return [...this.#programs.values()].some((program) => program.isUsed);
  }

  /** Results for the cache: programs of this run in which a file was analysed. Undefined if nothing is new. */
  toStored(): StoredScan | undefined {
    const usedPrograms = [...this.#programs].filter(([, program]) => program.isUsed);
    if (!usedPrograms.some(([, program]) => program.isChanged)) return undefined;
    const otherPrograms = this.#loadEarlier()
      .flatMap(({ programs }) => programs)
      .filter(([language]) => !usedPrograms.some(([id]) => id === language));
    return { programs: [...otherPrograms, ...usedPrograms.map(([id, program]) => [id, program.toStored()] as const)] };
  }

  /** Import resolution by language, as cached after this run. */
  get resolutions(): readonly (readonly [LanguageId, StoredResolutions])[] {
    return [...this.#programs].flatMap(([language, program]) => {
      const resolutions = program.isUsed ? program.resolutions : undefined;
      return resolutions === undefined ? [] : [[language, resolutions] as const];
    });
  }

  /** Outcomes of the programs in use in this run, by language, if they can be cached. */
  get outcomes(): readonly (readonly [LanguageId, StoredOutcome])[] {
    return [...this.#programs].flatMap(([language, program]) => {
      const outcome = program.isUsed ? program.outcome : undefined;
      return outcome === undefined ? [] : [[language, outcome] as const];
    });
  }

  /** Cached results for some files. */
  partOf(isRetained: (file: string) => boolean): StoredScan {
    const usedPrograms = [...this.#programs].filter(([, program]) => program.isUsed);
    return { programs: usedPrograms.map(([id, program]) => [id, program.toStored(isRetained)] as const) };
  }

  #programsOf(language: LanguageId): readonly StoredProgram[] {
    return this.#loadEarlier().flatMap(({ programs }) =>
      programs.flatMap(([id, program]) => (id === language ? [program] : [])),
    );
  }

  #loadEarlier(): EarlierScans {
    return (this.#earlier ??= this.#load());
  }
}

/** Folder of the cache, and its keys. Only the user who runs the program may be able to write there. */
export interface CachePlace {
  /** Absolute path of a folder outside of the scan; created if absent. */
  readonly folder: string;
  /** Digest of everything except the files that affects results. */
  readonly key: string;
  /** Digest of everything except a file that affects the mentions in it. */
  readonly readingKey: string;
}

/** Maximum size of a cache; that of a very large tree has some hundred megabytes. */
const MAX_SIZE = 512 * MEGABYTE;

/** Days after which unused entries are removed. */
const RETENTION_DAYS = 14;

/** Opens the cache of an earlier run, if there is a valid one, in addition to known results. */
export function openCache(place: CachePlace | undefined, knownScans: EarlierScans = []): ScanCache {
  return new ScanCache(() => {
    const stored = place === undefined ? undefined : readStored(place);
    return stored === undefined ? knownScans : [stored, ...knownScans];
  });
}

function readStored({ folder, key }: CachePlace): StoredScan | undefined {
  return readSealed(scanPath(folder, key), key, parseStored);
}

/** Opens the results of reading files in an earlier run. `stamps`: taken before this run has read anything. */
export function openReading({ folder, readingKey }: CachePlace, root: string, stamps: FileStamps): ReadingCache {
  return new ReadingCache(() => readSealed(readingPath(folder, readingKey), readingKey, parseReading), root, stamps);
}

function readSealed<T>(
  path: string,
  key: string,
  parse: (text: string, seal: Seal) => T | 'foreign' | 'other',
): T | undefined {
  try {
    const bytes = readOwnFile(path, MAX_SIZE);
    const stored = bytes === undefined ? 'other' : parse(bytes.toString('utf8'), { key });
    return stored === 'foreign' || stored === 'other' ? undefined : stored;
  } catch {
    // An unreadable cache counts as absent.
    return undefined;
  }
}

/**
 * Writes the cache atomically.
 *
 * @returns the reason why it could not be written, as the end of a sentence; undefined if it was.
 */
export function saveCache(cache: ScanCache, { folder, key }: CachePlace): string | undefined {
  return saveSealed(cache.toStored(), scanPath(folder, key), key);
}

/** Writes the mentions in files, with the dependencies of imports and the outcomes of programs in a saved `cache`. */
export function saveReading(
  reading: ReadingCache,
  { folder, readingKey }: CachePlace,
  cache?: ScanCache,
): string | undefined {
  for (const [language, resolutions] of cache?.resolutions ?? []) reading.noteResolutions(language, resolutions);
  for (const [language, outcome] of cache?.outcomes ?? []) reading.noteOutcome(language, outcome);
  return saveSealed(reading.toStored(), readingPath(folder, readingKey), readingKey);
}

function saveSealed(stored: StoredScan | StoredReading | undefined, path: string, key: string): string | undefined {
  if (stored === undefined) return undefined;
  try {
    makeFolder(dirname(path));
    writeAtomically(path, formatStored(stored, { key }), { rights: 0o600 });
    removeOldEntries(dirname(path), path);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function scanPath(folder: string, key: string): string {
  return join(folder, `${key}.json`);
}

function readingPath(folder: string, key: string): string {
  return join(folder, `${key}.read.json`);
}

function removeOldEntries(folder: string, newest: string): void {
  const cutoff = statSync(newest).mtimeMs - RETENTION_DAYS * 86_400_000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (
      /^[0-9a-f]{64}(?:\.read)?\.json$/.test(name) &&
      (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < cutoff
    )
      rmSync(path, { force: true });
  }
}
