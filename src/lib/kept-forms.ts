import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { work } from './work.js';
import { writeWhole } from './write-whole.js';

/** Rights of those who may write beside the owner. */
const OTHERS = 0o022;

/** Bytes of the digest that a form begins with. */
const DIGEST = 32;

/** Forms that are kept; the oldest are removed. */
const MAX_FORMS = 16;

const NAME = /^[0-9a-f]{64}\.form$/;

/** Where forms are kept. */
export interface FormsPlace {
  /** Absolute path of a folder. */
  readonly folder: string;
  /** Digest of what works the forms out. */
  readonly program: string;
}

/**
 * What was worked out of large inputs, kept between runs in a folder of the person who runs the program. What is there is
 * believed, so nothing is taken that is damaged, that stands under another name, or that somebody else could have written.
 */
export class KeptForms {
  readonly #find: () => FormsPlace | undefined;
  #found: { readonly place: FormsPlace | undefined } | undefined;

  /** `find` is called with the first question: most runs ask none. Nothing is kept where it finds no place. */
  constructor(find: () => FormsPlace | undefined) {
    this.#find = find;
  }

  /** The form of a kind that was kept of an input with this digest. */
  read(kind: string, input: string): Buffer | undefined {
    let fd: number | undefined;
    try {
      const place = this.#place();
      if (place === undefined || !isOurs(lstatSync(place.folder), 'folder')) return undefined;
      const name = nameOf(place, kind, input);
      fd = openSync(join(place.folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      if (!isOurs(fstatSync(fd), 'file')) return undefined;
      const kept = readFileSync(fd);
      work.filesRead++;
      work.bytesRead += kept.length;
      const form = kept.subarray(DIGEST);
      return kept.subarray(0, DIGEST).equals(digestOf(name, form)) ? form : undefined;
    } catch {
      return undefined;
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  }

  /**
   * Keeps a form, and says whether it did. The first run makes the folder alone: on a machine that runs the program once,
   * nothing is spent on a second time.
   */
  write(kind: string, input: string, make: () => Uint8Array): boolean {
    try {
      const place = this.#place();
      if (place === undefined) return false;
      const { folder } = place;
      if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) return false;
      if (!isOurs(lstatSync(folder), 'folder')) return false;
      const name = nameOf(place, kind, input);
      const form = make();
      writeWhole(join(folder, name), Buffer.concat([digestOf(name, form), form]), 0o600);
      removeOld(folder);
      return true;
    } catch {
      // A folder that cannot be written to keeps nothing.
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

function removeOld(folder: string): void {
  const forms = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = NAME.test(name) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    return stat === undefined ? [] : [{ path, at: stat.mtimeMs }];
  });
  for (const { path } of forms.sort((a, b) => b.at - a.at).slice(MAX_FORMS)) rmSync(path, { force: true });
}

function digestOf(name: string, form: Uint8Array): Buffer {
  return createHash('sha256').update(name).update(form).digest();
}

/** Whether nobody else can have written it. */
function isOurs(stat: Stats, kind: 'file' | 'folder'): boolean {
  if (!(kind === 'file' ? stat.isFile() : stat.isDirectory())) return false;
  // Windows has neither; there the folder lies in the person's profile.
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & OTHERS) === 0);
}
