import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readOurs } from '../lib/ours.js';
import { MEGABYTE } from '../lib/read-regular-file.js';
import { writeWhole } from '../lib/write-whole.js';
import type { LanguageId } from '../model/language.js';
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

  /** The same memoised answers for another state of the files, which is itself not kept. */
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

/** Where results are kept, and what they belong to. Nobody may write there but the person who runs the program. */
export interface CachePlace {
  /** Absolute path of a folder, outside what is scanned; made where it is not there. */
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
    const stored = place === undefined ? undefined : readStored(place);
    return stored === undefined ? known : [stored, ...known];
  });
}

function readStored({ folder, key }: CachePlace): StoredScan | undefined {
  try {
    const bytes = readOurs(fileOf(folder, key), MAX_SIZE);
    const stored = bytes === undefined ? 'other' : parseStored(bytes.toString('utf8'), { key });
    return typeof stored === 'string' ? undefined : stored;
  } catch {
    // What cannot be read is found anew.
    return undefined;
  }
}

/**
 * Writes what is known, whole or not at all.
 *
 * @returns why it could not be written, as the end of a sentence; undefined where it was.
 */
export function saveCache(cache: ScanCache, { folder, key }: CachePlace): string | undefined {
  const stored = cache.toStored();
  if (stored === undefined) return undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeWhole(fileOf(folder, key), formatStored(stored, { key }), { rights: 0o600 });
    removeOld(folder, fileOf(folder, key));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function fileOf(folder: string, key: string): string {
  return join(folder, `${key}.json`);
}

function removeOld(folder: string, newest: string): void {
  const before = statSync(newest).mtimeMs - KEPT_DAYS * 86_400_000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (/^[0-9a-f]{64}\.json$/.test(name) && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < before)
      rmSync(path, { force: true });
  }
}
