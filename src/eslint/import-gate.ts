import { dirname, resolve } from 'node:path';
import type { Catalogue } from '../model/deprecation.js';
import { ReachAhead } from '../select/reach-api.js';
import type { ImportReach } from '../select/reach-api.js';
import type { TextMentions } from '../select/text-mentions.js';
import { resolveFile } from '../sources/resolve-file.js';
import { FileCache } from './file-cache.js';
import { ListingProbe } from './listing-probe.js';

/** Import, barrel, table of paths: what lies further away is left to the scanner. */
const HOPS = 5;
/** How long, in milliseconds, what is known of the files on disk is good enough to leave a file alone. */
const MAX_AGE = 30_000;

/** Judges imports from the texts of files; nothing is parsed for it. */
export class ImportGate {
  readonly files: FileCache;
  #reach: ReachAhead | undefined;
  #since = 0;

  constructor(catalogue: Catalogue) {
    this.files = new FileCache(catalogue);
  }

  /** What a file, by absolute path, reaches; `own` is what it mentions as the linter has it. */
  reach(path: string, own: TextMentions): ImportReach {
    const now = performance.now();
    if (this.#reach === undefined || now - this.#since > MAX_AGE) {
      this.#since = now;
      this.#reach = new ReachAhead(
        { mentions: (file) => this.files.text(file, MAX_AGE), imports: importsOnDisk() },
        HOPS,
      );
    }
    return this.#reach.of(path, own);
  }
}

/** Finds relative imports on disk. What it has seen it takes to be so for good. */
function importsOnDisk(): (path: string, specifiers: readonly string[]) => readonly string[] {
  const probe = new ListingProbe();
  const byFolder = new Map<string, Map<string, string | undefined>>();
  return (path, specifiers) => {
    if (specifiers.length === 0) return [];
    const folder = dirname(path);
    let targets = byFolder.get(folder);
    if (targets === undefined) byFolder.set(folder, (targets = new Map<string, string | undefined>()));
    const found: string[] = [];
    for (const specifier of specifiers) {
      let target = targets.get(specifier);
      if (target === undefined && !targets.has(specifier)) {
        target = resolveFile(probe, resolve(folder, specifier));
        targets.set(specifier, target);
      }
      if (target !== undefined) found.push(target);
    }
    return found;
  };
}
