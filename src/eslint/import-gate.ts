import { dirname, resolve } from 'node:path';
import type { Catalogue } from '../model/deprecation.js';
import { FileProbe } from '../scanner/file-probe.js';
import { resolveFile } from '../scanner/resolve-file.js';
import { FileCache } from './file-cache.js';
import type { TextFacts } from './file-cache.js';

const API = 1;
const WORD = 2;
const PATH = 4;

/** Import, barrel, table of paths: what lies further away is left to the scanner. */
const HOPS = 3;
/** How long what is known of the files on disk is good enough to leave a file alone, in milliseconds. */
const MAX_AGE = 3000;

/**
 * Whether a file without a hit of its own can make a deprecated request with what it imports, as
 * `send(PATHS.rules)` does. Decided from the texts of the imported files; nothing is parsed for it.
 */
export class ImportGate {
  readonly files: FileCache;
  #probe = new FileProbe();
  #reached = new Map<string, number>();
  #since = 0;

  constructor(catalogue: Catalogue) {
    this.files = new FileCache(catalogue);
  }

  opens(path: string, specifiers: readonly string[]): boolean {
    const now = performance.now();
    if (now - this.#since > MAX_AGE) {
      this.#since = now;
      this.#probe = new FileProbe();
      this.#reached = new Map();
    }
    const found = this.#imports(dirname(path), specifiers, HOPS);
    return (found & PATH) !== 0 || found >= (API | WORD);
  }

  #imports(folder: string, specifiers: readonly string[], hops: number): number {
    let found = 0;
    for (const specifier of specifiers) {
      const target = resolveFile(this.#probe, resolve(folder, specifier));
      if (target !== undefined) found |= this.#reach(target, hops - 1);
    }
    return found;
  }

  #reach(path: string, hops: number): number {
    const key = `${String(hops)} ${path}`;
    let found = this.#reached.get(key);
    if (found === undefined) {
      const text = this.files.text(path, MAX_AGE);
      found = text === undefined ? 0 : bits(text) | (hops > 0 ? this.#imports(dirname(path), text.specifiers, hops) : 0);
      this.#reached.set(key, found);
    }
    return found;
  }
}

function bits(text: TextFacts): number {
  return (text.api ? API : 0) | (text.words === 'none' ? 0 : WORD) | (text.words === 'path' ? PATH : 0);
}
