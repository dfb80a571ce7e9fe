import type { Api } from '../core/model/deprecation.js';
import { FileStamps } from '../files/file-probe.js';
import { TextCache } from '../files/read-text.js';
import type { FileList, ListOptions } from '../files/list-files.js';
import type { SkipLog } from '../files/skip-log.js';
import type { TreeOverlay } from '../files/tree-overlay.js';

interface Listed {
  readonly list: FileList;
  readonly skips: SkipLog;
}

/**
 * File system state that does not depend on the catalogue. Where files turn out to use more APIs, the restarted scan
 * lists and reads nothing twice. Valid for one set of options, except for the catalogue and its settings.
 */
export class ReadState {
  readonly reads = new TextCache();
  readonly stamps = new FileStamps();
  readonly #seen = new Set<Api['id']>();
  readonly #listed = new Map<TreeOverlay['contents'] | undefined, Listed>();

  /** Ids of the APIs that apply because files turned out to use them. */
  get seen(): ReadonlySet<Api['id']> {
    return this.#seen;
  }

  noteSeen(ids: Iterable<Api['id']>): void {
    for (const id of ids) this.#seen.add(id);
  }

  /** The files of a tree, with a log that begins with the files left out. */
  listed({ overlay, among }: Pick<ListOptions, 'overlay' | 'among'>, list: () => Listed): Listed {
    const key = overlay?.contents;
    const known = (among === undefined ? this.#listed.get(key) : undefined) ?? list();
    // A list of a few files is not worth caching.
    if (among === undefined) this.#listed.set(key, known);
    return { list: known.list, skips: known.skips.copy() };
  }
}
