import type { Catalogue } from '../model/deprecation.js';
import { ReachAhead } from '../select/reach-ahead.js';
import type { ImportReach } from '../select/reach-ahead.js';
import type { TextMentions } from '../select/text-mentions.js';
import { DiskImports, MAX_AGE } from './disk-imports.js';
import { DiskTexts } from './disk-texts.js';
import { namedImports, noteFile } from './named-imports.js';

/** Import, barrel, table of paths: what lies further away is left to the scanner. */
const HOPS = 5;

/** Characters of text that are held at a time. */
const MAX_TEXT = 24_000_000;

/** Judges imports from the texts of files; nothing is parsed for it. */
export class ImportGate {
  readonly #files: DiskTexts;
  readonly #byFolder = new Map<string, Ahead>();

  constructor(catalogue: Catalogue) {
    this.#files = new DiskTexts(catalogue, MAX_TEXT);
  }

  /** Takes the mentions of the text that the linter has of a file. `isChanged`: cached facts of the file may be out of date. */
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
    if (ahead?.imports.isHolding(named) !== true) {
      const imports = new DiskImports(named, (file) => this.#files.get(file, MAX_AGE));
      const reach = new ReachAhead(
        {
          mentions: (file) => imports.file(file)?.mentions,
          imports: (from, specifiers) => imports.targets(from, specifiers),
        },
        HOPS,
      );
      this.#byFolder.set(cwd, (ahead = { imports, reach }));
    }
    return ahead.reach.of(path, own);
  }
}

/** Imports of the files of one working directory. */
interface Ahead {
  readonly imports: DiskImports;
  readonly reach: ReachAhead;
}
