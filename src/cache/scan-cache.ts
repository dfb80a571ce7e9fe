import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MEGABYTE, readRegularFile } from '../lib/read-regular-file.js';
import { writeWhole } from '../lib/write-whole.js';
import type { LanguageId } from '../model/language.js';
import { isTracked } from '../sources/git/is-tracked.js';
import { ProgramCache } from './program-cache.js';
import type { KeptTexts } from './kept-files.js';
import type { KeptTree } from './kept-part.js';
import { formatStored, parseStored } from './stored.js';
import type { StoredProgram, StoredScan } from './stored.js';

/** What earlier runs left: one run in a row. */
type Earlier = readonly StoredScan[];

/** What one scan knows of earlier runs over the same files, and what it leaves to later ones. */
export class ScanCache {
  readonly #load: () => Earlier;
  readonly #programs = new Map<LanguageId, ProgramCache>();
  #earlier: Earlier | undefined;

  /** `load` is called with the first question. */
  constructor(load: () => Earlier) {
    this.#load = load;
  }

  program(language: LanguageId, tree: KeptTree, texts: KeptTexts): ProgramCache {
    const program = new ProgramCache(() => this.#programsOf(language), tree, texts);
    this.#programs.set(language, program);
    return program;
  }

  /** The same knowledge for another state of the files, of which nothing is kept. */
  sibling(): ScanCache {
    return new ScanCache(() => this.#known());
  }

  /** What is to be kept: programs of this run in which something was analysed. Undefined where nothing is new. */
  toStored(): StoredScan | undefined {
    const used = [...this.#programs].filter(([, program]) => program.isUsed);
    if (!used.some(([, program]) => program.isChanged)) return undefined;
    const others = this.#known()
      .flatMap(({ programs }) => programs)
      .filter(([language]) => !used.some(([id]) => id === language));
    return { programs: [...others, ...used.map(([id, program]) => [id, program.toStored()] as const)] };
  }

  /** What is known of some files. */
  partOf(stays: (file: string) => boolean): StoredScan {
    const used = [...this.#programs].filter(([, program]) => program.isUsed);
    return { programs: used.map(([id, program]) => [id, program.toStored(stays)] as const) };
  }

  #programsOf(language: LanguageId): readonly StoredProgram[] {
    return this.#known().flatMap(({ programs }) =>
      programs.flatMap(([id, program]) => (id === language ? [program] : [])),
    );
  }

  #known(): Earlier {
    return (this.#earlier ??= this.#load());
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

/** What an earlier run left, as far as there was one and it can be used, beside what else is known. */
export function openCache(place: CachePlace | undefined, known: Earlier = []): ScanCache {
  return new ScanCache(() => {
    if (place === undefined) return known;
    const file = fileOf(place);
    // Who could write into the repository would say what is found in it.
    if (!existsSync(file) || isTracked(file)) return known;
    const content = readRegularFile(file, { limit: MAX_SIZE, within: place.folder });
    const stored = content.kind === 'text' ? parseStored(content.text, place.key) : undefined;
    return stored === undefined ? known : [stored, ...known];
  });
}

/**
 * Writes what is known, whole or not at all.
 *
 * @returns why it could not be written, as the end of a sentence; undefined where it was.
 */
export function saveCache(cache: ScanCache, place: CachePlace): string | undefined {
  const stored = cache.toStored();
  if (stored === undefined) return undefined;
  try {
    // That would change the repository.
    if (existsSync(fileOf(place)) && isTracked(fileOf(place))) return undefined;
    mkdirSync(place.folder, { recursive: true });
    writeWhole(fileOf(place), formatStored(stored, place.key));
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
