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
 * State of the file system that does not depend on the catalogue. If files use more APIs than expected, the restarted
 * scan lists and reads nothing twice. Valid for one set of options, except for the catalogue and its settings.
 */
export class ReadState {
  readonly reads = new TextCache();
  readonly stamps = new FileStamps();
  readonly #seen = new Set<Api['id']>();
  readonly #listed = new Map<TreeOverlay['contents'] | undefined, Listed>();

  /** Ids of the APIs that apply because files use them. */
  get seenApis(): ReadonlySet<Api['id']> {
    return this.#seen;
  }

  noteSeen(ids: Iterable<Api['id']>): void {
    for (const id of ids) this.#seen.add(id);
  }

  /** Lists the files of a tree once. The log of the result begins with the files that listing has left out. */
  listOnce({ overlay, among }: Pick<ListOptions, 'overlay' | 'among'>, list: () => Listed): Listed {
    const key = overlay?.contents;
    const listed = (among === undefined ? this.#listed.get(key) : undefined) ?? list();
    // A list of selected files is not worth caching.
    if (among === undefined) this.#listed.set(key, listed);
    return { list: listed.list, skips: listed.skips.copy() };
  }
}
