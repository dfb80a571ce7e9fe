import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MEGABYTE, readRegularFile } from '../lib/read-regular-file.js';
import { writeWhole } from '../lib/write-whole.js';
import type { LanguageId } from '../model/language.js';
import { isTracked } from '../sources/git/is-tracked.js';
import { ProgramCache } from './program-cache.js';
import type { KeptTree } from './program-cache.js';
import { formatStored, parseStored } from './stored.js';
import type { StoredProgram } from './stored.js';

type Programs = ReadonlyMap<LanguageId, StoredProgram>;

/** What one scan knows of earlier runs over the same files, and what it leaves to later ones. */
export class ScanCache {
  readonly #load: () => Programs;
  readonly #programs = new Map<LanguageId, ProgramCache>();
  #stored: Programs | undefined;

  /** `load` is called with the first question. */
  constructor(load: () => Programs) {
    this.#load = load;
  }

  program(language: LanguageId, tree: KeptTree): ProgramCache {
    const program = new ProgramCache(() => this.#earlier.get(language), tree);
    this.#programs.set(language, program);
    return program;
  }

  /** The same knowledge for another state of the files, of which nothing is kept. */
  sibling(): ScanCache {
    return new ScanCache(() => this.#earlier);
  }

  /** Programs of this run in which something was analysed, and those of the run before; none where nothing was. */
  toStored(): readonly (readonly [LanguageId, StoredProgram])[] {
    const used = [...this.#programs].filter(([, program]) => program.isUsed);
    if (used.length === 0) return [];
    return [...new Map([...this.#earlier, ...used.map(([id, program]) => [id, program.toStored()] as const)])];
  }

  get #earlier(): Programs {
    return (this.#stored ??= this.#load());
  }
}

/** Where results are kept, and what they belong to. */
export interface CachePlace {
  /** Absolute path of a folder; made where it is not there. */
  readonly folder: string;
  /** Digest of all that changes answers beside the files. */
  readonly key: string;
}

/** A kept run of a very large tree has some hundred megabytes. */
const MAX_SIZE = 512 * MEGABYTE;

/** Days after which what nobody used is removed. */
const KEPT_DAYS = 14;

/** What an earlier run left; nothing where there was none, or where it cannot be used. */
export function openCache(place: CachePlace): ScanCache {
  return new ScanCache(() => {
    const file = fileOf(place);
    // Who could write into the repository would say what is found in it.
    if (!existsSync(file) || isTracked(file)) return new Map();
    const content = readRegularFile(file, { limit: MAX_SIZE, within: place.folder });
    return new Map(content.kind === 'text' ? parseStored(content.text, place.key)?.programs : undefined);
  });
}

/**
 * Writes what is known, whole or not at all.
 *
 * @returns why it could not be written, as the end of a sentence; undefined where it was.
 */
export function saveCache(cache: ScanCache, place: CachePlace): string | undefined {
  const programs = cache.toStored();
  if (programs.length === 0) return undefined;
  try {
    mkdirSync(place.folder, { recursive: true });
    writeWhole(fileOf(place), formatStored({ programs }, place.key));
    removeOld(place.folder, fileOf(place));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function fileOf({ folder, key }: CachePlace): string {
  return join(folder, `${key}.json`);
}

function removeOld(folder: string, newest: string): void {
  const before = statSync(newest).mtimeMs - KEPT_DAYS * 86_400_000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (/^[0-9a-f]{32}\.json$/.test(name) && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < before)
      rmSync(path, { force: true });
  }
}
