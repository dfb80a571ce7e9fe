import { dirname, resolve } from 'node:path';
import type { Catalogue } from '../model/deprecation.js';
import { resolveFile } from '../sources/resolve-file.js';
import { FileCache } from './file-cache.js';
import { ListingProbe } from './listing-probe.js';
import type { TextFacts } from '../select/text-mentions.js';

const API = 1;
const WORD = 2;
const PATH = 4;
const NAME = 8;

/** Import, barrel, table of paths: what lies further away is left to the scanner. */
const HOPS = 5;
/** How long, in milliseconds, what is known of the files on disk is good enough to leave a file alone. */
const MAX_AGE = 30_000;

/** What the imports of a file can do to its findings. */
export interface ImportOutlook {
  /**
   * They can make one, as in `send(PATHS.rules)`: the way to the API and the words of a path, or a path
   * that is hardly another API's, are in the file or in what it imports.
   */
  readonly matter: boolean;
  /** The API is named in the file or in what it imports. */
  readonly nameApi: boolean;
}

/** Judges imports from the texts of files; nothing is parsed for it. */
export class ImportGate {
  readonly files: FileCache;
  #probe = new ListingProbe();
  #targets = new Map<string, Map<string, string | undefined>>();
  #reached = Array.from({ length: HOPS }, () => new Map<string, number>());
  #since = 0;

  constructor(catalogue: Catalogue) {
    this.files = new FileCache(catalogue);
  }

  look(path: string, own: TextFacts): ImportOutlook {
    const now = performance.now();
    if (now - this.#since > MAX_AGE) {
      this.#since = now;
      this.#probe = new ListingProbe();
      this.#targets = new Map();
      for (const reached of this.#reached) reached.clear();
    }
    const found = bits(own) | this.#imports(dirname(path), own.specifiers, HOPS);
    return { matter: (found & PATH) !== 0 || (found & (API | WORD)) === (API | WORD), nameApi: (found & NAME) !== 0 };
  }

  #imports(folder: string, specifiers: readonly string[], hops: number): number {
    let found = 0;
    for (const specifier of specifiers) {
      const target = this.#target(folder, specifier);
      if (target !== undefined) found |= this.#reach(target, hops - 1);
    }
    return found;
  }

  #reach(path: string, hops: number): number {
    const reached = this.#reached[hops];
    let found = reached?.get(path);
    if (found === undefined) {
      const text = this.files.text(path, MAX_AGE);
      found =
        text === undefined ? 0 : bits(text) | (hops > 0 ? this.#imports(dirname(path), text.specifiers, hops) : 0);
      reached?.set(path, found);
    }
    return found;
  }

  #target(folder: string, specifier: string): string | undefined {
    let targets = this.#targets.get(folder);
    if (targets === undefined) this.#targets.set(folder, (targets = new Map<string, string | undefined>()));
    let target = targets.get(specifier);
    if (target === undefined && !targets.has(specifier)) {
      target = resolveFile(this.#probe, resolve(folder, specifier));
      targets.set(specifier, target);
    }
    return target;
  }
}

function bits(text: TextFacts): number {
  return (
    (text.namesApi ? NAME : 0) |
    (text.reachesApi ? API : 0) |
    (text.words === 'none' ? 0 : WORD) |
    (text.words === 'path' ? PATH : 0)
  );
}
