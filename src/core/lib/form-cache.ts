import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isTrustedFolder, keepNewest, makeFolder, readOwnFile } from './user-cache.js';
import { writeAtomically } from './write-atomically.js';

/** Bytes of the digest at the start of a form. */
const DIGEST_BYTES = 32;

/** Maximum number of cached forms; the oldest are removed. */
const MAX_FORMS = 16;

const FORM_FILE_NAME = /^[0-9a-f]{64}\.form$/;

/** Folder and key of cached forms. */
export interface FormCachePlace {
  /** Absolute path of a folder. */
  readonly folder: string;
  /** Digest of the program that computes the forms. */
  readonly program: string;
}

/**
 * Results computed from large inputs, cached between runs in a folder of the user. The cache is trusted, so an entry
 * that is damaged, has another name, or could have been written by another user is rejected.
 */
export class FormCache {
  readonly #findPlace: () => FormCachePlace | undefined;
  #foundPlace: { readonly place: FormCachePlace | undefined } | undefined;

  /** `findPlace` is called on first use, because most runs need no form. If it returns nothing, the cache is off. */
  constructor(findPlace: () => FormCachePlace | undefined) {
    this.#findPlace = findPlace;
  }

  /** The cached form of a kind for an input with this digest. */
  read(kind: string, input: string): Buffer | undefined {
    try {
      const place = this.#place();
      if (place === undefined || !isTrustedFolder(place.folder)) return undefined;
      const name = fileNameOf(place, kind, input);
      const file = readOwnFile(join(place.folder, name), Infinity);
      if (file === undefined) return undefined;
      return formIn(name, file);
    } catch {
      return undefined;
    }
  }

  /**
   * Caches a form, and returns whether it did. The first run only creates the folder: a machine that runs the program
   * once spends nothing on a second run.
   */
  write(kind: string, input: string, createForm: () => Uint8Array): boolean {
    try {
      const place = this.#place();
      if (place === undefined) return false;
      const { folder } = place;
      if (makeFolder(folder)) return false;
      if (!isTrustedFolder(folder)) return false;
      const name = fileNameOf(place, kind, input);
      const form = createForm();
      writeAtomically(join(folder, name), fileOfForm(name, form), { rights: 0o600 });
      keepNewest(folder, (_path, entry) => FORM_FILE_NAME.test(entry), MAX_FORMS);
      return true;
    } catch {
      // An unwritable folder disables the cache.
      return false;
    }
  }

  #place(): FormCachePlace | undefined {
    return (this.#foundPlace ??= { place: this.#findPlace() }).place;
  }
}

function fileNameOf({ program }: FormCachePlace, kind: string, input: string): string {
  return `${createHash('sha256').update([program, kind, input].join('\0')).digest('hex')}.form`;
}

/** Content of the file with this name for a form. */
export function fileOfForm(name: string, form: Uint8Array): Buffer {
  return Buffer.concat([digestOf(name, form), form]);
}

/** The form in a file; undefined if the file is damaged, or was written under another name. */
export function formIn(name: string, file: Buffer): Buffer | undefined {
  const form = file.subarray(DIGEST_BYTES);
  return file.subarray(0, DIGEST_BYTES).equals(digestOf(name, form)) ? form : undefined;
}

function digestOf(name: string, form: Uint8Array): Buffer {
  return createHash('sha256').update(name).update(form).digest();
}
