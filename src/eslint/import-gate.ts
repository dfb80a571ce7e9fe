import type { Catalogue } from '../model/deprecation.js';
import { ReachAhead } from '../select/reach-api.js';
import type { ImportReach } from '../select/reach-api.js';
import type { TextMentions } from '../select/text-mentions.js';
import { DiskImports, MAX_AGE } from './disk-imports.js';
import { FileCache } from './file-cache.js';

/** Import, barrel, table of paths: what lies further away is left to the scanner. */
const HOPS = 5;

/** Judges imports from the texts of files; nothing is parsed for it. */
export class ImportGate {
  readonly #files: FileCache;
  #reach: ReachAhead | undefined;
  #since = 0;

  constructor(catalogue: Catalogue) {
    this.#files = new FileCache(catalogue, MAX_AGE);
  }

  /** What the text mentions that the linter has of a file. */
  mentions(path: string, text: string): TextMentions {
    const { mentions, isNew } = this.#files.take(path, text);
    if (isNew) this.#reach = undefined;
    return mentions;
  }

  /** What a file, by absolute path, reaches; `own` is what it mentions as the linter has it. */
  reach(path: string, own: TextMentions): ImportReach {
    const now = performance.now();
    if (this.#reach === undefined || now - this.#since > MAX_AGE) {
      this.#since = now;
      const imports = new DiskImports();
      this.#reach = new ReachAhead(
        {
          mentions: (file) => this.#files.text(file),
          imports: (from, specifiers) => specifiers.flatMap((specifier) => imports.target(from, specifier) ?? []),
        },
        HOPS,
      );
    }
    return this.#reach.of(path, own);
  }
}
