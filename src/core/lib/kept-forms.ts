import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isOurFolder, keepNewest, makeFolder, readOurs } from './own-cache.js';
import { writeWhole } from './write-whole.js';

/** Bytes of the digest at the start of a form. */
const DIGEST = 32;

/** Maximum number of cached forms; the oldest are removed. */
const MAX_FORMS = 16;

const NAME = /^[0-9a-f]{64}\.form$/;

/** Folder and key of cached forms. */
export interface FormsPlace {
  /** Absolute path of a folder. */
  readonly folder: string;
  /** Digest of the program that computes the forms. */
  readonly program: string;
}

/**
 * Results computed from large inputs, cached between runs in a folder of the user. The cache is trusted, so an entry
 * that is damaged, has another name, or could have been written by another user is rejected.
 */
export class KeptForms {
  readonly #find: () => FormsPlace | undefined;
  #found: { readonly place: FormsPlace | undefined } | undefined;

  /** `find` is called on first use, because most runs need no form. If it finds no folder, the cache is off. */
  constructor(find: () => FormsPlace | undefined) {
    this.#find = find;
  }

  /** The cached form of a kind for an input with this digest. */
  read(kind: string, input: string): Buffer | undefined {
    try {
      const place = this.#place();
      if (place === undefined || !isOurFolder(place.folder)) return undefined;
      const name = nameOf(place, kind, input);
      const kept = readOurs(join(place.folder, name), Infinity);
      if (kept === undefined) return undefined;
      return formIn(name, kept);
    } catch {
      return undefined;
    }
  }

  /**
   * Caches a form, and returns whether it did. The first run only creates the folder: a machine that runs the program
   * once spends nothing on a second run.
   */
  write(kind: string, input: string, make: () => Uint8Array): boolean {
    try {
      const place = this.#place();
      if (place === undefined) return false;
      const { folder } = place;
      if (makeFolder(folder)) return false;
      if (!isOurFolder(folder)) return false;
      const name = nameOf(place, kind, input);
      const form = make();
      writeWhole(join(folder, name), fileOfForm(name, form), { rights: 0o600 });
      keepNewest(folder, (_path, entry) => NAME.test(entry), MAX_FORMS);
      return true;
    } catch {
      // An unwritable folder disables the cache.
      return false;
    }
  }

  #place(): FormsPlace | undefined {
    return (this.#found ??= { place: this.#find() }).place;
  }
}

function nameOf({ program }: FormsPlace, kind: string, input: string): string {
  return `${createHash('sha256').update([program, kind, input].join('\0')).digest('hex')}.form`;
}

/** Content of the file with this name for a form. */
export function fileOfForm(name: string, form: Uint8Array): Buffer {
  return Buffer.concat([digestOf(name, form), form]);
}

/** The form in a file; undefined if the file is damaged, or was written under another name. */
export function formIn(name: string, file: Buffer): Buffer | undefined {
  const form = file.subarray(DIGEST);
  return file.subarray(0, DIGEST).equals(digestOf(name, form)) ? form : undefined;
}

function digestOf(name: string, form: Uint8Array): Buffer {
  return createHash('sha256').update(name).update(form).digest();
}
