import type { Catalogue } from '../model/deprecation.js';
import { ReachAhead } from '../select/reach-ahead.js';
import type { ImportAccess, ImportReach } from '../select/reach-ahead.js';
import type { TextMentions } from '../select/text-mentions.js';
import { DiskImports, MAX_AGE } from './disk-imports.js';
import { FileCache } from './file-cache.js';
import { namedImports, noteFile } from './named-imports.js';

/** Import, barrel, table of paths: what lies further away is left to the scanner. */
const HOPS = 5;

/** Judges imports from the texts of files; nothing is parsed for it. */
export class ImportGate {
  readonly #files: FileCache;
  readonly #byFolder = new Map<string, Ahead>();

  constructor(catalogue: Catalogue) {
    this.#files = new FileCache(catalogue, MAX_AGE);
  }

  /** What the text mentions that the linter has of a file. `isChanged`: others may know something else of the file. */
  take(path: string, text: string): { readonly mentions: TextMentions; readonly isChanged: boolean } {
    const { mentions, isChanged, isFirst } = this.#files.take(path, text);
    const isNew = isFirst && [...this.#byFolder.values()].some(({ imports }) => imports.lacks(path));
    const isMoved = (isChanged || isFirst) && noteFile(path);
    if (!isChanged && !isNew && !isMoved) return { mentions, isChanged: false };
    this.#byFolder.clear();
    return { mentions, isChanged: true };
  }

  /** The reach of a file, by absolute path; `own`: the mentions in its text as the linter has it, in a working directory. */
  reach(path: string, own: TextMentions, cwd: string): ImportReach {
    const named = namedImports(cwd, MAX_AGE);
    let ahead = this.#byFolder.get(cwd);
    if (ahead?.imports.named !== named || !this.#isHolding(ahead)) {
      ahead = this.#begin(new DiskImports(named));
      this.#byFolder.set(cwd, ahead);
    }
    return ahead.reach.of(path, own);
  }

  #begin(imports: DiskImports): Ahead {
    const seen = new Map<string, TextMentions | undefined>();
    const access: ImportAccess = {
      mentions: (file) => {
        if (!seen.has(file)) seen.set(file, this.#files.text(file));
        return seen.get(file);
      },
      imports: (from, specifiers) => imports.targets(from, specifiers),
    };
    return { imports, reach: new ReachAhead(access, HOPS), seen, checked: performance.now() };
  }

  /** Whether the texts that were seen are unchanged, or were a moment ago. */
  #isHolding(ahead: Ahead): boolean {
    if (performance.now() - ahead.checked <= MAX_AGE) return true;
    if (!ahead.imports.isHolding()) return false;
    for (const [file, mentions] of ahead.seen) if (this.#files.text(file) !== mentions) return false;
    ahead.checked = performance.now();
    return true;
  }
}

/** What is known of the imports of the files of one working directory. */
interface Ahead {
  readonly imports: DiskImports;
  readonly reach: ReachAhead;
  /** What the files mention. */
  readonly seen: ReadonlyMap<string, TextMentions | undefined>;
  checked: number;
}
